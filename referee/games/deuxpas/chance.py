"""The immutable cells of a varied start, drawn or recorded, and the placements (D3, F10)."""

from typing import Any

from referee.core.patterns import lazy
from referee.core.ruling import Objection
from referee.core.seated import BadDraw, Below, Wanted
from referee.games.deuxpas import board
from referee.games.deuxpas.state import COLOURS, State

PAIRS = 4
_MIDDLE = tuple(range(8, 56))
"""Ranks 2 to 7 in the order of F10: a2 b2 … h7."""

_NAME = lazy(r"[^\s,;]+")


def awaited(state: State) -> Wanted | Objection:
    """The draw of the immutable cells, or why none is due."""
    if state.closed:
        return Objection("F14", "closed", {})
    if state.result is not None:
        return Objection("F14", "deuxpas-over", {"from": state.result.at.isoformat()})
    if not state.drawn:
        return Wanted("cells")
    if state.fixed:
        return Objection("D3", "drawn", {"cells": board.names(state.fixed & state.cells[0])})
    return Objection("D2", "no-draw", {})


def draw(state: State, below: Below) -> dict[str, Any]:
    """Four red cells from the numbers of a seed, and their opposites (F10: 48, 46, 44, 42)."""
    left = list(_MIDDLE)
    red = []
    for _ in range(PAIRS):
        cell = left[below(len(left))]
        red.append(cell)
        left = [other for other in left if other not in (cell, board.opposite(cell))]
    return _result(red)


def record(state: State, text: str) -> tuple[str, dict[str, Any]]:
    """The red cells as the moderator writes them (`a3 c5 g4 e6`); raises BadDraw."""
    found = _cells(text)
    if len(found) != PAIRS:
        raise BadDraw("deuxpas-four", n=len(found))
    cells = [board.INDEX[name] for name in found]
    outside = [name for name in found if board.INDEX[name] not in _MIDDLE]
    if outside:
        raise BadDraw("deuxpas-rank", seen=", ".join(outside))
    pairs = [(name, board.opposite(cell)) for name, cell in zip(found, cells, strict=True)]
    clashes = [name for name, other in pairs if other in cells]
    if clashes:
        raise BadDraw("deuxpas-opposite", seen=", ".join(clashes))
    return "cells", _result(cells)


def spelled(kind: str, result: dict[str, Any]) -> str:
    """A draw in the form in which `record` reads it."""
    return " ".join(result["red"])


def placement(state: State, player: str, text: str) -> tuple[str, ...]:
    """The four cells of a player's placement, sorted; raises BadDraw for what cannot be placed."""
    side = state.side_of(player)
    if side is None:
        raise BadDraw("deuxpas-seat", name=player)
    if state.phase == "draw":
        raise BadDraw("deuxpas-undrawn")
    if state.phase != "placement":
        raise BadDraw("deuxpas-no-placement")
    if side in state.placed:
        raise BadDraw("deuxpas-placed", name=player)
    found = _cells(text)
    if len(found) != PAIRS:
        raise BadDraw("deuxpas-pawns", n=len(found))
    elsewhere = [name for name in found if not board.HOME[side] >> board.INDEX[name] & 1]
    if elsewhere:
        rank = "18"[side]
        raise BadDraw("deuxpas-home", seen=", ".join(elsewhere), camp=COLOURS[side], rank=rank)
    return tuple(sorted(found))


def _cells(text: str) -> list[str]:
    """Different cells of the board, however they are parted; raises BadDraw."""
    found = [name.casefold() for name in _NAME.findall(text[:400])]
    strange = [name for name in found if name not in board.INDEX]
    if strange:
        raise BadDraw("deuxpas-cell", seen=", ".join(strange[:8]))
    twice = sorted({name for name in found if found.count(name) > 1})
    if twice:
        raise BadDraw("deuxpas-twice", seen=", ".join(twice))
    return found


def _result(red: list[int]) -> dict[str, Any]:
    return {
        "red": [board.CELLS[cell] for cell in red],
        "blue": [board.CELLS[board.opposite(cell)] for cell in red],
    }
