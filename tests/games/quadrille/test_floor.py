"""The floor (Q1, Q2, Q9): its spelling, the cells of each step, and how many floors there are."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.quadrille import constraints as house
from referee.games.quadrille import floor as fl

CELLS = [(column, row) for row in range(4) for column in range(4)]
FLOORS = st.text(alphabet="....1234", min_size=16, max_size=16)
STEADY = settings(derandomize=True, deadline=None, max_examples=200)

BY_STEPS = [
    *(1, 64, 1696, 24448, 212320, 1165824, 4146432, 9664512, 14843040, 15074304, 10159104),
    *(4555776, 1372800, 287232, 43776, 4608, 288),
]
BLOCKED = [0] * 8 + [2688, 3072, 36096, 23040, 95616, 16896, 9216, 0, 288]
HOUSE = {
    "diagonals": (31_756_901, 48, 117_096),
    "touching": (18_228_705, 0, 218_280),
    "knight": (7_408_913, 24, 75_528),
}
"""Floors, complete ones and blocked ones under a constraint."""


def zone(column: int, row: int) -> tuple[int, int]:
    return column // 2, row // 2


def share_a_line(a: int, b: int) -> bool:
    """Q2 read from the rulebook: the same row, column or zone."""
    (c1, r1), (c2, r2) = CELLS[a], CELLS[b]
    return c1 == c2 or r1 == r2 or zone(c1, r1) == zone(c2, r2)


def fits(rows: str, cell: int, step: int) -> bool:
    """Whether a step may be placed under Q2, on rows written as 16 characters."""
    if rows[cell] != ".":
        return False
    return not any(
        mark == str(step) and share_a_line(cell, other) for other, mark in enumerate(rows)
    )


def floor_of(rows: str) -> int:
    return fl.from_rows((rows[:4], rows[4:8], rows[8:12], rows[12:]))


def mask_of(cells: Iterator[int]) -> int:
    return sum(1 << cell for cell in cells)


def test_cells_and_zones() -> None:
    assert [fl.CELLS[0], fl.CELLS[3], fl.CELLS[12], fl.CELLS[15]] == ["a1", "d1", "a4", "d4"]
    named = {"red": "a1 b1 a2 b2", "blue": "c1 d1 c2 d2"} | {
        "white": "a3 b3 a4 b4",
        "black": "c3 d3 c4 d4",
    }
    for name, cells in named.items():
        assert [fl.CELLS[cell] for cell in fl.bits(fl.AREAS[name])] == cells.split()
    assert [fl.CELLS[cell] for cell in fl.bits(fl.AREAS["2"])] == ["a2", "b2", "c2", "d2"]
    assert [fl.CELLS[cell] for cell in fl.bits(fl.AREAS["c"])] == ["c1", "c2", "c3", "c4"]


@pytest.mark.parametrize("cell", range(16))
def test_rivals_are_row_column_and_zone(cell: int) -> None:
    assert fl.RIVALS[cell] == mask_of(other for other in range(16) if share_a_line(cell, other))
    (column, row), lines = CELLS[cell], fl.LINES[cell]
    assert lines["row"] == mask_of(at for at, (_, r) in enumerate(CELLS) if r == row)
    assert lines["column"] == mask_of(at for at, (c, _) in enumerate(CELLS) if c == column)
    same = zone(column, row)
    assert lines["zone"] == mask_of(at for at, (c, r) in enumerate(CELLS) if zone(c, r) == same)


@STEADY
@given(FLOORS)
def test_rows_and_back(rows: str) -> None:
    floor = floor_of(rows)
    assert "".join(fl.to_rows(floor)) == rows
    assert [fl.at(floor, cell) for cell in range(16)] == [int(m.replace(".", "0")) for m in rows]
    assert fl.taken(floor) == mask_of(cell for cell, mark in enumerate(rows) if mark != ".")
    for step in fl.STEPS:
        held = mask_of(cell for cell, mark in enumerate(rows) if mark == str(step))
        assert fl.step_mask(floor, step) == held
        assert mask_of(fl.bits(held)) == held


@STEADY
@given(FLOORS, st.integers(0, 15), st.integers(1, 4))
def test_put_replaces_what_stood_there(rows: str, cell: int, step: int) -> None:
    after = rows[:cell] + str(step) + rows[cell + 1 :]
    assert fl.put(floor_of(rows), cell, step) == floor_of(after)


@STEADY
@given(FLOORS)
def test_open_cells_are_those_of_the_rulebook(rows: str) -> None:
    floor, masks = floor_of(rows), fl.Masks()
    somewhere = False
    for step in fl.STEPS:
        expected = mask_of(cell for cell in range(16) if fits(rows, cell, step))
        assert fl.open_cells(floor, step, masks) == expected
        somewhere = somewhere or expected > 0
    assert fl.is_blocked(floor, masks) == (not somewhere)


def grown(floors: set[int], masks: fl.Masks) -> set[int]:
    """Every floor with a step more."""
    return {
        floor | 1 << 16 * (step - 1) + cell
        for floor in floors
        for step in fl.STEPS
        for cell in fl.bits(fl.open_cells(floor, step, masks))
    }


@cache
def alone(masks: fl.Masks) -> tuple[int, ...]:
    """Every set of cells that one step can hold: a floor is four of them that share no cell."""
    found, edge = {0}, {0}
    while edge:
        edge = {m | 1 << cell for m in edge for cell in fl.bits(fl.open_cells(m, 1, masks))}
        found |= edge
    return tuple(sorted(found))


def disjoint_pairs(sets: list[int] | tuple[int, ...]) -> Counter[int]:
    """How many ordered pairs of sets without a common cell make each union."""
    return Counter(a | b for a in sets for b in sets if not a & b)


def floors_by_steps(masks: fl.Masks) -> list[int]:
    """How many floors there are of 0-16 steps.

    A number of floors for each number of steps, 32 bits each, in one integer: adding and
    multiplying such integers is adding and multiplying polynomials.
    """
    pairs = {
        cells: n << 32 * cells.bit_count() for cells, n in disjoint_pairs(alone(masks)).items()
    }
    within = [pairs.get(cells, 0) for cells in range(fl.ALL + 1)]
    for bit in (1 << cell for cell in range(16)):
        for cells in range(fl.ALL + 1):
            if cells & bit:
                within[cells] += within[cells ^ bit]
    total = sum(n * within[fl.ALL ^ cells] for cells, n in pairs.items())
    return [total >> 32 * steps & 0xFFFF_FFFF for steps in range(17)]


@cache
def blockers(masks: fl.Masks) -> dict[int, list[int]]:
    """For each set of taken cells, the sets that leave their step no empty cell."""
    found: dict[int, list[int]] = {}
    for held in alone(masks):
        left = ~fl.open_cells(held, 1, masks) & ~held & fl.ALL  # may be empty: closed to the step
        empty = left
        while True:
            found.setdefault(fl.ALL ^ empty, []).append(held)
            if not empty:
                break
            empty = (empty - 1) & left
    return found


def blocked_by_steps(masks: fl.Masks) -> list[int]:
    """How many blocked floors there are of 0-16 steps."""
    counts = [0] * 17
    for cells, sets in blockers(masks).items():
        pairs = disjoint_pairs(sets)
        floors = sum(n * pairs[cells ^ union] for union, n in pairs.items())
        counts[cells.bit_count()] += floors
    return counts


def parted(cells: int, sets: list[int], parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to part cells into that many of the sets, in order."""
    if parts == 1:
        yield from ((held,) for held in sets if held == cells)
        return
    for held in sets:
        if not held & ~cells:
            for rest in parted(cells ^ held, sets, parts - 1):
                yield held, *rest


def blocked_floors(steps: int, masks: fl.Masks) -> Iterator[int]:
    """Every blocked floor of that many steps."""
    for cells, sets in blockers(masks).items():
        if cells.bit_count() == steps:
            for parts in parted(cells, sets, 4):
                yield sum(held << 16 * at for at, held in enumerate(parts))


def test_floors_counted_one_by_one() -> None:
    masks, floors = fl.Masks(), {0}
    for steps in range(4):
        assert len(floors) == BY_STEPS[steps]
        assert not any(fl.is_blocked(floor, masks) for floor in floors)
        floors = grown(floors, masks)
    assert len(floors) == BY_STEPS[4]
    for constraint in ("diagonals", "touching", "knight"):
        kept = house.compiled((constraint,))
        floors = grown(grown(grown({0}, kept), kept), kept)
        assert len(floors) == floors_by_steps(kept)[3]


def test_floors_by_number_of_steps() -> None:
    counts = floors_by_steps(fl.Masks())
    assert counts == BY_STEPS
    assert sum(counts) == 61_556_225


def test_blocked_floors_by_number_of_steps() -> None:
    assert blocked_by_steps(fl.Masks()) == BLOCKED


@pytest.mark.parametrize("constraint", HOUSE)
def test_floors_under_a_constraint(constraint: str) -> None:
    masks = house.compiled((constraint,))
    floors, blocked = floors_by_steps(masks), blocked_by_steps(masks)
    assert (sum(floors), floors[16], sum(blocked)) == HOUSE[constraint]
    assert not any(blocked[:8])
    if constraint == "touching":
        assert max(steps for steps in range(17) if floors[steps]) == 14


@pytest.mark.parametrize("steps", [8, 16])
def test_blocked_floors_are_seen_to_be(steps: int) -> None:
    masks = fl.Masks()
    floors = list(blocked_floors(steps, masks))
    assert len(set(floors)) == len(floors) == BLOCKED[steps]
    assert all(fl.is_blocked(floor, masks) for floor in floors)
    for floor in floors[::97]:  # a step less, and something fits
        for bit in fl.bits(floor):
            assert not fl.is_blocked(floor ^ 1 << bit, masks)
