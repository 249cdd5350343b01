"""Pastes of vBulletin 4 topics: `21/11/2026, 20h58 #12`, then name, profile and title.

Elements and their order: TUVIMEN/forumscraper reliq/vbulletin/posts.reliq; the lines of a paste
and the French words are from memory.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.pasted import (
    NUMBER,
    TITLE,
    Clock,
    Head,
    Lines,
    begins,
    posts_below,
)
from referee.posts.profiles import below_profile, in_profile, is_between, is_name
from referee.posts.source import Found, Source

NAME = "vbulletin-paste"

_OLD = r"(?:(?:old|vieux|nouveau|new|unread|non lu) )?"  # what the icon beside the date says
_SAME_LINE = lazy(rf"{_OLD}(?P<date>\S.{{3,60}}?) *#\d{{1,6}}", re.IGNORECASE)
_PRESENT = lazy(r"^(.{1,60}?) \1 (?:est|is) .*$", re.IGNORECASE)  # the icon beside the name
_TITLE = lazy(r"(?:par défaut|default) .{1,150}|par défaut|default", re.IGNORECASE)
NOTICE = lazy(
    r"(?:dernière modification par|last edited by) .{1,60}? ?; (?P<date>.{4,60}?)\.?"
    r"(?: ?(?:motif|raison|reason) ?: (?P<reason>.{1,200}))?",
    re.IGNORECASE,
)
_PROFILE_LINES = 16


def looks(source: Source) -> bool:
    """Whether the text begins with a date and a number, and a name comes next."""
    return begins(source, _heads)


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    return posts_below(source, _heads, NOTICE)


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    plain = lines.plain
    for at, line in enumerate(plain):
        if "#" not in line:
            continue
        top, found = at, _SAME_LINE.fullmatch(line)
        if found is None and at and NUMBER.fullmatch(line):
            top = at - 1
        date = found["date"] if found else plain[top]
        alone = not top or not plain[top - 1] or is_between(plain[top - 1])
        if (found is None and top == at) or not alone or not clock.is_date(date):
            continue
        name = next((n for n in range(at + 1, min(len(plain), at + 4)) if plain[n]), None)
        if name is not None and is_name(plain[name]):
            yield Head(top, _body(plain, name + 1), _PRESENT.sub(r"\1", plain[name]), date)


def _body(plain: list[str], start: int) -> int:
    """The line below the title; without one, below the profile."""
    end = below_profile(plain, start, len(plain))
    for at in range(start, min(len(plain), start + _PROFILE_LINES)):
        if _SAME_LINE.fullmatch(plain[at]) or NUMBER.fullmatch(plain[at]):
            return min(end, at)  # the next post
        if TITLE.fullmatch(plain[at]) or _TITLE.fullmatch(plain[at]):
            return at + 1
        if plain[at] and not in_profile(plain[at]):
            break
    return end
