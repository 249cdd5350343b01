"""A board to draw, whatever it is drawn on: terminal, forum, page."""

import msgspec


class Cell(msgspec.Struct, frozen=True):
    """A cell: the colour of its ground, the piece on it (empty for none), and a mark such as
    `new` for what the last act changed."""

    ground: str
    piece: str = ""
    mark: str = ""


class Picture(msgspec.Struct, frozen=True):
    """Rows of cells from the top, with the names of rows and columns, which may be left empty;
    `title` names whose board it is, where a table has several."""

    rows: tuple[tuple[Cell, ...], ...]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    title: str = ""
