"""Power lost at every write: what was synced is on disk, of the rest anything may be.

A work runs once, traced. Its writes are then played again up to each call in turn: everything that
was synced by then, and of what was not, nothing, all, or some sectors of some writes. Names of
files are on disk in their order, at least those of before the last sync of the folder.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from referee.store.rows import Head
from tests.bench.startup import surroundings
from tests.torture.faults.child import acknowledged
from tests.torture.faults.outcome import Outcome, Tally
from tests.torture.faults.work import WORKS, Work

SECTOR = 512
CALLS = (
    "openat,pwrite64,write,fdatasync,fsync,ftruncate,unlink,unlinkat,rename,renameat,link,linkat"
)
_CALL = re.compile(r"^\d+\s+(\w+)\((.*)\)\s+= (\d+)")
_FILE = re.compile(r"^\d+<((?:\\x[0-9a-f]{2})*)>")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


class Step(NamedTuple):
    """A call: what it does, to which file of the folder, and with what."""

    kind: str
    name: str
    data: bytes = b""
    number: int = 0
    other: str = ""


def traced(kind: str, room: Path) -> list[Step] | None:
    """The calls by which a work changes its folder, and its acknowledgements; None without
    strace."""
    strace = shutil.which("strace")
    if strace is None:
        return None
    report = room.parent / f"{room.name}.trace"
    shown = (strace, "-f", "-xx", "-y", "-s", "1000000", "-e", f"trace={CALLS}", "-o", str(report))
    command = (sys.executable, "-m", "tests.torture.faults.child", kind, str(room))
    done = subprocess.run(
        (*shown, *command), env=surroundings(), capture_output=True, check=False, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    with report.open() as lines:
        steps = [step for line in lines if (step := _step(line, room))]
    report.unlink()
    return steps


def _step(line: str, room: Path) -> Step | None:
    call = _CALL.match(line)
    if call is None:
        return None
    name, arguments = call[1], call[2]
    texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(arguments)]
    file = _FILE.match(arguments)
    if name == "write":
        told = arguments.startswith("1<") and texts
        return Step("told", "", texts[0]) if told else None
    if name in ("pwrite64", "fdatasync", "fsync", "ftruncate"):
        path = bytes.fromhex(file[1].replace("\\x", "")).decode() if file else ""
        return _of_file(name, path, texts, arguments, room)
    inside = [_inside(text.decode(), room) for text in texts if text != b""]
    if name == "openat":
        created = "O_CREAT" in arguments and inside[-1]
        return Step("create", inside[-1]) if created and "-shm" not in created else None
    if not inside or not inside[-1] or "-shm" in inside[-1]:
        return None
    kind = {"unl": "unlink", "ren": "rename", "lin": "link"}[name[:3]]
    return Step(kind, inside[0], other=inside[-1])


def _of_file(name: str, path: str, texts: list[bytes], arguments: str, room: Path) -> Step | None:
    inside = _inside(path, room)
    if name in ("fdatasync", "fsync"):
        return Step("sync", inside) if inside or path == str(room) else None
    if not inside or inside.endswith("-shm"):
        return None
    number = int(arguments.rsplit(", ", 1)[1], 0)
    return Step("write", inside, texts[0], number) if texts else Step("cut", inside, number=number)


def _inside(path: str, room: Path) -> str:
    """The name of a file in the folder; nothing for any other."""
    there = Path(path)
    return there.name if there.parent == room else ""


class _Disk:
    """A folder as the calls so far have left it: names, and for each file what is synced of it."""

    def __init__(self, room: Path) -> None:
        self.synced = {path.name: path.read_bytes() for path in room.iterdir()}
        self.names = {name: name for name in self.synced}
        self.steps: dict[str, list[Step]] = {}  # what is not synced, by file
        self.waiting: list[Step] = []  # changes of names that are not synced
        self.told = ""

    def take(self, step: Step) -> None:
        """One more call."""
        if step.kind == "told":
            self.told += step.data.decode()
        elif step.kind == "sync" and not step.name:
            self.names = self._named(len(self.waiting))
            self.waiting = []
        elif step.kind == "sync":
            file = self._file(step.name)
            self.synced[file] = _played(self.synced.get(file, b""), self.steps.pop(file, []))
        elif step.kind in ("write", "cut"):
            self.steps.setdefault(self._file(step.name), []).append(step)
        elif step.kind != "create" or step.name not in self._named(len(self.waiting)):
            fresh = f"{step.name}#{len(self.waiting)}-{len(self.synced)}"
            self.waiting.append(step._replace(data=fresh.encode()))
            if step.kind == "create":
                self.synced[fresh] = b""

    def _file(self, name: str) -> str:
        return self._named(len(self.waiting)).get(name, name)

    def _named(self, count: int) -> dict[str, str]:
        """Which file each name stands for after the first so many changes that wait."""
        names = dict(self.names)
        for step in self.waiting[:count]:
            if step.kind == "create":
                names[step.name] = step.data.decode()
            elif step.kind == "unlink":
                names.pop(step.name, None)
            elif step.name in names:
                names[step.other] = names[step.name]
                if step.kind == "rename":
                    names.pop(step.name)
        return names

    def lost(self, dice: Random) -> Iterator[dict[str, bytes]]:
        """The folder after the power is lost here, in several ways."""
        waiting = len(self.waiting)
        for part, count in ((0.0, 0), (1.0, waiting), (dice.random(), dice.randint(0, waiting))):
            found = {}
            for name, file in self._named(count).items():
                steps = [_torn(step, part, dice) for step in self.steps.get(file, [])]
                kept = [step for step in steps if step is not None]
                found[name] = _played(self.synced.get(file, b""), kept)
            yield found


def _torn(step: Step, part: float, dice: Random) -> Step | None:
    """What is left of a call that was not synced: some of its sectors."""
    if dice.random() >= part:
        return None
    if part == 1 or step.kind == "cut" or dice.random() < 0.5:
        return step
    first = dice.randrange(0, len(step.data), SECTOR) if step.data else 0
    last = dice.randrange(first, len(step.data) + SECTOR, SECTOR)
    return step._replace(data=step.data[first:last], number=step.number + first)


def _played(content: bytes, steps: list[Step]) -> bytes:
    made = bytearray(content)
    for step in steps:
        if step.kind == "cut":
            del made[step.number :]
            made.extend(bytes(step.number - len(made)))
        else:
            made.extend(bytes(max(0, step.number - len(made))))
            made[step.number : step.number + len(step.data)] = step.data
    return bytes(made)


def lost(kind: str, runs: int, seed: int, folder: Path | None = None) -> Outcome:
    """Lose the power at every call of a work, in several ways each."""
    tally, work, dice = Tally(f"power lost during {kind}"), WORKS[kind], Random(seed)  # noqa: S311 - no secret
    for _ in range(runs):
        with tempfile.TemporaryDirectory(prefix="referee-power-", dir=folder) as name:
            room, after = Path(name) / "room", Path(name) / "after"
            room.mkdir()
            work.begin(room)
            disk = _Disk(room)
            steps = traced(kind, room)
            if steps is None:
                return tally.outcome("strace not found")
            for step in steps:
                for found in disk.lost(dice):
                    tally.take(_looked(work, after, found, acknowledged(disk.told)))
                disk.take(step)
    return tally.outcome("at every write and sync, with none, all or some of what was not synced")


def _looked(work: Work, after: Path, found: dict[str, bytes], told: list[Head]) -> str:
    after.mkdir()
    for name, content in found.items():
        (after / name).write_bytes(content)
    try:
        return work.check(after, told)
    except Exception as error:  # noqa: BLE001 - a log that cannot be opened is lost, whatever it says
        return repr(error)
    finally:
        shutil.rmtree(after)
