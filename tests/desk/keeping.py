"""States kept of a table more often than the program keeps them, so that short logs have many."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

from referee.desk.table import kept, now_of
from referee.desk.tables import all_tables
from referee.store.log import Log

FIELDS = (
    *("table_id", "micros", "rank", "number", "after", "things"),
    *("seq", "hash", "edition", "schema", "state", "proof"),
)
"""The columns of a snapshot."""


@contextmanager
def kept_every(things: int) -> Iterator[None]:
    """A state is noted after every so many things."""
    with patch("referee.core.history.MARK_EVERY", things):
        yield


def keep_states(path: Path) -> int:
    """Keep what states there are to keep of every table of a log, with its last event; how many."""
    with kept_every(1), closing(Log.open(str(path))) as log:
        for table in all_tables(log):
            marks = now_of(table, log).marks
            log.append([], log.head(), [kept(table, mark) for mark in marks])
        return sum(1 for table in all_tables(log) for _ in log.snapshots(table.name))
