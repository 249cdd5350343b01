"""A connection to the file of a log, to write or only to read."""

import os
import sqlite3

from referee.store.errors import LogError

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
