"""The table as the contract writes it, its limits, its end, and what a ruling depends on."""

import hashlib
from datetime import datetime
from typing import Any

import msgspec

from referee.core.seated import Deadline, Outcome
from referee.games.qwixx import board
from referee.games.qwixx.board import Dice
from referee.games.qwixx.state import Sheet, State
from referee.games.qwixx.turns import advance, due


def view(state: State, at: datetime, week: str) -> dict[str, Any]:
    """The contract's JSON state, once what has run out by `at` has had its effect."""
    state = advance(state, at)[0]
    over = state.over is not None
    turn = state.turn
    ends = [limit.at for limit in deadlines(state, at)]
    if turn is not None and not ends and not state.closed:
        ends = [end for seat in _seats(state) if (end := due(state, seat)) is not None]
    return {
        "turn": state.number,
        "active": None if over or state.active < 0 else state.players[state.active],
        "dice": dice_json(turn.dice) if turn else None,
        "waiting_for": list(waiting(state)),
        "deadline": max(ends) if ends else None,
        "closed": board.named(state.closed_rows),
        "sheets": {
            player: sheet_json(sheet)
            for player, sheet in zip(state.players, state.sheets, strict=True)
        },
        "over": over,
        "winners": list(winners(state)),
    }


def _seats(state: State) -> range:
    return range(len(state.players))


def dice_json(dice: Dice) -> dict[str, Any]:
    """Dice as the contract writes them; null for a die that is not there."""
    coloured = {colour: dice[row + 2] or None for row, colour in enumerate(board.COLOURS)}
    return {"white": [dice[0], dice[1]], **coloured}


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """A sheet as the contract writes it."""
    marks = {
        colour: board.numbers(row, sheet.rows[row]) for row, colour in enumerate(board.COLOURS)
    }
    return {
        **marks,
        "locks": board.named(board.locked(sheet.rows)),
        "penalties": sheet.penalties,
        "score": sheet.score,
    }


def waiting(state: State) -> tuple[str, ...]:
    """The players whose answers are awaited (X12); nobody at a closed table."""
    return () if state.closed else tuple(state.players[seat] for seat in state.waiting)


def winners(state: State) -> tuple[str, ...]:
    """The highest score wins, equal scores share it (X10); who resigned wins nothing."""
    if state.over is None:
        return ()
    scores = {
        player: sheet.score
        for player, sheet, gone in zip(state.players, state.sheets, state.gone, strict=True)
        if not gone
    }
    best = max(scores.values(), default=0)
    return tuple(player for player, score in scores.items() if score == best)


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None: `rows` (two are closed), `penalty` (a fourth), `resignation`."""
    if state.over is None:
        return None
    scores = {
        player: sheet.score for player, sheet in zip(state.players, state.sheets, strict=True)
    }
    if state.closed_rows.bit_count() >= board.ROWS_TO_END:
        reason = "rows"
    elif any(sheet.penalties >= board.MOST_PENALTIES for sheet in state.sheets):
        reason = "penalty"
    else:
        reason = "resignation"
    return Outcome(state.over, winners(state), scores, reason)


def deadlines(state: State, at: datetime) -> tuple[Deadline, ...]:
    """The limits that run: of everybody who is awaited (X11)."""
    if state.closed:
        return ()
    return tuple(
        Deadline(end, state.players[seat], "X11")
        for seat in state.waiting
        if (end := due(state, seat)) is not None
    )


def position(state: State, player: str) -> str:
    """A short hash of what a ruling on a post of `player` depends on."""
    seat = state.seat(player)
    parts = (
        state.players,
        state.number,
        state.active,
        state.turn,
        state.ended,
        state.closed_rows,
        state.over,
        state.gone,
        state.owed,
        state.sheets[seat] if seat >= 0 else None,
    )
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]


def ranking(state: State, week: str) -> list[tuple[str, int, tuple[int, ...]]]:
    """Players by points, most first; no steps, those are Quadrille's."""
    rows = zip(state.players, state.sheets, strict=True)
    return sorted(((p, sheet.score, ()) for p, sheet in rows), key=lambda row: -row[1])
