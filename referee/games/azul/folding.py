"""Time and acts folded into an Azul table (F6): what `apply` and `advance` promise."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from referee.core import house, limits
from referee.core.names import key
from referee.core.seated import Deadline, Expired
from referee.games.azul.dealing import dealt
from referee.games.azul.moving import (
    chose,
    named_first,
    resigned,
    take_of,
    taken,
    waiting_since,
)
from referee.games.azul.offer import takes
from referee.games.azul.state import Dispute, Ruled, State, asked_of, awaited_seats, seat_of

TICK = timedelta(microseconds=1)
replace = msgspec.structs.replace


def due(state: State, seat: int) -> datetime | None:
    """When the limit of an awaited seat ends (A16); None without a limit, or while a pause that
    has no end yet holds it."""
    if state.limit is None:
        return None
    span = timedelta(seconds=state.limit + sum(n for s, n in state.extra if s == seat))
    end = limits.deadline(state.moved, span, state.pauses)
    held = any(until is None and start < end for start, until in state.pauses)
    return None if held else end


def deadlines(state: State, at: datetime) -> tuple[Deadline, ...]:
    """The limits that run at an instant, those of A16."""
    found = []
    for seat in awaited_seats(state):
        end = due(state, seat)
        if end is not None and seat not in state.late:
            found.append(Deadline(end, state.players[seat], "A16"))
    return tuple(found)


def advance(state: State, until: datetime) -> tuple[State, tuple[Expired, ...]]:
    """The state once all limits that end by `until` have run out, and each of them once (A16).

    A limit that runs out changes nothing at the table: the moderator decides.
    """
    if state.limit is None:
        return state, ()
    expired = []
    for deadline in deadlines(state, until):
        if deadline.at <= until:
            seat = seat_of(state, deadline.player)
            if seat is not None:
                state = replace(state, late=tuple(sorted((*state.late, seat))))
            facts = {"player": deadline.player}
            expired.append(Expired(deadline.at, deadline.player, "A16", "late", facts))
    return state, tuple(sorted(expired, key=lambda one: one.at))


def before(state: State, at: datetime) -> State:
    """The state just before an instant: what ended earlier has run out."""
    return state if state.limit is None else advance(state, at - TICK)[0]


def apply(state: State, act: Ruled | house.Act) -> State:
    """The table after an act. Total: it never asks whether the act is allowed, and leaves alone
    what cannot be done."""
    match act:
        case Ruled():
            return _ruled(before(state, act.posted_at), act)
        case house.Passed():
            return advance(state, act.at)[0]
        case house.Drawn():
            return _drawn(before(state, act.at), act)
        case house.Life():
            return _life(before(state, act.at), act)
        case house.Time():
            return _given(before(state, act.at), act)
        case house.Seat():
            return _passed_on(before(state, act.at), act)
        case house.Awarded():
            return _awarded(state, act)
        case _:
            return before(state, act.at)


def _ruled(state: State, act: Ruled) -> State:
    seat = seat_of(state, act.player)
    move = act.effect.move
    if move is None or seat is None or state.dispute is not None:
        return state
    return played(state, seat, move, act.posted_at, act.post)


def played(state: State, seat: int, move: dict[str, Any], at: datetime, post: int) -> State:
    """The table after a contract's move of a seat; unchanged where it cannot be done."""
    if move.get("resign"):
        return resigned(state, seat, at)
    if "choices" in move:
        if state.phase != "tiling":
            return state
        rows = {c["line"] - 1: c["column"] - 1 for c in move["choices"]}
        return chose(state, seat, rows, at)
    if state.phase != "offer":
        return state
    found = take_of(state, move)
    return state if found is None else taken(state, seat, found, at, post)


def _drawn(state: State, act: house.Drawn) -> State:
    """A chance event. One that is no longer needed is left unused; a deal that does not fit puts
    the table in dispute (F6)."""
    if state.dispute is not None or state.phase == "over":
        return state
    if act.kind == "first":
        seat = seat_of(state, str(act.result.get("first", "")))
        return named_first(state, seat) if seat is not None and state.phase == "first" else state
    if act.kind == "act":
        return _random_act(state, act)
    if act.kind != "deal":
        return state
    factories = tuple(act.result.get("factories", ()))
    if state.phase != "deal" or state.first is None:
        return replace(state, dispute=Dispute("phase", act.at, factories))
    offer = dealt(state.offer, factories, state.first)
    if offer is None:
        return replace(state, dispute=Dispute("tiles", act.at, factories))
    return waiting_since(replace(state, phase="offer", offer=offer, last=None), act.at)


def _random_act(state: State, act: house.Drawn) -> State:
    """A16: the move that was drawn for a player whose limit has run out, if it is still theirs to
    make and still legal."""
    seat = seat_of(state, str(act.result.get("player", "")))
    move = act.result.get("move") or {}
    if seat is None or seat not in state.late or seat not in awaited_seats(state):
        return state
    if "choices" in move:
        asked = asked_of(state, seat)
        pairs = [(c["line"] - 1, c["column"] - 1) for c in move["choices"]]
        fits = all(column in asked.get(row, ()) for row, column in pairs)
    else:
        fits = state.phase == "offer" and take_of(state, move) in takes(state.offer)
    return played(state, seat, move, act.at, 0) if fits else state


def _life(state: State, act: house.Life) -> State:
    if act.kind == "closed":
        return replace(state, closed=True)
    if act.kind == "paused":
        return replace(state, pauses=limits.paused(state.pauses, act.at, act.until))
    return replace(state, pauses=limits.resumed(state.pauses, act.at))


def _given(state: State, act: house.Time) -> State:
    """More time for whoever is awaited; a limit that had run out runs again if it now ends later
    than the decision (F9)."""
    seat = seat_of(state, act.player)
    if seat is None or seat not in awaited_seats(state):
        return state
    state = replace(state, extra=(*state.extra, (seat, act.seconds)))
    end = due(state, seat)
    if seat in state.late and (end is None or end > act.at):
        return replace(state, late=tuple(other for other in state.late if other != seat))
    return state


def _passed_on(state: State, act: house.Seat) -> State:
    gone = key(act.player)
    players = tuple(act.to if key(name) == gone else name for name in state.players)
    return replace(state, players=players)


def _awarded(state: State, act: house.Awarded) -> State:
    """Points given or taken by the moderator; no score goes below 0 (A10)."""
    seat = seat_of(state, act.player)
    if seat is None:
        return state
    boards = list(state.offer.boards)
    boards[seat] = replace(boards[seat], score=max(0, boards[seat].score + act.points))
    return replace(state, offer=replace(state.offer, boards=tuple(boards)))
