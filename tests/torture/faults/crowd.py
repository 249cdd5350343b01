"""Many processes that append at once, and one that verifies and copies meanwhile."""

import os
import signal
import tempfile
import time
from contextlib import closing
from pathlib import Path

from referee.desk.tables import find
from referee.desk.verify import verify
from referee.store.copies import backup
from referee.store.log import Log
from tests.torture.faults.child import acknowledged
from tests.torture.faults.kills import forked
from tests.torture.faults.outcome import Outcome, Tally, unsound
from tests.torture.faults.work import append_one, new_log


def crowd(processes: int, seconds: float, folder: Path | None = None) -> Outcome:
    """Processes append for so long; every acknowledged post is there once, and nothing else."""
    tally = Tally(f"{processes} processes append at once for {seconds:g} s")
    with tempfile.TemporaryDirectory(prefix="referee-crowd-", dir=folder) as name:
        path = new_log(Path(name) / "log.db")
        end = time.monotonic() + seconds
        children = [
            forked(lambda me=number: _append(path, me, end))  # type: ignore[misc]  # mypy loses the default
            for number in range(processes)
        ]
        copies = _watch(path, children, end)
        told = "".join(_told(path, number).read_text() for number in range(processes))
        heads = acknowledged(told)
        wrong = copies or unsound(path, heads)
        with closing(Log.open(str(path))) as log:
            if log.head().seq != 1 + 2 * len(heads):
                wrong = wrong or f"{log.head().seq} events, {len(heads)} posts acknowledged"
        for _ in heads:
            tally.take("")
    if wrong or not heads:
        tally.take(wrong or "nothing was appended")
    return tally.outcome("posts, each there once; verified and copied meanwhile")


def _told(path: Path, me: int) -> Path:
    """Where a process writes what it was told is recorded."""
    return path.with_name(f"told-{me}.txt")


def _append(path: Path, me: int, end: float) -> None:
    with closing(Log.open(str(path))) as log, _told(path, me).open("w", buffering=1) as told:
        table, number = find(log, None), 0
        while time.monotonic() < end:
            number += 1
            head = append_one(log, table, f"bonsoir {me}-{number}")
            told.write(f"{head.seq} {head.hash}\n")


def _watch(path: Path, children: list[int], end: float) -> str:
    """Verify and copy while the others write; what was wrong."""
    wrong, number = "", 0
    with closing(Log.open(str(path))) as log:
        while time.monotonic() < end:
            number += 1
            copy = path.with_name(f"copy-{number}.db")
            fault = verify(log).fault
            backup(log, str(copy))
            wrong = wrong or (f"@{fault.seq} {fault.case}" if fault else "") or unsound(copy)
            copy.unlink()
            time.sleep(min(1, max(0, end - time.monotonic())))
    for child in children:
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) != signal.SIGKILL:
            wrong = wrong or f"a process ended with {status}"
    return wrong
