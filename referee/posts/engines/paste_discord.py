"""Pastes of Discord channels, as the browser and the application copy them.

The forms of headers: `discord_heads`. Above an answer stands its preview, `@Bruno` and one line
into which the message was folded, or `Original message was deleted.`: so in pastes of 2021 to 2023
that people have put into public repositories, compact and not, in French and English. `>>>` and
`||` are left to `own_words`.
"""

import re
from collections.abc import Collection, Sequence
from datetime import date, timedelta
from itertools import pairwise

import msgspec

from referee.core.patterns import lazy
from referee.posts.dates import BadStamp, Stamp, read_date
from referee.posts.engines.discord_heads import Start, compact_starts, is_compact, starts
from referee.posts.pasted import Clock, Lines, lines_of, text_of
from referee.posts.source import Edited, Found, Source

NAME = "discord-paste"

_MARK = lazy(r"\s{0,3}\((?:modifié|edited)\)\s{0,9}$")
_MENTION = lazy(r"@[^\s@].{0,40}")
_GONE = lazy(
    r"original message was deleted\.?|message (?:could not be|couldn't be) loaded\.?"
    r"|(?:le )?message (?:d'origine|original)(?: a été)? supprimé\.?",
    re.IGNORECASE,
)
_DIVIDER = lazy(
    r"(?:[^\W\d_]{3,9},? )?(?:\d{1,2}(?:er)? [^\W\d_]{3,9}|[^\W\d_]{3,9} \d{1,2},) \d{4}"
)
_COUNT = lazy(r"\d{1,3}")
# A colour and a number may be a move.
_REACTION = lazy(
    r":[\w~+-]{1,40}:|(?![🔴🔵⚪⚫🟡🟢🟠🟣🟤🟥🟦🟨🟩🟧🟪🟫⬛⬜])[\u203c-\U0010ffff]{1,8}"
)
_SIZE = lazy(r"\d{1,4}(?:[.,]\d{1,2})? ?(?:octets|bytes|[kmg]?[ob])", re.IGNORECASE)
_FILE = lazy(r"\S.{0,120}\.\w{1,8}")
_FRAME = lazy(r"Image|NEW|NOUVEAU|Attachment file type: .{1,40}")
_FOOT = lazy(
    r"(?:envoyer un message (?:à|dans) ?[@#].*|message [@#]\S.{0,60}|pour sélectionner"
    r"|\d{1,4} caractère\(s\) restant\(s\))",
    re.IGNORECASE,
)
_FORWARDED = lazy(r"forwarded|transféré", re.IGNORECASE)
_ORIGIN = lazy(r".{0,80}[•·].{0,30}\d.{0,30}")
_COARSE = 3600


def looks(source: Source) -> bool:
    """Whether the text begins with a header of this layout, and goes on as only Discord does: with
    a header in pieces or without a blank line above, a time in brackets, an edit mark."""
    lines = lines_of(source)
    messages = _messages(lines, Clock(source))
    if not messages or messages[0].author is None or all(it.own for it in messages):
        return False
    top = messages[0].top
    if not _is_top(lines, top, source):
        return False
    if is_compact(lines) or any(it.only or it.author is None for it in messages):
        return True
    if any(lines.plain[:top]):  # the preview of what it answers, or a page
        return True
    if any(it.top and lines.plain[it.top - 1] for it in messages[1:]):
        return True
    authors = {it.author for it in messages if it.author}
    if any(_above_preview(lines, a.body, b.top, authors) < b.top for a, b in pairwise(messages)):
        return True
    ends = [it.top for it in messages[1:]] + [len(lines.raw)]
    return any(_framed(lines.raw[it.body : end]) for it, end in zip(messages, ends, strict=True))


def _framed(raw: Sequence[str]) -> bool:
    """Whether something of Discord's own stands below the words."""
    words, marked = _without_frame(raw)
    return marked or len(list(filter(str.strip, words))) < len(list(filter(str.strip, raw)))


def _is_top(lines: Lines, top: int, source: Source) -> bool:
    """Whether what stands above the first header is a preview, or a page down to a day's line."""
    above = lines.plain[: _above_preview(lines, -1, top, ())]
    return not any(above) or any(_day_of(line, source) is not None for line in above)


def read(source: Source) -> list[Found]:
    """The messages; each has an author and a time of its own."""
    lines, clock = lines_of(source), Clock(source)
    messages = _messages(lines, clock)
    if not messages:
        return []
    compact = is_compact(lines)
    clock.learn(it.date for it in messages)
    authors = {it.author for it in messages if it.author}
    found: list[Found] = []
    above = lines.raw[: _above_preview(lines, -1, messages[0].top, authors)]
    above = [line for line in above if _day_of(line.strip(), source) is None]
    if any(map(str.strip, above)):
        found.append(Found("", None, text_of(above, 0, len(above))))
    day: date | None = None
    floor = 0
    for at, message in enumerate(messages):
        day = _last_day(lines.plain[floor : message.top], source) or day
        floor = message.body
        end = messages[at + 1].top if at + 1 < len(messages) else len(lines.raw)
        if at + 1 < len(messages) and messages[at + 1].author is not None:
            end = _above_preview(lines, message.body - bool(message.words), end, authors)
        if message.own:
            continue
        words, marked = _without_frame([message.words, *lines.raw[message.body : end]])
        stamp = _stamp(message, found, day, source, clock, compact=compact)
        author, names = message.author, message.names
        if author is None:
            if not found:
                found.append(Found("", None, "\n".join(words), date=message.date))
                continue
            author, names = found[-1].author, found[-1].names
        found.append(
            Found(
                author,
                stamp,
                _forwards_quoted(text_of(words, 0, len(words))),
                names=names,
                edited=Edited() if marked else None,
                tells_edits=True,
                date=message.date,
            )
        )
    return _narrowed(found)


def _messages(lines: Lines, clock: Clock) -> list[Start]:
    return list(compact_starts(lines) if is_compact(lines) else starts(lines, clock))


def _stamp(
    message: Start,
    found: Sequence[Found],
    day: date | None,
    source: Source,
    clock: Clock,
    *,
    compact: bool,
) -> Stamp | None:
    if compact:  # the time of any day: only a day's line above tells which
        return clock.next(f"{day.isoformat()} {message.date}") if day else None
    if message.author is not None:
        return clock.next(message.date)
    return _after(found[-1].stamp, message.date, source, clock) if found else None


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


def _narrowed(found: list[Found]) -> list[Found]:
    """A day without a time ends where the next message of that day stands, and begins where the
    one above does: Discord shows them in their order."""
    before: Stamp | None = None
    for at, post in enumerate(found):
        stamp = post.stamp
        if stamp is not None and stamp.precision >= _COARSE:
            end = stamp.at + timedelta(seconds=stamp.precision)
            later = (one.stamp for one in found[at + 1 : at + 200] if one.stamp)
            exact = next((it for it in later if it.precision < _COARSE), None)
            if exact is not None and stamp.at <= exact.at < end:
                end = exact.at + timedelta(seconds=exact.precision)
            begin = before.at if before and stamp.at <= before.at < end else stamp.at
            stamp = Stamp(begin, int((end - begin).total_seconds()))
            found[at] = msgspec.structs.replace(post, stamp=stamp)
        before = stamp or before
    return found


def _day_of(line: str, source: Source) -> date | None:
    """The day that a line between two days' messages names."""
    if not line[-4:].isdecimal() or not _DIVIDER.fullmatch(line):
        return None
    try:
        return read_date(line, source.zone, source.now)
    except BadStamp:
        return None


def _last_day(plain: Sequence[str], source: Source) -> date | None:
    days = (_day_of(line, source) for line in reversed(plain))
    return next((day for day in days if day is not None), None)


def _above_preview(lines: Lines, start: int, end: int, authors: Collection[str]) -> int:
    """The end of a message, without the preview of what the next one replies to. A message of two
    such lines alone is one."""
    stop = end
    while stop > max(0, start):
        line = lines.plain[stop - 1]
        if line and not _DIVIDER.fullmatch(line):
            break
        stop -= 1
    for size in (2, 1):
        top = stop - size
        if top > start and _is_preview(lines.plain, top, stop, end, authors):
            return top
    return end


def _is_preview(
    plain: Sequence[str], top: int, stop: int, end: int, authors: Collection[str]
) -> bool:
    if stop - top == 1:
        return bool(_GONE.fullmatch(plain[top]))
    if stop - top != 2 or not plain[top + 1]:
        return False
    if _MENTION.fullmatch(plain[top]):
        return True
    # Who is not called (`@`) stands there by name alone: then blank lines must set it off.
    apart = stop < end or (top > 0 and not plain[top - 1])
    return apart and plain[top] in authors


def _without_frame(raw: Sequence[str]) -> tuple[list[str], bool]:
    """The words of a message without what Discord shows below them (reactions, files, the line of
    the next day, the box to write in), and whether they are marked as edited."""
    words = list(raw)
    foot = next((at for at in range(len(words)) if _FOOT.fullmatch(words[at].strip())), None)
    if foot is not None and len(words) - foot <= 12:
        del words[foot:]
    while words and (cut := _frame_lines([line.strip() for line in words[-3:]])):
        del words[-cut:]
    marked = len(words)
    # The picture of a reaction may be lost, so that a number is left of it.
    while marked and (not words[marked - 1].strip() or _COUNT.fullmatch(words[marked - 1].strip())):
        marked -= 1
    last = words[marked - 1] if marked else ""
    found = _MARK.search(last[-30:])
    if found is None:
        return words, False
    return [*words[: marked - 1], last[: len(last) - len(found[0])]], True


def _frame_lines(last: list[str]) -> int:
    """How many of the last lines are no words: reactions with their number, a file with its size,
    blank lines and the line of a day."""
    line = last[-1]
    above = last[-2] if len(last) > 1 else ""
    if not line or _FRAME.fullmatch(line) or (line[-4:].isdecimal() and _DIVIDER.fullmatch(line)):
        return 1
    if _COUNT.fullmatch(line) and above and _REACTION.fullmatch(above):
        return 2
    if _SIZE.fullmatch(line) and _FILE.fullmatch(above):
        return 2
    return 0


def _forwards_quoted(text: str) -> str:
    """Somebody else's message, passed on, as a quote: from `Forwarded` down to where it is from."""
    first, _, rest = text.partition("\n")
    if not rest or not _FORWARDED.fullmatch(first.strip()):
        return text
    lines = rest.split("\n")
    origin = next((at for at, line in enumerate(lines) if _ORIGIN.fullmatch(line)), len(lines))
    quoted = "\n".join(f"> {line}" for line in lines[: origin + 1])
    return "\n".join((quoted, *lines[origin + 1 :]))
