"""Dates as people write them: what is read, and what is refused instead of guessed (F7)."""

import subprocess
import sys
from datetime import UTC, date, datetime, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.posts.dates import BadStamp, read_date, read_stamp

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 24, 12, 0, tzinfo=PARIS)  # a Tuesday
MONDAY = "2026-11-23T20:58:00+01:00"
SATURDAY = "2026-11-21T20:58:00+01:00"

READ = [
    # ISO 8601
    ("2026-11-23T20:58:00+01:00", MONDAY, 1),
    ("2026-11-23T20:58+01:00", MONDAY, 60),
    ("2026-11-23t19:58z", MONDAY, 60),
    ("2026-11-23T19:58:00Z", MONDAY, 1),
    ("2026-11-23 20:58", MONDAY, 60),
    ("2026-11-23 20:58:00", MONDAY, 1),
    ("2026-11-23T20:58:04.1234567+01:00", "2026-11-23T20:58:04.123456+01:00", 1),
    ("2026-11-23T20:58:04,5", "2026-11-23T20:58:04.500000+01:00", 1),
    ("2026-11-23T14:58:00-05:00", MONDAY, 1),
    ("2026-11-23T14:58:00\u221205:00", MONDAY, 1),
    ("2026-11-24T01:28:00+0530", MONDAY, 1),
    ("2026-11-23 19:58:00 UTC", MONDAY, 1),
    ("20261123T205800", MONDAY, 1),
    ("20261123T1958Z", MONDAY, 60),
    ("2026/11/23 20:58", MONDAY, 60),
    # numbers
    ("21/11/2026 20:58", SATURDAY, 60),
    ("  21/11/2026\u00a020:58 ", SATURDAY, 60),
    ("21/11/2026 à 20h58", SATURDAY, 60),
    ("21/11/2026 a\u0300 20h58", SATURDAY, 60),
    ("21/11/2026 20 h 58", SATURDAY, 60),
    ("21/11/2026, 20:58:04", "2026-11-21T20:58:04+01:00", 1),
    ("21/11/2026 - 20:58", SATURDAY, 60),
    ("21-11-2026 20:58:04", "2026-11-21T20:58:04+01:00", 1),
    ("21.11.2026, 20:58", SATURDAY, 60),
    ("21/11/26 20:58", SATURDAY, 60),
    ("21/11/99 20:58", "1999-11-21T20:58:00+01:00", 60),
    ("1/2/2026 3:04", "2026-02-01T03:04:00+01:00", 60),
    ("21/11/2026 8:58 pm", SATURDAY, 60),
    ("21/11/2026 à 20h", "2026-11-21T20:00:00+01:00", 3600),
    ("le 21/11/2026 à 20:58", SATURDAY, 60),
    ("samedi 21/11/2026 20:58", SATURDAY, 60),
    ("21/11 20:58", SATURDAY, 60),
    ("24/11 12:02", "2026-11-24T12:02:00+01:00", 60),
    ("24/11 12:03", "2025-11-24T12:03:00+01:00", 60),
    ("25/11 20:58", "2025-11-25T20:58:00+01:00", 60),
    ("29/02 10:00", "2024-02-29T10:00:00+01:00", 60),
    ("12/07/2026 20:58", "2026-07-12T20:58:00+02:00", 60),
    # the year last, as Xooit writes it
    ("Sam 21 Nov - 20:58 (2026)", SATURDAY, 60),
    ("Mer 17 Oct - 15:22 (2007)", "2007-10-17T15:22:00+02:00", 60),
    # a time alone
    ("11:58", "2026-11-24T11:58:00+01:00", 60),
    ("12:02", "2026-11-24T12:02:00+01:00", 60),
    ("12:03", "2026-11-23T12:03:00+01:00", 60),
    ("20h58", MONDAY, 60),
    ("à 20:58", MONDAY, 60),
    ("at 8:58 pm", MONDAY, 60),
    ("20:58:07", "2026-11-23T20:58:07+01:00", 1),
    # words
    ("now", "2026-11-24T12:00:00+01:00", 1),
    ("Maintenant", "2026-11-24T12:00:00+01:00", 1),
    ("hier 20:58", MONDAY, 60),
    ("Hier à 20h58", MONDAY, 60),
    ("Hier, 20:58", MONDAY, 60),
    ("aujourd'hui 10:58", "2026-11-24T10:58:00+01:00", 60),
    ("Aujourd’hui, 10:58", "2026-11-24T10:58:00+01:00", 60),
    ("Aujourd’hui à 10:58:04", "2026-11-24T10:58:04+01:00", 1),
    ("aujourd'hui 20:58", "2026-11-24T20:58:00+01:00", 60),  # the future is the caller's matter
    ("avant-hier 20:58", "2026-11-22T20:58:00+01:00", 60),
    ("yesterday 20:58", MONDAY, 60),
    ("today at 8:58 am", "2026-11-24T08:58:00+01:00", 60),
    ("yesterday at 12:05 am", "2026-11-23T00:05:00+01:00", 60),
    ("yesterday at 12:05 p.m.", "2026-11-23T12:05:00+01:00", 60),
    # named months
    ("lun. 23 nov. 2026 20:58", MONDAY, 60),
    ("lun. 23 nov. 2026 20 h 58", MONDAY, 60),
    ("23 novembre 2026 à 20:58", MONDAY, 60),
    ("23 novembre 2026 à 20h58", MONDAY, 60),
    ("Nov 23, 2026 8:58 pm", MONDAY, 60),
    ("Mon Nov 23, 2026 8:58 pm", MONDAY, 60),
    ("November 23rd, 2026 at 8:58 PM", MONDAY, 60),
    ("Monday, November 23, 2026 20:58", MONDAY, 60),
    ("Mon, 23 Nov 2026 20:58:00 +0100", MONDAY, 1),
    ("Mon, 23 Nov 2026 19:58:00 GMT", MONDAY, 1),
    ("lundi 23 novembre 2026, 20:58:31", "2026-11-23T20:58:31+01:00", 1),
    ("23-nov-2026 20:58", MONDAY, 60),
    ("23 nov. 26 20:58", MONDAY, 60),
    ("Sam 21 Nov - 20:58", SATURDAY, 60),
    ("sam. 21 nov. 20:58", SATURDAY, 60),
    ("21 nov. 20:58:31", "2026-11-21T20:58:31+01:00", 1),
    ("23 nov. 10 pm", "2026-11-23T22:00:00+01:00", 3600),
    ("Mar 3, 2026 8:58 p.m.", "2026-03-03T20:58:00+01:00", 60),
    ("mar. 3 mars 2026 à 20:58", "2026-03-03T20:58:00+01:00", 60),
    ("1er mai 2026 à 8h05", "2026-05-01T08:05:00+02:00", 60),
    ("15 août 2026 08:05", "2026-08-15T08:05:00+02:00", 60),
    ("15 aou\u0302t 2026 08:05", "2026-08-15T08:05:00+02:00", 60),
    ("3 févr. 2026 08:05", "2026-02-03T08:05:00+01:00", 60),
    ("25 déc. 2025 08:05", "2025-12-25T08:05:00+01:00", 60),
    ("25 décembre 08:05", "2025-12-25T08:05:00+01:00", 60),
]


@pytest.mark.parametrize(("text", "at", "precision"), READ)
def test_read(text: str, at: str, precision: int) -> None:
    stamp = read_stamp(text, PARIS, NOW)
    assert (stamp.at.isoformat(), stamp.precision) == (at, precision)
    assert type(stamp.at.tzinfo) is timezone


REFUSED = [
    ("", "empty"),
    (" \u00a0 ", "empty"),
    ("bonjour", "unreadable"),
    ("[1, 3]", "unreadable"),
    ("A1", "unreadable"),
    ("Sam", "unreadable"),
    ("2", "unreadable"),
    ("2026", "unreadable"),
    ("25:61", "unreadable"),
    ("21/11/2026 24:00", "unreadable"),
    ("21/11/2026 20:58:60", "unreadable"),
    ("21/11/2026 20:58 pm", "unreadable"),
    ("21/11/2026 0:58 am", "unreadable"),
    ("21/11/2026 2", "unreadable"),
    ("21/11-2026 20:58", "unreadable"),
    ("21/11/202 20:58", "unreadable"),
    ("21/11/2026 20:58 demain", "unreadable"),
    ("le 23 novembre 2026 20:58 chez Alice", "unreadable"),
    ("23 brumaire 2026 20:58", "unreadable"),
    ("xyz 23 novembre 2026 20:58", "unreadable"),
    ("23 nov 24 nov 2026 20:58", "unreadable"),
    ("2026-11-23T20:58:00+25:00", "unreadable"),
    ("2026-11-23T20:58:00+01:75", "unreadable"),
    ("٢١/١١/٢٠٢٦ ٢٠:٥٨", "unreadable"),
    ("20:58" + " " * 90 + "x" * 90, "unreadable"),
    ("23/11/2026", "no-time"),
    ("2026-11-23", "no-time"),
    ("23 novembre 2026", "no-time"),
    ("hier", "no-time"),
    ("31/02/2026 20:58", "no-date"),
    ("31/11 20:58", "no-date"),
    ("00/11/2026 20:58", "no-date"),
    ("29/02/2026 20:58", "no-date"),
    ("31/02/2026", "no-date"),
    ("31 février 2026 20:58", "no-date"),
    ("29 février 2026 20:58", "no-date"),
    ("2026-02-30T20:58", "no-date"),
    ("2026-21-11 20:58", "no-date"),
    ("0000-01-01 20:58", "no-date"),
    ("45/45/2026 20:58", "no-date"),
    ("9999-12-31T23:59:00-12:00", "no-date"),
    ("0001-01-01T00:00:00+12:00", "no-date"),
    ("11/21/2026 20:58", "order"),
    ("11/21 20:58", "order"),
    ("11/21/2026 8:58 pm", "order"),
    ("29/03/2026 02:30", "skipped"),
    ("29 mars 2026 à 2h30", "skipped"),
    ("2026-03-29T02:00", "skipped"),
    ("lun. 21 nov. 2026 20:58", "weekday"),
    ("Lun 21 Nov 2026 - 20:58", "weekday"),
    ("Lun 21 Nov - 20:58", "weekday"),
    ("lundi 21/11/2026 20:58", "weekday"),
]


@pytest.mark.parametrize(("text", "case"), REFUSED)
def test_refused(text: str, case: str) -> None:
    with pytest.raises(BadStamp) as bad:
        read_stamp(text, PARIS, NOW)
    assert bad.value.case == case
    assert bad.value.facts["text"] == text


def test_facts_say_what_is_wrong() -> None:
    with pytest.raises(BadStamp) as bad:
        read_stamp("29/03/2026 02:30", PARIS, NOW)
    assert bad.value.facts["next"] == "2026-03-29T03:00:00+02:00"
    with pytest.raises(BadStamp) as bad:
        read_stamp("Lun 21 Nov 2026 - 20:58", PARIS, NOW)
    assert (bad.value.facts["written"], bad.value.facts["actual"]) == (0, 5)
    assert bad.value.facts["date"] == "2026-11-21"
    with pytest.raises(BadStamp) as bad:
        read_stamp("Thurs Nov 21 20:58", PARIS, NOW)
    assert bad.value.facts["actual"] == 5
    assert bad.value.facts["years"] == [2024, 2019, 2013]  # several fit: none is chosen


def test_an_offset_knows_no_skipped_hour() -> None:
    stamp = read_stamp("2026-03-29T02:30:00+01:00", PARIS, NOW)
    assert stamp.at.isoformat() == "2026-03-29T03:30:00+02:00"


def test_a_weekday_is_that_of_the_date_as_written() -> None:
    stamp = read_stamp("Mon, 23 Nov 2026 23:30:00 -0500", PARIS, NOW)
    assert stamp.at.isoformat() == "2026-11-24T05:30:00+01:00"


def test_the_repeated_hour() -> None:
    now = datetime(2026, 10, 25, 12, 0, tzinfo=PARIS)
    for text in ("25/10/2026 02:30", "02:30", "aujourd'hui 02:30", "25 oct. 2:30 am"):
        assert read_stamp(text, PARIS, now).at.isoformat() == "2026-10-25T02:30:00+02:00"
        late = read_stamp(text, PARIS, now, later=True)
        assert late.at.isoformat() == "2026-10-25T02:30:00+01:00"


def test_a_time_alone_in_the_skipped_hour() -> None:
    at_noon = datetime(2026, 3, 29, 12, 0, tzinfo=PARIS)
    with pytest.raises(BadStamp, match="skipped"):
        read_stamp("02:30", PARIS, at_noon)
    before = datetime(2026, 3, 29, 1, 0, tzinfo=PARIS)  # today's has not come: yesterday's
    assert read_stamp("02:30", PARIS, before).at.isoformat() == "2026-03-28T02:30:00+01:00"


def test_today_is_the_tables() -> None:
    now = datetime(2026, 11, 24, 23, 30, tzinfo=UTC)  # the 25th in Paris
    assert read_stamp("00:15", PARIS, now).at.isoformat() == "2026-11-25T00:15:00+01:00"
    assert read_stamp("hier 20:58", PARIS, now).at.isoformat() == "2026-11-24T20:58:00+01:00"
    assert read_date("aujourd'hui", PARIS, now) == date(2026, 11, 25)


def test_two_minutes_before_a_new_year() -> None:
    now = datetime(2026, 12, 31, 23, 59, tzinfo=PARIS)
    assert read_stamp("01/01 00:00", PARIS, now).at.year == 2027
    assert read_stamp("01/01 00:02", PARIS, now).at.year == 2026


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-23", date(2026, 11, 23)),
        ("23/11/2026", date(2026, 11, 23)),
        ("23.11.26", date(2026, 11, 23)),
        ("23/11", date(2026, 11, 23)),
        ("25/11", date(2025, 11, 25)),
        ("hier", date(2026, 11, 23)),
        ("avant-hier", date(2026, 11, 22)),
        ("Aujourd’hui", date(2026, 11, 24)),
        ("today", date(2026, 11, 24)),
        ("lundi 23 novembre 2026", date(2026, 11, 23)),
        ("2 janv.", date(2026, 1, 2)),
        ("2027-01-02", date(2027, 1, 2)),
    ],
)
def test_read_date(text: str, day: date) -> None:
    assert read_date(text, PARIS, NOW) == day


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("", "empty"),
        ("2026-W48", "unreadable"),
        ("23/11/2026 20:58", "unreadable"),
        ("20:58", "unreadable"),
        ("31/02/2026", "no-date"),
        ("11/23/2026", "order"),
        ("mardi 23 novembre 2026", "weekday"),
    ],
)
def test_refused_date(text: str, case: str) -> None:
    with pytest.raises(BadStamp) as bad:
        read_date(text, PARIS, NOW)
    assert bad.value.case == case


@pytest.mark.parametrize(
    ("text", "loaded"),
    [
        ("2026-11-23T20:58:00+01:00", False),
        ("21/11/2026 à 20h58", False),
        ("hier 20:58", False),
        ("now", False),
        ("20:58", False),
        ("lundi 21/11 20:58", False),
        ("Alice joue 20:58", False),
        ("23 nov. 2026 20:58", True),
    ],
)
def test_dateutil_is_loaded_for_named_months_only(text: str, loaded: bool) -> None:
    code = (
        "import sys\nfrom datetime import datetime, timezone\n"
        "from referee.posts.dates import BadStamp, read_stamp\n"
        "utc = timezone.utc\n"
        f"try: read_stamp({text!r}, utc, datetime(2026, 11, 24, tzinfo=utc))\n"
        "except BadStamp: pass\n"
        "print('dateutil' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(loaded)


@given(st.text(max_size=90))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        stamp = read_stamp(text, PARIS, NOW)
    except BadStamp:
        return
    assert stamp.precision in (1, 60, 3600)


_PIECES = ["21", "11", "2026", "20:58", "/", "-", ".", " ", ",", "lun.", "Nov", "mars", "hier",
           "à", "pm", "Z", "+01:00", "h", "31", "02", "29", "mar", "er", "T"]  # fmt: skip


@given(st.lists(st.sampled_from(_PIECES), max_size=9).map("".join))
def test_any_heap_of_date_pieces_is_read_or_refused(text: str) -> None:
    case = "no-date"
    try:
        read_stamp(text, PARIS, NOW)
    except BadStamp as bad:
        case = bad.case
    cases = "empty unreadable no-time no-date order skipped weekday"
    assert case in cases.split()


@given(
    st.datetimes(datetime(1980, 1, 1), datetime(2060, 1, 1)),  # noqa: DTZ001 - wall-clock times
    st.sampled_from(["%d/%m/%Y %H:%M:%S", "%Y-%m-%d %H:%M:%S", "%A %d %B %Y, %H:%M:%S"]),
)
def test_what_is_written_is_what_is_read(naive: datetime, form: str) -> None:
    naive = naive.replace(microsecond=0)
    stamp = read_stamp(naive.strftime(form), UTC, NOW)
    assert stamp.at.replace(tzinfo=None) == naive
