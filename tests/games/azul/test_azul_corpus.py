"""What posts say, phrasing by phrasing, in both languages: the corpus, and what no corpus holds."""

import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.reading import Reading
from referee.games.azul.acts import Sheet
from referee.games.azul.notation import read
from referee.games.azul.words import LONGEST
from referee.posts.emoji import canonical
from tests.games.azul.oracles import PLAYERS

CORPUS = Path(__file__).parents[3] / "fixtures/corpus/azul.toml"
GROUPS: list[dict[str, Any]] = tomllib.loads(CORPUS.read_text(encoding="utf-8"))["phrasing"]
PHRASINGS = [(text, group) for group in GROUPS for text in group["texts"]]


def told(reading: Reading) -> dict[str, Any]:
    """A reading as the corpus writes it."""
    sheet: Sheet = reading.act
    if sheet.teller is not None:
        return {"told": sheet.teller or "?"}
    if sheet.unread is not None:
        assert reading.kind == "unclear"
        return {"unclear": f"{sheet.unread.clause}.{sheet.unread.case}"}
    if sheet.resign:
        return {"resign": True}
    if sheet.choices:
        return {"choices": ", ".join(f"L{line} C{column}" for line, column in sheet.choices)}
    if sheet.take is None:
        assert reading.kind == "no-move"
        return {"nothing": True}
    source = f"F{sheet.take.source}" if sheet.take.source else "C"
    line = f"L{sheet.take.line}" if sheet.take.line else "P"
    count = f" x{sheet.take.count}" if sheet.take.count else ""
    return {"move": f"{source} {sheet.take.colour} {line}{count}"}


def test_the_corpus_is_large_enough() -> None:
    assert len({text for text, _ in PHRASINGS}) > 200


@pytest.mark.parametrize(("text", "group"), PHRASINGS, ids=[text for text, _ in PHRASINGS])
def test_phrasing(text: str, group: dict[str, Any]) -> None:
    reading = read(canonical(text)[0], PLAYERS)
    expected = {key: value for key, value in group.items() if key not in ("texts", "notes")}
    assert told(reading) == expected
    assert [note.kind for note in reading.notes] == group.get("notes", [])
    assert (reading.span is None) == (reading.kind == "no-move")


MOVES = [text for text, group in PHRASINGS if group.keys() & {"move", "choices"}]


@pytest.mark.parametrize("after", ["\nAh non, attendez", "\nJe réfléchis encore", "\nNo, wait."])
def test_every_move_can_be_taken_back(after: str) -> None:
    """F15: however a move is written, a second thought below it leaves it unclear."""
    for text in MOVES:
        reading = read(canonical(text + after)[0], PLAYERS)
        assert (told(reading), text) == ({"unclear": "F15.azul-retracted"}, text)


HOSTILE = {
    "letters": "F3 b " * 9_000,
    "numbers": "3 " * 20_000,
    "colours": "bleu " * 9_000,
    "not": "pas " * 12_000,
    "not this": "pas F1 " * 6_000,
    "no": "non, " * 9_000,
    "or": "F1 ou " * 8_000,
    "questions": "F1 bleu L2 ? " * 3_500,
    "lines": "F1\nbleu\nL2\n" * 3_800,
    "struck": "~~" * 24_000,
    "opened": "[s]" * 16_000,
    "tags": "[b=" * 16_000,
    "one word": "bleu" * 12_000,
    "near": "rogue bleuu lgne " * 2_900,
    "different": " ".join(f"rou{n:x}" for n in range(7_000)),
    "digits": "1" * 49_000,
    "factory": "fabrique n n n " * 3_300,
    "signs": "🔵" * 12_000,
    "more lines": "L2/3-4 et 5 " * 4_000,
    "brackets": "bleu (3) (" * 4_900,
    "taken back": "non attends, " * 3_700,
    "told": "Bruno, prends F1 tu devrais " * 1_700,
    "names": "Bruno a pris " * 3_800,
    "rest": "reste tombe " * 4_000,
    "choices": "L4 C2 " * 8_000,
    "apostrophes": "j' c' l' " * 5_500,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_texts_are_read_in_no_time(kind: str) -> None:
    """A text of the greatest length, and one of a tenth of it: the time grows with the length."""
    text = HOSTILE[kind][:LONGEST]
    short, long = (fastest(text[: len(text) // 10]), fastest(text))
    assert long < 2
    assert long < 40 * short + 0.05


def fastest(text: str) -> float:
    times = []
    for _ in range(2):
        start = time.process_time()
        read(text, PLAYERS)
        times.append(time.process_time() - start)
    return min(times)


def test_what_is_too_long_is_not_read() -> None:
    assert read("x" * LONGEST + "\nF3 bleu L4", PLAYERS).kind == "no-move"
    assert read("x" * 1000 + "\nF3 bleu L4", PLAYERS).kind == "understood"


@given(st.text(alphabet="F3bLC 4bleu\n.,?!~🔵'pasnonou[]:-", max_size=80))
@settings(derandomize=True, deadline=None, max_examples=500)
def test_any_text_is_read(text: str) -> None:
    """No text breaks the reader, and what it understands can be judged and told."""
    reading = read(text, PLAYERS)
    assert (reading.kind == "understood") <= (not reading.act.silent)
    assert (reading.kind == "unclear") == (reading.act.unread is not None)
