"""A log replayed to the board: against reading it, and against a library of event sourcing."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import msgspec

from referee.core.events import RulingMade
from referee.desk.table import now_of, rebuilt
from referee.desk.tables import find
from referee.store.log import Log
from tests.bench.measure import Line, side_by_side, timed

_RULINGS = "SELECT data FROM event WHERE type = 'ruling_made' ORDER BY seq"


def lines(path: Path, events: int, rounds: int) -> list[Line]:
    """How long the replay of a log takes."""
    log = Log.open(str(path))
    table = find(log, None)
    if rebuilt(table, log) != now_of(table, log).state:
        raise RuntimeError("the replay ends elsewhere than the game did")
    replay = timed(lambda: rebuilt(table, log))
    with closing(sqlite3.connect(path)) as db:
        decoded = timed(lambda: read(db))
        reading = side_by_side(replay, decoded, rounds).line(
            f"replay of {events:,} events / SELECT + full decode of its rulings",
            2,
            note="rulings only: the rows that the replay reads",
        )
    what = f"replay, times faster than eventsourcing ({events:,} events each)"
    if find_spec("eventsourcing") is None:
        library = Line(what, None, 6, at_least=True, note="eventsourcing not installed")
    else:
        pairs = side_by_side(replay, timed(aggregate(events)), rounds)
        library = pairs.line(what, 6, faster=True)
        note = "posts are not folded; for each event that is, {:.2f} times faster"
        library = library._replace(note=note.format((library.value or 0) / 2))
    log.close()
    return [reading, library]


def read(db: sqlite3.Connection) -> None:
    """Every ruling read and decoded in full, and dropped."""
    decode = msgspec.json.Decoder(RulingMade).decode
    for (data,) in db.execute(_RULINGS):
        decode(data)


def aggregate(events: int) -> Callable[[], object]:
    """Rebuilds an aggregate that counts, from so many events kept in memory as the library does."""
    from tests.bench.counter import Counters

    counters = Counters()
    counter = counters.counted(events)

    def rebuild() -> None:
        if counters.count_of(counter) != events - 1:
            raise RuntimeError("events are missing")

    return rebuild
