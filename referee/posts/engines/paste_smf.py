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
    PROFILE,
    Clock,
    Head,
    Lines,
    begins,
    block_above,
    posts_below,
)
from referee.posts.source import Found, Source

NAME = "smf-paste"

_REPLY = lazy(
    r"« ?(?:(?:réponse|reply) #\d{1,6} )?(?:le|on) ?: ?(?P<date>.{4,60}?) ?»", re.IGNORECASE
)
_NOTICE = lazy(
    r"«? ?(?:dernière (?:édition|modification)|modifié|last edit) ?:? (?P<date>.{4,60}?)"
    r"(?: (?:par|by) .{1,60}?)?(?: (?:raison|reason) ?: ?(?P<reason>.{1,200}?))? ?»?",
    re.IGNORECASE,
)


def looks(source: Source) -> bool:
    """Whether the first lines are a profile, a title and a line of this layout."""
    return begins(source, _heads)


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    return posts_below(source, _heads, _NOTICE)


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    plain = lines.plain
    floor = 0
    form = ""
    for at, line in enumerate(plain):
        found = _REPLY.fullmatch(line) if line[:1] == "«" else None
        numbered = line[:1] == "#" and at + 1 < len(plain) and bool(NUMBER.fullmatch(line))
        if found is None and not (numbered and at and not PROFILE.fullmatch(plain[at - 1])):
            continue
        date = found["date"] if found else plain[at + 1]
        kind = "2.0" if found else "2.1"
        if form not in ("", kind) or not clock.is_date(date):
            continue
        if not found and clock.is_date(plain[at - 1]):  # XenForo's order
            continue
        block = block_above(plain, at, floor)
        if block is None or block[0] == at - 1:  # a title and no name
            continue
        form, floor = kind, at + (1 if found else 2)
        told = _NOTICE.fullmatch(plain[floor]) if floor < len(plain) and not found else None
        yield Head(block[0], floor + bool(told), block[1], date, told)
