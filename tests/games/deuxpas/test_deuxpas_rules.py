"""Every clause that refuses a move, with the cell and the reason; edits and the moderator."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from referee.core.events import Overrule
from referee.core.house import Awarded, Drawn, Life, Nothing, Passed, Revealed, Sealed, Seat, Time
from referee.core.reading import Note
from referee.core.ruling import Finding
from referee.games.deuxpas.acts import Move, edited
from referee.games.deuxpas.game import GAME
from referee.games.deuxpas.state import Effect, Ruled, State
from tests.games.deuxpas.playing import (
    DAY,
    HOUR,
    MINUTE,
    PLACED,
    START,
    VARIED,
    WEEK,
    cases,
    opened,
    pause,
    placed,
    post,
    ruled,
    said,
    warned,
)

AT = START + HOUR
EMPTY = ["........"] * 8
BLUE_D2 = [*EMPTY[:6], "...b....", EMPTY[7]]


def with_blue_d2(**more: Any) -> State:
    """Red c1 and Blue g8, d2 painted blue."""
    pawns = {"red": ["c1"], "blue": ["g8"]}
    return opened({"board": BLUE_D2, "pawns": pawns} | more)


def facts(finding: Finding, at: int = 0) -> dict[str, Any]:
    return finding.objections[at].facts


def test_a_valid_move_paints_and_passes_the_turn() -> None:
    finding, state = said(opened(), "Alice", "c1-d2-e3", AT)
    assert (finding.verdict, finding.basis) == ("valid", "D5")
    assert finding.effect.move == Move("c1", "e3")
    view = GAME.view(state, AT, WEEK)
    assert view["board"][4:7] == ["...rrr..", "...r.r..", "...rrr.."]
    assert (view["to_move"], view["moves"]) == ("blue", {"red": 1, "blue": 0})


@pytest.mark.parametrize(
    ("text", "expected", "first"),
    [
        ("c1-i3", ["D1.off-board"], {"cells": ["i3"]}),
        ("c1-d9-e3", ["D1.off-board"], {"cells": ["d9"]}),
        ("c3-e3", ["D5.no-pawn"], {"cell": "c3", "pawns": ["c1"]}),
        ("g8-e6", ["D5.not-yours"], {"cell": "g8", "pawn": "blue", "pawns": ["c1"]}),
        ("c1-d1-e1-e2", ["D5.steps"], {"n": 3, "path": "c1-d1-e1-e2"}),
        ("c1-c1", ["D5.back"], {"cell": "c1"}),
        ("c1-c2-c1", ["D5.back"], {"cell": "c1"}),
        ("c1-c2-c2", ["D5.still", "D6.path"], {"cell": "c2"}),
        ("c1-f4", ["D5.too-far"], {"cell": "c1", "to": "f4"}),
        ("c1-d2", ["D5.colour"], {"cell": "d2", "ground": "blue"}),
        ("c1-c3-d3", ["D5.far", "D6.path"], {"cell": "c1", "to": "c3"}),
        ("c1-c2-e3", ["D5.far"], {"cell": "c2", "to": "e3"}),
        ("c1-d2-d3", ["D5.colour", "D6.path"], {"cell": "d2", "ground": "blue"}),
    ],
)
def test_what_is_wrong_with_a_move(text: str, expected: list[str], first: dict[str, Any]) -> None:
    state = with_blue_d2()
    finding, after = said(state, "Alice", text, AT)
    assert (finding.verdict, finding.effect.move) == ("invalid", None)
    assert cases(finding) == expected
    assert facts(finding) == first
    assert after == state


def test_a_cell_with_a_pawn_is_not_free() -> None:
    finding, _ = said(opened(), "Alice", "c1-d1-e2", AT)
    assert cases(finding) == ["D5.pawn", "D6.path"]
    assert facts(finding) == {"cell": "d1", "pawn": "red"}
    assert facts(finding, 1) == {"path": "c1-d1-e2", "paths": ["c1-d2-e2"]}
    finding, _ = said(opened(), "Alice", "c1-e1", AT)
    assert (cases(finding), facts(finding)) == (["D5.pawn"], {"cell": "e1", "pawn": "red"})


def test_an_immutable_cell_is_named_so() -> None:
    state = placed(VARIED, PLACED)
    state = said(state, "Alice", "b1-b3", AT)[1]
    state = said(state, "Bruno", "a8-a6", AT + MINUTE)[1]
    finding, _ = said(state, "Alice", "b3-c4-d3", AT + HOUR)
    assert (cases(finding), facts(finding)) == (["D5.fixed"], {"cell": "d3", "ground": "blue"})


def test_a_lone_step_is_no_move_where_no_detour_leads_there() -> None:
    rows = [*EMPTY[:6], "bb......", "........"]
    state = opened({"board": rows, "pawns": {"red": ["a1", "h1"], "blue": ["g8"]}})
    finding, _ = said(state, "Alice", "a1-b1", AT)
    assert cases(finding) == ["D5.one-step"]
    assert facts(finding)["why"] == [
        Note("deuxpas-colour", {"cell": "a2", "ground": "blue"}),
        Note("deuxpas-colour", {"cell": "b2", "ground": "blue"}),
    ]


def test_why_no_path_leads_there_names_each_cell_between() -> None:
    rows = [*EMPTY[:6], "...b....", "........"]
    state = opened({"board": rows, "pawns": {"red": ["c1", "d1"], "blue": ["g8"]}})
    finding, _ = said(state, "Alice", "c1-e1", AT)
    assert cases(finding) == ["D5.no-way"]
    assert facts(finding)["why"] == [
        Note("deuxpas-pawn", {"cell": "d1", "pawn": "red"}),
        Note("deuxpas-colour", {"cell": "d2", "ground": "blue"}),
    ]


def test_both_spellings_of_a_move_must_be_legal() -> None:
    finding, _ = said(with_blue_d2(), "Alice", "c1-d3\nc1-d2-d3", AT)
    assert cases(finding) == ["D5.colour", "D6.path"]
    finding, _ = said(with_blue_d2(), "Alice", "c1-d3\nc1-c2-d3", AT)
    assert finding.verdict == "valid"


def test_seats_and_turns() -> None:
    finding, _ = said(opened(), "Chloé", "c1-e3", AT)
    assert cases(finding) == ["F12.deuxpas-no-seat"]
    assert facts(finding) == {"name": "Chloé", "red": "Alice", "blue": "Bruno"}
    finding, _ = said(opened(), "Bruno", "c8-e6", AT)
    assert cases(finding) == ["F12.deuxpas-turn"]
    assert facts(finding) == {"player": "Alice", "camp": "red"}
    finding, _ = said(opened(), "Bruno", "c8-f5", AT)
    assert cases(finding) == ["F12.deuxpas-turn", "D5.too-far"]
    finding, _ = said(opened(), "ALICE", "c1-e3", AT)
    assert finding.verdict == "valid"


def test_every_broken_clause_is_listed_in_the_order_of_f13() -> None:
    state = pause(opened(), AT)
    finding, _ = said(state, "Bruno", "c8-d7-d8", AT + MINUTE)
    assert cases(finding) == ["F12.deuxpas-turn", "F14.paused", "D5.pawn"]
    finding, _ = said(state, "Chloé", "c8-i7", AT + MINUTE)
    assert cases(finding) == ["F12.deuxpas-no-seat", "F14.paused"]  # and no colour to move by


NEW = opened(kind="varied")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (NEW, "F14.deuxpas-draw"),
        (GAME.apply(NEW, Drawn(START, "cells", VARIED, 1)), "F14.deuxpas-placement"),
        (pause(opened(), START), "F14.paused"),
        (GAME.apply(opened(), Life("closed", START)), "F14.closed"),
        (said(opened(), "Bruno", "abandon", START)[1], "F14.deuxpas-over"),
    ],
    ids=["draw", "placement", "paused", "closed", "over"],
)  # fmt: skip
def test_a_table_that_cannot_be_played_at(state: State, expected: str) -> None:
    finding, after = said(state, "Alice", "c1-e3", AT)
    assert (finding.verdict, cases(finding)) == ("invalid", [expected])
    assert after == state
    finding, _ = said(state, "Alice", "c1-e3 ?", AT)
    assert (finding.verdict, cases(finding)) == ("invalid", [expected, "F15.deuxpas-question"])
    finding, _ = said(state, "Alice", "bonjour", AT)
    assert (finding.verdict, cases(finding)) == ("no-move", ["F3.deuxpas-chat"])


@pytest.mark.parametrize("player", ["Alice", "Bruno"])
@pytest.mark.parametrize(
    "state",
    [opened(), opened(kind="varied"), pause(opened(), START)],
    ids=["play", "draw", "paused"],
)
def test_a_seated_player_may_resign_at_any_time(state: State, player: str) -> None:
    finding, after = said(state, player, "J'abandonne.", AT)
    assert (finding.verdict, finding.basis) == ("valid", "D13")
    assert finding.effect.move == Move(resign=True)
    winner = "blue" if player == "Alice" else "red"
    assert GAME.view(after, AT, WEEK)["result"] == {"winner": winner, "reason": "resignation"}
    finding, _ = said(after, "Alice", "abandon", AT + MINUTE)
    assert cases(finding) == ["F14.deuxpas-over"]


def test_nobody_else_can_resign_and_no_closed_table_is_left() -> None:
    assert cases(said(opened(), "Chloé", "abandon", AT)[0]) == ["F12.deuxpas-no-seat"]
    closed = GAME.apply(opened(), Life("closed", START))
    assert cases(said(closed, "Alice", "abandon", AT)[0]) == ["F14.closed"]


def test_moves_told_of_players() -> None:
    finding, _ = said(opened(), "Bruno", "Alice joue c1-e3", AT)
    assert (finding.verdict, cases(finding)) == ("no-move", ["F15.deuxpas-told", "F3.deuxpas-chat"])
    for text in ("Alice joue c1-e3", "Rouge : c1-e3"):
        finding, _ = said(opened(), "Alice", text, AT)
        assert finding.effect.move == Move("c1", "e3"), text
    finding, _ = said(opened(), "Alice", "Bleu : c8-e6", AT)
    assert finding.verdict == "no-move"


@pytest.mark.parametrize(
    ("text", "clause"),
    [("e3", "D16.deuxpas-bare"), ("c1e3", "D16.deuxpas-form"), ("c1-e3 ?", "F15.deuxpas-question")],
)
def test_what_cannot_be_read_is_unclear(text: str, clause: str) -> None:
    finding, after = said(opened(), "Alice", text, AT)
    assert (finding.verdict, cases(finding)) == ("unclear", [clause])
    assert after == opened()


def test_an_edit_is_reported_and_changes_nothing() -> None:
    state = said(opened(), "Alice", "c1-e3", AT)[1]
    for after, case in (("c1-d3", "move"), ("c1-e3\nbonne chance", "words")):
        sheet = edited(GAME.read("c1-e3", ()).act, GAME.read(after, ()).act, 1)
        act = GAME.posted(2, "Alice", AT + HOUR, 1, WEEK, sheet, (WEEK, 0))
        finding = GAME.judge(state, act)
        assert (finding.verdict, cases(finding)) == ("edited", [f"D15.{case}", "F5.words"])
        assert GAME.apply(state, ruled(act, finding)) == state


@pytest.mark.parametrize(
    ("when", "case"), [("", "first-seen-unknown"), ("2026-11-23", "first-seen")]
)
def test_first_seen_edited(when: str, case: str) -> None:
    sheet = msgspec.structs.replace(post("Alice", "c1-e3", AT).sheet, edited_at=when)
    finding = GAME.judge(opened(), GAME.posted(1, "Alice", AT, 1, WEEK, sheet))
    assert (finding.verdict, warned(finding)) == ("valid", [f"F5.{case}"])


# --- the moderator ---


def decided(state: State, text: str, *, player: str = "Alice", accept: bool, **how: Any) -> Any:
    act = post(player, text, how.pop("at", AT))
    overrule = Overrule(9, accept, "David", "vu avec les joueurs", how.get("move"))
    finding = GAME.overruled(state, act, GAME.judge(state, act), overrule)
    return finding, GAME.apply(state, ruled(act, finding))


def test_an_illegal_move_accepted() -> None:
    finding, state = decided(with_blue_d2(), "c1-d2", accept=True)
    assert (finding.verdict, finding.basis) == ("valid", "F9")
    assert finding.effect.move == Move("c1", "d2")
    assert warned(finding) == ["F9.accepted", "D5.colour"]
    view = GAME.view(state, AT, WEEK)
    assert view["pawns"]["red"] == []  # destroyed on blue, at the end of its turn (D8)
    assert (view["destroyed"]["red"], view["to_move"]) == (1, "blue")


def test_a_valid_move_refused() -> None:
    finding, state = decided(opened(), "c1-e3", accept=False)
    assert (finding.verdict, cases(finding)) == ("invalid", ["F9.refused"])
    assert state == opened()


def test_a_bare_arrival_accepted_is_the_move_of_the_one_pawn_that_can_go_there() -> None:
    finding, _ = decided(opened(), "a2", accept=True)
    assert finding.effect.move == Move("c1", "a2")
    finding, _ = decided(opened(), "d3", accept=True)
    assert (finding.verdict, warned(finding)) == ("unclear", ["F9.deuxpas-no-move"])
    finding, _ = decided(opened(), "d3", accept=True, move={"from": "e1", "to": "d3"})
    assert finding.effect.move == Move("e1", "d3")


def test_a_valid_move_stands_where_another_was_accepted_that_cannot_be_made() -> None:
    finding, state = decided(opened(), "c1-e3", accept=True, move={"from": "a3", "to": "b4"})
    judged = GAME.judge(opened(), post("Alice", "c1-e3", AT))
    assert warned(finding)[-1] == "F9.deuxpas-no-move"
    assert (finding.verdict, finding.basis) == ("valid", judged.basis)
    assert state != opened()


def test_a_resignation_in_prose_accepted() -> None:
    finding, state = decided(opened(), "Bien joué, j'abandonne", accept=True)
    assert finding.effect.move == Move(resign=True)
    assert GAME.view(state, AT, WEEK)["result"]["winner"] == "blue"
    finding, _ = decided(opened(), "abandon", player="Chloé", accept=True)
    assert (finding.verdict, warned(finding)) == ("invalid", ["F9.deuxpas-no-move"])


def test_what_no_pawn_can_do_cannot_be_accepted() -> None:
    for text in ("c3-e3", "c1-d1", "c1-i3"):
        finding, state = decided(opened(), text, accept=True)
        assert (finding.verdict, warned(finding)) == ("invalid", ["F9.deuxpas-no-move"]), text
        assert state == opened()


def test_a_move_out_of_turn_accepted_leaves_the_turn_to_the_other() -> None:
    finding, state = decided(opened(), "c8-e6", player="Bruno", accept=True)
    view = GAME.view(state, AT, WEEK)
    assert finding.verdict == "valid"
    assert (view["to_move"], view["moves"]) == ("red", {"red": 0, "blue": 1})
    assert view["clock"]["red"] == 7 * 86400 - 3600


def test_a_late_move_accepted_goes_on_with_the_game() -> None:
    late = START + 8 * DAY
    finding, state = decided(opened(), "c1-e3", accept=True, at=late)
    view = GAME.view(state, late, WEEK)
    assert (finding.verdict, view["phase"], view["to_move"]) == ("valid", "play", "blue")
    assert view["clock"] == {"red": 0, "blue": 7 * 86400}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("c1-e3", {"from": "c1", "to": "e3"}),
        ("C1 d2 e3", {"from": "c1", "to": "e3"}),
        ("abandon", {"resign": True}),
        ("e3", None),
        ("c1-i3", None),
        ("bonjour", None),
    ],
)
def test_moves_as_a_moderator_writes_them(text: str, move: dict[str, Any] | None) -> None:
    assert GAME.move_from(text, opened()) == move


def test_what_fits() -> None:
    assert GAME.fits(opened(), {"from": "c1", "to": "h8"})
    assert GAME.fits(opened(), {"resign": True})
    assert not GAME.fits(opened(), {"from": "c1", "to": "d1"})
    assert not GAME.fits(opened(), {"from": "c2", "to": "d2"})
    assert not GAME.fits(said(opened(), "Alice", "abandon", AT)[1], {"resign": True})


def test_a_seat_passes_and_its_clock_with_it() -> None:
    state = GAME.apply(said(opened(), "Alice", "c1-e3", AT)[1], Seat(AT, "bruno", "Chloé"))
    assert GAME.view(state, AT, WEEK)["seats"] == {"red": "Alice", "blue": "Chloé"}
    assert cases(said(state, "Bruno", "c8-e6", AT + MINUTE)[0]) == ["F12.deuxpas-no-seat"]
    assert said(state, "Chloé", "c8-e6", AT + MINUTE)[0].verdict == "valid"


def test_whatever_comes_the_fold_goes_on() -> None:
    moves = [Move("c1", "e3"), Move("z9", "e3"), Move(), Move("c1", "c1"), Move("h8", "c8")]
    acts: list[Any] = [
        Drawn(AT, "cells", VARIED, 1),
        Drawn(AT, "roll", {"white": [1, 2]}, 1),
        Revealed(AT, {"Alice": ("a1", "b1", "c1", "d1")}),
        Sealed(AT, "Chloé"),
        Seat(AT, "Chloé", "David"),
        Time(AT, "Chloé", 60),
        Time(AT, "Alice", -(10**9)),
        Awarded("Alice", 3, WEEK),
        Passed(AT - DAY),
        Nothing(AT),
        *(Ruled(1, name, AT, 60, WEEK, Effect(m)) for m in moves for name in ("Alice", "Zoé")),
        Ruled(1, "Zoé", AT, 1, WEEK, Effect(Move(resign=True))),
    ]
    for state in (opened(), opened(kind="varied"), placed(VARIED, PLACED)):
        for act in acts:
            after = GAME.apply(state, act)
            assert GAME.view(after, AT + timedelta(days=30), WEEK)["seats"]
