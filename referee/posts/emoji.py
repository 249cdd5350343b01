"""Emoji and invisible characters: one spelling for everything that a forum may make of a post.

Knows no game. The text is never NFKC-folded as a whole: that keeps the invisible characters,
misses the dingbat digits and merges names.
"""

import re
from functools import lru_cache

from referee.core.patterns import lazy
from referee.core.reading import Note

_DIGIT_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

# Discord, Discourse, Slack, GitHub and CLDR names of circles and squares: a square has to come out
# as a square, so that it can be told from a circle.
_SHAPES = {
    "🔴": ("red_circle", "large_red_circle"),
    "🔵": ("blue_circle", "large_blue_circle"),
    "⚪": ("white_circle", "medium_white_circle"),
    "⚫": ("black_circle", "medium_black_circle"),
    "🟡": ("yellow_circle", "large_yellow_circle"),
    "🟢": ("green_circle", "large_green_circle"),
    "🟠": ("orange_circle", "large_orange_circle"),
    "🟣": ("purple_circle", "large_purple_circle"),
    "🟤": ("brown_circle", "large_brown_circle"),
    "🟥": ("red_square", "large_red_square"),
    "🟦": ("blue_square", "large_blue_square"),
    "🟨": ("yellow_square", "large_yellow_square"),
    "🟩": ("green_square", "large_green_square"),
    "🟧": ("orange_square", "large_orange_square"),
    "🟪": ("purple_square", "large_purple_square"),
    "🟫": ("brown_square", "large_brown_square"),
    "⬜": ("white_large_square",),
    "⬛": ("black_large_square",),
    "◻": ("white_medium_square",),
    "◼": ("black_medium_square",),
    "◽": ("white_medium_small_square",),
    "◾": ("black_medium_small_square",),
    "▫": ("white_small_square",),
    "▪": ("black_small_square",),
}

_SHORTCODES = {
    **{f":{word}:": str(value) for value, word in enumerate(_DIGIT_WORDS)},
    **{f":keycap_{value}:": str(value) for value in range(10)},
    **{f":{code}:": emoji for emoji, codes in _SHAPES.items() for code in codes},
}
# `<:one:123>` and `<a:one:123>` are a server's own emoji that merely bear the name.
_SHORTCODE = lazy(f"(?<!<)(?<!<a):(?:{'|'.join(sorted(code[1:-1] for code in _SHORTCODES))}):")

_CODED = lazy(":[a-z]")
"""Whether there can be a shortcode at all: a search for every one of them takes far longer."""

# Part of ordinary emoji and of ordinary line ends: put right without a word.
_QUIET = {
    **dict.fromkeys(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x20E3)), ""),
    **dict.fromkeys("\r\v\f\x85\u2028\u2029", "\n"),
    **dict.fromkeys(map(chr, (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)), " "),
}
_UNREMARKED = frozenset(_QUIET)
# Soft hyphen, joiners, zero widths, direction marks, byte order mark.
_INVISIBLE = frozenset(map(chr, (0xAD, 0x34F, 0x61C, *range(0x180B, 0x1810), 0xFEFF))) | frozenset(
    chr(code)
    for first, last in ((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0xFFF9, 0xFFFB))
    for code in range(first, last + 1)
)


@lru_cache(maxsize=4)  # the words of a post are asked for twice: to be read, and to be compared
def canonical(text: str) -> tuple[str, tuple[Note, ...]]:
    """The text with one spelling for each emoji, space and line end, and what was repaired for it.

    A keycap becomes its bare digit. Variation selectors, keycaps, spaces and line ends are too
    ordinary for a note.
    """
    notes: list[Note] = []
    letters = set(text)
    unseen = letters & _INVISIBLE
    quiet = letters & _UNREMARKED
    if "\r" in quiet:
        text = text.replace("\r\n", "\n")
    for letter in quiet | unseen:  # two or three; far faster than to look up every letter
        text = text.replace(letter, _QUIET.get(letter, ""))
    if ":" in letters and _CODED.search(text):
        codes: set[str] = set()

        def emoji(match: re.Match[str]) -> str:
            codes.add(match[0])
            return _SHORTCODES[match[0]]

        text = _SHORTCODE.sub(emoji, text)
        if codes:
            notes.append(Note("shortcodes", {"seen": sorted(codes)}))
    if unseen:
        seen = [f"U+{ord(letter):04X}" for letter in sorted(unseen)]
        notes.append(Note("invisible", {"seen": seen}))
    return text, tuple(notes)


def same_words_key(text: str) -> str:
    """Equal for two readings of a post exactly if the words are the same (F5).

    White space, blank lines, variation selectors and shortcodes against emoji make no difference.
    """
    folded = [" ".join(line.split()) for line in canonical(text)[0].split("\n")]
    return "\n".join(filter(None, folded))
