"""The whole process of one `check`, against Python with the two imports it cannot do without."""

import compileall
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import referee
from tests.bench import strace
from tests.bench.logs import OPENED, PACE, new_log
from tests.bench.measure import Line, seconds, side_by_side

ROOT = Path(__file__).parents[2]
BARE = (sys.executable, "-c", "import click, sqlite3")
LEAN = "import sys; sys.modules['typing_extensions'] = None"
"""Tools of development bring that package in; msgspec imports it wherever it is found, and no
installation of the referee alone has it."""

COMMAND = (sys.executable, "-c", f"{LEAN}; from referee.start import run; run()")
BOARD = "🔴🔴🔵🔵\n🔴3️⃣🔵🔵\n⚪⚪⚫⚫\n⚪⚪⚫⚫\n"
NOTE = (
    "byte-compiled first and without typing_extensions, as the wheel installed alone;"
    " a fresh copy of the log every round"
)


def lines(folder: Path, rounds: int) -> list[Line]:
    """Start-up, and the syncs of a whole command."""
    environment = surroundings()
    compileall.compile_dir(Path(referee.__file__).parent, quiet=1)
    new_log(folder / "fresh.db").close()
    (folder / "post.txt").write_text(BOARD, encoding="utf-8")
    check = (*COMMAND, *arguments(folder / "log.db", folder / "post.txt"))
    pairs = side_by_side(
        _fresh(folder, check, environment), _runs(BARE, folder, environment), rounds, warm=2
    )
    _renew(folder)
    counted = strace.syncs(check, folder, environment)
    note = strace.MISSING if counted is None else ""
    return [
        pairs.line("check, whole process / bare imports", 1.75, note=NOTE),
        Line("check, whole process: syncs", counted, 5, unit="syncs", note=note),
    ]


def arguments(log: Path, post: Path) -> tuple[str, ...]:
    """`check` of a bare board: one valid move on a floor where nobody has moved."""
    at = (OPENED + PACE).isoformat()
    return ("--log", str(log), "check", "--author", "Alice", "--at", at, str(post))


def surroundings() -> dict[str, str]:
    """The environment of a user: byte code is kept, output is buffered, no log is preset. These
    measurements are found in it too."""
    dropped = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in dropped and not name.startswith("REFEREE_")
    }
    return {**kept, "PYTHONPATH": str(ROOT)}


def _renew(folder: Path) -> None:
    for side in ("-wal", "-shm"):
        (folder / f"log.db{side}").unlink(missing_ok=True)
    shutil.copyfile(folder / "fresh.db", folder / "log.db")


def _fresh(folder: Path, command: Sequence[str], environment: dict[str, str]) -> Iterator[float]:
    runs = _runs(command, folder, environment)
    while True:
        _renew(folder)
        yield next(runs)


def _runs(command: Sequence[str], folder: Path, environment: dict[str, str]) -> Iterator[float]:
    def run() -> None:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, check=False
        )
        if done.returncode:
            raise RuntimeError(done.stderr.decode())

    while True:
        yield seconds(run)
