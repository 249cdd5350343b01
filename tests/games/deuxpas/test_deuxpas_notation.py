"""Moves out of posts: every form that counts, every doubt that is named, and plain chat."""

import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.reading import Reading
from referee.games.deuxpas.acts import Sheet, Told, edited, renamed
from referee.games.deuxpas.notation import read
from referee.posts.emoji import canonical

NAMES = ("Alice", "Bruno")
CORPUS = tomllib.loads(
    (Path(__file__).parents[3] / "fixtures/corpus/deuxpas.toml").read_text(encoding="utf-8")
)["post"]
TEXTS = [(text, expected) for expected in CORPUS for text in expected["texts"]]


def reading(text: str) -> Reading:
    return read(canonical(text)[0], NAMES)


@pytest.mark.parametrize(("text", "expected"), TEXTS, ids=[text for text, _ in TEXTS])
def test_corpus(text: str, expected: dict[str, Any]) -> None:
    found = reading(text)
    sheet = found.act
    assert ["-".join(cells) for cells in sheet.paths] == expected.get("moves", [])
    assert sheet.resign == expected.get("resign", False)
    assert sheet.doubt == expected.get("doubt", "")
    if "seen" in expected:
        assert list(sheet.seen) == expected["seen"]
    told = [f"{one.player} {'-'.join(one.cells)}" for one in sheet.told]
    assert told == expected.get("told", [])
    kind = "no-move" if expected.get("nothing") else "unclear" if sheet.doubt else "understood"
    assert found.kind == kind
    assert [note.kind for note in found.notes] == ["deuxpas-slip"] * expected.get("slip", False)
    assert bool(sheet.seen) == bool(sheet.doubt)


def test_the_lines_that_were_read_are_told() -> None:
    assert reading("Bonjour\n\nc1-e3\nà toi").span == (3, 3)
    assert reading("c1-e3\n\nc1-d2-e3").span == (1, 3)
    assert reading("Bonjour").span is None


def test_a_name_of_several_words_and_of_odd_signs() -> None:
    for name in ("Jean de la Tour", "Élodie-Marie", "d'Artagnan", "x_X", "42"):
        sheet = read(f"{name} joue c8-e6", (name, "Bruno")).act
        assert sheet.paths == ()
        if name != "42":  # a number before a move is a number
            assert sheet.told == (Told(name, ("c8", "e6")),)


def test_a_sheet_keeps_the_names_that_aliases_give() -> None:
    sheet = reading("Bruno joue c8-e6").act
    assert renamed(sheet, lambda name: name.upper()).told == (Told("BRUNO", ("c8", "e6")),)
    assert renamed(sheet, lambda name: name) is sheet


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        ("c1-e3", "c1-e3\nbonne chance", False),
        ("c1-e3", "c1-d3", True),
        ("c1-e3", "c1-d2-e3", True),
        ("c1-e3", "bonne chance", True),
        ("bonjour", "c1-e3", True),
        ("c1-e3", "abandon", True),
        ("bonjour", "bonsoir", False),
    ],
)
def test_an_edit_says_whether_the_move_was_touched(before: str, after: str, moved: bool) -> None:
    edit = edited(reading(before).act, reading(after).act, 7).edit
    assert edit is not None
    assert (edit.of, edit.floor, edit.ranking, edit.added) == (7, moved, False, False)


CELL = st.sampled_from(["c1", "d2", "e3", "C1", "i3", "a10", "e"])
WORD = st.sampled_from(
    [
        *["-", "–", ">", "→", ",", ";", ".", "!", "?", "…", ":", "~~", "[s]", "[/s]", "`", "*"],
        *[
            "non",
            "pardon",
            "pas",
            "plutôt",
            "que",
            "coup",
            "je",
            "joue",
            "Bruno",
            "il",
            "ton",
            "peut-être",
            "si",
            "par",
            "va",
            "en",
            "to",
        ],
        *["@Bruno", "abandon", "j'abandonne", "resign", "ou", "et", "7", "42"],
        "\n",
    ]
)


@given(st.lists(st.one_of(CELL, WORD), max_size=30), st.sampled_from(["", " "]))
@settings(max_examples=400, deadline=None)
def test_whatever_is_written_is_one_of_the_readings(parts: list[str], glue: str) -> None:
    found = reading(glue.join(parts))
    sheet = found.act
    assert isinstance(sheet, Sheet)
    kinds = bool(sheet.paths), sheet.resign, bool(sheet.doubt)
    assert sum(kinds) <= 1
    assert found.kind == ("unclear" if sheet.doubt else found.kind)
    assert (found.kind == "no-move") == (not any(kinds) and not sheet.told)
    assert len({(cells[0], cells[-1]) for cells in sheet.paths}) <= 1
    assert len(sheet.seen) <= 6
    assert len(sheet.told) <= 6


UNITS = (
    *("c1-", "c1 ", "c1-e3 ", "c1-e3\n", "c1-e3\nannule\n", "c1-e3 non ", "c1-e3, pas "),
    *("~~", "~~c1", "[s]", "a1 par ", "c1 va en ", "Bruno joue ", "j'abandonne, "),
    *("-" * 50 + " ", "x", "e\u0301", "? "),
)


@pytest.mark.parametrize("unit", UNITS)
def test_reading_is_linear(unit: str) -> None:
    def seconds(size: int) -> float:
        text = unit * (size // len(unit))
        start = time.process_time()
        reading(text)
        return time.process_time() - start

    seconds(2_000)
    short = min(seconds(20_000) for _ in range(3))
    long = min(seconds(160_000) for _ in range(2))
    assert long < 8 * 5 * short + 0.3  # other work on the machine included
