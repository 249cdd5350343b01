"""Pastes of XenForo 1 topics, which say below the words whose they were: `Alice, Hier à 20:58`,
then `#2`.

Order: XenForo 1's message templates as compiled in public repositories; the lines of a paste are
from memory.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.posts.pasted import (
    Clock,
    Head,
    Lines,
    cut_posts,
    lines_of,
    without_marked_quotes,
)
from referee.posts.profiles import BUTTON, below_profile, is_name
from referee.posts.source import Found, Source

NAME = "xenforo1-paste"

_MAIN = lazy(
    r"(?P<author>[^,]{1,60}), (?P<date>\S.{3,40}?)(?: ?(?:signaler|report))?", re.IGNORECASE
)
_NUMBER = lazy(r"#\d{1,6}(?P<rest>.{0,80})")
_NOTICE = lazy(
    r"(?:dernière (?:édition|modification)(?: par .{1,60})?|last edited(?: by .{1,60})?) ?: "
    r"?(?P<date>.{2,60})",
    re.IGNORECASE,
)


class _Foot(NamedTuple):
    """Where a post's name stands, where its words begin and end, the first line below its foot."""

    top: int
    body: int
    at: int
    below: int
    author: str
    date: str


def looks(source: Source) -> bool:
    """Whether the text begins with the name that stands again below the words."""
    lines = lines_of(source)
    first = next(_feet(lines, Clock(source)), None)
    return first is not None and not any(lines.plain[: first.top])


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    lines, clock = lines_of(source), Clock(source)
    feet = list(_feet(lines, clock))
    clock.learn(foot.date for foot in feet)
    found: list[Found] = []
    for foot in feet:  # each is cut by itself: what stands below its foot is not its own
        part = Lines(lines.raw[foot.top : foot.at], lines.plain[foot.top : foot.at])
        head = Head(0, foot.body - foot.top, foot.author, foot.date)
        cut = cut_posts(source, without_marked_quotes(part, [head]), [head], notice=_NOTICE)
        found += cut
    return found


def _feet(lines: Lines, clock: Clock) -> Iterator[_Foot]:
    plain = lines.plain
    start = 0
    for below, line in enumerate(plain):
        if line[:1] != "#" or not below:
            continue
        number = _NUMBER.fullmatch(line)
        if number is None or (number["rest"] and not BUTTON.fullmatch(number["rest"].strip())):
            continue
        at = below - 1 if plain[below - 1] else max(0, below - 2)
        found = _MAIN.fullmatch(plain[at])
        if found is None or not is_name(found["author"]) or clock.is_date(found["author"]):
            continue  # `Aujourd'hui, 20h58` is vBulletin's
        if not clock.is_date(found["date"]):
            continue
        top = next((n for n in range(start, at) if _is_by(plain[n], found["author"])), None)
        if top is not None:
            body = max(below_profile(plain, top + 1, at), top + 1)
            yield _Foot(top, body, at, below + 1, found["author"], found["date"])
        elif start:  # its name was not copied, and its foot says it
            yield _Foot(start, start, at, below + 1, found["author"], found["date"])
        start = below + 1


def _is_by(line: str, author: str) -> bool:
    return line == author or (line.startswith(f"{author} ") and is_name(line))
