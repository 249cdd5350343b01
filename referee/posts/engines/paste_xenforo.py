"""Pastes of XenForo 2 topics: name, rank, profile, then a date and `#2`.

Elements: TUVIMEN/forumscraper examples/xenforo; the order of the lines and the French words are
from memory. `Cliquez pour agrandir...` stands at the end of a quote.
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
from referee.posts.profiles import BUTTON, Owners
from referee.posts.source import Found, Source

NAME = "xenforo-paste"

_SAME_LINE = lazy(r"(?P<date>\S.{2,60}?) *#\d[\d ,.]{0,8}")
_NUMBER = lazy(r"#\d[\d ,.]{0,8}")
_NOTICE = lazy(
    r"(?:dernière (?:édition|modification)(?: par .{1,60})?|last edited(?: by .{1,60})?) ?: "
    r"?(?P<date>.{2,60})",
    re.IGNORECASE,
)


def looks(source: Source) -> bool:
    """Whether the first lines are a profile, a date and a number."""
    return begins(source, _heads)


def read(source: Source) -> list[Found]:
    """The posts of the paste, without quotes whose end is marked."""
    lines = lines_of(source)
    heads = list(_heads(lines, Clock(source)))
    return cut_posts(source, without_marked_quotes(lines, heads), heads, notice=_NOTICE)


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    plain = lines.plain
    owners = Owners(plain)
    floor = 0
    for at, line in enumerate(plain):
        if "#" not in line:
            continue
        main, found = at, _SAME_LINE.fullmatch(line)
        if found is None and at and _NUMBER.fullmatch(line):
            near = range(at - 1, max(-1, at - 4), -1)
            main = next((n for n in near if not BUTTON.fullmatch(plain[n])), at)
        date = found["date"] if found else plain[main]
        if (found is None and main == at) or not date or not clock.is_date(date):
            continue
        profile = owners.above(main, floor)
        if profile is not None:
            yield Head(profile[0], at + 1, profile[1], date)
            floor = at + 1
