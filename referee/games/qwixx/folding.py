"""What happens at a table, folded into its state; total, it never asks whether it may (F6)."""

from datetime import datetime

from msgspec.structs import replace

from referee.core import limits
from referee.core.house import (
    Act,
    Awarded,
    Drawn,
    Life,
    Nothing,
    Passed,
    Revealed,
    Sealed,
    Seat,
    Time,
)
from referee.games.qwixx import board
from referee.games.qwixx.board import Dice
from referee.games.qwixx.state import Answer, Complete, Mark, Owed, Ruled, State
from referee.games.qwixx.turns import (
    before,
    begin,
    complete,
    locks,
    next_seat,
    put,
    run_out,
    runs_out,
    settled,
    shown,
)


def apply(state: State, act: Ruled | Act) -> State:
    """The table after a ruling or anything else that stands. Deadlines that end before the act have
    passed first; one that ends at the same instant comes after it (F6)."""
    if isinstance(act, Awarded):
        return _awarded(state, act)
    at = act.posted_at if isinstance(act, Ruled) else act.at
    if isinstance(act, Passed) or (isinstance(act, Drawn) and act.kind == "act"):
        # A random mark belongs to a deadline and comes after it, though it may be recorded first.
        state = run_out(state, at)[0]
    if isinstance(act, Passed):
        return state
    state = before(state, at)
    match act:
        case Ruled():
            return _ruled(state, act)
        case Drawn():
            return _drawn(state, act)
        case Life():
            return _life(state, act)
        case Seat():
            names = tuple(act.to if name == act.player else name for name in state.players)
            return replace(state, players=names)
        case Time():
            return _more_time(state, act)
        case Sealed() | Revealed() | Nothing():
            return state


def _ruled(state: State, act: Ruled) -> State:
    move, seat = act.effect.move, state.seat(act.player)
    if move is None or seat < 0:
        return state
    if move.resign is True:
        return _resigned(state, seat, act.posted_at)
    white, colour = _mark(move.white), _mark(move.colour)
    if state.turn is None:
        return _after_the_turn(state, seat, white, colour)
    state = put(state, seat, white, colour)
    turn = state.turn
    if turn is None:
        return state
    so_far = turn.answers[seat]
    answer = Answer(
        given=True,
        white=white or so_far.white,
        colour=colour or so_far.colour,
        done=act.effect.done,
        post=act.post,
    )
    answers = (*turn.answers[:seat], answer, *turn.answers[seat + 1 :])
    owed = tuple(one for one in state.owed if (one.turn, one.seat) != (state.number, seat))
    state = replace(state, turn=replace(turn, answers=answers), owed=owed)
    return settled(state, act.posted_at, "answers")


def _mark(said: tuple[str, int] | None) -> Mark | None:
    return None if said is None else (board.COLOURS.index(said[0]), said[1])


def _after_the_turn(state: State, seat: int, white: Mark | None, colour: Mark | None) -> State:
    """Marks that the moderator accepts when the turn is over (F9): they go on the sheet, and the
    penalty that the turn gave for want of them is taken back."""
    state = put(state, seat, white, colour)
    last = state.history[-1] if state.history else None
    if last is not None and last.active == seat and last.penalty and (white or colour):
        sheet = state.sheets[seat]
        sheets = list(state.sheets)
        sheets[seat] = replace(sheet, penalties=sheet.penalties - 1)
        history = (*state.history[:-1], replace(last, penalty=False))
        state = replace(state, sheets=tuple(sheets), history=history)
    return _closed_again(state, last)


def _closed_again(state: State, last: Complete | None) -> State:
    """Closed rows and the end as the sheets have them, where no turn is open."""
    if last is None:
        return state
    rows = [sheet.rows for sheet in state.sheets]
    closed = board.closing(rows, state.closed_rows)
    over = board.ends(state.sheets[last.active].penalties, closed)
    if over and state.over is None:
        number, active = last.number, last.active
    elif not over and state.over is not None:
        number, active = last.number + 1, next_seat(state, last.active)
    else:
        number, active = state.number, state.active
    at = (state.over or last.at) if over else None
    return replace(state, closed_rows=closed, over=at, number=number, active=active)


def _resigned(state: State, seat: int, at: datetime) -> State:
    """A player leaves (F12): nobody waits for them any more, their turns are skipped, they take no
    further penalty; with one player left the game is over."""
    gone = (*state.gone[:seat], True, *state.gone[seat + 1 :])
    owed = tuple(one for one in state.owed if one.seat != seat)
    state = replace(state, gone=gone, owed=owed)
    if state.over is not None:
        return state
    if gone.count(False) <= 1:
        state = complete(state, at, "resignation")
        return replace(state, over=at)
    if state.turn is not None:
        return settled(state, at, "resignation")
    if state.active == seat:
        return replace(state, active=next_seat(state, seat))
    return state


def _drawn(state: State, act: Drawn) -> State:
    match act.kind:
        case "first":
            if state.active >= 0 or act.result.get("first") not in state.players:
                return replace(state, unused=state.unused + 1)
            return replace(state, active=state.seat(act.result["first"]))
        case "roll":
            return begin(state, dice_of(act.result), act.at, act.precision)
        case "act":
            return _random_mark(state, act)
    return state


def dice_of(result: dict[str, object]) -> Dice:
    """The dice of a roll as the contract writes them."""
    white = result["white"]
    one, other = (int(die) for die in white) if isinstance(white, list | tuple) else (0, 0)
    coloured = [int(str(result[colour] or 0)) for colour in board.COLOURS]
    return (one, other, coloured[0], coloured[1], coloured[2], coloured[3])


def _random_mark(state: State, act: Drawn) -> State:
    """X11's random mark: the box stands while it is legal; otherwise the moderator decides."""
    seat = state.seat(str(act.result.get("player")))
    owed = next((one for one in state.owed if one.seat == seat), None)
    if owed is None:
        return replace(state, unused=state.unused + 1)
    row = board.COLOURS.index(act.result["row"])
    mark: Mark = (row, int(act.result["number"]))
    rows = state.sheets[seat].rows
    if (row, board.box(*mark)) not in boxes_owed(state, owed):
        others = tuple(replace(one, disputed=True) if one is owed else one for one in state.owed)
        return replace(state, owed=others, unused=state.unused + 1)
    white = (row, board.box(*mark)) in board.white_boxes(rows, state.closed_rows, owed.dice)
    state = replace(state, owed=tuple(one for one in state.owed if one is not owed))
    state = put(state, seat, mark, None)
    if state.turn is not None and state.number == owed.turn:
        answers = _with_random(state.turn.answers, seat, mark, white=white)
        state = replace(state, turn=replace(state.turn, answers=answers))
        return settled(state, act.at, "deadline")
    return _marked_late(state, owed, mark, white=white)


def boxes_owed(state: State, owed: Owed) -> list[tuple[int, int]]:
    """The boxes among which a random mark is drawn (X11), as the table stands."""
    dice = shown(owed.dice, state.closed_rows)
    return board.all_boxes(state.sheets[owed.seat].rows, state.closed_rows, dice)


def _with_random(
    answers: tuple[Answer, ...], seat: int, mark: Mark, *, white: bool
) -> tuple[Answer, ...]:
    answer = replace(
        answers[seat], white=mark if white else None, colour=None if white else mark, random=True
    )
    return (*answers[:seat], answer, *answers[seat + 1 :])


def _marked_late(state: State, owed: Owed, mark: Mark, *, white: bool) -> State:
    """A random mark of a turn that a later roll has ended already (X12): it may close a row, whose
    die is then ignored, and so end the game."""
    history = tuple(
        replace(
            done,
            answers=(answers := _with_random(done.answers, owed.seat, mark, white=white)),
            locks=locks(answers),
        )
        if done.number == owed.turn
        else done
        for done in state.history
    )
    state = replace(state, history=history)
    if mark[1] != board.NUMBERS[mark[0]][-1]:
        return state
    closed = state.closed_rows | 1 << mark[0]
    turn = state.turn and replace(state.turn, dice=shown(state.turn.dice, closed))
    state = replace(state, closed_rows=closed, turn=turn)
    if closed.bit_count() >= board.ROWS_TO_END and state.over is None:
        return replace(state, over=owed.at, turn=None)
    return state


def _life(state: State, act: Life) -> State:
    if act.kind == "closed":
        return replace(state, closed=True)
    if act.kind == "paused":
        return replace(state, pauses=limits.paused(state.pauses, act.at, act.until))
    return replace(state, pauses=limits.resumed(state.pauses, act.at))


def _more_time(state: State, act: Time) -> State:
    """More time for the open turn, or for the one to come; who was absent in an open turn may
    answer again if the time now reaches beyond the decision."""
    seat = state.seat(act.player)
    if seat < 0:
        return state
    turn = state.turn
    if turn is None:
        extra = tuple(
            had + act.seconds if at == seat else had for at, had in enumerate(state.extra)
        )
        return replace(state, extra=extra)
    extra = tuple(had + act.seconds if at == seat else had for at, had in enumerate(turn.extra))
    more = replace(state, turn=replace(turn, extra=extra))
    end = runs_out(more, seat)
    if not turn.answers[seat].absent or end is None or end < act.at or more.turn is None:
        return more
    answers = tuple(
        replace(answer, absent=False) if at == seat else answer
        for at, answer in enumerate(turn.answers)
    )
    owed = tuple(one for one in state.owed if (one.turn, one.seat) != (state.number, seat))
    return replace(more, turn=replace(more.turn, answers=answers), owed=owed)


def _awarded(state: State, act: Awarded) -> State:
    seat = state.seat(act.player)
    if seat < 0:
        return state
    sheet = state.sheets[seat]
    sheets = list(state.sheets)
    sheets[seat] = replace(sheet, awarded=sheet.awarded + act.points)
    return replace(state, sheets=tuple(sheets))
