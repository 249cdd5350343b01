"""Starts: classic, varied with its draw and placements, and games under way (D2, D3, F10)."""

import hashlib
import hmac
from typing import Any

import msgspec
import pytest

from referee.core.chance import numbers
from referee.core.game import Opening
from referee.core.house import Drawn, Revealed, Sealed
from referee.core.ruling import Objection
from referee.core.seated import BadDraw, BadStart, Wanted
from referee.games.deuxpas import board
from referee.games.deuxpas.game import GAME
from referee.games.deuxpas.state import State
from tests.games.deuxpas.playing import (
    DAY,
    HOUR,
    PLACED,
    PLAYERS,
    SEATED,
    START,
    VARIED,
    WEEK,
    opened,
    placed,
    said,
)

assert SEATED.placement is not None
place = SEATED.placement


def test_a_classic_start() -> None:
    view = GAME.view(opened(), START, WEEK)
    assert view == {
        "phase": "play",
        "seats": {"red": "Alice", "blue": "Bruno"},
        "placed": [],
        "board": ["........"] * 8,
        "pawns": {"red": ["c1", "d1", "e1", "f1"], "blue": ["c8", "d8", "e8", "f8"]},
        "arrived": {"red": 0, "blue": 0},
        "destroyed": {"red": 0, "blue": 0},
        "to_move": "red",
        "moves": {"red": 0, "blue": 0},
        "clock": {"red": 604800, "blue": 604800},
        "result": None,
    }
    assert SEATED.awaited(opened()) == Objection("D2", "no-draw", {})
    assert SEATED.waiting(opened()) == ("Alice",)


def test_a_varied_start_from_draw_to_reveal() -> None:
    state = opened(kind="varied")
    assert SEATED.awaited(state) == Wanted("cells")
    assert (state.phase, SEATED.waiting(state)) == ("draw", ())
    state = GAME.apply(state, Drawn(START, "cells", VARIED, 1))
    awaited = SEATED.awaited(state)
    assert isinstance(awaited, Objection)
    assert (awaited.clause, awaited.case) == ("D3", "drawn")
    assert (state.phase, SEATED.waiting(state)) == ("placement", PLAYERS)
    state = GAME.apply(state, Sealed(START + HOUR, "bruno"))
    view = GAME.view(state, START + HOUR, WEEK)
    assert (view["placed"], view["pawns"]) == (["Bruno"], {"red": [], "blue": []})
    assert SEATED.waiting(state) == ("Alice",)
    state = GAME.apply(state, Sealed(START + DAY, "Alice"))
    names = dict(zip(PLAYERS, PLACED.values(), strict=True))
    state = GAME.apply(state, Revealed(START + DAY, names))
    view = GAME.view(state, START + DAY + HOUR, WEEK)
    assert (view["phase"], view["to_move"]) == ("play", "red")
    assert view["pawns"] == {colour: list(cells) for colour, cells in PLACED.items()}
    assert view["clock"] == {"red": 7 * 86400 - 3600, "blue": 7 * 86400}
    assert view["board"][2:6] == ["....R..B", ".BR.....", ".....BR.", "R..B...."]


def test_a_draw_recorded_late_finds_the_placements() -> None:
    state = opened(kind="varied")
    for player in PLAYERS:
        state = GAME.apply(state, Sealed(START, player))
    state = GAME.apply(state, Revealed(START, dict(zip(PLAYERS, PLACED.values(), strict=True))))
    assert state.phase == "draw"
    state = GAME.apply(state, Drawn(START + HOUR, "cells", VARIED, 1))
    assert state.phase == "play"
    assert msgspec.structs.replace(state, runs_from=START) == placed(VARIED, PLACED)


def test_a_draw_that_is_not_awaited_changes_nothing() -> None:
    other = SEATED.record(opened(kind="varied"), "a2 b2 c2 d2")[1]
    assert GAME.apply(opened(), Drawn(START, "cells", other, 1)) == opened()
    state = placed(VARIED, PLACED)
    assert GAME.apply(state, Drawn(START, "cells", other, 2)) == state


def drawn_by_hand(seed: bytes, table: str, number: int) -> list[str]:
    """F10 written out: one byte a number, taken again from k * (256 // k) on, then modulo k."""
    block, stream = 0, b""
    left = [f"{file}{rank}" for rank in range(2, 8) for file in "abcdefgh"]
    red: list[str] = []
    while len(red) < 4:
        if not stream:
            stream = hmac.new(seed, f"{table}:{number}:{block}".encode(), hashlib.sha256).digest()
            block += 1
        byte, stream = stream[0], stream[1:]
        if byte < len(left) * (256 // len(left)):
            cell = left[byte % len(left)]
            red.append(cell)
            opposite = f"{'hgfedcba'['abcdefgh'.index(cell[0])]}{9 - int(cell[1])}"
            left = [other for other in left if other not in (cell, opposite)]
    return red


@pytest.mark.parametrize("seed", range(40))
def test_the_draw_is_that_of_f10(seed: int) -> None:
    key = hashlib.sha256(bytes([seed])).digest() if seed else bytes(32)
    result = SEATED.draw(opened(kind="varied"), numbers(key, "duel", 1))
    assert result["red"] == drawn_by_hand(key, "duel", 1)
    assert SEATED.record(opened(kind="varied"), SEATED.spelled("cells", result)) == (
        "cells",
        result,
    )
    blue = [board.opposite(board.INDEX[cell]) for cell in result["red"]]
    assert result["blue"] == [board.CELLS[cell] for cell in blue]
    assert len({*result["red"], *result["blue"]}) == 8


def test_a_recorded_draw_is_written_as_people_write() -> None:
    kind, result = SEATED.record(opened(kind="varied"), " A3, c5 ;g4\ne6 ")
    assert (kind, result) == ("cells", VARIED)


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("a3 c5 g4", "deuxpas-four"),
        ("a3 c5 g4 e6 e7", "deuxpas-four"),
        ("a3 c5 g4 e1", "deuxpas-rank"),
        ("a3 c5 g4 h6", "deuxpas-opposite"),
        ("a3 c5 g4 i6", "deuxpas-cell"),
        ("a3 c5 g4 a3", "deuxpas-twice"),
        ("", "deuxpas-four"),
    ],
)
def test_a_draw_that_cannot_be(text: str, case: str) -> None:
    with pytest.raises(BadDraw) as error:
        SEATED.record(opened(kind="varied"), text)
    assert error.value.case == case


def drawn() -> State:
    """A varied table that waits for placements."""
    state: State = GAME.apply(opened(kind="varied"), Drawn(START, "cells", VARIED, 1))
    return state


def test_a_placement() -> None:
    assert place(drawn(), "alice", "h1 A1, g1;b1") == ("a1", "b1", "g1", "h1")
    assert place(drawn(), "Bruno", "a8 c8 f8 h8") == PLACED["blue"]


@pytest.mark.parametrize(
    ("player", "text", "case"),
    [
        ("Chloé", "a1 b1 c1 d1", "deuxpas-seat"),
        ("Alice", "a1 b1 c1", "deuxpas-pawns"),
        ("Alice", "a1 b1 c1 d1 e1", "deuxpas-pawns"),
        ("Alice", "a1 b1 c1 c1", "deuxpas-twice"),
        ("Alice", "a1 b1 c1 d8", "deuxpas-home"),
        ("Bruno", "a1 b1 c1 d1", "deuxpas-home"),
        ("Bruno", "a8 b8 c8 z8", "deuxpas-cell"),
    ],
)
def test_a_placement_that_cannot_be(player: str, text: str, case: str) -> None:
    with pytest.raises(BadDraw) as error:
        place(drawn(), player, text)
    assert error.value.case == case


@pytest.mark.parametrize(
    ("state", "case"),
    [
        (opened(), "deuxpas-no-placement"),
        (opened(kind="varied"), "deuxpas-undrawn"),
        (GAME.apply(drawn(), Sealed(START, "Alice")), "deuxpas-placed"),
        (placed(VARIED, PLACED), "deuxpas-no-placement"),
    ],
    ids=["classic", "before the draw", "twice", "under way"],
)
def test_a_placement_that_is_not_awaited(state: State, case: str) -> None:
    with pytest.raises(BadDraw) as error:
        place(state, "Alice", "a1 b1 c1 d1")
    assert error.value.case == case


@pytest.mark.parametrize(
    ("name", "value", "known"),
    [
        ("start", "classic", ""),
        ("start", "varied", ""),
        ("start", "wild", "classic, varied"),
        ("clock", "3d+12h", ""),
        ("clock", "soon", "7d, 3d+12h, 36h, 90min+30s"),
    ],
)
def test_options(name: str, value: str, known: str) -> None:
    assert GAME.check_option(name, value) == known


def test_every_state_can_be_taken_up_where_it_was() -> None:
    state = placed(VARIED, PLACED)
    for number, text in enumerate(("b1-b3", "a8-a6", "g1-h3")):
        state = said(state, PLAYERS[number % 2], text, START + number * HOUR)[1]
    at = START + 3 * HOUR
    view = GAME.view(state, at, WEEK)
    again = GAME.setup(Opening(at, PLAYERS, {"start": "varied", "clock": "7d"}, view))
    assert GAME.view(again, at, WEEK) == view
    assert list(GAME.legal(again, "Bruno", at, WEEK)) == list(GAME.legal(state, "Bruno", at, WEEK))
    over = said(state, "Alice", "abandon", at)[1]
    view = GAME.view(over, at, WEEK)
    again = GAME.setup(Opening(at, PLAYERS, {"start": "varied"}, view))
    assert GAME.view(again, at, WEEK) == view
    for phase in (
        opened(kind="varied"),
        GAME.apply(opened(kind="varied"), Drawn(at, "cells", VARIED)),
    ):
        view = GAME.view(phase, at, WEEK)
        again = GAME.setup(Opening(at, PLAYERS, {"start": "varied"}, view))
        assert GAME.view(again, at, WEEK) == view


def test_what_a_start_leaves_out_is_as_at_the_start() -> None:
    state = opened({"to_move": "blue"})
    view = GAME.view(state, START, WEEK)
    assert (view["to_move"], view["moves"]) == ("blue", {"red": 1, "blue": 0})
    assert view["pawns"] == GAME.view(opened(), START, WEEK)["pawns"]
    assert (
        GAME.setup(Opening(START, (), {}, {"seats": {"red": "Alice", "blue": "Bruno"}})) == opened()
    )


def test_a_start_in_which_the_player_to_move_is_blocked_is_over() -> None:
    state = opened({"pawns": {"red": [], "blue": ["a8"]}})
    assert GAME.view(state, START, WEEK)["result"] == {"winner": "blue", "reason": "blocked"}


ROWS = ["........"] * 8


@pytest.mark.parametrize(
    ("start", "winner", "reason"),
    [
        ({"arrived": {"red": 0, "blue": 3}}, "blue", "arrival"),
        ({"moves": {"red": 40, "blue": 40}}, None, "draw"),
        ({"moves": {"red": 40, "blue": 40}, "board": [*ROWS[:7], "r......."]}, "red", "count"),
        ({"pawns": {"red": ["a1"], "blue": []}, "to_move": "blue"}, "red", "blocked"),
    ],
)
def test_a_start_that_is_over_is_opened_as_over(
    start: dict[str, Any], winner: str | None, reason: str
) -> None:
    state = opened(start)
    view = GAME.view(state, START + DAY, WEEK)
    assert (view["phase"], view["result"]) == ("over", {"winner": winner, "reason": reason})
    assert any(f"deuxpas-won-{reason}" in str(part) for part in SEATED.bulletin(state, START))


def test_a_position_set_up_to_be_studied_need_not_come_out_of_a_game() -> None:
    pawns = {"red": ["a7", "h2", "b6"], "blue": ["h3", "g2", "c3"]}
    state = opened({"pawns": pawns, "arrived": {"red": 2, "blue": 2}})
    assert state.phase == "play"
    assert opened({"pawns": {"red": ["a1"], "blue": []}}).phase == "play"  # Blue may yet lose (D10)


@pytest.mark.parametrize(
    "start",
    [
        {"board": ROWS[:7]},
        {"board": [*ROWS[:7], "......."]},
        {"board": [*ROWS[:7], "x......."]},
        {"pawns": {"red": ["i1"], "blue": []}},
        {"pawns": {"red": ["a1", "a1"], "blue": []}},
        {"pawns": {"red": ["a4"], "blue": ["a4"]}},
        {"pawns": {"red": ["a8"], "blue": ["b8"]}},
        {"pawns": {"red": ["a1", "b1", "c1", "d1", "e1"], "blue": []}},
        {"pawns": {"green": ["a1"]}},
        {"arrived": {"red": 3, "blue": 3}},
        {"destroyed": {"red": 1, "blue": 0}},
        {"arrived": {"red": 2, "blue": 0}, "destroyed": {"red": 2, "blue": 0}},
        {
            "pawns": {"red": ["a1"], "blue": ["a8"]},
            "arrived": {"red": 0, "blue": 2},
            "destroyed": {"red": 0, "blue": 3},
        },
        {"arrived": {"red": -1, "blue": 0}},
        {"destroyed": {"red": 5, "blue": 0}},
        {"moves": {"red": 2, "blue": 0}},
        {"moves": {"red": 1, "blue": 1}, "to_move": "blue"},
        {"moves": {"red": 41, "blue": 40}},
        {"to_move": "green"},
        {"phase": "endgame"},
        {"phase": "over"},
        {"phase": "placement"},
        {"result": {"winner": "red", "reason": "draw"}},
        {"result": {"winner": "green", "reason": "count"}},
        {"result": {"winner": "red", "reason": "luck"}},
        {"clock": {"red": -1, "blue": 5}},
        {"clock": {"red": "soon", "blue": 5}},
        {"seats": {"red": "Bruno", "blue": "Alice"}},
        {"placed": ["Alice"]},
        {"floor": ["...."]},
        {"arrived": 3},
    ],
)  # fmt: skip
def test_a_start_that_no_game_can_be_in(start: dict[str, Any]) -> None:
    with pytest.raises(BadStart, match=r"\w"):
        opened(start)


@pytest.mark.parametrize(
    "players", [(), ("Alice",), ("Alice", "alice"), ("Alice", "Bruno", "Chloé")]
)
def test_two_players_sit_at_a_table(players: tuple[str, ...]) -> None:
    with pytest.raises(BadStart, match="seats"):
        GAME.setup(Opening(START, players, {}))


def test_a_varied_game_under_way_says_where_everything_is() -> None:
    for start in ({"phase": "play"}, {"pawns": {"red": ["a1"], "blue": ["a8"]}}):
        with pytest.raises(BadStart, match=r"board|pawns"):
            opened(start, kind="varied")
