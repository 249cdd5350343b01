"""Dates that forums print beside the moment of reading: intervals that hold the instant (F7)."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.posts.dates import BadStamp, read_date, read_stamp
from referee.posts.headers import split_header

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 24, 12, 0, 30, 999, tzinfo=PARIS)  # a Tuesday
MINUTE, HOUR, DAY = 60, 3600, 86400

AGES = [
    ("il y a 5 minutes", "2026-11-24T11:54:30+01:00", 2 * MINUTE),
    ("Il y a 5\u00a0minutes", "2026-11-24T11:54:30+01:00", 2 * MINUTE),
    ("il y a 5 min", "2026-11-24T11:54:30+01:00", 2 * MINUTE),
    ("il y a une minute", "2026-11-24T11:58:30+01:00", 2 * MINUTE),
    ("il y a 3 h", "2026-11-24T08:00:30+01:00", 2 * HOUR),
    ("il y a 3 heures", "2026-11-24T08:00:30+01:00", 2 * HOUR),
    ("il y a une heure", "2026-11-24T10:00:30+01:00", 2 * HOUR),
    ("il y a environ 3 heures", "2026-11-24T08:00:30+01:00", 2 * HOUR),
    ("il y a 2 j", "2026-11-21T12:00:30+01:00", 2 * DAY),
    ("il y a 2 jours", "2026-11-21T12:00:30+01:00", 2 * DAY),
    ("il y a un jour", "2026-11-22T12:00:30+01:00", 2 * DAY),
    ("il y a 30 jours", "2026-10-24T13:00:30+02:00", 2 * DAY),  # elapsed time: a day has 24 hours
    ("il y a une semaine", "2026-11-10T12:00:30+01:00", 14 * DAY),
    ("il y a un mois", "2026-09-23T13:00:30+02:00", 62 * DAY),
    ("à l’instant", "2026-11-24T11:59:30+01:00", MINUTE),
    ("il y a quelques secondes", "2026-11-24T11:59:30+01:00", MINUTE),
    ("il y a moins d’une minute", "2026-11-24T11:59:30+01:00", MINUTE),
    ("il y a 30 secondes", "2026-11-24T11:59:00+01:00", 90),
    ("5 minutes ago", "2026-11-24T11:54:30+01:00", 2 * MINUTE),
    ("A minute ago", "2026-11-24T11:58:30+01:00", 2 * MINUTE),
    ("an hour ago", "2026-11-24T10:00:30+01:00", 2 * HOUR),
    ("3h ago", "2026-11-24T08:00:30+01:00", 2 * HOUR),
    ("2 days ago", "2026-11-21T12:00:30+01:00", 2 * DAY),
    ("just now", "2026-11-24T11:59:30+01:00", MINUTE),
    ("A moment ago", "2026-11-24T11:59:30+01:00", MINUTE),
    ("less than a minute ago", "2026-11-24T11:59:30+01:00", MINUTE),
]
SHORT = [
    ("5 min", "2026-11-24T11:54:30+01:00", 2 * MINUTE),
    ("5m", "2026-11-24T11:54:30+01:00", 2 * MINUTE),
    ("3 h", "2026-11-24T08:00:30+01:00", 2 * HOUR),
    ("3h", "2026-11-24T08:00:30+01:00", 2 * HOUR),
    ("20h", "2026-11-23T15:00:30+01:00", 2 * HOUR),
    ("2 j", "2026-11-21T12:00:30+01:00", 2 * DAY),
    ("2d", "2026-11-21T12:00:30+01:00", 2 * DAY),
    ("1 mois", "2026-09-23T13:00:30+02:00", 62 * DAY),
    ("< 1 min", "2026-11-24T11:59:30+01:00", MINUTE),
    ("> 1 an", "2024-11-22T12:00:30+01:00", 732 * DAY),
    ("21 nov.", "2026-11-21T00:00:00+01:00", DAY),
    ("20 novembre 2026", "2026-11-20T00:00:00+01:00", DAY),
    ("25 oct.", "2026-10-25T00:00:00+02:00", 25 * HOUR),
    ("Nov 21", "2026-11-21T00:00:00+01:00", DAY),
    ("Hier", "2026-11-23T00:00:00+01:00", DAY),
]
DAYS = [
    ("Aujourd'hui à 10:58:04", "2026-11-24T10:58:04+01:00", 1),
    ("Hier à 20h58", "2026-11-23T20:58:00+01:00", MINUTE),
    ("Yesterday at 8:58 PM", "2026-11-23T20:58:00+01:00", MINUTE),
    ("Today at 8:58 AM", "2026-11-24T08:58:00+01:00", MINUTE),
    ("samedi à 20:58", "2026-11-21T20:58:00+01:00", MINUTE),
    ("Samedi 20h58", "2026-11-21T20:58:00+01:00", MINUTE),
    ("Saturday at 8:58 PM", "2026-11-21T20:58:00+01:00", MINUTE),
    ("lundi, 20:58", "2026-11-23T20:58:00+01:00", MINUTE),
    ("mardi à 11:58", "2026-11-24T11:58:00+01:00", MINUTE),
    ("mardi à 12:02", "2026-11-24T12:02:00+01:00", MINUTE),
    ("mardi à 20:58", "2026-11-17T20:58:00+01:00", MINUTE),
    ("mercredi à 20:58", "2026-11-18T20:58:00+01:00", MINUTE),
]


@pytest.mark.parametrize(("text", "at", "precision"), [*AGES, *DAYS])
@pytest.mark.parametrize("printed", [False, True])
def test_read(text: str, at: str, precision: int, printed: bool) -> None:
    stamp = read_stamp(text, PARIS, NOW, printed=printed)
    assert (stamp.at.isoformat(), stamp.precision) == (at, precision)


@pytest.mark.parametrize(("text", "at", "precision"), SHORT)
def test_read_where_a_forum_printed_it(text: str, at: str, precision: int) -> None:
    stamp = read_stamp(text, PARIS, NOW, printed=True)
    assert (stamp.at.isoformat(), stamp.precision) == (at, precision)


@pytest.mark.parametrize("text", ["5 min", "2 j", "1 mois", "< 1 min", "21 nov.", "Hier", "2d"])
def test_refused_where_a_person_may_have_written_it(text: str) -> None:
    with pytest.raises(BadStamp):
        read_stamp(text, PARIS, NOW)


def test_an_hour_alone_is_a_time_of_day_where_a_person_wrote_it() -> None:
    assert read_stamp("20h", PARIS, NOW).at.isoformat() == "2026-11-23T20:00:00+01:00"


@pytest.mark.parametrize(
    "text",
    [
        "il y a 5", "il y a des heures", "il y a 5 points", "il y a 99999 minutes", "5 ago",
        "5 lunes", "quelques minutes", "il y a 3 h 12", "samedi", "Sam", "sam 20:58", "Mar 20:58",
        "samedi prochain à 20:58", "A1 ago", "[1, 3]", "il y a ٣ h", "1000 h",
    ],
)  # fmt: skip
def test_unreadable(text: str) -> None:
    with pytest.raises(BadStamp) as bad:
        read_stamp(text, PARIS, NOW, printed=True)
    assert bad.value.case == "unreadable"


def test_an_age_before_the_year_1_is_no_date() -> None:
    with pytest.raises(BadStamp) as bad:
        read_stamp("il y a 9999 ans", PARIS, NOW)
    assert bad.value.case == "no-date"


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("Dim 29 Nov - 20:58", [2020, 2015, 2009]),
        ("Lun 21 Nov - 20:58", [2022, 2016, 2011]),
        ("Thurs Nov 21 20:58", [2024, 2019, 2013]),
    ],
)
def test_several_years_are_offered(text: str, years: list[int]) -> None:
    with pytest.raises(BadStamp) as bad:
        read_stamp(text, PARIS, NOW, printed=True)
    assert (bad.value.case, bad.value.facts["years"]) == ("years", years)
    assert bad.value.facts["told"] == ", ".join(map(str, years))
    with pytest.raises(BadStamp) as bad:
        read_stamp(text, PARIS, NOW)
    assert (bad.value.case, bad.value.facts["years"]) == ("weekday", years)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Sam 21 Nov - 20:58", "2026-11-21T20:58:00+01:00"),
        ("Sam 29 Nov - 20:58", "2025-11-29T20:58:00+01:00"),
        ("Sam 29 Fév - 20:58", "2020-02-29T20:58:00+01:00"),
        ("Lun 29 Fév - 20:58", "2016-02-29T20:58:00+01:00"),
    ],
)
def test_the_year_that_fits(text: str, at: str) -> None:
    assert read_stamp(text, PARIS, NOW, printed=True).at.isoformat() == at


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("Lun 21 Nov 2026 - 20:58", "weekday"),
        ("Dim 29 Fév - 20:58", "weekday"),
        ("11/21/2026 20:58", "order"),
        ("31/02/2026", "no-date"),
        ("29/03/2026 02:30", "skipped"),
    ],
)
def test_refused_wherever_it_stands(text: str, case: str) -> None:
    with pytest.raises(BadStamp) as bad:
        read_stamp(text, PARIS, NOW, printed=True)
    assert bad.value.case == case


def test_a_weekday_in_the_skipped_hour() -> None:
    monday = datetime(2026, 3, 30, 12, 0, tzinfo=PARIS)
    with pytest.raises(BadStamp, match="skipped"):
        read_stamp("dimanche à 02:30", PARIS, monday)


def test_a_bare_weekday_is_no_day() -> None:
    with pytest.raises(BadStamp):
        read_date("samedi", PARIS, NOW)


@pytest.mark.parametrize(
    "line",
    ["Clôture samedi à 21:00", "Terminé il y a 3 h", "Clôture — samedi à 21:00", "Vu, 3h ago"],
)
def test_a_sentence_is_no_simple_header(line: str) -> None:
    assert split_header(f"{line}\nok", PARIS, NOW) == (None, f"{line}\nok")


def test_a_simple_header_that_says_by_whom_may_bear_an_age() -> None:
    header, _ = split_header("Posté par Alice, il y a 3 h\nok", PARIS, NOW)
    assert header is not None
    assert (header.author, header.stamp.precision) == ("Alice", 2 * HOUR)


_UNITS = {"minute": MINUTE, "heure": HOUR, "jour": DAY, "semaine": 7 * DAY}


@given(st.sampled_from(sorted(_UNITS)), st.integers(1, 59), st.floats(0, 1, exclude_max=True))
def test_the_true_instant_lies_in_the_interval(unit: str, count: int, rest: float) -> None:
    now = NOW.replace(microsecond=0)
    for true in (count + rest, max(0, count - rest / 2)):  # rounded down, and to the nearest
        instant = (now - timedelta(0)).timestamp() - true * _UNITS[unit]
        stamp = read_stamp(f"il y a {count} {unit}s", PARIS, now)
        assert stamp.at.timestamp() <= instant < stamp.at.timestamp() + stamp.precision


@given(st.text(max_size=40), st.booleans())
def test_any_text_is_read_or_refused(text: str, printed: bool) -> None:
    try:
        stamp = read_stamp(text, PARIS, NOW, printed=printed)
    except BadStamp:
        return
    assert stamp.precision > 0


_PIECES = ["il y a ", "5", "3", "99", " min", " h", " j", "<", ">", " ago", "samedi ", "à ", "Dim ",
           "29 Nov", " - ", "20:58", "une ", "heure", "Hier", " 2026", "just now"]  # fmt: skip


@given(st.lists(st.sampled_from(_PIECES), max_size=6).map("".join), st.booleans())
def test_any_heap_of_pieces_is_read_or_refused(text: str, printed: bool) -> None:
    try:
        stamp = read_stamp(text, PARIS, NOW, printed=printed)
    except BadStamp as bad:
        assert bad.case in (  # noqa: PT017 - the other way out is a stamp
            "empty", "unreadable", "no-time", "no-date", "order", "skipped", "weekday", "years"
        )  # fmt: skip
        return
    assert stamp.precision > 0
