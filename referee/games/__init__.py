"""Pure: the rules of each game. Games never import one another; only the one played is loaded."""

from importlib import import_module

from referee.core.game import Game

NAMES = ("quadrille", "qwixx", "azul", "deuxpas")
"""The games this program referees."""


def load(name: str) -> Game:
    """The game of that name; KeyError where there is none."""
    if name not in NAMES:
        raise KeyError(name)
    game: Game = import_module(f"referee.games.{name}.game").GAME
    return game
