"""The boards of a history as compact data: each cell, row, picture and sentence is kept once."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.core.picture import Cell, Picture
from referee.render.changes import Part, described, word
from referee.render.looks import drawn
from referee.words.sentences import Speaker


class Symbol(NamedTuple):
    """A cell to draw: its SVG, and what is said of it."""

    svg: str
    words: str


class Scenes:
    """Tables as lists of numbers: of parts, which are sentences or pictures; of rows; of cells."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker
        self._cells: dict[Cell, int] = {}
        self._rows: dict[tuple[Cell, ...], int] = {}
        self._parts: dict[Part, int] = {}
        self._tables: dict[tuple[int, ...], int] = {}

    def table(self, parts: Sequence[Part]) -> int:
        """The number of a table with these parts."""
        return _number(self._tables, tuple(_number(self._parts, part) for part in parts))

    def symbols(self) -> list[Symbol]:
        """The cells in the order of their numbers, once `data` was asked for."""
        return [Symbol(drawn(cell), described(cell, self._speaker)) for cell in self._cells]

    def data(self) -> dict[str, Any]:
        """Everything but the cells, for the script of the page: a sentence is a text, a picture
        `[title, rows, names of rows, names of columns, longest row]`."""
        parts = [
            part if isinstance(part, str) else self._picture(part) for part in list(self._parts)
        ]
        rows = [[_number(self._cells, cell) for cell in row] for row in self._rows]
        return {"parts": parts, "rows": rows, "tables": [list(table) for table in self._tables]}

    def _picture(self, picture: Picture) -> list[Any]:
        rows = [_number(self._rows, row) for row in picture.rows]
        names = [word(name, self._speaker) for name in picture.row_names]
        widest = max(map(len, picture.rows), default=0)
        return [picture.title, rows, names, list(picture.column_names), widest]


def _number(known: dict[Any, int], thing: Any) -> int:
    return known.setdefault(thing, len(known))
