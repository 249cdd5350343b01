"""Logs to measure: a long game of Quadrille, every post valid, judged and recorded."""

import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from referee.core.post import Post
from referee.core.table import Table
from referee.desk.session import Session
from referee.desk.tables import Opening, find, open_table
from referee.games.quadrille.acts import Posted
from referee.games.quadrille.state import Ruled, State
from referee.posts.dates import Stamp
from referee.posts.reader import Said, read_post
from referee.render.reply import board_and_ranking
from referee.store.log import Log

TABLE = "Bench"
PLAYERS = ("Alice", "Bruno", "Chloé", "Diego", "Émile")
OPENED = datetime(2000, 1, 1, 12, tzinfo=UTC)
PACE = timedelta(minutes=10)
WAIT = timedelta(days=3)
"""Longer than any clock of Quadrille: after it a floor may be emptied."""

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
CHUNK = 2_000
"""Posts an append while a log is made."""


class Turn(NamedTuple):
    """The next valid post of a game: who, when, and the act that the rules allow."""

    player: str
    at: datetime
    act: Posted


def new_log(path: Path) -> Log:
    """A log with one open table, its only event."""
    log = Log.create(str(path))
    open_table(log, Opening("quadrille", TABLE), at=OPENED, now=NOW, by="bench")
    return log


def next_turn(table: Table, state: State) -> Turn:
    """A move that stands: of the player after the last one, or whoever is able to move at all."""
    last = state.last
    at = last.at + PACE if last else OPENED + PACE
    mover = PLAYERS.index(last.player) if last else -1
    for when in (at, at + WAIT):
        week = table.week(when).name
        for turn in range(1, len(PLAYERS) + 1):
            player = PLAYERS[(mover + turn) % len(PLAYERS)]
            act = next(table.game.legal(state, player, when, week), None)
            if act is not None:
                return Turn(player, when, act)
    raise RuntimeError("nobody can move")


def text_of(table: Table, state: State, turn: Turn) -> str:
    """The post that makes a move, as a player pastes it: the board and the ranking after it."""
    game = table.game
    finding = game.judge(state, turn.act)
    week = turn.act.week
    ruled = Ruled(0, turn.player, turn.at, 1, week, finding.effect, finding.points)
    after = game.apply(state, ruled)
    return board_and_ranking(game.picture(after), game.ranking(after, week), "text")


def post_of(table: Table, turn: Turn, text: str, post_id: str | None) -> Post:
    """The post, read as `check` reads it."""
    said = Said(turn.player, Stamp(turn.at, 1), post_id)
    return read_post(text, said, zone=table.zone, now=turn.at)


def grow(log: Log, posts: int) -> None:
    """Play on: each post read, judged and recorded, two events for each."""
    table = find(log, None)
    for first in range(0, posts, CHUNK):
        session = Session(log, table, now=NOW, by="bench")
        number = session.head.seq
        for n in range(min(CHUNK, posts - first)):
            turn = next_turn(table, session.state)
            post = post_of(table, turn, text_of(table, session.state, turn), str(number + n))
            verdict = session.judge(post).verdict
            if verdict != "valid":
                raise RuntimeError(f"{verdict}: {post}")
        session.commit()


def made(folder: Path, sizes: Sequence[int]) -> Iterator[Path]:
    """Logs of so many events (and the opening), ascending; each is a prefix of the next."""
    growing = folder / "growing.db"
    events = 0
    for size in sorted(sizes):
        log = Log.open(str(growing)) if events else new_log(growing)
        grow(log, (size - events) // 2)
        log.close()
        events = size
        path = folder / f"{size}.db"
        shutil.copyfile(growing, path)
        yield path
    growing.unlink()
