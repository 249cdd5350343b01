"""Pastes of SMF topics: `« Réponse #12 le: 21 Novembre 2026, 20:58:04 »` (2.0), or the title, `#12`
and the date (2.1).

Order and words: SimpleMachines/SMF Themes/default/Display.template.php, Languages/en_US, and the
French language pack (`Modifié {date} par {name}`); the lines of a paste are from memory.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.pasted import (
    NUMBER,
    Clock,
    Head,
    Lines,
    begins,
    posts_below,
    titles_of,
)
from referee.posts.profiles import PROFILE, Owners
from referee.posts.source import Found, Source

NAME = "smf-paste"

_REPLY = lazy(
    r"« ?(?:(?:réponse|reply) #\d{1,6} )?(?:le|on) ?: ?(?P<date>.{4,60}?) ?»", re.IGNORECASE
)
_FIRST_LINES, _LONGEST_DATE = 30, 40
_TIMED = lazy(r"\d[:h]\d\d")
_EDIT = (
    r"«? ?(?:dernière (?:édition|modification)|modifié|last edit) ?:? (?P<date>.{4,60}?)"
    r"(?: (?:par|by) .{1,60}?)?(?: (?:raison|reason) ?: ?(?P<reason>.{1,200}?))? ?»?"
)
_NOTICE = lazy(_EDIT, re.IGNORECASE)
_DATED = lazy(rf"(?P<posted>\S.{{4,40}}?) ?{_EDIT}", re.IGNORECASE)
"""2.1 puts the notice on the line of the date."""


def looks(source: Source) -> bool:
    """Whether the first lines are a profile, a title and a line of this layout."""
    return begins(source, _heads)


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    return posts_below(source, _heads, _NOTICE)


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    plain = lines.plain
    owners = Owners(plain)
    floor = 0
    form = ""
    first = _first_date(plain, clock)
    for at, line in enumerate(plain):
        if at == first:
            block = owners.above(at - 1, 0)
            if block is not None:
                form, floor = "2.1", at + 1
                yield Head(block[0], floor, block[1], line)
                continue
        found = _REPLY.fullmatch(line) if line[:1] == "«" else None
        numbered = line[:1] == "#" and at + 1 < len(plain) and bool(NUMBER.fullmatch(line))
        if found is None and not (numbered and at and not PROFILE.fullmatch(plain[at - 1])):
            continue
        told = None if found else _DATED.fullmatch(plain[at + 1])
        date = found["date"] if found else told["posted"] if told else plain[at + 1]
        kind = "2.0" if found else "2.1"
        if form not in ("", kind) or not clock.is_date(date):
            continue
        if not plain[at - 1] or (not found and clock.is_date(plain[at - 1])):  # XenForo's order
            continue
        block = owners.above(at - 1, floor)  # the line above is the title
        if block is None:
            continue
        form, floor = kind, at + (1 if found else 2)
        if told is None and not found and floor < len(plain):
            told = _NOTICE.fullmatch(plain[floor])
            floor += told is not None
        yield Head(block[0], floor, block[1], date, told)


def _first_date(plain: list[str], clock: Clock) -> int | None:
    """The date of a topic's first post in 2.1, which bears no number: it stands below the title
    that the numbered posts repeat."""
    titles: frozenset[str] | None = None
    for at in range(2, min(len(plain), _FIRST_LINES)):
        if (
            not plain[at - 1]
            or not 8 < len(plain[at]) < _LONGEST_DATE
            or not _TIMED.search(plain[at])
        ):
            continue
        titles = titles_of(plain) if titles is None else titles
        if plain[at - 1] in titles and clock.is_date(plain[at]):
            return at if any(map(NUMBER.fullmatch, plain[at:])) else None
    return None
