"""How a turn begins, runs out and is complete (X4-X8, X11, X12)."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace

from referee.core import limits
from referee.core.seated import Expired
from referee.games.qwixx import board
from referee.games.qwixx.board import Dice
from referee.games.qwixx.naming import Noted, box_note
from referee.games.qwixx.state import Answer, Complete, Mark, Owed, Sheet, State, Turn

MICROSECOND = timedelta(microseconds=1)


def next_seat(state: State, seat: int) -> int:
    """The seat after another, those who resigned skipped (X1)."""
    several = len(state.players)
    for step in range(1, several + 1):
        after = (seat + step) % several
        if not state.gone[after]:
            return after
    return seat


def begin(state: State, rolled: Dice, at: datetime, precision: int) -> State:
    """A roll: it ends a turn that is still open (X12) and begins the next; unused where no turn can
    begin (F6). A die of a closed row is ignored, one that was not rolled stays missing."""
    at = at.astimezone(UTC)
    if state.turn is not None:
        state = _ended_by_roll(state, at)
    if state.over is not None or state.active < 0 or state.closed:
        return replace(state, unused=state.unused + 1)
    dice = shown(rolled, state.closed_rows)
    start, coarse = at, precision
    if state.ended is not None and state.ended > at:
        start, coarse = state.ended, 1
    seats = range(len(state.players))
    needed = tuple(
        board.can_mark(
            state.sheets[seat].rows, state.closed_rows, dice, active=seat == state.active
        )
        for seat in seats
    )
    turn = Turn(dice, start, coarse, (Answer(),) * len(seats), state.extra, needed)
    state = replace(state, turn=turn, extra=(0,) * len(seats))
    return settled(state, at, "answers")


def shown(rolled: Dice, closed: int) -> Dice:
    """The dice without those of closed rows."""
    one, other, red, yellow, green, blue = rolled
    return (
        one,
        other,
        0 if closed & 1 else red,
        0 if closed & 2 else yellow,
        0 if closed & 4 else green,
        0 if closed & 8 else blue,
    )


def due(state: State, seat: int) -> datetime | None:
    """When the time of a seat in the open turn is up as the stamps stand (X11); None without an
    open turn, or while a pause without an end holds the clock."""
    turn = state.turn
    if turn is None:
        return None
    allowed = state.allowance + timedelta(seconds=turn.extra[seat])
    end = limits.deadline(turn.start, allowed, state.pauses)
    held = any(over is None and begun < end for begun, over in state.pauses)
    return None if held else end


def runs_out(state: State, seat: int) -> datetime | None:
    """When a seat is absent: at `due`, later by what a coarse stamp of the roll leaves open."""
    end = due(state, seat)
    if end is None or state.turn is None or state.turn.precision <= 1:
        return end
    return end + timedelta(seconds=state.turn.precision)


def too_late(state: State, seat: int, at: datetime) -> bool:
    """Whether an answer at an instant is surely too late in the open turn. The end of what a coarse
    stamp leaves open is outside it, whereas the exact limit is in time."""
    turn, end = state.turn, runs_out(state, seat)
    if turn is None or turn.answers[seat].absent:
        return True
    return end is not None and turn.precision > 1 and at >= end


def advance(state: State, now: datetime) -> tuple[State, tuple[Expired, ...]]:
    """The table as it is at a moment, and the limits that have run out by then: those that ended
    before it, since the exact instant of a limit is still in time (X11)."""
    return run_out(state, now - MICROSECOND)


def before(state: State, at: datetime) -> State:
    """The table that an act at an instant meets: as it was the moment before."""
    return advance(state, at - MICROSECOND)[0]


def run_out(state: State, until: datetime) -> tuple[State, tuple[Expired, ...]]:
    """The table once every limit that ends by `until`, that instant included, has run out."""
    if state.turn is None or state.closed:
        return state, ()
    passed: list[Expired] = []
    while state.turn is not None:
        ends = [(end, seat) for seat in state.waiting if (end := runs_out(state, seat)) is not None]
        if not ends or min(ends)[0] > until:
            break
        at = min(ends)[0]
        seats = [seat for end, seat in ends if end == at]
        passed += [_expired(state, seat, at) for seat in seats]
        state = settled(_absent(state, seats, at), at, "deadline")
    return state, tuple(passed)


def _expired(state: State, seat: int, at: datetime) -> Expired:
    """What the clock does to a player without a valid answer (X11)."""
    player = state.players[seat]
    facts: dict[str, Any] = {"player": player, "turn": state.number}
    facts["lacking"] = _limit(state, seat)
    shown = due(state, seat)
    if shown is not None and shown != at:  # F7: a coarse stamp of the roll gives a little more
        facts["due"] = shown.isoformat()
    if seat != state.active:
        return Expired(at, player, "X11", "absent", facts)
    if state.sheets[seat].penalties < board.MOST_PENALTIES - 1:
        return Expired(at, player, "X11", "penalty", facts)
    return Expired(at, player, "X11", "random", facts | {"boxes": _boxes(state)})


def _limit(state: State, seat: int) -> int:
    """How many seconds a seat had for its answer, pauses left out."""
    return state.limit + (state.turn.extra[seat] if state.turn else 0)


def _boxes(state: State) -> list[Noted]:
    """The legal boxes of the active player in the open turn, in the order of X11."""
    if state.turn is None:
        return []
    rows = state.sheets[state.active].rows
    found = board.all_boxes(rows, state.closed_rows, state.turn.dice)
    return [box_note(board.COLOURS[row], board.number_of(row, bit)) for row, bit in found]


def _absent(state: State, seats: Sequence[int], at: datetime) -> State:
    """These seats have no answer at their deadline; a random mark is owed where X11 asks for it."""
    turn = state.turn
    if turn is None:
        return state
    answers = tuple(
        replace(answer, absent=True) if seat in seats else answer
        for seat, answer in enumerate(turn.answers)
    )
    owed = state.owed
    if state.active in seats and _forced(state):
        owed = (*owed, Owed(state.number, state.active, at, turn.dice))
    return replace(state, turn=replace(turn, answers=answers), owed=owed)


def _forced(state: State) -> bool:
    """Whether the active player may not take the penalty: three already, and a legal mark (X6)."""
    turn, sheet = state.turn, state.sheets[state.active]
    if turn is None or sheet.penalties < board.MOST_PENALTIES - 1:
        return False
    return bool(board.all_boxes(sheet.rows, state.closed_rows, turn.dice))


def settled(state: State, at: datetime, by: str) -> State:
    """The turn ended if nobody is awaited and no random mark of it is owed (X12)."""
    if state.turn is None or state.waiting:
        return state
    if any(owed.turn == state.number for owed in state.owed):
        return state
    return complete(state, at, by)


def _ended_by_roll(state: State, at: datetime) -> State:
    """A turn that a later roll has followed: who has no valid answer counts as absent (X12)."""
    return complete(_absent(state, state.waiting, at), at, "roll")


def complete(state: State, at: datetime, by: str) -> State:
    """The turn is over: penalty, locks, the end, and whose turn is next (X5-X8)."""
    turn = state.turn
    if turn is None:
        return state
    active = state.active
    mine = turn.answers[active]
    waits = any(owed.turn == state.number for owed in state.owed)
    penalty = mine.white is None and mine.colour is None and not state.gone[active] and not waits
    sheets = state.sheets
    if penalty:
        sheets = _with(sheets, active, replace(sheets[active], penalties=_one_more(sheets[active])))
    closed = board.closing([sheet.rows for sheet in sheets], state.closed_rows)
    told = at  # the limit as it was announced, without what F7 adds to it
    if by == "deadline" and turn.precision > 1 and not any(a.random for a in turn.answers):
        told -= timedelta(seconds=turn.precision)
    done = Complete(
        state.number,
        active,
        turn.dice,
        turn.answers,
        penalty,
        locks(turn.answers),
        told,
        by,
        closed,
    )
    state = replace(
        state,
        turn=None,
        sheets=sheets,
        closed_rows=closed,
        ended=at,
        history=(*state.history, done),
    )
    if board.ends(sheets[active].penalties, closed):
        return replace(state, over=at)
    return replace(state, number=state.number + 1, active=next_seat(state, active))


def _one_more(sheet: Sheet) -> int:
    return min(sheet.penalties + 1, board.MOST_PENALTIES)


def _with(sheets: tuple[Sheet, ...], seat: int, sheet: Sheet) -> tuple[Sheet, ...]:
    return (*sheets[:seat], sheet, *sheets[seat + 1 :])


def locks(answers: Sequence[Answer]) -> tuple[tuple[int, int], ...]:
    """The locks taken in a turn: row and seat (X7)."""
    found = []
    for seat, answer in enumerate(answers):
        for mark in (answer.white, answer.colour):
            if mark and mark[1] == board.NUMBERS[mark[0]][-1]:
                found.append((mark[0], seat))
    return tuple(sorted(found))


def put(state: State, seat: int, white: Mark | None, colour: Mark | None) -> State:
    """Marks on a sheet, white before colour, whether they are allowed or not."""
    sheet = state.sheets[seat]
    rows = sheet.rows
    for mark in (white, colour):
        if mark is not None:
            rows = board.with_mark(rows, mark[0], board.box(*mark))
    if rows == sheet.rows:
        return state
    return replace(state, sheets=_with(state.sheets, seat, replace(sheet, rows=rows)))
