"""F10 a second time, from the rulebook alone: nothing of the product is used here."""

import hashlib
import hmac


def stream(key: bytes, table: str, draw: int, length: int) -> bytes:
    """The first bytes of a draw: HMAC-SHA256 of `TABLE:DRAW:BLOCK`, block after block."""
    blocks = [
        hmac.new(key, b":".join([table.encode(), b"%d" % draw, b"%d" % block]), hashlib.sha256)
        for block in range(length // 32 + 1)
    ]
    return b"".join(block.digest() for block in blocks)[:length]


def picks(key: bytes, table: str, draw: int, sizes: list[int]) -> list[int]:
    """A number below each size, one after the other."""
    data, at, found = stream(key, table, draw, 64 * (len(sizes) + 4)), 0, []
    for size in sizes:
        width = -(-(size - 1).bit_length() // 8)  # the fewest bytes that hold size - 1
        fair = 256**width - 256**width % size
        while True:
            number = int.from_bytes(data[at : at + width], "big")
            at += width
            if number < fair:
                found.append(number % size)
                break
    return found


def key(seed: bytes, salts: list[str]) -> bytes:
    """The seed, or with salts its HMAC over them."""
    return hmac.new(seed, "\n".join(salts).encode(), hashlib.sha256).digest() if salts else seed
