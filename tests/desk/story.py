"""A table on which an invented topic is recorded step by step, and the facts that a judge needs."""

import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from referee.core.events import (
    DECISIONS,
    AliasAdded,
    PostAmended,
    PostEdited,
    PostIdentified,
    PostOverruled,
    PostRecorded,
    RulingMade,
    TableOpened,
    WeekSealed,
)
from referee.core.events import Undone as UndoneEvent
from referee.core.history import Change
from referee.core.post import Post
from referee.core.table import Table
from referee.desk import decide
from referee.desk.check import check
from referee.desk.decide import Acting
from referee.desk.errors import Refused
from referee.desk.tables import Opening, open_table
from referee.posts.dates import Stamp
from referee.posts.reader import Said, read_post
from referee.store.log import Log
from referee.store.rows import Stored
from tests.desk.invented import OPENED, ZONE, Step, Topic, Written
from tests.desk.reference import (
    Amended,
    Court,
    Edited,
    Fact,
    House,
    Judgement,
    Named,
    Overruled,
    Posted,
    Undone,
    amended,
)

Rows = list[tuple[Any, ...]]


class Done(NamedTuple):
    """What came of a step: the state it leaves, the rulings that it says it changes."""

    state: Any
    changes: tuple[Change, ...]


def fact_of(row: Stored) -> Fact | None:
    """What an event states; None for what the desk concluded."""
    event, at = row.event(), datetime.fromisoformat(row.at)
    match event:
        case RulingMade() | TableOpened() | WeekSealed():
            return None
        case PostRecorded():
            said = (event.author, event.posted_at, event.precision, event.post_id, event.text)
            return Posted(row.seq, *said, event.edited_at)
        case PostEdited():
            noticed = datetime.fromisoformat(row.recorded_at)
            return Edited(row.seq, event.post, event.text, noticed, event.edited_at)
        case PostOverruled():
            given = (event.accepted, row.by, event.reason, event.move)
            return Overruled(row.seq, event.post, *given)
        case PostAmended():
            changed = (event.author, event.posted_at, event.precision, event.post_id)
            return Amended(row.seq, event.post, *changed)
        case PostIdentified():
            return Amended(row.seq, event.post, post_id=event.post_id)
        case UndoneEvent():
            return Undone(row.seq, event.event)
        case AliasAdded():
            return Named(row.seq, event.name, event.player)
    return House(row.seq, at, row.type, row.data)


class Story:
    """A log with one table. `posts`: all that the forum shows."""

    def __init__(self, path: Path, topic: Topic) -> None:
        self.path, self.posts, self.steps = path, topic.posts, topic.steps
        self.log = Log.create(str(path))
        opening = Opening("quadrille", "bal", "Europe/Paris", start=topic.start)
        self.table: Table = open_table(self.log, opening, at=OPENED, now=OPENED, by="David")
        self.court = Court(self.table.game, self.table.setup(), ZONE)

    def rows(self) -> Rows:
        """Every row of `event`, as SQLite has it."""
        db = sqlite3.connect(self.path)
        try:
            return db.execute("SELECT * FROM event ORDER BY seq").fetchall()
        finally:
            db.close()

    def facts(self) -> list[Fact]:
        """What the log states, without anything that was concluded from it."""
        return [fact for row in self.log.events() if (fact := fact_of(row)) is not None]

    def judged(self) -> Judgement:
        """What the judge says of these facts."""
        return self.court.judge(self.facts())

    def forget(self, *caches: str) -> None:
        """Delete the rows of these caches, and open the log again."""
        self.log.close()
        db = sqlite3.connect(self.path)
        for cache in caches:
            db.execute(f"DELETE FROM {cache}")  # noqa: S608 - names of ours
        db.commit()
        db.close()
        self.log = Log.open(str(self.path))

    def do(self, step: Step, *, dry_run: bool = False) -> Done | None:
        """A step; None where it is refused, or there is nothing to do it with."""
        doing: Callable[[Step, bool], Done | None] = getattr(self, f"_{step.kind}")
        try:
            return doing(step, dry_run)
        except Refused:
            return None

    def _undoable(self, step: Step) -> int | None:
        """The event that a step would undo."""
        kinds = DECISIONS | PostRecorded | PostEdited
        events = [row.seq for row in self.log.events() if isinstance(row.event(), kinds)]
        return events[-1 - step.which % len(events)] if events else None

    def _acting(self, step: Step, dry_run: bool) -> Acting:
        return Acting(self.log, self.table, step.now, "David", dry_run)

    def _read(self, written: Written, step: Step) -> Post:
        edited_at = step.at if step.kind == "edit" else None
        stamp = Stamp(written.at, written.precision)
        said = Said(written.author, stamp, written.post_id, edited_at)
        return read_post(written.text, said, zone=ZONE, now=step.now)

    def _check(self, posts: list[Post], step: Step, dry_run: bool) -> Done:
        asked: dict[str, Any] = {"now": step.now, "by": "David", "dry_run": dry_run}
        judged = check(self.log, self.table, posts, **asked)
        changes = [change for one in judged for change in one.revised]
        return Done(judged[-1].state, tuple(changes))

    def _post(self, step: Step, dry_run: bool) -> Done | None:
        """A post of the forum, with its number or, flagged, as pasted by hand without it."""
        written = self.posts[step.which]
        post = self._read(written._replace(post_id=None) if step.flag else written, step)
        return self._check([post], step, dry_run)

    def _page(self, step: Step, dry_run: bool) -> Done | None:
        """Posts of the forum in a row, recorded or not, pasted at once; the last one edited."""
        first = step.which % len(self.posts)
        page = [w for w in self.posts[first : first + step.number] if w.at <= step.now]
        if not page:
            return None
        if step.flag:
            page[-1] = page[-1]._replace(text=step.text.replace("=", page[-1].text))
        return self._check([self._read(written, step) for written in page], step, dry_run)

    def _chosen(self, step: Step) -> Posted:
        """A recorded post; one that was withdrawn too."""
        recorded = [fact for fact in self.facts() if isinstance(fact, Posted)]
        if not recorded:
            raise Refused("no-post")
        return recorded[step.which % len(recorded)]

    def _edit(self, step: Step, dry_run: bool) -> Done | None:
        """A post read again, as the moderator knows it now, with other words."""
        post = amended(self._chosen(step), self.facts())
        text = step.text.replace("=", post.text)
        written = Written(post.author, post.at, post.precision, post.post_id, text)
        return self._check([self._read(written, step)], step, dry_run)

    def _overrule(self, step: Step, dry_run: bool) -> Done | None:
        post, move = self._chosen(step).seq, step.text or None
        acting = self._acting(step, dry_run)
        done = decide.overrule(acting, post, accept=step.flag, move=move, reason="so decided")
        return Done(done.state, done.changes)

    def _amend(self, step: Step, dry_run: bool) -> Done | None:
        post, acting = self._chosen(step), self._acting(step, dry_run)
        author = step.name if step.flag else None
        stamp = None
        if not step.flag:
            at = min(post.at + timedelta(seconds=60 * (step.which - 500)), step.now)
            stamp = Stamp(at.replace(microsecond=step.which + 1), 1)
        amended: dict[str, Any] = {"author": author, "stamp": stamp, "post_id": None}
        done = decide.amend(acting, post.seq, **amended, reason="a slip")
        return Done(done.state, done.changes)

    def _award(self, step: Step, dry_run: bool) -> Done | None:
        acting = self._acting(step, dry_run)
        done = decide.award(acting, step.name, step.number, week=None, reason="so decided")
        return Done(done.state, done.changes)

    def _undo(self, step: Step, dry_run: bool) -> Done | None:
        seq = self._undoable(step)
        if seq is None:
            return None
        done = decide.undo(self._acting(step, dry_run), seq, reason="a mistake")
        return Done(done.state, done.changes)

    def _alias(self, step: Step, dry_run: bool) -> Done | None:
        acting = self._acting(step, dry_run)
        done = decide.alias(acting, step.name, step.text, reason=None)
        return Done(done.state, done.changes)

    def _house(self, step: Step, dry_run: bool) -> Done | None:
        acting, at = self._acting(step, dry_run), step.at or step.now
        match step.text:
            case "pause":
                done = decide.pause(acting, at, None, None)
            case "pause until":
                done = decide.pause(acting, at, at + timedelta(minutes=step.which), None)
            case "resume":
                done = decide.resume(acting, at, None)
            case "close":
                done = decide.close(acting, at, None)
            case words:
                done = decide.constrain(acting, tuple(words.split()), lift=step.flag, at=at)
        return Done(done.state, done.changes)


def verdicts(log: Log, table: Table) -> dict[int, RulingMade]:
    """The rulings that stand, by the event of the post or edit, as the log has them."""
    found = {}
    for place, kind, data in log.standing(table.name):
        if kind == RulingMade.TYPE:
            found[place.seq] = msgspec.json.decode(data, type=RulingMade)
    return found
