"""A board of Deux-Pas as lines of text: emoji for forums, letters or colours for terminals."""

from referee.core.picture import Cell, Picture

_GROUNDS = {"black": "⬛", "red": "🟥", "blue": "🟦", "red!": "📕", "blue!": "📘"}
_PAWNS = {"red": "🔴", "blue": "🔵"}
_DANGER = {"red": "🟠", "blue": "🟣"}
"""A pawn on the other's colour: one emoji a cell must tell whose it is and that it is in danger."""

_WIDE = 0xFEE0
"""From ASCII to the letters and digits that are as wide as an emoji."""

_LETTERS = {"black": ".", "red": "r", "blue": "b", "red!": "R", "blue!": "B"}
_LETTER_PAWNS = {"red": "x", "blue": "o"}
_BEFORE = {"danger": "!", "to": ">", "from": "-", "painted": "+"}
_BACKGROUNDS = {"black": 40, "red": 41, "blue": 44, "red!": 101, "blue!": 104}


def emoji(picture: Picture) -> list[str]:
    """A rank a line with its number, and the files below: 📕 📘 immutable, 🔴 🔵 pawns, 🟠 🟣 pawns
    in danger."""
    rows = [
        _wide(name) + "".join(_emoji(cell) for cell in row)
        for name, row in zip(picture.row_names, picture.rows, strict=True)
    ]
    return [*rows, "\u3000" + "".join(map(_wide, picture.column_names))]


def _wide(name: str) -> str:
    return "".join(chr(ord(letter) + _WIDE) for letter in name)


def _ground(cell: Cell) -> str:
    return cell.ground.partition(":")[2]


def _emoji(cell: Cell) -> str:
    if not cell.piece:
        return _GROUNDS[_ground(cell)]
    return (_DANGER if "danger" in cell.mark.split() else _PAWNS)[cell.piece]


def terminal(picture: Picture, *, colour: bool) -> list[str]:
    """A rank a line, each cell four columns: a mark, the pawn (`x` Red, `o` Blue), the ground.

    Grounds: `.` black, `r` `b` painted, `R` `B` immutable. Marks: `!` in danger, `>` and `-` where
    the last move went and came from, `+` what it painted. Colours come on top of the letters.
    """
    head = "   " + "".join(f"  {name} " for name in picture.column_names)
    rows = (
        f" {name} " + "".join(_aligned(cell, colour=colour) for cell in row)
        for name, row in zip(picture.row_names, picture.rows, strict=True)
    )
    return [head.rstrip(), *(row.rstrip() for row in rows)]


def _aligned(cell: Cell, *, colour: bool) -> str:
    ground, marks = _ground(cell), cell.mark.split()
    before = next((sign for mark, sign in _BEFORE.items() if mark in marks), " ")
    text = f"{before}{_LETTER_PAWNS.get(cell.piece, ' ')}{_LETTERS[ground]} "
    if not colour:
        return text
    weight = "1;97" if cell.piece or ground.endswith("!") else "97"
    return f"\x1b[{weight};{_BACKGROUNDS[ground]}m{text}\x1b[0m"
