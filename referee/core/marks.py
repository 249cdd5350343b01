"""Which of the states that were noted on the way are worth keeping, so that there are few."""

from collections.abc import Iterable
from itertools import pairwise

from referee.core import history
from referee.core.history import Mark


def spared(counts: Iterable[int]) -> set[int]:
    """Those of these numbers of things at which a state is worth keeping: the last one, many before
    it, fewer and fewer further back, so that to reach a place at most half as much more is read as
    lies after it; some forty of a million."""
    ordered = sorted({0, *counts}, reverse=True)  # the state at the opening is always there
    kept: list[int] = []
    for count, before in pairwise(ordered):
        later = kept[-1] if kept else count
        apart = max(history.MARK_EVERY, (ordered[0] - later) // 2)
        if count == later or later - before > apart:
            kept.append(count)
    return set(kept)


def thinned(marks: Iterable[Mark]) -> list[Mark]:
    """The marks that are worth keeping, in the order of their places; of two at one place the later
    one."""
    last = {mark.place: mark for mark in marks}
    by_count = {mark.things: mark for mark in sorted(last.values(), key=lambda mark: mark.place)}
    kept = spared(by_count)
    return [mark for count, mark in sorted(by_count.items()) if count in kept]
