"""An Azul table told to people: as it stands, and what happened between two states."""

from datetime import datetime
from typing import Any

from referee.core.reading import Note
from referee.core.seated import Part
from referee.games.azul.choosing import asked_notes
from referee.games.azul.folding import due
from referee.games.azul.picture import board_picture, table_picture
from referee.games.azul.rules import place_note, tiles_note
from referee.games.azul.state import Moved, State, asked_of, winners
from referee.games.azul.tiles import COLOURS
from referee.games.azul.tiling import Scored, Step, complete


def said(move: dict[str, Any]) -> Note:
    """A move in words."""
    if move.get("resign"):
        return Note("azul-resigns", {})
    if "choices" in move:
        return Note("azul-chooses", {"choices": [_choice(c) for c in move["choices"]]})
    return Note(
        "azul-takes",
        {
            "tile": move["colour"],
            "place": place_note(move["source"]),
            "to": line_note(move["line"]),
        },
    )


def _choice(choice: dict[str, int]) -> Note:
    return Note("azul-choice", {"line": choice["line"], "column": choice["column"]})


def line_note(line: int) -> Note:
    """A line, or the floor line, in words."""
    return Note("azul-line", {"line": line}) if line else Note("azul-floor", {})


def bulletin(state: State, at: datetime) -> tuple[Part, ...]:
    """The table as it stands, for the topic: the offer, whose turn it is, a board a player."""
    parts: list[Part] = []
    if state.phase == "over":
        parts += _result(state)
    else:
        parts.append(Note("azul-round", {"round": state.round}))
    if state.phase == "offer":
        parts.append(table_picture(state))
    parts += _awaited(state)
    for seat, name in enumerate(state.players):
        points = state.offer.boards[seat].score
        facts = {"name": name, "n": points}
        gone = seat in state.resigned
        parts.append(Note("azul-board-resigned" if gone else "azul-board", facts))
        parts.append(board_picture(state, seat))
    return tuple(parts)


def _awaited(state: State) -> list[Part]:
    """Whom or what the table waits for."""
    if state.dispute is not None:
        return [dispute_note(state)]
    if state.phase == "first":
        return [Note("azul-await-first", {})]
    if state.phase == "deal" and state.first is not None:
        return [Note("azul-await-deal", {"round": state.round, "name": state.players[state.first]})]
    if state.phase == "offer":
        seat = state.offer.turn
        return [Note("azul-await-move", {"name": state.players[seat]}), *_until(state, seat)]
    if state.phase != "tiling":
        return []
    parts: list[Part] = []
    for seat, name in enumerate(state.players):
        rows = asked_of(state, seat)
        if rows:
            lines = complete(state.offer.boards[seat])
            facts = {"name": name, "lines_asked": asked_notes(rows, lines)}
            parts += [Note("azul-await-choice", facts), *_until(state, seat)]
    return parts


def _until(state: State, seat: int) -> list[Part]:
    end = due(state, seat)
    if end is None:
        return []
    facts = {"name": state.players[seat], "from": end.isoformat()}
    return [Note("azul-late" if seat in state.late else "azul-until", facts)]


def dispute_note(state: State) -> Note:
    """Why a deal that was drawn does not fit, and what the moderator can do (F6)."""
    dispute = state.dispute
    if dispute is None:
        raise ValueError("no dispute")
    facts = {"round": state.round, "factories": " ".join(f or "-" for f in dispute.factories)}
    if dispute.case == "tiles":
        return Note("azul-dispute-tiles", facts)
    return Note("azul-dispute-phase", facts)


def news(before: State, after: State, at: datetime) -> tuple[Part, ...]:
    """What happened between two states: the last move, a round scored tile by tile, the end, a
    deal, who is awaited now."""
    parts: list[Part] = []
    if after.last is not None and after.last != before.last:
        parts.append(_moved(after, after.last))
    for seat in after.resigned:
        if seat not in before.resigned:
            parts.append(Note("azul-resigned", {"name": after.players[seat]}))
    if after.scored_round != before.scored_round:
        parts += _round(after)
    if after.dispute is not None and before.dispute is None:
        parts.append(dispute_note(after))
    if after.ended is not None and before.ended is None:
        return (*parts, *_result(after))
    changed = (after.phase, after.round) != (before.phase, before.round)
    if changed and after.phase == "offer":
        parts += [Note("azul-dealt", {"round": after.round}), table_picture(after)]
    if changed or after.last != before.last or after.resigned != before.resigned:
        parts += [] if after.dispute is not None else _awaited(after)
    elif after.chosen != before.chosen:
        parts += _awaited(after)
    return tuple(parts)


def _moved(state: State, moved: Moved) -> Note:
    source, colour, to = moved.take
    facts: dict[str, Any] = {
        "name": state.players[moved.seat],
        "tiles": tiles_note(colour, moved.number),
        "place": place_note(source),
        "to": line_note(to),
        "then": _then(moved),
    }
    return Note("azul-moved-random" if not moved.post else "azul-moved", facts)


def _then(moved: Moved) -> Note:
    """What else the move did: the marker, tiles that did not fit."""
    told = []
    if moved.marker:
        told.append(Note("azul-and-marker"))
    if moved.fallen and moved.take[2]:
        told.append(Note("azul-and-fallen", {"n": moved.fallen}))
    if moved.lid:
        told.append(Note("azul-and-lid", {"n": moved.lid}))
    if not told:
        return Note("azul-and-nothing", {})
    return Note("azul-and", {"told": told})


def _round(state: State) -> list[Part]:
    """A round's scoring, a player a paragraph, tile by tile (A8-A10)."""
    parts: list[Part] = [Note("azul-scored", {"round": state.scored_round})]
    for seat, scored in enumerate(state.scored):
        name = state.players[seat]
        bonus = scored.bonus.points if scored.bonus else 0
        facts = {"name": name, "n": scored.after - bonus, "before": scored.before}
        parts.append(Note("azul-scored-player", facts))
        parts += [_step(step) for step in scored.steps]
        if scored.floor:
            parts.append(_floor(scored))
    return parts


def _step(step: Step) -> Note:
    facts = {"line": step.row + 1, "tile": COLOURS[step.colour]}
    if step.column is None:
        return Note("azul-step-none", facts)
    facts |= {"column": step.column + 1, "n": step.points}
    if step.across > 1 and step.down > 1:
        return Note("azul-step-both", facts | {"across": step.across, "down": step.down})
    if step.across > 1:
        return Note("azul-step-across", facts | {"across": step.across})
    if step.down > 1:
        return Note("azul-step-down", facts | {"down": step.down})
    return Note("azul-step-alone", facts)


def _floor(scored: Scored) -> Note:
    bonus = scored.bonus.points if scored.bonus else 0
    earned = scored.before + sum(step.points for step in scored.steps)
    lost = earned - (scored.after - bonus)
    facts = {"spaces": scored.floor, "cost": scored.cost}
    if lost < scored.cost:
        return Note("azul-floor-part", facts | {"lost": lost})
    return Note("azul-floor-lost", facts)


def _result(state: State) -> list[Part]:
    """Why the game is over, the bonuses, the scores, the winners (A12-A14)."""
    parts: list[Part] = []
    if state.ended is None:
        return parts
    if state.ended.reason == "row":
        parts.append(Note("azul-over-row", {}))
    elif state.ended.reason == "tiles":
        parts.append(Note("azul-over-tiles", {}))
    else:
        parts.append(Note("azul-over-resigned", {}))
    for seat, scored in enumerate(state.scored):
        if scored.bonus is not None:
            facts = {
                "name": state.players[seat],
                "rows": scored.bonus.rows,
                "columns": scored.bonus.columns,
                "colours": scored.bonus.colours,
                "n": scored.bonus.points,
                "total": scored.after,
            }
            parts.append(Note("azul-bonus", facts))
    names = [state.players[seat] for seat in winners(state)]
    parts.append(Note("azul-winners" if len(names) > 1 else "azul-winner", {"names": names}))
    return parts
