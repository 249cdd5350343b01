"""`verify`, against reading the log and making its hashes again."""

import hashlib
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec

from referee.core.events import EVENTS
from referee.desk.verify import verify
from referee.store.log import Log
from referee.store.rows import START
from tests.bench.measure import Line, side_by_side, timed

_ROWS = 'SELECT seq, table_id, type, version, at, recorded_at, "by", data, hash FROM event'


def lines(path: Path, events: int, rounds: int) -> list[Line]:
    """How long `verify` takes, without and with `--deep`."""
    with closing(sqlite3.connect(path)) as db:
        checked = timed(lambda: chain(db))
        found = []
        for deep, bar in ((False, 6), (True, 20)):
            pairs = side_by_side(timed(partial(whole, path, deep)), checked, rounds)
            name = "verify --deep" if deep else "verify"
            found.append(pairs.line(f"{name} of {events:,} events / SELECT + decode + hash", bar))
    return found


def whole(path: Path, deep: bool) -> None:
    """The log opened and verified; it has to be whole."""
    with closing(Log.open(str(path))) as log:
        verified = verify(log, deep=deep)
    if verified.fault is not None or verified.otherwise:
        raise RuntimeError(str(verified.fault or verified.otherwise[0]))


def chain(db: sqlite3.Connection) -> str:
    """The head, made again from every row: decoded, then SHA-256 of the hash before it and its
    columns, each after its length in eight bytes."""
    decoders = {kind: msgspec.json.Decoder(event).decode for kind, event in EVENTS.items()}
    head = START
    for row in db.execute(f"{_ROWS} ORDER BY seq"):
        decoders[row[2], row[3]](row[7])
        digest = hashlib.sha256(head.encode())
        for column in row[:8]:
            raw = str(column).encode()
            digest.update(len(raw).to_bytes(8, "big") + raw)
        head = digest.hexdigest()
        if head != row[8]:
            raise RuntimeError("the chain is broken")
    return head
