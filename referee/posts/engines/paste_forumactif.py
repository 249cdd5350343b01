"""Pastes of Forumactif topics (phpBB3 skin): `Message  Alice Sam 21 Nov - 20:58`.

Header and order: public pages of gn2011.probb.fr and amiens-rev.forumactif.org; the template
viewtopic_body.html of SethClydesdale/forumactif-edge. The rule above a signature is from memory.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.pasted import (
    HOUR,
    Clock,
    Head,
    Lines,
    above,
    begins_early,
    cut_posts,
    lines_of,
    titles_of,
)
from referee.posts.source import Found, Source

NAME = "forumactif-paste"

# Nothing stands between author and date, so the date is matched from the right.
_HEAD = lazy(
    r"(?P<kind>message|post) +(?:(?P<by>par|by) +)?(?P<author>[^\s»][^»]{0,60}?)(?<! le)(?<! on) +"
    rf"(?P<date>(?:hier|aujourd'hui|yesterday|today)(?: à| at|,)? {HOUR}"
    rf"|(?:[^\W\d_]{{3,9}}\.? )?\d{{1,2}} [^\W\d_]{{3,9}}\.?(?: \d{{4}})?,? (?:- )?{HOUR}"
    rf"|(?:[^\W\d_]{{3,9}}\.? )?[^\W\d_]{{3,9}} \d{{1,2}},? (?:\d{{4}} )?(?:- )?{HOUR})",
    re.IGNORECASE,
)
_NOTICE = lazy(
    r"(?:dernière édition par|last edited by) .{1,80}? (?:le|on) (?P<date>.{4,60}?)[,;] "
    r"(?:édité|edited) (?P<n>\d{1,6}) (?:fois|times?(?: in total)?)\.?(?: ?\(.{1,5}raison ?: "
    r"?(?P<reason>.{1,200})\))?",
    re.IGNORECASE,
)
_RULE = lazy(r"_{5,}")
_FOOT = lazy(r"(?:revenir en haut|back to top)(?: aller en bas| go down)?", re.IGNORECASE)


def looks(source: Source) -> bool:
    """Whether the text begins with a header of this layout."""
    return begins_early(source, _main_lines)


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    lines = lines_of(source)
    heads: list[Head] = []
    form: tuple[str, bool] | None = None
    titles = titles_of(lines.plain)
    for at, found in _main_lines(lines, Clock(source)):
        kind = (found["kind"].lower(), bool(found["by"]))
        form = form or kind
        if kind != form:
            continue
        floor = heads[-1].body if heads else 0
        top = above(lines.plain, at, floor, found["author"], titles)
        heads.append(Head(top, at + 1, found["author"], found["date"]))
    return cut_posts(source, lines, heads, notice=_NOTICE, foot=_FOOT, rule=_RULE)


def _main_lines(lines: Lines, clock: Clock) -> Iterator[tuple[int, re.Match[str]]]:
    for at, line in enumerate(lines.plain):
        if line[:1] in "mMpP" and (found := _HEAD.fullmatch(line)) and clock.is_date(found["date"]):
            yield at, found
