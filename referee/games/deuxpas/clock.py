"""The clocks (D13): what is left, when the flag falls, and what coarse stamps leave open (F7)."""

from datetime import UTC, datetime, timedelta

import msgspec

from referee.core.durations import BadDuration, seconds
from referee.core.limits import deadline, paused_between
from referee.core.seated import Expired
from referee.games.deuxpas.state import COLOURS, Result, State, with_side

SECOND = 1_000_000  # microseconds
HINT = "7d, 3d+12h, 36h, 90min+30s"


def parse_clock(text: str) -> tuple[int, int] | None:
    """Bank and increment in seconds of `7d` or `3d+12h`; None for what is no clock."""
    bank, plus, increment = text.partition("+")
    try:
        return seconds(bank), seconds(increment) if plus else 0
    except BadDuration:
        return None


def used(state: State, at: datetime) -> int:
    """Microseconds that the running clock has run at an instant; pauses do not count."""
    if state.runs_from is None or at <= state.runs_from:
        return 0
    run = at - state.runs_from - paused_between(state.pauses, state.runs_from, at)
    return run // timedelta(microseconds=1)


def left_at(state: State, side: int, at: datetime) -> int:
    """Microseconds on a clock at an instant, never below zero."""
    left = state.left[side]
    return max(0, left - used(state, at)) if side == state.turn else left


def charged(state: State, at: datetime) -> State:
    """The state with the running clock stopped, its time taken off, at an instant."""
    side = state.turn
    left = with_side(state.left, side, left_at(state, side, at))
    return msgspec.structs.replace(state, left=left, runs_from=None, precision=1)


def flag_at(state: State) -> datetime:
    """When the running clock reaches zero, as far as the pauses are known."""
    if state.runs_from is None:
        raise ValueError("no clock runs")
    limit = timedelta(microseconds=state.left[state.turn])
    return deadline(state.runs_from.astimezone(UTC), limit, state.pauses)


def _slack(state: State) -> int:
    """How much later than its stamp the running clock may have begun, in microseconds."""
    return state.precision * SECOND if state.precision > 1 else 0


def certain(state: State, until: datetime) -> bool:
    """Whether the flag has fallen by an instant whatever coarse stamps leave open (F7)."""
    run = used(state, until)
    return state.runs_from is not None and run >= state.left[state.turn] + _slack(state)


def advance(state: State, until: datetime) -> tuple[State, tuple[Expired, ...]]:
    """The state once the clock has surely run out by `until`, that instant included, and that it
    has. The game ends at the instant of the flag, whenever it is noticed."""
    if state.result is not None or state.closed or not certain(state, until):
        return state, ()
    over = fallen(state)
    player, at = state.seats[state.turn], flag_at(state)
    facts = {
        "player": player,
        "winner": state.seats[1 - state.turn],
        "camp": COLOURS[state.turn],
        "from": at.isoformat(),
    }
    return over, (Expired(at, player, "D13", "flag", facts),)


def fallen(state: State) -> State:
    """The game lost on time by the player whose clock runs."""
    return msgspec.structs.replace(state, result=Result(1 - state.turn, "clock", flag_at(state)))


def noticed(state: State, at: datetime) -> State:
    """The state with the flag that was written down for an instant, which whoever wrote it down
    knew to be certain."""
    if state.runs_from is None or state.result is not None or state.closed:
        return state
    return fallen(state) if used(state, at) >= state.left[state.turn] else state


def met(state: State, at: datetime) -> State:
    """The state that a post meets: a flag that was written down falls only when it is certain, so
    that a move within the doubt of coarse stamps is judged the same before and after (F7)."""
    before = at - timedelta(microseconds=1)
    result = state.result
    if result is not None and result.reason == "clock" and not certain(state, before):
        state = msgspec.structs.replace(state, result=None)
    return advance(state, before)[0]


class Timing(msgspec.Struct, frozen=True):
    """A move against the clock of its player: in time, and whether only for want of a stamp to the
    second (F7)."""

    in_time: bool
    doubt: bool


def timing(state: State, at: datetime, precision: int) -> Timing:
    """Whether a move stamped so comes before the flag (D13).

    At the very instant of the flag it is too late where both stamps are known to the second.
    """
    run, left = used(state, at), state.left[state.turn]
    after = precision * SECOND if precision > 1 else 0
    before = _slack(state)
    in_time = run < left or (run == left and bool(before or after)) or run - before < left
    certain = run < left and run + after <= left
    return Timing(in_time, in_time and not certain)
