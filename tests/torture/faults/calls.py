"""Calls that fail: a full disk, a disk that cannot read or write, a network drive that is gone."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.startup import surroundings
from tests.torture.faults.child import acknowledged
from tests.torture.faults.outcome import Outcome, Tally
from tests.torture.faults.work import WORKS, Work

FAULTS = {
    "disk full (ENOSPC)": ("pwrite64,ftruncate,fallocate", "ENOSPC"),
    "disk that cannot be written (EIO)": ("pwrite64,ftruncate", "EIO"),
    "disk that cannot be synced (EIO)": ("fdatasync,fsync", "EIO"),
    "disk that cannot be read (EIO)": ("pread64", "EIO"),
    "network drive gone (ESTALE)": ("pread64,pwrite64,fdatasync,fsync,ftruncate,openat", "ESTALE"),
}
"""Each fault as the calls that fail, and the error that they give."""

FILES = ("log.db", "log.db-wal", "log.db-journal", "copy.db.part", "log.db.new.part")
MISSING = "strace not found"


def failing(fault: str, kind: str, whens: Iterator[str], folder: Path | None = None) -> Outcome:
    """Let the n-th call of a work fail (`4`), or all from there on (`4+`), until none is left."""
    tally, work = Tally(f"{fault}, {kind}"), WORKS[kind]
    strace, told = shutil.which("strace"), 0
    if strace is None:
        return tally.outcome(MISSING)
    for when in whens:
        with tempfile.TemporaryDirectory(prefix="referee-calls-", dir=folder) as name:
            room = Path(name)
            work.begin(room)
            done, met = _run(strace, fault, kind, when, room)
            if not met:
                break
            told += done.returncode == 3
            tally.take(_wrong(work, room, done))
    return tally.outcome(f"{told} told, the others without effect")


def _run(
    strace: str, fault: str, kind: str, when: str, room: Path
) -> tuple["subprocess.CompletedProcess[str]", bool]:
    calls, error = FAULTS[fault]
    report = room / "calls.trace"
    shown = [strace, "-f", "-o", str(report), "-e", f"trace={calls}"]
    for file in FILES:
        shown += ["-P", str(room / file)]
    inject = f"inject={calls}:error={error}:when={when}"
    command = (sys.executable, "-m", "tests.torture.faults.child", kind, str(room))
    done = subprocess.run(
        [*shown, "-e", inject, *command],
        env=surroundings(),
        capture_output=True,
        check=False,
        text=True,
    )
    met = "(INJECTED)" in report.read_text()
    report.unlink()
    return done, met


def _wrong(work: Work, room: Path, done: "subprocess.CompletedProcess[str]") -> str:
    """A work that fails says so in one line; and whatever it said, the log is whole."""
    if done.returncode not in (0, 3):
        return done.stderr[-300:]
    try:
        return work.check(room, acknowledged(done.stdout))
    except Exception as error:  # noqa: BLE001 - a log that cannot be opened is lost, whatever it says
        return repr(error)


def numbers(step: int = 1, most: int = 200) -> Iterator[str]:
    """Each call alone, then all from one on."""
    for number in range(1, most, step):
        yield f"{number}"
        yield f"{number}+"
