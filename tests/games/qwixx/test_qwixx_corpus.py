"""What people write, and what is read of it (X14, F15)."""

import tomllib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.core.game import Opening
from referee.core.reading import Note
from referee.games.qwixx.acts import Said
from referee.games.qwixx.game import GAME
from referee.games.qwixx.lexicon import fold, slip
from referee.posts.emoji import canonical
from referee.words.sentences import Speaker
from tests.games.qwixx.topic import Topic, move

FILE = Path(__file__).parents[3] / "fixtures/corpus/qwixx.toml"
CORPUS = tomllib.loads(FILE.read_text(encoding="utf-8"))
PHRASES, JUDGED = CORPUS["phrase"], CORPUS["judged"]
NAMES = ["Alice", "Bruno", "Chloé", "David"]
AT = datetime(2026, 11, 20, 20, tzinfo=UTC)


def label(seq: int, **_: bool) -> str:
    return f"@{seq}"


def spoken(notes: list[dict[str, Any]], lang: str) -> list[str]:
    speaker = Speaker(lang, UTC, label)
    return [speaker.note(Note(note["kind"], note["facts"])) for note in notes]


def mark(said: Said) -> str:
    action = f"{said.action}: " if said.action else ""
    return f"{action}{said.row} {said.number}" + (f" ({said.who})" if said.who else "")


def test_the_corpus_is_large_and_of_two_languages() -> None:
    assert len(PHRASES) >= 150
    assert sum(phrase["lang"] == "en" for phrase in PHRASES) >= 30
    assert len({phrase["text"] for phrase in PHRASES}) == len(PHRASES)


@pytest.mark.parametrize("phrase", PHRASES, ids=[phrase["text"] for phrase in PHRASES])
def test_a_phrase_is_read(phrase: dict[str, Any]) -> None:
    reading = GAME.read(canonical(phrase["text"])[0], NAMES)
    sheet = reading.act
    slips = [f"{note.facts['seen']} > {note.facts['read']}" for note in reading.notes]
    assert slips == phrase.get("slips", [])
    if "unclear" in phrase:
        assert reading.kind == "unclear"
        assert f"{sheet.doubt.clause}.{sheet.doubt.case}" == phrase["unclear"]
        readings = spoken(sheet.doubt.facts.get("readings", []), phrase["lang"])
        assert readings == phrase.get("readings", [])
        return
    assert sheet.doubt is None
    assert sheet.resigns is (phrase.get("reads") == "resigns")
    assert [mark(said) for said in sheet.marks] == phrase.get("marks", [])
    assert list(sheet.declined) == phrase.get("declined", [])
    expected = "no-move" if phrase.get("reads") == "no-move" else "understood"
    assert reading.kind == expected
    assert (reading.span is None) is (expected == "no-move")


@pytest.mark.parametrize("case", JUDGED, ids=[f"{n} {c['text']}" for n, c in enumerate(JUDGED)])
def test_a_phrase_is_judged(case: dict[str, Any]) -> None:
    topic = Topic(["Alice", "Bruno"], AT)
    active = "Alice" if case.get("active", True) else "Bruno"
    sheets = {"Alice": case.get("sheet", {})}
    start = {"active": active, "sheets": sheets}
    opening = Opening(AT, ("Alice", "Bruno"), {"answer_limit": "48h", "first": ""}, start)
    topic.start = topic.state = GAME.setup(opening)
    white, coloured = case["dice"][:2], case["dice"][2:]
    names = ("red", "yellow", "green", "blue")
    result = {"white": white} | {n: d or None for n, d in zip(names, coloured, strict=True)}
    topic.draw("roll", result, AT + timedelta(minutes=1))
    if "before" in case:
        before = topic.post("Alice", case["before"], AT + timedelta(minutes=2))
        assert before.verdict == "valid"
    finding = topic.post("Alice", case["text"], AT + timedelta(minutes=3))
    clauses = list(dict.fromkeys(o.clause for o in finding.objections))
    if "move" in case:
        assert finding.verdict == "valid", finding
        assert move(finding) == {"white": None, "colour": None} | case["move"]
        assert [o.clause for o in finding.warnings] == case.get("warnings", [])
    elif "clauses" in case:
        assert (finding.verdict, clauses) == ("invalid", case["clauses"])
    elif "unclear" in case:
        (objection,) = finding.objections
        assert finding.verdict == "unclear"
        assert f"{objection.clause}.{objection.case}" == case["unclear"]
        assert spoken(objection.facts["readings"], "fr") == case["readings"]
    else:
        assert finding.verdict == case["reads"]


@pytest.mark.parametrize("word", ["vers", "verre", "bien", "route", "banc", "jeune", "veut"])
def test_an_ordinary_word_is_no_slip(word: str) -> None:
    assert slip(word) == ""


def test_folding_keeps_the_lines() -> None:
    assert fold("Élodie\nÇa — l’été…").split("\n") == ["elodie", "ca - l'ete..."]


HOSTILE: list[Callable[[int], str]] = [
    lambda n: "rouge 7 " * n,
    lambda n: "~~" * n,
    lambda n: "[s]" * n,
    lambda n: "(" * n + "3 + 4",
    lambda n: "3 + " * n,
    lambda n: "pas " * n,
    lambda n: "blanc : " * n,
    lambda n: "🔴" * n,
    lambda n: "7" * n,
    lambda n: "a" * n,
    lambda n: "Bruno a pris " * n,
    lambda n: "la, " * n + "x",
    lambda n: "non, " * n,
    lambda n: "rouge 7 ?\n" * n,
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_reading_costs_no_more_than_the_text_is_long(hostile: Callable[[int], str]) -> None:
    from time import process_time

    def seconds(text: str) -> float:
        start = process_time()
        GAME.read(text, NAMES)
        return process_time() - start

    seconds(hostile(10))
    short = min(seconds(hostile(2_000)) for _ in range(3))
    long = min(seconds(hostile(16_000)) for _ in range(2))
    assert long < 0.05 + short * 30
