"""What the words of a neutral picture look like: a cell of any game drawn as SVG in a square."""

from collections.abc import Callable

from referee.core.picture import Cell
from referee.render import glyphs as g

INK = "#1d1d1f"
PAPER = "#fffdf7"

_GROUNDS = {
    "red": ("#c8433f", "#8e2522"),
    "blue": ("#2f62ad", "#1d4380"),
    "white": ("#f6f3ec", "#8f897b"),
    "black": ("#2a2a2e", "#77777f"),
}
_UNKNOWN = ("#d5d3cd", "#77746c")
"""For a word that no table here knows: grey, and what stands on it as text."""


def drawn(cell: Cell) -> str:
    """The cell as SVG elements in a square of 40."""
    return _painter(cell.ground)(cell)


def printed(cell: Cell) -> bool:
    """Whether the piece is printed on the board, so that only the mark tells what happened."""
    return cell.ground.startswith("qwixx:") and cell.ground != "qwixx:score"


def loose(cell: Cell) -> bool:
    """Whether the row of the cell is a heap, in which places mean nothing."""
    return cell.ground == "azul:tile"


def blank(cell: Cell) -> bool:
    """Whether there is no cell there, only room."""
    return cell.ground in ("azul:none", "qwixx:title")


def _painter(ground: str) -> Callable[[Cell], str]:
    if ground in _GROUNDS:
        return _floor_of_quadrille
    return _PAINTERS.get(ground.partition(":")[0], _anything) if ":" in ground else _anything


def _anything(cell: Cell) -> str:
    """A cell of an unknown vocabulary."""
    parts = [g.plate(*_UNKNOWN)]
    if cell.piece:
        parts.append(g.words(cell.piece[:4], 20, 20, 13, INK))
    if cell.mark:
        parts.append(g.frame(INK, inset=4, width=1.5, dash="3 2"))
    return "".join(parts)


def _floor_of_quadrille(cell: Cell) -> str:
    parts = [g.plate(*_GROUNDS[cell.ground])]
    if cell.piece:
        new = cell.mark == "new"
        parts.append(g.disc(14.5, "#ffd54d" if new else PAPER, INK, 2.5 if new else 1.2))
        parts.append(g.number(cell.piece, 20, 20, 17, INK))
    return "".join(parts)


_QWIXX = {
    "red": ("#b3312d", "#fae4e2"),
    "yellow": ("#8a6100", "#fcefc9"),
    "green": ("#26713a", "#e0f1e2"),
    "blue": ("#28589c", "#e0eaf8"),
}


def _sheet_of_qwixx(cell: Cell) -> str:
    name = cell.ground.partition(":")[2]
    if name in ("title", "score"):
        return g.words(f"Σ {cell.piece}", 20, 20, 15, "currentColor") if name == "score" else ""
    strong, light = _QWIXX.get(name, ("#55524a", "#eeece5"))
    taken = cell.mark in ("new", "crossed")
    parts = [g.plate(strong if taken else light, strong, width=1.2)]
    if cell.mark == "lost":
        parts = [g.plate("#e9e7e2", "#b8b4aa", width=1)]
    ink = PAPER if taken else "#8a867c" if cell.mark == "lost" else strong
    if cell.piece == "lock":
        parts.append(g.shape(g.LOCK, "none", ink, 2.4))
    else:
        parts.append(g.number(cell.piece, 20, 20, 17, ink))
    if taken:
        parts.append(g.stroke(g.CROSS, PAPER, 1.8))
    if cell.mark == "new":
        parts.append(g.frame("#ffd54d", inset=3, width=3))
    if cell.mark == "lost":
        parts.append(g.stroke("M9 31L31 9", "#8a867c", 1.4))
    return "".join(parts)


_TILES = {
    "blue": ("#2f6db5", g.DIAMOND, "#dcebfa"),
    "yellow": ("#e2a52c", "M20 10A10 10 0 1 1 19.9 10Z", "#5c3d00"),
    "red": ("#bf3a38", g.PLUS, "#fbe3e1"),
    "black": ("#2a2a2e", g.SQUARE, "#d5d5da"),
    "white": ("#e9f1f1", g.STAR, "#14727a"),
}
"""The five colours of tiles: ground, sign, colour of the sign. The sign tells them apart too."""


def _tile(colour: str) -> str:
    if colour == "marker":
        return g.plate(PAPER, INK, inset=3, width=2) + g.number("1", 20, 20, 17, INK)
    if colour not in _TILES:
        return g.plate(*_UNKNOWN, inset=3) + g.words(colour[:4], 20, 20, 12, INK)
    fill, sign, ink = _TILES[colour]
    edge = {"white": "#14727a", "black": "#8b8b93"}.get(colour, INK)
    return g.plate(fill, edge, inset=3, width=1.2) + g.shape(sign, ink)


def _loose_of_azul(cell: Cell) -> str:
    return _tile(cell.piece) if cell.piece else g.plate("none", "#8f897b", inset=4, width=1)


def _azul(cell: Cell) -> str:
    name = cell.ground.partition(":")[2]
    if name == "none":
        return ""
    return _AZUL.get(name, _space_of_azul)(cell)


def _space_of_azul(cell: Cell) -> str:
    ground = g.plate("#f3f0e8", "#a39d8f", width=1)
    if cell.ground == "azul:line":
        ground = g.plate("#e6e1d4", "#a39d8f", width=1)
    if cell.piece:
        return ground + _tile(cell.piece)
    made_for = cell.ground.partition("-")[2]
    if made_for in _TILES:
        fill, sign, ink = _TILES[made_for]
        pale = g.plate(fill, fill, inset=3, width=1).replace("/>", ' fill-opacity=".16"/>')
        quiet = g.shape(sign, "none", fill if made_for != "white" else ink, 1.6)
        return ground + pale + quiet
    return ground


def _penalty_of_azul(cell: Cell) -> str:
    ground = g.plate("#f3f0e8", "#a39d8f", width=1)
    cost = g.number(cell.mark, 20, 20, 13, "#5d574b") if not cell.piece else ""
    return ground + (_tile(cell.piece) if cell.piece else cost)


_PAWNS = {"red": "M20 7.5A12.5 12.5 0 1 1 19.9 7.5Z", "blue": "M20 5L35 20 20 35 5 20Z"}
"""A pawn of Red is round, one of Blue pointed: the colour alone says nothing."""


def _floor_of_deuxpas(cell: Cell) -> str:
    colour = cell.ground.partition(":")[2]
    marks = cell.mark.split()
    fill, edge = _GROUNDS.get(colour.rstrip("!"), _UNKNOWN)
    parts = [g.plate(fill, edge)]
    if colour.endswith("!"):
        parts.append(g.frame(PAPER, inset=4.5, width=1.6))
        parts += (g.shape(corner, PAPER) for corner in _CORNERS)
    if "from" in marks:
        parts.append(g.stroke("M20 13A7 7 0 1 1 19.9 13Z", "#ffd54d", 2.2))
    if cell.piece:
        parts.append(_pawn(cell.piece, danger="danger" in marks, moved="to" in marks))
    if "painted" in marks:
        parts.append(g.shape("M26 3H37V14Z", "#ffd54d", INK, 1))
    return "".join(parts)


_CORNERS = ("M4.5 4.5H13L4.5 13Z", "M35.5 35.5H27L35.5 27Z")


def _pawn(colour: str, *, danger: bool, moved: bool) -> str:
    fill = _GROUNDS.get(colour, _UNKNOWN)[0]
    body = g.shape(_PAWNS.get(colour, g.SQUARE), fill, "#ffd54d" if moved else PAPER, 3)
    return body + (g.number("!", 20, 20, 17, PAPER) if danger else "")


_AZUL: dict[str, Callable[[Cell], str]] = {"tile": _loose_of_azul, "floor": _penalty_of_azul}
_PAINTERS: dict[str, Callable[[Cell], str]] = {
    "qwixx": _sheet_of_qwixx,
    "deuxpas": _floor_of_deuxpas,
    "azul": _azul,
}
"""By the game that a ground names before its colon."""
