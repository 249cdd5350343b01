"""The weekly points (F11, Q11): who earned what in which week, and the balance of posts read."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from referee.core.events import PointsAwarded, SealedRow
from referee.core.names import key
from referee.core.ruling import Award

VERDICTS = ("valid", "invalid", "unclear", "no-move", "duplicate", "edited")


class Withdrawn(msgspec.Struct, frozen=True):
    """Points that an edit takes back, and the week they were earned in (Q7)."""

    points: int
    week: str


class Effect(msgspec.Struct, frozen=True):
    """The part of a ruling's effect that a tally counts."""

    withdraws: Withdrawn | None = None


class Scored(msgspec.Struct, frozen=True):
    """The part of a standing ruling that a tally counts."""

    post: int
    player: str
    week: str
    verdict: str
    effect: Effect
    points: tuple[Award, ...] = ()


class Row(msgspec.Struct):
    """A player's week (or season) at a table."""

    table: str
    player: str
    points: int = 0
    rewards: int = 0
    awarded: int = 0
    rank: int = 0


class Tally(msgspec.Struct):
    """Points of one table: rows best first, posts by verdict, and the posts still unclear."""

    rows: list[Row]
    posts: dict[str, int]
    unclear: list[int]


class Wanted(msgspec.Struct, frozen=True):
    """What to count: a table's week (None for all), the points that earn rewards (most first), and
    the state of a game that was under way when the table opened."""

    table: str
    week: str | None
    steps: list[tuple[int, int]]
    start: dict[str, Any] | None = None


def tally(wanted: Wanted, things: Iterable[Scored | PointsAwarded]) -> Tally:
    """The tally of one table; rewards are earned week by week. A row for whoever moved."""
    week = wanted.week
    points = _points_at_start(wanted.start or {}, week)
    awarded: Counter[str] = Counter()
    posts: Counter[str] = Counter()
    unclear = []
    for thing in things:
        if isinstance(thing, PointsAwarded):
            if week in (None, thing.week):
                _add(points, thing.player, thing.week, thing.points)
                awarded[thing.player] += thing.points
            continue
        if week in (None, thing.week):
            posts[thing.verdict] += 1
            if thing.verdict == "unclear":
                unclear.append(thing.post)
        taken = thing.effect.withdraws
        if taken is not None:
            if week in (None, taken.week):
                _add(points, thing.player, taken.week, -taken.points)
        elif thing.verdict == "valid" and week in (None, thing.week):
            _add(points, thing.player, thing.week, sum(award.points for award in thing.points))
    balance = {"read": posts.total(), **{verdict: posts[verdict] for verdict in VERDICTS}}
    return Tally(_rows(wanted, points, awarded), balance, unclear)


def _add(points: dict[tuple[str, str], int], player: str, week: str, earned: int) -> None:
    points[player, week] = points.get((player, week), 0) + earned


def _rows(wanted: Wanted, points: dict[tuple[str, str], int], awarded: Counter[str]) -> list[Row]:
    rows: dict[str, Row] = {}
    for (player, _), earned in points.items():
        row = rows.setdefault(player, Row(wanted.table, player, awarded=awarded[player]))
        row.points += earned
        row.rewards += rewards(earned, wanted.steps)
    return ranked(list(rows.values()))


def _points_at_start(start: dict[str, Any], week: str | None) -> dict[tuple[str, str], int]:
    begun = str(start.get("week"))
    players: dict[str, dict[str, Any]] = start.get("players") or {}
    if week not in (None, begun):
        return {}
    return {(name, begun): hand["points"] for name, hand in players.items() if hand.get("points")}


def rewards(points: int, steps: list[tuple[int, int]]) -> int:
    """The rewards that a week's points earn (Q11)."""
    return next((earned for least, earned in steps if points >= least), 0)


def ranked(rows: list[Row]) -> list[Row]:
    """The rows best first, equal points on one rank (1, 1, 3)."""
    rows = sorted(rows, key=lambda row: (-row.points, key(row.player)))
    for at, row in enumerate(rows):
        tied = at > 0 and rows[at - 1].points == row.points
        row.rank = rows[at - 1].rank if tied else at + 1
    return rows


def as_sealed(rows: list[Row]) -> tuple[SealedRow, ...]:
    """The rows as the event of a seal keeps them."""
    return tuple(SealedRow(r.player, r.points, r.rewards, r.awarded, r.rank) for r in rows)


def from_sealed(table: str, rows: tuple[SealedRow, ...]) -> list[Row]:
    """The rows that a seal published."""
    return [Row(table, r.player, r.points, r.rewards, r.awarded, r.rank) for r in rows]


def balance(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    """The balances of several tables as one."""
    total: dict[str, Any] = dict.fromkeys(("read", *VERDICTS), 0)
    for part in parts:
        for verdict, count in part.items():
            total[verdict] += count
    return total
