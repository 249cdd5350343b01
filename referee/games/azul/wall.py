"""The wall (A8, A9, A13, A15): where a tile goes, what it scores, what is complete at the end.

A wall is five masks, one a colour, of 25 spaces; bit 5 * row + column, both from 0.
"""

from typing import NamedTuple

Wall = tuple[int, int, int, int, int]

EMPTY: Wall = (0, 0, 0, 0, 0)
_COLUMN = 0b00001_00001_00001_00001_00001


def _run(mask: int, at: int) -> int:
    """How many set bits stand together around bit `at` of five, that one taken for set."""
    first = last = at
    while first and mask >> (first - 1) & 1:
        first -= 1
    while last < 4 and mask >> (last + 1) & 1:
        last += 1
    return last - first + 1


RUNS = tuple(tuple(_run(mask, at) for at in range(5)) for mask in range(32))
COLUMNS = {
    sum((mask >> row & 1) << 5 * row for row in range(5)): mask for mask in range(32)
}  # the spaces of a column -> five bits, top first
HOMES = tuple(tuple((colour + row) % 5 for colour in range(5)) for row in range(5))
"""The column of each colour in each row of the coloured side (A8)."""


class Bonus(NamedTuple):
    """What is complete on a wall at the end (A13)."""

    rows: int
    columns: int
    colours: int

    @property
    def points(self) -> int:
        """Two a row, seven a column, ten a colour."""
        return 2 * self.rows + 7 * self.columns + 10 * self.colours


def occupied(wall: Wall) -> int:
    """The spaces that hold a tile."""
    return wall[0] | wall[1] | wall[2] | wall[3] | wall[4]


def with_tile(wall: Wall, colour: int, row: int, column: int) -> Wall:
    """The wall with one more tile."""
    masks = list(wall)
    masks[colour] |= 1 << 5 * row + column
    return (masks[0], masks[1], masks[2], masks[3], masks[4])


def runs(taken: int, row: int, column: int) -> tuple[int, int]:
    """The lengths of the horizontal and the vertical run through a space (A9)."""
    across = RUNS[taken >> 5 * row & 31][column]
    return across, RUNS[COLUMNS[taken >> column & _COLUMN]][row]


def points(across: int, down: int) -> int:
    """What a tile scores: each run longer than 1 counts its length, a tile alone scores 1 (A9)."""
    return (across if across > 1 else 0) + (down if down > 1 else 0) or 1


def in_row(wall: Wall, colour: int, row: int) -> bool:
    """Whether a row of the wall already has a colour (A5)."""
    return bool(wall[colour] >> 5 * row & 31)


def spaces(wall: Wall, colour: int, row: int, *, grey: bool) -> tuple[int, ...]:
    """The columns where a tile of a colour may go in a row: at most one on the coloured side; on
    the grey side every free space whose row and column lack the colour (A15)."""
    taken = occupied(wall) >> 5 * row & 31
    if not grey:
        home = HOMES[row][colour]
        return () if taken >> home & 1 else (home,)
    if in_row(wall, colour, row):
        return ()
    mine = wall[colour]
    return tuple(c for c in range(5) if not taken >> c & 1 and not mine >> c & _COLUMN)


def complete_rows(wall: Wall) -> int:
    """How many horizontal rows are complete (A12, A14)."""
    taken = occupied(wall)
    if taken.bit_count() < 5:
        return 0
    return sum(taken >> shift & 31 == 31 for shift in (0, 5, 10, 15, 20))


def bonus(wall: Wall) -> Bonus:
    """What the wall earns at the end."""
    taken = occupied(wall)
    return Bonus(
        complete_rows(wall),
        sum(taken >> column & _COLUMN == _COLUMN for column in range(5)),
        sum(mask.bit_count() == 5 for mask in wall),
    )


def letters(wall: Wall, row: int) -> str:
    """A row as the contract writes it: `b....`."""
    found = ["."] * 5
    for colour, mask in enumerate(wall):
        for column in range(5):
            if mask >> 5 * row + column & 1:
                found[column] = "byrkw"[colour]
    return "".join(found)
