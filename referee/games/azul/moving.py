"""What acts do to an Azul table. Total throughout: nothing asks whether an act is allowed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from referee.games.azul import rounds
from referee.games.azul.board import SPACES
from referee.games.azul.choices import settled
from referee.games.azul.offer import CENTRE, Offer, Take, exhausted, heap_at, take
from referee.games.azul.state import Ended, Moved, State, asked_of, choices_of
from referee.games.azul.tiles import COLOURS, count, size
from referee.games.azul.tiling import homes

replace = msgspec.structs.replace


def take_of(state: State, move: Mapping[str, Any]) -> Take | None:
    """The move that a contract's move is, if there are tiles to take and a line that can hold
    them; None otherwise. Whether it is allowed is another question."""
    source, colour, line = move.get("source"), move.get("colour"), move.get("line")
    if not isinstance(source, int) or not isinstance(line, int) or colour not in COLOURS:
        return None
    if not 0 <= line <= 5 or not count(heap_at(state.offer, source), COLOURS.index(colour)):
        return None
    return source, COLOURS.index(colour), line


def taken(state: State, seat: int, move: Take, at: datetime, post: int) -> State:
    """The table after a move in the offer; with the last tile of the offer the round ends (A7)."""
    before = state.offer
    offer = take(before, move, seat)
    last = _told(before, offer, move, seat, post)
    mine = before.turn == seat
    state = replace(state, offer=_skipping(offer, state.resigned), last=last)
    if mine:
        state = waiting_since(state, at)
    return round_over(state, at) if exhausted(offer) else state


def _told(before: Offer, after: Offer, move: Take, seat: int, post: int) -> Moved:
    source, colour, _ = move
    number = count(heap_at(before, source), colour)
    was, now = before.boards[seat].floor, after.boards[seat].floor
    marker = before.marker == CENTRE and after.marker == seat
    fallen = len(now) - len(was) - (marker and len(was) < SPACES)
    lid = size(after.lid) - size(before.lid)
    return Moved(post, seat, move, number, number - fallen - lid, fallen, lid, marker)


def _skipping(offer: Offer, resigned: tuple[int, ...]) -> Offer:
    turn = rounds.next_seated(offer.turn, len(offer.boards), resigned)
    return offer if turn == offer.turn else replace(offer, turn=turn)


def waiting_since(state: State, at: datetime) -> State:
    """The table once whoever is awaited now has been so since an instant."""
    return replace(state, moved=at, late=(), extra=())


def round_over(state: State, at: datetime) -> State:
    """The table once the offer is exhausted: the round is scored, unless somebody must choose
    spaces first (A15)."""
    if state.grey:
        open_choices = ((),) * len(state.players)
        tiling = replace(waiting_since(state, at), phase="tiling", chosen=open_choices)
        if any(asked_of(tiling, seat) for seat in range(len(state.players))):
            return tiling
        state = tiling
    return _scored(state, at)


def chose(state: State, seat: int, choices: Mapping[int, int], at: datetime) -> State:
    """The table after grey-side choices, rows and columns from 0; with the last one that is asked
    the round is scored."""
    mine = tuple(sorted({**choices_of(state, seat), **choices}.items()))
    chosen = (*state.chosen[:seat], mine, *state.chosen[seat + 1 :])
    state = replace(state, chosen=chosen)
    if any(asked_of(state, other) for other in range(len(state.players))):
        return state
    return _scored(state, at)


def _columns(state: State, seat: int) -> dict[int, int | None]:
    board = state.offer.boards[seat]
    return settled(board, choices_of(state, seat)) if state.grey else homes(board)


def _scored(state: State, at: datetime) -> State:
    """Everybody's tiling, points and floor line (A8-A10), then the next round or the end."""
    gone = state.resigned
    columns = [_columns(state, seat) for seat in range(len(state.players))]
    offer, told = rounds.close(state.offer, columns, state.first or 0, gone)
    reason = rounds.ending(offer, gone)
    if reason is not None:
        offer, told = rounds.end(offer, told, gone)
    return replace(
        waiting_since(state, at),
        offer=offer,
        first=offer.turn,
        chosen=(),
        scored=told,
        scored_round=state.round,
        phase="over" if reason else "deal",
        round=state.round + (reason is None),
        ended=Ended(at, reason) if reason else None,
    )


def resigned(state: State, seat: int, at: datetime) -> State:
    """The table once a player has given up (F12): the turn passes over them, their tiles stay. The
    last one left wins."""
    if seat in state.resigned or state.phase == "over":
        return state
    state = replace(state, resigned=tuple(sorted((*state.resigned, seat))))
    if len(state.resigned) >= len(state.players) - 1:
        return replace(state, phase="over", ended=Ended(at, "resigned"))
    if state.phase == "offer" and state.offer.turn == seat:
        state = replace(state, offer=_skipping(state.offer, state.resigned))
        return waiting_since(state, at)
    if state.phase == "deal" and state.first is not None:
        first = rounds.next_seated(state.first, len(state.players), state.resigned)
        offer = replace(state.offer, turn=first, marker=first)
        return replace(state, first=first, offer=offer)
    seats = range(len(state.players))
    if state.phase == "tiling" and not any(asked_of(state, other) for other in seats):
        return _scored(state, at)
    return state


def named_first(state: State, seat: int) -> State:
    """The table once the first player is known (A2)."""
    first = rounds.next_seated(seat, len(state.players), state.resigned)
    offer = replace(state.offer, turn=first, marker=first)
    return replace(state, phase="deal", first=first, offer=offer)
