"""Pastes of Slack.

Lines as people have pasted them into public repositories: `Alice  8:41 PM` with two spaces, or the
name, a status (`:turtle:`) or `APP`, and the time on lines of their own; a bare time above what
goes on; reactions as `:heart:` and a number; `2 replies`, `Last reply today at 5:38 PMView thread`;
`(edited)`. The French words are from memory.

A time tells no day: the line of a day above does (`Today`, `Thursday, November 19th`), or the
stamp itself (`Today at 8:41 PM`, in a thread).
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.posts.dates import BadStamp, Stamp, read_date
from referee.posts.pasted import Clock, Lines, lines_of, text_of
from referee.posts.profiles import is_name
from referee.posts.source import Edited, Found, Source

NAME = "slack-paste"

_TIME = r"\d{1,2}[:h]\d\d(?: ?[ap]m)?"
_STAMP = (
    rf"(?:(?:today|yesterday|aujourd'hui|hier)(?: at| à)? |\w{{3,9}} \d{{1,2}}(?:st|nd|rd|th)?,? "
    rf"(?:\d{{4}},? )?(?:at |à )?|\d{{1,2}} \w{{3,9}}\.?(?: \d{{4}})? (?:à )?)?{_TIME}"
)
_AGO = (
    r"(?:\d{1,2} (?:minutes?|hours?|days?) ago|just now|il y a \d{1,2} (?:minutes?|heures?|jours?))"
)
_STATUS = r"(?::[\w+'-]{1,40}:)"
_WHOLE = lazy(rf"(?P<author>\S.{{0,60}}?){_STATUS}*  +\[?(?P<date>{_STAMP})\]?", re.IGNORECASE)
_BELOW = lazy(rf"(?:{_STATUS} *)*(?P<date>{_STAMP}|{_AGO})", re.IGNORECASE)
_HALF = lazy(r"\d ?[AaPp][Mm]$")
_BARE = lazy(r"\d{1,2}[:h]\d\d(?: ?[AaPp][Mm])?")
_BESIDE = lazy(rf"APP|BOT|{_STATUS}+")
_DAY = lazy(
    r"(?:[^\W\d_]{3,9},? )?(?:[^\W\d_]{3,9} \d{1,2}(?:st|nd|rd|th)?(?:, \d{4})?"
    r"|\d{1,2}(?:er)? [^\W\d_]{3,9}(?: \d{4})?)|today|yesterday|aujourd'hui|hier",
    re.IGNORECASE,
)
_MARK = lazy(r"\s{0,3}\((?:edited|modifié)\)\s{0,9}$")
_REACTION = lazy(r":(?!\w{0,20}(?:circle|square)\w{0,3}:)[\w+'-]{1,40}:(?::skin-tone-\d:)?")
_COUNT = lazy(r"\d{1,3}\+?")
_FRAME = lazy(
    r"\d{1,3} (?:repl(?:y|ies)|réponses?)|last reply .{0,60}|dernière réponse .{0,60}|view thread"
    r"|afficher le fil.{0,20}|(?:today|yesterday) at .{1,12}view thread|view newer replies|new"
    r"|nouveau|pinned by.{0,40}|image from iOS ?",
    re.IGNORECASE,
)
_ANSWERS = lazy(
    r"(?:replied to a thread|a répondu à (?:un fil|une conversation).{0,20}) ?:", re.IGNORECASE
)


class _Head(NamedTuple):
    top: int
    body: int
    author: str | None  # None: goes on with the author above
    date: str
    sure: bool = False  # only Slack writes so


def looks(source: Source) -> bool:
    """Whether the text begins with a header of Slack, and goes on as only Slack does."""
    if not re.search(r"\d[:h]\d\d", source.text):
        return False
    lines = lines_of(source)
    heads = list(_heads(lines))
    if not heads or heads[0].author is None:
        return False
    above = [line for line in lines.plain[: heads[0].top] if line]
    if any(not _DAY.fullmatch(line) and not _FRAME.fullmatch(line) for line in above):
        return False
    framed = any(map(_FRAME.fullmatch, lines.plain)) or any(
        map(_is_reaction, pairwise(lines.plain))
    )
    return framed or any(head.sure for head in heads)


def read(source: Source) -> list[Found]:
    """The messages; what stands below `replied to a thread:` is quoted."""
    lines, clock = lines_of(source), Clock(source)
    heads = list(_heads(lines))
    found = nobodys(lines, heads[0].top) if heads else []
    day: date | None = None
    above = 0
    last: Stamp | None = None
    for at, head in enumerate(heads):
        day = last_day(lines.plain[above : head.top], source) or day
        above = head.body
        end = heads[at + 1].top if at + 1 < len(heads) else len(lines.raw)
        words, marked = _without_frame(lines.raw[head.body : end])
        stamp = _stamp(head, day, last, clock)
        author = head.author or (found[-1].author if found else "")
        last = stamp or last
        found.append(
            Found(
                author,
                stamp,
                _answers_quoted(text_of(words, 0, len(words))),
                edited=Edited() if marked else None,
                tells_edits=True,
                date=head.date,
            )
        )
    return found


def _heads(lines: Lines) -> Iterator[_Head]:
    plain = lines.plain
    halves = any(_HALF.search(line) for line in plain)
    body = 0
    for at, line in enumerate(plain):
        if at < body or not line or not (line[-1].isalnum() or line[-1] == "]"):
            continue
        head = _head(plain, at, body, halves=halves)
        if head is not None:
            yield head
            body = head.body


def _head(plain: Sequence[str], at: int, floor: int, *, halves: bool) -> _Head | None:
    line = plain[at]
    if (whole := _WHOLE.fullmatch(line)) and is_name(whole["author"].strip()):
        return _Head(at, at + 1, whole["author"].strip(), whole["date"], sure=True)
    below = _BELOW.fullmatch(line)
    if below is None:
        return None
    bare = bool(_BARE.fullmatch(below["date"]))
    top, beside = at - 1, line[0] == ":"
    while top >= floor and _BESIDE.fullmatch(plain[top]):
        top, beside = top - 1, True
    named = top >= floor and is_name(plain[top]) and not _FRAME.fullmatch(plain[top])
    # A bare time goes on with the author above, unless a name begins a block above it; on a clock
    # of twelve hours it has no half of the day then.
    begins = top == floor or (top > floor and not plain[top - 1])
    if named and (beside or not bare or (begins and (line[-1] in "mM" or not halves))):
        return _Head(top, at + 1, plain[top], below["date"], sure=beside and not bare)
    return _Head(at, at + 1, None, line) if _BARE.fullmatch(line) and floor else None


def _stamp(head: _Head, day: date | None, last: Stamp | None, clock: Clock) -> Stamp | None:
    if not _BARE.fullmatch(head.date):
        return clock.next(head.date)
    if head.author is None and last is not None:
        return _going_on(head.date, last, clock)
    return clock.next(f"{day.isoformat()} {head.date}") if day is not None else None


def _going_on(written: str, last: Stamp, clock: Clock) -> Stamp | None:
    """What goes on is later than what is above by less than half a day, so that a clock of twelve
    hours needs no `PM`."""
    stamps = []
    for days in (0, 1):
        day = (last.at + timedelta(days=days)).date().isoformat()
        halves = (written,) if written[-1] in "mM" else (f"{written} AM", f"{written} PM", written)
        stamps += [clock.stamp(f"{day} {half}") for half in halves]
    later = [stamp for stamp in stamps if stamp and stamp.at >= last.at]
    return min(later, key=lambda stamp: stamp.at, default=None)


def nobodys(lines: Lines, end: int) -> list[Found]:
    """Words above the first header, which are said to be nobody's rather than dropped."""
    words = [
        raw
        for raw, line in zip(lines.raw[:end], lines.plain, strict=False)
        if not is_day(line) and not _FRAME.fullmatch(line)
    ]
    return [Found("", None, text_of(words, 0, len(words)))] if any(map(str.strip, words)) else []


def is_day(line: str) -> bool:
    """Whether a line is that of a day."""
    return _DAY.fullmatch(line) is not None


def last_day(plain: Sequence[str], source: Source) -> date | None:
    """The day that the last such line names."""
    for line in reversed(plain):
        if line and _DAY.fullmatch(line):
            try:
                return read_date(line, source.zone, source.now)
            except BadStamp:
                continue
    return None


def _without_frame(raw: Sequence[str]) -> tuple[list[str], bool]:
    """The words without reactions, threads and the line of the next day, and whether edited."""
    words = list(raw)
    while words:
        last = [line.strip() for line in words[-2:]]
        if _is_reaction(last):
            del words[-2:]
        elif not last[-1] or _FRAME.fullmatch(last[-1]) or _is_divider(words):
            del words[-1]
        else:
            break
    found = _MARK.search(words[-1][-30:]) if words else None
    if found is None:
        return words, False
    return [*words[:-1], words[-1][: len(words[-1]) - len(found[0])]], True


def _is_divider(words: Sequence[str]) -> bool:
    """Whether the last line is that of the next day; `Today` alone is, below a blank line."""
    line = words[-1].strip()
    apart = len(words) > 1 and not words[-2].strip()
    return bool(_DAY.fullmatch(line)) and (apart or any(char.isdigit() for char in line))


def _is_reaction(last: Sequence[str]) -> bool:
    return len(last) == 2 and bool(_COUNT.fullmatch(last[1]) and _REACTION.fullmatch(last[0]))


def _answers_quoted(text: str) -> str:
    first, _, rest = text.partition("\n")
    if not rest or not _ANSWERS.fullmatch(first.strip()):
        return text
    quoted, _, words = rest.partition("\n")
    return f"> {quoted}\n{words}"
