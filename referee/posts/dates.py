"""Dates as people write them (F7).

Only text that a header pattern or an option captured may reach this module: in free text a ranking
`[1, 3]` is the 1st of March and a player called Sam a Saturday. A form is matched as a whole, and
what it leaves unexplained is refused, never guessed. French and English only.
"""

import re
from collections.abc import Iterator
from datetime import MINYEAR, date, datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from referee.core.week import SkippedHour, at_wall, local

if TYPE_CHECKING:
    from dateutil.parser import parser

_SLACK = timedelta(minutes=2)  # F7: how far past now a post may be dated
_LONGEST = 80

_MONTHS = (
    ("jan", "january", "janv", "janvier"),
    ("feb", "february", "fév", "fev", "févr", "fevr", "février", "fevrier"),
    ("mar", "march", "mars"),
    ("apr", "april", "avr", "avril"),
    ("may", "mai"),
    ("jun", "june", "juin"),
    ("jul", "july", "juil", "juillet"),
    ("aug", "august", "août", "aout", "aoû", "aou"),
    ("sep", "sept", "september", "septembre"),
    ("oct", "october", "octobre"),
    ("nov", "november", "novembre"),
    ("dec", "december", "déc", "décembre", "decembre"),
)
WEEKDAYS = (
    ("lundi", "monday", "lun", "mon"),
    ("mardi", "tuesday", "mar", "tue", "tues"),
    ("mercredi", "wednesday", "mer", "wed"),
    ("jeudi", "thursday", "jeu", "thu", "thur", "thurs"),
    ("vendredi", "friday", "ven", "fri"),
    ("samedi", "saturday", "sam", "sat"),
    ("dimanche", "sunday", "dim", "sun"),
)
_WHOLE_WEEKDAYS = "|".join(name for names in WEEKDAYS for name in names[:2])
_DAYS_BACK = {
    "aujourd'hui": 0, "aujourd hui": 0, "aujourdhui": 0, "today": 0,
    "hier": 1, "yesterday": 1, "avant-hier": 2, "avant hier": 2,
}  # fmt: skip

# Patterns are strings: `re` compiles those that are met, and keeps them.
_CLOCK = (
    r"(?P<h>\d{1,2})(?:(?::|\s?h\s?)(?P<mi>\d{2})"
    r"(?:(?::|\s?min\s?)(?P<s>\d{2})(?:[.,](?P<f>\d{1,12}))?|\s?min)?|(?P<o>\s?h))?"
    r"(?:\s?(?P<ap>[ap])(?:m|\.\s?m\.))?"
    r"(?:\s?(?P<z>z|(?:utc|gmt)?[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?|utc|gmt))?"
)
_THEN_CLOCK = rf"(?:(?:t|(?=\D)\s?[,;]?\s?(?:(?:à|a|at|@|-|–|—|·)(?=[\s\d])\s?)?){_CLOCK})?"
_WEEKDAY = r"(?:(?:le|on)\s)?(?:(?P<wd>[^\W\d_]{3,9})[.,]{0,2}\s)?(?:(?:le|on)\s)?"
_YMD = r"(?P<iso>)(?P<y>\d{4})(?P<sep>[-/.])(?P<mo>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?!\d)"
_BASIC = (
    r"(?P<iso>)(?P<y>\d{4})(?P<mo>\d{2})(?P<d>\d{2})"
    r"t(?P<h>\d{2})(?P<mi>\d{2})(?P<s>\d{2})?(?P<z>z)?"
)
_DMY = r"(?P<d>\d{1,2})(?P<sep>[/.-])(?P<mo>\d{1,2})(?:(?P=sep)(?P<y>\d{4}|\d{2}))?(?!\d)"
_YEAR = r"(?P<y>\d{4}|\d{2})(?!\d|\s?[:h])"
_DATE = (
    r"(?P<date>(?P<d>\d{1,2})(?:er|ère|st|nd|rd|th)?[\s-](?:(?:de|of)\s)?"
    r"(?P<name>[^\W\d_]{3,9})\.?)"
)
_DAY_MONTH = rf"{_DATE}(?:,?[\s-]{_YEAR})?"
_MONTH_DAY = (
    r"(?P<date>(?P<name>[^\W\d_]{3,9})\.?\s(?P<d>\d{1,2})(?:st|nd|rd|th)?)(?!\d|\s?[:h])"
    rf"(?:,?\s{_YEAR})?"
)
_RELATIVE = r"(?P<rel>aujourd['\s]?hui|avant[-\s]hier|hier|today|yesterday)"
_LAST_WEEKDAY = rf"(?P<wd>{_WHOLE_WEEKDAYS})[\s,]\s?(?:(?:à|a|at|@|-)\s)?{_CLOCK}"
_NUMERIC_FORMS = (
    _DMY + _THEN_CLOCK, _YMD + _THEN_CLOCK, rf"(?:(?:à|at)\s)?{_CLOCK}", _BASIC,
    _DAY_MONTH + _THEN_CLOCK,
)  # fmt: skip
_WORD_FORMS = (
    _RELATIVE + _THEN_CLOCK,
    _LAST_WEEKDAY,
    _WEEKDAY + _DMY + _THEN_CLOCK,
    _WEEKDAY + _DAY_MONTH + _THEN_CLOCK,
    _WEEKDAY + _MONTH_DAY + _THEN_CLOCK,
    _WEEKDAY + _YMD + _THEN_CLOCK,
    rf"(?:(?:à|at)\s)?{_CLOCK}",
    _WEEKDAY + _DATE + _THEN_CLOCK + r"\s\((?P<y>\d{4})\)",  # Xooit
)

_Found = re.Match[str]
_Time = tuple[int, int, int, int]  # hour, minute, second, microsecond
_ISO_FROM, _ISO_TO = len("2026-11-28 20:58"), len("2026-11-28 20:58:00+01:00")


class Stamp(msgspec.Struct, frozen=True):
    """When: the true instant lies in [at, at + precision seconds); `at` has a fixed offset."""

    at: datetime
    precision: int


class BadStamp(ValueError):
    """A date that cannot be used.

    `case` is "empty", "unreadable", "no-time", "no-date" (31/02), "order" (11/21/2026), "skipped"
    (facts: next), "weekday" (facts: written and actual, 0 for Monday, date, and years where the
    text gives none) or "years" (facts: years, and told: the same as text); `facts` always hold the
    text.
    """

    def __init__(self, case: str, text: str, **facts: Any) -> None:
        super().__init__(f"{case}: {text!r}")
        self.case = case
        self.facts: dict[str, Any] = {"text": text, **facts}


def read_stamp(
    text: str, zone: tzinfo, now: datetime, *, later: bool = False, printed: bool = False
) -> Stamp:
    """The instant that `text` writes, on the zone's clock unless it carries an offset (F7).

    `now` (aware) places what is relative or has no year; `later` means the second of autumn's
    repeated hour. `printed`: a forum printed it, so `3 h` is an age, a day may stand without a
    time, and a weekday is right and tells a missing year. A future time is returned as it stands.
    """
    exact = _exact(text, zone, later=later)
    if exact is not None:
        return exact
    plain = _plain(text)
    if plain in ("now", "maintenant"):
        return Stamp(local(now, zone), 1)
    found = _form(plain)
    if found is None or (printed and re.fullmatch(r"\d{1,3}\s?h", plain)):
        from referee.posts.relative import read_age

        return read_age(plain, text, zone, now, printed=printed)
    named = _named_month(found, text)
    parts = found.groupdict()
    if parts.get("h") is None:
        day = read_date(text, zone, now)  # an impossible day is said first
        if printed:
            from referee.posts import relative

            return relative.whole_day(day, zone)
        raise BadStamp("no-time", text)
    time, precision = _time(parts, text)
    offset = _offset(parts, text)
    today = local(now, offset or zone).date()
    try:
        days = _days(parts, text, named, today)
        limit = now + _SLACK
        at = _latest(days, time, offset or zone, later=later, limit=limit, text=text)
        if (year := _check_weekday(parts, text, at, printed=printed)) != at.year:
            days = iter((date(year, at.month, at.day),))
            at = _latest(days, time, offset or zone, later=later, limit=limit, text=text)
        return Stamp(local(at, zone), precision)
    except BadStamp:
        raise
    except (ValueError, OverflowError):  # a day of year 1 or 9999 that its offset moves outside
        raise BadStamp("no-date", text) from None


def _exact(text: str, zone: tzinfo, *, later: bool) -> Stamp | None:
    """The stamp of plain ISO 8601 (`2026-11-28 20:58`, with or without seconds and offset), which
    programs write and which needs none of the patterns."""
    if not _ISO_FROM <= len(text) <= _ISO_TO or text[4:5] != "-" or text[13:14] != ":":
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None  # whatever is wrong with it is said further on
    precision = 60 if len(text) == _ISO_FROM or text[16] in "+-Zz" else 1
    try:
        if at.tzinfo is None:
            return Stamp(at_wall(at, zone, later=later), precision)
        return Stamp(local(at, zone), precision) if text[-2:] < "60" else None
    except (ValueError, OverflowError):
        return None


def read_date(text: str, zone: tzinfo, now: datetime) -> date:
    """The day that `text` writes; without a year the last such day up to now. BadStamp if none."""
    found = _form(_plain(text))
    if found is None or found.groupdict().get("h") is not None:
        raise BadStamp("unreadable", text)
    named = _named_month(found, text)
    today = local(now, zone).date()
    try:
        return _check_day(parts=found.groupdict(), text=text, named=named, today=today)
    except OverflowError:
        raise BadStamp("no-date", text) from None


def _plain(text: str) -> str:
    plain = text
    if not plain.isascii():
        from unicodedata import normalize

        plain = normalize("NFC", plain).translate({0x2019: "'", 0x2BC: "'", 0x2212: "-"})
    plain = " ".join(plain.split()).lower()
    if not plain:
        raise BadStamp("empty", text)
    if len(plain) > _LONGEST:
        raise BadStamp("unreadable", text)
    return plain


def _form(plain: str) -> _Found | None:
    # \d must not read other scripts' digits, [^\W\d_] must read é: so no re.ASCII but this test.
    if all(char.isascii() or not char.isdigit() for char in plain):
        for form in _NUMERIC_FORMS if plain[0].isdigit() else _WORD_FORMS:
            found = re.fullmatch(form, plain)
            if found is not None and _names_known(found.groupdict()):
                return found
    return None


def _names_known(parts: dict[str, str | None]) -> bool:
    weekday, month = parts.get("wd"), parts.get("name")
    return (weekday is None or _index(WEEKDAYS, weekday) >= 0) and (
        month is None or _index(_MONTHS, month) >= 0
    )


def _index(table: tuple[tuple[str, ...], ...], word: str) -> int:
    return next((at for at, names in enumerate(table) if word in names), -1)


@cache
def _french() -> "parser":
    from dateutil.parser import parser, parserinfo

    class French(parserinfo):
        JUMP = [*parserinfo.JUMP, "à", "le", "de", "er", "ère", "–", "—", "·", "@"]  # noqa: RUF012 - dateutil's own shape
        MONTHS = list[Any](_MONTHS)  # noqa: RUF012 - and the stubs know no tuple of four names

    return parser(French(dayfirst=True))


def _named_month(found: _Found, text: str) -> int | None:
    """The month (1-12) of a form that names it, read by dateutil and compared with the text."""
    parts = found.groupdict()
    if parts.get("name") is None:
        return None
    day, month = int(found["d"]), 1 + _index(_MONTHS, found["name"])
    if not exists(2000, month, day):
        raise BadStamp("no-date", text)
    # dateutil guesses: it gets a leap year for the year, no weekday (a wrong one moves the date),
    # no offset and a clock with colons (it misreads `20 h 58`), and must find what the text says.
    clock, time = "", (0, 0, 0, 0)
    if parts["h"] is not None:
        time = _time(parts, text)[0]
        clock = ":".join(parts[key] or "00" for key in ("h", "mi", "s"))
        clock += f" {parts['ap']}m" if parts["ap"] else ""
    try:
        read = _french().parse(f"{found['date']} 2000 {clock}")
    except (ValueError, OverflowError):
        raise BadStamp("unreadable", text) from None
    got = (read.year, read.month, read.day, read.hour, read.minute, read.second)
    if got != (2000, month, day, *time[:3]):
        raise BadStamp("unreadable", text)
    return read.month


def _time(parts: dict[str, str | None], text: str) -> tuple[_Time, int]:
    """Hour, minute, second, microsecond, and the precision in seconds."""
    hour, minute, second = (int(parts.get(key) or 0) for key in ("h", "mi", "s"))
    half, fraction = parts.get("ap"), parts.get("f") or ""
    if parts.get("mi") is None and parts.get("o") is None and half is None:
        raise BadStamp("unreadable", text)
    if half is not None:
        if not 1 <= hour <= 12 or parts.get("o") is not None:
            raise BadStamp("unreadable", text)
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour > 23 or minute > 59 or second > 59:
        raise BadStamp("unreadable", text)
    precision = 1 if parts.get("s") else 60 if parts.get("mi") else 3600
    return (hour, minute, second, int(fraction[:6].ljust(6, "0"))), precision


def _offset(parts: dict[str, str | None], text: str) -> timezone | None:
    written = parts.get("z")
    if written is None:
        return None
    digits = re.sub(r"\D", "", written)
    span = timedelta(
        hours=int(digits[0:2] or 0), minutes=int(digits[2:4] or 0), seconds=int(digits[4:6] or 0)
    )
    if span >= timedelta(days=1) or int(digits[2:4] or 0) > 59 or int(digits[4:6] or 0) > 59:
        raise BadStamp("unreadable", text)
    return timezone(-span if "-" in written else span)


def _days(
    parts: dict[str, str | None], text: str, named: int | None, today: date
) -> Iterator[date]:
    """The days the text can mean, the latest first; several without a year or a day."""
    back = parts.get("rel")
    if back is not None:
        yield today - timedelta(days=_DAYS_BACK[back])
        return
    if parts.get("d") is None:
        weekday = _index(WEEKDAYS, parts.get("wd") or "")
        last = today - timedelta((today.weekday() - weekday) % 7 if weekday >= 0 else 0)
        yield from (last, last - timedelta(7 if weekday >= 0 else 1))
        return
    day, month = int(parts["d"] or 0), named or int(parts["mo"] or 0)
    year = parts.get("y")
    if year is None:
        if month > 12 or not exists(2000, month, day):
            raise _no_date(text, day, month)
        # A 29 February may be eight years away (1896 to 1904); next year's may be two minutes away.
        years = range(today.year + 1, max(MINYEAR, today.year - 9), -1)
        yield from (date(that, month, day) for that in years if exists(that, month, day))
        return
    number = int(year) if len(year) == 4 else _full_year(int(year), today.year)
    if not exists(number, month, day):
        raise _no_date(text, day, month, swapped=parts.get("iso") is None)
    yield date(number, month, day)


def _no_date(text: str, day: int, month: int, *, swapped: bool = True) -> BadStamp:
    return BadStamp("order" if swapped and month > 12 >= day >= 1 else "no-date", text)


def _full_year(short: int, this: int) -> int:
    # 26 is 2026 and 99 is 1999: at most twenty years ahead.
    year = this - this % 100 + short
    return year - 100 if year > this + 20 else year


def exists(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _latest(
    days: Iterator[date], time: _Time, zone: tzinfo, *, later: bool, limit: datetime, text: str
) -> datetime:
    """The first of the days whose instant is not after the limit, or else the last of them."""
    at: datetime | None = None
    skipped = False
    for day in days:
        naive = datetime(day.year, day.month, day.day, *time)  # noqa: DTZ001 - placed by at_wall
        try:
            at, skipped = at_wall(naive, zone, later=later), False
        except SkippedHour as gap:
            at, skipped = gap.after, True
        if at <= limit:
            break
    if at is None:
        raise BadStamp("no-date", text)
    if skipped:
        raise BadStamp("skipped", text, next=at.isoformat())
    return at


def _check_day(parts: dict[str, str | None], text: str, named: int | None, today: date) -> date:
    """The day of a text without a time, its weekday compared."""
    days = list(_days(parts, text, named, today))
    day = next((that for that in days if that <= today), days[-1])
    _check_weekday(parts, text, day)
    return day


def _check_weekday(
    parts: dict[str, str | None], text: str, day: date, *, printed: bool = False
) -> int:
    """The year whose day falls on the weekday that is written; BadStamp unless it is plain."""
    wanted = _index(WEEKDAYS, parts.get("wd") or "")
    if wanted in (-1, day.weekday()):
        return day.year
    from referee.posts.relative import year_of

    return year_of(wanted, day, parts, text, printed=printed)
