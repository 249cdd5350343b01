"""Where a message begins in a paste of Discord: headers in one piece or several, times in brackets,
what Discord says itself.

Every form was seen in pastes that people have put into public repositories: `Alice — Hier à 20:41`;
name, badge (`APP`, `[TAG]`) and date on lines of their own, with blank ones between; a date without
a time (2020-2022); `Alice [TAG], Server Tag: TAGTAG — 7/10/26, 11:36 PMFriday, July 10, 2026 at
11:36 PM`, with the long date glued on (2026); `[20:43]` for what goes on; `[8:43 PM] Alice:words`
throughout, where messages are shown compact; `Alice`, ` a épinglé`, …, ` — Hier à 20:58`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.posts.pasted import Clock, Lines
from referee.posts.profiles import is_name

_HOUR = r"\d{1,2}(?::| ?h ?)\d\d(?: ?[ap]\.? ?m\.?)?"
_DAY = r"(?:\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d\d)|\d{4}-\d\d-\d\d)"
_NEAR = r"(?:aujourd'hui|hier|today|yesterday)"
_DATE = rf"(?:{_NEAR}(?: à| at|,)? |{_DAY},? (?:à |at )?)?{_HOUR}|{_DAY}"
_LONG = (
    r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b[^—]{8,50}"
)
_HEAD = lazy(
    rf"(?P<author>.{{0,90}}?) ?— ?(?P<date>{_DATE})(?P<long>{_LONG})?",
    re.IGNORECASE,
)
_NEXT = lazy(rf"\[(?P<date>{_HOUR})\](?P<long>{_LONG})?(?: (?P<words>.+))?", re.IGNORECASE)
_COMPACT = lazy(
    rf"\[(?P<date>{_HOUR})\] ?(?P<author>[^\s:>@][^:\n]{{0,39}}?) ?:(?P<words>.*)", re.IGNORECASE
)
# Badges beside a name: what it is, the tag of a server (four characters at most), a role's icon.
_BADGE = lazy(
    r"(?:BOT|APP|OP|MOD|AI|SERVER|SYSTEM|SYSTÈME|SERVEUR|OFFICIAL|OFFICIEL|NEW|NOUVEAU)"
    r"|\[[^\[\]]{1,6}\],?|(?:role icon|icône de rôle|server tag|tag de serveur)\b.*",
    re.IGNORECASE,
)
_BESIDE = lazy(
    r"\s*,?\s*(?i:role icon|icône de rôle|server tag|tag de serveur)\b.*$|\s(?:BOT|APP)$"
)
_TAGGED = lazy(r"(?P<name>.*\S)\s*\[[^\[\]]{1,6}\](?P<sure>,?)")
_DEED = lazy(
    r"(?:a|est|vient|s'est|has|is|just|pinned|started|added|removed|changed|left|joined|created"
    r"|followed|boosted|used)\b.*",
    re.IGNORECASE,
)
_DEED_LINES = 9
_NAME_ABOVE = 6  # lines between a name and its date: badges and blanks


class Start(NamedTuple):
    """Where a message begins: its first line, the first line below its header, who and when.

    `author` None: goes on with the author above. `words`: those on the line of the header.
    `own`: Discord's own words, no message. `names`: what the author may also be called. `only`:
    nothing but Discord writes such a header.
    """

    top: int
    body: int
    author: str | None
    date: str
    words: str = ""
    names: tuple[str, ...] = ()
    own: bool = False
    only: bool = False


def starts(lines: Lines, clock: Clock) -> Iterator[Start]:
    """The messages of a paste in which names and dates stand above the words."""
    for at, line in enumerate(lines.plain):
        if line[:1] == "[" and (found := _NEXT.fullmatch(line)):
            yield Start(at, at + 1, None, found["date"], found["words"] or "")
        elif "—" in line and (start := _headed(lines, at, clock)) is not None:
            yield start


def compact_starts(lines: Lines) -> Iterator[Start]:
    """The messages of a paste in which time and name stand before the words, `[20:41] Alice:ok`."""
    for at, line in enumerate(lines.plain):
        if line[:1] == "[" and (found := _COMPACT.fullmatch(line)):
            named = _named(found["author"])
            yield Start(at, at + 1, named[0], found["date"], found["words"].strip(), named[1])


def is_compact(lines: Lines) -> bool:
    """Whether the first line that is no reply's preview begins a message shown compact."""
    filled = [line for line in lines.plain[:20] if line][:3]
    return any(line[0] == "[" and _COMPACT.fullmatch(line) for line in filled)


def _headed(lines: Lines, at: int, clock: Clock) -> Start | None:
    line, body = lines.plain[at], at + 1
    if line == "—":
        line, body = " ".join(lines.plain[at : at + 2]), at + 2
    found = _HEAD.fullmatch(line)
    if found is None or not clock.is_date(date := found["long"] or found["date"]):
        return None
    name = found["author"].strip()
    if not name:
        return _in_pieces(lines, at, body, date)
    author, names = _named(name)
    dated = not re.fullmatch(_HOUR, found["date"], re.IGNORECASE) or bool(found["long"])
    if not _is_author(author, dated=dated):
        return None
    return Start(at, body, author, date, "", names, only=bool(found["long"]))


def _in_pieces(lines: Lines, at: int, body: int, date: str) -> Start | None:
    """A header whose name stands on a line of its own, above badges and blank lines."""
    plain = lines.plain
    if (said := _notice(lines, at)) is not None:
        return Start(said, body, "", date, own=True, only=True)
    top = at - 1
    while top > max(0, at - _NAME_ABOVE) and (not plain[top] or _BADGE.fullmatch(plain[top])):
        top -= 1
    if top < 0 or not plain[top]:
        return None
    author, names = _named(plain[top])
    if not _is_author(author, dated=top < at - 1):
        return None
    return Start(top, body, author, date, "", names, only=True)


def _notice(lines: Lines, at: int) -> int | None:
    """The first line of what Discord itself says above a date, a sentence: `Alice`, ` a épinglé`,
    …, `.`; a line of the message above may begin like one."""
    if not at or not lines.plain[at - 1].endswith((".", "!")):
        return None
    for deed in range(at - 1, max(0, at - _DEED_LINES), -1):
        if not lines.plain[deed]:
            return None
        if lines.raw[deed][:1].isspace() and _DEED.fullmatch(lines.plain[deed]):
            return deed - 1
    return None


def _named(written: str) -> tuple[str, tuple[str, ...]]:
    """The name without badges, and what else it may be: a tag in brackets may belong to it."""
    name = _BESIDE.sub("", written)
    tagged = _TAGGED.fullmatch(name)
    if tagged is None:
        return name, ()
    if tagged["sure"] or name != written:
        return tagged["name"], ()
    return name, (tagged["name"],)


def _is_author(name: str, *, dated: bool) -> bool:
    """Whether a name can be one: beside a day nearly anything, beside a bare time no sentence."""
    if not name or name[0] in ">|@" or name[:2] in ("- ", "* ", "# ") or len(name) > 60:
        return False
    if is_name(name):
        return True
    bare = re.sub(r":\w{1,32}:", "", name)
    if ":" in bare or not any(char.isalnum() or ord(char) > 0x2000 for char in name):
        return False
    return len(name) <= 40 and (dated or " " not in name)
