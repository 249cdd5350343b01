"""A table's history in the order of its places, and what a change of the past does to it (F6)."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from referee.core.decisions import Decisions
from referee.core.events import RulingMade
from referee.core.game import Game
from referee.core.history import (
    END,
    Change,
    Mark,
    Place,
    Told,
    edited_post,
    fold,
    forget,
    note,
    rule,
    same_ruling,
    standing_act,
)


class Revised(NamedTuple):
    """What came of a change: rulings that are new, rulings that changed, the state at the end."""

    made: tuple[RulingMade, ...]
    changes: tuple[Change, ...]
    state: Any


class Timeline:
    """What stands at a table, in order, under the decisions in force: everything, or what comes
    after a place (`after`), to which so many things led (`before`). `earlier(seq, after)` then
    gives the ruling that stands for a post up to there; `marks` gets the states met on the way."""

    def __init__(
        self,
        game: Game,
        start: Any,
        things: Sequence[Told],
        decisions: Decisions,
        *,
        after: Place | None = None,
        before: int = 0,
        earlier: Callable[[int, Place], RulingMade | None] = lambda seq, after: None,
        marks: list[Mark] | None = None,
    ) -> None:
        self.game, self.start, self.decisions = game, start, decisions
        self.after, self.before, self._earlier = after, before, earlier
        self.marks = [] if marks is None else marks
        self.things = sorted(things, key=lambda thing: thing.place)
        self._rulings = {t.place.seq: t.ruling for t in things if t.ruling is not None}

    def begin(self, earlier: "Timeline") -> None:
        """Begin where a timeline begins that ends where this one began."""
        self.start, self.after, self.before = earlier.start, earlier.after, earlier.before
        self.things = [*earlier.things, *self.things]
        self._rulings = {**earlier._rulings, **self._rulings}

    def append(self, thing: Told) -> None:
        """Add what comes after everything else, judged already."""
        self.things.append(thing)
        if thing.ruling is not None:
            self._rulings[thing.place.seq] = thing.ruling

    def state_before(self, place: Place) -> Any:
        """The state that a thing at that place meets."""
        first = bisect_left(self.things, place, key=lambda thing: thing.place)
        return fold(self.game, self.start, (thing.act for thing in self.things[:first]))

    def insert(self, thing: Told, cause: int, end: Any) -> Revised:
        """Let a late thing take its place; `end` is the state before that."""
        things = list(self.things)
        insort(things, thing, key=lambda t: t.place)
        return self.become(things, cause, end)

    def become(self, things: Sequence[Told], cause: int, end: Any) -> Revised:
        """Take these things for the history, and judge again what the difference touches.

        Where past and present meet again in one state, nothing later can change.
        """
        old, new = self.things, sorted(things, key=lambda thing: thing.place)
        head = _shared(old, new)
        tail = _shared(old[head:][::-1], new[head:][::-1])
        self._forget_marks(thing.place for thing in (*old[head : head + 1], *new[head : head + 1]))
        was = self._on_the_way(old[:head])
        work = _Work(self, was, cause, {t.place.seq: t.ruling for t in new if t.ruling})
        work.things = self.before + head
        was = fold(self.game, was, (thing.act for thing in old[head : len(old) - tail]))
        after = [work.take(thing) for thing in new[head : len(new) - tail]]
        rest = new[len(new) - tail :]
        for at, thing in enumerate(rest):
            if work.state == was:
                after += rest[at:]
                work.state = end
                break
            was = self.game.apply(was, thing.act)
            after.append(work.take(thing))
        self.things = [*new[:head], *after]
        self._rulings = work.rulings
        return Revised(tuple(work.made), tuple(work.changes), work.state)

    def ruling_of(self, seq: int) -> RulingMade | None:
        """The ruling that stands for a post or an edit."""
        return self._rulings.get(seq) or self.earlier(seq)

    def earlier(self, seq: int) -> RulingMade | None:
        """The ruling that stands for a post before what is here."""
        return self._earlier(seq, self.after) if self.after is not None else None

    def _on_the_way(self, things: Sequence[Told]) -> Any:
        """The state after the first things here."""
        state, apply = self.start, self.game.apply
        for number, thing in enumerate(things, self.before + 1):
            state = apply(state, thing.act)
            note(self.marks, number, thing.place, state)
        return state

    def _forget_marks(self, changed: Iterable[Place]) -> None:
        """What was noted from the first place on that changes no longer holds."""
        forget(self.marks, min(changed, default=END))


class _Work:
    """A pass of judging: the state that goes along, and what it has found."""

    def __init__(
        self, timeline: Timeline, state: Any, cause: int, rulings: dict[int, RulingMade]
    ) -> None:
        self.timeline, self.state, self.cause, self.rulings = timeline, state, cause, rulings
        self.made: list[RulingMade] = []
        self.changes: list[Change] = []
        self.things = 0  # that led to the state

    def take(self, thing: Told) -> Told:
        """Judge a thing where the state now stands, and apply it."""
        now = thing
        if thing.ruling is not None:
            now = self._judged(thing, thing.ruling)
        self.state = self.timeline.game.apply(self.state, now.act)
        self.things += 1
        note(self.timeline.marks, self.things, now.place, self.state)
        return now

    def _judged(self, thing: Told, asked: RulingMade) -> Told:
        game = self.timeline.game
        fresh = thing.judge and thing.was is None
        of = edited_post(asked)
        ruling = rule(
            game,
            self.state,
            asked,
            target=(self.rulings.get(of) or self.timeline.earlier(of)) if of else None,
            overrule=self.timeline.decisions.overrules.get(asked.post),
            player_of=self.timeline.decisions.player_of,
            cause=None if fresh else self.cause,
        )
        was = thing.was or asked
        if not fresh and same_ruling(was, ruling):
            return thing._replace(judge=False)  # what was read stays as it was read again
        if fresh:
            self.made.append(ruling)
        else:
            self.changes.append(Change(was, ruling))
        self.rulings[thing.place.seq] = ruling
        return Told(thing.place, standing_act(game, ruling), ruling)


def _shared(old: Sequence[Told], new: Sequence[Told]) -> int:
    """How many things the two begin with in common."""
    same = 0
    for a, b in zip(old, new, strict=False):
        if a.place != b.place or b.judge or (a.act is not b.act and a.act != b.act):
            break
        same += 1
    return same
