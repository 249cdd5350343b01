"""Dates that a forum prints beside the moment of reading: ages, days without a time, old days
without a year (F7).

An age is an interval: forums round it up or down, so it is taken one unit wide on each side.
Units: the language packs of phpBB (`il y a 5 minutes`), Discourse (`5 min`, `3 h`, `2 j`) and
XenForo (`A moment ago`).
"""

from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any

from referee.core.patterns import lazy
from referee.core.week import SkippedHour, at_wall, local
from referee.posts.dates import BadStamp, Stamp, exists

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_UNITS = {
    1: ("s", "sec", "secs", "seconde", "secondes", "second", "seconds"),
    _MINUTE: ("m", "mn", "min", "mins", "minute", "minutes"),
    _HOUR: ("h", "hr", "hrs", "heure", "heures", "hour", "hours"),
    _DAY: ("j", "d", "jour", "jours", "day", "days"),
    7 * _DAY: ("w", "sem", "semaine", "semaines", "week", "weeks"),
    31 * _DAY: ("mo", "mon", "mois", "month", "months"),
    366 * _DAY: ("y", "yr", "yrs", "an", "ans", "année", "années", "year", "years"),
}
_SECONDS = {name: seconds for seconds, names in _UNITS.items() for name in names}
_YEARS_BACK = 20  # no forum that is read here is older

_COUNTED = r"(?P<n>[0-9]{1,4}|une?(?=\s)|an?(?=\s))\s?(?P<unit>[^\W\d_]{1,8})"
_AGES = (
    lazy(rf"il y a (?:environ |presque |plus de )?{_COUNTED}"),
    lazy(rf"(?:about |almost |over )?{_COUNTED} ago"),
)
_SHORT = lazy(r"(?P<than>[<>])?\s?(?P<n>[0-9]{1,3})\s?(?P<unit>[^\W\d_]{1,4})")
_JUST_NOW = lazy(
    r"(?:à l'instant|il y a (?:un instant|quelques (?:instants|secondes)|moins d'une minute)"
    r"|just now|a moment ago|moments ago|(?:a few )?seconds ago|less than a minute ago)"
)


def read_age(plain: str, text: str, zone: tzinfo, now: datetime, *, printed: bool) -> Stamp:
    """The interval that an age leaves open; a short one (`3 h`) only where a forum printed it.

    `plain` is `text` in lower case and ordinary characters. BadStamp if it is no age.
    """
    if _JUST_NOW.fullmatch(plain):
        return _between(now, zone, text, _MINUTE, 0)
    found = _AGES[0].fullmatch(plain) or _AGES[1].fullmatch(plain)
    if found is None and printed:
        found = _SHORT.fullmatch(plain)
    unit = _SECONDS.get(found["unit"]) if found else None
    if found is None or unit is None:
        raise BadStamp("unreadable", text)
    count = int(found["n"]) if found["n"].isdigit() else 1
    if found.groupdict().get("than") == "<":
        return _between(now, zone, text, max(count * unit, _MINUTE), 0)
    around = max(unit, _MINUTE)  # nobody pastes within a second
    return _between(now, zone, text, count * unit + around, max(0, count * unit - around))


def _between(now: datetime, zone: tzinfo, text: str, most: int, least: int) -> Stamp:
    """From `most` to `least` seconds ago."""
    try:
        at = now.astimezone(UTC).replace(microsecond=0) - timedelta(seconds=most)
        return Stamp(local(at, zone), most - least)
    except (ValueError, OverflowError):
        raise BadStamp("no-date", text) from None


def whole_day(day: date, zone: tzinfo) -> Stamp:
    """A day without a time, as old posts bear it: any instant of it."""
    try:
        start, end = _midnight(day, zone), _midnight(day + timedelta(days=1), zone)
    except (ValueError, OverflowError):
        raise BadStamp("no-date", day.isoformat()) from None
    return Stamp(start, int((end - start).total_seconds()))


def _midnight(day: date, zone: tzinfo) -> datetime:
    try:
        return at_wall(datetime(day.year, day.month, day.day), zone)  # noqa: DTZ001 - placed at once
    except SkippedHour as skipped:
        return skipped.after


def year_of(
    weekday: int, day: date, parts: dict[str, str | None], text: str, *, printed: bool
) -> int:
    """The one year before that of `day` in which it falls on the weekday; BadStamp otherwise.

    Forumactif leaves the year out of posts that are years old: several years are offered, none is
    chosen. What a person typed has more likely a wrong weekday.
    """
    years = [
        year
        for year in range(day.year, max(0, day.year - _YEARS_BACK), -1)
        if exists(year, day.month, day.day) and date(year, day.month, day.day).weekday() == weekday
    ]
    open_year = parts.get("y") is None and parts.get("d") is not None
    if printed and open_year and years:
        if len(years) == 1:
            return years[0]
        raise BadStamp("years", text, years=years, told=", ".join(map(str, years)))
    facts: dict[str, Any] = {
        "written": weekday,
        "actual": day.weekday(),
        "date": f"{day.year:04d}-{day.month:02d}-{day.day:02d}",
    }
    if open_year:  # several fit: they are offered, none is chosen
        facts["years"] = years
    raise BadStamp("weekday", text, **facts)
