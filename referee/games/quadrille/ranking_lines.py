"""Ranking lines out of a post's own words (Q13): `Name (points) : [steps placed]`."""

import re
import unicodedata
from itertools import islice

from referee.core.patterns import lazy
from referee.games.quadrille.acts import Line

_LONGEST = 300
_LONGEST_NAME = 60
_MOST_BRACKETS = 6
_NEAR = 60  # score and separator take no more

# The tags that forums put around or between words; `[1]` and `[TAG]` in a name are none.
TAGS = lazy(
    r"\[/?(?:b|i|u|s|size|colou?r|center|left|right|align|justify|font|code|pre|tt|icode|spoiler"
    r"|hide|list|li|url|user|member|mention|table|tr|td|th|\*)(?:=[^\[\]\n]{0,100})?\]",
    re.IGNORECASE,
)

_USUAL = lazy(r"([^\W\d_](?: ?[^\W_]){0,40}) \(([0-9]{1,6})\) : \[((?:[1-4](?:, [1-4])*)?)\]")
"""A line as the referee prints it: most are copied from there, and hold no decoration."""
_BRACKETS = lazy(r"\[([^\[\]]{0,60})\]")
_ESCAPE = lazy(r"\\([^\w\s])")  # Markdown's, as in `\[1, 3\]`
_WIDE = str.maketrans("（）［］：−–", "()[]:--")
# Anchored at the brackets, so that the last `(n)` before them is the score.
_SCORE = lazy(
    r"(?:\(\s*([+-]?\d{1,6})\s*(?:pts?\.?|points?)?\s*\)\s*(?:pts?\b\.?|points?\b)?"
    r"|(?<![\w.,])([+-]?\d{1,6})\s*(?:pts?\b\.?|points?\b))"
    r"[^\w()\[\]]*\Z",
    re.IGNORECASE,
)
_ITEM = lazy(r"[\s|>•◦‣▪·*–—+#-]*(?:\d{1,3}\s*(?:[.)°]|[:–—-]\s))?")
_LINKS = frozenset(("et", "and"))
_TRIM = " \t|*`:=→»–—-•·>,@🥇🥈🥉🏅🏆"


def read_line(text: str) -> Line | None:
    """The ranking line that a line of a post holds, or None.

    A number in parentheses or followed by points, then brackets with nothing but digits, make it
    one; what follows the brackets is no matter. Steps are kept as written, in or out of 1-4.
    """
    if len(text) > _LONGEST or not ("[" in text or "［" in text):
        return None
    usual = _USUAL.fullmatch(text)
    if usual:
        return Line(usual[1], int(usual[2]), tuple(map(int, usual[3][::3])))
    text = _ESCAPE.sub(r"\1", TAGS.sub("", text))
    plain = text.translate(_WIDE)
    for brackets in islice(_BRACKETS.finditer(plain), _MOST_BRACKETS):
        placed = _steps(brackets[1])
        near = max(0, brackets.start() - _NEAR)
        score = None if placed is None else _SCORE.search(plain, near, brackets.start())
        if placed is None or score is None:
            continue
        name = _name(text[: score.start()])
        if name:
            return Line(name, int(score[1] or score[2]), placed)
    return None


def _steps(text: str) -> tuple[int, ...] | None:
    """The digits between the brackets, one step each; None if a word stands there."""
    steps: list[int] = []
    for word in re.findall(r"\w+", text):
        if word.lower() in _LINKS:
            continue
        for letter in word:
            step = unicodedata.digit(letter, None)
            if step is None:
                return None
            steps.append(step)
    return tuple(steps)


def _name(text: str) -> str:
    """The name in front of a score, without bullet, number and decoration."""
    item = _ITEM.match(text)
    name = text[item.end() if item else 0 :].strip(_TRIM)
    for mark in ("__", "~~"):  # a single one may be the name's own
        if name.startswith(mark) and name.endswith(mark):
            name = name[2:-2].strip(_TRIM)
    return name if len(name) <= _LONGEST_NAME else ""
