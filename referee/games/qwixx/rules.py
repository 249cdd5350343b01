"""The clauses of Qwixx as a judge: every clause that a post breaks is listed (X1-X14, F13)."""

from datetime import timedelta
from typing import Any

from referee.core.limits import paused_at
from referee.core.ruling import Finding, Objection, in_precedence, seen_edited
from referee.games.qwixx.acts import Posted, Said, Sheet
from referee.games.qwixx.choosing import Asked, asked, choose, too_many
from referee.games.qwixx.naming import box_note
from referee.games.qwixx.state import Effect, Move, State
from referee.games.qwixx.turns import MICROSECOND, before, due, too_late

PRECEDENCE = ("F12", "X13", "X11", "F14", "X2", "X6", "X7", "X3", "X4")


def judge(state: State, act: Posted) -> Finding:
    """The finding on a post, at the moment of the post. The state is only read."""
    sheet = act.sheet
    if sheet.edit is not None:
        return _edited(sheet)
    state = before(state, act.at)
    warnings = seen_edited(sheet.edited_at)
    marks = tuple(said for said in sheet.marks if said.who in ("", act.player))
    if not marks and not (_declines(state, act) or sheet.resigns or sheet.doubt):
        return Finding("no-move", Effect(), (_chat(sheet),), warnings)
    objections = _not_allowed(state, act)
    doubt = sheet.doubt
    if not objections and sheet.resigns:
        return Finding("valid", Effect(Move(resign=True)), (), warnings, "F12")
    if objections:
        if doubt is not None:
            objections = [*objections, Objection(doubt.clause, doubt.case, doubt.facts)]
        return _refused(objections, warnings)
    if doubt is not None:
        found = Objection(doubt.clause, doubt.case, doubt.facts)
        return Finding("unclear", Effect(), (found,), warnings)
    return _answer(state, act, marks, warnings)


def _declines(state: State, act: Posted) -> bool:
    """Whether a post without a mark says that nothing is marked; `c'est tout` says so only of an
    answer that is there (X13)."""
    declined = act.sheet.declined
    if declined != ("rest",):
        return bool(declined)
    seat = state.seat(act.player)
    return state.turn is not None and seat >= 0 and state.turn.answers[seat].given


def _answer(
    state: State, act: Posted, marks: tuple[Said, ...], warnings: tuple[Objection, ...]
) -> Finding:
    """The finding on what is surely an answer, in an open turn."""
    turn, seat = state.turn, state.seat(act.player)
    if turn is None:
        raise ValueError("no turn is open")
    question = asked(state, turn, seat, act.sheet, marks)
    if too_many(question):
        facts = {"readings": [box_note(said.row, said.number) for said in marks]}
        case = "qwixx-several" if len(marks) > 1 else "qwixx-both-ways"
        return Finding("unclear", Effect(), (Objection("F15", case, facts),), warnings)
    late = [_late(state, seat)] if too_late(state, seat, act.at) else []
    choice = choose(question)
    if choice.objections or late:
        return _refused([*choice.objections, *late], warnings)
    warnings = (*warnings, *_doubt_about_time(state, act, seat), *_penalty_of_others(question))
    basis = "X13" if turn.answers[seat].given else "X4" if marks else "X14"
    return Finding("valid", Effect(choice.move, choice.done), (), warnings, basis)


def _not_allowed(state: State, act: Posted) -> list[Objection]:
    """Why no answer of this author can count now: no seat, a late answer, nothing to answer."""
    found = []
    seat = state.seat(act.player)
    if seat < 0:
        found.append(Objection("F12", "qwixx-no-seat", {"players": list(state.players)}))
    elif state.gone[seat]:
        found.append(Objection("F12", "qwixx-resigned", {"player": act.player}))
    closed = _closed(state, act)
    if act.sheet.resigns and closed is None:
        return found
    blocked = closed or _no_turn(state)
    if blocked is None:
        return found
    if seat >= 0 and closed is None and state.turn is None and _was_absent(state, seat):
        found.append(_late(state, seat))
    return [*found, blocked]


def _closed(state: State, act: Posted) -> Objection | None:
    """F14: a table at which nothing is played at all now."""
    if state.closed:
        return Objection("F14", "closed", {})
    if paused_at(state.pauses, act.at):
        return Objection("F14", "paused", {})
    if state.over is not None:
        return Objection("F14", "qwixx-over", {})
    return None


def _no_turn(state: State) -> Objection | None:
    """F14: a table that waits for a draw."""
    if state.active < 0:
        return Objection("F14", "qwixx-first", {})
    if state.turn is None:
        return Objection("F14", "qwixx-roll", {"active": state.players[state.active]})
    owed = next((one for one in state.owed if one.turn == state.number), None)
    if owed is not None and not state.waiting:
        return Objection("F14", "qwixx-act", {"player": state.players[owed.seat]})
    return None


def _was_absent(state: State, seat: int) -> bool:
    """Whether the last turn ended without an answer of this seat."""
    return bool(state.history) and state.history[-1].answers[seat].absent


def _late(state: State, seat: int) -> Objection:
    """X11: the answer came after the deadline."""
    if state.turn is not None:
        end = due(state, seat)
        facts: dict[str, Any] = {"turn": state.number}
        if end is not None:
            return Objection("X11", "late", facts | {"from": end.isoformat()})
        return Objection("X11", "late-paused", facts)
    last = state.history[-1]
    return Objection("X11", "late", {"turn": last.number, "from": last.at.isoformat()})


def _doubt_about_time(state: State, act: Posted, seat: int) -> tuple[Objection, ...]:
    """F7's warning: a stamp to the minute leaves open whether the answer was in time; the player
    has the benefit."""
    end = due(state, seat)
    if end is None:
        return ()
    slack = timedelta(seconds=act.precision) if act.precision > 1 else timedelta(0)
    if act.at > end or (slack and act.at + slack > end + MICROSECOND):
        return (Objection("F7", "qwixx-doubt", {"from": end.isoformat()}),)
    return ()


def _penalty_of_others(question: Asked) -> tuple[Objection, ...]:
    """Only an active player who marks nothing takes a penalty (X5); others are told so."""
    if "penalty" not in question.declined:
        return ()
    if question.active and question.given.white is None:
        return ()
    return (Objection("X5", "no-penalty", {}),)


def _chat(sheet: Sheet) -> Objection:
    if sheet.marks:
        return Objection("F15", "qwixx-told", {"player": sheet.marks[0].who})
    return Objection("F3", "qwixx-chat", {})


def _edited(sheet: Sheet) -> Finding:
    """X13: an edit changes nothing, and is reported."""
    words = Objection("F5", "words", {})
    if sheet.edit is not None and sheet.edit.floor:
        return Finding("edited", Effect(), (Objection("X13", "edited", {}), words))
    return Finding("edited", Effect(), (words,))


def _refused(objections: list[Objection], warnings: tuple[Objection, ...]) -> Finding:
    return Finding("invalid", Effect(), in_precedence(objections, PRECEDENCE), warnings)
