"""What a Deux-Pas table is between two acts."""

from datetime import datetime
from typing import Literal

import msgspec

from referee.core.limits import Pauses
from referee.core.names import key
from referee.games.deuxpas import board
from referee.games.deuxpas.acts import Move

COLOURS = ("red", "blue")
RED, BLUE = range(2)
LAST_MOVE = 40
"""How many moves each player has at most (D11)."""
PAWNS = 4
"""How many pawns each player has (D1)."""

Phase = Literal["draw", "placement", "play", "over"]
Reason = Literal["arrival", "blocked", "count", "clock", "resignation", "draw"]
Pair = tuple[int, int]
"""A number of Red and one of Blue."""


class Effect(msgspec.Struct, frozen=True):
    """What a post does to the table: a move, or nothing."""

    move: Move | None = None


class Ruled(msgspec.Struct, frozen=True):
    """The part of a standing ruling that the table is rebuilt from."""

    post: int
    player: str
    posted_at: datetime
    precision: int
    week: str
    effect: Effect


class Result(msgspec.Struct, frozen=True):
    """How the game ended: who won (0 Red, 1 Blue, None for a draw), why, when."""

    winner: int | None
    reason: Reason
    at: datetime


class Last(msgspec.Struct, frozen=True):
    """The last move: its post, who made it and for which colour, the cells by number; masks of the
    cells that changed colour and of the pawns that were destroyed; whether the pawn arrived."""

    post: int
    player: str
    side: int
    start: int
    to: int
    painted: int = 0
    destroyed: int = 0
    arrived: bool = False


class State(msgspec.Struct, frozen=True):
    """The table. Pairs are Red's and Blue's; masks as in `board`.

    `bank` and `increment` are in seconds, `left` in microseconds (D13): what each clock held at
    `runs_from`, since when the clock of the player to move runs (None while none does);
    `precision` is that of this instant, in seconds. A flag leaves all that as it is, so that the
    moderator can accept a late move or give more time (F9).
    """

    since: datetime
    seats: tuple[str, str]
    bank: int
    increment: int
    left: Pair
    drawn: bool = True
    placed: tuple[int, ...] = (RED, BLUE)
    pawns: Pair = (0, 0)
    cells: Pair = (0, 0)
    fixed: int = 0
    arrived: Pair = (0, 0)
    destroyed: Pair = (0, 0)
    made: Pair = (0, 0)
    turn: int = RED
    runs_from: datetime | None = None
    precision: int = 1
    last: Last | None = None
    result: Result | None = None
    pauses: Pauses = ()
    closed: bool = False

    @property
    def phase(self) -> Phase:
        """Where the game stands: `draw`, `placement`, `play` or `over`."""
        if self.result is not None:
            return "over"
        if not self.drawn:
            return "draw"
        return "play" if len(self.placed) == 2 and any(self.pawns) else "placement"

    def side_of(self, player: str) -> int | None:
        """The colour that a player has, as a number; None without a seat (F8: by any spelling)."""
        named = key(player)
        return next((side for side in (RED, BLUE) if key(self.seats[side]) == named), None)

    def position(self, side: int) -> board.Position:
        """The position as a player sees it whose turn it is or might be."""
        other = 1 - side
        return (
            self.pawns[side],
            self.pawns[other],
            self.cells[side],
            self.cells[other],
            self.fixed,
            board.HOME[other],
            self.arrived[side],
            self.arrived[other],
        )

    @property
    def danger(self) -> int:
        """The pawns that are destroyed at the end of their owner's next turn if they stay (D8)."""
        red, blue = self.pawns
        return red & self.cells[BLUE] | blue & self.cells[RED]


def with_side(pair: Pair, side: int, value: int) -> Pair:
    """The pair with the number of one colour replaced."""
    return (value, pair[BLUE]) if side == RED else (pair[RED], value)
