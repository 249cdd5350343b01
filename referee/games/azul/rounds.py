"""The end of a round for the whole table (A8-A13): everybody's tiling, who begins next, the end."""

from collections.abc import Mapping, Sequence
from typing import Literal

from referee.games.azul.board import MARKER, Board
from referee.games.azul.offer import CENTRE, Offer
from referee.games.azul.tiling import Scored, tiled, with_bonus
from referee.games.azul.wall import complete_rows


def next_seated(seat: int, seats: int, resigned: Sequence[int]) -> int:
    """A seat, or the next one clockwise that has not resigned."""
    for step in range(seats):
        if (seat + step) % seats not in resigned:
            return (seat + step) % seats
    return seat


def close(
    offer: Offer,
    columns: Sequence[Mapping[int, int | None]],
    first: int,
    resigned: Sequence[int] = (),
) -> tuple[Offer, tuple[Scored, ...]]:
    """The table after a round, the marker with whoever begins the next, and how each board was
    scored. `columns`: for each seat where its complete lines go; `first`: who began this round and
    begins again if nobody took the marker (A6). The tiles of who resigned stay where they are."""
    boards: list[Board] = []
    told: list[Scored] = []
    lid = offer.lid
    for seat, board in enumerate(offer.boards):
        if seat in resigned:
            floor = tuple(tile for tile in board.floor if tile != MARKER)
            boards.append(Board(board.score, board.lines, board.accepts, board.wall, floor))
            told.append(Scored(board.score, (), 0, 0, board.score))
            continue
        after, thrown, scored = tiled(board, columns[seat])
        boards.append(after)
        told.append(scored)
        lid += thrown
    holder = first if offer.marker == CENTRE else offer.marker
    begins = next_seated(holder, len(boards), resigned)
    closed = Offer(offer.factories, tuple(boards), begins, 0, begins, offer.bag, lid)
    return closed, tuple(told)


def ending(offer: Offer, resigned: Sequence[int] = ()) -> Literal["row", "tiles"] | None:
    """Why the game ends after a round: a complete row (A12), no tile left to deal (A11), or not."""
    for seat, board in enumerate(offer.boards):
        if seat not in resigned and complete_rows(board.wall):
            return "row"
    return None if offer.bag or offer.lid else "tiles"


def end(
    offer: Offer, told: Sequence[Scored], resigned: Sequence[int] = ()
) -> tuple[Offer, tuple[Scored, ...]]:
    """The table and the scoring with everybody's bonus added (A13)."""
    boards, scored = list(offer.boards), list(told)
    for seat in range(len(boards)):
        if seat not in resigned:
            boards[seat], scored[seat] = with_bonus(boards[seat], scored[seat])
    ended = Offer(
        offer.factories,
        tuple(boards),
        offer.turn,
        offer.centre,
        offer.marker,
        offer.bag,
        offer.lid,
    )
    return ended, tuple(scored)
