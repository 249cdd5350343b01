"""Heaps of tiles as whole numbers, so that a game of many moves stays quick.

A heap holds six bits a colour, in the order blue, yellow, red, black, white: heaps are added and
taken apart by plain arithmetic. The 20 tiles of a colour (A1) fit in five bits; the sixth is kept
free, and `holds` uses it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

COLOURS = ("blue", "yellow", "red", "black", "white")
LETTERS = "BYRKW"
EACH = 20

SHIFTS = (0, 6, 12, 18, 24)
ONE = (1, 1 << 6, 1 << 12, 1 << 18, 1 << 24)
FULL_BAG = EACH * sum(ONE)
_FREE = 32 * sum(ONE)


def count(heap: int, colour: int) -> int:
    """How many tiles of a colour a heap holds."""
    return heap >> SHIFTS[colour] & 63


def size(heap: int) -> int:
    """How many tiles a heap holds."""
    return (heap & 63) + (heap >> 6 & 63) + (heap >> 12 & 63) + (heap >> 18 & 63) + (heap >> 24)


def colours(heap: int) -> Iterator[int]:
    """The colours of a heap, in order."""
    return (colour for colour in range(5) if heap >> SHIFTS[colour] & 63)


def heaped(tiles: Iterable[int]) -> int:
    """Tiles thrown together."""
    return sum(ONE[tile] for tile in tiles)


@lru_cache(maxsize=4096)
def from_letters(letters: str) -> int:
    """A heap written as letters; ValueError for a letter that is none of `BYRKW`."""
    return heaped(LETTERS.index(letter) for letter in letters)


def to_letters(heap: int) -> str:
    """The tiles of a heap as letters, laid out: blue, yellow, red, black, white (F10)."""
    return (
        "B" * (heap & 63)
        + "Y" * (heap >> 6 & 63)
        + "R" * (heap >> 12 & 63)
        + "K" * (heap >> 18 & 63)
        + "W" * (heap >> 24)
    )


def holds(heap: int, part: int) -> bool:
    """Whether a heap has at least the tiles of another: no colour borrows from its free bit."""
    return heap + _FREE - part & _FREE == _FREE
