"""Filling the factories (A2, A11), from a draw or as somebody else dealt them."""

from collections.abc import Sequence

from referee.core.seated import Below
from referee.games.azul.offer import CENTRE, Offer
from referee.games.azul.tiles import from_letters, holds, size, to_letters

FULL = 4


def sizes(offer: Offer) -> tuple[int, ...]:
    """How many tiles each factory gets: four, as long as bag and lid last (A11)."""
    left = size(offer.bag) + size(offer.lid)
    if left >= FULL * len(offer.factories):
        return (FULL,) * len(offer.factories)
    return tuple(max(0, min(FULL, left - FULL * at)) for at in range(len(offer.factories)))


def drawn(offer: Offer, below: Below) -> tuple[str, ...]:
    """The tiles of each factory as letters, in the order of drawing (F10)."""
    bag, lid = to_letters(offer.bag), to_letters(offer.lid)
    left = len(bag)
    found = []
    for number in sizes(offer):
        factory = ""
        for _ in range(number):
            if not left:
                bag, lid, left = lid, "", len(lid)
            at = below(left)
            factory += bag[at]
            bag = bag[:at] + bag[at + 1 :]
            left -= 1
        found.append(factory)
    return tuple(found)


def dealt(offer: Offer, factories: Sequence[str], first: int) -> Offer | None:
    """The table with its factories filled and the marker in the centre, `first` to move; None if
    bag and lid cannot give these tiles: the bag first, to its last tile, then the lid (A11)."""
    if tuple(map(len, factories)) != sizes(offer):
        return None
    bag, lid = offer.bag, offer.lid
    filled = []
    for letters in factories:
        heap = from_letters(letters)
        if holds(bag, heap):
            bag -= heap
        elif holds(heap, bag) and holds(lid, heap - bag):
            bag, lid = lid - (heap - bag), 0
        else:
            return None
        filled.append(heap)
    return Offer(tuple(filled), offer.boards, first, 0, CENTRE, bag, lid)
