"""What `check` does after its imports, with a long log against a short one, and its query plans."""

import io
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, redirect_stdout
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from referee.cli import main
from referee.core.table import Table
from referee.desk.table import now_of
from referee.desk.tables import find
from referee.store.log import Log
from tests.bench.logs import TABLE, next_turn, text_of
from tests.bench.measure import Line, seconds, side_by_side

SHORT = 100

_QUERIES = ("SELECT", "INSERT", "REPLACE", "UPDATE", "DELETE", "WITH")
_ONE_ROW = re.compile(r"LIMIT 1\s*$")
_PARTIAL = "USING INDEX event_tables"
_NOTE = "not counted: one row in key order (LIMIT 1); the index with one row a table"


def lines(short: Path, long: Path, events: int, rounds: int) -> list[Line]:
    """The command's own part, and the statements that read a table from end to end."""
    pairs = side_by_side(_checks(long), _checks(short), 3 * rounds, warm=3)
    scans = scanned(long)
    note = "; ".join(scans) if scans else _NOTE
    return [
        pairs.line(f"check after imports, {events:,} events / {SHORT}", 1.15),
        Line("check: statements that scan a table", len(scans), 0, unit="scans", note=note),
    ]


def _checks(path: Path) -> Iterator[float]:
    """The seconds of two checks, each on the next valid post: table not named, and named."""
    while True:
        yield seconds_of_check(path) + seconds_of_check(path, "--table", TABLE)


def seconds_of_check(path: Path, *options: str) -> float:
    """The seconds of one `check` in this process; it has to find the post valid."""
    log = Log.open(str(path))
    table = find(log, None)
    arguments = [*options, *_next(path, log, table)]
    log.close()
    codes: list[Any] = []
    with redirect_stdout(io.StringIO()):
        took = seconds(lambda: codes.append(main.main(arguments, standalone_mode=False)))
    if codes != [0]:
        raise RuntimeError(f"check ended with {codes}")
    return took


def _next(path: Path, log: Log, table: Table) -> list[str]:
    state = now_of(table, log).state
    turn = next_turn(table, state)
    post = path.with_suffix(".txt")
    post.write_text(text_of(table, state, turn), encoding="utf-8")
    now = (turn.at + timedelta(minutes=1)).isoformat()
    stamp = ["--author", turn.player, "--at", turn.at.isoformat()]
    return ["--log", str(path), "--now", now, "check", *stamp, str(post)]


def scanned(path: Path) -> list[str]:
    """The statements of one `check` whose plan reads a whole table or index."""
    seen: list[str] = []
    connect = sqlite3.connect

    def traced(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*args, **kwargs)
        db.set_trace_callback(seen.append)
        return db

    with patch("sqlite3.connect", traced):
        seconds_of_check(path)
        seconds_of_check(path, "--table", TABLE)
    with closing(connect(path)) as db:
        return [short(s) for s in dict.fromkeys(seen) if _is_query(s) and scans(db, s)]


def _is_query(statement: str) -> bool:
    return statement.lstrip().upper().startswith(_QUERIES)


def scans(db: sqlite3.Connection, statement: str) -> bool:
    """Whether the plan of a statement reads all of something that grows with the log."""
    details = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}")]
    if _ONE_ROW.search(statement) and not any("TEMP B-TREE" in detail for detail in details):
        return False
    return any(d.startswith("SCAN") and _PARTIAL not in d for d in details)


def short(statement: str) -> str:
    """A statement in a few words."""
    words = " ".join(statement.split())
    return words if len(words) <= 60 else f"{words[:59]}…"
