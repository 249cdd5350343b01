"""Durations as options give them: `48h`, `7d`, `2j 6h`, `90min`."""

from referee.core.patterns import lazy

_UNITS = {"d": 86_400, "j": 86_400, "h": 3_600, "min": 60, "m": 60, "s": 1}
_PARTS = lazy(r"(\d{1,5})\s*(d|j|h|min|m|s)")
_WHOLE = lazy(r"\s*\d{1,5}\s*(?:d|j|h|min|m|s)(?:\s*\d{1,5}\s*(?:d|j|h|min|m|s)){0,3}\s*")
LONGEST = 366 * 86_400


class BadDuration(ValueError):
    """Not a duration that a table can have."""


def seconds(text: str) -> int:
    """A duration in whole seconds, from 1 second to 366 days; BadDuration for anything else."""
    folded = text.casefold()
    if not _WHOLE.fullmatch(folded):
        raise BadDuration(text)
    total = sum(int(number) * _UNITS[unit] for number, unit in _PARTS.findall(folded))
    if not 0 < total <= LONGEST:
        raise BadDuration(text)
    return total
