"""What a moderator's overrule makes of a post (F9)."""

from typing import Any

import msgspec

from referee.core.events import Overrule, RulingMade
from referee.core.reading import Reading
from referee.core.ruling import Finding, Objection
from referee.games.quadrille import floor as fl
from referee.games.quadrille.acts import Posted, Sheet
from referee.games.quadrille.copying import compare
from referee.games.quadrille.notation import read
from referee.games.quadrille.rules import earned
from referee.games.quadrille.state import Effect, State, Step


def overruled(state: State, act: Posted, finding: Finding, decision: Overrule) -> Finding:
    """The finding as decided: refused whatever the rules say, or its one step accepted.

    An accepted wrong copy adds only its step to the standing floor. An acceptance that finds no
    step to accept leaves the finding as it is, with a warning.
    """
    facts = {"by": decision.by, "reason": decision.reason}
    ranking = finding.effect.ranking
    if not decision.accepted:
        objections = (Objection("F9", "refused", facts), *finding.objections)
        return Finding("invalid", Effect(None, ranking), objections, finding.warnings)
    move = _given(decision.move) or finding.effect.move or meant(state, act)
    if move is None or not (move.emptied or not fl.at(state.floor, fl.INDEX[move.cell])):
        lost = Objection("F9", "no-step", facts)
        warnings = (*finding.warnings, lost)
        return msgspec.structs.replace(finding, warnings=warnings)
    floor = 0 if move.emptied else state.floor
    points = earned(state, state.hand(act.player).placed, floor, move)
    warnings = (Objection("F9", "accepted", facts), *finding.objections, *finding.warnings)
    return Finding("valid", Effect(move, ranking), (), warnings, "F9", points)


def accepts(state: State, ruling: RulingMade) -> dict[str, Any] | None:
    """The move that accepting the post of a ruling takes from it; None where there is none."""
    sheet = msgspec.convert(ruling.reading, Sheet)
    act = Posted(ruling.post, ruling.player, ruling.posted_at, 1, ruling.week, sheet)
    step = meant(state, act)
    found = msgspec.to_builtins(step) if step else ruling.effect["move"]
    return dict(found) if found else None


def fits(state: State, move: dict[str, Any]) -> bool:
    """Whether a move given by hand comes to an empty cell."""
    return bool(move.get("emptied")) or not fl.at(state.floor, fl.INDEX[move["cell"]])


def _given(move: dict[str, Any] | None) -> Step | None:
    return Step(move["step"], move["cell"], bool(move.get("emptied"))) if move else None


def meant(state: State, act: Posted) -> Step | None:
    """The one step that a post adds, whatever else is wrong; None if there is no telling."""
    if act.sheet.floor is None:
        return None
    floor = fl.from_rows(act.sheet.floor)
    if floor.bit_count() == 1 and state.floor:
        (cell,) = fl.bits(fl.taken(floor))
        return Step(fl.at(floor, cell), fl.CELLS[cell], emptied=True)
    added = compare(state, floor).added
    return Step(added[1], fl.CELLS[added[0]]) if added else None


def move_from(text: str, state: State) -> dict[str, Any] | None:
    """A move as a moderator writes it: `3 b2`, `b2 3`, `3 b2 emptied`, or a whole floor."""
    words = text.casefold().replace(":", " ").replace("=", " ").split()
    emptied = any(word in ("emptied", "vidée", "videe", "empty", "vide") for word in words)
    steps = [word for word in words if word in ("1", "2", "3", "4")]
    cells = [word for word in words if word in fl.INDEX]
    if len(steps) == 1 and len(cells) == 1 and len(words) == 2 + emptied:
        return {"step": int(steps[0]), "cell": cells[0], "emptied": emptied}
    reading: Reading = read(text)
    if reading.act.floor is None:
        return None
    act = Posted(0, "", state.since, 1, "", reading.act)
    step = meant(state, act)
    return {"step": step.step, "cell": step.cell, "emptied": step.emptied} if step else None
