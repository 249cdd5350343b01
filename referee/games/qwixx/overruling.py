"""What a moderator's overrule makes of a post (F9)."""

from typing import Any

import msgspec

from referee.core.events import Overrule, RulingMade
from referee.core.ruling import Finding, Objection
from referee.games.qwixx import board
from referee.games.qwixx.acts import Posted, Sheet
from referee.games.qwixx.choosing import asked, choose, too_many
from referee.games.qwixx.notation import read
from referee.games.qwixx.state import Effect, Move, State
from referee.games.qwixx.turns import before


def overruled(state: State, act: Posted, finding: Finding, decision: Overrule) -> Finding:
    """The finding as decided: refused whatever the rules say, or its answer accepted.

    An acceptance that finds no answer leaves the finding as it is, with a warning.
    """
    facts = {"by": decision.by, "reason": decision.reason}
    if not decision.accepted:
        objections = (Objection("F9", "refused", facts), *finding.objections)
        return Finding("invalid", Effect(), objections, finding.warnings)
    state = before(state, act.at)
    move = _given(decision.move) or finding.effect.move or meant(state, act)
    if move is None or state.seat(act.player) < 0:
        lost = Objection("F9", "qwixx-no-move", facts)
        warnings = (*finding.warnings, lost)
        return msgspec.structs.replace(finding, warnings=warnings)
    warnings = (Objection("F9", "accepted", facts), *finding.objections, *finding.warnings)
    done = state.seat(act.player) != state.active or move.colour is not None
    done = done or "rest" in act.sheet.declined or move.white is None
    return Finding("valid", Effect(move, done), (), warnings, "F9")


def accepts(state: State, ruling: RulingMade) -> dict[str, Any] | None:
    """The move that accepting the post of a ruling takes from it; None where there is none."""
    sheet = msgspec.convert(ruling.reading, Sheet)
    act = Posted(ruling.post, ruling.player, ruling.posted_at, 1, ruling.week, sheet)
    move = meant(before(state, ruling.posted_at), act)
    found = msgspec.to_builtins(move) if move else ruling.effect["move"]
    return dict(found) if found else None


def fits(state: State, move: dict[str, Any]) -> bool:
    """Whether a move given by hand can be put on a sheet: rows and numbers that exist."""
    pairs = [pair for pair in (move.get("white"), move.get("colour")) if pair]
    return all(pair[0] in board.COLOURS and 2 <= int(pair[1]) <= 12 for pair in pairs)


def _given(move: dict[str, Any] | None) -> Move | None:
    return msgspec.convert(move, Move, strict=False) if move else None


def meant(state: State, act: Posted) -> Move | None:
    """The answer that a post gives, whatever else is wrong; None if there is no telling."""
    sheet = act.sheet
    if sheet.resigns:
        return Move(resign=True)
    marks = tuple(said for said in sheet.marks if said.who in ("", act.player))
    if sheet.doubt is not None or not (marks or sheet.declined):
        return None
    if any(not 2 <= said.number <= 12 for said in marks):
        return None
    seat = state.seat(act.player)
    if state.turn is not None and seat >= 0:
        question = asked(state, state.turn, seat, sheet, marks)
        return None if too_many(question) else choose(question).move
    return _without_turn(sheet, marks)


def _without_turn(sheet: Sheet, marks: tuple[Any, ...]) -> Move | None:
    """The answer where no turn is open any more: the first mark is the white one, unless it is
    named otherwise."""
    pairs = {said.action or "": (said.row, said.number) for said in marks}
    if len(marks) > 2 or len(pairs) != len(marks):
        if len(marks) == 2:
            return Move((marks[0].row, marks[0].number), (marks[1].row, marks[1].number))
        return None
    white, colour = pairs.get("white"), pairs.get("colour")
    loose = pairs.get("")
    if loose and (white or "white" in sheet.declined):
        return Move(white, loose)
    return Move(white or loose, colour)


def move_from(text: str, state: State) -> dict[str, Any] | None:
    """A move as a moderator writes it, in the words of a post (X14)."""
    sheet = read(text, ()).act
    if sheet.doubt is not None or not (sheet.marks or sheet.declined or sheet.resigns):
        return None
    if sheet.resigns:
        return {"white": None, "colour": None, "resign": True}
    if any(not 2 <= said.number <= 12 for said in sheet.marks):
        return None
    move = _without_turn(sheet, sheet.marks)
    return dict(msgspec.to_builtins(move)) if move else None
