"""Rows of the log, and the chain of hashes that holds them together."""

import hashlib
from datetime import datetime
from struct import Struct
from typing import NamedTuple

import msgspec

from referee.core.events import EVENTS, Event
from referee.core.history import Place

FORMAT = 5
"""The schema this program writes, as the log's `user_version`: the number of its migrations."""

START = "0" * 64
"""The hash before the first event."""

# A state is of no use once something has taken a place before it, which is looked for among what
# was recorded after it or among what stands before it, whichever is less.
SNAPSHOT_BEFORE = """
SELECT s.micros, s.rank, s.number, s.after, s.things, s.seq, s.hash, s.edition, s.schema, s.state,
    s.proof, e.hash = s.hash AND CASE WHEN (SELECT max(seq) FROM event) - s.seq < s.things
    THEN NOT EXISTS (SELECT 1 FROM entry AS n NOT INDEXED WHERE n.seq > s.seq AND
        n.table_id = s.table_id AND (n.micros, n.rank, n.number, n.seq)
        <= (s.micros, s.rank, s.number, s.after))
    ELSE NOT EXISTS (SELECT 1 FROM entry AS n WHERE n.table_id = s.table_id
        AND (n.micros, n.rank, n.number, n.seq) <= (s.micros, s.rank, s.number, s.after)
        AND n.seq > s.seq) END
FROM snapshot AS s LEFT JOIN event AS e ON e.seq = s.seq
WHERE s.table_id = ? AND (s.micros, s.rank, s.number, s.after) < (?, ?, ?, ?)
ORDER BY s.micros DESC, s.rank DESC, s.number DESC, s.after DESC LIMIT 1"""
FORGET = "DELETE FROM snapshot WHERE table_id = ? AND (micros, rank, number, after) >= (?, ?, ?, ?)"
"""What something that takes a place makes untrue."""


FORGED = (
    msgspec.MsgspecError,
    *(ArithmeticError, AttributeError, LookupError, TypeError, ValueError),
)
"""What comes of an event that has the form of its type and that nobody but a forger can have
written: its content may name anything."""


class UnknownEvent(Exception):
    """A row of a type or version that this program does not know."""

    def __init__(self, seq: int, kind: str, version: int) -> None:
        super().__init__(f"@{seq}: {kind}/{version}")
        self.seq, self.kind = seq, kind


class Head(NamedTuple):
    """The last event of a log: its number and hash."""

    seq: int
    hash: str


class Snapshot(NamedTuple):
    """The state of a table after a place, with what proves that it belongs there.

    `micros` to `after` are that place, `things` how many led to the state, `seq` and `hash` the
    last event of the log when it was kept, `edition` and `schema` what the state was made by.
    """

    micros: int
    rank: int
    number: int
    after: int
    things: int
    seq: int
    hash: str
    edition: str
    schema: str
    state: str
    proof: str

    @property
    def place(self) -> Place:
        """The place of the last thing that led to the state."""
        return Place(*self[:4])

    def proved(self, table: str) -> str:
        """The proof that the other fields call for."""
        text = "\x1f".join((table, *map(str, self[:-1])))
        return hashlib.sha256(text.encode()).hexdigest()

    def proves_itself(self, table: str) -> bool:
        """Whether its own fields bear it out."""
        numbers = all(type(field) is int for field in self[:6])
        return numbers and self.proof == self.proved(table)


class Kept(NamedTuple):
    """A state to keep with the last event of an append: whose, after which place and how many
    things, by which edition and schema."""

    table: str
    place: Place
    things: int
    edition: str
    schema: str
    state: str

    def at(self, head: Head) -> Snapshot:
        """The snapshot of this state at an event, with its proof."""
        told = (*self.place, self.things, *head, self.edition, self.schema, self.state)
        bare = Snapshot(*told, "")
        return bare._replace(proof=bare.proved(self.table))


class Secret(NamedTuple):
    """What nobody may see before it is revealed: of which table, what (`seed`, `placement`), whose
    or which, and the thing itself. It is no part of the chain, which holds a commitment to it."""

    table: str
    kind: str
    name: str
    value: str


class New(NamedTuple):
    """An event to append: when it happened, when and by whom it is recorded."""

    table: str
    at: datetime
    recorded_at: datetime
    by: str
    event: Event


class Recorded(NamedTuple):
    """What identifies a recorded post (F1): its event, stamp (microseconds) and precision
    (seconds), id, author key, and the digest of its own words as last seen."""

    seq: int
    micros: int
    precision: int
    post_id: str | None
    author: str
    digest: str


class Stored(NamedTuple):
    """A row of the log."""

    seq: int
    table: str
    type: str
    version: int
    at: str
    recorded_at: str
    by: str
    data: str
    hash: str

    def event(self) -> Event:
        """The event, typed; UnknownEvent for a type or version that this program does not know,
        msgspec.MsgspecError for data of another form."""
        return decoded(self.seq, self.type, self.version, self.data)


def decoded(seq: int, kind: str, version: int, data: str) -> Event:
    """An event of its stored columns; errors as of `Stored.event`."""
    type_ = EVENTS.get((kind, version))
    if type_ is None:
        raise UnknownEvent(seq, kind, version)
    return msgspec.json.decode(data, type=type_)


def _written(at: datetime, known: dict[int, str]) -> str:
    text = known[id(at)] = at.isoformat()
    return text


_length = Struct(">Q").pack
_encode = msgspec.json.Encoder().encode


def chained(previous: str, columns: tuple[object, ...]) -> str:
    """SHA-256 of the previous hash and the stored columns (all but the hash), each with its length
    in bytes before it, so that no two rows read the same."""
    parts = [previous.encode()]
    for column in columns:
        raw = str(column).encode()
        parts.append(_length(len(raw)))
        parts.append(raw)
    return hashlib.sha256(b"".join(parts)).hexdigest()


def as_stored(new: New, seq: int, previous: str, stamps: dict[int, str] | None = None) -> Stored:
    """The row of an event that takes number `seq` after the hash `previous`. `stamps` remembers the
    texts of instants for as long as the events are there: most share theirs with their neighbours.
    """
    known = {} if stamps is None else stamps
    event = new.event
    columns = (
        seq,
        new.table,
        event.TYPE,
        event.VERSION,
        known.get(id(new.at)) or _written(new.at, known),
        known.get(id(new.recorded_at)) or _written(new.recorded_at, known),
        new.by,
        _encode(event).decode(),
    )
    return Stored(*columns, chained(previous, columns))
