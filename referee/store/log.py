"""Append with an expected head, and the reads of the main path, over plain sqlite3."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from referee.core.decisions import Decided
from referee.core.history import END, LAST, Place
from referee.core.names import key
from referee.store.connection import Transaction, connect, identity
from referee.store.errors import LogError, NoLog, StaleHead, translating
from referee.store.index import Again, Index, decided, rebuild
from referee.store.rows import (
    FORGET,
    FORMAT,
    SNAPSHOT_BEFORE,
    START,
    Head,
    Kept,
    New,
    Recorded,
    Secret,
    Snapshot,
    Stored,
    as_stored,
)

_HOUR = 3600 * 1_000_000
_FAR = 2 * 86_400 * 1_000_000
"""Microseconds that stamps may reach: those known to the hour or better, and the coarsest."""

_COLUMNS = 'seq, table_id, type, version, at, recorded_at, "by", data, hash'
_HEAD = "SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1"
_NOTHING = Head(0, START)
_STALE = "SELECT 1 FROM stale WHERE entry = 1"
_LAST_PLACED = "SELECT max(seq) FROM entry"
_POSTED = "SELECT 1 FROM event WHERE type = 'post_recorded' LIMIT 1"
_APPEND = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_FOREIGN = "SELECT 1 FROM sqlite_master WHERE name NOT LIKE '%sqlite%' LIMIT 1"
"""Whether a file without a version holds tables of somebody else: a log whose making was cut off
holds at most those of SQLite and of sqlite-utils."""

_HAS_SECRETS = "SELECT 1 FROM sqlite_master WHERE name = 'secret'"
_OF_EVENT = ", ".join(f"o.{column.strip()}" for column in _COLUMNS.split(","))
_PLACED_EVENTS = (
    "FROM entry AS n JOIN event AS o ON o.seq = n.seq"
    " LEFT JOIN event AS r ON r.seq = n.stands AND r.type = 'ruling_made'"
    " WHERE n.table_id = ?"
)


class Log:
    """One SQLite file of events. Every method raises LogError for what SQLite cannot do."""

    def __init__(
        self, path: str, db: sqlite3.Connection, *, readonly: bool, format_: int = FORMAT
    ) -> None:
        self.path = path
        self.readonly = readonly
        self._format = format_
        self._db = db
        self._file = identity(path)
        self._held = False  # what is appended waits for the end of `together`

    @classmethod
    def open(cls, path: str) -> "Log":
        """The log at `path`, brought up to date; NoLog where there is none."""
        if not os.path.exists(path):  # noqa: PTH110 - pathlib costs start-up time
            raise NoLog(path)
        with translating(path):
            db, readonly = connect(path)
            (version,) = db.execute("PRAGMA user_version").fetchone()
            if version > FORMAT or (version == 0 and db.execute(_FOREIGN).fetchone()):
                db.close()
                raise LogError("newer" if version else "foreign", path, str(version))
            if version < FORMAT and not (version and readonly):
                db.close()
                _migrate(path)
                db, readonly = connect(path)
            log = cls(path, db, readonly=readonly, format_=version if readonly else FORMAT)
            if not readonly and log._places_are_gone():
                log.rebuild()
            return log

    @classmethod
    def create(cls, path: str) -> "Log":
        """The log at `path`, made first if there is none, readable by its owner alone."""
        from pathlib import Path

        if not Path(path).exists():
            try:
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            except OSError as error:
                raise LogError("unreachable", path, error.strerror or "") from error
        return cls.open(path)

    def _places_are_gone(self) -> bool:
        """Whether places were deleted: what says so may itself have been deleted after them."""
        if self._db.execute(_STALE).fetchone():
            return True
        (last,) = self._db.execute(_LAST_PLACED).fetchone()
        return last is None and self._db.execute(_POSTED).fetchone() is not None

    def close(self) -> None:
        """Let go of the file."""
        with suppress(sqlite3.Error):
            self._db.close()

    def head(self) -> Head:
        """The last event; (0, 64 zeros) of an empty log."""
        return Head(*(self._one(_HEAD) or _NOTHING))

    def append(
        self,
        events: Sequence[New],
        expected: Head,
        keep: Sequence[Kept] = (),
        secrets: Sequence[Secret] = (),
    ) -> Head:
        """Append in one transaction, on disk when this returns; StaleHead if others came first.

        `keep`: states of the events' table to keep, as they are with the last of them; those kept
        before that these events make untrue go. `secrets` are kept beside the events that commit
        to them.
        """
        db, rows, (seq, digest) = self._db, [], expected
        stamps: dict[int, str] = {}
        for new in events:
            seq += 1
            row = as_stored(new, seq, digest, stamps)
            digest = row.hash
            rows.append(row)
        head = Head(seq, digest)
        with self._transaction():
            if identity(self.path) != self._file:  # what is written would be lost with the old file
                raise LogError("unreachable", self.path, "moved")
            if (db.execute(_HEAD).fetchone() or _NOTHING) != expected:
                raise StaleHead
            db.executemany(_APPEND, rows)
            index = Index(db)
            for row, new in zip(rows, events, strict=True):
                index.take(row, new.event)
            index.flush()
            if secrets:
                db.executemany("INSERT INTO secret VALUES (?, ?, ?, ?)", secrets)
            for table, place in index.touched.items():
                db.execute(FORGET, (table, *place))
            if keep:
                from referee.store.keeping import save

                save(db, head, keep)
        return head

    @contextmanager
    def together(self) -> Iterator[None]:
        """Everything appended inside is one transaction: all of it is in the log at the end, or
        nothing. From the first append on, other writers wait."""
        before, self._held = self._held, True
        try:
            yield
            with translating(self.path):
                self._finish("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._finish("ROLLBACK")
            raise
        finally:
            self._held = before

    def events(self, table: str | None = None, after: int | None = None) -> Iterator[Stored]:
        """Rows in the order of recording, of one table or all, after an event; streamed."""
        which = "table_id = ? AND" if table else ""
        query = f"SELECT {_COLUMNS} FROM event WHERE {which} seq {{}} ? ORDER BY seq"  # noqa: S608 - no outside text
        first = query.format(">=" if after is None else ">")
        last = -(2**63) if after is None else after  # a forger's numbers may be negative
        of = (table,) if table else ()
        try:
            for row in self._rows(first, (*of, last)):
                last = row[0]
                yield Stored(*row)
        except LogError:  # the row before the damage is good, but sqlite3 has looked ahead of it
            for row in self._rows(query.format(">") + " LIMIT 1", (*of, last)):
                yield Stored(*row)
            raise

    def event(self, seq: int) -> Stored | None:
        """The row of that number."""
        row = self._one(f"SELECT {_COLUMNS} FROM event WHERE seq = ?", (seq,))  # noqa: S608 - no outside text
        return Stored(*row) if row else None

    def opened(self, table: str | None = None) -> list[Stored]:
        """The openings of all tables, or of one, in order."""
        which = "AND table_id = ?" if table else ""
        query = f"SELECT {_COLUMNS} FROM event WHERE type = 'table_opened' {which} ORDER BY seq"  # noqa: S608 - no outside text
        return [Stored(*row) for row in self._rows(query, (table,) if table else ())]

    def place_of(self, seq: int) -> Place | None:
        """The place of an event, withdrawn or not; None where it has none."""
        row = self._one("SELECT micros, rank, number, seq FROM entry WHERE seq = ?", (seq,))
        return Place(*row) if row else None

    def standing(
        self, table: str, *, after: Place | None = None, until: Place | None = None
    ) -> Iterator[tuple[Place, str, str]]:
        """What stands at a table in the order of places, after one and up to another: place, type
        and data of the event to fold; streamed."""
        clauses, values = _bounds(after, until)
        query = (
            "SELECT n.micros, n.rank, n.number, n.seq, e.type, e.data"  # noqa: S608 - no outside text
            " FROM entry AS n JOIN event AS e ON e.seq = n.stands"
            f" WHERE n.table_id = ? AND NOT n.withdrawn{clauses}"
            " ORDER BY n.micros, n.rank, n.number, n.seq"
        )
        return ((Place(*r[:4]), r[4], r[5]) for r in self._rows(query, (table, *values)))

    def things(
        self, table: str, *, after: Place | None = None, until: Place | None = None
    ) -> Iterator[tuple[Stored, str | None]]:
        """Every event of a table that has a place, withdrawn or not, with the data of the ruling
        that stands for it, after one place and up to another; in the order of recording,
        streamed."""
        clauses, values = _bounds(after, until)
        query = f"SELECT {_OF_EVENT}, r.data {_PLACED_EVENTS}{clauses} ORDER BY n.seq"
        return ((Stored(*row[:9]), row[9]) for row in self._rows(query, (table, *values)))

    def everything(self, table: str) -> Iterator[tuple[Place, Stored, str | None, bool]]:
        """Every event of a table that has a place, in the order of places, also what is withdrawn:
        place, row, data of the ruling that stands for it, whether it is withdrawn; streamed."""
        query = (
            f"SELECT n.micros, n.rank, n.number, n.seq, {_OF_EVENT}, r.data, n.withdrawn"
            f" {_PLACED_EVENTS} ORDER BY n.micros, n.rank, n.number, n.seq"
        )
        for row in self._rows(query, (table,)):
            yield Place(*row[:4]), Stored(*row[4:13]), row[13], bool(row[14])

    def superseded(self, table: str) -> Iterator[str]:
        """The data of the rulings of a table that no longer stand, oldest first."""
        query = (
            "SELECT r.data FROM event AS r"
            " JOIN entry AS n ON n.seq = json_extract(r.data, '$.post')"
            " WHERE r.table_id = ? AND r.type = 'ruling_made' AND r.seq <> n.stands ORDER BY r.seq"
        )
        return (data for (data,) in self._rows(query, (table,)))

    def decided(self, table: str) -> list[Decided]:
        """The events of a table that are neither posts nor rulings."""
        with translating(self.path):
            return list(decided(self._db, table, LAST))

    def secrets(self, table: str, kind: str) -> dict[str, str]:
        """What is kept secret at a table, by name; nothing in a log of before there were any."""
        with translating(self.path):
            if self.readonly and not self._db.execute(_HAS_SECRETS).fetchone():
                return {}
            query = "SELECT name, value FROM secret WHERE table_id = ? AND kind = ? ORDER BY name"
            return dict(self._db.execute(query, (table, kind)))

    def posts_with_id(self, table: str, post_id: str) -> list[int]:
        """The events of the posts that carry this id at a table."""
        query = (
            "SELECT seq FROM entry WHERE table_id = ? AND post_id = ? AND NOT withdrawn"
            " ORDER BY seq"
        )
        return [seq for (seq,) in self._rows(query, (table, post_id))]

    def numbered_between(self, table: str, first: int, last: int) -> list[tuple[int, str]]:
        """Posts with an id whose stamps lie between two instants: event and id."""
        query = (
            "SELECT seq, post_id FROM entry WHERE table_id = ? AND micros BETWEEN ? AND ?"
            " AND post_id IS NOT NULL AND NOT withdrawn ORDER BY micros, rank, number, seq"
        )
        return list(self._rows(query, (table, first, last)))

    def recorded(
        self, table: str, post_id: str | None, author: str, first: int, last: int
    ) -> list[Recorded]:
        """Posts that carry the id, or are by the author key and whose stamps may lie between two
        instants (microseconds): those known to the hour or better, and the coarser ones (F1)."""
        columns = "SELECT seq, micros, precision, post_id, author, digest FROM entry"
        standing = "AND NOT withdrawn"
        spans = f"{columns} WHERE table_id = ? AND micros BETWEEN ? AND ? AND author = ? {standing}"
        near, far = (table, first - _HOUR, last, author), (table, first - _FAR, last, author)
        rows = [*self._rows(spans, near), *self._rows(f"{spans} AND precision > 3600", far)]
        if post_id is not None:
            by_id = f"{columns} WHERE table_id = ? AND post_id = ? {standing}"
            rows += self._rows(by_id, (table, post_id))
        return sorted({Recorded(*row) for row in rows})

    def alone_at(self, table: str, seq: int) -> bool:
        """Whether nothing else of a table stands at the instant of a recorded post."""
        query = (
            "SELECT count(*) FROM entry AS n JOIN entry AS m"
            " ON m.table_id = n.table_id AND m.micros = n.micros WHERE n.seq = ? AND n.table_id = ?"
        )
        row = self._one(query, (seq, table))
        return row is not None and row[0] == 1

    def author_spelled(self, table: str, author: str) -> str | None:
        """How the author key was written in the first post of that author at a table."""
        query = (
            "SELECT json_extract(e.data, '$.author')"
            " FROM entry AS n JOIN event AS e ON e.seq = n.seq"
            " WHERE n.table_id = ? AND n.author = ? ORDER BY n.seq"
        )
        spelled = (str(name) for (name,) in self._rows(query, (table, author)))
        return next((name for name in spelled if key(name) == author), None)  # not if amended

    def has_author(self, table: str, author: str) -> bool:
        """Whether anybody of that author key has posted at a table."""
        query = "SELECT 1 FROM entry WHERE table_id = ? AND author = ? AND NOT withdrawn LIMIT 1"
        return self._one(query, (table, author)) is not None

    def standing_of(self, post: int) -> int:
        """The number of the event that stands for a post; 0 where none does."""
        row = self._one("SELECT stands FROM entry WHERE seq = ? AND NOT withdrawn", (post,))
        return int(row[0]) if row else 0

    def snapshots(self, table: str, before: Place | None = None) -> Iterator[Snapshot]:
        """The states kept of a table, from the last one before a place back, that their own
        fields, the chain and the places taken since bear out."""
        bound = (before or END)[:]
        while self._format == FORMAT:  # an older log that may not be brought up has none of them
            row = self._one(SNAPSHOT_BEFORE, (table, *bound))
            if row is None:
                return
            snapshot, bound = Snapshot(*row[:-1]), row[:4]
            if row[-1] and snapshot.proves_itself(table):
                yield snapshot

    def garbled(self, seq: int) -> bool:
        """Whether a column of that row holds bytes that are no text."""
        cast = ", ".join(f"CAST({column} AS BLOB)" for column in _COLUMNS.split(", "))
        row = self._one(f"SELECT {cast} FROM event WHERE seq = ?", (seq,))  # noqa: S608 - no outside text
        try:
            _ = [part.decode() for part in row or ()]
        except UnicodeDecodeError:
            return True
        return False

    def again(self) -> Again:
        """What makes the places of events again from these, to compare them with what is kept."""
        with translating(self.path):
            return Again(self._db)

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Whatever is read meanwhile is the log as it stands now, though others append."""
        with translating(self.path):
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")

    def rebuild(self) -> None:
        """Throw the caches away and make them again from the events."""
        with self._transaction():
            self._db.execute("DELETE FROM snapshot")
            rebuild(self._db, self.events())

    def copy(self, into: sqlite3.Connection) -> None:
        """Copy the whole log, as it is at one moment, into an empty database."""
        self._db.backup(into)

    def _transaction(self) -> Transaction:
        return Transaction(self._db, self.path, held=self._held)

    def _finish(self, how: str) -> None:
        if self._db.in_transaction:
            self._db.execute(how)

    def _rows(self, query: str, values: tuple[object, ...]) -> Iterator[tuple[Any, ...]]:
        with translating(self.path):
            for row in self._db.execute(query, values):  # noqa: UP028 - a cursor closed late complains
                yield row

    def _one(self, query: str, values: tuple[object, ...] = ()) -> tuple[Any, ...] | None:
        with translating(self.path):
            row: tuple[Any, ...] | None = self._db.execute(query, values).fetchone()
            return row


def _bounds(after: Place | None, until: Place | None) -> tuple[str, tuple[int, ...]]:
    """The condition that the entry `n` lies after one place and up to another, and its values."""
    text, values = "", tuple[int, ...]()
    for sign, bound in ((">", after), ("<=", until)):
        if bound is not None:
            text += f" AND (n.micros, n.rank, n.number, n.seq) {sign} (?, ?, ?, ?)"
            values += bound[:]
    return text, values


def _migrate(path: str) -> None:
    from referee.store.schema import migrate

    migrate(path)
