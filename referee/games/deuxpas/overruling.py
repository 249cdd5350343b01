"""What a moderator's overrule makes of a post (F9)."""

from typing import Any

import msgspec

from referee.core.events import Overrule, RulingMade
from referee.core.ruling import Finding, Objection
from referee.games.deuxpas import board
from referee.games.deuxpas.acts import Cells, Move, Posted, Sheet
from referee.games.deuxpas.notation import RESIGNATION, read
from referee.games.deuxpas.rules import own_paths
from referee.games.deuxpas.state import Effect, State


def overruled(state: State, act: Posted, finding: Finding, decision: Overrule) -> Finding:
    """The finding as decided: refused whatever the rules say, or its move accepted.

    An acceptance that finds no move to accept leaves the finding as it is, with a warning.
    """
    facts = {"by": decision.by, "reason": decision.reason}
    if not decision.accepted:
        objections = (Objection("F9", "refused", facts), *finding.objections)
        return Finding("invalid", Effect(), objections, finding.warnings)
    given = _move(decision.move) if decision.move else None
    move = given or finding.effect.move or meant(state, act.player, act.sheet)
    nobody = move is not None and move.resign and state.side_of(act.player) is None
    if move is None or nobody or not fits(state, msgspec.to_builtins(move)):
        warnings = (*finding.warnings, Objection("F9", "deuxpas-no-move", facts))
        return msgspec.structs.replace(finding, warnings=warnings)
    warnings = (Objection("F9", "accepted", facts), *finding.objections, *finding.warnings)
    return Finding("valid", Effect(move), (), warnings, "F9")


def accepts(state: State, ruling: RulingMade) -> dict[str, Any] | None:
    """The move that accepting the post of a ruling takes from it; None where there is none."""
    move = meant(state, ruling.player, msgspec.convert(ruling.reading, Sheet))
    found = msgspec.to_builtins(move) if move else ruling.effect["move"]
    return dict(found) if found else None


def fits(state: State, move: dict[str, Any]) -> bool:
    """Whether a move can be carried out at all: a pawn to move, and no pawn where it goes; a
    resignation while the game lasts. A game lost on time goes on with the move accepted."""
    if state.result is not None and state.result.reason != "clock":
        return False
    if move.get("resign"):
        return True
    start, to = board.INDEX.get(move.get("from", "")), board.INDEX.get(move.get("to", ""))
    pawns = state.pawns[0] | state.pawns[1]
    return start is not None and to is not None and bool(pawns >> start & 1 and not pawns >> to & 1)


def theirs(state: State, player: str, move: dict[str, Any]) -> bool:
    """Whether a move is of a player's own pawn; a resignation is. Somebody without a seat has no
    pawns: whose the move is lies with the moderator."""
    side, start = state.side_of(player), board.INDEX.get(move.get("from", ""))
    return side is None or start is None or not state.pawns[1 - side] >> start & 1


def _move(given: dict[str, Any]) -> Move:
    return msgspec.convert(given, Move)


def meant(state: State, player: str, sheet: Sheet) -> Move | None:
    """The one move that a post means, whatever else is wrong; None if there is no telling.

    A bare arrival is the move of the one pawn that can go there.
    """
    if sheet.resign or sheet.seen == (RESIGNATION,):
        return Move(resign=True)
    paths = own_paths(state, sheet, player)
    if not paths and len(sheet.seen) == 1:
        paths = (tuple(sheet.seen[0].split("-")),)
    if not paths:
        return None
    return _one(state, player, paths[0])


def _one(state: State, player: str, cells: Cells) -> Move | None:
    if len(cells) > 1:
        return Move(cells[0], cells[-1])
    side, to = state.side_of(player), board.INDEX.get(cells[0])
    if side is None or to is None:
        return None
    moves = board.moves(state.position(side))
    starts = [start for start, end in moves if end == to]
    return Move(board.CELLS[starts[0]], cells[0]) if len(starts) == 1 else None


def move_from(text: str, state: State) -> dict[str, Any] | None:
    """A move as a moderator writes it: as in a post, without correction or doubt."""
    sheet: Sheet = read(text).act
    if sheet.resign:
        return {"resign": True}
    if not sheet.paths or any(cell not in board.INDEX for cell in sheet.paths[0]):
        return None
    return {"from": sheet.paths[0][0], "to": sheet.paths[0][-1]}
