"""What happens at a table that is no post: chance, time, seats, decisions; as acts to fold."""

from datetime import datetime
from typing import Any

import msgspec

from referee.core.events import (
    EVENTS,
    ChanceDrawn,
    DeadlinePassed,
    PlacementSealed,
    PlacementsRevealed,
    PointsAwarded,
    SaltGiven,
    SeatPassed,
    TableClosed,
    TablePaused,
    TableResumed,
    TimeGiven,
)


class Life(msgspec.Struct, frozen=True):
    """The table is paused (until an instant, or until resumed), resumed or closed (F14)."""

    kind: str
    at: datetime
    until: datetime | None = None


class Awarded(msgspec.Struct, frozen=True):
    """Points that the moderator gives or takes (F9)."""

    player: str
    points: int
    week: str


class Drawn(msgspec.Struct, frozen=True):
    """A chance event (F10): what was drawn, in the game's own words; `number` None from outside.
    `seq` is its event, `precision` that of its time in seconds."""

    at: datetime
    kind: str
    result: dict[str, Any]
    number: int | None = None
    seq: int = 0
    precision: int = 1


class Passed(msgspec.Struct, frozen=True):
    """Time has reached an instant, that instant included: whatever is due by then has happened.
    Folding it where nothing is due changes nothing."""

    at: datetime


class Seat(msgspec.Struct, frozen=True):
    """A seat passes from one player to another (F12)."""

    at: datetime
    player: str
    to: str


class Time(msgspec.Struct, frozen=True):
    """More time for a player, in seconds (F9)."""

    at: datetime
    player: str
    seconds: int


class Sealed(msgspec.Struct, frozen=True):
    """A player's placement is in, and nobody sees it yet (D3)."""

    at: datetime
    player: str


class Revealed(msgspec.Struct, frozen=True):
    """All placements are in and open (D3): player -> cells."""

    at: datetime
    placements: dict[str, tuple[str, ...]]


class Nothing(msgspec.Struct, frozen=True):
    """Something that is recorded and changes no state, such as a salt."""

    at: datetime


Act = Life | Awarded | Drawn | Passed | Seat | Time | Sealed | Revealed | Nothing


def act(kind: str, data: str, at: datetime, seq: int) -> Act:
    """The act of an event that is no post: its type, its data as JSON, when, its number; KeyError
    for a type that no table with seats knows."""
    event = msgspec.json.decode(data, type=EVENTS[kind, 1])
    match event:
        case ChanceDrawn():
            return Drawn(at, event.kind, event.result, event.number, seq, event.precision)
        case DeadlinePassed():
            return Passed(at)
        case TimeGiven():
            return Time(at, event.player, event.seconds)
        case SeatPassed():
            return Seat(at, event.player, event.to)
        case PlacementSealed():
            return Sealed(at, event.player)
        case PlacementsRevealed():
            return Revealed(at, event.placements)
        case SaltGiven():
            return Nothing(at)
        case PointsAwarded():
            return Awarded(event.player, event.points, event.week)
        case TablePaused():
            return Life("paused", at, event.until)
        case TableResumed() | TableClosed():
            return Life(kind.removeprefix("table_"), at)
    raise KeyError(kind)
