"""Questions to the log: what there is, what was, and why. Nothing here appends."""

from collections.abc import Iterator
from datetime import datetime
from heapq import merge
from typing import Any, NamedTuple

import msgspec

from referee.core.decisions import Decided
from referee.core.events import (
    AliasAdded,
    ChanceCommitted,
    ChanceDrawn,
    DeadlineRevised,
    PostAmended,
    PostEdited,
    PostIdentified,
    PostOverruled,
    PostRecorded,
    RulingMade,
    SaltGiven,
    SeedRevealed,
    Undone,
    WeekSealed,
)
from referee.core.history import DEADLINE, LAST, Place, micros
from referee.core.limits import paused_at
from referee.core.names import key
from referee.core.table import Table
from referee.desk.table import act_of, instant_of, now_of, player_of, standing_ruling
from referee.store.log import Log
from referee.store.rows import Stored


def end_of(at: datetime) -> Place:
    """The place after everything that happened by an instant, that instant included."""
    return Place(micros(at), DEADLINE, LAST, LAST)


def state_at(log: Log, table: Table, at: datetime | None) -> Any:
    """The state now, or with everything that had happened by an instant."""
    return now_of(table, log, until=None if at is None else end_of(at)).state


def status_at(table: Table, state: Any, at: datetime) -> str:
    """`open`, `paused`, `over` or `closed`, at an instant (F14)."""
    if state.closed:
        return "closed"
    seated = table.game.seated
    if seated is not None and seated.outcome(seated.advance(state, at)[0]) is not None:
        return "over"
    return "paused" if paused_at(state.pauses, at) else "open"


def paused_until(state: Any, at: datetime) -> datetime | None:
    """The end of the pause that lasts at an instant, where it is known."""
    ends = (end for start, end in state.pauses if start <= at and (end is None or at < end))
    return next(ends, None)


def post_named(log: Log, table: Table, name: str) -> int | None:
    """The event of the post that an id or `@SEQ` names at a table, `@SEQ` also by an edit of it;
    None if it names no post."""
    if name.startswith("@") and name[1:].isdecimal() and len(name) < 19:
        row = log.event(int(name[1:]))
        event = row.event() if row is not None and row.table == table.name else None
        if isinstance(event, PostEdited):
            return event.post
        return int(name[1:]) if isinstance(event, PostRecorded) else None
    seqs = log.posts_with_id(table.name, name)
    return seqs[-1] if seqs else None


class Seen(NamedTuple):
    """One thing of a table's history: its place, what it is, the table before and after it.

    `ruling` and `post` are None for what is no post. `former`: rulings on it that no longer stand,
    oldest first. `undone`: the undo that took it back, and then nothing of it stands. `voided`: the
    edit that took back its move (Q7).
    """

    place: Place
    kind: str
    data: str
    by: str
    post: PostRecorded | PostEdited | None
    ruling: RulingMade | None
    before: Any
    after: Any
    former: tuple[RulingMade, ...] = ()
    undone: Decided | None = None
    voided: int | None = None

    def unused(self, table: Table) -> bool:
        """Whether this is a draw that the table had no use for, as its history stands (F6)."""
        if self.kind != ChanceDrawn.TYPE:
            return False
        at = self.after_at(table)
        return table.view(self.before, at) == table.view(self.after, at)

    def after_at(self, table: Table) -> datetime:
        """The instant of its place, on the table's clock."""
        return table.local(instant_of(self.place))


def history(log: Log, table: Table) -> Iterator[Seen]:
    """A table's history in the order of its places, each thing with the table around it; what was
    undone and what was ruled before stays in it."""
    game, state = table.game, table.setup()
    decided = log.decided(table.name)
    undos = _undos(decided)
    former = _former(log, table.name)
    named = player_of(log, table)
    voided = dict(_voided(log, decided))
    placed = log.everything(table.name)
    for place, row, data, withdrawn in merge(placed, _unplaced(log, decided), key=_place):
        event = row.event()
        if isinstance(event, _UNPLACED):
            undone = undos.get(row.seq)
            yield Seen(place, row.type, row.data, row.by, None, None, state, state, (), undone)
            continue
        post = event if isinstance(event, PostRecorded | PostEdited) else None
        ruling = msgspec.json.decode(data, type=RulingMade) if data else None
        after = state
        if not withdrawn:
            kind, body = (RulingMade.TYPE, data) if data else (row.type, row.data)
            after = game.apply(state, act_of(game, kind, body or "", place, named))
        undone = undos.get(row.seq) if withdrawn else None
        old = tuple(former.get(row.seq, ()))
        yield Seen(
            place,
            row.type,
            row.data,
            row.by,
            post,
            ruling,
            state,
            after,
            old,
            undone,
            voided.get(row.seq),
        )
        state = after


def _undos(decided: list[Decided]) -> dict[int, Decided]:
    """What took things back: undos, and for deadlines the revision."""
    found = {}
    for row in decided:
        if isinstance(row.event, Undone):
            found[row.event.event] = row
        elif isinstance(row.event, DeadlineRevised):
            found[row.event.deadline] = row
    return found


_UNPLACED = (
    PostOverruled | PostAmended | PostIdentified | AliasAdded | Undone | WeekSealed
    | ChanceCommitted | SaltGiven | SeedRevealed | DeadlineRevised
)  # fmt: skip
"""What acts elsewhere than at its own time; the history shows it when it was recorded."""

_Thing = tuple[Place, Stored, str | None, bool]


def _place(thing: _Thing) -> Place:
    return thing[0]


def _unplaced(log: Log, decided: list[Decided]) -> Iterator[_Thing]:
    found = []
    for one in decided:
        row = log.event(one.seq) if isinstance(one.event, _UNPLACED) else None
        if row is not None:
            happened = row.at if row.type == SaltGiven.TYPE else row.recorded_at
            at = micros(datetime.fromisoformat(happened))
            found.append((Place(at, DEADLINE, 0, row.seq), row, None, False))
    yield from sorted(found)


def _voided(log: Log, decided: list[Decided]) -> Iterator[tuple[int, int]]:
    """Posts whose move an edit took back, each with the edit."""
    for one in decided:
        ruling = standing_ruling(log, one.seq) if isinstance(one.event, PostEdited) else None
        withdraws = ruling.effect.get("withdraws") if ruling is not None else None
        if withdraws:
            yield int(withdraws["post"]), one.seq


def _former(log: Log, table: str) -> dict[int, list[RulingMade]]:
    found: dict[int, list[RulingMade]] = {}
    for data in log.superseded(table):
        ruling = msgspec.json.decode(data, type=RulingMade)
        found.setdefault(ruling.post, []).append(ruling)
    return found


def player_named(log: Log, table: Table, name: str) -> str | None:
    """The spelling of somebody who plays or has posted at a table; None for nobody."""
    known = (*table.opened.players, *table.game.players(now_of(table, log).state))
    player = next((player for player in known if key(player) == key(name)), None)
    if player is None and log.has_author(table.name, key(name)):
        return " ".join(name.split())
    return player
