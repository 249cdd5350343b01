"""What an edited post does (Q7), when the edit is noticed, on the table as it then stands."""

from referee.core.ruling import Award, Finding, Objection
from referee.games.quadrille.acts import Edit, Posted
from referee.games.quadrille.state import Effect, State, Withdrawal


def judge_edit(state: State, act: Posted) -> Finding:
    """The finding on a post read again with other words; its clauses are Q7 and F5, or F5 alone."""
    edit = act.sheet.edit
    if edit is None:
        raise ValueError("not an edit")
    if not edit.floor:
        return _floor_untouched(state, act, edit)
    withdrawal = _withdrawal(state, act, edit)
    if withdrawal is None:
        return Finding("edited", Effect(), (Objection("Q7", "nothing", {}), _words()))
    case = "rolled-back" if withdrawal.rolled_back else "points"
    objections = (Objection("Q7", case, {"n": withdrawal.points}), _words())
    points = (Award("Q7", -withdrawal.points),) if withdrawal.points else ()
    return Finding("edited", Effect(withdraws=withdrawal), objections, points=points)


def _floor_untouched(state: State, act: Posted, edit: Edit) -> Finding:
    """The ranking may be edited; added to the move's own post, it opens the gate (Q6)."""
    if edit.brought:
        return Finding("edited", Effect(), (Objection("F5", "brought", {}),))
    if not edit.ranking:
        return Finding("edited", Effect(), (_words(),))
    last = state.last
    opens = edit.added and last is not None and last.post == edit.of and not state.ranked
    case = "ranking-added" if opens else "ranking"
    return Finding("edited", Effect(ranking=opens), (Objection("Q7", case, {}), _words()))


def _withdrawal(state: State, act: Posted, edit: Edit) -> Withdrawal | None:
    """How the edit takes a move back; None where no move stands."""
    if edit.of in state.withdrawn:
        return None
    for played in state.trail:
        if played.post == edit.of:
            last = played is state.trail[-1]
            return Withdrawal(edit.of, last, played.gained, played.week)
    if act.target is None:  # it was no valid move
        return None
    week, points = act.target  # further back than the trail, so others have moved since
    return Withdrawal(edit.of, rolled_back=False, points=points, week=week)


def _words() -> Objection:
    return Objection("F5", "words", {})
