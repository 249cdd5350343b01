"""Deux-Pas: sequences counted beside python-chess, and random games through the judge."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any

from referee.core.game import Opening
from referee.games.deuxpas import board
from referee.games.deuxpas.game import GAME
from referee.games.deuxpas.state import Ruled
from tests.bench.measure import Line, seconds
from tests.games.deuxpas.playing import perft

BAR = 15
DEPTH = 4
CLASSIC = {4: 5_298_604, 5: 279_669_588}
CHESS = 197_281
"""Leaves of chess at depth 4."""

_START = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
_PLAYERS = ("Alice", "Bruno")
_GAMES = 10


def lines(rounds: int) -> list[Line]:
    """Leaves a second against python-chess, counted in turns; games a second."""
    return [_perft(rounds), _deep(), _games()]


def _classic() -> board.Position:
    start: board.Position = GAME.setup(Opening(_START, _PLAYERS, {})).position(0)
    return start


def _perft(rounds: int) -> Line:
    what = f"Deux-Pas perft({DEPTH}), leaves/s / python-chess perft({DEPTH})"
    if find_spec("chess") is None:
        return Line(what, None, BAR, at_least=True, note="chess not installed")
    ours, theirs = _counted(CLASSIC[DEPTH]), _chess()
    ratios, own, other = [], [], []
    next(ours), next(theirs)
    for _ in range(rounds):
        own.append(CLASSIC[DEPTH] / next(ours))
        other.append(CHESS / next(theirs))
        ratios.append(own[-1] / other[-1])
    one, two = (f"{median(rates) / 1e6:.2f} M/s" for rates in (own, other))
    ratio, low, high = median(ratios), min(ratios), max(ratios)
    return Line(what, ratio, BAR, low, high, one, two, at_least=True)


def _counted(leaves: int) -> Iterator[float]:
    """The seconds of counting from the classic start, again and again."""
    start = _classic()
    while True:
        begun = time.perf_counter()
        if perft(start, DEPTH) != leaves:
            raise RuntimeError("perft is wrong")
        yield time.perf_counter() - begun


def _chess() -> Iterator[float]:
    import chess

    def count(position: chess.Board, depth: int) -> int:
        if depth == 1:
            return len(list(position.legal_moves))
        total = 0
        for move in position.legal_moves:
            position.push(move)
            total += count(position, depth - 1)
            position.pop()
        return total

    while True:
        begun = time.perf_counter()
        if count(chess.Board(), DEPTH) != CHESS:
            raise RuntimeError("python-chess is wrong")
        yield time.perf_counter() - begun


def _deep() -> Line:
    """One count at depth 5, compared with the number that was made independently."""
    start = _classic()
    found: list[int] = []
    spent = seconds(lambda: found.append(perft(start, 5)))
    if found != [CLASSIC[5]]:
        raise RuntimeError("perft(5) is wrong")
    rate = CLASSIC[5] / spent / 1e6
    return Line("Deux-Pas perft(5)", round(rate, 1), 0, at_least=True, unit="M leaves/s")


def _games() -> Line:
    """Random games, each move read from a post, judged and folded."""
    dice = Random(1)  # noqa: S311 - no secret
    moves = 0

    def play() -> None:
        nonlocal moves
        for _ in range(_GAMES):
            moves += _game(dice)

    spent = seconds(play)
    note = f"{moves / spent:.0f} moves/s, read, judged and folded"
    rate = round(_GAMES / spent, 1)
    return Line("Deux-Pas random games", rate, 0, at_least=True, unit="games/s", note=note)


def _game(dice: Random) -> int:
    """Plays a game to its end; how many moves it took."""
    state: Any = GAME.setup(Opening(_START, _PLAYERS, {}))
    at, number = _START, 0
    while state.result is None:
        at += timedelta(minutes=1)
        player = _PLAYERS[number % 2]
        start, to = dice.choice(list(board.moves(state.position(number % 2))))
        sheet = GAME.read(f"{board.CELLS[start]}-{board.CELLS[to]}", _PLAYERS).act
        number += 1
        act = GAME.posted(number, player, at, 1, "2026-W48", sheet)
        finding = GAME.judge(state, act)
        if finding.verdict != "valid":
            raise RuntimeError(finding.objections)
        state = GAME.apply(state, Ruled(number, player, at, 1, "2026-W48", finding.effect))
    return number
