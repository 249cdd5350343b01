"""Pastes of Mattermost, and of other chats that print the name and below it the time of day.

From memory of the page: name (and `BOT`), time, words, `Edited`, `2 replies`; the line of a day
between two days. No public paste was found; nothing but that order is relied on.
"""

import re
from collections.abc import Iterator

import msgspec

from referee.core.patterns import lazy
from referee.posts.engines import paste_slack
from referee.posts.pasted import Clock, Lines, lines_of, text_of
from referee.posts.profiles import is_name
from referee.posts.source import Edited, Found, Source

NAME = "mattermost-paste"

_TIME = lazy(r"\d{1,2}[:h]\d\d(?: ?[AaPp][Mm])?")
_BESIDE = lazy(r"BOT|AGENT|GUEST|INVITÉ")
_EDITED = lazy(r"edited|modifié|\(edited\)|\(modifié\)", re.IGNORECASE)
_FRAME = lazy(
    r"\d{1,3} (?:repl(?:y|ies)|réponses?)|reply|répondre|follow(?:ing)?|suivre|new messages"
    r"|nouveaux messages|(?:commented on|a commenté) .{0,80}",
    re.IGNORECASE,
)


def looks(source: Source) -> bool:
    """Whether the text begins with a name and a time below it, and has two such headers, or one
    below the line of a day."""
    lines = lines_of(source)
    heads = list(_heads(lines))
    if not heads or paste_slack.looks(source):
        return False
    above = [line for line in lines.plain[: heads[0][0]] if line]
    days = [line for line in above if paste_slack.is_day(line)]
    return len(above) == len(days) and (len(heads) > 1 or bool(days))


def read(source: Source) -> list[Found]:
    """The messages; a time that stands below no day's line gives no stamp."""
    lines, clock = lines_of(source), Clock(source)
    heads = list(_heads(lines))
    found = paste_slack.nobodys(lines, heads[0][0]) if heads else []
    day, floor = None, 0
    for at, (top, body, author, time) in enumerate(heads):
        day = paste_slack.last_day(lines.plain[floor:top], source) or day
        floor = body
        end = heads[at + 1][0] if at + 1 < len(heads) else len(lines.raw)
        end, edited = _end(lines, body, end)
        found.append(
            Found(
                author,
                clock.next(f"{day.isoformat()} {time}") if day is not None else None,
                text_of(lines.raw, body, end),
                edited=Edited() if edited else None,
                tells_edits=True,
                date=time,
            )
        )
    return [msgspec.structs.replace(one, text=one.text.rstrip()) for one in found]


def _heads(lines: Lines) -> Iterator[tuple[int, int, str, str]]:
    """First line, first line below, author, time of each message."""
    plain = lines.plain
    floor = 0
    for at, line in enumerate(plain):
        if not line[:1].isdigit() or not _TIME.fullmatch(line):
            continue
        top = at - 1
        while top > floor and (not plain[top] or _BESIDE.fullmatch(plain[top])) and top > at - 4:
            top -= 1
        # Nothing goes on below a time alone: every such line has its name above.
        if top >= floor and is_name(plain[top]) and not _FRAME.fullmatch(plain[top]):
            yield top, at + 1, plain[top], line
            floor = at + 1


def _end(lines: Lines, start: int, end: int) -> tuple[int, bool]:
    edited = False
    while end > start:
        line = lines.plain[end - 1]
        if _EDITED.fullmatch(line):
            edited = True
        elif line and not _FRAME.fullmatch(line) and not paste_slack.is_day(line):
            break
        end -= 1
    return end, edited
