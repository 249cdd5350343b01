"""Games that other people's engines played, read where they lie, and how to play them here."""

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.core.decisions import Facts
from referee.core.game import Opening
from referee.core.history import draft, rule, standing_act
from referee.core.house import Drawn
from referee.core.ruling import Finding
from referee.core.seated import Seated
from referee.games.azul.acts import Posted, Said, Sheet
from referee.games.azul.game import GAME
from referee.games.azul.state import State
from referee.games.azul.tiles import COLOURS, LETTERS

OPENED = datetime(2026, 11, 23, 8, tzinfo=UTC)
WEEK = "2026-W48"
PLAYERS = ("Alice", "Bruno", "Chloé", "David")
FILES = ("azul_games.jsonl", "azul_grey_games.jsonl")
COLOUR = dict(zip(LETTERS, COLOURS, strict=True))

Game = dict[str, Any]


def _seated() -> Seated:
    assert GAME.seated is not None
    return GAME.seated


SEATED = _seated()


NAMED = os.environ.get("REFEREE_ORACLES")  # before the command line's tests take it away
FOLDER = Path(NAMED) if NAMED else Path(__file__).parents[4] / "shared" / "oracles"


def games(name: str) -> list[Game]:
    """The games of a file. Skips where the folder is missing, unless REFEREE_ORACLES names it."""
    path = FOLDER / name
    if not NAMED and not FOLDER.is_dir():
        pytest.skip(f"no oracles in {FOLDER}")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 20
    return [json.loads(line) for line in lines]


def moment(number: int) -> datetime:
    """The instant of the act of that number: a minute each."""
    return OPENED + timedelta(minutes=number)


def opened(players: int, first: int | None = None, **options: str) -> State:
    """A new table; `first` is the seat that begins, if it is named."""
    named = {} if first is None else {"first": PLAYERS[first]}
    state: State = GAME.setup(Opening(OPENED, PLAYERS[:players], {**named, **options}))
    return state


def dealt(state: State, factories: list[str], at: datetime) -> State:
    """The table after a deal."""
    after: State = GAME.apply(state, Drawn(at, "deal", {"factories": factories}))
    return after


def posted(player: str, at: datetime, sheet: Sheet, post: int = 1) -> Posted:
    """A post as the judge sees it."""
    return Posted(post, player, at, 1, WEEK, sheet)


def play(state: State, act: Posted) -> tuple[Finding, State]:
    """A post judged, its ruling folded as the desk does it: through the log's own form."""
    facts = Facts(act.player, act.at, act.precision, None)
    ruling = rule(GAME, state, draft(act.post, facts, act.week, act.sheet, ()))
    return GAME.judge(state, act), GAME.apply(state, standing_act(GAME, ruling))


def said(move: Game) -> Sheet:
    """An oracle's move as a post says it, with its count."""
    source = 0 if move["src"] == "C" else move["src"] + 1
    line = 0 if move["to"] == "F" else move["to"]
    return Sheet(Said(source, COLOUR[move["col"]], line, move["n"]))


def shown(view: Game) -> str:
    """A contract's state in the oracle's `st` form: factories, centre, lines and floors."""
    letters = {colour: letter for letter, colour in COLOUR.items()} | {"marker": "1"}

    def heap(tiles: list[str]) -> str:
        return "".join(letters[tile] for tile in tiles) or "-"

    factories = ",".join(heap(factory) for factory in view["factories"])
    centre = heap([*(["marker"] if view["marker"] == "centre" else []), *view["centre"]])
    boards = "/".join(
        ",".join(f"{letters[held[0]]}{held[1]}" if held else "-" for held in board["lines"])
        + f":{heap(board['floor'])}"
        for board in view["boards"].values()
    )
    return f"{factories}|{centre}|{boards}"


def boards(view: Game, key: str) -> list[Any]:
    """One thing of each board, in seat order."""
    return [board[key] for board in view["boards"].values()]


def walls(view: Game) -> list[str]:
    """The walls in the oracle's form."""
    return ["/".join(wall).upper() for wall in boards(view, "wall")]


def choices(round_: Game, seat: int) -> Iterator[tuple[int, int | None]]:
    """The rows and columns of a grey round's tiling of a seat, from 0; None for no space."""
    for row, column in enumerate(round_["tiling"][seat]):
        if column is not None:
            yield row, None if column == "F" else column
