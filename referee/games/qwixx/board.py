"""Rows, boxes and sheets as integers (X2, X3, X7, X9): the rules that need no clock and no post.

A row of a sheet is a mask: bit 0 is its leftmost box, bit 10 its last number, bit 11 its lock.
"""

from collections.abc import Iterator, Sequence

COLOURS = ("red", "yellow", "green", "blue")
"""The rows in the order of the sheet; a row is its index in here."""

RED, YELLOW, GREEN, BLUE = ROWS = range(4)
NUMBERS = tuple(tuple(range(2, 13)) if row < GREEN else tuple(range(12, 1, -1)) for row in ROWS)
"""The numbers of each row, left to right (X2)."""

BOXES = 11
LAST = 1 << (BOXES - 1)
LOCK = 1 << BOXES
ALL_BOXES = LOCK - 1
MARKS_FOR_LOCK = 5
PENALTY = 5
MOST_PENALTIES = 4
ROWS_TO_END = 2

Rows = tuple[int, int, int, int]
"""The four masks of a sheet."""

Dice = tuple[int, int, int, int, int, int]
"""White, white, red, yellow, green, blue; 0 for a die that is not there."""

EMPTY: Rows = (0, 0, 0, 0)

BIT = tuple(
    tuple(1 << NUMBERS[row].index(number) if number in NUMBERS[row] else 0 for number in range(13))
    for row in ROWS
)
"""The box of a number: `BIT[row][number]`, 0 where there is none."""


def _open_boxes(mask: int) -> int:
    """What may be marked next in a row (X3), the last number on five marks only (X7)."""
    free = ALL_BOXES & ~((1 << (mask & ALL_BOXES).bit_length()) - 1)
    return free if mask.bit_count() >= MARKS_FOR_LOCK else free & ~LAST


OPEN = tuple(_open_boxes(mask) for mask in range(2 * LOCK))
"""The boxes that may be marked next, by the mask of the row."""

POINTS = tuple(mask.bit_count() * (mask.bit_count() + 1) // 2 for mask in range(2 * LOCK))
"""What a row is worth (X9), by its mask; the lock is one more cross."""


def box(row: int, number: int) -> int:
    """The bit of a number in a row; 0 for a number that no row has."""
    return BIT[row][number] if 0 <= number <= 12 else 0


def number_of(row: int, bit: int) -> int:
    """The number in a box."""
    return NUMBERS[row][bit.bit_length() - 1]


def marked(mask: int, bit: int) -> int:
    """A row with a box marked; the last number takes the lock with it (X7)."""
    return mask | bit | LOCK if bit == LAST else mask | bit


def with_mark(rows: Rows, row: int, bit: int) -> Rows:
    """A sheet with a box marked, whether it may be or not."""
    changed = list(rows)
    changed[row] = marked(rows[row], bit)
    return (changed[0], changed[1], changed[2], changed[3])


def white_boxes(rows: Rows, closed: int, dice: Dice) -> list[tuple[int, int]]:
    """The boxes (row, bit) that the two white dice may mark; `closed`: rows as a mask."""
    total = dice[0] + dice[1]
    found = []
    for row in ROWS:
        bit = OPEN[rows[row]] & BIT[row][total]
        if bit and not closed >> row & 1:
            found.append((row, bit))
    return found


def colour_boxes(rows: Rows, closed: int, dice: Dice) -> list[tuple[int, int]]:
    """The boxes (row, bit) that one white and one coloured die may mark, each once, in the order of
    the rows and left to right in each."""
    one, other = dice[0], dice[1]
    found = []
    for row in ROWS:
        die = dice[row + 2]
        if not die or closed >> row & 1:
            continue
        free = OPEN[rows[row]]
        first, second = free & BIT[row][one + die], free & BIT[row][other + die]
        if first > second:
            first, second = second, first
        if first:
            found.append((row, first))
        if second and second != first:
            found.append((row, second))
    return found


def all_boxes(rows: Rows, closed: int, dice: Dice) -> list[tuple[int, int]]:
    """What the active player may mark first, with either action, each box once: red, yellow, green,
    blue, left to right (X11)."""
    return sorted({*white_boxes(rows, closed, dice), *colour_boxes(rows, closed, dice)})


def can_mark(rows: Rows, closed: int, dice: Dice, *, active: bool) -> bool:
    """Whether a player has a legal mark at all (X6, X12)."""
    if white_boxes(rows, closed, dice):
        return True
    return active and bool(colour_boxes(rows, closed, dice))


def locked(rows: Rows) -> int:
    """The rows whose lock a sheet has, as a mask."""
    return sum(1 << row for row in ROWS if rows[row] & LOCK)


def closing(sheets: Sequence[Rows], closed: int) -> int:
    """The closed rows once a turn is complete: those with a lock on any sheet (X7)."""
    for rows in sheets:
        closed |= locked(rows)
    return closed


def ends(penalties: int, closed: int) -> bool:
    """Whether a turn that is complete ends the game (X8): the active player's penalties, rows."""
    return penalties >= MOST_PENALTIES or closed.bit_count() >= ROWS_TO_END


def score(rows: Rows, penalties: int) -> int:
    """The points of a sheet (X9)."""
    one, two, three, four = rows
    return POINTS[one] + POINTS[two] + POINTS[three] + POINTS[four] - PENALTY * penalties


def numbers(row: int, mask: int) -> list[int]:
    """The numbers marked in a row, left to right, the lock left out."""
    return [number for i, number in enumerate(NUMBERS[row]) if mask >> i & 1]


def mask_of(row: int, marks: Sequence[int], *, lock: bool) -> int:
    """A row with these numbers marked."""
    mask = LOCK if lock else 0
    for number in marks:
        mask |= BIT[row][number]
    return mask


def named(row_mask: int) -> list[str]:
    """The colours of a mask of rows."""
    return [COLOURS[row] for row in ROWS if row_mask >> row & 1]


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
