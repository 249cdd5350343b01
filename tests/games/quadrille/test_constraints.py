"""House constraints (Q12): their spelling, and the cells they keep steps out of."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.quadrille import constraints as house
from referee.games.quadrille import floor as fl

ZONES = {"red": (0, 0), "blue": (1, 0), "white": (0, 1), "black": (1, 1)}
AREAS = [*"1234", *"abcd", *ZONES, *(f"{column}{row}" for column in "abcd" for row in "1234")]
PAIRS = st.sampled_from(["diagonals", "touching", "knight"])
CLOSED = st.sampled_from([f"closed {area}" for area in AREAS if len(area) == 2])
BOUND = st.builds(
    "{} {} {}".format,
    st.sampled_from(["ban", "only"]),
    st.integers(1, 4),
    st.sampled_from(AREAS),
)
SEVERAL = st.lists(PAIRS | CLOSED | BOUND, max_size=4, unique=True).map(tuple)
FLOORS = st.text(alphabet="....1234", min_size=16, max_size=16)
STEADY = settings(derandomize=True, deadline=None, max_examples=300)


def inside(cell: int, area: str) -> bool:
    """Whether a cell lies in a row, column, zone or cell."""
    column, row = cell % 4, cell // 4
    if area in ZONES:
        return (column // 2, row // 2) == ZONES[area]
    if area.isdigit():
        return row == int(area) - 1
    if len(area) == 1:
        return column == "abcd".index(area)
    return (column, row) == ("abcd".index(area[0]), int(area[1]) - 1)


def related(kind: str, a: int, b: int) -> bool:
    """Whether two cells must not hold equal steps under one of the kinds about pairs."""
    (c1, r1), (c2, r2) = (a % 4, a // 4), (b % 4, b // 4)
    if a == b:
        return False
    if kind == "diagonals":
        return (c1 == r1 and c2 == r2) or (c1 + r1 == 3 and c2 + r2 == 3)
    if kind == "touching":
        return abs(c1 - c2) <= 1 and abs(r1 - r2) <= 1
    return (c1 - c2) ** 2 + (r1 - r2) ** 2 == 5


def breaks(constraint: str, rows: str, cell: int, step: int) -> bool:
    """Q12 read from the rulebook, on rows written as 16 characters."""
    kind, *words = constraint.split()
    if kind == "closed":
        return inside(cell, words[0])
    if kind in {"ban", "only"}:
        return int(words[0]) == step and inside(cell, words[1]) == (kind == "ban")
    return any(mark == str(step) and related(kind, cell, at) for at, mark in enumerate(rows))


def same_line(a: int, b: int) -> bool:
    """Q2: a row, a column or a zone that both cells share."""
    lines = [*"1234", *"abcd", *ZONES]
    return any(inside(a, line) and inside(b, line) for line in lines)


def floor_of(rows: str) -> int:
    return fl.from_rows((rows[:4], rows[4:8], rows[8:12], rows[12:]))


@STEADY
@given(SEVERAL, FLOORS)
def test_open_cells_are_those_of_the_rulebook(constraints: tuple[str, ...], rows: str) -> None:
    floor, masks = floor_of(rows), house.compiled(constraints)
    for step in fl.STEPS:
        expected = {
            cell
            for cell in range(16)
            if rows[cell] == "."
            and not any(m == str(step) and same_line(cell, at) for at, m in enumerate(rows))
            and not any(breaks(constraint, rows, cell, step) for constraint in constraints)
        }
        assert set(fl.bits(fl.open_cells(floor, step, masks))) == expected


@STEADY
@given(SEVERAL, FLOORS, st.integers(0, 15), st.integers(1, 4))
def test_every_broken_constraint_is_named(
    constraints: tuple[str, ...], rows: str, cell: int, step: int
) -> None:
    rows = f"{rows[:cell]}.{rows[cell + 1 :]}"
    standing = fl.step_mask(floor_of(rows), step)
    expected = [each for each in constraints if breaks(each, rows, cell, step)]
    assert house.broken_by(constraints, standing, cell, step) == expected


@pytest.mark.parametrize("kind", ["diagonals", "touching", "knight"])
def test_pairs(kind: str) -> None:
    for cell in range(16):
        expected = {other for other in range(16) if related(kind, cell, other)}
        assert set(fl.bits(house.pair_mask(kind, cell))) == expected


@pytest.mark.parametrize("area", AREAS)
def test_areas(area: str) -> None:
    held = {cell for cell in range(16) if inside(cell, area)}
    assert set(fl.bits(fl.AREAS[area])) == held
    assert set(fl.bits(house.banned_cells(f"ban 3 {area}", 3))) == held
    assert set(fl.bits(house.banned_cells(f"only 3 {area}", 3))) == set(range(16)) - held
    assert house.banned_cells(f"ban 3 {area}", 2) == 0
    assert house.banned_cells(f"only 3 {area}", 4) == 0


@pytest.mark.parametrize(
    ("words", "spelled"),
    [
        (["diagonals"], "diagonals"),
        (["Touching"], "touching"),
        (["KNIGHT"], "knight"),
        (["closed", "B3"], "closed b3"),
        (["closed b3"], "closed b3"),
        (["ban", "2", "white"], "ban 2 white"),
        (["ban", "2", "4"], "ban 2 4"),
        (["only 3", "C"], "only 3 c"),
        ([" only  3  d4 "], "only 3 d4"),
    ],
)
def test_one_spelling(words: list[str], spelled: str) -> None:
    assert house.spelled(words) == spelled
    assert house.spelled([spelled]) == spelled


@pytest.mark.parametrize(
    "words",
    [
        *([], ["diagonal"], ["diagonals", "knight"], ["closed"], ["closed", "e1"], ["closed", "a"]),
        *(["closed", "red"], ["closed", "a1", "a2"], ["ban", "2"], ["ban", "5", "red"]),
        *(["ban", "12", "red"], ["ban", "", "red"], ["ban", "red", "2"], ["ban", "2", "5"]),
        *(["only", "0", "a"], ["only", "1", "green"], ["only", "1", "a1", "a2"]),
    ],
    ids=" ".join,
)
def test_unknown_constraints(words: list[str]) -> None:
    with pytest.raises(house.BadConstraint):
        house.spelled(words)


@STEADY
@given(SEVERAL)
def test_order_and_repetition_are_no_matter(constraints: tuple[str, ...]) -> None:
    masks: Any = house.compiled(constraints)
    assert house.compiled(constraints[::-1]) == masks
    assert house.compiled(constraints + constraints) == masks
