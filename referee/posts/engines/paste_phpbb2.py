"""Pastes of phpBB 2 topics, of Xooit and Clicforum, which come from it, and of phpBB 3's
subsilver2: name and profile, then `Posté le: Mer 17 Oct - 15:22 (2007)    Sujet du message: Re: …`.

Lines: public pages of vdlo.xooit.fr and suffisamment.xooit.fr (Xooit) and of
mistubishi-asx-c4aircross-4008.clicforum.com; subSilver's and subsilver2's viewtopic_body.
"""

import re
from collections.abc import Iterator

from referee.core.patterns import lazy
from referee.posts.pasted import Clock, Head, Lines, begins, cut_posts, lines_of
from referee.posts.profiles import ADVERT, Owners, below_profile
from referee.posts.source import Found, Source

NAME = "phpbb2-paste"

# The picture before the date says `Message`, and nothing stands between the two.
_MAIN = lazy(
    r"(?:message|post)?(?:posté(?: le)?|publié(?: le)?|posted) ?: ?(?P<date>\S.{3,50}?)"
    r"(?: +(?:sujet(?: du message)?|post subject) ?:.{0,200})?"
    r"(?: +(?:répondre en citant|reply with quote)(?: .{0,40})?)?",
    re.IGNORECASE,
)
_SUBJECT = lazy(r"(?:sujet du message|post subject) ?:.{0,200}", re.IGNORECASE)
_NOTICE = lazy(
    r"(?:dernière édition par|last edited by) .{1,80}? (?:le|on) (?P<date>.{4,60}?) ?[,;] "
    r"(?:édité|edited) (?P<n>\d{1,6}) (?:fois|times?)(?: in total)?\.?",
    re.IGNORECASE,
)
_RULE = lazy(r"_{5,}")
_FOOT = lazy(r"(?:revenir en haut|back to top|haut|top)(?: .{0,40})?", re.IGNORECASE)


def looks(source: Source) -> bool:
    """Whether the first lines are a profile and a line of this layout."""
    return begins(source, _heads)


def read(source: Source) -> list[Found]:
    """The posts of the paste, without the advertisement."""
    lines = lines_of(source)
    heads = list(_heads(lines, Clock(source)))
    posts = cut_posts(source, lines, heads, notice=_NOTICE, foot=_FOOT, rule=_RULE)
    return [post for post in posts if post.author != ADVERT]


def _heads(lines: Lines, clock: Clock) -> Iterator[Head]:
    plain = lines.plain
    owners = Owners(plain)
    floor = 0
    for at, line in enumerate(plain):
        found = _MAIN.fullmatch(line) if line[:1] in "mMpP" else None
        if found is None or not clock.is_date(found["date"]):
            continue
        subject = at and _SUBJECT.fullmatch(plain[at - 1])  # subsilver2: the profile comes below
        profile = owners.above(at - bool(subject), floor)
        if profile is None:
            continue
        floor = below_profile(plain, at + 1, len(plain)) if subject else at + 1
        yield Head(profile[0], floor, profile[1], found["date"])
