"""One durable append of a checked post, against the same bytes put into bare tables."""

import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from referee.core.history import Mark
from referee.desk.session import Session
from referee.desk.table import kept
from referee.desk.tables import find
from referee.store.log import Log
from referee.store.rows import Head, Kept, New, Stored, as_stored
from tests.bench import strace
from tests.bench.logs import NOW, grow, new_log, next_turn, post_of, text_of
from tests.bench.measure import Line, Pairs, seconds
from tests.bench.startup import surroundings

APPENDS = 40
"""Appends in a round, on each side in turn: less than the write-ahead log holds, so that no
checkpoint falls inside the clock. An append writes between three and four times the pages that the
raw rows do (7.3 and 2), and brings the next checkpoint on as much sooner."""

FEW = 10
"""Appends that are traced, and twice as many: the difference is what an append costs."""

EARLIER = 6_000
"""Posts before the first round. They bring both write-ahead logs to their full length, as they are
after a while of any connection kept open: a file that still grows makes every commit dearer."""

_TABLES = """
CREATE TABLE event (seq INTEGER PRIMARY KEY, table_id TEXT, type TEXT, version INTEGER,
    at TEXT, recorded_at TEXT, "by" TEXT, data TEXT, hash TEXT);
CREATE TABLE snapshot (table_id TEXT, micros INTEGER, rank INTEGER, number INTEGER, after INTEGER,
    things INTEGER, seq INTEGER, hash TEXT, edition TEXT, schema TEXT, state TEXT, proof TEXT,
    PRIMARY KEY (table_id, micros, rank, number, after));
"""
_EVENT = "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SNAPSHOT = "REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_NOTE = "both write-ahead logs at full length; the faster the disk syncs, the higher the ratio"


def lines(folder: Path, rounds: int) -> list[Line]:
    """The time of an append, and its syncs."""
    log = prepared(folder / "log.db", EARLIER)
    raw = bare(folder / "raw.db", log)
    other = sqlite3.connect(folder / "log.db", isolation_level=None)
    events, whole = Pairs([], []), Pairs([], [])
    for number in range(rounds + 1):
        for pairs, keeping in ((events, False), (whole, True)):
            for db in (other, raw):
                db.execute("PRAGMA wal_checkpoint").fetchall()
            ours, theirs = _round(log, raw, keeping=keeping)
            if number:
                pairs.ours.append(ours / APPENDS)
                pairs.theirs.append(theirs / APPENDS)
    for connection in (other, log, raw):
        connection.close()
    counted = _syncs(folder)
    note = strace.MISSING if counted is None else ""
    return [
        events.line("append of a post's two events / raw insert + commit", 1.35, note=_NOTE),
        whole.line("append as check does, state kept / the same rows raw", 1.35),
        Line("append: syncs", counted, 1, unit="syncs", note=note),
    ]


def prepared(path: Path, posts: int) -> Log:
    """A log with some moves in it."""
    log = new_log(path)
    grow(log, posts)
    return log


def bare(path: Path, log: Log) -> sqlite3.Connection:
    """The rows of a log in a table without indexes, triggers or caches, as durable as the log."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.executescript(_TABLES)
    db.execute("BEGIN")
    db.executemany(_EVENT, log.events())
    db.execute("COMMIT")
    return db


def checked(log: Log, posts: int) -> list[tuple[list[New], Kept]]:
    """What each of the next valid posts appends, and the state to keep with it."""
    table = find(log, None)
    session = Session(log, table, now=NOW, by="bench")
    made = []
    for _ in range(posts):
        before = len(session.pending)
        turn = next_turn(table, session.state)
        text = text_of(table, session.state, turn)
        session.judge(post_of(table, turn, text, str(session.head.seq + before)))
        place = session.last
        if place is None:
            raise RuntimeError(text)
        things = place.seq // 2  # each is a post and its ruling
        made.append((session.pending[before:], kept(table, Mark(things, place, session.state))))
    return made


def _round(log: Log, raw: sqlite3.Connection, *, keeping: bool) -> tuple[float, float]:
    """Seconds on each side. Whoever comes second finds the disk awake, so they take turns."""
    head = log.head()
    work: list[tuple[Callable[[], object], Callable[[], object]]] = []
    for events, keep in checked(log, APPENDS):
        rows = []
        expected = head
        for new in events:
            rows.append(as_stored(new, head.seq + 1, head.hash))
            head = Head(rows[-1].seq, rows[-1].hash)
        append = partial(log.append, events, expected, [keep] if keeping else ())
        snapshot = (keep.table, *keep.at(head)) if keeping else None
        work.append((append, partial(_insert, raw, rows, snapshot)))
    ours = theirs = 0.0
    for number, (one, other) in enumerate(work):
        if number % 2:
            theirs += seconds(other)
            ours += seconds(one)
        else:
            ours += seconds(one)
            theirs += seconds(other)
    return ours, theirs


def _insert(
    db: sqlite3.Connection, rows: list[Stored], snapshot: tuple[object, ...] | None
) -> None:
    db.execute("BEGIN IMMEDIATE")
    for row in rows:
        db.execute(_EVENT, row)
    if snapshot is not None:
        db.execute(_SNAPSHOT, snapshot)
    db.execute("COMMIT")


def _syncs(folder: Path) -> float | None:
    """Syncs of an append: those of a process with twice FEW, less those of one with FEW."""
    found = []
    for number, appends in enumerate((FEW, 2 * FEW)):
        path = folder / f"traced-{number}.db"
        prepared(path, 50).close()
        command = (sys.executable, "-m", __name__, str(path), str(appends))
        found.append(strace.syncs(command, folder, surroundings()))
    few, many = found
    return None if few is None or many is None else (many - few) / FEW


def _append(path: str, appends: int) -> None:
    log = Log.open(path)
    head = log.head()
    for events, keep in checked(log, appends):
        head = log.append(events, head, [keep])
    log.close()


if __name__ == "__main__":
    _append(sys.argv[1], int(sys.argv[2]))
