"""A picture as lines of text: emoji for forums, aligned for terminals."""

from importlib import import_module
from typing import Any

from referee.core.picture import Cell, Picture

_GROUNDS = {"red": "🔴", "blue": "🔵", "white": "⚪", "black": "⚫"}
_KEYCAP = "\ufe0f\u20e3"
_OTHERS = {"azul": "azul_board", "deuxpas": "deuxpas_board", "qwixx": "qwixx_sheet"}
"""Boards with a vocabulary of their own, by what stands before the colon of a ground; each is drawn
by the module of that name, loaded when there is such a board."""


def _other(picture: Picture) -> Any:
    vocabulary, colon, _ = picture.rows[0][0].ground.partition(":")
    return import_module(f"referee.render.{_OTHERS[vocabulary]}") if colon else None


def emoji(picture: Picture) -> list[str]:
    """A row a line, as players copy it: a keycap for a step, a circle for an empty cell."""
    other = _other(picture)
    if other is not None:
        lines: list[str] = other.emoji(picture)
        return lines
    return ["".join(_emoji(cell) for cell in row) for row in picture.rows]


def _emoji(cell: Cell) -> str:
    return f"{cell.piece}{_KEYCAP}" if cell.piece else _GROUNDS[cell.ground]


def terminal(picture: Picture, *, colour: bool) -> list[str]:
    """The board with the names of its rows and columns; the newest piece stands between `>` `<`.

    Pieces are plain digits: terminals do not agree on the width of a keycap. Each cell is four
    columns wide.
    """
    other = _other(picture)
    if other is not None:
        lines: list[str] = other.terminal(picture, colour=colour)
        return lines
    head = "   " + "".join(f" {name}  " for name in picture.column_names)
    rows = (
        f" {name} " + "".join(_aligned(cell, colour=colour) for cell in row)
        for name, row in zip(picture.row_names, picture.rows, strict=True)
    )
    return [head.rstrip(), *(row.rstrip() for row in rows)]


def _aligned(cell: Cell, *, colour: bool) -> str:
    if not cell.piece:
        return f" {_GROUNDS[cell.ground]} "
    text = f">{cell.piece}< " if cell.mark == "new" else f" {cell.piece}  "
    return f"\x1b[1m{text}\x1b[0m" if colour else text
