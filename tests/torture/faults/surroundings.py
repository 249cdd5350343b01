"""A log that is locked, may not be written, is gone or replaced; a clock that jumps."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random
from unittest.mock import patch

from referee.desk.session import Session
from referee.desk.tables import find
from referee.store import connection
from referee.store.errors import LogError
from referee.store.log import Log
from referee.store.rows import Head
from tests.torture.faults.kills import forked
from tests.torture.faults.outcome import Outcome, Tally, unsound
from tests.torture.faults.work import NOW, OPENED, append_one, new_log, post_of

NOBODY = 65534


def refused(path: Path, log: Log | None = None) -> str:
    """Try to append: which case of a log that cannot be used it is, or nothing if it worked."""
    try:
        with closing(log or Log.open(str(path))) as opened:
            append_one(opened, find(opened, None), "bonsoir")
    except LogError as error:
        return error.case
    return ""


def locked(times: int, folder: Path | None = None) -> Outcome:
    """Another program holds the log for writing; then it lets go."""
    tally = Tally("log locked by another program")
    with _room(folder) as room, patch.object(connection, "WAIT", 0.01):
        path = new_log(room / "log.db")
        for number in range(times):
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN EXCLUSIVE" if number % 2 else "BEGIN IMMEDIATE")
                case, before = refused(path), _head(path)
            with closing(Log.open(str(path))) as log:
                head = append_one(log, find(log, None), f"bonsoir {number}")
            told = (
                "" if case == "locked" and head.seq == before.seq + 2 else f"{case or 'appended'}"
            )
            tally.take(told or unsound(path, [head]))
    return tally.outcome("told; appended once it was free")


def _head(path: Path) -> Head:
    with closing(Log.open(str(path))) as log:
        return log.head()


def protected(folder: Path | None = None) -> Outcome:
    """File, folder or both may only be read: reading works, writing is refused and told."""
    tally = Tally("file or folder that may only be read")
    for file, room_mode in ((0o444, 0o755), (0o644, 0o555), (0o444, 0o555)):
        with _room(folder) as room:
            path = new_log(room / "log.db")
            path.chmod(file)
            room.chmod(room_mode)
            case = _as_nobody(lambda: refused(path))  # noqa: B023 - used at once
            read = _as_nobody(lambda: str(_head(path).seq))  # noqa: B023 - used at once
            room.chmod(0o755)
            path.chmod(0o644)
            told = "" if (case, read) == ("readonly", "1") else f"{case or 'appended'}, read {read}"
            tally.take(told or unsound(path))
    return tally.outcome("read; told that it cannot be written")


def _as_nobody(ask: Callable[[], str]) -> str:
    """The answer of a process without the rights of root."""
    reading, writing = os.pipe()

    def run() -> None:
        if os.getuid() == 0:
            os.setresuid(NOBODY, NOBODY, NOBODY)
        try:
            said = ask()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            said = repr(error)
        os.write(writing, said.encode())

    child = forked(run)
    os.close(writing)
    with os.fdopen(reading) as told:
        said = told.read()
    os.waitpid(child, 0)
    return said


def vanished(times: int, folder: Path | None = None) -> Outcome:
    """The folder or the file is moved away, deleted or replaced while the log is open."""
    tally = Tally("log moved, deleted or replaced while it is open")
    for number in range(times):
        with _room(folder) as room:
            path = new_log(room / "drive" / "log.db")
            log, away = Log.open(str(path)), room / "away"
            if number % 3 == 0:
                path.parent.rename(away)
            elif number % 3 == 1:
                away.mkdir()
                path.rename(away / "log.db")
            else:
                away.mkdir()
                shutil.copy(path, away / "log.db")
                (away / "log.db").rename(path)
                shutil.copy(path, away / "log.db")
            case = refused(path, log)
            wrong = unsound(away / "log.db")
            same = _head(away / "log.db").seq == 1
            told = "" if case == "unreachable" and same else f"{case or 'appended'}"
            tally.take(told or wrong)
    return tally.outcome("told; nothing appended to a file that is no longer the log")


def jumping(appends: int, seed: int, folder: Path | None = None) -> Outcome:
    """The clock of the machine jumps back and forth by years between appends."""
    tally, dice = Tally("clock that jumps back"), Random(seed)  # noqa: S311 - no secret
    with _room(folder) as room:
        path = new_log(room / "log.db")
        with closing(Log.open(str(path))) as log:
            table = find(log, None)
            for number in range(appends):
                now = NOW + timedelta(days=dice.randint(-3000, 3000))
                session = Session(log, table, now=now, by="torture")
                session.judge(post_of(table, f"salut {number}", OPENED + timedelta(minutes=number)))
                head = session.commit()
                tally.take("" if head.seq == 3 + 2 * number else f"@{head.seq}")
            rows = list(log.events())
            log.rebuild()
            wrong = "" if list(log.events()) == rows else "events changed"
        wrong = wrong or unsound(path, [head], deep=True)
    if wrong:
        tally.take(wrong)
    return tally.outcome("the order is that of the posts")


@contextmanager
def _room(folder: Path | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="referee-", dir=folder) as name:
        Path(name).chmod(0o755)
        yield Path(name)
