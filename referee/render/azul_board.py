"""Azul's factories and boards as lines of text: emoji for forums, letters or colours elsewhere."""

from collections.abc import Sequence

from referee.core.picture import Cell, Picture

_TILES = {
    "blue": "🟦",
    "yellow": "🟨",
    "red": "🟥",
    "black": "⬛",
    "white": "⬜",
    "marker": "🥇",
}
_SPACES = {
    "wall-blue": "🔵",
    "wall-yellow": "🟡",
    "wall-red": "🔴",
    "wall-black": "⚫",
    "wall-white": "⚪",
}
_FREE = "➖"
_LETTERS = {"blue": "B", "yellow": "Y", "red": "R", "black": "K", "white": "W", "marker": "1"}
_BACKGROUNDS = {
    "blue": "97;44",
    "yellow": "30;43",
    "red": "97;41",
    "black": "97;100",
    "white": "30;107",
    "marker": "7",
}


def emoji(picture: Picture) -> list[str]:
    """Squares are tiles, circles are wall spaces made for a colour, ➖ other free spaces.

    The table: a factory a line. A board: the wall, then the pattern line beginning beside it, so
    that nothing has to be aligned; the floor line last.
    """
    return [
        f"{name} {_emoji_row(row)}"
        for name, row in zip(picture.row_names, picture.rows, strict=True)
    ]


def _emoji_row(row: Sequence[Cell]) -> str:
    wall = [cell for cell in row if _ground(cell).startswith("wall")]
    others = [cell for cell in row if not _ground(cell).startswith("wall")]
    if not wall:
        return "".join(_emoji(cell) for cell in others) or "–"
    line = "".join(_emoji(cell) for cell in reversed(others) if _ground(cell) == "line")
    return f"{''.join(_emoji(cell) for cell in wall)} ◂ {line}"


def _ground(cell: Cell) -> str:
    return cell.ground.partition(":")[2]


def _emoji(cell: Cell) -> str:
    if cell.piece:
        return _TILES[cell.piece]
    if _ground(cell) in ("none", "tile"):
        return "–"
    return _SPACES.get(_ground(cell), _FREE)


def terminal(picture: Picture, *, colour: bool) -> list[str]:
    """As the board lies on the table: pattern lines to the left, filled from the right, the wall to
    the right of them.

    Tiles are the letters of the notation, `1` the marker; small letters are wall spaces made for a
    colour, `.` other free spaces, and what a floor space costs stands below it. Colours come on top
    of the letters.
    """
    lines = []
    if any(picture.column_names):
        heads = "".join(f"{name:<3}" for name in picture.column_names if name)
        lines.append(f"{'':20}{heads}".rstrip())
    for name, row in zip(picture.row_names, picture.rows, strict=True):
        cells = [_aligned(cell, colour=colour) for cell in row]
        if len(row) == 10:
            cells.insert(5, "| ")
        lines.append(f" {name:<3}{''.join(cells)}".rstrip())
    costs = "".join(f"{cell.mark:<3}" for cell in picture.rows[-1])
    return [*lines, f"{'':4}{costs}".rstrip()] if costs.strip() else lines


def _aligned(cell: Cell, *, colour: bool) -> str:
    """A cell of three columns."""
    ground = _ground(cell)
    if cell.piece:
        letter = _LETTERS[cell.piece]
        return f"\x1b[{_BACKGROUNDS[cell.piece]}m{letter}\x1b[0m  " if colour else f"{letter}  "
    if ground == "none":
        return "   "
    if ground == "tile":
        return "-  "
    made_for = ground.partition("-")[2]
    letter = _LETTERS[made_for].lower() if made_for else "."
    return f"\x1b[2m{letter}\x1b[0m  " if colour else f"{letter}  "
