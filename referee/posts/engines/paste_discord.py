"""Pastes of Discord channels: `Alice — 21/11/2026 20:58`, then `[20:43]` for what goes on.

Header and `[20:43]` lines: public pasted logs; the French words and the reply above are from
memory. `>>>` and `||` are left to `own_words`.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.posts.dates import Stamp
from referee.posts.pasted import HOUR, Clock, Lines, early, lines_of, text_of
from referee.posts.profiles import is_name
from referee.posts.source import Edited, Found, Source

NAME = "discord-paste"

_DATE = (
    rf"(?:(?:aujourd'hui|hier|today|yesterday)(?: à| at|,)? |\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{2,4}},? "
    rf"(?:à |at )?|\d{{4}}-\d\d-\d\d,? )?{HOUR}"
)
_HEAD = lazy(rf"(?P<author>\S.{{0,60}}?) ?— ?(?P<date>{_DATE})", re.IGNORECASE)
_SPLIT = lazy(rf"(?:— ?)?(?P<date>{_DATE})", re.IGNORECASE)
_NEXT = lazy(rf"\[(?P<date>{HOUR})\](?: (?P<words>.+))?", re.IGNORECASE)
_MARK = lazy(r"\s{0,3}\((?:modifié|edited)\)\s{0,9}$")
_REPLY = lazy(r"@[^\s@].{0,40}")


class _Message(NamedTuple):
    top: int  # the first line of the header
    body: int
    author: str | None  # None: goes on with the author above
    date: str
    words: str = ""  # those that stand on the line of the header


def looks(source: Source) -> bool:
    """Whether the text begins with a header of this layout, and goes on as only Discord does: with
    a header in pieces or without a blank line above, a time in brackets, an edit mark."""
    lines = lines_of(source)
    messages = list(_messages(lines, Clock(source)))
    if not messages or messages[0].author is None or not early(lines.plain, messages[0].top):
        return False
    if any(lines.plain[: messages[0].top]) and not _is_reply(lines, 0, messages[0].top):
        return False
    if messages[0].body - messages[0].top > 1 or any(it.author is None for it in messages):
        return True
    if any(it.top and lines.plain[it.top - 1] for it in messages[1:]):
        return True
    ends = [it.top for it in messages[1:]] + [len(lines.raw)]
    return any(
        _cut_mark(text_of(lines.raw, it.body, end))[1]
        for it, end in zip(messages, ends, strict=True)
    )


def read(source: Source) -> list[Found]:
    """The messages; each has an author and a time of its own."""
    lines, clock = lines_of(source), Clock(source)
    messages = list(_messages(lines, clock))
    clock.learn(it.date for it in messages)
    found: list[Found] = []
    for at, message in enumerate(messages):
        end = messages[at + 1].top if at + 1 < len(messages) else len(lines.raw)
        if at + 1 < len(messages) and messages[at + 1].author is not None:
            end = _above_reply(lines, message.body - bool(message.words), end)
        text = text_of([message.words, *lines.raw[message.body : end]], 0, 1 + end - message.body)
        text, marked = _cut_mark(text)
        if message.author is not None:
            author, stamp = message.author, clock.next(message.date)
        elif found:
            author = found[-1].author
            stamp = _after(found[-1].stamp, message.date, source, clock)
        else:
            continue
        edited = Edited() if marked else None
        found.append(Found(author, stamp, text, edited=edited, tells_edits=True, date=message.date))
    return found


def _messages(lines: Lines, clock: Clock) -> Iterator[_Message]:
    plain = lines.plain
    for at, line in enumerate(plain):
        if line[:1] == "[" and (going_on := _NEXT.fullmatch(line)):
            yield _Message(at, at + 1, None, going_on["date"], going_on["words"] or "")
        elif "—" not in line:
            continue
        elif (whole := _HEAD.fullmatch(line)) and _is_author(whole["author"]):
            if clock.is_date(whole["date"]):
                yield _Message(at, at + 1, whole["author"].strip(), whole["date"])
        elif at and _is_author(plain[at - 1]):
            pieces = _SPLIT.fullmatch(line if line != "—" else " ".join(plain[at : at + 2]))
            if pieces is not None and clock.is_date(pieces["date"]):
                body = at + (2 if line == "—" else 1)
                yield _Message(at - 1, body, plain[at - 1], pieces["date"])


def _is_author(name: str) -> bool:
    return is_name(name.strip()) and name[0] not in ">|*-#@["


def _above_reply(lines: Lines, start: int, end: int) -> int:
    """The end of a message, without the preview of what the next one replies to: `@Bruno` and one
    line. A message of two such lines alone is one."""
    stop = end
    while stop > start and not lines.plain[stop - 1]:
        stop -= 1
    if stop - 2 > start and _is_reply(lines, stop - 2, stop):
        return stop - 2
    return end


def _is_reply(lines: Lines, start: int, end: int) -> bool:
    return end - start == 2 and bool(_REPLY.fullmatch(lines.plain[start]))


def _cut_mark(text: str) -> tuple[str, bool]:
    found = _MARK.search(text[-30:])
    if found is None:
        return text, False
    return text[: len(text) - len(found[0])], True


def _after(last: Stamp | None, written: str, source: Source, clock: Clock) -> Stamp | None:
    """The time of a message that goes on: on the day of the one above, or after its midnight."""
    if last is None:
        return None
    there = last.at.astimezone(source.zone)
    stamp = None
    for days in (0, 1):
        day = there.date() + timedelta(days=days)
        stamp = clock.stamp(f"{day.isoformat()} {written}")
        if stamp is not None and stamp.at >= last.at:
            return stamp
    return stamp
