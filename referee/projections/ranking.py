"""Standings over finished games: games, wins, shared wins, and what the scores were."""

from collections.abc import Iterable
from typing import Any, Protocol


class Finished(Protocol):
    """What a ranking needs to know of a finished game."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who sat there."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; several share the win."""

    @property
    def scores(self) -> dict[str, int]:
        """The final score of each player."""


def ranked(results: Iterable[Finished]) -> list[dict[str, Any]]:
    """A row a player, best first: wins (a shared win counts its share), then the mean score."""
    rows: dict[str, dict[str, Any]] = {}
    for result in results:
        for player in result.players:
            row = rows.setdefault(
                player, {"player": player, "games": 0, "wins": 0, "shared": 0, "scores": []}
            )
            row["games"] += 1
            row["scores"].append(result.scores.get(player, 0))
            if player in result.winners:
                row["wins" if len(result.winners) == 1 else "shared"] += 1
    table = [_row(row) for row in rows.values()]
    table.sort(key=lambda row: (-row["wins"], -row["shared"], -row["mean"], row["player"]))
    for at, row in enumerate(table):
        same = at > 0 and _value(table[at - 1]) == _value(row)
        row["rank"] = table[at - 1]["rank"] if same else at + 1
    return table


def _value(row: dict[str, Any]) -> tuple[Any, ...]:
    return row["wins"], row["shared"], row["mean"]


def _row(row: dict[str, Any]) -> dict[str, Any]:
    scores = row.pop("scores")
    return row | {"best": max(scores), "mean": round(sum(scores) / len(scores), 1)}
