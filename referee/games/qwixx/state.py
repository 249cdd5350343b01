"""What a Qwixx table is between two acts."""

from datetime import datetime, timedelta

import msgspec

from referee.core.limits import Pauses
from referee.games.qwixx import board
from referee.games.qwixx.board import Dice, Rows

Mark = tuple[int, int]
"""A mark: row and number."""


class Move(msgspec.Struct, frozen=True):
    """What an answer marks, as the contract writes it: `[row, number]` with the white dice and
    with a white and a coloured die; None where not used. `resign`: the player leaves (F12); it is
    written only then."""

    white: tuple[str, int] | None = None
    colour: tuple[str, int] | None = None
    resign: bool | msgspec.UnsetType = msgspec.UNSET


class Effect(msgspec.Struct, frozen=True):
    """What a post does to the table: a move or none; `done`: nothing more may be added to the
    answer in this turn (X13)."""

    move: Move | None = None
    done: bool = True


class Ruled(msgspec.Struct, frozen=True):
    """The part of a standing ruling that the table is rebuilt from."""

    post: int
    player: str
    posted_at: datetime
    precision: int
    week: str
    effect: Effect


class Sheet(msgspec.Struct, frozen=True, array_like=True):
    """A player's sheet: rows, penalties, and points that the moderator awarded (F9)."""

    rows: Rows = board.EMPTY
    penalties: int = 0
    awarded: int = 0

    @property
    def score(self) -> int:
        """Points so far (X9)."""
        return board.score(self.rows, self.penalties) + self.awarded


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """How a player stands in a turn. `given`: there is a valid answer, by post `post`; `done`:
    nothing can be added; `absent`: the deadline passed without one."""

    given: bool = False
    white: Mark | None = None
    colour: Mark | None = None
    done: bool = False
    absent: bool = False
    post: int = 0
    random: bool = False


class Turn(msgspec.Struct, frozen=True):
    """A turn that is rolled and not complete. `rolled`: the dice as rolled; `start`: from when the
    48 hours count, to `precision` seconds; `answers` by seat; `extra`: more time by seat, in
    seconds; `needed`: the seats that had a legal mark when the dice fell (X12)."""

    dice: Dice
    start: datetime
    precision: int
    answers: tuple[Answer, ...]
    extra: tuple[int, ...]
    needed: tuple[bool, ...]


class Complete(msgspec.Struct, frozen=True):
    """A turn that is over: who marked what, who was absent, the penalty, the locks taken by seat,
    when and how it ended (`answers`, `deadline`, `roll`, `resignation`), the dice."""

    number: int
    active: int
    dice: Dice
    answers: tuple[Answer, ...]
    penalty: bool
    locks: tuple[tuple[int, int], ...]
    at: datetime
    by: str
    closed: int


class Owed(msgspec.Struct, frozen=True):
    """A random mark that X11 asks for: in which turn, of which seat, since when, with which dice;
    `disputed`: the box that was drawn is no longer legal, the moderator decides."""

    turn: int
    seat: int
    at: datetime
    dice: Dice
    disputed: bool = False


class State(msgspec.Struct, frozen=True):
    """The table. `number` and `active`: the turn that is open or comes next, and whose it is (-1
    before the first player is drawn). `closed_rows`: a mask of rows. `ended`: when the turn before
    ended. `extra`: more time given for the turn to come, by seat. `gone`: who resigned, by seat.
    `over`: when the game ended. `unused`: draws that were not needed."""

    players: tuple[str, ...]
    since: datetime
    limit: int
    number: int = 1
    active: int = -1
    sheets: tuple[Sheet, ...] = ()
    closed_rows: int = 0
    turn: Turn | None = None
    ended: datetime | None = None
    extra: tuple[int, ...] = ()
    gone: tuple[bool, ...] = ()
    history: tuple[Complete, ...] = ()
    owed: tuple[Owed, ...] = ()
    over: datetime | None = None
    unused: int = 0
    pauses: Pauses = ()
    closed: bool = False

    def seat(self, player: str) -> int:
        """The seat of a player; -1 for somebody who has none."""
        return self.players.index(player) if player in self.players else -1

    @property
    def allowance(self) -> timedelta:
        """How long an answer may take (X11)."""
        return timedelta(seconds=self.limit)

    def awaits(self, seat: int) -> bool:
        """Whether an answer of a seat is awaited (X12)."""
        turn = self.turn
        if turn is None or self.gone[seat] or not turn.needed[seat]:
            return False
        answer = turn.answers[seat]
        return not answer.given and not answer.absent

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose answers are awaited."""
        return tuple(seat for seat in range(len(self.players)) if self.awaits(seat))
