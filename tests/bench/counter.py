"""A trivial aggregate of the `eventsourcing` library, to compare a replay with."""

from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

BATCH = 10_000


class Counter(Aggregate):
    """Counts."""

    def __init__(self) -> None:
        self.count = 0

    @event("Counted")
    def step(self, by: int) -> None:
        """Count on."""
        self.count += by


class Counters(Application[UUID]):
    """Keeps counters in memory."""

    def counted(self, events: int) -> UUID:
        """A counter of so many events, its creation among them."""
        counter = Counter()
        for number in range(1, events):
            counter.step(by=1)
            if number % BATCH == 0:
                self.save(counter)
        self.save(counter)
        return counter.id

    def count_of(self, counter: UUID) -> int:
        """The count, from the events."""
        found: Counter = self.repository.get(counter)
        return found.count
