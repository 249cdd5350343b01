"""The clauses of Quadrille as a judge: one `if` is one clause, and every broken one is listed."""

from datetime import timedelta
from typing import Any

from referee.core.limits import Since, deadline, paused_at, since
from referee.core.ruling import Award, Finding, Objection, in_precedence, seen_edited
from referee.games.quadrille import constraints as house
from referee.games.quadrille import floor as fl
from referee.games.quadrille import ranking
from referee.games.quadrille.acts import Posted, Sheet
from referee.games.quadrille.copying import compare
from referee.games.quadrille.edits import judge_edit
from referee.games.quadrille.state import Effect, Played, State, Step

PRECEDENCE = ("F14", "Q5", "Q6", "Q9", "Q8", "Q4", "Q3", "Q2", "Q12")
GATE = timedelta(minutes=5)
EMPTYING = timedelta(hours=12)


def judge(state: State, act: Posted) -> Finding:
    """The finding on a post: Q1-Q14 in the precedence of F13. The state is only read."""
    sheet = act.sheet
    if sheet.edit is not None:
        return judge_edit(state, act)
    warnings = (*_boards_warning(sheet), *_foreign_warning(sheet), *seen_edited(sheet.edited_at))
    effect = Effect(None, bool(sheet.ranking))
    if sheet.fault is not None:
        fault = Objection("Q4", sheet.fault.case, sheet.fault.facts)
        if state.closed or paused_at(state.pauses, act.at):
            return refused([_not_in_play(state), fault], effect, warnings)
        return Finding("unclear", effect, (fault,), warnings)
    if sheet.floor is None:
        return _without_floor(state, act, effect)
    floor = fl.from_rows(sheet.floor)
    if floor == state.floor:
        repeated = Objection("Q4", "repeated", {})
        return Finding(
            "no-move", effect, (repeated,), (*warnings, *ranking.warnings(state, act, None))
        )
    single = floor.bit_count() == 1
    if floor == 0 or (single and state.floor != 0) or (single and _may_restart(state, act)):
        finding = _judge_emptied(state, act, floor, warnings)
    else:
        finding = _judge_copy(state, act, floor, warnings)
    if not state.closed and not paused_at(state.pauses, act.at):
        return finding
    return refused([_not_in_play(state), *finding.objections], effect, finding.warnings)


def _not_in_play(state: State) -> Objection:
    return Objection("F14", "closed" if state.closed else "paused", {})


def _without_floor(state: State, act: Posted, effect: Effect) -> Finding:
    if not effect.ranking:
        chat = Objection("F3", "chat", {})
        return Finding("no-move", effect, (chat,), seen_edited(act.sheet.edited_at))
    last = state.last
    case = "ranking"
    if last is not None and last.player == act.player and not state.ranked:
        clock = since(last.at, last.precision, act.at, act.precision, GATE, state.pauses)
        case = "late" if clock.passed else "opens"
    objections = (Objection("Q13", case, {}), Objection("F3", "chat", {}))
    warnings = (*seen_edited(act.sheet.edited_at), *ranking.warnings(state, act, None))
    return Finding("no-move", effect, objections, warnings)


def _boards_warning(sheet: Sheet) -> tuple[Objection, ...]:
    return (Objection("F2", "boards", {"boards": sheet.boards}),) if sheet.boards > 1 else ()


def _foreign_warning(sheet: Sheet) -> tuple[Objection, ...]:
    return (Objection("Q4", "colour", {"cells": list(sheet.foreign)}),) if sheet.foreign else ()


def _may_restart(state: State, act: Posted) -> bool:
    """On an empty floor, the last player's single step can only stand as an emptied floor (Q8)."""
    last = state.last
    return last is not None and last.player == act.player and _twelve(state, act).passed


def _twelve(state: State, act: Posted) -> Since:
    """How the twelve hours without a valid move stand (Q8)."""
    last = state.last
    if last is None:
        return since(state.since, 1, act.at, act.precision, EMPTYING, state.pauses)
    return since(last.at, last.precision, act.at, act.precision, EMPTYING, state.pauses)


def _doubt(limit: str, clock: Since, last: Played | None) -> Objection:
    """F7's warning: a stamp to the minute leaves the limit open, the player has the benefit."""
    return Objection("F7", "doubt", {"limit": limit, "post": last.post if last else 0})


def _gate(state: State, act: Posted) -> tuple[list[Objection], list[Objection]]:
    """Q6: the objection of a move that comes before ranking or five minutes; warnings."""
    last = state.last
    if last is None or state.ranked or last.player == act.player:
        return [], []
    clock = since(last.at, last.precision, act.at, act.precision, GATE, state.pauses)
    if clock.passed:
        return [], [_doubt("Q6", clock, last)] if clock.doubt else []
    facts = {
        "post": last.post,
        "player": last.player,
        "lacking": clock.lacking.total_seconds(),
        "from": deadline(last.at, GATE, state.pauses).isoformat(),
    }
    return [Objection("Q6", "early", facts)], []


def _judge_emptied(
    state: State, act: Posted, floor: int, warnings: tuple[Objection, ...]
) -> Finding:
    """A floor shown empty, with one step or none: Q9 and Q8 say who may do that, and when."""
    last = state.last
    mine = last is not None and last.player == act.player
    twelve = _twelve(state, act)
    objections, doubts = _gate(state, act)
    if floor == 0 and (state.blocked or twelve.passed):
        objections.append(Objection("Q9" if state.blocked else "Q8", "no-step", {}))
        objections.append(Objection("Q4", "no-step", {}))
    if state.blocked and mine and not twelve.passed:
        facts = {
            "lacking": twelve.lacking.total_seconds(),
            "from": (act.at + twelve.lacking).isoformat(),
        }
        objections.append(Objection("Q5", "blocker", facts))
    if not state.blocked and not twelve.passed:
        objections += _emptied_too_early(state, act, floor, twelve, mine=mine)
    if twelve.passed and twelve.doubt and (mine or not state.blocked):
        doubts.append(_doubt("Q8", twelve, last))
    if floor == 0:
        warnings = (*warnings, *doubts)
        return refused(objections, Effect(None, bool(act.sheet.ranking)), warnings)
    basis = "Q9" if state.blocked and not mine else "Q8"
    return _judge_step(state, act, (0, floor, basis), objections, (*warnings, *doubts))


def _emptied_too_early(
    state: State, act: Posted, floor: int, twelve: Since, *, mine: bool
) -> list[Objection]:
    found = [Objection("Q5", "twice", {"post": state.trail[-1].post})] if mine else []
    last = state.last
    facts: dict[str, Any] = {
        "lacking": twelve.lacking.total_seconds(),
        "from": (act.at + twelve.lacking).isoformat(),
        "post": last.post if last else 0,
        "player": last.player if last else None,
    }
    found.append(Objection("Q8", "early", facts))
    found.append(Objection("Q4", "altered", compare(state, floor).facts()))
    return found


def _judge_copy(state: State, act: Posted, floor: int, warnings: tuple[Objection, ...]) -> Finding:
    """The standing floor copied, with one step added (Q4) or anything else."""
    last = state.last
    objections, doubts = _gate(state, act)
    if last is not None and last.player == act.player:
        case = "standing" if _twelve(state, act).passed else "twice"
        objections.append(Objection("Q5", case, {"post": last.post}))
    if state.blocked:
        objections.append(Objection("Q9", "blocked", {}))
    copy = compare(state, floor)
    if not copy.right:
        objections.append(
            Objection("Q4", "stale" if copy.stale is not None else "altered", copy.facts())
        )
    step = copy.added
    if step is None or fl.at(state.floor, step[0]):
        warnings = (*warnings, *doubts)
        return refused(objections, Effect(None, bool(act.sheet.ranking)), warnings)
    shown = fl.put(0, step[0], step[1])
    return _judge_step(state, act, (state.floor, shown, "Q4"), objections, (*warnings, *doubts))


def _judge_step(
    state: State,
    act: Posted,
    placing: tuple[int, int, str],
    objections: list[Objection],
    warnings: tuple[Objection, ...],
) -> Finding:
    """Q3, Q2 and Q12 for one step; `placing`: the floor it comes to, the step alone, the basis."""
    floor, alone, basis = placing
    (cell,) = fl.bits(fl.taken(alone))
    step = fl.at(alone, cell)
    hand = state.hand(act.player)
    objections = [*objections, *_step_objections(state, hand.placed, floor, cell, step)]
    move = Step(step, fl.CELLS[cell], emptied=basis != "Q4")
    has_ranking = bool(act.sheet.ranking)
    if objections:
        return refused(objections, Effect(None, has_ranking), warnings)
    points = earned(state, hand.placed, floor, move)
    effect = Effect(move, has_ranking)
    return Finding(
        "valid",
        effect,
        (),
        (*warnings, *ranking.warnings(state, act, (effect, points))),
        basis,
        points,
    )


def earned(state: State, placed: int, floor: int, move: Step) -> tuple[Award, ...]:
    """The points of a move that stands (Q3, Q9, Q10): a complete set, a blocked floor, or both."""
    points = []
    if placed | 1 << (move.step - 1) == 0b1111:
        points.append(Award("Q3", 1))
    after = fl.put(0 if move.emptied else floor, fl.INDEX[move.cell], move.step)
    if fl.is_blocked(after, state.masks):
        points.append(Award("Q9", 1))
    return tuple(points)


def _step_objections(
    state: State, placed: int, floor: int, cell: int, step: int
) -> list[Objection]:
    found = []
    facts = {"step": step, "cell": fl.CELLS[cell]}
    if placed >> (step - 1) & 1:
        found.append(Objection("Q3", "placed", facts | {"placed": [*_steps(placed)]}))
    standing = fl.step_mask(floor, step)
    if standing & fl.RIVALS[cell]:
        lines = [name for name, mask in fl.LINES[cell].items() if mask & standing]
        rivals = [fl.CELLS[c] for c in fl.bits(standing & fl.RIVALS[cell])]
        found.append(Objection("Q2", "same", facts | {"lines": lines, "cells": rivals}))
    broken = house.broken_by(state.constraints, standing, cell, step)
    if broken:
        found.append(Objection("Q12", "house", facts | {"constraints": broken}))
    return found


def _steps(placed: int) -> list[int]:
    return [step for step in fl.STEPS if placed >> (step - 1) & 1]


def refused(
    objections: list[Objection], effect: Effect, warnings: tuple[Objection, ...]
) -> Finding:
    """An invalid move changes nothing, but its ranking may open the gate (Q14, Q6)."""
    return Finding("invalid", effect, in_precedence(objections, PRECEDENCE), warnings)
