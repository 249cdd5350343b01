"""Copies of a log, and a log put in the place of another, which is kept.

Whatever happens on the way, each name stands for a whole log or for none.
"""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from referee.store.errors import LogError, translating
from referee.store.log import Log

_SIDES = ("-wal", "-shm", "-journal")


def backup(log: Log, path: str) -> None:
    """Copy the whole log to a new file, as it is at one moment, readable by its owner alone. The
    file takes its name when it is complete and on disk."""
    part = f"{path}.part"
    try:
        if Path(path).exists():
            raise FileExistsError(17, "File exists")
        _remove(part)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with translating(path), closing(sqlite3.connect(part, isolation_level=None)) as copy:
            log.copy(copy)
            copy.execute("PRAGMA journal_mode = WAL")
        Path(part).rename(path)
        _sync_folder(Path(path).parent)
    except OSError as error:
        raise LogError("unreachable", path, error.strerror or "") from error
    finally:
        with suppress(OSError):
            _remove(part)


def restore(file: str, path: str) -> str | None:
    """Put the log `file` in the place of the log at `path`; where the old one was kept, if any.

    The old log keeps its name, beside a second one, until the new log takes it at once.
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh, old = f"{path}.new", None
    _remove(fresh)
    with closing(Log.open(file)) as source:
        backup(source, fresh)
    if target.exists():
        _settle(path)
        old = _free(path)
        _second_name(target, old)
        for side in _SIDES:  # a broken log is kept too, with all that belongs to it
            with suppress(FileNotFoundError):
                Path(path + side).rename(old + side)
    Path(fresh).replace(target)
    _sync_folder(target.parent)
    return old


def _settle(path: str) -> None:
    """Let the file hold all of its log, if that can still be read."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _second_name(target: Path, name: str) -> None:
    try:
        os.link(target, name)
    except OSError:  # a file system without second names
        target.rename(name)


def _free(path: str) -> str:
    number = 1
    while Path(f"{path}.before-{number}").exists():
        number += 1
    return f"{path}.before-{number}"


def _remove(path: str) -> None:
    for side in ("", *_SIDES):
        Path(path + side).unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Names on disk too, where a folder can be synced."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
