"""A sheet of Qwixx as lines of text: emoji for forums, aligned for terminals."""

from referee.core.picture import Cell, Picture

_ROWS = {"red": "🔴", "yellow": "🟡", "green": "🟢", "blue": "🔵", "penalty": "➖", "title": ""}
_ANSI = {"red": 31, "yellow": 33, "green": 32, "blue": 34}
_CROSSES = {"crossed": "❌", "new": "✅", "lost": "▫️"}
_LOCKS = {"crossed": "🔒", "new": "🔒", "lost": "🚫", "": "🔓"}
_AROUND = {"crossed": "[]", "new": "><", "lost": "  ", "": "  "}
_FAINT, _BOLD = 2, 1


def _name(cell: Cell) -> str:
    return cell.ground.partition(":")[2]


def emoji(picture: Picture) -> list[str]:
    """A row a line: ❌ marked, ✅ marked in this turn, ▫️ out of reach, 🔒 and 🔓 the lock, 🚫
    closed without it; the last line has the penalties and the points."""
    return [_emoji_row(row) for row in picture.rows]


def _emoji_row(row: tuple[Cell, ...]) -> str:
    name = _name(row[0])
    if name == "title":
        return row[0].piece
    cells = [_score(cell) or _emoji(cell) for cell in row]
    return " ".join((_ROWS[name], *cells))


def _score(cell: Cell) -> str:
    return f"Σ {cell.piece}" if _name(cell) == "score" else ""


def _emoji(cell: Cell) -> str:
    if cell.piece == "lock":
        return _LOCKS[cell.mark]
    if _name(cell) == "penalty":
        return "❌" if cell.mark else "⬜"
    return _CROSSES.get(cell.mark, cell.piece)


def terminal(picture: Picture, *, colour: bool) -> list[str]:
    """A row a line, four columns a cell: `[7]` marked, `>7<` marked in this turn, `·` out of reach;
    the last line has the penalties and the points."""
    return [_terminal_row(row, colour=colour).rstrip() for row in picture.rows]


def _terminal_row(row: tuple[Cell, ...], *, colour: bool) -> str:
    name = _name(row[0])
    if name == "title":
        return row[0].piece
    cells = "".join(_score(cell) or _aligned(cell, colour=colour) for cell in row)
    return f"{_ROWS[name]} {cells}"


def _aligned(cell: Cell, *, colour: bool) -> str:
    name, around = _name(cell), _AROUND[cell.mark]
    if name == "penalty":
        return "[X] " if cell.mark else "[ ] "
    if cell.piece == "lock":
        return f" {_LOCKS[cell.mark]}"
    text = f"{around[0]}{cell.piece if cell.mark != 'lost' else '·':>2}{around[1]}"
    if not colour:
        return text
    codes = [_ANSI[name]]
    if cell.mark in ("crossed", "new"):
        codes.append(_BOLD)
    elif cell.mark == "lost":
        codes.append(_FAINT)
    return f"\x1b[{';'.join(map(str, codes))}m{text}\x1b[0m"
