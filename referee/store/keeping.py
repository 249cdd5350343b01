"""States kept with the log: written with what an append leaves, and thinned out."""

import sqlite3
from collections.abc import Sequence

from referee.core.marks import spared
from referee.store.rows import Head, Kept

_SAVE = "REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_COUNTS = (
    "SELECT rowid, things, (edition, schema) = (?, ?) AND typeof(things) = 'integer' AND things > 0"
    " FROM snapshot WHERE table_id = ? ORDER BY things, seq"
)


def save(db: sqlite3.Connection, head: Head, keep: Sequence[Kept]) -> None:
    """Keep states of a table, and of all that are kept only those that are worth it; in the
    transaction of the caller."""
    db.executemany(_SAVE, [(kept.table, *kept.at(head)) for kept in keep])
    made_by = keep[-1].edition, keep[-1].schema
    rows = db.execute(_COUNTS, (*made_by, keep[-1].table)).fetchall()
    usable = {things: row for row, things, same in rows if same}
    worth = {usable[things] for things in spared(usable)}
    gone = [(row,) for row, *_ in rows if row not in worth]
    if gone:
        db.executemany("DELETE FROM snapshot WHERE rowid = ?", gone)
