"""Questions to the log: what there is, what was, and why. Nothing here appends."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from referee.core.events import PostRecorded, RulingMade
from referee.core.history import DEADLINE, EPOCH, LAST, Place, micros
from referee.core.names import key
from referee.core.table import Table
from referee.core.week import Week, week_named, week_of_date
from referee.desk.errors import Refused
from referee.desk.table import act_of, now_of, rebuilt
from referee.projections.tally import Scored, Tally, tally
from referee.store.log import Log
from referee.store.rows import Stored


def end_of(at: datetime) -> Place:
    """The place after everything that happened by an instant, that instant included."""
    return Place(micros(at), DEADLINE, LAST, LAST)


def state_at(log: Log, table: Table, at: datetime | None) -> Any:
    """The state now, or with everything that had happened by an instant."""
    return now_of(table, log).state if at is None else rebuilt(table, log, until=end_of(at))


def scored(log: Log, table: str) -> Iterator[Scored]:
    """The standing rulings of a table, as a tally counts them; streamed."""
    decode = msgspec.json.Decoder(Scored).decode
    for _, kind, data in log.standing(table):
        if kind == RulingMade.TYPE:
            yield decode(data)


def tally_of(log: Log, table: Table, week: str | None) -> Tally:
    """The tally of a Quadrille table, for a week or for all of them."""
    from referee.games.quadrille.game import reward_steps

    opened = table.opened
    steps = reward_steps(opened.options)
    return tally(table.name, scored(log, table.name), steps, week, opened.start)


def week_asked(asked: str, table: Table, now: datetime) -> Week:
    """The week that `current`, `last`, a name or a date means (F11)."""
    if asked == "current":
        return table.week(now)
    if asked in ("last", "bare"):
        return table.week(table.week(now).start - timedelta(seconds=1))
    try:
        return week_named(asked.upper(), table.zone)
    except ValueError:
        pass
    from referee.posts.dates import BadStamp, read_date

    try:
        return week_of_date(read_date(asked, table.zone, now), table.zone)
    except BadStamp as error:
        raise Refused("week", week=asked) from error


def post_named(log: Log, table: Table, name: str) -> int | None:
    """The event of the post that `@SEQ` or an id names at a table; None if it names no post."""
    if name.startswith("@") and name[1:].isdecimal() and len(name) < 19:
        row = log.event(int(name[1:]))
        found = row is not None and row.table == table.name and row.type == PostRecorded.TYPE
        return int(name[1:]) if found else None
    seqs = log.posts_with_id(table.name, name)
    return seqs[-1] if seqs else None


class Seen(NamedTuple):
    """One thing of a table's history as it stands: its place, what it is, the table before and
    after it. `ruling` and `post` are None for what is no post."""

    place: Place
    kind: str
    data: str
    post: PostRecorded | None
    ruling: RulingMade | None
    before: Any
    after: Any

    def after_at(self, table: Table) -> datetime:
        """The instant of its place, on the table's clock."""
        return table.local(EPOCH + timedelta(microseconds=self.place.micros))


def history(log: Log, table: Table) -> Iterator[Seen]:
    """A table's history in the order of its places, each thing with the table around it."""
    state = table.setup()
    for place, kind, data in log.standing(table.name):
        ruling = post = None
        if kind == RulingMade.TYPE:
            ruling = msgspec.json.decode(data, type=RulingMade)
            post = recorded(log, ruling.post)
        after = table.game.apply(state, act_of(table.game, kind, data))
        yield Seen(place, kind, data, post, ruling, state, after)
        state = after


def recorded(log: Log, seq: int) -> PostRecorded | None:
    """The post of an event."""
    row: Stored | None = log.event(seq)
    event = row.event() if row is not None else None
    return event if isinstance(event, PostRecorded) else None


def player_named(log: Log, table: Table, name: str) -> str | None:
    """The spelling of somebody who plays or has posted at a table; None for nobody."""
    known = (*table.opened.players, *table.game.players(now_of(table, log).state))
    player = next((player for player in known if key(player) == key(name)), None)
    posts = log.recorded(table.name, None, key(name), -LAST, LAST) if player is None else ()
    return " ".join(name.split()) if posts else player
