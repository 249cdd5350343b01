"""A connection to the file of a log, to write or only to read, and its transactions."""

import os
import sqlite3
from contextlib import suppress

from referee.store.errors import LogError, translated, translating

WAIT = 5.0
"""Seconds to wait for a writer before the log counts as locked."""


def connect(path: str) -> tuple[sqlite3.Connection, bool]:
    """A connection, and whether it can only read: a log that cannot be written can still be read,
    also where SQLite may not create its side files (then as it stood, without waiting writers)."""
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120 - pathlib costs start-up time
    if os.access(path, os.W_OK) and os.access(folder, os.W_OK):
        db = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
        db.execute("PRAGMA synchronous = FULL")
        return db, False
    from pathlib import Path

    for mode in ("mode=ro", "immutable=1"):
        uri = f"{Path(path).absolute().as_uri()}?{mode}"
        db = sqlite3.connect(uri, uri=True, timeout=WAIT, isolation_level=None)
        try:
            db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        except sqlite3.OperationalError:
            db.close()
            if mode == "mode=ro":
                continue
            raise
        return db, True
    raise LogError("unreachable", path)  # pragma: no cover - the last mode returns or raises


def identity(path: str) -> tuple[int, int] | None:
    """Which file stands at a path; None where none does."""
    try:
        found = os.stat(path)  # noqa: PTH116 - pathlib costs start-up time
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Transaction(translating):
    """All of it, on disk, or nothing; what stands around every append, and so one class with the
    translation of errors. `held`: what goes well waits for the end of `together`."""

    __slots__ = ("_db", "_held")

    def __init__(self, db: sqlite3.Connection, path: str, *, held: bool) -> None:
        self.path, self._db, self._held = path, db, held

    def __enter__(self) -> None:
        if not self._db.in_transaction:
            try:
                self._db.execute("BEGIN IMMEDIATE")
            except sqlite3.Error as error:
                raise translated(error, self.path) from error

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None and not self._held:
            try:
                self._db.execute("COMMIT")
            except BaseException as failed:
                self._roll_back()
                super().__exit__(type(failed), failed, None)
                raise
        if error is not None:
            self._roll_back()
            super().__exit__(kind, error, trace)

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            self._db.execute("ROLLBACK")
