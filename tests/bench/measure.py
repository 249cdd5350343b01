"""What a line of the table is, and how two things are measured side by side."""

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any, NamedTuple

Work = Callable[[], object]


class Line(NamedTuple):
    """One measurement: `value` and its spread against the bar.

    A ratio of two times unless `unit` says what is counted; `value` is None where it could not be
    measured, and `note` says why.
    """

    what: str
    value: float | None
    bar: float
    low: float | None = None
    high: float | None = None
    ours: str = ""
    theirs: str = ""
    at_least: bool = False
    unit: str = "×"
    note: str = ""

    @property
    def missed(self) -> bool:
        """Whether the bar is missed; nothing that was not measured misses one."""
        if self.value is None:
            return False
        return self.value < self.bar if self.at_least else self.value > self.bar

    def record(self) -> dict[str, Any]:
        """The line as data."""
        return {**self._asdict(), "missed": self.missed}


class Pairs(NamedTuple):
    """Seconds of two things, round by round."""

    ours: list[float]
    theirs: list[float]

    def line(self, what: str, bar: float, *, faster: bool = False, note: str = "") -> Line:
        """Ours as a multiple of theirs; with `faster`, how many times faster ours is."""
        both = zip(self.ours, self.theirs, strict=True)
        ratios = sorted(b / a if faster else a / b for a, b in both)
        times = (shown(median(self.ours)), shown(median(self.theirs)))
        return Line(
            what, median(ratios), bar, ratios[0], ratios[-1], *times, at_least=faster, note=note
        )


def seconds(work: Work) -> float:
    """How long the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def side_by_side(
    ours: Iterator[float], theirs: Iterator[float], rounds: int, *, warm: int = 1
) -> Pairs:
    """Ours, theirs, ours, theirs …; the first `warm` rounds are thrown away. Each iterator does
    the work once and gives its seconds."""
    pairs = Pairs([], [])
    for number in range(rounds + warm):
        one, other = next(ours), next(theirs)
        if number >= warm:
            pairs.ours.append(one)
            pairs.theirs.append(other)
    return pairs


def timed(work: Work) -> Iterator[float]:
    """The seconds of the same work, again and again."""
    while True:
        yield seconds(work)


def shown(duration: float) -> str:
    """A duration as people read it."""
    if duration >= 1:
        return f"{duration:.2f} s"
    if duration >= 0.001:
        return f"{duration * 1e3:.1f} ms"
    return f"{duration * 1e6:.0f} µs"
