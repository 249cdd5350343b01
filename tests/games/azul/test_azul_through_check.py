"""The same forty games through the command line: `roll --record`, `check`, `show`, `verify`."""

import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Any

import pytest

from referee.games.azul.chance import written
from tests.conftest import Referee
from tests.games.azul.oracles import (
    COLOUR,
    FILES,
    OPENED,
    PLAYERS,
    Game,
    boards,
    choices,
    games,
    shown,
    walls,
)

COUNTED = 2
"""Games of each file whose legal moves are counted by `moves` too; the engine's own list is counted
in all of them elsewhere."""

FRENCH = {"B": "bleu", "Y": "jaune", "R": "rouge", "K": "noir", "W": "blanc"}


class Table:
    """A table of the command line, a minute from one command to the next."""

    def __init__(self, referee: Referee, game: Game) -> None:
        self.referee, self.clock = referee, count(1)
        players = [word for name in PLAYERS[: game["players"]] for word in ("--player", name)]
        options = {"chance": "outside", "first": PLAYERS[game["start_player"]]}
        options["side"] = game["variant"]
        sets = [word for key, value in options.items() for word in ("--set", f"{key}={value}")]
        self.run("open", "azul", "t", *players, *sets, "--at", f"{OPENED:%Y-%m-%d %H:%M}")

    def run(self, *words: str, stdin: str | None = None) -> Any:
        now = f"{OPENED + timedelta(minutes=next(self.clock)):%Y-%m-%d %H:%M}"
        shared = ["--log", str(self.referee.log), "--by", "David", "--now", now, "--json"]
        return self.referee.bare(*shared, *words, stdin=stdin)

    def record(self, *words: str, stdin: str | None = None) -> Game:
        """The JSON of a command that succeeds."""
        result = self.run(*words, stdin=stdin)
        assert result.exit_code == 0, (words, stdin, result.output)
        found: Game = json.loads(result.stdout.splitlines()[-1])
        return found

    def check(self, author: str, text: str) -> Game:
        found = self.record("check", "--author", author, "--at", "now", stdin=text)
        assert found["verdict"] == "valid", found
        return found


def words_of(move: Game, number: int) -> str:
    """A move as players post it, now one way, now another."""
    french, english = FRENCH[move["col"]], COLOUR[move["col"]]
    source = "C" if move["src"] == "C" else f"F{move['src'] + 1}"
    line = "P" if move["to"] == "F" else f"L{move['to']}"
    if number % 3 == 0:
        return f"{source} {french} {line}"
    if number % 3 == 1:
        place = "du centre" if source == "C" else f"de la fabrique {source[1:]}"
        to = "par terre" if line == "P" else f"en ligne {line[1:]}"
        return f"Je prends les {move['n']} {french}s {place} et je les mets {to}. À toi !"
    place = "the centre" if source == "C" else f"factory {source[1:]}"
    to = "the floor" if line == "P" else f"line {line[1:]}"
    return f"I take {move['n']} {english} from {place} to {to}"


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("number", range(20))
def test_a_game(name: str, number: int, referee: Referee) -> None:
    game = games(name)[number]
    table = Table(referee, game)
    state: Game = {}
    for round_ in game["rounds"]:
        table.record("roll", "--record", " ".join(round_["factories"]))
        for at, move in enumerate(round_["moves"]):
            if number < COUNTED:
                listed = table.run("moves").stdout.splitlines()
                assert len(listed) == move["legal"]
            state = table.check(PLAYERS[move["p"]], words_of(move, at))["state"]
            if state["phase"] == "offer":
                assert shown(state) == move["st"]
        if state["phase"] == "tiling":
            state = tiled(table, state, round_)
        bonus = game["final"]["bonus"] if state["over"] else [0] * game["players"]
        scores = [a - b for a, b in zip(boards(state, "score"), bonus, strict=True)]
        assert scores == round_["scores"]
        assert walls(state) == round_["walls"]
    assert state["over"]
    assert boards(state, "score") == game["final"]["scores"]
    assert state["winners"] == [PLAYERS[seat] for seat in game["final"]["winners"]]
    assert table.record("verify")["fault"] is None


def tiled(table: Table, state: Game, round_: Game) -> Game:
    """All choices of a player in one post: those that are asked, as the state says."""
    for seat, name in enumerate(PLAYERS[: len(state["boards"])]):
        if name in state["waiting_for"]:
            placed = list(posted_choices(state["boards"][name], round_, seat))
            state = table.check(name, ", ".join(placed))["state"]
    assert state["phase"] != "tiling"
    return state


def posted_choices(board: Game, round_: Game, seat: int) -> Iterator[str]:
    """Every line that has a space, the forced ones too; without a space there is nothing to say."""
    for row, column in choices(round_, seat):
        if column is not None:
            yield f"L{row + 1} C{column + 1}"


@pytest.mark.parametrize(("side", "players"), [("coloured", 3), ("grey", 2)])
def test_a_game_from_the_seed(side: str, players: int, referee: Referee) -> None:
    """First player, deals and a random act drawn from a seed; revealed at the end, and recomputed.

    Whoever is awaited makes the legal move in the middle of the list, but for one turn whose limit
    runs out.
    """
    seed = referee.folder / "seed"
    seed.write_text("5" * 64)
    names = [word for name in PLAYERS[:players] for word in ("--player", name)]
    options = ["--set", f"side={side}", "--set", "turn_limit=3h", "--seed-file", str(seed)]
    clock = count(1)

    def run(*words: str, stdin: str | None = None) -> Any:
        now = f"{OPENED + timedelta(hours=next(clock)):%Y-%m-%d %H:%M}"
        shared = [
            "--log",
            str(referee.log),
            "--by",
            "David",
            "--lang",
            "fr",
            "--now",
            now,
            "--json",
        ]
        result = referee.bare(*shared, *words, stdin=stdin)
        assert result.exit_code == 0, (words, stdin, result.output)
        return [json.loads(line) for line in result.stdout.splitlines()]

    run("open", "azul", "t", *names, *options, "--at", f"{OPENED:%Y-%m-%d %H:%M}")
    state = run("roll")[-1]["state"]
    moved = False
    while not state["over"]:
        if state["phase"] == "deal":
            state = run("roll")[-1]["state"]
            continue
        player = (state["waiting_for"] or [state["active"]])[0]
        if not moved:
            for _ in range(4):
                next(clock)
            (drawn,) = run("roll")
            assert drawn["kind"] == "act"
            assert [one["case"] for one in drawn["due"]["passed"]] == ["late"]
            state, moved = drawn["state"], True
            continue
        listed = run("moves", "--player", player)
        move = listed[len(listed) // 2]
        text = written(move.get("move", move))
        state = run("check", "--author", player, "--at", "now", stdin=text)[-1]["state"]
    run("close")
    (verified,) = run("verify", "--deep")
    assert verified["ok"]
    assert verified["counted"] > 50
    (standing, *_) = run("ranking", "azul")
    assert standing["player"] in state["winners"]
