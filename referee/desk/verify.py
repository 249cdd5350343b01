"""Whether the log holds: chain, schemas, places, and every ruling judged again."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from referee.core.events import PostEdited, PostRecorded, RulingMade
from referee.core.game import read_words
from referee.core.history import edited_post, rule, same_ruling
from referee.core.table import Table
from referee.desk.queries import standing_ruling
from referee.desk.table import player_of, told
from referee.desk.tables import all_tables
from referee.posts.reader import words_of
from referee.store.log import Log
from referee.store.rows import START, Head, Stored, UnknownEvent, chained


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
    """Read the whole log, streaming. `head`: a published hash that must be in the chain. `deep`:
    also read each post's text again."""
    end, events, fault = _chain(log, head)
    if fault is not None:
        return Verified(end, events, 0, fault, [])
    misplaced = log.misplaced()
    if misplaced:
        fault = Fault(misplaced[0], "misplaced", {})
    rulings = counted = 0
    otherwise: list[tuple[Table, RulingMade, RulingMade]] = []
    for table in all_tables(log) if fault is None else ():
        state = table.setup()
        holds = table.game.seated.holds if table.game.seated else None
        for thing in told(table, log):
            if thing.ruling is not None:
                rulings += 1
                now = _judged_now(log, table, state, thing.ruling, deep=deep)
                if not same_ruling(thing.ruling, now):
                    if thing.ruling.edition == table.game.edition:
                        fault = _differs(table, state, thing.ruling, now)
                        return Verified(end, events, rulings, fault, otherwise)
                    otherwise.append((table, thing.ruling, now))
            state = table.game.apply(state, thing.act)
            if holds is not None:
                counted += 1
                if fault is None and not holds(state):
                    fault = Fault(thing.place.seq, "count", {"table": table.name})
        fault = fault or _chance_fault(log, table)
    return Verified(end, events, rulings, fault, otherwise, counted)


def _chance_fault(log: Log, table: Table) -> Fault | None:
    """The first draw that the seed does not give, a seed that is not the one committed to, or a
    limit that ran out twice."""
    if table.game.seated is None:
        return None
    from referee.desk.proof import deadline_twice, wrong_draw

    found = wrong_draw(log, table) or deadline_twice(log, table)
    return Fault(found.seq, found.case, {"table": table.name, **found.facts}) if found else None


def _chain(log: Log, published: str | None) -> tuple[Head, int, Fault | None]:
    previous, seen, last, found = START, 0, 0, published in (None, START)
    for row in log.events():
        seen += 1
        fault = _row_fault(row, last, previous)
        if fault is not None:
            return Head(last, previous), seen, fault
        previous, last = row.hash, row.seq
        found = found or row.hash == published
    if not found:
        return Head(last, previous), seen, Fault(last, "head", {"head": published})
    return Head(last, previous), seen, None


def _row_fault(row: Stored, last: int, previous: str) -> Fault | None:
    if row.seq != last + 1:
        return Fault(row.seq, "gap", {"last": last})
    if row.hash != chained(previous, row[:-1]):
        return Fault(row.seq, "hash", {})
    try:
        row.event()
    except UnknownEvent:
        return Fault(row.seq, "type", {"type": row.type, "version": row.version})
    except msgspec.MsgspecError as error:
        return Fault(row.seq, "schema", {"type": row.type, "detail": str(error)})
    return None


def _judged_now(log: Log, table: Table, state: Any, was: RulingMade, *, deep: bool) -> RulingMade:
    asked = _read_again(log, table, was, table.game.players(state)) if deep else was
    of = edited_post(was)
    target = standing_ruling(log, of) if of is not None else None
    named = player_of(log, table)
    return rule(table.game, state, asked, target=target, overrule=was.overrule, player_of=named)


def _read_again(log: Log, table: Table, was: RulingMade, names: Sequence[str]) -> RulingMade:
    """What there is to judge, from the text itself; what an edit changed is taken from the log."""
    row = log.event(was.post)
    event = row.event() if row is not None else None
    if not isinstance(event, PostRecorded | PostEdited):
        return was
    words, hidden, notes = words_of(event.text)
    reading = read_words(table.game, words, hidden, names)
    sheet = msgspec.to_builtins(reading.act)
    kept = {k: was.reading[k] for k in ("edit", "edited_at") if k in was.reading}
    return msgspec.structs.replace(was, reading=sheet | kept, notes=(*notes, *reading.notes))


def _differs(table: Table, state: Any, was: RulingMade, now: RulingMade) -> Fault:
    facts = {"table": table.name, "was": was, "now": now, "before": state}
    return Fault(was.post, "ruling", facts)
