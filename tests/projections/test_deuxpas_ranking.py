"""The ranking of Deux-Pas: rows by hand, and the rating by the formula that is stated (D14)."""

import math
import random
from typing import NamedTuple

import pytest

from referee.projections.deuxpas_ranking import BETA, KAPPA, MU, SIGMA, TAU, rows


class Game(NamedTuple):
    players: tuple[str, ...]
    winners: tuple[str, ...] = ()


def stated(games: list[Game]) -> dict[str, float]:
    """Every player's rating by the formula of the module, written out."""
    strength: dict[str, tuple[float, float]] = {}
    for game in games:
        before = [strength.get(name, (MU, SIGMA**2)) for name in game.players]
        grown = [(mu, variance + TAU**2) for mu, variance in before]
        c = math.sqrt(sum(variance for _, variance in grown) + 2 * BETA**2)
        for at, name in enumerate(game.players):
            (mu, variance), other = grown[at], grown[1 - at]
            score = 0.5 if not game.winners else float(name in game.winners)
            p = 1 / (1 + math.exp((other[0] - mu) / c))
            smaller = 1 - (math.sqrt(variance) / c) ** 3 * p * (1 - p)
            strength[name] = (mu + variance / c * (score - p), variance * max(smaller, KAPPA))
    return {name: mu - 3 * math.sqrt(variance) for name, (mu, variance) in strength.items()}


def test_nobody_appears_before_a_finished_game() -> None:
    assert rows([]) == []


def test_games_wins_draws_losses_and_points() -> None:
    found = rows(
        [
            Game(("Alice", "Bruno"), ("Alice",)),
            Game(("Bruno", "alice")),
            Game(("Chloé", "Bruno"), ("Bruno",)),
        ]
    )
    kept = [{k: v for k, v in row.items() if k != "rating"} for row in found]
    common = ("rank", "player", "games", "wins", "draws", "losses", "points")
    assert kept == [
        dict(zip(common, (1, "Alice", 2, 1, 1, 0, 1.5), strict=True)),
        dict(zip(common, (2, "Bruno", 3, 1, 1, 1, 1.5), strict=True)),
        dict(zip(common, (3, "Chloé", 1, 0, 0, 1, 0.0), strict=True)),
    ]


def test_equal_records_share_a_rank() -> None:
    found = rows([Game(("Bruno", "Alice"))])
    assert [(row["rank"], row["player"], row["points"]) for row in found] == [
        (1, "Alice", 0.5),
        (1, "Bruno", 0.5),
    ]


@pytest.mark.parametrize("seed", range(8))
def test_the_rating_is_the_formula_that_is_stated(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - no secret
    games = []
    for _ in range(40):
        pair = tuple(rng.sample(["Alice", "Bruno", "Chloé", "David"], 2))
        games.append(Game(pair, rng.choice([(), pair[:1], pair[1:]])))
    expected = stated(games)
    found = {row["player"]: row["rating"] for row in rows(games)}
    assert found == pytest.approx(expected, abs=0.0051)
    assert rows(games) == rows(list(games))


def test_a_win_against_the_stronger_is_worth_more() -> None:
    first = [Game(("Alice", "Bruno"), ("Alice",))] * 5
    over_the_strong = rows([*first, Game(("Chloé", "Alice"), ("Chloé",))])
    over_the_weak = rows([*first, Game(("Chloé", "Bruno"), ("Chloé",))])
    gained = [
        next(row["rating"] for row in table if row["player"] == "Chloé")
        for table in (over_the_strong, over_the_weak)
    ]
    assert gained[0] > gained[1]
