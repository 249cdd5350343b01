"""Rows, boxes and moves as notes in data: sentences are made of them last, in any language."""

from collections.abc import Sequence
from typing import Any

from referee.games.qwixx import board
from referee.games.qwixx.state import Move

Noted = dict[str, Any]
"""A note in data: `kind` and `facts`."""


def row_note(row: str) -> Noted:
    """A row by its colour."""
    return {"kind": f"qwixx-{row}", "facts": {}}


def line_note(row: str) -> Noted:
    """A row as `la ligne verte`."""
    return {"kind": f"qwixx-line-{row}", "facts": {}}


def box_note(row: str, number: int) -> Noted:
    """A box: row, number and, on the last number, the lock that goes with it (X7)."""
    last = row in board.COLOURS and board.NUMBERS[board.COLOURS.index(row)][-1] == number
    kind = "qwixx-box-lock" if last else "qwixx-box"
    return {"kind": kind, "facts": {"row": row_note(row), "number": number}}


def move_words(white: Sequence[Any] | None, colour: Sequence[Any] | None) -> tuple[str, Noted]:
    """The key and the facts of the sentence that says a move."""
    if white and colour:
        return "qwixx-both", {"white": _box(white), "colour": _box(colour)}
    if white:
        return "qwixx-white", {"white": _box(white)}
    if colour:
        return "qwixx-colour", {"colour": _box(colour)}
    return "qwixx-nothing", {}


def move_note(move: Move) -> Noted:
    """A move, for the facts of an objection."""
    kind, facts = move_words(move.white, move.colour)
    return {"kind": kind, "facts": facts}


def _box(pair: Sequence[Any]) -> Noted:
    return box_note(str(pair[0]), int(pair[1]))
