"""Limits of time, pauses, and what a stamp known only to the minute proves (F7, F14)."""

from datetime import datetime, timedelta

import msgspec

Pauses = tuple[tuple[datetime, datetime | None], ...]
"""Pauses of a table, oldest first: from, and until (None while it lasts)."""


class Since(msgspec.Struct, frozen=True):
    """How a limit of elapsed time stands at a post.

    `passed`: the player may act as if the limit had passed; `doubt`: that holds only, or fails to
    be certain, because a stamp is coarser than a second; `lacking`: what was missing, as stamped.
    """

    passed: bool
    doubt: bool
    lacking: timedelta


def since(
    start: datetime,
    start_precision: int,
    at: datetime,
    precision: int,
    limit: timedelta,
    pauses: Pauses = (),
) -> Since:
    """Whether `limit` has passed between two stamps; in doubt, for the player judged (F7).

    Precisions are in seconds: the true instant lies in [stamp, stamp + precision). Stamps with
    seconds compare as they stand. The exact instant of the limit is in time. Pauses do not count.
    """
    elapsed = at - start - (paused_between(pauses, start, at) if pauses else timedelta(0))
    slack_after = timedelta(seconds=precision) if precision > 1 else timedelta(0)
    slack_before = timedelta(seconds=start_precision) if start_precision > 1 else timedelta(0)
    most = elapsed + slack_after  # exclusive where there is slack
    least = elapsed - slack_before
    as_it_stands = elapsed >= limit
    possible = as_it_stands or (most > limit)
    certain = as_it_stands and least >= limit
    return Since(
        passed=possible, doubt=possible and not certain, lacking=max(limit - elapsed, timedelta(0))
    )


def paused_at(pauses: Pauses, at: datetime) -> bool:
    """Whether a table is paused at an instant; the end of a pause is outside it."""
    return any(start <= at and (end is None or at < end) for start, end in pauses)


def paused_between(pauses: Pauses, start: datetime, end: datetime) -> timedelta:
    """How much of the time from `start` to `end` lies in pauses."""
    total = timedelta(0)
    for begun, over in pauses:
        first, last = max(begun, start), min(over or end, end)
        total += max(last - first, timedelta(0))
    return total


def deadline(start: datetime, limit: timedelta, pauses: Pauses) -> datetime:
    """When a limit that began at `start` has passed, as far as the pauses are known."""
    end = start + limit
    for begun, over in pauses:
        if over is not None and over > start and begun < end:
            end += over - max(begun, start)
    return end


def paused(pauses: Pauses, at: datetime, until: datetime | None) -> Pauses:
    """The pauses with one more; one that still lasts is taken over by it."""
    return (*resumed(pauses, at), (at, until))


def resumed(pauses: Pauses, at: datetime) -> Pauses:
    """The pauses with the one that lasts at an instant ended there."""
    return tuple(
        (start, at) if start <= at and (end is None or end > at) else (start, end)
        for start, end in pauses
    )
