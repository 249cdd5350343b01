"""Pastes of Forumactif topics: `Message  Alice Sam 21 Nov - 20:58` (phpBB3 skin), or name and
profile above `Sujet: Re: Quadrille   Sam 21 Nov - 20:58` (phpBB2 skin).

Header and order: public pages of gn2011.probb.fr, amiens-rev.forumactif.org,
valsedupouvoir.forumactif.com (title before the name) and powercraft.forumactif.com (ModernBB); the
viewtopic_body templates of the skins. The rule above a signature is from memory.
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
    begins,
    begins_early,
    cut_posts,
    lines_of,
    titles_of,
)
from referee.posts.profiles import PROFILE, Owners
from referee.posts.source import Found, Source

NAME = "forumactif-paste"

# Nothing stands between author and date, so the date is matched from the right.
_WEEKDAY = r"(?:lun|mar|mer|jeu|ven|sam|dim|mon|tue|wed|thu|fri|sat|sun)[^\W\d_]{0,6}\.?,?"
_DATE = (
    rf"(?P<date>(?:hier|aujourd'hui|yesterday|today)(?: à| at|,)? {HOUR}"
    rf"|(?:{_WEEKDAY} )?\d{{1,2}} [^\W\d_]{{3,9}}\.?(?: \d{{4}})?,? (?:- )?{HOUR}"
    rf"|(?:{_WEEKDAY} )?[^\W\d_]{{3,9}} \d{{1,2}},? (?:\d{{4}} )?(?:- )?{HOUR})"
)
_HEAD = lazy(
    r"(?P<kind>message|post) +(?:(?P<by>par|by) +)?(?P<author>[^\s»][^»]{0,60}?)(?<! le)(?<! on) +"
    + _DATE,
    re.IGNORECASE,
)
# Some skins put the title before the name, and where a browser copies no pictures the first word,
# which is one, is missing.
_TITLED = lazy(
    r"(?P<kind>message|post) +.{1,150}? +(?P<by>par|by) +(?P<author>[^\s»][^»]{0,60}?) (?:le|on) +"
    + _DATE,
    re.IGNORECASE,
)
_BARE = lazy(
    r"(?P<kind>)(?P<by>par|by) +(?P<author>[^\s»][^»]{0,60}?)(?<! le)(?<! on) +" + _DATE,
    re.IGNORECASE,
)
_SUBJECT = lazy(rf"(?:sujet|subject) ?: ?.{{0,200}}?{_DATE}(?: .{{0,60}})?", re.IGNORECASE)
_DAY = lazy(rf"(?:(?:le|on) )?{_DATE}", re.IGNORECASE)
_NOTICE = lazy(
    r"(?:dernière édition par|last edited by) .{1,80}? (?:le|on) (?P<date>.{4,60}?) ?[,;] "
    r"(?:édité|edited) (?P<n>\d{1,6}) (?:fois|times?(?: in total)?)\.?"
    r"(?: ?\(.{0,5}(?:raison|reason)[^:]{0,30}: ?(?P<reason>.{1,200})\))?",
    re.IGNORECASE,
)
_LONGEST_DATE = 40
_RULE = lazy(r"_{5,}")
_FOOT = lazy(r"(?:revenir en haut|back to top)(?: aller en bas| go down)?", re.IGNORECASE)


def looks(source: Source) -> bool:
    """Whether the text begins with a header of this layout."""
    return begins_early(source, _main_lines) or begins(source, _under_profiles)


def read(source: Source) -> list[Found]:
    """The posts of the paste."""
    lines = lines_of(source)
    if not begins_early(source, _main_lines):
        heads = list(_under_profiles(lines, Clock(source)))
        return cut_posts(source, lines, heads, notice=_NOTICE, foot=_FOOT, rule=_RULE)
    return _beside_names(source, lines)


def _beside_names(source: Source, lines: Lines) -> list[Found]:
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
        if line[:1] not in "mMpPbB":
            continue
        found = _HEAD.fullmatch(line)
        if found is None or _says_par(found["author"]):
            found = _TITLED.fullmatch(line) or _BARE.fullmatch(line)
        if found is not None and clock.is_date(found["date"]):
            yield at, found


def _says_par(author: str) -> bool:
    return re.search(r"\s(?:par|by)\s", author, re.IGNORECASE) is not None


def _under_profiles(lines: Lines, clock: Clock) -> Iterator[Head]:
    """The headers of skins that put name and profile above: phpBB2 with `Sujet: …` and the date on
    one line, ModernBB with the title and the date on two."""
    plain = lines.plain
    owners = Owners(plain)
    floor = 0
    for at, line in enumerate(plain):
        subject = _SUBJECT.fullmatch(line) if line[:1] in "sS" else None
        found = subject or (_DAY.fullmatch(line) if _is_under_title(plain, at) else None)
        if found is None or not clock.is_date(found["date"]):
            continue
        profile = owners.above(at if subject else at - 1, floor)
        if profile is None or not any(map(PROFILE.fullmatch, plain[profile[0] : at])):
            continue
        floor = at + 1
        yield Head(profile[0], floor, profile[1], found["date"])


def _is_under_title(plain: list[str], at: int) -> bool:
    """Whether a line stands below a title, and no number beside it: that makes it another's."""
    above = plain[at - 1] if at else ""
    if not above or plain[at][-1:] not in "0123456789mM" or len(plain[at]) > _LONGEST_DATE:
        return False
    below = next((line for line in plain[at + 1 : at + 4] if line), "")
    titled = any(map(str.isalpha, above)) and not PROFILE.fullmatch(above)
    return titled and not above.startswith("#") and not below.startswith("#")
