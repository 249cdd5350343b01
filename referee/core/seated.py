"""What a game with seats has besides: deadlines, chance, an end, and a picture of the table."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal, NamedTuple

import msgspec

from referee.core.picture import Picture
from referee.core.reading import Note
from referee.core.ruling import Objection

Below = Callable[[int], int]
"""Gives the next number of a draw, uniform in 0 … k - 1."""

Part = Note | Picture
"""A piece of a text for people: a sentence by its key and facts, or something to draw."""


class Expired(msgspec.Struct, frozen=True):
    """A limit that has run out, and what the game did because of it: `at` is the deadline itself,
    `case` names the sentence (`<clause>.<case>`) that `facts` fill."""

    at: datetime
    player: str
    clause: str
    case: str
    facts: dict[str, Any] = {}


class Deadline(msgspec.Struct, frozen=True):
    """A limit that runs: when it ends as far as pauses are known, for whom, under which clause."""

    at: datetime
    player: str
    clause: str


class Wanted(msgspec.Struct, frozen=True):
    """The chance event that the table waits for.

    `kind`: `first`, `roll`, `deal`, `cells` or `act`. `at`: the instant it belongs to, where the
    rules fix one (X11: the deadline), so that the referee draws it without being told; None where
    the moderator draws when it suits them.
    """

    kind: Literal["first", "roll", "deal", "cells", "act"]
    at: datetime | None = None
    facts: dict[str, Any] = {}


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: when, the winners (none for a draw or a game without one), the score of
    each player where the game counts, and why."""

    at: datetime
    winners: tuple[str, ...]
    scores: dict[str, int]
    reason: str


class BadDraw(Exception):
    """A chance event from outside that cannot be: which case of it (`error.draw.<case>`), facts."""

    def __init__(self, case: str, **facts: Any) -> None:
        super().__init__(case)
        self.case, self.facts = case, facts


class BadStart(Exception):
    """A state to start from (`open --from`) that no game of this kind can be in: what is wrong, or
    the case of it (`error.start.<case>`) with its facts."""

    def __init__(self, detail: str = "", case: str = "", **facts: Any) -> None:
        super().__init__(detail or case)
        self.case, self.facts = case, facts


class Seated(NamedTuple):
    """The functions of a game with seats. All are pure; times are arguments.

    `advance(state, until)`: the state as it is at `until`, once all limits that have passed by then
    have run out, and what ran out, oldest first; whether a limit has passed at its exact instant is
    the game's to say (X11, D13). `apply` and `judge` do the same by themselves up
    to just before their act, so that a deadline needs nobody to apply it (F6).
    `awaited`: the chance event that is due now, or why none is (an objection).
    `draw(state, below)`: the result of the awaited event from the numbers of a seed.
    `record(state, text)`: the same from outside, as the moderator writes it; raises BadDraw.
    `spelled(kind, result)`: a result in the form in which `record` reads it.
    `deadlines`: the limits that run. `waiting`: the players who are awaited.
    `outcome`: the end, or None. `seats`: the seats in order, as now held.
    `bulletin(state, at)`: the table as it stands, for the topic. `news(before, after, at)`: what
    happened between two states (a turn summed up, a round scored). `said(move)`: a move in words,
    or a random act: the `move` in its result, else the result itself.
    `points`: whether the moderator can award points here. `placement(state, player, text)`: the
    cells that a player hands in, as written; raises BadDraw. `consequence(state, act)`: what a
    legal move would do, for who asks which moves there are. `theirs(state, player, move)`: whether
    a move that the moderator accepts can be that player's. `holds`: whether everything that a
    table must keep is still there (the tiles of Azul).
    """

    advance: Callable[[Any, datetime], tuple[Any, tuple[Expired, ...]]]
    awaited: Callable[[Any], Wanted | Objection]
    draw: Callable[[Any, Below], dict[str, Any]]
    record: Callable[[Any, str], tuple[str, dict[str, Any]]]
    spelled: Callable[[str, dict[str, Any]], str]
    deadlines: Callable[[Any, datetime], tuple[Deadline, ...]]
    waiting: Callable[[Any], tuple[str, ...]]
    outcome: Callable[[Any], Outcome | None]
    seats: Callable[[Any], tuple[str, ...]]
    bulletin: Callable[[Any, datetime], tuple[Part, ...]]
    news: Callable[[Any, Any, datetime], tuple[Part, ...]]
    said: Callable[[dict[str, Any]], Note]
    seats_allowed: tuple[int, int]
    points: bool = True
    placement: Callable[[Any, str, str], tuple[str, ...]] | None = None
    consequence: Callable[[Any, Any], dict[str, Any]] | None = None
    holds: Callable[[Any], bool] | None = None
    theirs: Callable[[Any, str, dict[str, Any]], bool] | None = None
