"""Games that have ended: who won, with what scores, and when."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from referee.core.table import Table
from referee.desk.table import now_of
from referee.store.log import Log


class Result(NamedTuple):
    """A finished game: its table, when it ended, who sat there (in seat order), the winners (none
    for a draw), the scores where the game counts, and why it ended."""

    table: str
    game: str
    at: datetime
    players: tuple[str, ...]
    winners: tuple[str, ...]
    scores: dict[str, int]
    reason: str


def results(log: Log, tables: list[Table], now: datetime) -> Iterator[Result]:
    """The finished games of tables with seats, in the order of their ends."""
    found = []
    for table in tables:
        seated = table.game.seated
        if seated is None:
            continue
        state = seated.advance(now_of(table, log).state, now)[0]
        outcome = seated.outcome(state)
        if outcome is not None and outcome.at <= now:
            found.append(
                Result(
                    table.name,
                    table.game.name,
                    table.local(outcome.at),
                    seated.seats(state),
                    outcome.winners,
                    outcome.scores,
                    outcome.reason,
                )
            )
    yield from sorted(found, key=lambda result: (result.at, result.table))
