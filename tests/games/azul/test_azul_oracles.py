"""Forty games of other people's engines, move by move, on both sides of the board."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from referee.games.azul.acts import Sheet
from referee.games.azul.game import GAME, conserved
from referee.games.azul.state import State, asked_of
from referee.games.azul.tiles import COLOURS
from tests.games.azul.oracles import (
    FILES,
    PLAYERS,
    WEEK,
    Game,
    boards,
    choices,
    dealt,
    games,
    moment,
    opened,
    play,
    posted,
    said,
    shown,
    walls,
)


def view(state: State, number: int) -> Game:
    return GAME.view(state, moment(number), WEEK)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("number", range(20))
def test_every_move_and_round_of_a_game(name: str, number: int) -> None:
    game = games(name)[number]
    clock = count(1)
    state = opened(game["players"], game["start_player"], side=game["variant"])
    for round_ in game["rounds"]:
        state = deal(state, round_, next(clock))
        for move in round_["moves"]:
            state = moved(state, move, next(clock))
        if game["variant"] == "grey":
            state = tiled(state, round_, clock)
        check_round(state, round_, next(clock))
    final, table = game["final"], view(state, next(clock))
    assert table["over"]
    assert boards(table, "score") == final["scores"]
    assert table["winners"] == [PLAYERS[seat] for seat in final["winners"]]
    bonuses = [scored.bonus for scored in state.scored]
    assert [bonus.points for bonus in bonuses if bonus] == final["bonus"]
    for what in ("rows", "columns", "colours"):
        assert [getattr(bonus, what) for bonus in bonuses] == final[what]


def deal(state: State, round_: Game, number: int) -> State:
    """The round dealt: who begins, bag and lid before and after."""
    table = view(state, number)
    assert table["phase"] == "deal"
    assert table["active"] == PLAYERS[round_["start"]]
    assert supply(table["bag"]) == round_["bag_before"]
    assert supply(table["lid"]) == round_["lid_before"]
    assert state.scored_round == state.round - 1
    state = dealt(state, round_["factories"], moment(number))
    table = view(state, number)
    assert state.dispute is None
    assert table["phase"] == "offer"
    assert supply(table["bag"]) == round_["bag_after"]
    assert supply(table["lid"]) == round_["lid_after"]
    return state


def moved(state: State, move: Game, number: int) -> State:
    """A move made: how many were legal before it, the table after it."""
    player = PLAYERS[move["p"]]
    assert view(state, number)["active"] == player
    legal = list(GAME.legal(state, player, moment(number), WEEK))
    assert len(legal) == move["legal"]
    finding, after = play(state, posted(player, moment(number), said(move)))
    assert finding.verdict == "valid"
    if after.phase == "offer":
        assert shown(view(after, number)) == move["st"]
    assert conserved(after)
    return after


def tiled(state: State, round_: Game, clock: Iterator[int]) -> State:
    """The choices of a grey round posted, where there is a choice, last seat first."""
    if state.phase != "tiling":
        return state
    for seat in reversed(range(len(state.players))):
        rows = dict(choices(round_, seat))
        while state.phase == "tiling" and asked_of(state, seat):
            row = max(asked_of(state, seat))  # the lowest line first: any order will do
            column = rows[row]
            assert column is not None
            sheet = Sheet(choices=((row + 1, column + 1),))
            at = moment(next(clock))
            finding, state = play(state, posted(PLAYERS[seat], at, sheet))
            assert finding.verdict == "valid"
            assert conserved(state)
    return state


def check_round(state: State, round_: Game, number: int) -> None:
    """The table after a round; the bonus of the last round is taken off again."""
    table = view(state, number)
    bonus = [scored.bonus.points if scored.bonus else 0 for scored in state.scored]
    assert [a - b for a, b in zip(boards(table, "score"), bonus, strict=True)] == round_["scores"]
    assert walls(table) == round_["walls"]
    assert supply(table["bag"]) == round_["bag"]
    assert supply(table["lid"]) == round_["lid"]
    assert [line_text(lines) for lines in boards(table, "lines")] == round_["lines"]
    assert state.first == round_["next_start"]
    if "tiling" in round_:
        steps = [
            [next((f"{s.column}" for s in told.steps if s.row == row), None) for row in range(5)]
            for told in state.scored
        ]
        expected = [
            [None if c is None else "None" if c == "F" else str(c) for c in rows]
            for rows in round_["tiling"]
        ]
        assert steps == expected


def supply(shown_supply: Game) -> list[int]:
    return [shown_supply[colour] for colour in COLOURS]


def line_text(lines: list[Any]) -> str:
    letters = dict(zip(COLOURS, "BYRKW", strict=True))
    return ",".join(f"{letters[held[0]]}{held[1]}" if held else "-" for held in lines)
