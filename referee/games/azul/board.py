"""A player's board between two moves: pattern lines, floor line, wall, score (A5, A6)."""

import msgspec

from referee.games.azul.tiles import ONE
from referee.games.azul.wall import EMPTY, Wall

MARKER = 5
"""The first-player marker where it lies among tiles; colours are 0 to 4."""

SPACES = 7
COSTS = (0, 1, 2, 4, 6, 8, 11, 14)
"""What so many taken spaces of the floor line cost (A6)."""

ALL_LINES = (1 << 25) - 1
_ROW = 0b00001_00001_00001_00001_00001


def _kept(colour: int, row: int, *, full: bool) -> int:
    """The mask that leaves of `accepts` what a line allows once it holds a colour."""
    closed = _ROW << row
    return ALL_LINES & ~closed | (0 if full else 1 << 5 * colour + row)


KEEPS = tuple(
    tuple((_kept(c, row, full=False), _kept(c, row, full=True)) for row in range(5))
    for c in range(5)
)


class Board(msgspec.Struct, frozen=True, gc=False):
    """What lies before a player.

    `lines`: six bits a pattern line, colour << 3 | how many tiles; 0 for an empty one. `accepts`:
    bit 5 * colour + row is set where the line takes that colour (A5); it follows from lines and
    wall and is kept because every move asks for it. `floor`: tiles and marker, left to right.
    """

    score: int = 0
    lines: int = 0
    accepts: int = ALL_LINES
    wall: Wall = EMPTY
    floor: tuple[int, ...] = ()


def line(board: Board, row: int) -> tuple[int, int]:
    """Colour and number of the tiles on a line; a number of 0 for an empty one."""
    held = board.lines >> 6 * row & 63
    return held >> 3, held & 7


def opened(accepts: int, wall: Wall, row: int) -> int:
    """`accepts` with an empty line `row`: it takes every colour that its wall row lacks (A5)."""
    accepts &= ~(_ROW << row)
    shift = 5 * row
    for colour, mask in enumerate(wall):
        if not mask >> shift & 31:
            accepts |= 1 << 5 * colour + row
    return accepts


def accepting(lines: int, wall: Wall) -> int:
    """`Board.accepts` from scratch: what is started takes its own colour only, what is complete
    nothing, and no line takes a colour that its wall row has (A5)."""
    accepts = 0
    for row in range(5):
        accepts = opened(accepts, wall, row)
        colour, number = (lines >> 6 * row & 63) >> 3, lines >> 6 * row & 7
        if number:
            accepts &= KEEPS[colour][row][number > row]
    return accepts


def put(board: Board, colour: int, number: int, to: int, *, marker: bool) -> tuple[Board, int]:
    """Tiles put on line `to` (1-5) as far as they fit, the rest or all (0) on the floor line, a
    marker first (A4-A6); and the heap of those that go to the lid.

    Total: a line that holds another colour, or is complete, takes none.
    """
    lines, accepts, floor = board.lines, board.accepts, board.floor
    if marker and len(floor) < SPACES:
        floor = (*floor, MARKER)
    if to:
        row = to - 1
        held = lines >> 6 * row & 63
        room = to - (held & 7) if not held or held >> 3 == colour else 0
        placed = min(number, room)
        if placed:
            lines += ((0 if held else colour << 3) | placed) << 6 * row
            accepts &= KEEPS[colour][row][placed == room]
            number -= placed
    lid = 0
    if number:
        fallen = min(number, SPACES - len(floor))
        floor += (colour,) * fallen
        lid = (number - fallen) * ONE[colour]
    return Board(board.score, lines, accepts, board.wall, floor), lid


def tiles_of(board: Board) -> int:
    """The heap of all tiles on a board, the marker left out."""
    heap = sum(ONE[tile] for tile in board.floor if tile != MARKER)
    for row in range(5):
        colour, number = line(board, row)
        heap += number * ONE[colour] if number else 0
    return heap + sum(mask.bit_count() * ONE[c] for c, mask in enumerate(board.wall))
