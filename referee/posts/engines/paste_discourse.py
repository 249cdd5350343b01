"""Pastes of Discourse topics: name, number of edits, age, words with shortcodes.

Order of the header: discourse/discourse, components/post/meta-data.gjs (name, edits, reply tab,
date) and edits-indicator.gjs (the number is that of the edits); ages: config/locales/client.fr.yml
and client.en.yml, `tiny`. The lines of words, and a quote as an indented block, are from memory.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.pasted import Clock, Lines, lines_of, text_of
from referee.posts.profiles import is_name
from referee.posts.source import Edited, Found, Source

NAME = "discourse-paste"

_AGE = lazy(
    r"[<>]? ?\d{1,3} ?(?:sec|s|min|m|h|j|d|mois|mon|ans?|y)|\d{1,2} [^\W\d_]{3,5}\.?"
    r"|[^\W\d_]{3} \d{1,2}|à l'instant|just now",
    re.IGNORECASE,
)
_BUTTONS = lazy(
    r"(?:répondre|reply|partager|share|j'aime|like|\d{1,4} (?:« j'aime »|j'aime|likes?|réponses?"
    r"|replies|reply)|copier le lien.{0,40}|copy a link.{0,40})",
    re.IGNORECASE,
)
_QUOTED = lazy(r"@?[^\s:]{1,60} ?:")


def looks(source: Source) -> bool:
    """Whether the first lines are a name, maybe a number, and an age, and then comes a blank."""
    lines = lines_of(source)
    first = next(_heads(lines, Clock(source)), None)
    return first is not None and not any(lines.plain[: first[0]])


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    lines, clock = lines_of(source), Clock(source)
    heads = list(_heads(lines, clock))
    found = []
    for at, (top, age) in enumerate(heads):
        end = heads[at + 1][0] if at + 1 < len(heads) else len(lines.raw)
        end = _without_buttons(lines.plain, age + 1, end)
        edits = [line for line in lines.plain[top + 1 : age] if line.isdecimal()]
        found.append(
            Found(
                author=lines.plain[top],
                stamp=clock.next(lines.plain[age]),
                date=lines.plain[age],
                text=_unquoted(lines, age + 1, end),
                edited=Edited(count=int(edits[0])) if edits else None,
                tells_edits=True,
            )
        )
    return found


def _heads(lines: Lines, clock: Clock) -> Iterator[tuple[int, int]]:
    """The lines of the name and of the age of each header: a block of two to four lines that ends
    with an age."""
    plain = lines.plain
    start = 0
    for at, line in enumerate(plain):
        if not line or _BUTTONS.fullmatch(line):
            start = at + 1
            continue
        closes = at + 1 == len(plain) or not plain[at + 1]
        if not closes or not 1 <= at - start <= 3 or not _AGE.fullmatch(line):
            continue
        between = plain[start + 1 : at]
        named = is_name(plain[start]) and all(_is_info(info) for info in between)
        if named and clock.is_date(line):
            yield start, at


def _without_buttons(plain: list[str], start: int, end: int) -> int:
    while end > start and (not plain[end - 1] or _BUTTONS.fullmatch(plain[end - 1])):
        end -= 1
    return end


def _is_info(line: str) -> bool:
    return is_name(line) or (line.isdecimal() and len(line) <= 3)


def _unquoted(lines: Lines, start: int, end: int) -> str:
    """The words without quotes: an indented block under `bruno:`."""
    kept: list[str] = []
    at = start
    while at < end:
        stop = _end_of_quote(lines, at, end) if _QUOTED.fullmatch(lines.plain[at]) else at
        if stop == at:
            kept.append(lines.raw[at])
            at += 1
        else:
            at = stop
    return text_of(kept, 0, len(kept))


def _end_of_quote(lines: Lines, at: int, end: int) -> int:
    last = at
    line = at + 1
    while line < end and (not lines.plain[line] or lines.raw[line].startswith(("    ", "\t"))):
        if lines.plain[line]:
            last = line
        line += 1
    return at if last == at else last + 1
