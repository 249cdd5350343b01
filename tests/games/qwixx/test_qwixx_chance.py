"""Chance (F10): known answers, a second implementation, and a million dice."""

import hashlib
import random
from datetime import UTC, datetime

import pytest

from referee.core.chance import commitment, key_of, numbers
from referee.core.game import Opening
from referee.core.seated import BadDraw, Wanted
from referee.games.qwixx.game import GAME
from referee.games.qwixx.state import State
from tests.games.qwixx import f10
from tests.games.qwixx.topic import SEATED

ZERO = bytes(32)
AT = datetime(2026, 11, 20, 20, tzinfo=UTC)
OPTIONS = {"answer_limit": "48h", "first": ""}


def table(first: str = "Alice") -> State:
    state: State = GAME.setup(Opening(AT, ("Alice", "Bruno"), OPTIONS | {"first": first}))
    return state


def test_known_answers() -> None:
    assert commitment(ZERO) == hashlib.sha256(ZERO).hexdigest()
    assert commitment(ZERO).startswith("66687aad")
    rolled = [
        SEATED.spelled("roll", SEATED.draw(table(), numbers(ZERO, "des", draw))) for draw in (1, 2)
    ]
    assert rolled == ["2 5 5 4 3 1", "6 4 6 4 3 3"]
    # The same by the second implementation, and a draw with salts that it alone has computed.
    assert [1 + n for n in f10.picks(ZERO, "des", 1, [6] * 6)] == [2, 5, 5, 4, 3, 1]
    assert [1 + n for n in f10.picks(ZERO, "des", 2, [6] * 6)] == [6, 4, 6, 4, 3, 3]
    salted = f10.key(bytes(range(32)), ["sel d'Alice", "poivre"])
    assert salted.hex() == "0ebb65065d7b07375b481b17eb9f9fdb9ea3832131009e20130e5c5b9c47ab13"
    picked = f10.picks(salted, "été", 3, [6] * 6 + [5, 300, 70_000])
    assert picked == [
        5,
        5,
        3,
        1,
        3,
        4,
        0,
        166,
        23410,
    ]


def test_a_second_implementation_agrees() -> None:
    luck = random.Random(10)  # noqa: S311 - which cases are tried
    for case in range(400):
        seed = luck.randbytes(32)
        salts = [f"sel {n}" for n in range(luck.randrange(4))]
        name = luck.choice(["des", "table été", "t"])
        sizes = [
            luck.choice([1, 2, 5, 6, 44, 100, 255, 256, 257, 65_536, 65_537]) for _ in "12345678"
        ]
        below = numbers(key_of(seed, salts), name, case + 1)
        theirs = f10.picks(f10.key(seed, salts), name, case + 1, sizes)
        assert [below(size) for size in sizes] == theirs


def test_a_million_dice() -> None:
    """Chi-square with five degrees of freedom: 20.5 is passed by one fair run in a thousand."""
    counts = [0] * 6
    draws, dice = 1_000, 1_000
    for draw in range(1, draws + 1):
        below = numbers(ZERO, "des", draw)
        for _ in range(dice):
            counts[below(6)] += 1
    expected = draws * dice / 6
    assert sum((count - expected) ** 2 / expected for count in counts) < 20.5


def test_the_first_player_is_an_index_into_the_list() -> None:
    below = numbers(ZERO, "des", 1)
    state = table(first="")
    wanted = SEATED.awaited(state)
    assert isinstance(wanted, Wanted)
    assert wanted.kind == "first"
    drawn = SEATED.draw(state, below)
    assert drawn == {"first": ["Alice", "Bruno"][f10.picks(ZERO, "des", 1, [2])[0]]}
    assert SEATED.record(state, " bruno ") == ("first", {"first": "Bruno"})


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("1 2 3", "qwixx-dice"),
        ("1 2 3 4 5 7", "qwixx-die"),
        ("1 2 3 4 5 six", "qwixx-die"),
        ("1 2 3 4 5 -", "qwixx-missing"),
    ],
)
def test_dice_from_outside_that_cannot_be(text: str, case: str) -> None:
    with pytest.raises(BadDraw) as bad:
        SEATED.record(table(), text)
    assert bad.value.case == case


def test_nobody_else_can_be_drawn_first() -> None:
    with pytest.raises(BadDraw) as bad:
        SEATED.record(table(first=""), "Chloé")
    assert bad.value.case == "qwixx-first"


def test_a_random_mark_in_words() -> None:
    said = SEATED.said({"player": "Alice", "row": "red", "number": 12})
    assert said.kind == "qwixx-box-lock"
    assert SEATED.spelled("act", {"row": "red", "number": 7}) == "🔴 7"
