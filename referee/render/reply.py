"""What the moderator pastes back into the topic: the floor, a blank line, the ranking (Q13)."""

import re
from collections.abc import Iterable, Sequence

from referee.core.patterns import lazy
from referee.core.picture import Picture
from referee.render.board import emoji

FORMATS = ("text", "markdown", "bbcode", "discord")
_ZERO_WIDTH = "\u200b"


def name(text: str, form: str) -> str:
    """A name, or other outside words, so that the forum shows it and obeys nothing in it."""
    text = " ".join(visible(text).split())
    if form == "bbcode":
        return text.replace("[", f"[{_ZERO_WIDTH}")
    if form in ("markdown", "discord"):
        text = re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", text)
        return text.replace("@", f"@{_ZERO_WIDTH}")
    return text


def visible(text: str) -> str:
    """Outside words with control characters, and those that turn the line round, shown instead of
    obeyed (`\\x1b`, `\\u202e`); line feeds and tabs stay."""
    if text.isprintable():
        return text
    return _CONTROLS.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def one_line(text: str) -> str:
    """Outside words made visible, line feeds and tabs included."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")


_CONTROLS = lazy(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def lines(parts: Iterable[str], form: str) -> str:
    """Lines joined so that the forum keeps them apart."""
    glue = "  \n" if form == "markdown" else "\n"
    return glue.join(parts)


def ranking(rows: Sequence[tuple[str, int, tuple[int, ...]]], form: str) -> list[str]:
    """Ranking lines in the form of Q13: `Alice (2) : [1, 3]`."""
    return [
        f"{name(player, form)} ({points}) : [{', '.join(map(str, placed))}]"
        for player, points, placed in rows
    ]


def board_and_ranking(
    picture: Picture, rows: Sequence[tuple[str, int, tuple[int, ...]]], form: str
) -> str:
    """The floor in emoji, a blank line, the ranking lines."""
    floor = lines(emoji(picture), form)
    standing = lines(ranking(rows, form), form)
    return f"{floor}\n\n{standing}" if standing else floor
