"""The factories and the centre, what may be taken from them, and what taking does (A3-A7)."""

import msgspec

from referee.games.azul.board import Board, put, tiles_of
from referee.games.azul.tiles import FULL_BAG, SHIFTS, colours, heaped

FACTORIES = {2: 5, 3: 7, 4: 9}
CENTRE = -1
"""Where the marker lies while nobody has taken it; otherwise a seat."""

Take = tuple[int, int, int]
"""Source (factories from 1, 0 the centre), colour (0-4), line (1-5, 0 the floor)."""


class Offer(msgspec.Struct, frozen=True, gc=False):
    """Everything on the table. `factories` and `centre` are heaps, `turn` is the seat to move,
    `marker` a seat or CENTRE."""

    factories: tuple[int, ...]
    boards: tuple[Board, ...]
    turn: int = 0
    centre: int = 0
    marker: int = CENTRE
    bag: int = FULL_BAG
    lid: int = 0


def _options(source: int, colour: int) -> tuple[list[Take], ...]:
    """By the mask of lines that take a colour: the moves with it, lines 1-5, then the floor."""
    return tuple(
        [(source, colour, row + 1) for row in range(5) if mask >> row & 1] + [(source, colour, 0)]
        for mask in range(32)
    )


_OPTIONS = tuple(tuple(_options(source, colour) for colour in range(5)) for source in range(10))
_PRESENT = {
    heap: tuple(colours(heap))
    for heap in {
        heaped(tile for tile in four if tile < 5)
        for four in (
            (a, b, c, d) for a in range(6) for b in range(6) for c in range(6) for d in range(6)
        )
    }
}  # what a factory holds, four tiles at most -> its colours
_FIELDS = tuple(63 << shift for shift in SHIFTS)


def takes(offer: Offer) -> list[Take]:
    """All legal moves of the seat to move, in the order of A16."""
    accepts = offer.boards[offer.turn].accepts
    rows = (
        accepts & 31,
        accepts >> 5 & 31,
        accepts >> 10 & 31,
        accepts >> 15 & 31,
        accepts >> 20,
    )
    found: list[Take] = []
    for source, heap in enumerate(offer.factories, 1):
        if heap:
            options = _OPTIONS[source]
            for colour in _PRESENT[heap]:
                found += options[colour][rows[colour]]
    centre = offer.centre
    if centre:
        options = _OPTIONS[0]
        for colour in range(5):
            if centre & _FIELDS[colour]:
                found += options[colour][rows[colour]]
    return found


def take(offer: Offer, move: Take, seat: int) -> Offer:
    """The table after a move of a seat; the turn passes on to the next if it was theirs.

    Total: it takes whatever is there, nothing included, and never asks whether it may.
    """
    source, colour, to = move
    factories, centre, marker = offer.factories, offer.centre, offer.marker
    shift = SHIFTS[colour]
    if source:
        heap = factories[source - 1]
        number = heap >> shift & 63
        factories = (*factories[: source - 1], 0, *factories[source:])
        centre += heap - (number << shift)
        first = False
    else:
        number = centre >> shift & 63
        centre -= number << shift
        first = marker == CENTRE
        if first:
            marker = seat
    board, lid = put(offer.boards[seat], colour, number, to, marker=first)
    boards = (*offer.boards[:seat], board, *offer.boards[seat + 1 :])
    turn = (seat + 1) % len(boards) if seat == offer.turn else offer.turn
    return Offer(factories, boards, turn, centre, marker, offer.bag, offer.lid + lid)


def exhausted(offer: Offer) -> bool:
    """Whether factories and centre hold no tile (A7)."""
    return not offer.centre and not any(offer.factories)


def heap_at(offer: Offer, source: int) -> int:
    """What lies in a source: factories from 1, 0 the centre; nothing where there is none."""
    if source == 0:
        return offer.centre
    return offer.factories[source - 1] if 0 < source <= len(offer.factories) else 0


def all_tiles(offer: Offer) -> int:
    """The heap of all tiles of the game, wherever they are: always FULL_BAG (A1)."""
    heap = offer.bag + offer.lid + offer.centre + sum(offer.factories)
    return heap + sum(tiles_of(board) for board in offer.boards)
