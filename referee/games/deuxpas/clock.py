"""The clocks (D13): what is left, when the flag falls, and what coarse stamps leave open (F7)."""

from datetime import UTC, datetime, timedelta

import msgspec

from referee.core.limits import deadline, paused_between
from referee.core.patterns import lazy
from referee.core.seated import Expired
from referee.games.deuxpas.state import COLOURS, Result, State, with_side

SECOND = 1_000_000  # microseconds
_UNITS = {"d": 86400, "j": 86400, "h": 3600, "min": 60, "m": 60, "s": 1}
_PART = r"\d{1,6}(?:d|j|h|min|m|s)"
_TIME = lazy(rf"(?P<bank>(?:{_PART}){{1,4}})(?:\+(?P<increment>(?:{_PART}){{1,4}}))?")
_EACH = lazy(r"(\d{1,6})(d|j|h|min|m|s)")
_LONGEST = 366 * 86400
HINT = "7d, 3d+12h, 36h, 90min+30s"


def parse_clock(text: str) -> tuple[int, int] | None:
    """Bank and increment in seconds of `7d` or `3d+12h`; None for what is no clock."""
    found = _TIME.fullmatch("".join(text.casefold().split()))
    if found is None:
        return None
    bank, increment = _seconds(found["bank"]), _seconds(found["increment"] or "")
    return (bank, increment) if 0 < bank <= _LONGEST and increment <= _LONGEST else None


def _seconds(text: str) -> int:
    return sum(int(number) * _UNITS[unit] for number, unit in _EACH.findall(text))


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


def flag_at(state: State) -> datetime | None:
    """When the running clock reaches zero, as far as the pauses are known; None if none runs."""
    if state.runs_from is None:
        return None
    limit = timedelta(microseconds=state.left[state.turn])
    return deadline(state.runs_from.astimezone(UTC), limit, state.pauses)


def _slack(state: State) -> int:
    """How much later than its stamp the running clock may have begun, in microseconds."""
    return state.precision * SECOND if state.precision > 1 else 0


def fallen(state: State, until: datetime, *, surely: bool) -> State | None:
    """The game lost on time if the flag has fallen by an instant, that instant included.

    `surely`: only where no coarse stamp leaves it open (F7). It ends at the instant of the flag.
    """
    if state.runs_from is None or state.result is not None or state.closed:
        return None
    if used(state, until) < state.left[state.turn] + (_slack(state) if surely else 0):
        return None
    at = flag_at(state)
    if at is None:
        return None
    return msgspec.structs.replace(state, result=Result(1 - state.turn, "clock", at))


def advance(state: State, until: datetime) -> tuple[State, tuple[Expired, ...]]:
    """The state once the clock has run out by `until`, if it surely has, and that it has."""
    over = fallen(state, until, surely=True)
    if over is None or over.result is None:
        return state, ()
    player = state.seats[state.turn]
    facts = {
        "player": player,
        "winner": state.seats[1 - state.turn],
        "camp": COLOURS[state.turn],
        "from": over.result.at.isoformat(),
    }
    return over, (Expired(over.result.at, player, "D13", "flag", facts),)


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


def revived(state: State, player: str, at: datetime, precision: int) -> State:
    """The state without its flag where a move of the flagged player is in time after all, by the
    doubt that coarse stamps leave (F7)."""
    if state.result is None or state.result.reason != "clock":
        return state
    if state.side_of(player) != state.turn:
        return state
    on = msgspec.structs.replace(state, result=None)
    return on if timing(on, at, precision).in_time else state
