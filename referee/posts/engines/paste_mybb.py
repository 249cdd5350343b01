"""Pastes of MyBB topics, and of vBulletin 5: name, profile, `#12`, then a date that may hold the
edit notice.

Order: mybb/mybb install/resources/mybb_theme.xml, template postbit, and its English language pack;
the lines of a paste and the French words are from memory.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.engines.paste_vbulletin import NOTICE
from referee.posts.pasted import (
    NUMBER,
    TITLE,
    Clock,
    Head,
    Lines,
    begins,
    posts_below,
)
from referee.posts.profiles import BUTTON, Owners, is_between
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
    return posts_below(source, _heads, NOTICE)


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    plain = lines.plain
    floor = 0
    owners = Owners(plain)
    for at in range(1, len(plain) - 1):
        if plain[at][:1] != "#":
            continue
        found = _MAIN.fullmatch(plain[at + 1]) if NUMBER.fullmatch(plain[at]) else None
        if found is None or not clock.is_date(found["posted"]) or clock.is_date(_above(plain, at)):
            continue
        under = at
        while under > floor and is_between(plain[under - 1]):
            under -= 1
        block = owners.above(under, floor)
        if block is not None and not TITLE.fullmatch(plain[at - 1]):
            floor = at + 2
            yield Head(
                block[0], floor, block[1], found["posted"], found if found["notice"] else None
            )


def _above(plain: list[str], at: int) -> str:
    """The line above a number, buttons left out: a date there makes it XenForo's."""
    return next((line for line in reversed(plain[max(0, at - 3) : at]) if not _skipped(line)), "")


def _skipped(line: str) -> bool:
    return not line or BUTTON.fullmatch(line) is not None
