"""A table as the log knows it: how it was opened, and its state by snapshot or by replay."""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from referee.core.decisions import Decided, Decisions, undone_by
from referee.core.events import (
    REACHING,
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
    Mark,
    Place,
    Told,
    fold,
    micros,
    note,
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
from referee.store.rows import Kept, Snapshot, Stored, UnknownEvent


class Now(NamedTuple):
    """A table's state after a place, None at the opening; how many things led to it, and the states
    noted since the one it was made from."""

    state: Any
    last: Place | None
    things: int = 0
    marks: tuple[Mark, ...] = ()


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
        try:
            if kind == RulingMade.TYPE:
                ruling = msgspec.json.decode(data, type=RulingMade)
            act = act_of(table.game, kind, data, place, named)
        except msgspec.MsgspecError as error:
            raise UnknownEvent(place.seq, f"{kind}, {error}", 1) from error
        yield Told(place, act, ruling)


def rebuilt(table: Table, log: Log) -> Any:
    """The state by replay from the opening, without judging anything."""
    game = table.game
    named = player_of(log, table)
    decode = msgspec.json.Decoder(game.standing_type).decode
    acts = (
        decode(data) if kind == RulingMade.TYPE else act_of(game, kind, data, place, named)
        for place, kind, data in log.standing(table.name)
    )
    return fold(game, table.setup(), acts)


def now_of(
    table: Table, log: Log, rows: Sequence[Decided] | None = None, until: Place | None = None
) -> Now:
    """The present state, or the state up to a place, from the nearest one kept before that; by
    replay from the opening where none is. `rows`: what was decided at the table, where that is
    known."""
    if rows is None:
        rows = log.decided(table.name)
    state, last, count, _ = nearest(table, log, rows, until)
    game, named, marks = table.game, Decisions(rows).player_of, list[Mark]()
    for place, kind, data in log.standing(table.name, after=last, until=until):
        state = game.apply(state, act_of(game, kind, data, place, named))
        last, count = place, count + 1
        note(marks, count, place, state)
    return Now(state, last, count, tuple(marks))


def nearest(table: Table, log: Log, rows: Sequence[Decided], before: Place | None = None) -> Now:
    """The last state kept before a place that everything recorded since bears out; the one at the
    opening where none does."""
    game = table.game
    for snapshot in kept_of(table, log, rows, before):
        try:
            state = msgspec.json.decode(snapshot.state, type=game.state_type)
        except msgspec.MsgspecError:
            continue
        return Now(state, snapshot.place, snapshot.things)
    return Now(table.setup(), None)


def kept_of(
    table: Table, log: Log, rows: Sequence[Decided], before: Place | None = None
) -> Iterator[Snapshot]:
    """The states kept of a table before a place, the last one first, that this edition of the game
    made and that no decision has made untrue since."""
    made_by = (table.game.edition, table.game.schema)
    for snapshot in log.snapshots(table.name, before):
        if (snapshot.edition, snapshot.schema) != made_by:
            continue
        since = [row for row in rows if row.seq > snapshot.seq and isinstance(row.event, REACHING)]
        if since:
            from referee.desk.reach import reached

            first = reached(log, rows, since)
            if first is None or first <= snapshot.place:
                continue
        yield snapshot


def kept(table: Table, mark: Mark) -> Kept:
    """What to keep of a state with the event that ends an append."""
    state = msgspec.json.encode(mark.state).decode()
    game = table.game
    return Kept(table.name, mark.place, mark.things, game.edition, game.schema, state)


def timeline(
    table: Table,
    log: Log,
    rows: Sequence[Decided],
    decisions: Decisions,
    *,
    before: Place | None = None,
    until: Place | None = None,
    marks: list[Mark] | None = None,
) -> Timeline:
    """The history of a table as decisions have it, ready to be changed: whole, or from the nearest
    state kept before a place on. What was marked to be judged has been judged already."""
    start = nearest(table, log, rows, before) if before else Now(table.setup(), None)
    found = things(table, log, decisions, after=start.last, until=until)
    return Timeline(
        table.game,
        start.state,
        [thing._replace(judge=False) for thing in found],
        decisions,
        after=start.last,
        before=start.things,
        earlier=partial(_earlier, log),
        marks=marks,
    )


def _earlier(log: Log, seq: int, after: Place) -> RulingMade | None:
    """The ruling that stands for a post whose place is not beyond another."""
    place = log.place_of(seq)
    return standing_ruling(log, seq) if place is not None and place <= after else None


def recorded_post(log: Log, seq: int) -> PostRecorded | None:
    """A post as it was recorded; None where that event is none."""
    row = log.event(seq)
    event = row.event() if row is not None else None
    return event if isinstance(event, PostRecorded) else None


def standing_ruling(log: Log, post: int) -> RulingMade | None:
    """The ruling that stands for a recorded post or edit."""
    row = log.event(log.standing_of(post))
    event = row.event() if row is not None else None
    return event if isinstance(event, RulingMade) else None


def things(
    table: Table,
    log: Log,
    decisions: Decisions,
    renamed: Collection[str] = (),
    *,
    after: Place | None = None,
    until: Place | None = None,
) -> Iterator[Told]:
    """What stands at a table, after a place and up to another, if these decisions are in force;
    rulings that were made on other inputs are marked to be judged. `renamed`: names in rankings
    that mean another player now."""
    posts: dict[int, RulingMade] = {}
    for row, data in log.things(table.name, after=after, until=until):
        ruling = msgspec.json.decode(data, type=RulingMade) if data else None
        asked = None
        if ruling is not None and row.type == PostRecorded.TYPE:
            asked, place = _post(table, row, ruling, decisions)
            posts[row.seq] = asked
        elif ruling is not None:
            edit = msgspec.json.decode(row.data, type=PostEdited)
            if row.seq not in decisions.undone:
                before = _words_before(log, edit.post, row.seq, decisions)
                asked, place = _edit(table, row, edit, ruling, posts.get(edit.post), before)
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


def _words_before(log: Log, post: int, edit: int, decisions: Decisions) -> str | None:
    """The words that an edit changed, where an edit before it was taken back."""
    if post not in decisions.reread:
        return None
    words = decisions.words_before(post, edit)
    recorded = recorded_post(log, post) if words is None else None
    return recorded.text if recorded is not None else words


def _post(
    table: Table, row: Stored, ruling: RulingMade, decisions: Decisions
) -> tuple[RulingMade, Place]:
    post = msgspec.json.decode(row.data, type=PostRecorded)
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
    post: RulingMade | None,
    before: str | None,
) -> tuple[RulingMade, Place]:
    """An edit belongs to whoever its post belongs to, and changes the words that stood before."""
    reading = ruling.reading
    if before is not None:
        reading = plain(sheet_of_edit(table.game, before, edit, table.opened.players))
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
        _, undone = undone_by(rows, event)
        event = undone or event
    return {key(event.name)} if isinstance(event, AliasAdded) else set()
