"""What the readers of plain pastes share: lines, the dates of their headers, edit notices.

A paste is what a browser puts on the clipboard where somebody selects posts: words and line ends,
without a mark of where a quote or a signature begins or ends.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.posts.dates import BadStamp, Stamp, read_stamp
from referee.posts.profiles import BUTTON, PROFILE, above_own_profile, is_between
from referee.posts.source import Edited, Found, Source

_LONGEST = 300
_LONG = "…"  # stands for a line that is too long for any header
_SPACES: dict[int, str | None] = {
    **dict.fromkeys((0x09, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, 0xFEFF), None),
    0x2019: "'",
}
_EXACT = 120  # seconds: an edit has one instant, and a day or an hour before the true one is none
_MOST_BELOW = 10  # non-blank lines of a signature, or of a profile

_HEADER_LIKE = lazy(
    r"^(?:message|post|unread post|par|by)\b.*\d[:h]\d|[—«].*\d[:h]\d|^—"
    r"|(?:^|\s)#\d|^post(?:é|ed)\b",
    re.IGNORECASE,
)
_AGE = lazy(r"\d{1,3} ?(?:sec|s|min|m|h|j|d|mois)|\d{1,2} [^\W\d_]{3,5}\.?", re.IGNORECASE)
NUMBER = lazy(r"#\d{1,6}")
"""A line that is the number of a post."""
HOUR = r"\d{1,2}[:h]\d\d(?::\d\d)?(?: ?[ap]m)?"
"""A time of day, inside a pattern."""
_TABLES = ("Auteur Message", "Author Message")  # phpBB 2: what is above is the page's
NOTHING = lazy(r"(?!)")
TITLE = lazy(r"re ?: ?\S.{0,150}", re.IGNORECASE)
_REASON = lazy(r"(?:raison|motif|reason)[^:]{0,30}: ?(?P<reason>.{1,250})", re.IGNORECASE)
_SUBJECT = lazy(r"(?:sujet du message|post subject) ?: ?(?:re ?: ?)?(.{1,200})$", re.IGNORECASE)
_NUMERIC = lazy(r"(.{0,12}\b|)(\d{1,2})([/.-])(\d{1,2})\3((?:\d{4}|\d\d)\b.{0,40})")
_WROTE = lazy(r".{1,100} (?:a dit|a écrit|said) ?:(?: ?↑)?", re.IGNORECASE)
_EXPAND = lazy(
    r"(?:cliquez pour agrandir|click to expand) ?(?:\.\.\.|…)|développer|expand", re.IGNORECASE
)
_HALF_DAY = lazy(r"\d\s?[ap]\.?m\b", re.IGNORECASE)


class Lines(NamedTuple):
    """The lines of a paste as they are, and in plain characters for comparing."""

    raw: list[str]
    plain: list[str]


class Head(NamedTuple):
    """A header: its first line, the first line below it, who and when; `notice`: an edit notice
    that stands in it."""

    top: int
    body: int
    author: str
    date: str
    notice: re.Match[str] | None = None


Heads = Callable[["Lines", "Clock"], Iterator[Head]]
"""Finds the headers of a layout from the top."""
MainLines = Callable[["Lines", "Clock"], Iterator[tuple[int, re.Match[str]]]]
"""Finds the one line of each header that names author and date."""


def lines_of(source: Source) -> Lines:
    """The lines of a source."""
    return _lines_of(source.text)


@lru_cache(maxsize=1)  # every reader is asked about the same text
def _lines_of(text: str) -> Lines:
    raw = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return Lines(raw, [_plain(line) for line in raw])


def _plain(line: str) -> str:
    if len(line) > _LONGEST:
        return _LONG if line.strip() else ""
    return (line if line.isascii() and "\t" not in line else line.translate(_SPACES)).strip()


class Clock:
    """The dates of a paste's headers, each read once, in the order of the posts."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._read: dict[tuple[str, bool], Stamp | BadStamp] = {}
        self._months_first: bool | None = False
        self._last: Stamp | None = None

    def is_date(self, text: str) -> bool:
        """Whether this is a date, though maybe an impossible one."""
        read = self._reading(text)
        return isinstance(read, Stamp) or read.case not in ("unreadable", "no-time", "empty")

    def learn(self, dates: Iterable[str]) -> None:
        """See which comes first, day or month: all the headers of a paste have one form.

        On an American clock without an unequivocal date that stays unknown.
        """
        first = {"day": False, "month": False, "half": False}
        for text in dates:
            found = _NUMERIC.fullmatch(text)
            if found is not None:
                left, right = int(found[2]), int(found[4])
                first["month"] |= left <= 12 < right
                first["day"] |= right <= 12 < left
                first["half"] |= bool(_HALF_DAY.search(text))
        if first["month"] != first["day"]:
            self._months_first = first["month"]
        else:
            self._months_first = None if first["half"] else False
        if self._months_first is not False:
            self._read.clear()

    def next(self, text: str) -> Stamp | None:
        """The stamp of the next post. In autumn's repeated hour its place shows which is meant."""
        stamp = self.stamp(text)
        if stamp is None:
            return None
        if self._last is not None and stamp.at < self._last.at:
            second = self._reading(self._in_order(text), later=True)
            if isinstance(second, Stamp) and stamp.at < second.at:
                stamp = second
        self._last = stamp
        return stamp

    def stamp(self, text: str) -> Stamp | None:
        """The stamp of a date, or None where it cannot be used."""
        read = self._reading(self._in_order(text))
        return read if isinstance(read, Stamp) else None

    def _in_order(self, text: str) -> str:
        if self._months_first is False:
            return text
        found = _NUMERIC.fullmatch(text)
        if found is None or found[2] == found[4]:
            return text
        if self._months_first is None:
            return ""
        before, month, mark, day, rest = found.groups()
        return f"{before}{day}{mark}{month}{mark}{rest}"

    def _reading(self, text: str, *, later: bool = False) -> Stamp | BadStamp:
        key = (text, later)
        if key not in self._read:
            zone, now = self._source.zone, self._source.now
            try:
                self._read[key] = read_stamp(text, zone, now, later=later, printed=True)
            except BadStamp as bad:
                self._read[key] = bad
        return self._read[key]


def early(plain: Sequence[str], at: int) -> bool:
    """Whether nothing but a title and a profile stands above the line, so that the paste begins
    with this header."""
    unknown = 0
    for line in plain[max(0, at - 30) : at]:
        if line and not PROFILE.fullmatch(line) and not BUTTON.fullmatch(line):
            unknown += 1
            if len(line) > 120 or not any(char.isalpha() for char in line):
                return False
            if _HEADER_LIKE.search(line) or _AGE.fullmatch(line):  # another layout's
                return False
    return at <= 30 and unknown <= 5


def above(plain: Sequence[str], at: int, floor: int, author: str, titles: frozenset[str]) -> int:
    """The first line of a header whose main line is `at`: the title, buttons and profile above it.

    A rank, which can be any word, is known by the author's name above it.
    """
    top = at
    profile = False
    while top > floor:
        line = plain[top - 1]
        if PROFILE.fullmatch(line):
            profile = True
        elif line and not BUTTON.fullmatch(line):
            title = line in titles or TITLE.fullmatch(line)
            if profile or not title:
                break
        top -= 1
    if profile:
        for name in range(top - 1, max(floor, top - 4) - 1, -1):
            if plain[name] == author:
                return name
            if not plain[name]:
                break
    return top


def titles_of(plain: Sequence[str]) -> frozenset[str]:
    """The titles that the paste's `Re:` lines repeat, and those that stand beside its dates."""
    found = {line for line in plain if line[:2] in ("Re", "RE", "re") and TITLE.fullmatch(line)}
    beside = (_SUBJECT.search(line) for line in plain if ":" in line)
    named = {match[1].strip() for match in beside if match}
    return frozenset(line.partition(":")[2].strip() for line in found) | named


def below_foot(plain: Sequence[str], start: int, end: int, foot: re.Pattern[str]) -> int | None:
    """The line of the last `Haut` of a post, if only what can be a profile stands below it."""
    seen = 0
    for at in range(end - 1, start - 1, -1):
        line = plain[at]
        if line and foot.fullmatch(line):
            return at
        seen += bool(line)
        if seen > _MOST_BELOW or (line and not any(char.isalpha() for char in line)):
            return None
    return None


def notice_in(
    plain: Sequence[str], start: int, end: int, notice: re.Pattern[str]
) -> tuple[int, re.Match[str] | None]:
    """Where the edit notice of a post begins, and the notice; below it there is a signature."""
    seen = 0
    for at in range(end - 1, start - 1, -1):
        found = notice.fullmatch(plain[at]) if plain[at] else None
        if found is not None:
            return at, found
        seen += bool(plain[at])
        if seen > _MOST_BELOW:
            break
    return end, None


def without_buttons(plain: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """The first and last line of a post without the blank lines and buttons at its edges."""
    while start < end and (not plain[start] or is_between(plain[start])):
        start += 1
    last = end
    while last > start:
        line = plain[last - 1]
        if not line or is_between(line):
            end = last - 1
        elif not (_is_page(line) and end < len(plain) and is_between(plain[end])):
            break  # numbers are left out between buttons: those of pages
        last -= 1
    return start, end


def _is_page(line: str) -> bool:
    return line.isdecimal() and len(line) <= 3  # no row of a board


def edited_by(notice: re.Match[str], clock: Clock, below: str = "") -> Edited:
    """What an edit notice says: groups `date` or `day`, `n` and `reason`; `below`: the line under
    it."""
    facts = notice.groupdict()
    written = facts.get("date") or facts.get("day")
    stamp = clock.stamp(written) if written else None
    if stamp is not None and stamp.precision > _EXACT:
        stamp = None
    reason = facts.get("reason")
    if reason is None and (found := _REASON.fullmatch(below)):
        reason = found["reason"]
    count = facts.get("n")
    return Edited(stamp.at if stamp else None, int(count) if count else None, reason)


def text_of(raw: Sequence[str], start: int, end: int) -> str:
    """The lines of a post without blank ones at its edges."""
    while start < end and not raw[start].strip():
        start += 1
    while end > start and not raw[end - 1].strip():
        end -= 1
    return "\n".join(raw[start:end])


def cut_posts(
    source: Source,
    lines: Lines,
    heads: Sequence[Head],
    *,
    notice: re.Pattern[str],
    foot: re.Pattern[str] | None = None,
    rule: re.Pattern[str] | None = None,
) -> list[Found]:
    """The posts below their headers, without edit notices, signatures, profiles and buttons.

    `foot`: the line below a post; `rule`: the one above a signature.
    """
    clock = Clock(source)
    clock.learn(head.date for head in heads)
    found = []
    for at, head in enumerate(heads):
        end = heads[at + 1].top if at + 1 < len(heads) else len(lines.raw)
        if foot is not None and (low := below_foot(lines.plain, head.body, end, foot)) is not None:
            end = low
        start, end = without_buttons(lines.plain, head.body, end)
        end = last = above_own_profile(lines.plain, start, end, head.author)
        if rule is not None:
            end = notice_in(lines.plain, start, end, rule)[0]
        end, told = notice_in(lines.plain, start, end, notice)
        if told is None:  # phpBB 2 puts it below the signature
            told = notice_in(lines.plain, end, last, notice)[1]
        below = ""
        if told is not None:
            below = next(
                (line for line in lines.plain[end + 1 : end + 4] if _REASON.match(line)), ""
            )
        told = told or head.notice
        found.append(
            Found(
                author=head.author,
                stamp=clock.next(head.date),
                date=head.date,
                text=text_of(lines.raw, *without_buttons(lines.plain, start, end)),
                edited=edited_by(told, clock, below) if told is not None else None,
                tells_edits=True,
            )
        )
    return found


def begins(source: Source, heads: Heads) -> bool:
    """Whether a header of the layout stands at the top of a paste, below no more than the topic's
    title and words of the page."""
    lines = lines_of(source)
    first = next(heads(lines, Clock(source)), None)
    if first is None or not first.author:
        return False
    top = first.top
    table = next((at for at in range(top - 1, -1, -1) if lines.plain[at] in _TABLES), 0)
    over = [line for line in lines.plain[table:top] if line and not is_between(line)]
    if not over:
        return True
    titles = titles_of(lines.plain)
    return all(line in titles or TITLE.fullmatch(line) for line in over)


def begins_early(source: Source, main_lines: MainLines) -> bool:
    """Whether a paste begins with a header of the layout, below no more than a title and a
    profile."""
    lines = lines_of(source)
    first = next(main_lines(lines, Clock(source)), None)
    return first is not None and early(lines.plain, first[0])


def posts_below(source: Source, heads: Heads, notice: re.Pattern[str]) -> list[Found]:
    """The posts of a layout that marks their ends with nothing but buttons."""
    lines = lines_of(source)
    found = list(heads(lines, Clock(source)))
    return cut_posts(source, lines, found, notice=notice)


def without_marked_quotes(lines: Lines, heads: Sequence[Head]) -> Lines:
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
