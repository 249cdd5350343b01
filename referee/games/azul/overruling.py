"""What a moderator's overrule makes of a post (F9)."""

from typing import Any

import msgspec

from referee.core.events import Overrule, RulingMade
from referee.core.ruling import Finding, Objection
from referee.games.azul.acts import RESIGNS, Posted, Sheet, choice_move, take_move
from referee.games.azul.choices import endings
from referee.games.azul.folding import before
from referee.games.azul.moving import take_of
from referee.games.azul.notation import read
from referee.games.azul.state import Effect, State, choices_of, seat_of


def overruled(state: State, act: Posted, finding: Finding, decision: Overrule) -> Finding:
    """The finding as decided: refused whatever the rules say, or its move accepted.

    An accepted move out of turn leaves the turn where it was. An acceptance that finds nothing to
    do leaves the finding as it is, with a warning.
    """
    facts = {"by": decision.by, "reason": decision.reason}
    if not decision.accepted:
        objections = (Objection("F9", "refused", facts), *finding.objections)
        return Finding("invalid", Effect(), objections, finding.warnings)
    move = decision.move or finding.effect.move or meant(act.sheet)
    state = before(state, act.at)
    seat = seat_of(state, act.player)
    if move is None or seat is None or not _can(state, move, seat):
        warnings = (*finding.warnings, Objection("F9", "azul-nothing", facts))
        return msgspec.structs.replace(finding, warnings=warnings)
    warnings = (Objection("F9", "accepted", facts), *finding.objections, *finding.warnings)
    return Finding("valid", Effect(move), (), warnings, "F9")


def accepts(state: State, ruling: RulingMade) -> dict[str, Any] | None:
    """The move that accepting the post of a ruling takes from it; None where there is none."""
    move = meant(msgspec.convert(ruling.reading, Sheet)) or ruling.effect.get("move")
    return dict(move) if move else None


def fits(state: State, move: dict[str, Any]) -> bool:
    """Whether a move given by hand can be done at this table, by whomever."""
    return any(_can(state, move, seat) for seat in range(len(state.players)))


def _can(state: State, move: dict[str, Any], seat: int) -> bool:
    if state.phase == "over" or state.dispute is not None:
        return False
    if move.get("resign"):
        return seat not in state.resigned
    if "choices" not in move:
        return state.phase == "offer" and take_of(state, move) is not None
    if state.phase != "tiling":
        return False
    chosen = {c["line"] - 1: c["column"] - 1 for c in move["choices"]}
    ends = endings(state.offer.boards[seat], {**choices_of(state, seat), **chosen})
    return bool(chosen) and chosen.keys() <= ends.keys() and all(ends.values())


def meant(sheet: Sheet) -> dict[str, Any] | None:
    """The move that a post holds, whatever is wrong with it; None if there is no telling."""
    if sheet.resign:
        return dict(RESIGNS)
    if sheet.choices:
        return choice_move(sheet.choices)
    said = sheet.take
    return None if said is None else take_move(said.source, said.colour, said.line)


def move_from(text: str, state: State) -> dict[str, Any] | None:
    """A move as a moderator writes it, which is as a post would."""
    reading = read(text, ())
    return meant(reading.act) if reading.kind == "understood" else None
