"""The board of Deux-Pas as 64-bit masks: moves, painting, destruction, arrivals (D1, D4-D9).

A cell is a number from 0 (a1) over 7 (h1) to 63 (h8); a mask has bit `cell` set.
"""

from collections.abc import Iterator

FILES = "abcdefgh"
CELLS = tuple(f"{file}{rank}" for rank in range(1, 9) for file in FILES)
INDEX = {name: cell for cell, name in enumerate(CELLS)}
FULL = (1 << 64) - 1
HOME = (0xFF, 0xFF << 56)
"""The home rank of Red and of Blue; each is the far rank of the other (D1)."""

_ENDS = HOME[0] | HOME[1]
_NOT_A = FULL ^ 0x0101010101010101
_NOT_H = FULL ^ 0x8080808080808080

Position = tuple[int, int, int, int, int, int, int, int]
"""A position as the player to move sees it: own pawns, the other's pawns, own cells, the other's
cells, immutable cells, the far rank, own arrivals, the other's arrivals. The first four and the
next two are masks. A plain tuple: it is made millions of times."""


def around(cells: int) -> int:
    """Every cell that is a neighbour of one of those cells."""
    beside = (cells << 1 & _NOT_A) | (cells >> 1 & _NOT_H)
    rows = cells | beside
    return beside | (rows << 8 & FULL) | rows >> 8


NEXT = tuple(around(1 << cell) for cell in range(64))
"""The neighbours of each cell."""

_BIT = tuple(1 << cell for cell in range(64))
_AROUND: dict[int, int] = {}  # `around` of the first steps seen so far: at most 64 x 256 of them


def bits(mask: int) -> Iterator[int]:
    """The cells of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(mask: int) -> list[str]:
    """The cells of a mask by name, by file and then by rank."""
    return sorted(CELLS[cell] for cell in bits(mask))


def mask_of(cells: list[str] | tuple[str, ...]) -> int:
    """The mask of cells given by name; KeyError for what is no cell."""
    mask = 0
    for name in cells:
        mask |= 1 << INDEX[name]
    return mask


def opposite(cell: int) -> int:
    """The cell under a half turn of the board (D3)."""
    return 63 - cell


def open_cells(position: Position) -> int:
    """The cells that the player to move may step on: free of pawns, not of the other's colour."""
    return FULL & ~(position[0] | position[1] | position[3])


def reach(start: int, free: int) -> int:
    """Where the pawn on `start` may end its move (D5), `free` being the cells it may step on.

    The cell it leaves is not among `free`, for the pawn stands on it; so the way back is excluded.
    """
    first = NEXT[start] & free
    second = _AROUND.get(first)
    if second is None:
        second = _AROUND[first] = around(first)
    return second & free


def count(position: Position) -> int:
    """How many moves the player to move has, each (from, to) once (D6)."""
    own = position[0]
    free = FULL & ~(own | position[1] | position[3])
    total = 0
    while own:
        low = own & -own
        own ^= low
        first = NEXT[low.bit_length() - 1] & free
        try:
            total += (_AROUND[first] & free).bit_count()
        except KeyError:
            total += reach(low.bit_length() - 1, free).bit_count()
    return total


def moves(position: Position) -> Iterator[tuple[int, int]]:
    """Every move of the player to move as (from, to), once whatever the path (D6)."""
    free = open_cells(position)
    for start in bits(position[0]):
        for to in bits(reach(start, free)):
            yield start, to


def play(position: Position, start: int, to: int) -> Position:
    """The position after a move, seen by the other player (D7-D9).

    Every cell around the arrival takes the mover's colour, immutable ones excepted; a pawn on the
    far rank has arrived and leaves; then the mover's pawns on the other's colour are destroyed.
    The third arrival wins at once: nothing is painted or destroyed.
    """
    own, others, mine, theirs, fixed, far, arrived, theirs_arrived = position
    there = _BIT[to]
    if there & far:
        own ^= _BIT[start]
        arrived += 1
        if arrived > 2:
            return others, own, theirs, mine, fixed, far ^ _ENDS, theirs_arrived, arrived
    else:
        own ^= _BIT[start] | there
    painted = NEXT[to] & ~fixed
    mine |= painted
    theirs &= ~painted
    return others, own & ~theirs, theirs, mine, fixed, far ^ _ENDS, theirs_arrived, arrived


def successors(position: Position) -> list[Position]:
    """The position after each move, as `play` gives it, in the order of `moves`; all at once is
    twice as fast."""
    own, others, mine, theirs, fixed, far, arrived, theirs_arrived = position
    free, free_to_paint, other_far = open_cells(position), FULL ^ fixed, far ^ _ENDS
    found: list[Position] = []
    add = found.append
    pawns = own
    while pawns:
        start = pawns & -pawns
        pawns ^= start
        rest = own ^ start
        ends = reach(start.bit_length() - 1, free)
        while ends:
            there = ends & -ends
            ends ^= there
            painted = NEXT[there.bit_length() - 1] & free_to_paint
            left = theirs & ~painted
            own_now, arrivals = rest | there, arrived
            if there & far:
                own_now, arrivals = rest, arrived + 1
                if arrivals > 2:
                    add((others, rest, theirs, mine, fixed, other_far, theirs_arrived, 3))
                    continue
            own_now &= ~left
            mine_now = mine | painted
            add((others, own_now, left, mine_now, fixed, other_far, theirs_arrived, arrivals))
    return found


def won(position: Position) -> bool:
    """Whether the player who has just moved has won by a third arrival (D9)."""
    return position[7] > 2


def middles(start: int, to: int, free: int) -> int:
    """The cells over which the pawn on `start` may go to `to`, as a mask."""
    return NEXT[start] & NEXT[to] & free
