"""Draws from the committed seed (F10): pure functions of a key, a table's name and a number."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from referee.core.seated import Below

_BLOCK = 32


def commitment(seed: bytes) -> str:
    """What is published of a seed before it is revealed: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def key_of(seed: bytes, salts: Sequence[str]) -> bytes:
    """The key of all draws: the seed, or, with salts (in seat order, missing ones left out), the
    HMAC-SHA256 of the seed and the salts joined by one line feed."""
    if not salts:
        return seed
    return hmac.digest(seed, "\n".join(salts).encode(), "sha256")


def numbers(key: bytes, table: str, draw: int) -> Below:
    """The numbers of draw `draw` (from 1) at a table, taken one after the other.

    A number below k takes the fewest bytes b with 256^b >= k, big-endian; it is taken again when it
    is >= k * floor(256^b / k), so that none is more likely than another; then modulo k.
    """
    stream = _bytes(key, table, draw)

    def below(k: int) -> int:
        if k < 1:
            raise ValueError(k)
        width = 0
        while 256**width < k:
            width += 1
        limit = k * (256**width // k)
        while True:
            number = 0
            for _ in range(width):
                number = number << 8 | next(stream)
            if number < limit:
                return number % k

    return below


def _bytes(key: bytes, table: str, draw: int) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(key, f"{table}:{draw}:{block}".encode(), "sha256")[:_BLOCK]
        block += 1
