"""Instants on a table's wall clock, and the weeks of the tally (F7, F11).

Every datetime that leaves this module carries a fixed offset (`datetime.timezone`): arithmetic on a
datetime with a ZoneInfo attached is wall-clock arithmetic and loses an hour on two nights a year.
"""

import re
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache

import msgspec

_CLOSING = time(21)
_SATURDAY = 5  # date.weekday()


class SkippedHour(ValueError):
    """A wall-clock time that spring skips (F7): `naive` as asked, `after` the next instant."""

    def __init__(self, naive: datetime, after: datetime) -> None:
        super().__init__(f"{naive} does not exist; the next instant is {after.isoformat()}")
        self.naive = naive
        self.after = after


class Week(msgspec.Struct, frozen=True):
    """A week of the tally (F11), named after its closing Saturday; `end` is excluded."""

    name: str
    start: datetime
    end: datetime


def local(instant: datetime, zone: tzinfo) -> datetime:
    """The same instant on the zone's clock, with a fixed offset; ValueError if it has no offset."""
    if type(instant.tzinfo) is timezone:
        return _on_clock(instant, zone)
    if instant.utcoffset() is None:
        raise ValueError(f"{instant} has no offset from UTC")
    return _placed(instant, zone)


# Only of fixed offsets: of two equal instants in a zone that repeats an hour each may be meant.
@lru_cache(maxsize=256)
def _on_clock(instant: datetime, zone: tzinfo) -> datetime:
    return _placed(instant, zone)


def _placed(instant: datetime, zone: tzinfo) -> datetime:
    try:
        there = instant.astimezone(zone)
    except OverflowError:
        raise ValueError(f"{instant} is outside the years 1 to 9999 in {zone}") from None
    return _fixed(there)


def at_wall(naive: datetime, zone: tzinfo, *, later: bool = False) -> datetime:
    """The instant at which the zone's clock shows `naive` (F7).

    In autumn's repeated hour the first is meant unless `later`; SkippedHour in spring's gap.
    """
    if naive.tzinfo is not None:
        raise ValueError(f"{naive} is no wall-clock time: it carries an offset")
    first = naive.replace(tzinfo=zone, fold=0)
    second = first.replace(fold=1)
    before, after = first.utcoffset(), second.utcoffset()
    if before is None or after is None:
        raise ValueError(f"{zone} gives no offset from UTC")
    if before < after:  # PEP 495: the offset grows between the two readings only inside a gap
        raise SkippedHour(naive, _end_of_gap(naive, zone, before, after))
    return _fixed(second if later else first)


def week_of(instant: datetime, zone: tzinfo) -> Week:
    """The week that holds the instant; 21:00:00 exactly belongs to the next one (F11)."""
    here = local(instant, zone)
    ordinal = here.toordinal()
    closing = ordinal + (_SATURDAY - here.weekday()) % 7
    week = _week_closing(closing, zone)
    return week if here < week.end else _week_closing(closing + 7, zone)


def week_named(name: str, zone: tzinfo) -> Week:
    """The week called `2026-W48`; ValueError for any other spelling or a week the year lacks."""
    found = re.fullmatch(r"([0-9]{4})-W([0-9]{1,2})", name.strip().upper())
    if found is None:
        raise ValueError(f"{name!r} is no week: write it like 2026-W48")
    try:
        closing = date.fromisocalendar(int(found[1]), int(found[2]), _SATURDAY + 1)
    except (ValueError, OverflowError):
        raise ValueError(f"there is no week {name.strip()}") from None
    return _week_closing(closing.toordinal(), zone)


def week_of_date(day: date, zone: tzinfo) -> Week:
    """The week that holds the date's first instant, so a Sunday's closes six days later (F11)."""
    return week_of(_at_or_after(datetime(day.year, day.month, day.day), zone), zone)  # noqa: DTZ001 - a wall-clock time, placed in the zone at once


def closes_in(week: str, at: datetime, precision: int) -> datetime | None:
    """The closing of the week called `week`, in which `at` lies, where it falls inside the stamp
    [at, at + precision seconds), so that the true instant may belong to the next week (F7, F11).

    On the clock of `at`: where clocks change between the two, the stamp is a week wide or more, and
    an hour decides nothing.
    """
    closing = date.fromisocalendar(int(week[:4]), int(week[6:]), _SATURDAY + 1)
    end = datetime.combine(closing, _CLOSING, at.tzinfo)
    return end if at < end < at + timedelta(seconds=precision) else None


def _fixed(there: datetime) -> datetime:
    offset = there.utcoffset()
    if offset is None:
        raise ValueError(f"{there.tzinfo} gives no offset from UTC")
    return there.replace(tzinfo=timezone(offset), fold=0)


def _end_of_gap(naive: datetime, zone: tzinfo, before: timedelta, after: timedelta) -> datetime:
    # The clock jumps between these two instants, whatever the length of the gap (an hour in Paris,
    # a day in Apia): halve the span until one second is left.
    try:
        low, high = naive - after, naive - before
    except OverflowError:
        raise ValueError(f"{naive} is outside the years 1 to 9999 in {zone}") from None
    utc = timezone.utc  # noqa: UP017 - one name for the module: `timezone` is used as a class too
    shown = _offset_at(low.replace(tzinfo=utc), zone)
    low_second, high_second = 0, int((high - low).total_seconds()) + 1
    while high_second - low_second > 1:
        middle = (low_second + high_second) // 2
        if _offset_at((low + timedelta(seconds=middle)).replace(tzinfo=utc), zone) == shown:
            low_second = middle
        else:
            high_second = middle
    jump = (low + timedelta(seconds=high_second)).replace(microsecond=0, tzinfo=utc)
    return local(jump, zone)


def _offset_at(instant: datetime, zone: tzinfo) -> timedelta | None:
    return instant.astimezone(zone).utcoffset()


def _at_or_after(naive: datetime, zone: tzinfo) -> datetime:
    try:
        return at_wall(naive, zone)
    except SkippedHour as skipped:
        return skipped.after


# A post a minute for a year needs 53 entries a zone; a whole topic is read through a handful.
@lru_cache(maxsize=256)
def _week_closing(ordinal: int, zone: tzinfo) -> Week:
    try:
        closing = date.fromordinal(ordinal)
        opening = date.fromordinal(ordinal - 7)
    except (ValueError, OverflowError):
        raise ValueError("that week is outside the years 1 to 9999") from None
    year, number, _ = closing.isocalendar()
    return Week(
        name=f"{year:04d}-W{number:02d}",
        start=_at_or_after(datetime.combine(opening, _CLOSING), zone),
        end=_at_or_after(datetime.combine(closing, _CLOSING), zone),
    )
