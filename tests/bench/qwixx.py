"""Random full games of Qwixx for two, by the product's rule functions, against python-chess."""

import random
from collections.abc import Iterator

import chess

from referee.games.qwixx import board
from referee.games.qwixx.board import Dice, Rows
from tests.bench.measure import Line, seconds, side_by_side

GAMES = 60
PUSHES = 6_000
BAR = 0.065
"""Games for each push of python-chess: ten times the best engines in plain Python known to us."""

_LINE = (
    "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6",
    "e1g1", "f8e7", "f1e1", "b7b5", "a4b3", "d7d6", "c2c3", "e8g8",
)  # fmt: skip


def lines(rounds: int) -> list[Line]:
    """Random games a push: ours and theirs in turns, so that the machine is the same for both."""
    pairs = side_by_side(_games(), _pushes(), rounds)
    ratios = sorted(
        (GAMES / ours) / (PUSHES / theirs)
        for ours, theirs in zip(pairs.ours, pairs.theirs, strict=True)
    )
    rate = GAMES / sorted(pairs.ours)[len(pairs.ours) // 2]
    pushes = PUSHES / sorted(pairs.theirs)[len(pairs.theirs) // 2]
    return [
        Line(
            "random games for two / python-chess push_uci",
            ratios[len(ratios) // 2],
            BAR,
            ratios[0],
            ratios[-1],
            f"{rate:,.0f}/s",
            f"{pushes:,.0f}/s",
            at_least=True,
            unit="games a push",
        )
    ]


def _games() -> Iterator[float]:
    luck = random.Random(6)  # noqa: S311 - play, not secrets
    while True:
        yield seconds(lambda: [play(luck) for _ in range(GAMES)])


def play(luck: random.Random) -> tuple[int, ...]:
    """One game under X1-X10 with uniform choices, passing among them where it is allowed; the
    scores."""
    sheets: list[Rows] = [board.EMPTY, board.EMPTY]
    penalties, closed, active = [0, 0], 0, 0
    pick = luck.random
    while True:
        one, other, red, yellow, green, blue = (1 + int(6 * pick()) for _ in range(6))
        dice: Dice = (one, other, red, yellow, green, blue)
        free = board.white_boxes(sheets[1 - active], closed, dice)
        choice = int((len(free) + 1) * pick())
        if choice:
            sheets[1 - active] = board.with_mark(sheets[1 - active], *free[choice - 1])
        rows = sheets[active]
        free = board.white_boxes(rows, closed, dice)
        choice = int((len(free) + 1) * pick())
        after = board.with_mark(rows, *free[choice - 1]) if choice else rows
        free = board.colour_boxes(after, closed, dice)
        choice = int((len(free) + 1) * pick())
        if choice:
            after = board.with_mark(after, *free[choice - 1])
        if after is rows:
            boxes = board.all_boxes(rows, closed, dice) if penalties[active] == 3 else []
            if boxes:  # X6: with three penalties and a legal mark nobody may pass
                after = board.with_mark(rows, *boxes[int(len(boxes) * pick())])
            else:
                penalties[active] += 1
        sheets[active] = after
        closed = board.closing(sheets, closed)
        if board.ends(penalties[active], closed):
            return tuple(map(board.score, sheets, penalties))
        active = 1 - active


def _pushes() -> Iterator[float]:
    while True:
        yield seconds(_push)


def _push() -> None:
    for _ in range(PUSHES // len(_LINE)):
        position = chess.Board()
        for move in _LINE:
            position.push_uci(move)
