"""The clauses that a moderator quotes in the topic: all there, in two languages that agree."""

import re
import tomllib
from pathlib import Path

import pytest

import referee

RULES = Path(referee.__file__).parent / "words" / "rules"
FILES = {
    "forum": ("F", 15),
    "quadrille": ("Q", 14),
    "qwixx": ("X", 14),
    "azul": ("A", 18),
    "deuxpas": ("D", 16),
}
LAST = {"F": 15, "Q": 14, "X": 14, "A": 18, "D": 16}  # the last clause of each rulebook
KEYS = ["fr_title", "fr", "en_title", "en"]
LONGEST = {"F10": 1900, "F15": 640}  # a reply must fit where posts are short
NBSP = "\u00a0"

Texts = dict[str, dict[str, str]]


def load(name: str) -> Texts:
    with (RULES / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


ALL: Texts = {clause: texts for name in FILES for clause, texts in load(name).items()}
EACH_TEXT = [(clause, key) for clause in ALL for key in KEYS]
FRENCH = [(clause, key) for clause, key in EACH_TEXT if key.startswith("fr")]
ENGLISH = [(clause, key) for clause, key in EACH_TEXT if key.startswith("en")]


def numbers(text: str) -> set[int]:
    """Every whole number in a text; 21:00 is 21, and the number of a clause is no number."""
    text = re.sub(r"\b(\d{1,2}):00\b", r"\1", text)
    text = re.sub(r"\b[FQXAD]\d+\b", "", text)
    return {int(digits) for digits in re.findall(r"\d+", text)}


def clauses(text: str) -> list[str]:
    return re.findall(r"\b[FQXAD]\d+\b", text)


def sentences(text: str) -> int:
    return len(re.findall(r"[.!?](?=\s+[A-ZÀÉ]|$)", text))


@pytest.mark.parametrize("name", FILES)
def test_every_clause_is_there_in_order(name: str) -> None:
    letter, last = FILES[name]
    assert list(load(name)) == [f"{letter}{number}" for number in range(1, last + 1)]


@pytest.mark.parametrize("clause", ALL)
def test_a_clause_has_its_four_texts(clause: str) -> None:
    assert list(ALL[clause]) == KEYS
    assert all(isinstance(text, str) and text for text in ALL[clause].values())


@pytest.mark.parametrize(("clause", "key"), EACH_TEXT)
def test_a_text_has_a_sane_length(clause: str, key: str) -> None:
    text = ALL[clause][key]
    if key.endswith("title"):
        assert 3 <= len(text) <= 40
        assert text[-1].isalpha()
        return
    assert 40 <= len(text) <= LONGEST.get(clause, 560)
    assert text.endswith((".", "!", "?"))
    assert clause == "F10" or 1 <= sentences(text) <= 4


@pytest.mark.parametrize(("clause", "key"), EACH_TEXT)
def test_a_text_can_be_pasted_anywhere(clause: str, key: str) -> None:
    text = ALL[clause][key]
    assert text == text.strip()
    assert not re.search(r"[\n\r\t]|  ", text)
    assert not re.search(r"[<>*_`~#|\\]|\]\(|\[/|://", text), "markup of some forum"
    assert not re.search(r"(?<!\w)[:;]-?[()DPOpo](?!\w)|(?<!\w)8\)|:\w+:", text), "a smiley"
    assert text.count("(") == text.count(")")
    assert text.count("[") == text.count("]")


@pytest.mark.parametrize(("clause", "key"), EACH_TEXT)
def test_quotes_and_apostrophes_are_plain(clause: str, key: str) -> None:
    text = ALL[clause][key]
    assert not set('"’‘´`') & set(text)
    assert not re.search(r"(?<!\w)'|'(?!\w)", text), "an apostrophe stands inside a word"


@pytest.mark.parametrize(("clause", "key"), FRENCH)
def test_french_typography(clause: str, key: str) -> None:
    text = ALL[clause][key]
    assert not re.search(rf"[^{NBSP}][:;!?»]", text)
    assert not re.search(rf"«[^{NBSP}]", text)
    assert not re.search(r"\d h\b", text), "an hour does not leave its h behind"
    assert text.count("«") == text.count("»")
    assert not set("“”\u202f") & set(text)


@pytest.mark.parametrize(("clause", "key"), ENGLISH)
def test_english_typography(clause: str, key: str) -> None:
    text = ALL[clause][key]
    assert text.count("“") == text.count("”")
    assert not set(f"«»{NBSP}\u202f") & set(text)


@pytest.mark.parametrize("clause", ALL)
def test_both_languages_give_the_same_figures(clause: str) -> None:
    assert numbers(ALL[clause]["fr"]) == numbers(ALL[clause]["en"])


@pytest.mark.parametrize("clause", ALL)
def test_both_languages_name_the_same_clauses_and_they_exist(clause: str) -> None:
    named = clauses(ALL[clause]["fr"])
    assert named == clauses(ALL[clause]["en"])
    assert all(1 <= int(name[1:]) <= LAST[name[0]] for name in named)


@pytest.mark.parametrize(
    ("clause", "figures"),
    [("Q6", {5}), ("Q8", {12}), ("Q11", {0, 3, 7, 8, 21}), ("F11", {21}), ("F7", {5, 12, 21, 48})],
)
def test_the_limits_are_given_in_figures(clause: str, figures: set[int]) -> None:
    assert figures <= numbers(ALL[clause]["fr"])


def test_the_order_of_precedence_is_the_rulebooks() -> None:
    assert " ".join(clauses(ALL["F13"]["fr"])) == (
        "F14 Q5 Q6 Q9 Q8 Q4 Q3 Q2 Q12 F12 X13 X11 F14 X2 X6 X7 X3 X4 "
        "F12 F14 A17 A1 A4 A5 A15 F12 F14 D13 D1 D5 D6"
    )
