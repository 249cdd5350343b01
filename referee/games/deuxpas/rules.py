"""The clauses of Deux-Pas as a judge: one `if` is one clause, and every broken one is listed."""

from referee.core.limits import paused_at
from referee.core.names import key
from referee.core.ruling import Finding, Objection, in_precedence, seen_edited
from referee.games.deuxpas import steps
from referee.games.deuxpas.acts import Cells, Move, Posted, Sheet, Told
from referee.games.deuxpas.clock import flag_at, met, timing
from referee.games.deuxpas.state import COLOURS, Effect, Last, State

PRECEDENCE = ("F12", "F14", "D13", "D1", "D5", "D6")
_NOTHING = Effect()
_SPOKEN = ("question", "condition", "hesitation", "several", "retracted")
"""Doubts that lie in the words beside a move (F15); the others lie in its form (D16)."""


def judge(state: State, act: Posted) -> Finding:
    """The finding on a post: D1-D16 in the precedence of F13. The state is only read."""
    sheet = act.sheet
    if sheet.edit is not None:
        return _edit(sheet)
    state = met(state, act.at)
    warnings = seen_edited(sheet.edited_at)
    paths = own_paths(state, sheet, act.player)
    if sheet.doubt:
        return _unclear(state, act, warnings)
    if sheet.resign:
        return _resigned(state, act, warnings)
    if not paths:
        told = sheet.told
        facts = {"player": _teller(state, told[0]), "path": "-".join(told[0].cells)} if told else {}
        chat = Objection("F15", "deuxpas-told", facts) if told else None
        why = (*((chat,) if chat else ()), Objection("F3", "deuxpas-chat", {}))
        return Finding("no-move", _NOTHING, why, warnings)
    found, doubts = _table(state, act)
    side = state.side_of(act.player)
    if side is not None and state.phase == "play":
        found += steps.objections(state, side, paths)
    warnings = (*warnings, *doubts)
    if found:
        return _refused(found, warnings)
    move = Move(paths[0][0], paths[0][-1])
    return Finding("valid", Effect(move), (), warnings, "D5")


def own_paths(state: State, sheet: Sheet, player: str) -> tuple[Cells, ...]:
    """The author's own move as given: what is told of a player by name or by colour is the move of
    that player alone (F15)."""
    mine = [told.cells for told in sheet.told if key(_teller(state, told)) == key(player)]
    same = all((cells[0], cells[-1]) == (mine[0][0], mine[0][-1]) for cells in mine)
    return sheet.paths or (tuple(mine) if same else ())


def _teller(state: State, told: Told) -> str:
    """The player of whom a move is told."""
    colour = told.player.removeprefix("@")
    by_colour = told.player != colour and colour in COLOURS
    return state.seats[COLOURS.index(colour)] if by_colour else told.player


def _edit(sheet: Sheet) -> Finding:
    """The first version counts, and the edit is reported (D15)."""
    words = Objection("F5", "words", {})
    moved = sheet.edit is not None and sheet.edit.floor
    why = (Objection("D15", "move", {}), words) if moved else (Objection("D15", "words", {}), words)
    return Finding("edited", _NOTHING, why)


def _unclear(state: State, act: Posted, warnings: tuple[Objection, ...]) -> Finding:
    sheet = act.sheet
    clause = "F15" if sheet.doubt in _SPOKEN else "D16"
    doubt = Objection(clause, f"deuxpas-{sheet.doubt}", {"seen": list(sheet.seen)})
    standing = _not_in_play(state, act)
    if state.side_of(act.player) is None or standing:
        seat = _no_seat(state, act)
        return _refused([*seat, *standing, doubt], warnings)
    return Finding("unclear", _NOTHING, (doubt,), warnings)


def _resigned(state: State, act: Posted, warnings: tuple[Objection, ...]) -> Finding:
    """A seated player may resign at any time (F12) while the game is not over."""
    found = _no_seat(state, act)
    if state.closed:
        found.append(Objection("F14", "closed", {}))
    elif state.result is not None:
        found += _over(state, act)
    if found:
        return _refused(found, warnings)
    return Finding("valid", Effect(Move(resign=True)), (), warnings, "D13")


def _table(state: State, act: Posted) -> tuple[list[Objection], tuple[Objection, ...]]:
    """F12, F14 and D13: seat and turn, the table, the clock; and F7's warnings."""
    side = state.side_of(act.player)
    found = [*_no_seat(state, act), *_not_in_play(state, act)]
    if side is None or state.phase != "play":
        return found, ()
    if side != state.turn:
        facts = {"player": state.seats[state.turn], "camp": COLOURS[state.turn]}
        return [*found, Objection("F12", "deuxpas-turn", facts)], ()
    clock = timing(state, act.at, act.precision)
    if not clock.in_time:
        facts = {"player": act.player, "from": flag_at(state).isoformat()}
        return [*found, Objection("D13", "too-late", facts)], ()
    if not clock.doubt:
        return found, ()
    last: Last | None = state.last
    return found, (Objection("F7", "doubt", {"limit": "D13", "post": last.post if last else 0}),)


def _no_seat(state: State, act: Posted) -> list[Objection]:
    if state.side_of(act.player) is not None:
        return []
    red, blue = state.seats
    facts = {"name": act.player, "red": red, "blue": blue}
    return [Objection("F12", "deuxpas-no-seat", facts)]


def _not_in_play(state: State, act: Posted) -> list[Objection]:
    """F14: why nothing can be played at the table."""
    found = []
    if state.closed:
        found.append(Objection("F14", "closed", {}))
    elif paused_at(state.pauses, act.at):
        found.append(Objection("F14", "paused", {}))
    if state.phase == "draw":
        found.append(Objection("F14", "deuxpas-draw", {}))
    elif state.phase == "placement":
        awaited = [state.seats[side] for side in (0, 1) if side not in state.placed]
        found.append(Objection("F14", "deuxpas-placement", {"awaited": awaited}))
    elif state.phase == "over":
        found += _over(state, act)
    return found


def _over(state: State, act: Posted) -> list[Objection]:
    """The game has ended (F14); whoever lost it on time hears of the clock too (D13)."""
    result = state.result
    if result is None:
        return []
    facts = {"from": result.at.isoformat()}
    found = [Objection("F14", "deuxpas-over", facts)]
    if result.reason == "clock" and state.side_of(act.player) == 1 - (result.winner or 0):
        found.append(Objection("D13", "flagged", facts))
    return found


def _refused(objections: list[Objection], warnings: tuple[Objection, ...]) -> Finding:
    """An invalid move changes nothing."""
    return Finding("invalid", _NOTHING, in_precedence(objections, PRECEDENCE), warnings)
