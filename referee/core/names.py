"""Who is who (F8): one person whatever the spelling, and near misses pointed out."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from referee.core.patterns import lazy

_INVISIBLE = lazy("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufe0e\ufe0f]")
_NEAR_FROM = 5  # letters: shorter names differ by one letter too often (Léa and Léo)


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """The form under which names compare: NFKC, case-folded, outer white space trimmed (F8)."""
    folded = unicodedata.normalize("NFKC", _INVISIBLE.sub("", name)).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def near_misses(name: str, known: Iterable[str]) -> list[str]:
    """The known names that are one typing slip away from `name`, itself known or not (F8)."""
    mine = key(name)
    return [
        other for other in known if len(key(other)) >= _NEAR_FROM and one_slip(mine, key(other))
    ]


def one_slip(a: str, b: str) -> bool:
    """Whether one letter added, dropped, changed or one pair swapped turns `a` into `b`."""
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    i = 0
    while i < min(len(a), len(b)) and a[i] == b[i]:
        i += 1
    if len(a) == len(b):
        swapped = a[i + 2 :] == b[i + 2 :] and a[i : i + 2] == b[i : i + 2][::-1]
        return a[i + 1 :] == b[i + 1 :] or swapped
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    return longer[i + 1 :] == shorter[i:]
