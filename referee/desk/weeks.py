"""What a change of the past does to weeks other than the present one (F11)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.core.events import RulingMade
from referee.core.history import Change
from referee.core.table import Table
from referee.desk.seal import count, reward_steps, seal_of
from referee.projections.corrections import points_in
from referee.projections.tally import rewards
from referee.store.log import Log

ALWAYS = "9999-W99"
"""Comes after every week's name."""


class Moved(NamedTuple):
    """A player's points and rewards of a past week, before and after; `sealed`: a correction."""

    week: str
    player: str
    points: tuple[int, int]
    rewards: tuple[int, int]
    sealed: bool


Given = tuple[str, str, int]
"""Points that something gives or takes: player, week, points."""


def given_by(ruling: RulingMade) -> Iterator[Given]:
    """What a ruling gives or takes, in the week that it counts for."""
    withdraws = ruling.effect.get("withdraws") or {}
    week = str(withdraws.get("week", ruling.week))
    points = points_in(ruling, week)
    if points:
        yield ruling.player, week, points


def moved(
    log: Log, table: Table, before: str, changes: Iterable[Change], more: Iterable[Given] = ()
) -> list[Moved]:
    """The weeks named before `before` whose points change, asked before the change is in the log:
    by the rulings that change, and `more` that is given or taken."""
    if table.game.name != "quadrille":
        return []
    deltas: dict[tuple[str, str], int] = {}
    for player, week, points in (*_deltas(changes), *more):
        deltas[week, player] = deltas.get((week, player), 0) + points
    found = []
    steps = reward_steps(table)
    for (week, player), delta in sorted(deltas.items()):
        if week >= before or not delta:
            continue
        rows = {row.player: row.points for row in count(log, table, week).rows}
        had = rows.get(player, 0)
        points_moved = (had, had + delta)
        prizes = (rewards(had, steps), rewards(had + delta, steps))
        sealed = seal_of(log, table, week) is not None
        found.append(Moved(week, player, points_moved, prizes, sealed))
    return found


def _deltas(changes: Iterable[Change]) -> Iterator[Given]:
    for change in changes:
        for player, week, points in given_by(change.was):
            yield player, week, -points
        yield from given_by(change.now)
