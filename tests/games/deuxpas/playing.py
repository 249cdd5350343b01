"""A Deux-Pas table without the desk: posts, the house, and positions to count from."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from referee.core.game import Opening
from referee.core.house import Drawn, Life, Revealed, Sealed
from referee.core.ruling import Finding
from referee.core.seated import Seated
from referee.games.deuxpas import board
from referee.games.deuxpas.acts import Posted
from referee.games.deuxpas.game import GAME
from referee.games.deuxpas.state import COLOURS, Ruled, State

_seated = GAME.seated
assert _seated is not None
SEATED: Seated = _seated
"""What Deux-Pas has besides, as a game with seats."""

GAMES = Path(__file__).parents[3] / "fixtures/games/deuxpas"
START = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
PLAYERS = ("Alice", "Bruno")
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
WEEK = "2026-W48"

VARIED = {"red": ["a3", "c5", "g4", "e6"], "blue": ["h6", "f4", "b5", "d3"]}
PLACED: dict[str, tuple[str, ...]] = {
    "red": ("a1", "b1", "g1", "h1"),
    "blue": ("a8", "c8", "f8", "h8"),
}


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of a file of independent results."""
    text = (GAMES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def perft(position: board.Position, depth: int) -> int:
    """How many sequences of exactly so many moves there are, the last ply counted in bulk."""
    if depth == 1:
        return board.count(position)
    after = [one for one in board.successors(position) if not board.won(one)]
    if depth == 2:
        return sum(map(board.count, after))
    return sum(perft(one, depth - 1) for one in after)


def classic() -> board.Position:
    """The classic start, Red to move."""
    return opened().position(0)


def varied() -> board.Position:
    """The varied start of the independent counts."""
    fixed = {name: board.mask_of(cells) for name, cells in VARIED.items()}
    return (
        board.mask_of(PLACED["red"]),
        board.mask_of(PLACED["blue"]),
        fixed["red"],
        fixed["blue"],
        fixed["red"] | fixed["blue"],
        board.HOME[1],
        0,
        0,
    )


def ending() -> board.Position:
    """The ending of the independent counts: two arrivals each."""
    red, blue = board.mask_of(["g7"]), board.mask_of(["b2"])
    pawns = board.mask_of(["a7", "h2", "b6"]), board.mask_of(["h3", "g2", "c3"])
    return (*pawns, red, blue, red | blue, board.HOME[1], 2, 2)


def opened(start: dict[str, Any] | None = None, kind: str = "classic", clock: str = "7d") -> State:
    """A table at its opening."""
    options = {"start": kind, "clock": clock}
    state = GAME.setup(Opening(START, PLAYERS, options, start))
    assert isinstance(state, State)
    return state


def placed(cells: dict[str, list[str]], pawns: dict[str, tuple[str, ...]]) -> State:
    """A varied table after the draw and both placements, all at the opening."""
    state = opened(kind="varied")
    state = GAME.apply(state, Drawn(START, "cells", cells, 1))
    for player in PLAYERS:
        state = GAME.apply(state, Sealed(START, player))
    open_now = {name: pawns[colour] for name, colour in zip(PLAYERS, COLOURS, strict=True)}
    after: State = GAME.apply(state, Revealed(START, open_now))
    return after


def post(player: str, text: str, at: datetime, *, precision: int = 1, number: int = 1) -> Posted:
    """A post as an act to judge."""
    return Posted(number, player, at, precision, WEEK, GAME.read(text, PLAYERS).act)


def ruled(act: Posted, finding: Finding) -> Ruled:
    """What is folded of a ruling."""
    return Ruled(act.post, act.player, act.at, act.precision, act.week, finding.effect)


def said(state: State, player: str, text: str, at: datetime, **how: Any) -> tuple[Finding, State]:
    """The finding on a post, and the table after it."""
    act = post(player, text, at, **how)
    finding = GAME.judge(state, act)
    return finding, GAME.apply(state, ruled(act, finding))


def cases(finding: Finding) -> list[str]:
    """Clause and case of each objection, the deciding one first."""
    return [f"{one.clause}.{one.case}" for one in finding.objections]


def warned(finding: Finding) -> list[str]:
    """Clause and case of each warning."""
    return [f"{one.clause}.{one.case}" for one in finding.warnings]


def pause(state: State, at: datetime, until: datetime | None = None) -> State:
    """The table paused."""
    after: State = GAME.apply(state, Life("paused", at, until))
    return after
