"""Limits of time and what a stamp known only to the minute proves about them (F7)."""

from datetime import datetime, timedelta

import msgspec

MINUTE = timedelta(minutes=1)


class Since(msgspec.Struct, frozen=True):
    """How a limit of elapsed time stands at a post.

    `passed`: the player may act as if the limit had passed; `doubt`: that holds only, or fails to
    be certain, because a stamp is coarser than a second; `lacking`: what was missing, as stamped.
    """

    passed: bool
    doubt: bool
    lacking: timedelta


def since(
    start: datetime, start_precision: int, at: datetime, precision: int, limit: timedelta
) -> Since:
    """Whether `limit` has passed between two stamps; in doubt, for the player judged (F7).

    Precisions are in seconds: the true instant lies in [stamp, stamp + precision). Stamps with
    seconds compare as they stand. The exact instant of the limit is in time.
    """
    elapsed = at - start
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
