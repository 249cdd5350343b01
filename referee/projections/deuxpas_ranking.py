"""The ranking of Deux-Pas over finished games (D14): points, and a rating.

The rating is that of Weng and Lin (2011) in its Bradley-Terry form, by openskill, which is kept up,
needs nothing besides, and treats a draw as half a win. A player starts at mu 25, sigma 25/3. Before
each game sigma² grows by tau². With c² = sigma² + sigma'² + 2 beta² and p = 1 / (1 + exp((mu' - mu)
/ c)), a game of score s (1, 1/2 or 0) makes mu larger by sigma²/c (s - p), and sigma² smaller by
the factor 1 - (sigma/c)³ p (1 - p), at least kappa. What is shown is mu - 3 sigma: the strength of
which the games leave little doubt.
"""

from collections.abc import Iterable
from typing import Any, Protocol

from referee.core.names import key

MU, SIGMA = 25.0, 25.0 / 3
BETA, TAU, KAPPA = 25.0 / 6, 25.0 / 300, 0.0001
DOUBTS = 3.0
"""How many sigmas below mu the rating lies."""


class Finished(Protocol):
    """A finished game: the players in the order of their seats, and who won (nobody: a draw)."""

    @property
    def players(self) -> tuple[str, ...]:
        """Red and Blue."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The winner, or nobody."""


def rows(results: Iterable[Finished]) -> list[dict[str, Any]]:
    """A row for each player with a finished game, best first; `results` in the order of their ends.

    Order: points, then rating, then name; who has as much of both shares a rank. The same results
    in the same order give the same rows.
    """
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU)
    ratings: dict[str, Any] = {}
    found: dict[str, dict[str, Any]] = {}
    for result in results:
        if len(result.players) != 2:
            continue
        pair = [key(name) for name in result.players]
        won = {key(name) for name in result.winners}
        for named, name in zip(pair, result.players, strict=True):
            _counted(found.setdefault(named, _row(name)), won=named in won, drawn=not won)
            ratings.setdefault(named, model.rating())
        ranks = [1.0 if name in won or not won else 2.0 for name in pair]
        teams = model.rate([[ratings[name]] for name in pair], ranks=ranks)
        ratings |= {name: team[0] for name, team in zip(pair, teams, strict=True)}
    for name, row in found.items():
        row["rating"] = round(ratings[name].mu - DOUBTS * ratings[name].sigma, 2)
    return _ranked(list(found.values()))


def _row(player: str) -> dict[str, Any]:
    return {"player": player, "games": 0, "wins": 0, "draws": 0, "losses": 0, "points": 0.0}


def _counted(row: dict[str, Any], *, won: bool, drawn: bool) -> None:
    """One more game in a player's row."""
    row["games"] += 1
    row["wins" if won else "draws" if drawn else "losses"] += 1
    row["points"] += 1.0 if won else 0.5 if drawn else 0.0


def _ranked(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows in order, each with its rank."""
    found.sort(key=lambda row: (-row["points"], -row["rating"], key(row["player"])))
    ranked: list[dict[str, Any]] = []
    for place, row in enumerate(found, 1):
        above = ranked[-1] if ranked else None
        same = above and (above["points"], above["rating"]) == (row["points"], row["rating"])
        ranked.append({"rank": above["rank"] if above and same else place, **row})
    return ranked
