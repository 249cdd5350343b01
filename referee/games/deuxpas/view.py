"""The table as the contract writes it, and as a picture."""

from datetime import datetime
from typing import Any

from referee.core.picture import Cell, Picture
from referee.games.deuxpas import board
from referee.games.deuxpas.clock import SECOND, advance, left_at
from referee.games.deuxpas.state import BLUE, COLOURS, RED, Pair, State


def view(state: State, at: datetime, week: str) -> dict[str, Any]:
    """The state as the contract writes it, at an instant; clocks in whole seconds."""
    state = advance(state, at)[0]
    playing = state.phase == "play"
    waiting = state.phase in ("draw", "placement")
    result = state.result
    return {
        "phase": state.phase,
        "seats": dict(zip(COLOURS, state.seats, strict=True)),
        "placed": [state.seats[side] for side in state.placed] if waiting else [],
        "board": _rows(state),
        "pawns": _by_colour([board.names(mask) for mask in state.pawns]),
        "arrived": _numbers(state.arrived),
        "destroyed": _numbers(state.destroyed),
        "to_move": COLOURS[state.turn] if playing else None,
        "moves": _numbers(state.made),
        "clock": _numbers(clocks(state, at)),
        "result": None
        if result is None
        else {
            "winner": None if result.winner is None else COLOURS[result.winner],
            "reason": result.reason,
        },
    }


def clocks(state: State, at: datetime) -> Pair:
    """What both clocks show at an instant, in whole seconds."""
    red, blue = (left_at(state, side, at) // SECOND for side in (RED, BLUE))
    return red, blue


def _by_colour(values: list[Any]) -> dict[str, Any]:
    return dict(zip(COLOURS, values, strict=True))


def _numbers(pair: Pair) -> dict[str, int]:
    return dict(zip(COLOURS, pair, strict=True))


def _rows(state: State) -> list[str]:
    """Ranks 8 to 1: `.` black, `r` `b` painted, `R` `B` immutable."""
    signs = "".join(_sign(state, cell) for cell in range(64))
    return [signs[first : first + 8] for first in range(56, -1, -8)]


def _sign(state: State, cell: int) -> str:
    sign = "." if not (state.cells[RED] | state.cells[BLUE]) >> cell & 1 else ""
    sign = sign or ("r" if state.cells[RED] >> cell & 1 else "b")
    return sign.upper() if state.fixed >> cell & 1 else sign


def picture(state: State) -> Picture:
    """The board, rank 8 on top. Grounds are `deuxpas:` and black, red or blue, with `!` where
    immutable; pieces red or blue; marks, parted by spaces: `danger` for a pawn on the other's
    colour (D8), `to`, `from` and `painted` for the last move."""
    cells = [_cell(state, cell) for cell in range(64)]
    rows = tuple(tuple(cells[first : first + 8]) for first in range(56, -1, -8))
    return Picture(rows, tuple("87654321"), tuple(board.FILES))


def _cell(state: State, cell: int) -> Cell:
    sign = _sign(state, cell)
    ground = {".": "black", "r": "red", "b": "blue"}[sign.lower()]
    piece = ""
    for side in (RED, BLUE):
        if state.pawns[side] >> cell & 1:
            piece = COLOURS[side]
    marks = ["danger"] if state.danger >> cell & 1 else []
    last = state.last
    if last is not None:
        if cell in (last.to, last.start):
            marks.append("to" if cell == last.to else "from")
        elif last.painted >> cell & 1:
            marks.append("painted")
    return Cell(f"deuxpas:{ground}{'!' if sign.isupper() else ''}", piece, " ".join(marks))
