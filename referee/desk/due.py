"""Deadlines: facts that need nobody to apply them, written down by whoever appends next (F6)."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from referee.core.decisions import Decided, Decisions
from referee.core.events import ChanceDrawn, DeadlinePassed, DeadlineRevised
from referee.core.history import DEADLINE, Change, Place, Told, micros, place_of_event
from referee.core.house import Passed
from referee.core.seated import Expired, Seated, Wanted
from referee.core.table import Due
from referee.desk.chance import drawn
from referee.desk.session import Session
from referee.desk.table import instant_of

_MOMENT = timedelta(microseconds=1)


class _Fact(NamedTuple):
    """A limit that ran out, comparable: when, and what became of it."""

    micros: int
    told: str
    event: DeadlinePassed


def settle(session: Session, now: datetime, *, draw: bool = True) -> Due:
    """Write down what has come due by `now` and was not recorded, and what was recorded and has
    not come due after all; draw what the rules want drawn without being asked (X11), unless this
    is only a trial, which shows no draw before it is recorded."""
    seated = session.game.seated
    if seated is None:
        return Due()
    draws, changes = _draw(session, seated, now) if draw else ((), ())
    revised: tuple[tuple[int, DeadlinePassed], ...] = ()
    if session.reordered:
        facts = [_fact(expired) for expired in _everything(session, seated, now)]
        facts, wrong = _compared(session, facts)
        revised = tuple(_revise(session, wrong, now))
    else:
        found = (*session.expired, *seated.advance(session.state, now)[1])
        facts = [_fact(expired) for expired in found]
    session.expired.clear()
    passed = tuple(_record(session, fact) for fact in facts)
    return Due(passed, revised, draws, changes, session.state, now)


def _draw(
    session: Session, seated: Seated, now: datetime
) -> tuple[tuple[tuple[int, datetime, ChanceDrawn], ...], tuple[Change, ...]]:
    """The draws that belong to deadlines which have passed, where there is a seed to draw from."""
    draws: list[tuple[int, datetime, ChanceDrawn]] = []
    changes: tuple[Change, ...] = ()
    asked: Wanted | None = None
    while True:
        state = seated.advance(session.state, now)[0]
        wanted = seated.awaited(state)
        if not isinstance(wanted, Wanted) or wanted.at is None or wanted.at > now:
            return tuple(draws), changes
        if wanted == asked:  # the draw did not settle it: drawing again would be no remedy
            return tuple(draws), changes
        asked = wanted
        event = drawn(session, state, wanted)
        if event is None:
            return tuple(draws), changes
        seq, more = session.decide(wanted.at, event)
        draws.append((seq, wanted.at, event))
        changes += more


def _everything(session: Session, seated: Seated, now: datetime) -> Iterator[Expired]:
    """Every limit that has run out at the table by `now`, as its history stands."""
    state = session.table.setup()
    for thing in session.history().things:
        if isinstance(thing.act, Passed):
            continue  # what was written down; here it is found without that
        at = session.table.local(instant_of(thing.place))
        # What belongs to a deadline comes once it has run out, even where a post of that very
        # instant would still have been in time.
        until = at + _MOMENT if thing.place.rank == DEADLINE else at - _MOMENT
        state, expired = seated.advance(state, until)
        yield from expired
        state = session.game.apply(state, thing.act)
    yield from seated.advance(state, now)[1]


def _fact(expired: Expired) -> _Fact:
    raw = msgspec.json.encode(expired)
    data = msgspec.json.decode(raw)
    event = DeadlinePassed(expired.player, expired.clause, expired.case, data["facts"])
    told = msgspec.json.encode(event, order="sorted").decode()
    return _Fact(micros(expired.at), told, event)


def _compared(
    session: Session, facts: list[_Fact]
) -> tuple[list[_Fact], list[tuple[int, DeadlinePassed]]]:
    """The facts that are not recorded, and the recorded ones that are none."""
    places = {thing.place.seq: thing.place.micros for thing in session.history().things}
    missing = Counter((fact.micros, fact.told) for fact in facts)
    wrong = []
    for row in session.rows:
        event = row.event
        if not isinstance(event, DeadlinePassed) or row.seq in session.decisions.undone:
            continue
        known = (places[row.seq], msgspec.json.encode(event, order="sorted").decode())
        if missing[known] > 0:
            missing[known] -= 1
        else:
            wrong.append((row.seq, event))
    new = []
    for fact in facts:
        if missing[fact.micros, fact.told] > 0:
            missing[fact.micros, fact.told] -= 1
            new.append(fact)
    return new, wrong


def _revise(
    session: Session, wrong: list[tuple[int, DeadlinePassed]], now: datetime
) -> Iterator[tuple[int, DeadlinePassed]]:
    cause = session.head.seq + 1
    for seq, event in wrong:
        revision = DeadlineRevised(seq, cause)
        session.rows.append(Decided(session.add(now, revision), session.by, revision))
        history = session.history()
        if (place := session.place_of(seq)) is not None:
            session.forget_marks(place)
        history.things = [thing for thing in history.things if thing.place.seq != seq]
        yield seq, event
    if wrong:
        session.decisions = Decisions(session.rows)
        session.history().decisions = session.decisions


def _record(session: Session, fact: _Fact) -> tuple[int, datetime, DeadlinePassed]:
    at = session.table.local(instant_of(Place(fact.micros, DEADLINE, 0, 0)))
    seq = session.add(at, fact.event)
    session.rows.append(Decided(seq, session.by, fact.event))
    place = place_of_event(fact.event, at, seq)
    if place is None:
        raise ValueError(fact)
    thing = Told(place, Passed(at), None)
    if session.last is None or place > session.last:
        session.come_last(thing)
    else:
        session.slip_in(thing)
    return seq, at, fact.event
