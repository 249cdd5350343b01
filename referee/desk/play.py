"""What the moderator does at a table with seats: draw, take salts and placements, pass seats."""

import hashlib
import secrets as system
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from referee.core.events import (
    ChanceDrawn,
    Event,
    PlacementSealed,
    PlacementsRevealed,
    SaltGiven,
    SeatPassed,
    TimeGiven,
)
from referee.core.limits import paused_at
from referee.core.names import key, near_misses
from referee.core.ruling import Objection
from referee.core.seated import BadDraw, Seated, Wanted
from referee.core.table import Table
from referee.desk.chance import drawn
from referee.desk.decide import Acting, Decided, decide, nothing
from referee.desk.errors import Refused
from referee.desk.session import Session
from referee.posts.dates import Stamp
from referee.posts.emoji import canonical
from referee.store.rows import Secret

PLACEMENT = "placement"
"""The kind under which the log keeps a sealed placement, by its commitment."""

LONGEST_SALT = 400


class NotYet(Exception):
    """Nothing can be drawn now; the objection says why (X12, F14)."""

    def __init__(self, objection: Objection) -> None:
        super().__init__(objection.case)
        self.objection = objection


class Awaited(Exception):
    """A trial of a draw from the seed: what would be drawn, and nothing of the result, so that
    nobody knows a draw before it is recorded."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted.kind)
        self.wanted = wanted


def seated_of(table: Table, command: str) -> Seated:
    """The functions of a table with seats; refused at an open table."""
    if table.game.seated is None:
        raise Refused("no-seats", game=table.game.name, command=command)
    return table.game.seated


def roll(acting: Acting, stamp: Stamp, record: str | None) -> Decided:
    """Draw the next chance event from the seed, or record it from outside (F10)."""
    seated = seated_of(acting.table, "roll")

    def make(session: Session) -> Event:
        state = seated.advance(session.state_at(stamp.at), stamp.at)[0]
        wanted = seated.awaited(state)
        if isinstance(wanted, Objection):
            raise NotYet(wanted)
        if acting.dry_run and not record:
            raise Awaited(wanted)
        event = (
            _recorded(seated, state, wanted, record) if record else drawn(session, state, wanted)
        )
        if event is None:
            raise Refused("no-seed", table=acting.table.name, kind=f"draw.{wanted.kind}")
        return msgspec.structs.replace(event, precision=stamp.precision)

    return decide(acting, make, stamp.at)


def _recorded(seated: Seated, state: Any, wanted: Wanted, text: str) -> ChanceDrawn:
    try:
        kind, result = seated.record(state, canonical(text)[0])
    except BadDraw as bad:
        raise Refused(f"draw.{bad.case}", **bad.facts) from bad
    if kind != wanted.kind:
        raise Refused("draw-kind", kind=f"draw.{kind}", wanted=f"draw.{wanted.kind}")
    return ChanceDrawn(wanted.kind, result, None, due=wanted.at is not None)


def salt(acting: Acting, player: str, text: str, at: datetime) -> Decided:
    """A text that a player adds to the seed, before the first draw (F10)."""
    seated_of(acting.table, "salt")
    words = text.strip()
    if not words or len(words) > LONGEST_SALT or "\n" in words:
        raise Refused("salt-text", longest=LONGEST_SALT)

    def make(session: Session) -> Event:
        if any(isinstance(row.event, ChanceDrawn) for row in session.rows):
            raise Refused("salt-late", table=acting.table.name)
        return SaltGiven(_seat(session, player), words)

    return decide(acting, make, at)


def place(acting: Acting, player: str, text: str, at: datetime) -> Decided:
    """A placement handed in, kept secret until all are in, then revealed with the others (D3)."""
    seated = seated_of(acting.table, "place")
    if seated.placement is None:
        raise Refused("no-placement", game=acting.table.game.name)
    placement = seated.placement
    nonce = system.token_hex(16)

    def make(session: Session) -> Event:
        name = _seat(session, player)
        state = seated.advance(session.state_at(at), at)[0]
        if state.closed or paused_at(state.pauses, at):  # F14
            raise Refused("closed" if state.closed else "place-paused", table=acting.table.name)
        try:
            cells = placement(state, name, canonical(text)[0])
        except BadDraw as bad:
            raise Refused(f"draw.{bad.case}", **bad.facts) from bad
        sealed = f"{nonce} {' '.join(cells)}"
        digest = hashlib.sha256(sealed.encode()).hexdigest()
        session.secrets.append(Secret(acting.table.name, PLACEMENT, digest, sealed))
        return PlacementSealed(name, digest)

    # A trial must not show the other placements (D3).
    return decide(acting, make, at, beside=nothing if acting.dry_run else _reveal)


def _reveal(session: Session) -> Iterator[Event]:
    """All placements, once the last one is in."""
    seated = session.game.seated
    handed: dict[str, str] = {}
    for row in session.rows:
        event = row.event
        if row.seq in session.decisions.undone:
            continue
        if isinstance(event, PlacementSealed):
            handed[event.player] = event.sha256
        elif isinstance(event, SeatPassed) and event.player in handed:
            handed[event.to] = handed.pop(event.player)
    seats = seated.seats(session.state) if seated else ()
    if set(handed) != set(seats):
        return
    secrets = session.log.secrets(session.table.name, PLACEMENT)
    secrets |= {secret.name: secret.value for secret in session.secrets}
    opened = {player: secrets[handed[player]].split(" ") for player in seats}
    yield PlacementsRevealed(
        {player: tuple(parts[1:]) for player, parts in opened.items()},
        {player: parts[0] for player, parts in opened.items()},
    )


def extend(acting: Acting, player: str, seconds: int, *, at: datetime, reason: str) -> Decided:
    """More time for a player (F9)."""
    if acting.table.game.seated is None:
        raise Refused("no-clock", game=acting.table.game.name)

    def make(session: Session) -> Event:
        return TimeGiven(_seat(session, player), seconds, reason)

    return decide(acting, make, at)


def replace(acting: Acting, player: str, new: str, *, at: datetime, reason: str) -> Decided:
    """Pass a seat to another person; what was earned before stays with who earned it (F12)."""
    seated_of(acting.table, "replace")
    name = " ".join(new.split())
    if not key(name):
        raise Refused("empty-player")

    def make(session: Session) -> Event:
        seat = _seat(session, player)
        if key(name) in map(key, _seats(session)):
            raise Refused("same-player", name=name, other=name)
        return SeatPassed(seat, name, reason)

    return decide(acting, make, at)


def _seats(session: Session) -> tuple[str, ...]:
    seated = session.game.seated
    return seated.seats(session.state) if seated is not None else ()


def _seat(session: Session, name: str) -> str:
    """The holder of a seat by that name."""
    player, seats = session.name_of(name), _seats(session)
    found = next((seat for seat in seats if key(seat) == key(player)), None)
    if found is None:
        near = near_misses(name, seats)
        if near:
            raise Refused("near-player", name=name, near=", ".join(near))
        raise Refused("no-player", name=name, known=", ".join(seats))
    return found


def duration_seconds(text: str) -> int:
    """A duration as people write it (`2d`, `36h`, `2d 12h`, `90min`), in seconds."""
    from referee.core.durations import BadDuration, seconds

    try:
        return seconds(text)
    except BadDuration as error:
        raise Refused("duration", duration=text) from error
