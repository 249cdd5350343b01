"""An Azul table as the contract writes it, and its hash."""

import hashlib
from datetime import datetime
from typing import Any

import msgspec

from referee.games.azul.board import MARKER, Board, line
from referee.games.azul.folding import advance, due
from referee.games.azul.offer import CENTRE
from referee.games.azul.state import State, awaited_seats, winners
from referee.games.azul.tiles import COLOURS, colours, count
from referee.games.azul.wall import letters


def tile_names(heap: int) -> list[str]:
    """The tiles of a heap by their colours, in order."""
    return [COLOURS[c] for c in colours(heap) for _ in range(count(heap, c))]


def _supply(heap: int) -> dict[str, int]:
    return {colour: count(heap, at) for at, colour in enumerate(COLOURS)}


def board_view(board: Board) -> dict[str, Any]:
    """A player's board as the contract writes it."""
    held = [line(board, row) for row in range(5)]
    return {
        "score": board.score,
        "lines": [[COLOURS[colour], number] if number else None for colour, number in held],
        "wall": [letters(board.wall, row) for row in range(5)],
        "floor": ["marker" if tile == MARKER else COLOURS[tile] for tile in board.floor],
    }


def view(state: State, at: datetime, week: str) -> dict[str, Any]:
    """The state as the contract writes it, at an instant."""
    state = advance(state, at)[0]
    offer, players = state.offer, state.players
    awaited = awaited_seats(state)
    ends = [end for seat in awaited if (end := due(state, seat)) is not None]
    return {
        "round": state.round,
        "phase": "deal" if state.phase == "first" else state.phase,
        "active": active(state),
        "factories": [tile_names(heap) for heap in offer.factories],
        "centre": tile_names(offer.centre),
        "marker": marker(state),
        "waiting_for": [players[seat] for seat in awaited] if state.phase == "tiling" else [],
        "deadline": min(ends, default=None),
        "bag": _supply(offer.bag),
        "lid": _supply(offer.lid),
        "boards": {
            name: board_view(board) for name, board in zip(players, offer.boards, strict=True)
        },
        "dispute": state.dispute is not None,
        "over": state.phase == "over",
        "winners": [players[seat] for seat in winners(state)],
    }


def active(state: State) -> str | None:
    """Who is to move; before the deal, who begins the round."""
    if state.phase == "offer":
        return state.players[state.offer.turn]
    if state.phase == "deal" and state.first is not None:
        return state.players[state.first]
    return None


def marker(state: State) -> str | None:
    """Where the first-player marker is: `centre`, or its holder; None before anybody has it."""
    if state.phase == "first":
        return None
    return "centre" if state.offer.marker == CENTRE else state.players[state.offer.marker]


def position(state: State, player: str) -> str:
    """A short hash of what a ruling on a post of `player` depends on."""
    parts = (
        player,
        state.players,
        state.phase,
        state.round,
        state.offer,
        state.chosen,
        state.resigned,
        state.dispute,
        state.last and (state.last.post, state.last.seat),
    )
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]
