"""What an Azul table is between two acts: the part that the log's acts are folded into."""

from datetime import datetime
from typing import Any, Literal

import msgspec

from referee.core.limits import Pauses
from referee.core.names import key
from referee.games.azul.choices import Chosen, asked
from referee.games.azul.offer import Offer, Take
from referee.games.azul.tiling import Scored
from referee.games.azul.wall import complete_rows

Phase = Literal["first", "deal", "offer", "tiling", "over"]
"""`first`: the first player is to be drawn; `deal`: the factories are to be filled; `offer`: moves;
`tiling`: grey-side choices are awaited; `over`."""


class Effect(msgspec.Struct, frozen=True):
    """What a post does to the table: a move in the contract's form, or nothing."""

    move: dict[str, Any] | None = None


class Ruled(msgspec.Struct, frozen=True):
    """The part of a standing ruling that the table is rebuilt from."""

    post: int
    player: str
    posted_at: datetime
    precision: int
    week: str
    effect: Effect


class Moved(msgspec.Struct, frozen=True):
    """The last move: of which post (0: a random one), by which seat, what it took, how many tiles,
    how many of them went to the line, to the floor line and to the lid; whether it took the marker.
    """

    post: int
    seat: int
    take: Take
    number: int
    placed: int
    fallen: int
    lid: int
    marker: bool


class Dispute(msgspec.Struct, frozen=True):
    """A deal that does not fit the table it met (F6): why (`phase` or `tiles`), when, its tiles."""

    case: str
    at: datetime
    factories: tuple[str, ...]


class Ended(msgspec.Struct, frozen=True):
    """When the game ended, and why: `row` (A12), `tiles` (A11) or `resigned` (F12)."""

    at: datetime
    reason: str


class State(msgspec.Struct, frozen=True):
    """The table. Seats count from 0 in the order of `players`.

    `limit`: the turn limit in seconds, None for none (A16). `first`: who begins the round, None
    until it is known. `chosen`: a seat's grey-side choices of this round. `moved`: when the wait
    began for whoever is awaited; `extra`: more seconds for a seat (F9); `late`: seats whose limit
    has run out and has been told. `last`: the last move of the round; `scored`: how the last scored
    round went, seat by seat, and `scored_round` its number. `resigned`: seats that gave up (F12).
    """

    since: datetime
    players: tuple[str, ...]
    offer: Offer
    moved: datetime
    grey: bool = False
    limit: int | None = None
    phase: Phase = "first"
    round: int = 1
    first: int | None = None
    chosen: tuple[Chosen, ...] = ()
    extra: tuple[tuple[int, int], ...] = ()
    late: tuple[int, ...] = ()
    last: Moved | None = None
    scored: tuple[Scored, ...] = ()
    scored_round: int = 0
    resigned: tuple[int, ...] = ()
    ended: Ended | None = None
    dispute: Dispute | None = None
    pauses: Pauses = ()
    closed: bool = False


def seat_of(state: State, player: str) -> int | None:
    """The seat of a player, whatever the spelling (F8); None for somebody without one."""
    mine = key(player)
    for seat, name in enumerate(state.players):
        if key(name) == mine:
            return seat
    return None


def choices_of(state: State, seat: int) -> dict[int, int]:
    """Rows and columns that a seat has chosen in this round, from 0."""
    return dict(state.chosen[seat]) if seat < len(state.chosen) else {}


def asked_of(state: State, seat: int) -> dict[int, tuple[int, ...]]:
    """The rows for which a seat must still choose a column, and the columns to choose from."""
    if state.phase != "tiling" or seat in state.resigned:
        return {}
    return asked(state.offer.boards[seat], choices_of(state, seat))


def awaited_seats(state: State) -> tuple[int, ...]:
    """The seats that must post something now."""
    if state.dispute is not None or state.closed:
        return ()
    if state.phase == "offer":
        return (state.offer.turn,)
    if state.phase == "tiling":
        return tuple(seat for seat in range(len(state.players)) if asked_of(state, seat))
    return ()


def winners(state: State) -> tuple[int, ...]:
    """The seats that win a game that is over: most points, then most complete rows, then shared
    (A14); whoever resigned does not."""
    if state.ended is None:
        return ()
    ranks = {
        seat: (board.score, complete_rows(board.wall))
        for seat, board in enumerate(state.offer.boards)
        if seat not in state.resigned
    }
    best = max(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == best)
