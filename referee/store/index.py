"""The order of things, kept beside the events and made again from them at any time (F6)."""

import sqlite3
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from referee.core.decisions import Decided, Decisions, undone_by
from referee.core.events import (
    AliasAdded,
    DeadlineRevised,
    Event,
    PostAmended,
    PostEdited,
    PostIdentified,
    PostRecorded,
    RulingMade,
    Undone,
)
from referee.core.history import EDIT, LAST, Place, micros, place_of_event, place_of_post
from referee.core.names import key
from referee.store.rows import Stored, decoded

_AGAIN = "temp.entry_again"
_COPY = "CREATE TEMP TABLE entry_again AS SELECT * FROM entry WHERE 0"
_UNIQUE = "CREATE UNIQUE INDEX temp.entry_again_seq ON entry_again (seq)"
_DECIDED = (
    'SELECT seq, "by", type, version, data FROM event WHERE table_id = ? AND seq <= ?'
    " AND type NOT IN ('post_recorded', 'ruling_made') ORDER BY seq"
)


_PLACE = "SELECT table_id, micros, rank, number, seq FROM"

_BATCH = 500
"""Entries written at once."""

_STANDS = 5
"""Which column of an entry names the event that stands for it."""

_NOWHERE = (LAST, LAST, LAST, LAST)
_ANYWHERE = (-LAST, 0, 0, 0)


class Index:
    """Writes the places of events into `entry`, or into a table of the same columns.

    `touched`: by table, the first place that was taken, left, or given another ruling.
    """

    __slots__ = ("_post", "_waiting", "db", "into", "touched")

    def __init__(self, db: sqlite3.Connection, into: str = "entry") -> None:
        self.db = db
        self.into = into
        self.touched: dict[str, tuple[int, ...]] = {}
        self._post: list[Any] = []  # the entry of a post whose ruling is likely the next event
        self._waiting: list[list[Any]] = []

    def take(self, row: Stored, event: Event) -> None:
        """Give an event its place, or let it change what stands."""
        if isinstance(event, RulingMade):
            if self._post and self._post[0] == event.post:
                self._post[_STANDS] = row.seq
            else:
                self._touch(event.post)
                self._set("stands = ?", row.seq, event.post)
        elif isinstance(event, PostRecorded):
            here = place_of_post(event.posted_at, event.post_id, row.seq)
            identity = (event.post_id, key(event.author), event.digest, event.precision)
            self._post = [row.seq, row.table, *here[:3], row.seq, *identity, 0]
            self._insert(self._post)
        elif isinstance(event, PostEdited):
            self._place(row, Place(micros(instant(row)), EDIT, 0, row.seq))
            self._set("digest = ?", event.digest, event.post)
        elif (place := place_of_event(event, instant(row), row.seq)) is not None:
            self._place(row, place)
        elif isinstance(event, DeadlineRevised):
            self._touch(event.deadline)
            self._set("withdrawn = ?", 1, event.deadline)
        elif isinstance(event, PostAmended | PostIdentified):
            self._again(row, event.post)
        elif isinstance(event, AliasAdded):
            self.touched[row.table] = _ANYWHERE
        elif isinstance(event, Undone):
            self._undo(row, event)

    def flush(self) -> None:
        """Write what waits."""
        if self._waiting:
            insertion = f"INSERT INTO {self.into} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - one of two names of ours
            self.db.executemany(insertion, self._waiting)
            self._waiting, self._post = [], []

    def _place(self, row: Stored, place: Place) -> None:
        self._insert([row.seq, row.table, *place[:3], row.seq, None, None, None, None, 0])

    def _insert(self, values: list[Any]) -> None:
        if len(self._waiting) == _BATCH:
            self.flush()
        self._waiting.append(values)
        self._reach(values[1], (*values[2:5], values[0]))

    def _reach(self, table: str, place: tuple[int, ...]) -> None:
        if place < self.touched.get(table, _NOWHERE):
            self.touched[table] = place

    def _touch(self, seq: int) -> None:
        """What was made of the place of an event no longer holds."""
        self.flush()
        for table, *place in self.db.execute(f"{_PLACE} {self.into} WHERE seq = ?", (seq,)):
            self._reach(table, tuple(place))

    def _set(self, what: str, *values: object) -> None:
        self.flush()
        self.db.execute(f"UPDATE {self.into} SET {what} WHERE seq = ?", values)  # noqa: S608 - one of two names of ours

    def _decided(self, row: Stored) -> list[Decided]:
        return list(decided(self.db, row.table, row.seq))

    def _undo(self, row: Stored, event: Undone) -> None:
        """What an undo takes back, or, undoing an undo, what comes back."""
        rows = self._decided(row)
        decisions = Decisions(rows)
        seq, undone = undone_by(rows, event)
        if isinstance(undone, AliasAdded):
            self.touched[row.table] = _ANYWHERE
        self._touch(seq)
        self._set("withdrawn = ?", int(seq in decisions.undone), seq)
        if isinstance(undone, PostAmended | PostIdentified | PostEdited):
            self._again(row, undone.post)

    def _again(self, row: Stored, seq: int) -> None:
        """Place, identity and last words of a post, after the decisions in force."""
        found = self.db.execute("SELECT data FROM event WHERE seq = ?", (seq,)).fetchone()
        if found is None:
            raise ValueError(seq)
        post = msgspec.json.decode(found[0], type=PostRecorded)
        rows = self._decided(row)
        decisions = Decisions(rows)
        facts = decisions.facts(seq, post)
        place = place_of_post(facts.at, facts.post_id, seq)
        digest = post.digest
        for r in rows:
            edit = r.event
            if isinstance(edit, PostEdited) and edit.post == seq and r.seq not in decisions.undone:
                digest = edit.digest
        self._touch(seq)
        self._set(
            "micros = ?, number = ?, post_id = ?, author = ?, digest = ?, precision = ?",
            *(place.micros, place.number, facts.post_id, key(facts.author), digest),
            *(facts.precision, seq),
        )
        self._touch(seq)


def decided(db: sqlite3.Connection, table: str, last: int) -> Iterable[Decided]:
    """The events of a table that are neither posts nor rulings, up to a number."""
    for seq, by, kind, version, data in db.execute(_DECIDED, (table, last)):
        yield Decided(seq, by, decoded(seq, kind, version, data))


def instant(row: Stored) -> datetime:
    """The instant at which the event of a row happened."""
    return datetime.fromisoformat(row.at)


class Again(Index):
    """The places made again beside those that are kept, to be compared with them."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__(db, _AGAIN)
        db.execute(f"DROP TABLE IF EXISTS {_AGAIN}")
        db.execute(_COPY)
        db.execute(_UNIQUE)

    def _touch(self, seq: int) -> None:
        """Nothing was made of these places."""

    def misplaced(self) -> list[int]:
        """The events whose kept place is not the one that the events themselves give."""
        self.flush()
        kept, again = "SELECT * FROM main.entry", f"SELECT * FROM {_AGAIN}"  # noqa: S608 - a name of ours
        query = (
            f"SELECT seq FROM (SELECT * FROM ({kept} EXCEPT {again})"  # noqa: S608 - no outside text
            f" UNION SELECT * FROM ({again} EXCEPT {kept})) ORDER BY seq"
        )
        found = [int(seq or 0) for (seq,) in self.db.execute(query)]
        self.db.execute(f"DROP TABLE {_AGAIN}")
        return sorted(set(found))


def rebuild(db: sqlite3.Connection, rows: Iterable[Stored]) -> None:
    """Make the places again from the events, in the transaction of the caller."""
    db.execute("DELETE FROM entry")
    index = Index(db)
    for row in rows:
        index.take(row, row.event())
    index.flush()
    db.execute("DELETE FROM stale")
