"""What a decision does to the history of a table, and what was before it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from referee.core.decisions import Decided, Decisions, Facts
from referee.core.events import Event, PostEdited
from referee.core.history import Change, Told, micros, place_of_event, place_of_post
from referee.core.names import key
from referee.core.timeline import Timeline
from referee.desk.reach import reach
from referee.desk.session import Session
from referee.desk.table import renamed_by, things
from referee.posts.reader import digest as digest_of
from referee.store.rows import Recorded


def record(session: Session, at: datetime, event: Event) -> tuple[int, tuple[Change, ...]]:
    """Record a decision: its event, and the rulings that it changes."""
    seq = session.add(at, event)
    rows = [*session.rows, Decided(seq, session.by, event)]
    place = place_of_event(event, at, seq)
    history = session.history(place or reach(session.place_of, session.post, rows, event))
    session.reordered = True
    session.rows, session.decisions = rows, Decisions(rows)
    if place is not None:  # then nothing else changes
        data = msgspec.json.encode(event).decode()
        act = session.game.house(event.TYPE, data, session.table.local(at), seq)
        became = [*history.things, Told(place, act, None)]
    else:
        became = _things_now(session, history)
    history.decisions = session.decisions
    revised = history.become(became, seq, session.state)
    session.state = revised.state
    session.ends(history)
    session.append_changes(revised.changes)
    return seq, revised.changes


def _things_now(session: Session, history: Timeline) -> list[Told]:
    """What stands by the decisions now in force, with what this session changed already."""
    current = {thing.place.seq: thing for thing in history.things}
    became = []
    known = (session.table, session.log, session.decisions, renamed_by(session.rows))
    for thing in things(*known, after=history.after):
        mine = current.get(thing.place.seq)
        again = mine is None or (thing.judge and mine[2:] != (thing.ruling, False, thing.was))
        kept_so = mine is not None and not again and mine.place == thing.place
        became.append(mine if mine is not None and kept_so else thing)
    pending = (t for t in history.things if t.place.seq > session.head.seq)
    return became + [_placed(session, thing) for thing in pending]


def _placed(session: Session, thing: Told) -> Told:
    """A post of this session at the place that an adopted id gives it (F1)."""
    post_id = session.decisions.adopted(thing.place.seq)
    if post_id is None or thing.ruling is None:
        return thing
    at = thing.ruling.posted_at
    return thing._replace(place=place_of_post(at, post_id, thing.place.seq))


def as_read_and_amended(session: Session) -> Iterator[Recorded]:
    """Amended posts and withdrawn ones as they were read, and as they stand: read again either way,
    they change nothing."""
    for seq in sorted(session.decisions.touched):
        event = session.post(seq)
        if event is None:
            continue
        digest = digest_of(session.text(seq))
        now = session.decisions.facts(seq, event)
        number = event.post_id or now.post_id
        for facts in (Facts(event.author, event.posted_at, event.precision, number), now):
            same = (seq, micros(facts.at), facts.precision, facts.post_id)
            yield Recorded(*same, key(facts.author), digest)


def renumber(session: Session, post: int, post_id: str) -> None:
    """A post, alone at its instant, stands at the place that its id gives it."""
    place = session.log.place_of(post)
    if place is None:
        return
    there = place_of_post(session.recorded_at, post_id, post)._replace(micros=place.micros)
    session.forget_marks(min(place, there))
    session.moved = True
    if session.last == place:
        session.last = there


def state_before_post(session: Session, seq: int) -> Any:
    """The state that a recorded post met."""
    place = session.place_of(seq)
    if place is None:
        raise ValueError(seq)
    return session.history(place).state_before(place)


def voided_by(session: Session, post: int) -> int:
    """The edit that took back the move of a post; 0 where none did (Q7)."""
    for row in session.rows:
        edit = isinstance(row.event, PostEdited) and row.event.post == post
        ruling = session.ruling_of(row.seq) if edit else None
        withdraws = ruling.effect.get("withdraws") if ruling else None
        if withdraws and withdraws["post"] == post:
            return row.seq
    return 0
