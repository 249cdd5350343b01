"""What came of a kind of fault, and what a log has to be after any of them."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from referee.desk.verify import verify
from referee.store.log import Log
from referee.store.rows import Head


class Outcome(NamedTuple):
    """A kind of fault: how often it was tried, how often the log survived, and what it said."""

    fault: str
    tried: int
    survived: int
    note: str = ""
    lost: str = ""

    @property
    def failed(self) -> bool:
        """Whether anything was lost, or nothing tried that could be."""
        return self.survived < self.tried


class Tally:
    """Counts what is tried of one kind of fault, and keeps the first that went wrong."""

    def __init__(self, fault: str) -> None:
        self.fault, self.tried, self.lost = fault, 0, list[str]()

    def take(self, wrong: str) -> None:
        """One more; `wrong` says what is amiss, or nothing."""
        self.tried += 1
        if wrong:
            self.lost.append(wrong)

    def outcome(self, note: str = "") -> Outcome:
        """What came of it all."""
        survived = self.tried - len(self.lost)
        return Outcome(self.fault, self.tried, survived, note, self.lost[0] if self.lost else "")


def unsound(path: Path, acknowledged: Iterable[Head] = (), *, deep: bool = False) -> str:
    """What is wrong with a log: it does not verify, an acknowledged event is not there or not once,
    a post has no ruling. Nothing if it is as it has to be."""
    with closing(Log.open(str(path))) as log:
        fault = verify(log, deep=deep).fault
    if fault is not None:
        return f"@{fault.seq} {fault.case} {fault.facts}"
    with closing(sqlite3.connect(path)) as db:
        hashes = dict(db.execute("SELECT seq, hash FROM event"))
        missing = [head.seq for head in acknowledged if hashes.get(head.seq) != head.hash]
        if missing:
            return f"acknowledged and gone: @{missing[0]}"
        if "ok" not in db.execute("PRAGMA integrity_check").fetchone():
            return "integrity_check"
        return _half(db)


def _half(db: sqlite3.Connection) -> str:
    query = (
        "SELECT n.seq FROM entry AS n JOIN event AS e ON e.seq = n.seq"
        " WHERE e.type = 'post_recorded' AND n.stands = n.seq"
    )
    half = db.execute(query).fetchone()
    if half:
        return f"a post without its ruling: @{half[0]}"
    query = (
        "SELECT json_extract(data, '$.text') AS said FROM event WHERE type = 'post_recorded'"
        " GROUP BY said HAVING count(*) > 1"
    )
    twice = db.execute(query).fetchone()
    return f"recorded twice: {twice[0][:40]!r}" if twice else ""
