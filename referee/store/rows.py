"""Rows of the log, and the chain of hashes that holds them together."""

import hashlib
from datetime import datetime
from struct import Struct
from typing import NamedTuple

import msgspec

from referee.core.events import EVENTS, Event

FORMAT = 4
"""The schema this program writes, as the log's `user_version`: the number of its migrations."""

START = "0" * 64
"""The hash before the first event."""


class UnknownEvent(Exception):
    """A row of a type or version that this program does not know."""

    def __init__(self, seq: int, kind: str, version: int) -> None:
        super().__init__(f"@{seq}: {kind}/{version}")


class Head(NamedTuple):
    """The last event of a log: its number and hash."""

    seq: int
    hash: str


class Snapshot(NamedTuple):
    """A table's state at an event, with what proves that it belongs there."""

    seq: int
    hash: str
    edition: str
    place: str
    state: str
    proof: str

    def proved(self, table: str) -> str:
        """The proof that the other fields call for."""
        text = "\x1f".join((table, str(self.seq), *self[1:5]))
        return hashlib.sha256(text.encode()).hexdigest()


class Kept(NamedTuple):
    """A state to keep with the last event of an append: whose, by which edition, at which place."""

    table: str
    edition: str
    place: str
    state: str

    def at(self, head: Head) -> Snapshot:
        """The snapshot of this state at an event, with its proof."""
        bare = Snapshot(head.seq, head.hash, self.edition, self.place, self.state, "")
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
        kind = EVENTS.get((self.type, self.version))
        if kind is None:
            raise UnknownEvent(self.seq, self.type, self.version)
        return msgspec.json.decode(self.data, type=kind)


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


def as_stored(new: New, seq: int, previous: str) -> Stored:
    """The row of an event that takes number `seq` after the hash `previous`."""
    event = new.event
    columns = (
        seq,
        new.table,
        event.TYPE,
        event.VERSION,
        new.at.isoformat(),
        new.recorded_at.isoformat(),
        new.by,
        _encode(event).decode(),
    )
    return Stored(*columns, chained(previous, columns))
