"""Random games: what is legal is what the judge allows, and the fold takes whatever comes."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.game import Opening
from referee.core.house import Awarded, Drawn, Life, Passed, Seat, Time
from referee.core.seated import Wanted
from referee.games.qwixx import board
from referee.games.qwixx.acts import Posted, Said, Sheet
from referee.games.qwixx.game import GAME
from referee.games.qwixx.state import Effect, Move, Ruled, State
from tests.games.qwixx.topic import SEATED, as_json

AT = datetime(2026, 11, 20, 20, tzinfo=UTC)
STEP = timedelta(minutes=7)
ROUNDS = 60


def positions(luck: random.Random) -> Iterator[tuple[State, datetime]]:
    """A random game with random answers, some of them missing, after every event."""
    names = tuple(f"P{seat}" for seat in range(luck.randint(2, 5)))
    state: State = GAME.setup(Opening(AT, names, {"answer_limit": "2h", "first": ""}))
    at = AT
    while True:
        at += STEP * luck.choice([1, 1, 1, 5, 30])
        state = SEATED.advance(state, at)[0]
        wanted = SEATED.awaited(state)
        if isinstance(wanted, Wanted):
            drawn = Drawn(wanted.at or at, wanted.kind, SEATED.draw(state, luck.randrange))
            state = GAME.apply(state, drawn)
        elif wanted.clause == "F14":
            return
        else:
            player = luck.choice(names)
            acts = list(GAME.legal(state, player, at, ""))
            if acts:
                act = luck.choice(acts)
                finding = GAME.judge(state, act)
                assert finding.verdict == "valid", finding
                state = GAME.apply(state, Ruled(1, player, at, 1, "", finding.effect))
        yield state, at


def answers() -> Iterator[Sheet]:
    """Every answer that names its actions, but for numbers that no row has."""
    boxes = [(colour, number) for colour in board.COLOURS for number in range(1, 14)]
    yield Sheet(declined=("all",))
    for row, number in boxes:
        yield Sheet((Said(row, number, "white"),))
        yield Sheet((Said(row, number, "colour"),))


EVERY = list(answers())


@pytest.mark.parametrize("seed", range(8))
def test_legal_and_judge_agree(seed: int) -> None:
    luck = random.Random(seed)  # noqa: S311 - which games are tried
    for state, at in positions(luck):
        if luck.random() > 0.4:
            continue
        now = at + STEP
        for player in state.players:
            allowed = {repr(act.sheet) for act in GAME.legal(state, player, now, "")}
            singles = {text for text in allowed if text.count("Said(") < 2}
            valid = {
                repr(sheet)
                for sheet in EVERY
                if GAME.judge(state, Posted(0, player, now, 1, "", sheet)).verdict == "valid"
            }
            assert valid == singles
            pairs = [act for act in GAME.legal(state, player, now, "")
                     if len(act.sheet.marks) == 2]  # fmt: skip
            assert all(GAME.judge(state, act).verdict == "valid" for act in pairs)
            if state.turn and state.seat(player) == state.active:
                assert len(pairs) == len(set(map(repr, legal_pairs(state, player, now))))


def legal_pairs(state: State, player: str, now: datetime) -> Iterator[Sheet]:
    """Every pair of marks with the white and the coloured dice that the judge allows."""
    turn = state.turn
    assert turn is not None
    total = turn.dice[0] + turn.dice[1]
    for white in board.COLOURS:
        first = Said(white, total, "white")
        if GAME.judge(state, Posted(0, player, now, 1, "", Sheet((first,)))).verdict != "valid":
            continue
        for row in board.COLOURS:
            for number in range(2, 13):
                sheet = Sheet((first, Said(row, number, "colour")))
                if GAME.judge(state, Posted(0, player, now, 1, "", sheet)).verdict == "valid":
                    yield sheet


@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_as_the_rules_say(seed: int) -> None:
    luck = random.Random(100 + seed)  # noqa: S311 - which games are tried
    for state, _ in positions(luck):
        closed = board.closing([sheet.rows for sheet in state.sheets], 0)
        assert state.closed_rows | closed == closed
        if state.turn is None:
            assert state.closed_rows == closed
        assert all(sheet.penalties <= 4 for sheet in state.sheets)
    assert state.over is not None
    most = max(sheet.penalties for sheet in state.sheets)
    assert most == 4 or state.closed_rows.bit_count() >= 2


MARK = st.none() | st.tuples(st.sampled_from(board.COLOURS), st.integers(2, 12))
DICE = st.fixed_dictionaries(
    {"white": st.lists(st.integers(1, 6), min_size=2, max_size=2)}
    | {colour: st.none() | st.integers(1, 6) for colour in board.COLOURS}
)
PLAYER = st.sampled_from(["Alice", "Bruno", "Chloé", "Zoé"])
WHEN = st.integers(0, 100)


def at_hour(hour: int) -> datetime:
    return AT + timedelta(hours=hour)


def acts() -> st.SearchStrategy[Any]:
    """Anything that may stand at a table, fitting or not."""
    hour = WHEN.map(at_hour)
    effect = st.builds(Effect, st.builds(Move, MARK, MARK), st.booleans())
    resigned = st.just(Effect(Move(resign=True)))
    boxes = st.fixed_dictionaries(
        {"player": PLAYER, "row": st.sampled_from(board.COLOURS), "number": st.integers(2, 12)}
    )
    return st.one_of(
        st.builds(Ruled, st.just(1), PLAYER, hour, st.just(1), st.just(""), effect | resigned),
        st.builds(Drawn, hour, st.just("roll"), DICE, precision=st.sampled_from([1, 60])),
        st.builds(Drawn, hour, st.just("first"), st.builds(lambda p: {"first": p}, PLAYER)),
        st.builds(Drawn, hour, st.just("act"), boxes),
        st.builds(Life, st.sampled_from(["paused", "resumed"]), hour),
        st.builds(Time, hour, PLAYER, st.integers(-7200, 360_000)),
        st.builds(Seat, hour, PLAYER, PLAYER),
        st.builds(Awarded, PLAYER, st.integers(-5, 5), st.just("")),
        st.builds(Passed, hour),
    )


def instant(act: Any) -> datetime:
    at: datetime = act.posted_at if isinstance(act, Ruled) else getattr(act, "at", AT)
    return at


@settings(max_examples=150, deadline=None)
@given(st.lists(acts(), max_size=15))
def test_the_fold_takes_whatever_comes(found: list[Any]) -> None:
    """Illegal marks that were accepted, draws that fit nothing: it never fails, and deadlines take
    effect whether anybody applies them or not."""
    options = {"answer_limit": "10h", "first": "Alice"}
    state = unaided = GAME.setup(Opening(AT, ("Alice", "Bruno", "Chloé"), options))
    for act in sorted(found, key=instant):
        unaided = GAME.apply(unaided, act)
        state = GAME.apply(state, Passed(instant(act) - 2 * timedelta(microseconds=1)))
        state = GAME.apply(state, act)
        view = as_json(GAME.view(state, instant(act) + STEP, ""))
        assert view == as_json(GAME.view(unaided, instant(act) + STEP, ""))
        for sheet in view["sheets"].values():
            assert 0 <= sheet["penalties"] <= 4
        SEATED.bulletin(state, instant(act) + STEP)
        SEATED.news(unaided, state, instant(act))
    assert (
        SEATED.advance(state, AT + ROUNDS * STEP)[0]
        == SEATED.advance(SEATED.advance(state, AT + ROUNDS * STEP)[0], AT + ROUNDS * STEP)[0]
    )
