"""The order of things, kept beside the events and made again from them at any time (F6)."""

import sqlite3
from collections.abc import Iterable
from datetime import datetime

from referee.core.events import ConstraintAdded, ConstraintLifted, Event, PostRecorded, RulingMade
from referee.core.history import DECISION, micros, place_of_post
from referee.core.names import key
from referee.store.rows import Stored

_COPY = """CREATE TEMP TABLE entry_again AS SELECT * FROM entry WHERE 0"""
_UNIQUE = "CREATE UNIQUE INDEX temp.entry_again_seq ON entry_again (seq)"


def index_event(db: sqlite3.Connection, row: Stored, event: Event, *, into: str = "entry") -> None:
    """Give an event its place, or make the ruling it holds the one that stands for its post."""
    insert = f"INSERT OR REPLACE INTO {into} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - one of two names below
    if isinstance(event, RulingMade):
        db.execute(f"UPDATE {into} SET stands = ? WHERE seq = ?", (row.seq, event.post))  # noqa: S608 - as above
    elif isinstance(event, PostRecorded):
        place = place_of_post(event.posted_at, event.post_id, row.seq)
        identity = (event.post_id, key(event.author), event.digest, event.precision)
        db.execute(insert, (row.seq, row.table, *place[:3], row.seq, *identity))
    elif isinstance(event, ConstraintAdded | ConstraintLifted):
        when = micros(row_instant(row))
        unposted = (None, None, None, None)
        db.execute(insert, (row.seq, row.table, when, DECISION, 0, row.seq, *unposted))


def row_instant(row: Stored) -> datetime:
    """The instant at which the event of a row happened."""
    return datetime.fromisoformat(row.at)


def misplaced(db: sqlite3.Connection, rows: Iterable[Stored]) -> list[int]:
    """The events whose kept place is not the one that the events themselves give."""
    db.execute("DROP TABLE IF EXISTS temp.entry_again")
    db.execute(_COPY)
    db.execute(_UNIQUE)
    for row in rows:
        index_event(db, row, row.event(), into="temp.entry_again")
    kept, again = "SELECT * FROM main.entry", "SELECT * FROM temp.entry_again"
    query = (
        f"SELECT seq FROM (SELECT * FROM ({kept} EXCEPT {again})"  # noqa: S608 - no outside text
        f" UNION SELECT * FROM ({again} EXCEPT {kept})) ORDER BY seq"
    )
    found = [int(seq) for (seq,) in db.execute(query)]
    db.execute("DROP TABLE temp.entry_again")
    return sorted(set(found))


def rebuild(db: sqlite3.Connection, rows: Iterable[Stored]) -> None:
    """Make the places again from the events, in the transaction of the caller."""
    db.execute("DELETE FROM entry")
    for row in rows:
        index_event(db, row, row.event())
