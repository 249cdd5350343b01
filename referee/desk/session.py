"""Judging at one table: a state that goes along, the events to append, and late posts (F6)."""

from bisect import insort
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from referee.core.decisions import Decided, Decisions, Facts
from referee.core.events import (
    Event,
    PostEdited,
    PostIdentified,
    PostRecorded,
    RulingMade,
)
from referee.core.game import read_words
from referee.core.history import (
    DEADLINE,
    EDIT,
    LAST,
    Change,
    Mark,
    Place,
    Told,
    draft,
    edited_post,
    forget,
    micros,
    note,
    place_of_post,
    rule,
    standing_act,
)
from referee.core.names import key, near_misses
from referee.core.post import Post
from referee.core.reading import Note, Reading
from referee.core.table import Judged, Reread, Table
from referee.core.timeline import Timeline
from referee.desk.recorded import Here, as_event, identity
from referee.desk.table import kept, now_of, recorded_post, standing_ruling, timeline
from referee.posts.own_words import own_words
from referee.posts.reader import words_of
from referee.store.log import Log
from referee.store.rows import Head, Kept, New, Recorded, Secret

if TYPE_CHECKING:
    from referee.core.seated import Expired


class Session:
    """Reads the table once, judges post after post, and collects the events to append."""

    def __init__(self, log: Log, table: Table, *, now: datetime, by: str) -> None:
        self.log, self.table, self.game = log, table, table.game
        self.recorded_at, self.by = table.local(now), by
        self.head = log.head()
        self.rows = log.decided(table.name)
        now_there = now_of(table, log, self.rows)
        self.state, self.last = now_there.state, now_there.last
        self._things = now_there.things  # that led to the state
        self._marks = list(now_there.marks)  # states on the way that are worth keeping
        self.moved = self._unkept = False  # whether a recorded post moved; whether states wait
        self.reordered = False  # something took a place before the end
        self.pending: list[New] = []
        self.decisions = Decisions(self.rows)
        self._own: list[Told] = []  # what this session added
        self._recorded = Here()
        self._had_posts = self.last is not None
        self._texts: dict[int, str] = {}  # words last seen of posts that this session read again
        self.expired: list[Expired] = []  # limits that ran out before what came last
        self.secrets: list[Secret] = []  # what is kept beside the events to append
        self._timeline: Timeline | None = None  # as far back as anything late has asked for it
        self.taken: dict[int, set[int]] = {}  # by page, the posts that its posts so far are
        self._spelled: dict[str, str] = {}  # authors who have made no valid move
        known = (*table.opened.players, *self.game.players(self.state))
        self._names = {key(name): name for name in reversed(known)}

    @property
    def names(self) -> list[str]:
        """The players known at this table."""
        return list(self._names.values())

    def name_of(self, author: str) -> str:
        """The player an author is (F8): by alias, in the known spelling, or as written."""
        player = self.decisions.player(author)
        known = self._names.get(key(player)) or self._spelled.get(key(player))
        if known is None:
            first = self.log.author_spelled(self.table.name, key(player))
            known = self._spelled[key(player)] = first or " ".join(player.split())
        return known

    def player_of(self, post: Post) -> str:
        """The player who posted: by the author's name, else by another name that the source gives
        and that is known here (F8)."""
        player = self.name_of(post.author)
        if key(player) in self._names:
            return player
        others = (self.name_of(name) for name in post.names)
        return next((other for other in others if key(other) in self._names), player)

    def names_of(self, post: Post) -> set[str]:
        """The keys of all names under which whoever posted may be recorded."""
        names = self.decisions.names(post.author)
        player = self.player_of(post)
        return names if key(player) in names else names | self.decisions.names(player)

    def known_posts(self, post: Post) -> list[Recorded]:
        """Posts of this table, this session's included, that may be the same as `post` (F1); what
        was amended as it was read and then, last, as it stands."""
        start = micros(post.at)
        end = start + post.precision * 1_000_000
        names = self.names_of(post)
        found = {
            recorded
            for name in (names if self._had_posts else ())
            for recorded in self.log.recorded(self.table.name, post.post_id, name, start, end)
        }
        here = self._recorded.like(post.post_id, names, start, end)
        if not self.decisions.touched:
            return [*sorted(found), *here]
        from referee.desk.late import as_read_and_amended

        return [*sorted(found), *here, *as_read_and_amended(self)]

    def judge(self, post: Post) -> Judged:
        """Record a new post and rule on it; judge every later post again if it comes late."""
        player, before = self.player_of(post), self.state
        unknown = key(player) not in self._names
        newcomer = self.game.open_table and unknown
        near = tuple(near_misses(player, self.names)) if unknown else ()
        at = self.table.local(post.at)
        seq = self._put(at, as_event(post))
        place = place_of_post(post.at, post.post_id, seq)
        self._recorded.add(identity(place, post))
        reading = self._read(post.words, post.hidden)
        sheet = reading.act
        if post.edited:
            when = post.edited_at.isoformat() if post.edited_at else ""
            sheet = msgspec.structs.replace(sheet, edited_at=when)
        facts = Facts(player, at, post.precision, post.post_id)
        week = self.table.week(post.at).name
        notes = (*post.notes, *reading.notes)
        if key(player) != key(self.decisions.player(post.author)):
            notes += (Note("known-as", {"name": post.author, "player": player}),)
        asked = draft(seq, facts, week, sheet, notes)
        ruling, changes = self._take(place, asked, sheet)
        if ruling.effect["move"] is not None:
            self._names.setdefault(key(player), player)
        return Judged(
            post,
            seq,
            ruling.verdict,
            ruling,
            changes,
            self.state,
            week,
            newcomer=newcomer,
            near=near,
            before=before,
        )

    def reread(self, post: Post, of: int, edited_at: datetime | None) -> Judged:
        """Record that a post now has other words, and rule on what that does (F5)."""
        before = self.text(of)
        words, hidden = words_of(before)[:2]
        was, now = self._read(words, hidden), self._read(post.words, post.hidden)
        sheet = self.game.edited(was.act, now.act, of)
        at = self._effective(sheet.edit, post, edited_at)
        week = self.table.week(at).name
        event = PostEdited(of, post.text, post.digest, post.source, edited_at)
        seq = self.add(at, event)
        self._texts[of] = post.text
        self._recorded.changed(of, post.digest)
        target = self._target_of(of)
        player = target.player if target else self.player_of(post)
        facts = Facts(player, self.table.local(at), 1, None)
        asked = draft(seq, facts, week, sheet, (*post.notes, *now.notes))
        ruling, changes = self._take(Place(micros(at), EDIT, 0, seq), asked, sheet)
        seen = Reread(
            of,
            own_words(before).strip("\n"),
            own_words(post.text).strip("\n"),
            edited_at,
            by_stamp=post.post_id is None,
        )
        return Judged(post, seq, "edited", ruling, changes, self.state, week, reread=seen)

    def adopt(self, post: Post, of: int) -> tuple[Change, ...]:
        """Record the id that a post turned out to carry (F1)."""
        if post.post_id is None:
            return ()
        self._recorded.adopted(of, post.post_id)
        if self._timeline is None and self.log.alone_at(self.table.name, of):
            # Nothing else stands at that instant, so that the number moves nothing.
            seq = self.add(self.recorded_at, PostIdentified(of, post.post_id))
            self.rows.append(Decided(seq, self.by, PostIdentified(of, post.post_id)))
            self.decisions.adopt(self.rows[-1])
            from referee.desk.late import renumber

            renumber(self, of, post.post_id)
            return ()
        return self.decide(self.recorded_at, PostIdentified(of, post.post_id))[1]

    def decide(self, at: datetime, event: Event) -> tuple[int, tuple[Change, ...]]:
        """Record a decision: its event, and the rulings that it changes."""
        from referee.desk.late import record

        return record(self, at, event)

    def holds_move(self, post: Post) -> bool:
        """Whether the words of a post hold a move, readable or not (F1)."""
        return self._read(post.words, post.hidden).kind != "no-move"

    def recorded_move(self, seq: int) -> bool:
        """Whether the words of a recorded post, as last seen, hold a move."""
        words, hidden, _ = words_of(self.text(seq))
        return self._read(words, hidden).kind != "no-move"

    def state_at(self, at: datetime) -> Any:
        """The state at an instant, before what happens after it."""
        place = Place(micros(at), DEADLINE, LAST, LAST)
        return self.state if self._is_last(place) else self.history(place).state_before(place)

    def ruling_of(self, seq: int) -> RulingMade | None:
        """The ruling that stands for a post."""
        return self._target_of(seq)

    def place_of(self, seq: int) -> Place | None:
        """The place of something that happened at the table, as it stands or as it was recorded."""
        here = self._timeline.things if self._timeline is not None else self._own
        found = (thing.place for thing in here if thing.place.seq == seq)
        return next(found, None) or self.log.place_of(seq)

    def commit(self, *, last: bool = True) -> Head:
        """Append what was collected, and go on from there; StaleHead if others appended before.
        Not the `last` time in a transaction, the states worth keeping wait for that."""
        if not self.pending and not (last and self._unkept):
            return self.head
        keep = self._kept() if last else []
        self.head = self.log.append(self.pending, self.head, keep, self.secrets)
        self.pending, self.secrets, self._own = [], [], []
        self._unkept = not last
        if last:
            self._marks.clear()
            self.moved = False
        return self.head

    def _kept(self) -> list[Kept]:
        """The states to keep: those noted, and the one at the end where the past has changed."""
        marks = self._marks
        if (self.reordered or self.moved) and self.last is not None:
            marks = [*marks, Mark(self._things, self.last, self.state)]
        if not marks:
            return []
        from referee.core.marks import thinned

        return [kept(self.table, mark) for mark in thinned(marks)]

    def add(self, at: datetime, event: Event) -> int:
        """Collect an event to append; its number."""
        return self._put(self.table.local(at), event)

    def _put(self, at: datetime, event: Event) -> int:
        """As `add`, with an instant that is on the table's clock already, as those of rulings."""
        self.pending.append(New(self.table.name, at, self.recorded_at, self.by, event))
        return self.head.seq + len(self.pending)

    def _read(self, words: str, hidden: str) -> Reading:
        return read_words(self.game, words, hidden, self.names)

    def text(self, seq: int) -> str:
        """The words of a post as last seen."""
        if seq in self._texts:
            return self._texts[seq]
        for row in reversed(self.rows):
            edit = row.event
            if (
                isinstance(edit, PostEdited)
                and edit.post == seq
                and row.seq not in self.decisions.undone
            ):
                return edit.text
        post = self.post(seq)
        return post.text if post is not None else ""

    def post(self, seq: int) -> PostRecorded | None:
        """A recorded post, of this session or of the log."""
        if seq <= self.head.seq:
            return recorded_post(self.log, seq)
        event = self.pending[seq - self.head.seq - 1].event
        return event if isinstance(event, PostRecorded) else None

    def _effective(self, edit: Any, post: Post, edited_at: datetime | None) -> datetime:
        """When an edit takes effect: when it is noticed; a ranking added, from the edit on (Q6)."""
        if edit.floor or not edit.added or edited_at is None:
            return self.recorded_at
        return max(min(edited_at, self.recorded_at), post.at + timedelta(microseconds=1))

    def forget_marks(self, place: Place) -> None:
        """What was noted of the states from a place on no longer holds."""
        forget(self._marks, place)

    def ends(self, history: Timeline) -> None:
        """How many things there are now, and where the last one stands."""
        self.last = history.things[-1].place if history.things else history.after
        self._things = history.before + len(history.things)

    def _is_last(self, place: Place) -> bool:
        return self.last is None or place > self.last

    def history(self, before: Place | None = None) -> Timeline:
        """The history of the table with what this session added: from some way before a place on,
        or whole; whole wherever there are seats, since all that came due is compared there."""
        before = before if self.game.seated is None else None
        line, known = self._timeline, (self.table, self.log, self.rows, self.decisions)
        if line is None:
            line = self._timeline = timeline(*known, before=before, marks=self._marks)
            for thing in self._own:
                line.append(thing)
            line.things.sort(key=lambda thing: thing.place)
        elif line.after is not None and (before is None or before <= line.after):
            line.begin(timeline(*known, before=before, until=line.after))
        return line

    def _take(
        self, place: Place, asked: RulingMade, sheet: Any
    ) -> tuple[RulingMade, tuple[Change, ...]]:
        """Let something that is judged take its place; its ruling, and those that it changes."""
        if self._is_last(place):
            target, named = self._target(asked), self.decisions.player_of
            game = self.game
            ruling = rule(game, self.state, asked, sheet=sheet, target=target, player_of=named)
            self._expire(asked.posted_at)
            self.come_last(Told(place, standing_act(self.game, ruling), ruling))
            self._put(asked.posted_at, ruling)
            return ruling, ()
        self.reordered = True
        fresh = Told(place, standing_act(self.game, asked), asked, judge=True)
        history = self.history(place)
        revised = history.insert(fresh, asked.post, self.state)
        (ruling,), self.state = revised.made, revised.state
        self.ends(history)
        self._own.append(Told(place, standing_act(self.game, ruling), ruling))
        self._put(asked.posted_at, ruling)
        self.append_changes(revised.changes)
        return ruling, revised.changes

    def _expire(self, at: datetime) -> None:
        """Note what runs out before something that comes last."""
        if self.game.seated is not None:
            self.expired += self.game.seated.advance(self.state, at - timedelta(microseconds=1))[1]

    def come_last(self, thing: Told) -> None:
        """Let a thing happen after everything else."""
        after = self.game.apply(self.state, thing.act)
        if self.game.seated is not None and self.game.seated.outcome(self.state) is not None:
            # What ended the game was written down too soon (F7).
            self.reordered |= self.game.seated.outcome(after) is None
        self.state, self.last = after, thing.place
        self._things += 1
        note(self._marks, self._things, thing.place, self.state)
        self._own.append(thing)
        if self._timeline is not None:
            self._timeline.append(thing)

    def slip_in(self, thing: Told) -> None:
        """Let a thing that changes no state take its place before the end."""
        self._own.append(thing)
        self.forget_marks(thing.place)
        self._things += 1
        if self._timeline is not None:
            insort(self._timeline.things, thing, key=lambda one: one.place)

    def _target(self, asked: RulingMade) -> RulingMade | None:
        """The standing ruling of the post that an edit is about."""
        of = edited_post(asked)
        return self._target_of(of) if of is not None else None

    def _target_of(self, post: int) -> RulingMade | None:
        if self._timeline is not None:
            return self._timeline.ruling_of(post)
        for thing in self._own:
            if thing.place.seq == post:
                return thing.ruling
        return standing_ruling(self.log, post)

    def append_changes(self, changes: tuple[Change, ...]) -> None:
        for change in changes:
            self.add(change.now.posted_at, change.now)
