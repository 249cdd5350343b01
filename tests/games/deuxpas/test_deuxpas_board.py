"""Moves, painting and destruction on masks, against counts and a plain program made apart."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.deuxpas import board
from tests.games.deuxpas.playing import classic, ending, perft, varied

CLASSIC = (46, 2_116, 106_696, 5_298_604)
VARIED = (33, 1_254, 48_860, 2_022_627)
ENDING = (35, 1_123, 30_343, 917_051)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_perft(depth: int) -> None:
    assert perft(classic(), depth) == CLASSIC[depth - 1]
    assert perft(varied(), depth) == VARIED[depth - 1]
    assert perft(ending(), depth) == ENDING[depth - 1]


@st.composite
def positions(draw: st.DrawFn) -> board.Position:
    """Any position: pawns on different cells, none on its far rank, colours apart."""
    dice = Random(draw(st.integers(0, 2**32)))  # noqa: S311 - no secret
    taken: list[int] = []
    pawns = []
    for home in (1, 0):  # whose far rank is 8, then 1
        free = [c for c in range(64) if c not in taken and not board.HOME[home] >> c & 1]
        mine = dice.sample(free, draw(st.integers(0, 4)))
        taken += mine
        pawns.append(sum(1 << cell for cell in mine))
    red, blue = draw(st.sampled_from([(0.1, 0.1), (0.3, 0.3), (0.45, 0.45), (0.1, 0.8)]))
    colours = [0, 0]
    for cell in range(64):
        throw = dice.random()
        if throw < red + blue:
            colours[throw >= red] |= 1 << cell
    fixed = (colours[0] | colours[1]) & dice.getrandbits(64) & dice.getrandbits(64)
    return (*pawns, *colours, fixed, board.HOME[1], draw(st.integers(0, 2)), 0)  # type: ignore[return-value]  # pairs of two


def neighbours(cell: int) -> Iterator[int]:
    """By coordinates, as the rules say it."""
    file, rank = cell % 8, cell // 8
    for f in (file - 1, file, file + 1):
        for r in (rank - 1, rank, rank + 1):
            if 0 <= f < 8 and 0 <= r < 8 and (f, r) != (file, rank):
                yield f + 8 * r


def walked(position: board.Position) -> set[tuple[int, int]]:
    """Every move by walking two steps (D5)."""
    own, others, _, theirs, *_ = position
    shut = own | others | theirs
    return {
        (start, second)
        for start in range(64)
        if own >> start & 1
        for first in neighbours(start)
        if not shut >> first & 1
        for second in neighbours(first)
        if not shut >> second & 1 and second != start
    }


@given(positions())
@settings(max_examples=150, deadline=None)
def test_moves_are_those_of_a_walk(position: board.Position) -> None:
    moves = list(board.moves(position))
    assert set(moves) == walked(position)
    assert len(moves) == len(set(moves)) == board.count(position)


@given(positions())
@settings(max_examples=100, deadline=None)
def test_what_a_move_does_is_what_the_rules_say(position: board.Position) -> None:
    own, others, mine, theirs, fixed, far, arrived, theirs_arrived = position
    moves = list(board.moves(position))
    after = [board.play(position, start, to) for start, to in moves]
    assert board.successors(position) == after
    for (start, to), now in zip(moves, after, strict=True):
        scores = bool(far >> to & 1)
        pawns = {cell for cell in range(64) if own >> cell & 1} - {start}
        pawns |= set() if scores else {to}
        colour = {c: "mine" if mine >> c & 1 else "theirs" for c in board.bits(mine | theirs)}
        won = arrived + scores == 3
        if not won:
            colour |= {c: "mine" for c in neighbours(to) if not fixed >> c & 1}
            pawns -= {cell for cell in pawns if colour.get(cell) == "theirs"}
        assert set(board.bits(now[1])) == pawns
        assert set(board.bits(now[3])) == {c for c, whose in colour.items() if whose == "mine"}
        assert set(board.bits(now[2])) == {c for c, whose in colour.items() if whose == "theirs"}
        assert now[0] == others
        assert (now[4], now[5], now[6]) == (fixed, far ^ 0xFF ^ 0xFF << 56, theirs_arrived)
        assert now[7] == arrived + scores
        assert board.won(now) == won


@given(positions())
@settings(max_examples=100, deadline=None)
def test_a_board_turned_round_has_the_same_moves(position: board.Position) -> None:
    def turned(mask: int) -> int:
        return sum(1 << board.opposite(cell) for cell in board.bits(mask))

    round_about = (*map(turned, position[:6]), *position[6:])
    opposite = {(board.opposite(a), board.opposite(b)) for a, b in board.moves(position)}
    assert set(board.moves(round_about)) == opposite  # type: ignore[arg-type]  # eight numbers


def test_the_cells_have_their_names() -> None:
    assert (board.INDEX["a1"], board.INDEX["h1"], board.INDEX["a8"], board.INDEX["h8"]) == (
        0,
        7,
        56,
        63,
    )
    assert board.names(board.mask_of(("e6", "a3", "c5", "a1"))) == ["a1", "a3", "c5", "e6"]
    opposites = [board.CELLS[board.opposite(board.INDEX[cell])] for cell in ("a3", "c5", "g4")]
    assert opposites == ["h6", "f4", "b5"]
