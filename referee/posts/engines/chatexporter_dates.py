"""Dates of a text export, in the culture of its maker: `11/21/2026 8:41 PM`, `21/11/2026 20:41`.

.NET's format "g", from Tyrrrz/DiscordChatExporter `ExportContext.cs`; nothing in the file names the
culture or the zone.
"""

import re
from itertools import pairwise

from referee.posts.dates import Stamp
from referee.posts.engines.exported import at_text
from referee.posts.source import Source

_NUMERIC = r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)"
_HALF = r"[ap]\.?\s?m\b"


def in_one_order(dates: list[str], source: Source) -> list[Stamp | None]:
    """The stamps of an export, whose messages stand in order of time.

    Day and month stand in one order throughout: the one in which every date exists, none lies
    ahead and none goes back. Where both orders would do, it is day and month, as everywhere in
    the product; unless the clock is an American one, and then the times are unusable.
    """
    parts = [re.fullmatch(_NUMERIC, date.strip()) for date in dates]
    readings = [_read(dates, parts, source, day=day) for day in (1, 3)]
    if readings[0] == readings[1]:
        return readings[0]
    usable = [bool(first or second) for first, second in zip(*readings, strict=True)]
    fitting = [stamps for stamps in readings if _fits(stamps, usable, source)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting or any(re.search(_HALF, date, re.IGNORECASE) for date in dates):
        return [None if part else stamp for stamp, part in zip(readings[0], parts, strict=True)]
    return readings[0]


def _read(
    dates: list[str], parts: list[re.Match[str] | None], source: Source, *, day: int
) -> list[Stamp | None]:
    stamps: list[Stamp | None] = []
    last: Stamp | None = None
    for date, part in zip(dates, parts, strict=True):
        text = f"{part[day]}/{part[4 - day]}/{part[4]}{part[5]}" if part else date
        stamp = at_text(text, source)
        if stamp and last and stamp.at < last.at:  # the second of autumn's repeated hour, perhaps
            second = at_text(text, source, later=True)
            stamp = second if second and second.at >= last.at else stamp
        stamps.append(stamp)
        last = stamp or last
    return stamps


def _fits(stamps: list[Stamp | None], usable: list[bool], source: Source) -> bool:
    times = [stamp.at for stamp in stamps if stamp]
    if len(times) < sum(usable) or any(time > source.now for time in times):
        return False
    steps = list(pairwise(times))
    return all(one <= two for one, two in steps) or all(one >= two for one, two in steps)
