"""One spelling for everything that a forum may make of an emoji, a space or a line end."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.reading import Note
from referee.posts.emoji import canonical, same_words_key

DAMAGE = json.loads(
    (Path(__file__).parents[2] / "fixtures/posts/emoji-damage.json").read_text(encoding="utf-8")
)
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1️⃣2️⃣3️⃣4️⃣", "1234"),
        ("1⃣", "1"),
        ("1\ufe0f", "1"),
        ("⚪\ufe0f⚫\ufe0e", "⚪⚫"),
        ("a\u00a0b\u202fc\u3000d\u2003e\u1680f", "a b c d e f"),
        ("a\r\nb\rc\vd\fe\u2028f\u2029g\x85h", "a\nb\nc\nd\ne\nf\ng\nh"),
        ("a\r\n\r\nb", "a\n\nb"),
        ("tab\tstays", "tab\tstays"),
        ("", ""),
    ],
)
def test_what_is_too_ordinary_for_a_note(written: str, meant: str) -> None:
    assert canonical(written) == (meant, ())


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        *[(f":{word}:", str(value)) for value, word in enumerate(DIGITS)],
        *[(f":keycap_{value}:", str(value)) for value in range(10)],
        (":red_circle:", "🔴"),
        (":blue_circle:", "🔵"),
        (":large_blue_circle:", "🔵"),
        (":white_circle:", "⚪"),
        (":medium_white_circle:", "⚪"),
        (":black_circle:", "⚫"),
        (":yellow_circle:", "🟡"),
        (":large_green_circle:", "🟢"),
        (":red_square:", "🟥"),
        (":large_blue_square:", "🟦"),
        (":white_large_square:", "⬜"),
        (":black_large_square:", "⬛"),
    ],
)
def test_known_shortcodes(code: str, meant: str) -> None:
    assert canonical(code) == (meant, (Note("shortcodes", {"seen": [code]}),))
    assert canonical(f"12:{code}{code}:30")[0] == f"12:{meant}{meant}:30"


@pytest.mark.parametrize(
    "text",
    [
        ":touches_1:",
        ":disque_rouge:",
        ":One:",
        ": one :",
        "<:one:123456789012345678>",
        "<a:red_circle:123456789012345678>",
        "12:30",
        "Alice (2) : [1, 3]",
    ],
)
def test_what_is_no_known_shortcode_stays(text: str) -> None:
    assert canonical(text) == (text, ())


def test_invisible_characters_are_dropped_and_named_once() -> None:
    written = "\ufeff1\u200b\u200b2\u00ad3\u200e4\u2060\u200d\u202a\u2066"
    seen = ["U+00AD", "U+200B", "U+200D", "U+200E", "U+202A", "U+2060", "U+2066", "U+FEFF"]
    assert canonical(written) == ("1234", (Note("invisible", {"seen": seen}),))


def test_shortcodes_broken_by_invisible_characters_are_read() -> None:
    text, notes = canonical(":two:\u200b:one:\u200b:o\u00adne:")
    assert text == "211"
    assert notes == (
        Note("shortcodes", {"seen": [":one:", ":two:"]}),
        Note("invisible", {"seen": ["U+00AD", "U+200B"]}),
    )


@pytest.mark.parametrize("letters", ["❶①１", "ﬁ ² ½ Å", "école", "Ⅳ"])
def test_no_letter_is_folded(letters: str) -> None:
    assert canonical(letters)[0] == letters


@pytest.mark.parametrize("case", DAMAGE, ids=[case["label"] for case in DAMAGE])
def test_samples_hold_the_characters_they_claim(case: dict[str, str]) -> None:
    assert " ".join(f"{ord(letter):04X}" for letter in case["text"]) == case["codepoints"]
    assert canonical(canonical(case["text"])[0])[0] == canonical(case["text"])[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1️⃣🔴🔵⚪", ":one::red_circle::large_blue_circle::white_circle:"),
        ("1️⃣🔴\r\n⚪⚫", "1⃣🔴\n\n⚪️⚫︎\n"),
        ("Bien\u00a0joué !", "  Bien   joué\u202f!  "),
        ("a\n\n \n b", "a\nb"),
        ("", "\n \u200b\n"),
    ],
)
def test_same_words(one: str, other: str) -> None:
    assert same_words_key(one) == same_words_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("1️⃣🔴", "🔴1️⃣"), ("a b", "ab"), ("a\nb", "a b"), ("🔴", "🟥"), ("Alice", "alice")],
)
def test_other_words(one: str, other: str) -> None:
    assert same_words_key(one) != same_words_key(other)


@settings(deadline=None)
@given(st.text())
def test_any_text_has_a_canonical_form_and_a_key_of_its_own(text: str) -> None:
    key = same_words_key(text)
    assert same_words_key(key) == key
    assert not set(canonical(text)[0]) & set("\r\u00a0\ufe0f\u20e3\u200b\u200d\u00ad\ufeff")


@pytest.mark.parametrize("part", [":", ":one:", "<a:one:", "🔴", "\u200ba", "\r\n", ":large_"])
def test_megabytes_are_read_in_linear_time(part: str) -> None:
    text = part * 500_000
    assert len(canonical(text)[0]) <= len(text)
    assert len(same_words_key(text)) <= len(text)
