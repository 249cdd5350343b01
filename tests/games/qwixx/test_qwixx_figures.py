"""The figures of the oracle: fillings, means, and how games of random play go on average."""

import random
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import pytest

from referee.games.qwixx import board
from referee.games.qwixx.board import Dice, Rows


def test_a_row_can_be_filled_in_1662_ways() -> None:
    seen, todo = {0}, [0]
    while todo:
        mask = todo.pop()
        for bit in board.bits(board.OPEN[mask]):
            after = board.marked(mask, bit)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert len(seen) == 1662


def test_boxes_on_a_fresh_sheet() -> None:
    white = colour = 0
    for one, other in product(range(1, 7), repeat=2):
        white += len(board.white_boxes(board.EMPTY, 0, (one, other, 0, 0, 0, 0)))
        for die in range(1, 7):
            dice: Dice = (one, other, die, die, die, die)  # the four rows do not depend on others
            colour += len(board.colour_boxes(board.EMPTY, 0, dice))
    assert Fraction(white, 36) == Fraction(35, 9)
    assert Fraction(colour, 216) == Fraction(385, 54)


def test_what_crosses_are_worth() -> None:
    worth = [board.POINTS[(1 << crosses) - 1] for crosses in range(1, 13)]
    assert worth == [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]


class Played(NamedTuple):
    """A game of random play: how many turns, the scores."""

    turns: int
    scores: list[int]


def boxed(players: int, luck: random.Random) -> Played:
    """A game by the boxed rules with every choice uniform, passing among them: a row closed in
    the first action is closed for the second, two such rows or a fourth penalty end it at once."""
    sheets: list[Rows] = [board.EMPTY] * players
    penalties, closed, turns, active = [0] * players, 0, 0, 0
    while True:
        turns += 1
        rolled = [luck.randint(1, 6) for _ in range(6)]
        dice: Dice = (rolled[0], rolled[1], rolled[2], rolled[3], rolled[4], rolled[5])
        marked = False
        choices = [luck.choice([None, *board.white_boxes(rows, closed, dice)]) for rows in sheets]
        for seat, choice in enumerate(choices):
            if choice is not None:
                sheets[seat] = board.with_mark(sheets[seat], *choice)
                marked = marked or seat == active
        closed = board.closing(sheets, closed)
        if closed.bit_count() >= 2:
            break
        choice = luck.choice([None, *board.colour_boxes(sheets[active], closed, dice)])
        if choice is not None:
            sheets[active] = board.with_mark(sheets[active], *choice)
            marked = True
        penalties[active] += not marked
        closed = board.closing(sheets, closed)
        if board.ends(penalties[active], closed):
            break
        active = (active + 1) % players
    scores = [board.score(rows, penalties[seat]) for seat, rows in enumerate(sheets)]
    return Played(turns, scores)


@pytest.mark.parametrize(
    ("players", "turns", "score"),
    [(2, 16.438, 4.424), (3, 20.496, 6.764), (4, 24.002, 8.373), (5, 27.198, 9.661)],
)
def test_random_play_on_average(players: int, turns: float, score: float) -> None:
    """Within four standard errors of the mean of the oracle, which is that of many more games."""
    luck = random.Random(players)  # noqa: S311 - play, not secrets
    games = [boxed(players, luck) for _ in range(3000)]
    for values, mean in (
        ([float(game.turns) for game in games], turns),
        ([sum(game.scores) / players for game in games], score),
    ):
        ours = sum(values) / len(values)
        spread = (sum((value - ours) ** 2 for value in values) / (len(values) - 1)) ** 0.5
        assert abs(ours - mean) < 4 * spread / len(values) ** 0.5, (ours, mean)
