"""Why a move cannot be made: each cell and each step by itself (D1, D5, D6)."""

from collections.abc import Iterator
from typing import Any

from referee.core.reading import Note
from referee.core.ruling import Objection
from referee.games.deuxpas import board
from referee.games.deuxpas.acts import Cells
from referee.games.deuxpas.state import COLOURS, State


def objections(state: State, side: int, paths: tuple[Cells, ...]) -> list[Objection]:
    """Everything that is wrong with a move of one side, given in so many ways; each fault once."""
    found: list[Objection] = []
    for path in paths:
        found += [one for one in _of_path(state, side, path) if one not in found]
    return found


def _of_path(state: State, side: int, path: Cells) -> Iterator[Objection]:
    outside = [name for name in path if name not in board.INDEX]
    if outside:
        yield Objection("D1", "off-board", {"cells": outside})
        return
    yield from _pawn(state, side, path[0])
    if len(path) > 3:
        yield Objection("D5", "steps", {"n": len(path) - 1, "path": "-".join(path)})
    elif path[-1] == path[0]:
        yield Objection("D5", "back", {"cell": path[0]})
    elif len(path) == 3:
        yield from _given_path(state, side, path)
    else:
        yield from _arrival(state, side, *path)


def _pawn(state: State, side: int, name: str) -> Iterator[Objection]:
    """The pawn to move: there, and the player's own."""
    own, others = state.pawns[side], state.pawns[1 - side]
    at = board.INDEX[name]
    if others >> at & 1:
        facts = {"cell": name, "pawn": COLOURS[1 - side], "pawns": board.names(own)}
        yield Objection("D5", "not-yours", facts)
    elif not own >> at & 1:
        yield Objection("D5", "no-pawn", {"cell": name, "pawns": board.names(own)})


def _closed(state: State, side: int, name: str) -> Objection | None:
    """Why a cell may not be stepped on: a pawn on it, or the other's colour; None if it may."""
    at = board.INDEX[name]
    for colour in (side, 1 - side):
        if state.pawns[colour] >> at & 1:
            return Objection("D5", "pawn", {"cell": name, "pawn": COLOURS[colour]})
    if state.cells[1 - side] >> at & 1:
        case = "fixed" if state.fixed >> at & 1 else "colour"
        return Objection("D5", case, {"cell": name, "ground": COLOURS[1 - side]})
    return None


def _given_path(state: State, side: int, path: Cells) -> Iterator[Objection]:
    """A path given must be legal itself (D6): its steps, its cells, and the right ones named."""
    start, middle, to = path
    wrong = [
        Objection("D5", "far", {"cell": one, "to": two})
        for one, two in ((start, middle), (middle, to))
        if one != two and not board.NEXT[board.INDEX[one]] >> board.INDEX[two] & 1
    ]
    if middle in (start, to):
        wrong.append(Objection("D5", "still", {"cell": middle}))
    for name in dict.fromkeys((middle, to)):
        closed = _closed(state, side, name) if name != start else None
        wrong += [closed] if closed else []
    yield from wrong
    if wrong:
        right = paths(state, side, start, to)
        if right:
            yield Objection("D6", "path", {"path": "-".join(path), "paths": right})


def _arrival(state: State, side: int, start: str, to: str) -> Iterator[Objection]:
    """Start and arrival alone: whether any path leads there, and if none does, why (D5)."""
    closed = _closed(state, side, to)
    if closed:
        yield closed
        return
    one, two = board.INDEX[start], board.INDEX[to]
    between = board.NEXT[one] & board.NEXT[two]
    if not between:
        yield Objection("D5", "too-far", {"cell": start, "to": to})
        return
    free = board.FULL & ~(state.pawns[0] | state.pawns[1] | state.cells[1 - side])
    if not between & free:
        case = "one-step" if board.NEXT[one] >> two & 1 else "no-way"
        facts: dict[str, Any] = {"cell": start, "to": to}
        yield Objection("D5", case, facts | {"why": list(_reasons(state, side, between))})


def _reasons(state: State, side: int, cells: int) -> Iterator[Note]:
    """Why each of the cells between is closed, as notes."""
    for name in board.names(cells):
        closed = _closed(state, side, name)
        if closed is not None:
            yield _note(closed)


def _note(closed: Objection) -> Note:
    """The same as a piece of a longer sentence."""
    return Note(
        "deuxpas-pawn"
        if closed.case == "pawn"
        else "deuxpas-fixed"
        if closed.case == "fixed"
        else "deuxpas-colour",
        closed.facts,
    )


def paths(state: State, side: int, start: str, to: str) -> list[str]:
    """The legal paths from a pawn to an arrival, as posts write them; none for an illegal move."""
    one, two = board.INDEX[start], board.INDEX[to]
    free = board.FULL & ~(state.pawns[0] | state.pawns[1] | state.cells[1 - side])
    if not state.pawns[side] >> one & 1 or not free >> two & 1 or one == two:
        return []
    return [f"{start}-{name}-{to}" for name in board.names(board.middles(one, two, free))]
