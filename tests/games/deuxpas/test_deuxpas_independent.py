"""Whole games and single positions that were made apart from this program, move by move."""

from datetime import timedelta
from typing import Any

import pytest

from referee.games.deuxpas.game import GAME
from referee.games.deuxpas.state import COLOURS
from tests.games.deuxpas.playing import (
    HOUR,
    PLAYERS,
    SEATED,
    START,
    WEEK,
    lines,
    opened,
    placed,
    said,
)

ALL = lines("games.jsonl") + lines("games_extra.jsonl")
CASES = [case for case in lines("cases.jsonl") if "move" in case]
(PATHS,) = (case for case in lines("cases.jsonl") if "texts" in case)
NAMES = dict(zip(COLOURS, PLAYERS, strict=True))


def beginning(setup: dict[str, Any]) -> Any:
    if setup["kind"] == "classic":
        return opened()
    kind, drawn = SEATED.record(opened(kind="varied"), " ".join(setup["immutable_red"]))
    assert kind == "cells"
    assert sorted(drawn["blue"]) == sorted(setup["immutable_blue"])
    return placed(drawn, {c: tuple(setup[f"{c}_pawns"]) for c in COLOURS})


def position_of(case: dict[str, Any]) -> dict[str, Any]:
    """A position of the files as the contract's state."""
    made = {"moves": case["made"]} if "made" in case else {}
    return made | {
        "board": case["board"],
        "pawns": {"red": case["red"], "blue": case["blue"]},
        "arrived": case["arrivals"],
        "destroyed": case["destroyed"],
        "to_move": case["turn"],
    }


def compare(view: dict[str, Any], after: dict[str, Any]) -> None:
    assert view["board"] == after["board"]
    assert view["pawns"] == {colour: sorted(after[colour]) for colour in COLOURS}
    assert (view["arrived"], view["destroyed"]) == (after["arrivals"], after["destroyed"])


def test_there_are_ninety_games() -> None:
    assert len(ALL) == 90
    assert {game["result"]["reason"] for game in ALL} == {"arrival", "blocked", "count", "draw"}


@pytest.mark.parametrize("game", ALL)
def test_a_game(game: dict[str, Any]) -> None:
    state, at = beginning(game["setup"]), START
    assert GAME.view(state, at, WEEK)["board"] == game["setup"]["board"]
    for number, ply in enumerate(game["plies"]):
        at += timedelta(minutes=17)
        player = PLAYERS[number % 2]
        assert len(list(GAME.legal(state, player, at, WEEK))) == game["branching"][number]
        assert GAME.view(state, at, WEEK)["result"] is None
        finding, state = said(state, player, ply["move"], at)
        assert (finding.verdict, finding.basis) == ("valid", "D5")
        compare(GAME.view(state, at, WEEK), ply)
    result = game["result"]
    view = GAME.view(state, at, WEEK)
    assert view["result"] == {"winner": result["winner"], "reason": result["reason"]}
    if result["reason"] in ("count", "draw"):
        cells = {NAMES[colour]: n for colour, n in result["cells"].items()}
        end = SEATED.outcome(state)
        assert end is not None
        assert (end.scores, end.at) == (cells, at)


@pytest.mark.parametrize("case", CASES, ids=[case["label"] for case in CASES])
def test_a_position(case: dict[str, Any]) -> None:
    before = case["before"]
    state, player = opened(position_of(before)), NAMES[before["turn"]]
    at = START + HOUR
    legal = GAME.legal(state, player, at, WEEK)
    assert sorted("-".join(act.sheet.paths[0]) for act in legal) == sorted(case["legal_before"])
    finding, state = said(state, player, case["move"], at)
    assert finding.verdict == "valid"
    view = GAME.view(state, at, WEEK)
    compare(view, case["after"])
    result = case["result"] and {key: case["result"][key] for key in ("winner", "reason")}
    assert view["result"] == result


@pytest.mark.parametrize(("text", "legal"), PATHS["texts"].items())
def test_paths(text: str, legal: bool) -> None:
    state = opened(position_of(PATHS["before"]))
    finding, after = said(state, "Alice", text, START + HOUR)
    assert finding.verdict == ("valid" if legal else "invalid")
    assert legal or after == state
