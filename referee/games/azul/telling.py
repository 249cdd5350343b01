"""An Azul table told to people: as it stands, and what happened between two states."""

from datetime import datetime
from typing import Any

from referee.core.reading import Note
from referee.core.seated import Part
from referee.games.azul.board import tiles_of
from referee.games.azul.choosing import asked_notes
from referee.games.azul.folding import advance, due
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
    """The table as it stands, for the topic: the offer, whose turn it is, a board a player once
    there is something to put on it."""
    state = advance(state, at)[0]
    parts: list[Part] = []
    if state.phase == "over":
        parts += _result(state)
    else:
        parts.append(Note("azul-round", {"round": state.round}))
    if state.phase == "offer":
        parts.append(table_picture(state))
    parts += _awaited(state)
    if not any(board.score or tiles_of(board) for board in state.offer.boards):
        return tuple(parts)
    scores = [
        Note("azul-score", {"name": name, "n": board.score})
        for name, board in zip(state.players, state.offer.boards, strict=True)
    ]
    parts.append(Note("azul-scores", {"scores": scores}))
    parts += [Note("azul-gone", {"name": state.players[seat]}) for seat in state.resigned]
    return (*parts, *(board_picture(state, seat) for seat in range(len(state.players))))


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
    """What happened between two states: the last move, who gave up, a round scored tile by tile
    with the bonuses of the last one, a deal. What then is, `bulletin` tells."""
    parts: list[Part] = []
    if after.last is not None and after.last != before.last:
        parts.append(_moved(after, after.last))
    for seat in after.resigned:
        if seat not in before.resigned:
            parts.append(Note("azul-resigned", {"name": after.players[seat]}))
    for seat, chosen in enumerate(after.chosen):
        if before.chosen and chosen != before.chosen[seat]:
            parts.append(
                _chosen(after, seat, dict(chosen).items() - dict(before.chosen[seat]).items())
            )
    if after.scored_round > before.scored_round:
        parts += _round(after)
    if after.phase == "offer" and _undealt(before, after.round):
        parts.append(Note("azul-dealt", {"round": after.round}))
    return tuple(parts)


def _undealt(state: State, number: int) -> bool:
    """Whether a round is still to be dealt; a late post may lead back to one that was (F6)."""
    return state.round < number or (state.round == number and state.phase in ("first", "deal"))


def _chosen(state: State, seat: int, fresh: set[tuple[int, int]]) -> Note:
    choices = [_choice({"line": row + 1, "column": column + 1}) for row, column in sorted(fresh)]
    return Note("azul-chosen", {"name": state.players[seat], "choices": choices})


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
    """A round's scoring, a player after the other, tile by tile (A8-A10, A13)."""
    parts: list[Part] = [Note("azul-scored", {"round": state.scored_round})]
    for seat, scored in enumerate(state.scored):
        facts = {"name": state.players[seat], "n": scored.after, "before": scored.before}
        parts.append(Note("azul-scored-player", facts))
        parts += [_step(step) for step in scored.steps]
        if scored.floor:
            parts.append(_floor(scored))
        if scored.bonus is not None and scored.bonus.points:
            parts.append(Note("azul-bonus", {**scored.bonus._asdict(), "n": scored.bonus.points}))
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
    names = [state.players[seat] for seat in winners(state)]
    parts.append(Note("azul-winners" if len(names) > 1 else "azul-winner", {"names": names}))
    return parts
