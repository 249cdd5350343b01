"""Draws from a seed, against the rulebook's known answers and a second way of making them (F10)."""

import hashlib
import hmac
from collections import Counter
from itertools import count

import pytest

from referee.core.chance import commitment, key_of, numbers
from referee.core.durations import BadDuration, seconds

ZEROS = bytes(32)


def slowly(key: bytes, table: str, draw: int, bounds: list[int]) -> list[int]:
    """The same numbers, written down from the rule alone: whole blocks joined, then cut."""
    stream = b"".join(
        hmac.new(key, b":".join((table.encode(), b"%d" % draw, b"%d" % block)), hashlib.sha256)
        .digest() for block in range(64)
    )  # fmt: skip
    at, found = 0, []
    for k in bounds:
        b = next(b for b in count() if 256**b >= k)
        while True:
            value = int.from_bytes(stream[at : at + b], "big")
            at += b
            if value < k * (256**b // k):
                break
        found.append(value % k)
    return found


def test_the_known_answers() -> None:
    assert commitment(ZEROS).startswith("66687aad")
    rolls = []
    for draw in (1, 2):
        below = numbers(ZEROS, "des", draw)
        rolls.append([1 + below(6) for _ in range(6)])
    assert rolls == [[2, 5, 5, 4, 3, 1], [6, 4, 6, 4, 3, 3]]


@pytest.mark.parametrize(
    "bounds", [[6] * 60, [100, 99, 3, 2, 1, 256, 257, 65_536, 70_000], [48] * 9]
)
def test_a_second_way_gives_the_same(bounds: list[int]) -> None:
    for draw in range(1, 30):
        key = hashlib.sha256(b"%d" % draw).digest()
        below = numbers(key, "tâble", draw)
        assert [below(k) for k in bounds] == slowly(key, "tâble", draw, bounds)


def test_numbers_of_one_need_no_bytes() -> None:
    below, other = numbers(ZEROS, "des", 1), numbers(ZEROS, "des", 1)
    assert [below(1), below(6)] == [0, other(6)]


def test_a_bound_below_one_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="0"):
        numbers(ZEROS, "des", 1)(0)


def test_salts_make_another_key() -> None:
    assert key_of(ZEROS, []) == ZEROS
    expected = hmac.new(ZEROS, b"un\ndeux", hashlib.sha256).digest()
    assert key_of(ZEROS, ["un", "deux"]) == expected


def test_dice_are_even() -> None:
    below = numbers(ZEROS, "even", 1)
    seen = Counter(below(6) for _ in range(60_000))
    chi = sum((seen[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi < 20.5  # one in a thousand would be more, with five degrees of freedom


@pytest.mark.parametrize(
    ("text", "expected"),
    [("48h", 172_800), ("2d", 172_800), ("2 j 6 h", 194_400), ("90min", 5_400), ("1H30m", 5_400)],
)
def test_durations(text: str, expected: int) -> None:
    assert seconds(text) == expected


@pytest.mark.parametrize("text", ["", "h", "0h", "3 weeks", "99999d", "-2h", "2h!", "1" * 50 + "h"])
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(BadDuration):
        seconds(text)
