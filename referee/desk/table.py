"""A table as the log knows it: how it was opened, and its state by snapshot or by replay."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from referee.core.events import RulingMade, TableOpened
from referee.core.game import Game
from referee.core.history import Place, Told, fold
from referee.core.table import Table
from referee.games import load
from referee.store.log import Log
from referee.store.rows import Kept, Stored


class Now(NamedTuple):
    """A table's state after everything recorded so far, and the last place taken."""

    state: Any
    last: Place | None


def table_of(row: Stored) -> Table:
    """The table that an opening opened."""
    opened = row.event()
    if not isinstance(opened, TableOpened):
        raise TypeError(row.type)
    since = datetime.fromisoformat(row.at)
    return Table(row.table, opened, since, ZoneInfo(opened.zone), load(opened.game))


def act_of(game: Game, kind: str, data: str) -> Any:
    """What the fold applies for an event that stands: its type and its data."""
    if kind == RulingMade.TYPE:
        return msgspec.json.decode(data, type=game.standing_type)
    return game.house(kind, data)


def told(table: Table, log: Log) -> Iterator[Told]:
    """Everything that stands at a table, in order, with the rulings whole."""
    for place, kind, data in log.standing(table.name):
        ruling = None
        if kind == RulingMade.TYPE:
            ruling = msgspec.json.decode(data, type=RulingMade)
        yield Told(place, act_of(table.game, kind, data), ruling)


def rebuilt(table: Table, log: Log, until: Place | None = None) -> Any:
    """The state by replay from the opening, without judging anything."""
    game = table.game
    decode = msgspec.json.Decoder(game.standing_type).decode
    acts = (
        decode(data) if kind == RulingMade.TYPE else act_of(game, kind, data)
        for _, kind, data in log.standing(table.name, until=until)
    )
    return fold(game, table.setup(), acts)


def now_of(table: Table, log: Log) -> Now:
    """The present state: from the snapshot where that belongs to the last event of the table and
    to this edition, else by replay."""
    snapshot = log.snapshot(table.name)
    if snapshot and snapshot.edition == table.game.edition:
        last = log.last_of(table.name)
        if (snapshot.seq, snapshot.hash) == last:
            state = msgspec.json.decode(snapshot.state, type=table.game.state_type)
            place = msgspec.json.decode(snapshot.place)
            return Now(state, Place(*place) if place else None)
    return Now(rebuilt(table, log), log.last_place(table.name))


def kept(table: Table, now: Now) -> Kept:
    """What to keep of a state with the event that ends an append."""
    state = msgspec.json.encode(now.state).decode()
    return Kept(table.name, table.game.edition, msgspec.json.encode(now.last).decode(), state)
