"""Weeks and wall clocks (F7, F11): both nights when the clock changes, year ends, skipped days."""

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.week import (
    SkippedHour,
    Week,
    at_wall,
    closes_in,
    local,
    week_named,
    week_of,
    week_of_date,
)

PARIS = ZoneInfo("Europe/Paris")
APIA = ZoneInfo("Pacific/Apia")
KWAJALEIN = ZoneInfo("Pacific/Kwajalein")
DAKAR = ZoneInfo("Africa/Dakar")  # no summer time
SAO_PAULO = ZoneInfo("America/Sao_Paulo")
ZONES = [PARIS, APIA, DAKAR, SAO_PAULO, KWAJALEIN, ZoneInfo("America/Nuuk"), UTC]


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def wall(text: str) -> datetime:
    naive = datetime.fromisoformat(text)
    assert naive.tzinfo is None
    return naive


@pytest.mark.parametrize(
    ("at", "name"),
    [
        ("2026-11-28T20:59:59+01:00", "2026-W48"),
        ("2026-11-28T20:59:59.999999+01:00", "2026-W48"),
        ("2026-11-28T21:00:00+01:00", "2026-W49"),
        ("2026-11-28T19:59:59Z", "2026-W48"),
        ("2026-11-28T20:00:00Z", "2026-W49"),
        ("2026-11-21T21:00:00+01:00", "2026-W48"),
        ("2026-11-22T00:00:00+01:00", "2026-W48"),
        ("2026-11-23T12:00:00+01:00", "2026-W48"),
        ("2027-01-02T20:59:59+01:00", "2026-W53"),
        ("2027-01-02T21:00:00+01:00", "2027-W01"),
        ("2026-12-27T00:00:00+01:00", "2026-W53"),
        ("2025-12-29T00:00:00+01:00", "2026-W01"),
    ],
)
def test_week_of(at: str, name: str) -> None:
    assert week_of(instant(at), PARIS).name == name


@pytest.mark.parametrize(
    ("name", "start", "end", "hours"),
    [
        ("2026-W48", "2026-11-21T21:00:00+01:00", "2026-11-28T21:00:00+01:00", 168),
        ("2026-W53", "2026-12-26T21:00:00+01:00", "2027-01-02T21:00:00+01:00", 168),
        ("2027-W01", "2027-01-02T21:00:00+01:00", "2027-01-09T21:00:00+01:00", 168),
        ("2026-W14", "2026-03-28T21:00:00+01:00", "2026-04-04T21:00:00+02:00", 167),
        ("2026-W44", "2026-10-24T21:00:00+02:00", "2026-10-31T21:00:00+01:00", 169),
    ],
)
def test_week_named(name: str, start: str, end: str, hours: int) -> None:
    week = week_named(name, PARIS)
    assert (week.name, week.start.isoformat(), week.end.isoformat()) == (name, start, end)
    assert week.end - week.start == timedelta(hours=hours)  # elapsed time: offsets are fixed


def test_week_named_forgives_case_and_a_missing_zero() -> None:
    assert week_named(" 2027-w1 ", PARIS).name == "2027-W01"


@pytest.mark.parametrize(
    "name",
    ["", "2026", "48", "2026-48", "2026-W54", "2025-W53", "2026-W00", "2026-W", "2026-W480",
     "26-W48", "2026-W48-1", "0000-W01", "0001-W00", "9999-W52", "٢٠٢٦-W48"],
)  # fmt: skip
def test_bad_week_names(name: str) -> None:
    with pytest.raises(ValueError, match="week"):
        week_named(name, PARIS)


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2026, 11, 28), "2026-W48"),  # Saturday, before 21:00
        (date(2026, 11, 29), "2026-W49"),  # Sunday: closes six days later
        (date(2026, 11, 22), "2026-W48"),
        (date(2027, 1, 2), "2026-W53"),
        (date(2027, 1, 3), "2027-W01"),
    ],
)
def test_week_of_date(day: date, name: str) -> None:
    assert week_of_date(day, PARIS).name == name


def test_week_of_a_date_whose_midnight_is_skipped() -> None:
    assert week_of_date(date(2018, 11, 4), SAO_PAULO).name == "2018-W45"


def test_apia_skipped_a_friday() -> None:
    week = week_of_date(date(2011, 12, 31), APIA)
    assert week.name == "2011-W52"
    assert week.end - week.start == timedelta(days=6)
    assert week_of_date(date(2011, 12, 30), APIA) == week
    with pytest.raises(SkippedHour) as skipped:
        at_wall(wall("2011-12-30T12:00"), APIA)
    assert skipped.value.after.isoformat() == "2011-12-31T00:00:00+14:00"


def test_kwajalein_skipped_a_saturday_so_the_week_closes_with_the_gap() -> None:
    week = week_named("1993-W33", KWAJALEIN)
    assert week.end.isoformat() == "1993-08-22T00:00:00+12:00"
    assert week_of(week.end, KWAJALEIN).name == "1993-W34"
    assert week_of(week.end - timedelta(seconds=1), KWAJALEIN) == week


def test_spring_gap() -> None:
    for text in ("2026-03-29T02:00", "2026-03-29T02:30:15", "2026-03-29T02:59:59.999999"):
        with pytest.raises(SkippedHour) as skipped:
            at_wall(wall(text), PARIS)
        assert skipped.value.naive == wall(text)
        assert skipped.value.after.isoformat() == "2026-03-29T03:00:00+02:00"
    assert at_wall(wall("2026-03-29T01:59:59"), PARIS).isoformat() == "2026-03-29T01:59:59+01:00"
    assert at_wall(wall("2026-03-29T03:00"), PARIS).isoformat() == "2026-03-29T03:00:00+02:00"


def test_autumn_hour_is_the_first_unless_later() -> None:
    twice = wall("2026-10-25T02:30")
    assert at_wall(twice, PARIS).isoformat() == "2026-10-25T02:30:00+02:00"
    assert at_wall(twice, PARIS, later=True).isoformat() == "2026-10-25T02:30:00+01:00"
    once = wall("2026-10-25T03:00")
    assert at_wall(once, PARIS) == at_wall(once, PARIS, later=True)


def test_offsets_are_fixed() -> None:
    week = week_named("2026-W44", PARIS)
    for moment in (
        week.start,
        week.end,
        at_wall(wall("2026-10-25T02:30"), PARIS, later=True),
        local(datetime(2026, 10, 25, 0, 30, tzinfo=UTC), PARIS),
        local(datetime(2026, 10, 25, 2, 30, tzinfo=PARIS), PARIS),
    ):
        assert type(moment.tzinfo) is timezone
        assert moment.fold == 0


def test_what_has_no_offset_or_one_too_many_is_refused() -> None:
    with pytest.raises(ValueError, match="no offset"):
        local(wall("2026-11-28T21:00"), PARIS)
    with pytest.raises(ValueError, match="no offset"):
        week_of(wall("2026-11-28T21:00"), PARIS)
    with pytest.raises(ValueError, match="carries an offset"):
        at_wall(datetime(2026, 11, 28, tzinfo=UTC), PARIS)


@pytest.mark.parametrize("zone", [PARIS, APIA, timezone(timedelta(hours=-12))])
def test_the_ends_of_time_are_a_value_error(zone: ZoneInfo) -> None:
    for at in (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)):
        with pytest.raises(ValueError, match="years 1 to 9999"):
            week_of(at, zone)
    for day in (date.min, date.max):
        with pytest.raises(ValueError, match="years 1 to 9999"):
            week_of_date(day, zone)


@given(
    st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 - hypothesis asks for naive bounds
    st.sampled_from(ZONES),
)
def test_every_instant_lies_in_its_week(at: datetime, zone: ZoneInfo) -> None:
    week = week_of(at, zone)
    assert week.start <= at < week.end
    assert week_named(week.name, zone) == week
    assert week_of(week.start, zone) == week
    following: Week = week_of(week.end, zone)
    assert following.start == week.end
    assert following.name != week.name
    assert local(at, zone) == at


@given(st.datetimes(datetime(1900, 1, 1), datetime(2100, 1, 1)), st.sampled_from(ZONES))  # noqa: DTZ001 - wall-clock times
def test_the_clock_shows_what_was_asked_or_skips_it(naive: datetime, zone: ZoneInfo) -> None:
    after: datetime | None = None
    try:
        at = at_wall(naive, zone)
    except SkippedHour as skipped:
        after = skipped.after
    if after is not None:
        before = after - timedelta(microseconds=1)
        assert local(before, zone).replace(tzinfo=None) < naive < after.replace(tzinfo=None)
        return
    assert local(at, zone).replace(tzinfo=None) == naive
    assert at <= at_wall(naive, zone, later=True)


@pytest.mark.parametrize(
    ("at", "precision", "open_"),
    [
        ("2026-11-28T20:59:00+01:00", 60, False),  # 21:00:00 is outside the minute
        ("2026-11-28T20:59:01+01:00", 60, True),
        ("2026-11-28T21:00:00+01:00", 3600, False),  # all of it lies in the next week
        ("2026-11-28T19:30:00+01:00", 7200, True),
        ("2026-11-28T00:00:00+01:00", 86400, True),  # a day without a time
        ("2026-11-27T00:00:00+01:00", 86400, False),
        ("2026-10-24T20:59:30+02:00", 60, True),
        ("2026-12-26T20:59:30+01:00", 60, True),
    ],
)
def test_a_stamp_may_leave_its_week_open(at: str, precision: int, *, open_: bool) -> None:
    instant = datetime.fromisoformat(at)
    week = week_of(instant, PARIS)
    closing = closes_in(week.name, instant, precision)
    assert closing == (week.end if open_ else None)
