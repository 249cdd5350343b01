"""Pastes of XenForo 2 topics: name, rank, profile, then a date and `#2`.

Elements: TUVIMEN/forumscraper examples/xenforo; the order of the lines and the French words are
from memory. `Cliquez pour agrandir...` stands at the end of a quote.
"""

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise

from referee.core.patterns import lazy
from referee.posts.pasted import (
    BUTTON,
    Clock,
    Head,
    Lines,
    begins,
    block_above,
    cut_posts,
    lines_of,
)
from referee.posts.source import Found, Source

NAME = "xenforo-paste"

_SAME_LINE = lazy(r"(?P<date>\S.{2,60}?) *#\d[\d ,.]{0,8}")
_NUMBER = lazy(r"#\d[\d ,.]{0,8}")
_NOTICE = lazy(
    r"(?:dernière (?:édition|modification)(?: par .{1,60})?|last edited(?: by .{1,60})?) ?: "
    r"?(?P<date>.{2,60})",
    re.IGNORECASE,
)
_WROTE = lazy(r".{1,60} (?:a dit|a écrit|said) ?:")
_EXPAND = lazy(r"(?:cliquez pour agrandir|click to expand) ?(?:\.\.\.|…)", re.IGNORECASE)


def looks(source: Source) -> bool:
    """Whether the first lines are a profile, a date and a number."""
    return begins(source, _heads)


def read(source: Source) -> list[Found]:
    """The posts of the paste, without quotes whose end is marked."""
    lines = lines_of(source)
    heads = list(_heads(lines, Clock(source)))
    lines = _without_quotes(lines, heads)
    return cut_posts(source, lines, heads, notice=_NOTICE, buttons=BUTTON)


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    plain = lines.plain
    floor = 0
    for at, line in enumerate(plain):
        if "#" not in line:
            continue
        main, found = at, _SAME_LINE.fullmatch(line)
        if found is None and at and _NUMBER.fullmatch(line):
            main = next((n for n in range(at - 1, max(-1, at - 4), -1) if _says(plain[n])), at)
        date = found["date"] if found else plain[main]
        if (found is None and main == at) or not date or not clock.is_date(date):
            continue
        block = block_above(plain, main, floor)
        if block is not None:
            yield Head(block[0], at + 1, block[1], date)
            floor = at + 1


def _says(line: str) -> bool:
    return not BUTTON.fullmatch(line)


def _without_quotes(lines: Lines, heads: list[Head]) -> Lines:
    """The lines, blank from `Bruno a dit :` to the end that the layout marks."""
    steps = [0] * (len(lines.raw) + 1)
    for head, after in pairwise([*heads, Head(len(lines.raw), 0, "", "")]):
        opened = []
        for at in range(head.body, after.top):
            if _WROTE.fullmatch(lines.plain[at]):
                opened.append(at)
            elif opened and _EXPAND.fullmatch(lines.plain[at]):
                steps[opened.pop()] += 1
                steps[at + 1] -= 1
    depths = list(accumulate(steps))
    raw, plain = (
        ["" if depth else line for line, depth in zip(part, depths, strict=False)]
        for part in (lines.raw, lines.plain)
    )
    return Lines(raw, plain)
