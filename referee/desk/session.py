"""Judging at one table: a state that goes along, the events to append, and late posts (F6)."""

from bisect import bisect_left, insort
from datetime import datetime
from typing import Any

import msgspec

from referee.core.events import Event, PostRecorded
from referee.core.game import read_words
from referee.core.history import (
    DEADLINE,
    LAST,
    Change,
    Place,
    Told,
    fold,
    judged_again,
    micros,
    place_of_post,
    rule,
    standing_act,
)
from referee.core.names import key
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.desk.table import Now, kept, now_of, told
from referee.store.log import Log
from referee.store.rows import Head, New, Recorded

FAR = 2 * 86_400 * 1_000_000
"""Microseconds that a coarse stamp may reach (F1: the coarsest are known to the day)."""


class Session:
    """Reads the table once, judges post after post, and collects the events to append."""

    def __init__(self, log: Log, table: Table, *, now: datetime, by: str) -> None:
        self.log, self.table, self.game = log, table, table.game
        self.recorded_at, self.by = table.local(now), by
        self.head = log.head()
        self.state, self.last = now_of(table, log)
        self.pending: list[New] = []
        self._own: list[Told] = []  # what this session added
        self._recorded: list[Recorded] = []
        self._told: list[Told] | None = None  # the whole history, once something late asks for it
        known = (*table.opened.players, *self.game.players(self.state))
        self._names = {key(name): name for name in reversed(known)}

    @property
    def names(self) -> list[str]:
        """The players known at this table."""
        return list(self._names.values())

    def name_of(self, author: str) -> str:
        """The spelling under which an author is known here (F8), or the author's own."""
        return self._names.get(key(author)) or " ".join(author.split())

    def known_posts(self, post: Post) -> list[Recorded]:
        """Posts of this table, this session's included, that may be the same as `post` (F1)."""
        start, end = micros(post.at), micros(post.at) + post.precision * 1_000_000
        found = self.log.recorded(self.table.name, post.post_id, key(post.author), start - FAR, end)
        return [*found, *self._recorded]

    def judge(self, post: Post) -> Judged:
        """Record a new post and rule on it; judge every later post again if it comes late."""
        player = self.name_of(post.author)
        newcomer = key(player) not in self._names
        seq = self._add(post.at, _recorded(post))
        self._recorded.append(
            Recorded(
                seq, micros(post.at), post.precision, post.post_id, key(post.author), post.digest
            )
        )
        week = self.table.week(post.at).name
        reading = read_words(self.game, post.words, post.hidden)
        act = self.game.posted(seq, player, post.at, post.precision, week, reading.act)
        notes = (*post.notes, *reading.notes)
        place = place_of_post(post.at, post.post_id, seq)
        before = self.state if self._is_last(place) else self._state_before(place)
        ruling = rule(self.game, before, act, notes)
        self._add(post.at, ruling)
        thing = Told(place, standing_act(self.game, ruling), ruling)
        changes = self._stand(thing, before, seq)
        if ruling.effect["move"] is not None:
            self._names.setdefault(key(player), player)
        return Judged(
            post, seq, ruling.verdict, ruling, changes, self.state, week, newcomer=newcomer
        )

    def happen(self, at: datetime, event: Event, rank: int) -> tuple[int, tuple[Change, ...]]:
        """Add something of the house at its place: its event, and the rulings that it changes."""
        seq = self._add(at, event)
        place = Place(micros(at), rank, 0, seq)
        act = self.game.house(event.TYPE, msgspec.json.encode(event).decode())
        before = self.state if self._is_last(place) else self._state_before(place)
        return seq, self._stand(Told(place, act, None), before, seq)

    def state_at(self, at: datetime) -> Any:
        """The state at an instant, before what happens after it."""
        place = Place(micros(at), DEADLINE, LAST, LAST)
        return self.state if self._is_last(place) else self._state_before(place)

    def commit(self) -> Head:
        """Append what was collected; StaleHead if others appended since this session began."""
        if not self.pending:
            return self.head
        keep = kept(self.table, Now(self.state, self.last))
        self.head = self.log.append(self.pending, self.head, keep)
        self.pending = []
        return self.head

    def _add(self, at: datetime, event: Event) -> int:
        instant = self.table.local(at)
        self.pending.append(New(self.table.name, instant, self.recorded_at, self.by, event))
        return self.head.seq + len(self.pending)

    def _is_last(self, place: Place) -> bool:
        return self.last is None or place > self.last

    def _history(self) -> list[Told]:
        if self._told is None:
            self._told = sorted((*told(self.table, self.log), *self._own), key=lambda t: t.place)
        return self._told

    def _state_before(self, place: Place) -> Any:
        history = self._history()
        first = bisect_left(history, place, key=lambda t: t.place)
        return fold(self.game, self.table.setup(), (t.act for t in history[:first]))

    def _stand(self, thing: Told, before: Any, cause: int) -> tuple[Change, ...]:
        """Let a thing take its place after `before`, and judge again what comes after it."""
        state = self.game.apply(before, thing.act)
        if self._is_last(thing.place):
            self.state, self.last = state, thing.place
            self._own.append(thing)
            if self._told is not None:
                self._told.append(thing)
            return ()
        history = self._history()
        insort(history, thing, key=lambda t: t.place)
        first = bisect_left(history, thing.place, key=lambda t: t.place) + 1
        changes = []
        again = judged_again(self.game, state, history[first:], cause)
        for at, (now, change, after) in enumerate(again, start=first):
            state = after
            if change is not None:
                history[at] = now
                changes.append(change)
                self._add(change.now.posted_at, change.now)
        self.state = state
        return tuple(changes)


def _recorded(post: Post) -> PostRecorded:
    return PostRecorded(
        post.post_id,
        post.author,
        post.at,
        post.precision,
        post.text,
        post.digest,
        post.source,
        post.edited_at,
    )
