"""Pastes of Invision topics: name, group, number of messages, `Posté(e) il y a une heure`; and of
IP.Board 3, with `#2 Alice` above.

Elements: TUVIMEN/forumscraper examples/invision; the order of the lines and the French words are
from memory.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.pasted import (
    Clock,
    Head,
    Lines,
    begins,
    cut_posts,
    lines_of,
    without_marked_quotes,
)
from referee.posts.profiles import Owners
from referee.posts.source import Found, Source

NAME = "invision-paste"

_MAIN = lazy(
    r"(?:posté\(e\)|posté|posted) ?:? ?(?P<posted>.{2,60}?)(?P<mark> ?\((?:modifié|edited)\))?",
    re.IGNORECASE,
)
_NOTICE = lazy(
    r"(?:modifié|edited) (?P<date>.{2,60}?) (?:par|by) .{1,60}"
    r"|(?:modifié|edited) (?:par|by) [^,]{1,60}?(?:, (?P<day>.{4,60}?))?\.?",
    re.IGNORECASE,
)


def looks(source: Source) -> bool:
    """Whether the first lines are a profile and a line of this layout."""
    return begins(source, _heads)


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    lines = lines_of(source)
    heads = list(_heads(lines, Clock(source)))
    return cut_posts(source, without_marked_quotes(lines, heads), heads, notice=_NOTICE)


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    floor = 0
    owners = Owners(lines.plain)
    for at, line in enumerate(lines.plain):
        if line[:1] not in "pP" or not (found := _MAIN.fullmatch(line)):
            continue
        block = owners.above(at, floor)
        if block is not None and clock.is_date(found["posted"]):
            notice = found if found["mark"] else None
            yield Head(_above(lines.plain, *block), at + 1, block[1], found["posted"], notice)
            floor = at + 1


def _above(plain: list[str], top: int, name: str) -> int:
    """The line `#12 Alice`, where IP.Board 3 puts one over the profile, or the profile's own."""
    line = top - 1
    while line > 0 and not plain[line]:
        line -= 1
    numbered = line >= 0 and re.fullmatch(rf"#\d{{1,6}} {re.escape(name)}", plain[line])
    return line if name and numbered else top
