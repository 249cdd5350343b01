"""Whose a post of a plain paste is: the profile that forums print beside the words, and its name.

Nothing in a paste marks where the words above end and a profile begins. Where that cannot be told,
no name is given: the post is then left out and named, and never put to somebody else's account.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from referee.core.patterns import lazy

ADVERT = "Publicité"
"""Xooit shows an advertisement as a post of this author."""
_FIELD = (
    r"(?:nombre de )?messages?|posts?|sujets|threads|discussions|inscription|inscrite?(?: le)?"
    r"|joined|registered|location|lieu|date d'inscription|join date|localisation|r[ée]putation|rep"
    r"|âge|age|points|likes?|j'aime(?: reçus)?|likes received|points de trophées|trophy points"
    r"|score de réaction|reaction score|membre depuis|member since|ancienneté|emploi|sexe|humeur"
    r"|avertissements|solutions|contact"
)
PROFILE = lazy(
    rf"(?:{_FIELD})(?:\s?:.{{0,80}}|\s(?=.*\d).{{1,100}})|[\d ,.]{{1,9}} (?:messages?|posts?)",
    re.IGNORECASE,
)
"""Lines that forums print below a name."""
_OWN_FIELD = lazy(r"(?!re ?:)[^\W\d_][^\W_]*(?:[ '/-]+[^\W_]+){0,4}\s?:.{0,60}", re.IGNORECASE)
"""A field that one forum alone has; a player's words may look like one."""
_LABEL = lazy(rf"(?:{_FIELD}) ?:?", re.IGNORECASE)
_VALUE = lazy(r"[\d ,.+/-]{1,12}|[*•★☆ ]{1,12}")
_AVATAR = r"(?:user )?avatar(?: d[eu'].{1,60})?|.{1,60}'s avatar"
_STATUS = lazy(
    rf"{_AVATAR}|"
    r"(?:(?:hors|en) ligne ?){1,2}|(?:(?:off|on)line ?){1,2}|.{1,60} (?:est (?:dé)?connectée?"
    r"(?: maintenant)?|is (?:offline|online)(?: now)?)|voir le profil|view profile|auteur|author",
    re.IGNORECASE,
)
_ONLINE = lazy(r"(?<=\S) (?:hors[ -]ligne|en ligne|absente?|offline|online|away)$", re.IGNORECASE)
"""The text of a picture that stands beside a name."""
_RANK = lazy(
    r"(?:full |senior |junior |hero |new |well-known |active )?members?|membres?(?: confirmés?)?"
    r"|invitée?s?|guests?|visiteurs?|unregistered|newbie|(?:super )?mod[ée]rat(?:eur|or|rice)s?"
    r"|administrat(?:eur|or|rice)s?|admins?",
    re.IGNORECASE,
)
_WORD = (
    r"(?:\+ ?)?(?:citer|quote|répondre (?:avec citation|en citant|au sujet)|répondre"
    r"|reply with quote|reply|éditer|edit|signaler (?:ce message|au modérateur)|signaler"
    r"|report to moderator|report|j'aime|like|partager|share|tweet|multi-?citer|multi-?quote"
    r"|trouver|find(?: all posts)?|website|www|ajouter un signet|nouveau|new|commenter|comment"
    r"|développer|expand|message privé|private message|pm|mp|e-?mail|profile?|voir le profil"
    r"|view profile|haut(?: de page)?|top|revenir en haut|back to top|aller en bas|go down"
    r"|ip (?:archivée|logged)|journalisée|suivante?|précédente?|next|prev(?:ious)?"
    r"|aller à la page|go to page)(?: \d{1,3})?"
)
BUTTON = lazy(rf"{_WORD}(?: ?[|•·]? ?{_WORD}){{0,9}}", re.IGNORECASE)
"""Lines that are the words on a forum's buttons."""
_BETWEEN = lazy(
    rf"{_AVATAR}|"
    r"auteur message|author message|r[ée]actions? ?:.{1,200}"
    r"|.{1,150} (?:aime(?:nt)? (?:ça|ce message)|likes? this(?: post)?)\.?"
    r"|\d{1,4} (?:person|people) likes? this\.?|voir le profil de l'utilisateur.{0,100}"
    r"|publicité ?supprimer les publicités ?\??|page \d.{0,40}",
    re.IGNORECASE,
)
_NO_NAME = lazy(
    r"(?:^|\s)#\d|^\d[\d ,.]* (?:messages?|posts?)$|\bil y a \d|\b\d\d?[/.-]\d\d?[/.-]\d\d",
    re.IGNORECASE,
)
_SPOKE = lazy(
    r"(.{1,60}?) (?:a dit|a écrit|said|wrote) ?:.{0,60}|(.{1,60}?) ?\(\d+\) ?: ?\[.*",
    re.IGNORECASE,
)
_FARTHEST = 40
_remembered = lru_cache(maxsize=512)  # names, ranks and buttons come again with every post


def is_name(line: str) -> bool:
    """Whether a line can be a name: letters, and no sentence."""
    if not 0 < len(line) <= 60 or ":" in line or line[-1] in ".,;!?…" or _NO_NAME.search(line):
        return False
    return any(char.isalpha() for char in line) and len(line.split()) <= 5


@_remembered
def is_between(line: str) -> bool:
    """Whether a line stands between two posts: buttons, thanks, the way back to the top."""
    if not line[:1].isalnum() and line[:1] != "+":
        return False
    return bool(BUTTON.fullmatch(line) or _BETWEEN.fullmatch(line))


@_remembered
def in_profile(line: str) -> bool:
    """Whether a line can be one of a profile: blank, a fact, a name or a rank."""
    return bool(
        not line
        or PROFILE.fullmatch(line)
        or _LABEL.fullmatch(line)
        or _VALUE.fullmatch(line)
        or _STATUS.fullmatch(line)
        or is_name(line)
        or (_OWN_FIELD.fullmatch(line) and not _SPOKE.fullmatch(line))
    )


class Owners:
    """Tells of the headers of one paste, given its lines, whose they are."""

    def __init__(self, plain: Sequence[str]) -> None:
        self._plain = plain
        self._names: frozenset[str] | None = None
        self._heights: set[int] = set()  # of the names in profiles that nothing touches

    @property
    def _known(self) -> frozenset[str]:
        """Names that the paste gives elsewhere: who is quoted, and who stands in a ranking."""
        if self._names is None:
            found = (_SPOKE.fullmatch(line) for line in self._plain if ":" in line)
            self._names = frozenset((that[1] or that[2]).strip() for that in found if that)
        return self._names

    def above(self, at: int, floor: int) -> tuple[int, str] | None:
        """The first line of the profile that ends above line `at`, and the name in it, empty where
        it cannot be told; None where no profile is there. Nothing above `floor` is looked at."""
        found = self._above(at, floor)
        return found and (found[0], _ONLINE.sub("", found[1]))

    def _above(self, at: int, floor: int) -> tuple[int, str] | None:
        plain = self._plain
        top = at
        lowest = max(floor, at - _FARTHEST)
        while top > lowest and in_profile(plain[top - 1]):
            counted = top < at and _VALUE.fullmatch(plain[top]) and _LABEL.fullmatch(plain[top - 1])
            if is_between(plain[top - 1]) and not (counted or _STATUS.fullmatch(plain[top - 1])):
                break
            top -= 1
        names = _candidates(plain, top, at)
        if not names:
            return None
        known = [line for line in names if plain[line] in self._known]
        if top and not (top > floor and is_between(plain[top - 1])):
            return self._touching(top, at, names, known)
        if top:
            line: int | None = (known or names)[0]
        else:
            line = known[-1] if known else _nearest(plain, top, at, names)
        if line is None:
            return (top, plain[names[0]]) if len(names) == 1 else (top, "")
        self._heights.add(_height(plain, line, at))
        return top, plain[line]

    def _touching(
        self, top: int, at: int, names: Sequence[int], known: Sequence[int]
    ) -> tuple[int, str]:
        """The same where the words above may go on into the profile: a name must be known, or be
        as high above the facts as in the profiles that are plain, or follow a blank line."""
        plain = self._plain
        high = {
            line for line in names for height in self._heights if _height(plain, line, at) == height
        }
        if len(high) == 1 and (not known or high & set(known)):
            (line,) = high
            return line, plain[line]
        near = _nearest(plain, top, at, names)
        if not high and known:
            return known[-1], plain[known[-1]]
        if not high and near is not None and not plain[near - 1]:
            return near, plain[near]
        if not high and len(names) == 1:
            return names[0], plain[names[0]]
        return _first_fact(plain, names[0], at), ""  # what may be words is left to the post above


def _height(plain: Sequence[str], line: int, at: int) -> int:
    """How many lines a name stands above the first fact of its profile."""
    return sum(bool(plain[n]) for n in range(line, _first_fact(plain, line, at)))


def _first_fact(plain: Sequence[str], start: int, at: int) -> int:
    return next((n for n in range(start, at) if _is_fact(plain[n])), at)


def _candidates(plain: Sequence[str], top: int, at: int) -> list[int]:
    """The lines that can be the name; a rank that forums give is one only where nothing else is."""
    named = [
        line
        for line in range(top, at)
        if is_name(plain[line])
        and not _is_fact(plain[line])
        and not (line > top and _is_label(plain[line - 1]))
    ]
    return [line for line in named if not _is_rank(plain[line])] or named


@_remembered
def _is_fact(line: str) -> bool:
    return any(pattern.fullmatch(line) for pattern in (PROFILE, _LABEL, _STATUS))


@_remembered
def _is_label(line: str) -> bool:
    return _LABEL.fullmatch(line) is not None


@_remembered
def _is_rank(line: str) -> bool:
    return _RANK.fullmatch(line) is not None


def _nearest(plain: Sequence[str], top: int, at: int, names: Sequence[int]) -> int | None:
    """The first line of the nearest paragraph that begins with what can be a name."""
    for line in reversed(names):
        if line == top or not plain[line - 1]:
            facts = (n for n in range(line, at) if PROFILE.fullmatch(plain[n]))
            fact = next(facts, line)
            return line if sum(line <= name < fact for name in names) <= 2 else None
    return None


def below_profile(plain: Sequence[str], start: int, end: int) -> int:
    """The first line of the words, where name and profile stand at `start` and above them."""
    last = start
    label = False
    for at in range(start, min(end, start + _FARTHEST)):
        line = plain[at]
        patterns = (PROFILE, _LABEL, _STATUS, _RANK)
        fact = any(pattern.fullmatch(line) for pattern in patterns) or is_between(line)
        if fact or (label and line):
            last = at + 1
        elif not in_profile(line):
            break
        label = bool(_LABEL.fullmatch(line)) or (label and not line)
    return last


def above_own_profile(plain: Sequence[str], start: int, end: int, author: str) -> int:
    """The end of the words, where the profile of the post's own author stands below them."""
    facts = False
    for at in range(end - 1, max(start, end - _FARTHEST) - 1, -1):
        line = plain[at]
        if line == author:
            return at if facts else end
        if not in_profile(line) and not is_between(line):
            return end
        facts |= bool(PROFILE.fullmatch(line))
    return end
