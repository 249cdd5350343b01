"""What changed in a week after its tally was sealed (F11). Pure."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from referee.core.decisions import Decided, Decisions
from referee.core.events import Event, PointsAwarded, RulingMade, Undone
from referee.projections.tally import rewards


class Correction(msgspec.Struct, frozen=True):
    """A player's week changed: when, by which event, points and rewards before and after."""

    at: datetime
    cause: int
    player: str
    points: tuple[int, int]
    rewards: tuple[int, int]


class Happened(msgspec.Struct, frozen=True):
    """An event in the order of recording: its number, when and by whom it was recorded."""

    seq: int
    recorded_at: datetime
    by: str
    event: Event


class Week:
    """The points of one week at one table, as the log grows."""

    def __init__(self, name: str, start: dict[str, int]) -> None:
        self.name = name
        self._start = start
        self._earned: dict[int, tuple[str, int]] = {}
        self._decided: list[Decided] = []
        self._hidden: set[int] = set()

    def take(self, happened: Happened) -> None:
        """Let an event change the points."""
        event, seq = happened.event, happened.seq
        if isinstance(event, RulingMade):
            self._earned.pop(event.post, None)
            points = points_in(event, self.name)
            if points is not None:
                self._earned[event.post] = (event.player, points)
            return
        if isinstance(event, PointsAwarded) and event.week == self.name:
            self._earned[seq] = (event.player, event.points)
        self._decided.append(Decided(seq, happened.by, event))
        if isinstance(event, Undone):
            self._hidden = Decisions(self._decided).undone

    def totals(self) -> dict[str, int]:
        """Points by player."""
        found = dict(self._start)
        for seq, (player, points) in self._earned.items():
            if seq not in self._hidden:
                found[player] = found.get(player, 0) + points
        return found


def points_in(ruling: RulingMade, week: str) -> int | None:
    """What a ruling gives or takes in a week; None where it does neither."""
    withdraws = ruling.effect.get("withdraws")
    if withdraws is not None:
        return -int(withdraws["points"]) if withdraws["week"] == week else None
    if ruling.verdict != "valid" or ruling.week != week:
        return None
    return sum(award.points for award in ruling.points)


def corrections(
    week: Week, events: Iterable[Happened], sealed: int, steps: list[tuple[int, int]]
) -> list[Correction]:
    """The corrections that the events after the seal (event `sealed`) make, in order.

    An event and the rulings it calls for count as one cause.
    """
    found: list[Correction] = []
    before: dict[str, int] = {}
    cause, last = 0, None
    for happened in events:
        mine = cause_of(happened)
        if happened.seq <= sealed:
            week.take(happened)
            before = week.totals()
            continue
        if last is not None and mine != cause:
            found += _changes(before, week.totals(), last, cause, steps)
            before = week.totals()
        week.take(happened)
        cause, last = mine, happened
    if last is not None:
        found += _changes(before, week.totals(), last, cause, steps)
    return found


def cause_of(happened: Happened) -> int:
    """The event that a ruling follows from; any other event is its own cause."""
    event = happened.event
    if isinstance(event, RulingMade):
        return event.cause or event.post
    return happened.seq


def _changes(
    before: dict[str, int],
    after: dict[str, int],
    last: Happened,
    cause: int,
    steps: list[tuple[int, int]],
) -> list[Correction]:
    return [
        Correction(
            last.recorded_at,
            cause,
            player,
            (before.get(player, 0), after.get(player, 0)),
            (rewards(before.get(player, 0), steps), rewards(after.get(player, 0), steps)),
        )
        for player in sorted({*before, *after})
        if before.get(player, 0) != after.get(player, 0)
    ]
