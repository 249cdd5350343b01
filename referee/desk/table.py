"""A table as the log knows it: how it was opened, and its state by snapshot or by replay."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from referee.core.decisions import Decisions
from referee.core.events import PostEdited, PostRecorded, RulingMade, TableOpened
from referee.core.game import Game
from referee.core.history import (
    EDIT,
    EPOCH,
    Place,
    Told,
    fold,
    micros,
    place_of_post,
    standing_act,
)
from referee.core.names import key
from referee.core.table import Table
from referee.core.timeline import Timeline
from referee.games import load
from referee.store.log import Log
from referee.store.rows import Kept, Stored, UnknownEvent

KEEP_EVERY = 16
"""How many things may lie after a snapshot: reading them again costs less than writing the state
with every append."""


class Now(NamedTuple):
    """A table's state after everything recorded so far, the last place taken, and how many things
    lie after the snapshot that it was made from."""

    state: Any
    last: Place | None
    beyond: int = 0


def table_of(row: Stored) -> Table:
    """The table that an opening opened."""
    opened = row.event()
    if not isinstance(opened, TableOpened):
        raise UnknownEvent(row.seq, row.type, row.version)
    try:
        since = datetime.fromisoformat(row.at)
        return Table(row.table, opened, since, ZoneInfo(opened.zone), load(opened.game))
    except (ValueError, KeyError) as error:  # a zone that is not known is a KeyError too
        raise UnknownEvent(row.seq, f"{row.type} {error}", row.version) from error


def instant_of(place: Place) -> datetime:
    """The instant of a place, in UTC."""
    return EPOCH + timedelta(microseconds=place.micros)


def act_of(game: Game, kind: str, data: str, place: Place) -> Any:
    """What the fold applies for an event that stands: its type, its data, its place."""
    if kind == RulingMade.TYPE:
        return msgspec.json.decode(data, type=game.standing_type)
    return game.house(kind, data, instant_of(place))


def told(table: Table, log: Log) -> Iterator[Told]:
    """Everything that stands at a table, in order, with the rulings whole; streamed."""
    for place, kind, data in log.standing(table.name):
        ruling = None
        if kind == RulingMade.TYPE:
            ruling = msgspec.json.decode(data, type=RulingMade)
        yield Told(place, act_of(table.game, kind, data, place), ruling)


def rebuilt(table: Table, log: Log, until: Place | None = None) -> Any:
    """The state by replay from the opening, without judging anything."""
    game = table.game
    decode = msgspec.json.Decoder(game.standing_type).decode
    acts = (
        decode(data) if kind == RulingMade.TYPE else act_of(game, kind, data, place)
        for place, kind, data in log.standing(table.name, until=until)
    )
    return fold(game, table.setup(), acts)


def now_of(table: Table, log: Log) -> Now:
    """The present state: from the snapshot where that bears itself out, and the few things after
    it; else by replay.

    Whatever does not come at the end of the table is appended with a snapshot of what it leaves, so
    that everything recorded after a snapshot also stands after it.
    """
    snapshot = log.snapshot(table.name)
    if snapshot and snapshot.edition == table.game.edition:
        state = msgspec.json.decode(snapshot.state, type=table.game.state_type)
        place = msgspec.json.decode(snapshot.place)
        last = Place(*place) if place else None
        beyond = 0
        for next_place, kind, data in log.standing(table.name, after=last):
            state = table.game.apply(state, act_of(table.game, kind, data, next_place))
            last, beyond = next_place, beyond + 1
        return Now(state, last, beyond)
    return Now(rebuilt(table, log), log.last_place(table.name), KEEP_EVERY)


def kept(table: Table, now: Now) -> Kept:
    """What to keep of a state with the event that ends an append."""
    state = msgspec.json.encode(now.state).decode()
    return Kept(table.name, table.game.edition, msgspec.json.encode(now.last).decode(), state)


def timeline(table: Table, log: Log, decisions: Decisions) -> Timeline:
    """The whole history of a table as decisions have it, ready to be changed."""
    return Timeline(
        table.game, table.setup(), list(things(table, log, decisions)), decisions.overrules
    )


def things(table: Table, log: Log, decisions: Decisions) -> Iterator[Told]:
    """What stands at a table if these decisions are in force; rulings that were made on other
    inputs are marked to be judged."""
    posts: dict[int, RulingMade] = {}
    for row, data in log.things(table.name):
        ruling = msgspec.json.decode(data, type=RulingMade) if data else None
        if ruling is not None and row.type == PostRecorded.TYPE:
            posts[row.seq] = ruling
        if row.seq in decisions.undone:
            continue
        if ruling is None:
            place = Place(micros(datetime.fromisoformat(row.at)), 0, 0, row.seq)
            yield Told(place, act_of(table.game, row.type, row.data, place), None)
        elif row.type == PostRecorded.TYPE:
            yield _post(table, row, ruling, decisions)
        else:
            yield _edit(table, row, ruling, posts, decisions)


def _post(table: Table, row: Stored, ruling: RulingMade, decisions: Decisions) -> Told:
    post = msgspec.json.decode(row.data, type=PostRecorded)
    facts = decisions.facts(row.seq, post)
    player = decisions.player(facts.author)
    asked = msgspec.structs.replace(
        ruling,
        player=ruling.player if key(player) == key(ruling.player) else " ".join(player.split()),
        posted_at=table.local(facts.at),
        precision=facts.precision,
        week=table.week(facts.at).name,
        reading=_renamed(table, ruling, decisions),
    )
    place = place_of_post(facts.at, facts.post_id, row.seq)
    return _told(table, place, ruling, asked, decisions)


def _edit(
    table: Table,
    row: Stored,
    ruling: RulingMade,
    posts: dict[int, RulingMade],
    decisions: Decisions,
) -> Told:
    edit = msgspec.json.decode(row.data, type=PostEdited)
    at = datetime.fromisoformat(row.at)
    asked = msgspec.structs.replace(
        ruling,
        player=_player_of(posts.get(edit.post), decisions) or ruling.player,
        reading=_renamed(table, ruling, decisions),
    )
    return _told(table, Place(micros(at), EDIT, 0, row.seq), ruling, asked, decisions)


def _player_of(ruling: RulingMade | None, decisions: Decisions) -> str | None:
    return decisions.player(ruling.player) if ruling is not None else None


def _renamed(table: Table, ruling: RulingMade, decisions: Decisions) -> dict[str, Any]:
    if not decisions.aliases or not ruling.reading.get("ranking"):
        return ruling.reading
    sheet = msgspec.convert(ruling.reading, table.game.sheet_type)
    renamed: dict[str, Any] = msgspec.to_builtins(table.game.renamed(sheet, decisions.player))
    return renamed


def _told(
    table: Table, place: Place, was: RulingMade, asked: RulingMade, decisions: Decisions
) -> Told:
    act = standing_act(table.game, was)
    if asked == was and was.overrule == decisions.overrules.get(was.post):
        return Told(place, act, was)
    return Told(place, act, asked, judge=True, was=was)
