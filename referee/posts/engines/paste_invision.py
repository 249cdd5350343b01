"""Pastes of Invision topics: name, group, number of messages, `Posté(e) il y a une heure`.

Elements: TUVIMEN/forumscraper examples/invision; the order of the lines and the French words are
from memory.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.pasted import Clock, Head, Lines, begins, block_above, posts_below
from referee.posts.source import Found, Source

NAME = "invision-paste"

_MAIN = lazy(
    r"(?:posté\(e\)|posté|posted) ?:? ?(?P<posted>.{2,60}?)(?P<mark> ?\((?:modifié|edited)\))?",
    re.IGNORECASE,
)
_NOTICE = lazy(
    r"(?:(?:modifié|edited) (?P<date>.{2,60}?) (?:par|by) .{1,60}|"
    r"(?:modifié|edited) (?:par|by) .{1,60})",
    re.IGNORECASE,
)


def looks(source: Source) -> bool:
    """Whether the first lines are a profile and a line of this layout."""
    return begins(source, _heads)


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    return posts_below(source, _heads, _NOTICE)


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    floor = 0
    for at, line in enumerate(lines.plain):
        if line[:1] not in "pP" or not (found := _MAIN.fullmatch(line)):
            continue
        block = block_above(lines.plain, at, floor)
        if block is not None and clock.is_date(found["posted"]):
            notice = found if found["mark"] else None
            yield Head(block[0], at + 1, block[1], found["posted"], notice)
            floor = at + 1
