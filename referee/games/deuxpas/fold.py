"""What each act does to a Deux-Pas table. Total: it never asks whether the act is allowed."""

from datetime import datetime, timedelta

import msgspec

from referee.core import limits
from referee.core.house import (
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
from referee.core.names import key
from referee.games.deuxpas import board
from referee.games.deuxpas.acts import Move
from referee.games.deuxpas.clock import SECOND, advance, charged, met, noticed
from referee.games.deuxpas.state import (
    BLUE,
    LAST_MOVE,
    RED,
    Last,
    Pair,
    Reason,
    Result,
    Ruled,
    State,
    with_side,
)

House = Life | Awarded | Drawn | Passed | Seat | Time | Sealed | Revealed | Nothing
_BEFORE = timedelta(microseconds=1)

replace = msgspec.structs.replace


def apply(state: State, act: Ruled | House) -> State:
    """The table after an act, what time has done before it included (D13)."""
    if isinstance(act, Awarded | Nothing):
        return state
    if isinstance(act, Ruled):
        if act.effect.move is None:
            return advance(state, act.posted_at - _BEFORE)[0]
        return _ruled(met(state, act.posted_at), act, act.effect.move)
    if isinstance(act, Passed):
        return noticed(state, act.at)
    return _house(advance(state, act.at - _BEFORE)[0], act)


def _house(state: State, act: Life | Drawn | Seat | Time | Sealed | Revealed) -> State:
    match act:
        case Life():
            return _life(state, act)
        case Drawn():
            return _drawn(state, act)
        case Seat():
            return _passed_on(state, act)
        case Time():
            return _more_time(state, act)
        case Sealed():
            side = state.side_of(act.player)
            if side is None or side in state.placed:
                return state
            return replace(state, placed=tuple(sorted((*state.placed, side))))
        case Revealed():
            return _revealed(state, act)


def _life(state: State, act: Life) -> State:
    if act.kind == "closed":
        return replace(charged(state, act.at), closed=True)
    if act.kind == "paused":
        return replace(state, pauses=limits.paused(state.pauses, act.at, act.until))
    return replace(state, pauses=limits.resumed(state.pauses, act.at))


def _drawn(state: State, act: Drawn) -> State:
    """The immutable cells (D3); a draw that is not awaited changes nothing."""
    if act.kind != "cells" or state.drawn or state.result is not None:
        return state
    red, blue = board.mask_of(act.result["red"]), board.mask_of(act.result["blue"])
    state = replace(state, drawn=True, cells=(red, blue), fixed=red | blue)
    return begun(state, act.at) if state.phase == "play" else state


def _revealed(state: State, act: Revealed) -> State:
    """Both placements (D3); each goes to whose home rank it lies on."""
    if state.result is not None or any(state.made) or any(state.pawns):
        return state
    pawns: Pair = (0, 0)
    for cells in act.placements.values():
        mask = board.mask_of(cells)
        pawns = with_side(pawns, BLUE if mask & board.HOME[BLUE] else RED, mask)
    state = replace(state, pawns=pawns, placed=(RED, BLUE))
    return begun(state, act.at) if state.phase == "play" else state


def _passed_on(state: State, act: Seat) -> State:
    """A seat in other hands; a game that is over stays with who played it (F12)."""
    if state.result is not None:
        return state
    seats = tuple(act.to if key(name) == key(act.player) else name for name in state.seats)
    return replace(state, seats=(seats[RED], seats[BLUE]))


def _more_time(state: State, act: Time) -> State:
    """Time put on a clock (F9); a flag that has fallen meanwhile moves with it."""
    side = state.side_of(act.player)
    if side is None:
        return state
    more = max(0, state.left[side] + act.seconds * SECOND)
    state = replace(state, left=with_side(state.left, side, more))
    if state.result is not None and state.result.reason == "clock" and side == state.turn:
        state = advance(replace(state, result=None), act.at)[0]
    return state


def begun(state: State, at: datetime, precision: int = 1) -> State:
    """The turn of the player to move begins: their clock runs (D13), unless they are blocked
    (D10)."""
    if board.count(state.position(state.turn)) == 0:
        return _ended(state, 1 - state.turn, "blocked", at)
    return replace(state, runs_from=at, precision=precision)


def _ended(state: State, winner: int | None, reason: Reason, at: datetime) -> State:
    return replace(charged(state, at), result=Result(winner, reason, at))


def _ruled(state: State, act: Ruled, move: Move) -> State:
    if state.phase in ("draw", "placement") and not move.resign:
        return state
    if state.result is not None:
        if state.result.reason != "clock":
            return state
        state = replace(state, result=None)  # accepted all the same (F9)
    if move.resign:
        side = state.side_of(act.player)
        return state if side is None else _ended(state, 1 - side, "resignation", act.posted_at)
    return _moved(state, act, move)


def _moved(state: State, act: Ruled, move: Move) -> State:
    """A move played (D7-D11). One that no pawn can make, as an overrule may ask, is left out."""
    start, to = board.INDEX.get(move.start, -1), board.INDEX.get(move.to, -1)
    red, blue = state.pawns
    if start < 0 or to < 0 or not (red | blue) >> start & 1 or (red | blue) >> to & 1:
        return state
    side = RED if red >> start & 1 else BLUE
    state = charged(state, act.posted_at)
    state = replace(
        played(state, act.post, act.player, start, to),
        left=with_side(state.left, side, state.left[side] + state.increment * SECOND),
        made=with_side(state.made, side, state.made[side] + 1),
        turn=1 - side,
    )
    at = act.posted_at
    if state.arrived[side] > 2:
        return _ended(state, side, "arrival", at)
    if min(state.made) >= LAST_MOVE:
        result = counted(state, at)
        return _ended(state, result.winner, result.reason, at)
    return begun(state, at, act.precision)


def counted(state: State, at: datetime) -> Result:
    """The result by the cells of each colour (D11)."""
    red, blue = (cells.bit_count() for cells in state.cells)
    if red == blue:
        return Result(None, "draw", at)
    return Result(RED if red > blue else BLUE, "count", at)


def played(state: State, post: int, player: str, start: int, to: int) -> State:
    """The board after a move of a pawn, and what it did, without turn and clock (D7-D9)."""
    side = RED if state.pawns[RED] >> start & 1 else BLUE
    before = state.position(side)
    others, own, theirs, mine, _, _, _, arrived = board.play(before, start, to)
    third = arrived > 2
    stays = before[0] ^ 1 << start | (0 if arrived > before[6] else 1 << to)
    destroyed = 0 if third else stays & ~own
    lost = state.destroyed[side] + destroyed.bit_count()
    last = Last(post, player, side, start, to, mine & ~before[2], destroyed, arrived > before[6])
    return replace(
        state,
        pawns=with_side((others, others), side, own),
        cells=with_side((theirs, theirs), side, mine),
        arrived=with_side(state.arrived, side, arrived),
        destroyed=with_side(state.destroyed, side, lost),
        last=last,
    )
