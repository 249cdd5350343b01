"""The clocks (D13): banks, increments, pauses, the flag at its own instant, and F7's doubts."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.core.game import Opening
from referee.core.house import Life, Passed, Time
from referee.core.week import local
from referee.games.deuxpas.clock import parse_clock
from referee.games.deuxpas.game import GAME
from referee.games.deuxpas.state import State
from tests.games.deuxpas.playing import (
    DAY,
    HOUR,
    MINUTE,
    SEATED,
    START,
    WEEK,
    cases,
    opened,
    pause,
    said,
    warned,
)

SECOND = timedelta(seconds=1)


def clock(state: State, at: datetime) -> tuple[int, int]:
    shown = GAME.view(state, at, WEEK)["clock"]
    return shown["red"], shown["blue"]


def result(state: State, at: datetime) -> Any:
    return GAME.view(state, at, WEEK)["result"]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7d", (604_800, 0)),
        ("3d+12h", (259_200, 43_200)),
        ("36h", (129_600, 0)),
        ("90min+30s", (5_400, 30)),
        ("1d12h", (129_600, 0)),
        ("7j", (604_800, 0)),
        ("2D + 1H", (172_800, 3_600)),
        ("", None),
        ("7", None),
        ("0d", None),
        ("d", None),
        ("-1d", None),
        ("3d+", None),
        ("9999d", None),
        ("none", None),
    ],
)
def test_what_a_clock_is(text: str, seconds: tuple[int, int] | None) -> None:
    assert parse_clock(text) == seconds
    assert bool(GAME.check_option("clock", text)) == (seconds is None)


def test_reds_clock_runs_from_the_opening_and_blues_from_reds_move() -> None:
    state = opened(clock="3d+12h")
    assert clock(state, START + HOUR) == (3 * 86400 - 3600, 3 * 86400)
    state = said(state, "Alice", "c1-e3", START + 2 * HOUR)[1]
    assert clock(state, START + 2 * HOUR) == (3 * 86400 + 10 * 3600, 3 * 86400)
    assert clock(state, START + 3 * HOUR) == (3 * 86400 + 10 * 3600, 3 * 86400 - 3600)


def test_a_refused_move_does_not_stop_the_clock() -> None:
    state = said(opened(), "Alice", "c1-f4", START + HOUR)[1]
    assert clock(state, START + 2 * HOUR)[0] == 7 * 86400 - 7200


def test_the_flag_falls_at_its_own_instant_whenever_it_is_noticed() -> None:
    state, flag = opened(clock="1h"), START + HOUR
    assert [d.at for d in SEATED.deadlines(state, START)] == [flag]
    assert result(state, flag - SECOND) is None
    assert result(state, flag) == {"winner": "blue", "reason": "clock"}
    over, (expired,) = SEATED.advance(state, START + 9 * DAY)
    assert (expired.at, expired.player, expired.clause, expired.case) == (
        flag,
        "Alice",
        "D13",
        "flag",
    )
    end = SEATED.outcome(over)
    assert end is not None
    assert (end.at, end.winners, end.reason) == (flag, ("Bruno",), "clock")
    assert clock(over, START + 9 * DAY) == (0, 3600)
    assert SEATED.advance(over, START + 10 * DAY) == (over, ())
    assert GAME.apply(over, Passed(START + 10 * DAY)) == over


def test_folding_the_deadline_or_anything_later_comes_to_the_same() -> None:
    state, flag = opened(clock="1h"), START + HOUR
    noticed = GAME.apply(state, Passed(flag))
    assert noticed == SEATED.advance(state, flag)[0]
    assert GAME.apply(state, Passed(flag - SECOND)) == state
    later = GAME.apply(state, Life("paused", flag + HOUR))
    assert later.result == noticed.result


def test_a_move_after_the_flag_comes_too_late() -> None:
    state, late = opened(clock="1h"), START + HOUR + SECOND
    finding, after = said(state, "Alice", "c1-e3", late)
    assert cases(finding) == ["F14.deuxpas-over", "D13.flagged"]
    assert result(after, late) == {"winner": "blue", "reason": "clock"}
    finding, _ = said(state, "Bruno", "c8-e6", late)
    assert cases(finding) == ["F14.deuxpas-over"]


def test_at_the_very_instant_it_is_too_late_where_both_stamps_have_seconds() -> None:
    state, flag = opened(clock="1h"), START + HOUR
    finding, after = said(state, "Alice", "c1-e3", flag)
    assert (finding.verdict, cases(finding)) == ("invalid", ["D13.too-late"])
    assert result(after, flag) == {"winner": "blue", "reason": "clock"}
    finding, _ = said(state, "Alice", "c1-e3", flag - SECOND)
    assert (finding.verdict, finding.warnings) == ("valid", ())


def test_a_stamp_to_the_minute_at_that_instant_has_the_benefit_of_the_doubt() -> None:
    state, flag = opened(clock="1h"), START + HOUR
    finding, after = said(state, "Alice", "c1-e3", flag, precision=60)
    assert (finding.verdict, warned(finding)) == ("valid", ["F7.doubt"])
    assert clock(after, flag) == (0, 3600)
    finding, _ = said(state, "Alice", "c1-e3", flag - MINUTE, precision=60)
    assert (finding.verdict, finding.warnings) == ("valid", ())
    finding, _ = said(state, "Alice", "c1-e3", flag - 30 * SECOND, precision=60)
    assert (finding.verdict, warned(finding)) == ("valid", ["F7.doubt"])
    finding, _ = said(state, "Alice", "c1-e3", flag + MINUTE, precision=60)
    assert finding.verdict == "invalid"


def coarse() -> tuple[State, datetime]:
    """Red has moved at a stamp to the minute; Blue's flag falls an hour after it, as stamped."""
    at = START + MINUTE
    return said(opened(clock="1h"), "Alice", "c1-e3", at, precision=60)[1], at + HOUR


STAMPED = [
    *((-1, 1, "valid"), (0, 1, "valid"), (59, 1, "valid"), (60, 1, "invalid"), (61, 1, "invalid")),
    *((0, 60, "valid"), (60, 60, "invalid")),
]


@pytest.mark.parametrize(("after", "precision", "verdict"), STAMPED)
def test_a_clock_that_began_at_a_stamp_to_the_minute(
    after: int, precision: int, verdict: str
) -> None:
    state, flag = coarse()
    at = flag + after * SECOND
    finding, now = said(state, "Bruno", "c8-e6", at, precision=precision)
    assert finding.verdict == verdict
    assert warned(finding) == (["F7.doubt"] if verdict == "valid" and after >= 0 else [])
    assert (result(now, at) is None) == (verdict == "valid")


def test_the_flag_is_certain_only_after_the_doubt_and_then_it_fell_at_its_instant() -> None:
    state, flag = coarse()
    assert [d.at for d in SEATED.deadlines(state, START)] == [flag]
    assert SEATED.advance(state, flag + 59 * SECOND) == (state, ())
    over, (expired,) = SEATED.advance(state, flag + 60 * SECOND)
    assert (expired.at, expired.facts["from"]) == (flag, flag.isoformat())
    assert over.result is not None
    assert over.result.at == flag
    assert GAME.apply(state, Passed(flag)) == over
    assert SEATED.advance(over, flag + DAY) == (over, ())


@pytest.mark.parametrize(("player", "text"), [("Bruno", "c8-e6"), ("Alice", "e3-e5")])
@pytest.mark.parametrize("after", [0, 1, 30, 59, 60, 61, 3600])
def test_a_post_is_judged_the_same_whether_or_not_the_flag_was_written_down(
    player: str, text: str, after: int
) -> None:
    state, flag = coarse()
    noticed = GAME.apply(state, Passed(flag))
    assert noticed.result is not None
    at = flag + after * SECOND
    finding, now = said(noticed, player, text, at)
    expected, then = said(state, player, text, at)
    assert finding == expected
    if finding.verdict == "valid":
        assert now == then
        assert warned(finding) == ["F7.doubt"]
    assert said(noticed, player, "bonjour", at)[1] == noticed


def test_pauses_do_not_count() -> None:
    state = pause(opened(clock="1h"), START + 10 * MINUTE, START + 40 * MINUTE)
    assert clock(state, START + 30 * MINUTE)[0] == 50 * 60
    assert [d.at for d in SEATED.deadlines(state, START)] == [START + 90 * MINUTE]
    assert result(state, START + 90 * MINUTE - SECOND) is None
    assert result(state, START + 90 * MINUTE) == {"winner": "blue", "reason": "clock"}


def test_a_pause_without_end_holds_the_clock_until_play_goes_on() -> None:
    state = pause(opened(clock="1h"), START + 10 * MINUTE)
    assert SEATED.deadlines(state, START + HOUR) == ()
    assert result(state, START + 30 * DAY) is None
    state = GAME.apply(state, Life("resumed", START + DAY))
    assert [d.at for d in SEATED.deadlines(state, START + DAY)] == [START + DAY + 50 * MINUTE]


def test_a_pause_after_the_flag_does_not_lift_it() -> None:
    state = pause(opened(clock="1h"), START + HOUR + SECOND)
    assert state.result is not None
    assert state.result.at == START + HOUR


def test_a_closed_table_has_no_running_clock() -> None:
    state = GAME.apply(opened(clock="1h"), Life("closed", START + 30 * MINUTE))
    assert SEATED.deadlines(state, START + 30 * MINUTE) == ()
    assert result(state, START + 9 * DAY) is None
    assert clock(state, START + 9 * DAY) == (1800, 3600)


def test_more_time_moves_the_flag() -> None:
    state = GAME.apply(opened(clock="1h"), Time(START, "alice", 1800))
    assert clock(state, START) == (5400, 3600)
    assert [d.at for d in SEATED.deadlines(state, START)] == [START + 90 * MINUTE]
    fallen = GAME.apply(opened(clock="1h"), Passed(START + 2 * HOUR))
    given = GAME.apply(fallen, Time(START + 2 * HOUR, "Alice", 3 * 3600))
    assert result(given, START + 2 * HOUR) is None
    assert clock(given, START + 2 * HOUR)[0] == 2 * 3600
    little = GAME.apply(fallen, Time(START + 2 * HOUR, "Alice", 60))
    assert little.result is not None
    assert little.result.at == START + 61 * MINUTE


def test_an_end_stops_both_clocks() -> None:
    state = said(opened(), "Bruno", "abandon", START + HOUR)[1]
    assert clock(state, START + 9 * DAY) == (7 * 86400 - 3600, 7 * 86400)
    assert SEATED.deadlines(state, START + DAY) == ()


def test_clocks_are_elapsed_time_across_the_change_of_the_hour() -> None:
    paris = ZoneInfo("Europe/Paris")
    before = local(datetime(2026, 10, 24, 22, 0, tzinfo=paris), paris)  # the night has 25 hours
    state = GAME.setup(Opening(before, ("Alice", "Bruno"), {"clock": "12h"}))
    (deadline,) = SEATED.deadlines(state, before)
    assert deadline.at.astimezone(paris).hour == 9
