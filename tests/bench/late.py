"""A post that comes late, near the end of a long log and of a short one."""

import io
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, redirect_stdout
from datetime import timedelta
from pathlib import Path
from typing import Any

from referee.cli import main
from referee.core.history import EPOCH
from referee.desk.table import now_of
from referee.desk.tables import find
from referee.render.reply import board_and_ranking
from referee.store.log import Log
from tests.bench.inside import SHORT
from tests.bench.logs import NOW, PLAYERS
from tests.bench.measure import Line, seconds, side_by_side

EVENTS = 20_000
BACK = 20
"""How many places before the end it belongs."""

BAR = 1.5


def lines(short: Path, long: Path, events: int, folder: Path, rounds: int) -> list[Line]:
    """What a late post costs in a long log, against a short one."""
    paths = [Path(shutil.copy(path, folder / path.name)) for path in (long, short)]
    ours, theirs = (_late(path) for path in paths)
    pairs = side_by_side(ours, theirs, 3 * rounds, warm=3)
    what = f"a post {BACK} places late, {events:,} events / {SHORT}"
    return [pairs.line(what, BAR, note="after imports; recorded, with what it changes")]


def _late(path: Path) -> Iterator[float]:
    """The seconds of one `check` after another of a post that is not the last; a copy of the floor
    as it is at the end, so that it does not stand where it belongs."""
    post = path.with_suffix(".txt")
    while True:
        with closing(Log.open(str(path))) as log:
            table = find(log, None)
            state = now_of(table, log).state
        at = EPOCH + timedelta(microseconds=_before_the_end(path), seconds=1)
        post.write_text(board_and_ranking(table.game.picture(state), [], "text"), encoding="utf-8")
        command = ["--log", str(path), "--now", NOW.isoformat(), "--json", "check", str(post)]
        stamp = ["--author", PLAYERS[0], "--at", at.isoformat()]
        yield _seconds_of([*command, *stamp])


def _before_the_end(path: Path) -> int:
    """The instant of the BACK-th thing from the end."""
    query = "SELECT micros FROM entry ORDER BY micros DESC LIMIT 1 OFFSET ?"
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute(query, (BACK - 1,)).fetchone()[0])


def _seconds_of(arguments: list[str]) -> float:
    codes: list[Any] = []
    with redirect_stdout(io.StringIO()):
        took = seconds(lambda: codes.append(main.main(arguments, standalone_mode=False)))
    if codes not in ([0], [1]):
        raise RuntimeError(f"check ended with {codes}")
    return took
