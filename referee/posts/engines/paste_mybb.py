"""Pastes of MyBB topics: name, profile, `#12`, then a date that may hold the edit notice.

Order: mybb/mybb install/resources/mybb_theme.xml, template postbit, and its English language pack;
the lines of a paste and the French words are from memory.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.pasted import (
    NOTHING,
    NUMBER,
    PROFILE,
    Clock,
    Head,
    Lines,
    begins,
    block_above,
    posts_below,
)
from referee.posts.source import Found, Source

NAME = "mybb-paste"

_MAIN = lazy(
    r"(?P<posted>\S.{3,60}?)(?P<notice> ?\((?:this post was last modified|modification du message"
    r"|ce message a été modifié[^:]{0,40}) ?: ?(?P<date>.{4,60}?) (?:by|par) .{1,60}?\.?"
    r"(?: (?:edit reason|raison[^:]{0,30}) ?: ?(?P<reason>.{1,200}?))?\))?",
    re.IGNORECASE,
)


def looks(source: Source) -> bool:
    """Whether the first lines are a profile, a number and a date."""
    return begins(source, _heads)


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    return posts_below(source, _heads, NOTHING)


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    plain = lines.plain
    floor = 0
    for at in range(1, len(plain) - 1):
        if plain[at][:1] != "#" or not PROFILE.fullmatch(plain[at - 1]):
            continue
        found = _MAIN.fullmatch(plain[at + 1]) if NUMBER.fullmatch(plain[at]) else None
        block = block_above(plain, at, floor)
        if found is not None and block is not None and clock.is_date(found["posted"]):
            floor = at + 2
            yield Head(
                block[0], floor, block[1], found["posted"], found if found["notice"] else None
            )
