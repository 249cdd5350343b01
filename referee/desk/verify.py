"""Whether the log holds: chain, schemas, places, and every ruling judged again."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from referee.core.events import PostEdited, PostRecorded, RulingMade
from referee.core.game import read_words
from referee.core.history import Place, edited_post, plain, rule, same_ruling
from referee.core.table import Table
from referee.desk.table import kept_of, player_of, standing_ruling, told
from referee.desk.tables import all_tables
from referee.posts.reader import words_of
from referee.store.errors import LogError
from referee.store.index import Again, instant
from referee.store.log import Log
from referee.store.rows import FORGED, START, Head, Stored, UnknownEvent, chained


class Fault(NamedTuple):
    """Where the log does not hold: the event, a case, and its facts."""

    seq: int
    case: str
    facts: dict[str, Any]


class Verified(NamedTuple):
    """What was checked, the first fault or None, and what today's rules would rule differently;
    `counted`: how many positions were asked whether all their pieces are there (Azul)."""

    head: Head
    events: int
    rulings: int
    fault: Fault | None
    otherwise: list[tuple[Table, RulingMade, RulingMade]]
    counted: int = 0


def verify(log: Log, *, head: str | None = None, deep: bool = False) -> Verified:
    """Read the whole log as it stands at one moment, streaming. `head`: a published hash that must
    be in the chain. `deep`: also read each post's text again."""
    with log.at_one_moment():
        end, events, fault = _chain(log, head)
        done = Verified(end, events, 0, fault, [])
        for table in all_tables(log) if fault is None else ():
            try:
                done = _judge_again(log, table, done, deep=deep)
            except UnknownEvent as error:
                facts = {"type": error.kind, "detail": str(error)}
                done = done._replace(fault=Fault(error.seq, "schema", facts))
            if done.fault is None:
                done = done._replace(fault=_chance_fault(log, table))
            if done.fault is not None:
                break
    return done


def _judge_again(log: Log, table: Table, done: Verified, *, deep: bool) -> Verified:
    """Every ruling that stands at a table, made again: what was checked, and the first fault."""
    game, state, rulings, counted = table.game, table.setup(), done.rulings, done.counted
    named, kept = player_of(log, table), _Kept(log, table)
    holds, fault = game.seated.holds if game.seated else None, None
    for thing in told(table, log):
        if not kept.holds(state, thing.place):
            fault = kept.fault
            break
        try:
            if thing.ruling is not None:
                rulings += 1
                now = _judged_now(log, table, state, thing.ruling, named, deep=deep)
                fault = _compared(done, table, state, thing.ruling, now)
            state = state if fault else game.apply(state, thing.act)
        except FORGED as error:
            raise UnknownEvent(thing.place.seq, f"{RulingMade.TYPE}, {error!r}", 1) from error
        if holds is not None and fault is None:
            counted += 1
            if not holds(state):
                fault = Fault(thing.place.seq, "count", {"table": table.name})
        if fault is not None:
            break
    if fault is None and not kept.holds(state, None):
        fault = kept.fault
    return done._replace(rulings=rulings, counted=counted, fault=fault)


def _compared(
    done: Verified, table: Table, state: Any, was: RulingMade, now: RulingMade
) -> Fault | None:
    """A fault where a ruling of this edition is made differently; of another it is noted."""
    if same_ruling(was, now):
        return None
    if was.edition == table.game.edition:
        return Fault(
            was.post, "ruling", {"table": table.name, "was": was, "now": now, "before": state}
        )
    done.otherwise.append((table, was, now))
    return None


class _Kept:
    """The states kept of a table: what each says of its place is what the events say. One that
    proves nothing is never used, and no fault."""

    def __init__(self, log: Log, table: Table) -> None:
        self._ahead = list(kept_of(table, log, log.decided(table.name)))  # the last place first
        self._table = table
        self.fault: Fault | None = None

    def holds(self, state: Any, before: Place | None) -> bool:
        """Whether the state before a place (or at the end) is not contradicted by what is kept."""
        while self._ahead and (before is None or self._ahead[-1].place < before):
            snapshot = self._ahead.pop()
            try:
                kept = msgspec.json.decode(snapshot.state, type=self._table.game.state_type)
            except msgspec.MsgspecError:
                kept = None
            if kept != state:
                self.fault = Fault(snapshot.seq, "snapshot", {"table": self._table.name})
                return False
        return True


def _chance_fault(log: Log, table: Table) -> Fault | None:
    """The first draw that the seed does not give, a seed that is not the one committed to, or a
    limit that ran out twice."""
    if table.game.seated is None:
        return None
    from referee.desk.proof import deadline_twice, wrong_draw

    found = wrong_draw(log, table) or deadline_twice(log, table)
    return Fault(found.seq, found.case, {"table": table.name, **found.facts}) if found else None


def _chain(log: Log, published: str | None) -> tuple[Head, int, Fault | None]:
    """Rows, hashes, forms and places: the last event that holds, how many were read, and a fault.
    LogError where not even the first can be read."""
    previous, seen, last, found = START, 0, 0, published in (None, START)
    again, unruled = log.again(), set[int]()
    try:
        for row in log.events():
            seen += 1
            fault = _row_fault(row, last, previous)
            if fault is None:
                fault = _place_again(again, row, unruled)
            if fault is not None:
                return Head(last, previous), seen, fault
            previous, last = row.hash, row.seq
            found = found or row.hash == published
    except LogError as error:
        if error.case != "corrupt" or not (last or log.garbled(1)):
            raise
        return Head(last, previous), seen, Fault(last + 1, "unreadable", {})
    if not found:
        return Head(last, previous), seen, Fault(last, "head", {"head": published})
    misplaced = again.misplaced()
    if misplaced:
        return Head(last, previous), seen, Fault(misplaced[0], "misplaced", {})
    return Head(last, previous), seen, Fault(min(unruled), "unruled", {}) if unruled else None


def _row_fault(row: Stored, last: int, previous: str) -> Fault | None:
    if row.seq != last + 1:
        return Fault(row.seq, "gap", {"last": last})
    if row.hash != chained(previous, row[:-1]):
        return Fault(row.seq, "hash", {})
    return None


def _place_again(again: Again, row: Stored, unruled: set[int]) -> Fault | None:
    """Give the event of a row its place; a fault where it has not the form of its type. `unruled`:
    posts and edits that no ruling has followed."""
    try:
        event = row.event()
        again.take(row, event)
        if isinstance(event, RulingMade):
            unruled.discard(event.post)
        elif isinstance(event, PostRecorded | PostEdited):
            unruled.add(row.seq)
    except UnknownEvent:
        return Fault(row.seq, "type", {"type": row.type, "version": row.version})
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        return Fault(row.seq, "schema", {"type": row.type, "detail": str(error)})
    if None in (instant(row).tzinfo, datetime.fromisoformat(row.recorded_at).tzinfo):
        return Fault(row.seq, "schema", {"type": row.type, "detail": f"{row.at} {row.recorded_at}"})
    return None


def _judged_now(
    log: Log,
    table: Table,
    state: Any,
    was: RulingMade,
    named: Callable[[str], str] | None,
    *,
    deep: bool,
) -> RulingMade:
    asked = _read_again(log, table, was, table.game.players(state)) if deep else was
    of = edited_post(was)
    target = standing_ruling(log, of) if of is not None else None
    return rule(table.game, state, asked, target=target, overrule=was.overrule, player_of=named)


def _read_again(log: Log, table: Table, was: RulingMade, names: Sequence[str]) -> RulingMade:
    """What there is to judge, from the text itself; what an edit changed is taken from the log."""
    row = log.event(was.post)
    event = row.event() if row is not None else None
    if not isinstance(event, PostRecorded | PostEdited):
        return was
    words, hidden, notes = words_of(event.text)
    reading = read_words(table.game, words, hidden, names)
    sheet = plain(reading.act)
    kept = {k: was.reading[k] for k in ("edit", "edited_at") if k in was.reading}
    return msgspec.structs.replace(was, reading=sheet | kept, notes=(*notes, *reading.notes))
