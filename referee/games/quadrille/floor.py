"""The floor as one int, and the cells each step may take (Q1, Q2, Q9).

Bit `16 * (step - 1) + cell` says that `step` stands on `cell`; cells are numbered 0-15 from a1, row
by row. A set of cells is a 16-bit mask.
"""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from referee.games.quadrille.acts import Rows

ALL = 0xFFFF
STEPS = (1, 2, 3, 4)
CELLS = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
INDEX = {name: i for i, name in enumerate(CELLS)}
ZONES = ("red", "blue", "white", "black")


def zone_of(cell: int) -> str:
    """The zone of a cell: red a1-b2, blue c1-d2, white a3-b4, black c3-d4 (Q1)."""
    return ZONES[(cell // 8) * 2 + (cell % 4) // 2]


def _mask(cells: Iterator[int]) -> int:
    return sum(1 << cell for cell in cells)


AREAS: dict[str, int] = {
    **{str(r + 1): _mask(c for c in range(16) if c // 4 == r) for r in range(4)},
    **{"abcd"[k]: _mask(c for c in range(16) if c % 4 == k) for k in range(4)},
    **{z: _mask(c for c in range(16) if zone_of(c) == z) for z in ZONES},
    **{name: 1 << i for i, name in enumerate(CELLS)},
}
"""Row, column, zone or cell by name, as a mask of cells."""

LINES = tuple(
    {"row": AREAS[CELLS[c][1]], "column": AREAS[CELLS[c][0]], "zone": AREAS[zone_of(c)]}
    for c in range(16)
)
"""For each cell, the three sets of cells that Q2 keeps free of the same step."""

RIVALS = tuple(line["row"] | line["column"] | line["zone"] for line in LINES)


class Masks(msgspec.Struct, frozen=True):
    """Q2 and the house constraints (Q12) compiled: `rivals[cell]` must not hold the step that is
    put on `cell`; `banned[step - 1]` are the cells closed to a step whatever stands elsewhere."""

    rivals: tuple[int, ...] = RIVALS
    banned: tuple[int, int, int, int] = (0, 0, 0, 0)


def step_mask(floor: int, step: int) -> int:
    """The cells on which `step` stands."""
    return floor >> 16 * (step - 1) & ALL


def taken(floor: int) -> int:
    """The cells on which any step stands."""
    return (floor | floor >> 16 | floor >> 32 | floor >> 48) & ALL


def bits(mask: int) -> Iterator[int]:
    """The cells of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def open_cells(floor: int, step: int, masks: Masks) -> int:
    """The empty cells where `step` fits under Q2 and Q12, whoever holds it."""
    rivals = masks.rivals
    closed = taken(floor) | masks.banned[step - 1]
    standing = floor >> 16 * (step - 1) & ALL
    while standing:
        low = standing & -standing
        closed |= rivals[low.bit_length() - 1]
        standing ^= low
    return ~closed & ALL


@lru_cache(maxsize=4096)
def is_blocked(floor: int, masks: Masks) -> bool:
    """Whether no step 1-4 fits any empty cell (Q9)."""
    return not any(open_cells(floor, step, masks) for step in STEPS)


def at(floor: int, cell: int) -> int:
    """The step on a cell, 0 where it is empty."""
    for step in STEPS:
        if floor >> (16 * (step - 1) + cell) & 1:
            return step
    return 0


def put(floor: int, cell: int, step: int) -> int:
    """The floor with `step` on `cell`, in place of whatever stood there."""
    cleared = floor & ~(0x0001_0001_0001_0001 << cell)
    return cleared | 1 << (16 * (step - 1) + cell)


def from_rows(rows: Rows) -> int:
    """The floor of four rows of `.1234` (rows 1-4 from the top, columns a-d)."""
    first, second, third, fourth = rows
    return _row(first) | _row(second) << 4 | _row(third) << 8 | _row(fourth) << 12


@lru_cache(maxsize=1024)  # there are 625
def _row(row: str) -> int:
    """The first row of a floor that has nothing else."""
    return sum(1 << (16 * (int(mark) - 1) + cell) for cell, mark in enumerate(row) if mark != ".")


def to_rows(floor: int) -> Rows:
    """Four rows of `.1234`, as the log and the JSON write a floor."""
    marks = "".join(".1234"[at(floor, cell)] for cell in range(16))
    return (marks[:4], marks[4:8], marks[8:12], marks[12:])
