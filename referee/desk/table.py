"""A table as the log knows it: how it was opened, and its state by snapshot or by replay."""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from referee.core.decisions import Decided, Decisions
from referee.core.events import (
    AliasAdded,
    PointsAwarded,
    PostEdited,
    PostRecorded,
    RulingMade,
    TableOpened,
    Undone,
)
from referee.core.game import Game, read_words
from referee.core.history import (
    EDIT,
    EPOCH,
    Place,
    Told,
    fold,
    micros,
    place_of_event,
    place_of_post,
    plain,
    standing_act,
)
from referee.core.names import key
from referee.core.table import Table
from referee.core.timeline import Timeline
from referee.games import load
from referee.posts.reader import words_of
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


def act_of(
    game: Game,
    kind: str,
    data: str,
    place: Place,
    player_of: Callable[[str], str] | None = None,
) -> Any:
    """What the fold applies for an event that stands: its type, its data, its place. `player_of`
    says whose a name is, where aliases are in force (F8)."""
    if kind == RulingMade.TYPE:
        return msgspec.json.decode(data, type=game.standing_type)
    if player_of is not None and kind == PointsAwarded.TYPE:
        event = msgspec.json.decode(data, type=PointsAwarded)
        event = msgspec.structs.replace(event, player=player_of(event.player))
        data = msgspec.json.encode(event).decode()
    try:
        return game.house(kind, data, instant_of(place), place.seq)
    except KeyError as error:  # a post whose ruling was cut off
        raise UnknownEvent(place.seq, kind, 0) from error


def player_of(log: Log, table: Table) -> Callable[[str], str] | None:
    """Whose a name is at a table, by the aliases in force; None where there is none."""
    return Decisions(log.decided(table.name)).player_of


def told(table: Table, log: Log) -> Iterator[Told]:
    """Everything that stands at a table, in order, with the rulings whole; streamed."""
    named = player_of(log, table)
    for place, kind, data in log.standing(table.name):
        ruling = None
        if kind == RulingMade.TYPE:
            ruling = msgspec.json.decode(data, type=RulingMade)
        yield Told(place, act_of(table.game, kind, data, place, named), ruling)


def rebuilt(table: Table, log: Log, until: Place | None = None) -> Any:
    """The state by replay from the opening, without judging anything."""
    game = table.game
    named = player_of(log, table)
    decode = msgspec.json.Decoder(game.standing_type).decode
    acts = (
        decode(data) if kind == RulingMade.TYPE else act_of(game, kind, data, place, named)
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
        beyond, named = 0, player_of(log, table)
        for next_place, kind, data in log.standing(table.name, after=last):
            state = table.game.apply(state, act_of(table.game, kind, data, next_place, named))
            last, beyond = next_place, beyond + 1
        return Now(state, last, beyond)
    return Now(rebuilt(table, log), log.last_place(table.name), KEEP_EVERY)


def kept(table: Table, now: Now) -> Kept:
    """What to keep of a state with the event that ends an append."""
    state = msgspec.json.encode(now.state).decode()
    return Kept(table.name, table.game.edition, msgspec.json.encode(now.last).decode(), state)


def timeline(table: Table, log: Log, decisions: Decisions) -> Timeline:
    """The whole history of a table as decisions have it, ready to be changed."""
    return Timeline(table.game, table.setup(), list(things(table, log, decisions)), decisions)


def things(
    table: Table, log: Log, decisions: Decisions, renamed: Collection[str] = ()
) -> Iterator[Told]:
    """What stands at a table if these decisions are in force; rulings that were made on other
    inputs are marked to be judged. `renamed`: names in rankings that mean another player now."""
    posts: dict[int, RulingMade] = {}
    words: dict[int, str] = {}
    for row, data in log.things(table.name):
        ruling = msgspec.json.decode(data, type=RulingMade) if data else None
        asked = None
        if ruling is not None and row.type == PostRecorded.TYPE:
            post = msgspec.json.decode(row.data, type=PostRecorded)
            asked, place = _post(table, row, post, ruling, decisions)
            posts[row.seq] = asked
            if row.seq in decisions.reread:
                words[row.seq] = post.text
        elif ruling is not None:
            edit = msgspec.json.decode(row.data, type=PostEdited)
            if row.seq not in decisions.undone:
                asked, place = _edit(table, row, edit, ruling, posts, words)
                if edit.post in words:
                    words[edit.post] = edit.text
        if row.seq in decisions.undone:
            continue
        if ruling is None:
            house = place_of_event(row.event(), datetime.fromisoformat(row.at), row.seq)
            if house is not None:
                act = act_of(table.game, row.type, row.data, house, decisions.player_of)
                yield Told(house, act, None)
        elif asked is not None:
            again = any(key(line[0]) in renamed for line in ruling.reading.get("ranking", ()))
            yield _told(table, place, ruling, asked, decisions, again=again)


def _post(
    table: Table, row: Stored, post: PostRecorded, ruling: RulingMade, decisions: Decisions
) -> tuple[RulingMade, Place]:
    facts = decisions.facts(row.seq, post)
    player = decisions.player(facts.author)
    asked = msgspec.structs.replace(
        ruling,
        player=ruling.player if key(player) == key(ruling.player) else " ".join(player.split()),
        posted_at=table.local(facts.at),
        precision=facts.precision,
        week=table.week(facts.at).name,
    )
    return asked, place_of_post(facts.at, facts.post_id, row.seq)


def _edit(
    table: Table,
    row: Stored,
    edit: PostEdited,
    ruling: RulingMade,
    posts: dict[int, RulingMade],
    words: dict[int, str],
) -> tuple[RulingMade, Place]:
    """An edit belongs to whoever its post belongs to, and changes the words that stood before."""
    post = posts.get(edit.post)
    reading = ruling.reading
    if edit.post in words:
        reading = plain(sheet_of_edit(table.game, words[edit.post], edit, table.opened.players))
    asked = msgspec.structs.replace(
        ruling, player=post.player if post else ruling.player, reading=reading
    )
    return asked, Place(micros(datetime.fromisoformat(row.at)), EDIT, 0, row.seq)


def sheet_of_edit(game: Game, before: str, edit: PostEdited, names: Sequence[str]) -> Any:
    """What an edit changed in the words that were last seen."""
    was, now = (read_words(game, *words_of(text)[:2], names) for text in (before, edit.text))
    return game.edited(was.act, now.act, edit.post)


def _told(
    table: Table,
    place: Place,
    was: RulingMade,
    asked: RulingMade,
    decisions: Decisions,
    *,
    again: bool,
) -> Told:
    act = standing_act(table.game, was)
    if not again and asked == was and was.overrule == decisions.overrules.get(was.post):
        return Told(place, act, was)
    return Told(place, act, asked, judge=True, was=was)


def renamed_by(rows: Sequence[Decided]) -> set[str]:
    """The names whose player the newest decision changes: rankings that hold them are judged
    again."""
    event = rows[-1].event
    if isinstance(event, Undone):
        gone = next((row.event for row in rows if row.seq == event.event), None)
        while isinstance(gone, Undone):
            seq = gone.event
            gone = next((row.event for row in rows if row.seq == seq), None)
        event = gone or event
    return {key(event.name)} if isinstance(event, AliasAdded) else set()
