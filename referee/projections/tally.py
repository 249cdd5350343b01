"""The weekly points (F11, Q11): who earned what in which week, and the balance of posts read."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec

from referee.core.names import key
from referee.core.ruling import Award

VERDICTS = ("valid", "invalid", "unclear", "no-move", "duplicate", "edited")


class Scored(msgspec.Struct, frozen=True):
    """The part of a standing ruling that a tally counts."""

    post: int
    player: str
    posted_at: datetime
    week: str
    verdict: str
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


def tally(
    table: str,
    rulings: Iterable[Scored],
    steps: list[tuple[int, int]],
    week: str | None,
    start: dict[str, Any] | None = None,
) -> Tally:
    """The tally of one table for a week, or for all its weeks where `week` is None.

    `steps` are points and the rewards they earn, most points first; rewards are earned week by
    week. `start` is the state of a game that was under way when the table opened. A row for whoever
    made a valid move.
    """
    points = _points_at_start(start or {}, week)
    posts: Counter[str] = Counter()
    unclear = []
    for ruling in rulings:
        if week is not None and ruling.week != week:
            continue
        posts[ruling.verdict] += 1
        if ruling.verdict == "unclear":
            unclear.append(ruling.post)
        if ruling.verdict == "valid":
            mine = (ruling.player, ruling.week)
            points[mine] = points.get(mine, 0) + sum(award.points for award in ruling.points)
    rows: dict[str, Row] = {}
    for (player, _), earned in points.items():
        row = rows.setdefault(player, Row(table, player))
        row.points += earned
        row.rewards += rewards(earned, steps)
    balance = {"read": posts.total(), **{verdict: posts[verdict] for verdict in VERDICTS}}
    return Tally(ranked(list(rows.values())), balance, unclear)


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


def balance(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    """The balances of several tables as one."""
    total: dict[str, Any] = dict.fromkeys(("read", *VERDICTS), 0)
    for part in parts:
        for verdict, count in part.items():
            total[verdict] += count
    return total
