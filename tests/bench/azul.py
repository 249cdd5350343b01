"""Random games of Azul, the full list of legal moves built at every move: against python-chess."""

import random
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median

from tests.bench.measure import Line, shown, side_by_side, timed
from tests.games.azul.playouts import play

GAMES = 60
PUSHES = 3_000
BAR = 0.02
WHAT = "Azul, random two-player games / python-chess push_uci"


def lines(rounds: int) -> list[Line]:
    """How many games go into the time of one UCI move of python-chess."""
    if find_spec("chess") is None:
        return [Line(WHAT, None, BAR, at_least=True, note="chess not installed")]
    rng = random.Random("azul")  # noqa: S311 - nothing is at stake

    def games() -> None:
        for _ in range(GAMES):
            play(2, rng)

    pairs = side_by_side(timed(games), timed(pushes()), rounds)
    both = zip(pairs.ours, pairs.theirs, strict=True)
    ratios = sorted((GAMES / ours) / (PUSHES / theirs) for ours, theirs in both)
    a_second = GAMES / median(pairs.ours)
    return [
        Line(
            WHAT,
            round(median(ratios), 4),
            BAR,
            round(ratios[0], 4),
            round(ratios[-1], 4),
            shown(median(pairs.ours) / GAMES),
            shown(median(pairs.theirs) / PUSHES),
            at_least=True,
            unit="games a push",
            note=f"{a_second:,.0f} games/s; all legal moves are listed at each of their moves",
        )
    ]


def pushes() -> Callable[[], object]:
    """Plays so many moves of random games of chess, given in UCI."""
    import chess

    rng = random.Random("chess")  # noqa: S311 - nothing is at stake
    games: list[list[str]] = []
    left = PUSHES
    while left:
        board, game = chess.Board(), list[str]()
        while left and len(game) < 80 and not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            game.append(move.uci())
            left -= 1
        games.append(game)

    def push() -> None:
        for game in games:
            board = chess.Board()
            for move in game:
                board.push_uci(move)

    return push
