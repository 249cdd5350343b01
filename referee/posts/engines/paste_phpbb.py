"""Pastes of phpBB topics: `Message par Alice » 21 nov. 2026, 20:58`.

Order of the lines: phpBB's styles/prosilver/template/viewtopic_body.html (profile, title, buttons,
author, words, edit notice, signature, `Haut`); words: its language packs.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.pasted import (
    Clock,
    Head,
    Lines,
    above,
    begins_early,
    below_foot,
    cut_posts,
    lines_of,
    titles_of,
)
from referee.posts.source import Found, Source

NAME = "phpbb-paste"

_HEAD = lazy(
    r"(?P<kind>(?:message(?: non lu)?|unread post|post) )?(?P<by>par|by) +(?P<author>\S.{0,60})"
    r"(?P<mark>» ?| (?:le|on) (?!.*»))(?P<date>\S.{3,79})",
    re.IGNORECASE,
)
_NOTICE = lazy(
    r"(?:dernière (?:modification|édition) par|modifié en dernier par|last edited by) .{1,80}? "
    r"(?:le|on) (?P<date>.{4,60}?)[,;] (?:modifié|édité|edited) (?P<n>\d{1,6}) "
    r"(?:fois|times?(?: in total)?)\.?",
    re.IGNORECASE,
)
_THANKS = lazy(
    r"(?:ces utilisateurs ont remercié|cet utilisateur a remercié|these users? thanked).{1,150}:?",
    re.IGNORECASE,
)
_FOREIGN = lazy(
    r"(?P<kind>(?:beitrag|mensaje|messaggio|bericht|mensagem) )(?P<by>von|por|da|di|door) "
    r"+(?P<author>\S.{0,60}?) ?(?P<mark>» ?)(?P<date>\S.{3,79})",
    re.IGNORECASE,
)
"""Headers in other languages: their dates are not read, but the posts are seen and named."""
_FOOT = lazy(r"haut|top|back to top", re.IGNORECASE)


def looks(source: Source) -> bool:
    """Whether the text begins with a header of this layout."""
    return begins_early(source, _main_lines)


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    lines = lines_of(source)
    heads: list[Head] = []
    form: tuple[bool, str, str] | None = None
    titles = titles_of(lines.plain)
    for at, found in _main_lines(lines, Clock(source)):
        kind = (bool(found["kind"]), found["by"].lower(), found["mark"].strip().lower())
        form = form or kind
        if kind != form:  # another form is typed, or quoted
            continue
        floor = heads[-1].body if heads else 0
        foot = below_foot(lines.plain, floor, at, _FOOT) if heads else None
        author = found["author"].rstrip()
        top = above(lines.plain, at, floor, author, titles) if foot is None else foot + 1
        heads.append(Head(top, at + 1, author, found["date"]))
    return cut_posts(source, lines, heads, notice=_NOTICE, foot=_FOOT, rule=_THANKS)


def _main_lines(lines: Lines, clock: Clock) -> Iterator[tuple[int, re.Match[str]]]:
    for at, line in enumerate(lines.plain):
        if line[:1] not in "mMpPbBuU":
            continue
        found = _HEAD.fullmatch(line)
        known = found is not None and clock.is_date(found["date"])
        found = found if known else _FOREIGN.fullmatch(line) if "»" in line else None
        if found is not None:
            yield at, found
