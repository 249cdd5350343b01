"""Pastes of Reddit, the old pages and the new ones.

Lines as people have pasted them into public repositories (2017-2026): old, `[–]alice[S] 1 point 3
hours ago* (last edited 2 hours ago)` and below the words `permalinkembedsavereportreply`; new,
name, `•`, age, perhaps `Edited 1h ago` and a badge, the words, `Upvote`, a number, `Downvote`.
The French words are from memory. Ages are coarse: the JSON of the page tells the second.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.posts.pasted import Clock, Lines, lines_of, text_of
from referee.posts.source import Edited, Found, Source

NAME = "reddit-paste"

_AGE = r"(?:il y a \d{1,3} ?[^\W\d_]{1,8}\.?|\d{1,3} ?[^\W\d_]{1,8}\.? ago|just now|à l'instant)"
_OLD = lazy(
    r"\[[–+-]\] ?(?P<author>\[deleted\]|\[supprimé\]|[\w-]{1,40}?)(?: ?\[[A-Z, ]{1,9}\])*"
    r"(?: (?:-?\d[\d,. k]*|\[score hidden\]|\[score masqué\])(?: points?)?)? ?·? ?"
    rf"(?P<date>{_AGE})(?P<edited>\*)?"
    rf"(?: ?\((?:last edited|modifié|dernière modification) (?P<at>{_AGE})\))?.{{0,60}}",
    re.IGNORECASE,
)
_OLD_POST = lazy(
    rf"(?:submitted|soumis|envoyé) (?P<date>{_AGE})(?P<edited>\*)?"
    rf"(?: ?\((?:last edited|modifié) (?P<at>{_AGE})\))? (?:by|par) "
    r"(?P<author>[\w-]{1,40}).{0,40}",
    re.IGNORECASE,
)
_NAME = lazy(r"(?:u/)?(?P<name>[\w-]{2,40})")
_BESIDE = lazy(r"OP|AP|MOD|ADMIN|Cake icon|Moderator|Modérateur|Modératrice", re.IGNORECASE)
_WHEN = lazy(rf"(?:• ?)?(?P<date>{_AGE})", re.IGNORECASE)
_EDITED = lazy(rf"(?:• ?)?(?:edited|modifié) (?P<at>{_AGE})", re.IGNORECASE)
_BADGE = lazy(r"Profile Badge for the Achievement .*|emoji:\S{1,40}:.{0,60}|•|")
_AVATAR = lazy(r"u/[\w-]{2,40} avatar|avatar de u/[\w-]{2,40}", re.IGNORECASE)
_GROUP = lazy(r"r/\w{2,40}", re.IGNORECASE)
_BUTTON = lazy(
    r"upvote|downvote|reply|award|share|more replies|\d{1,4} more repl(?:y|ies)|go to comments"
    r"|join the conversation|sort by:|best|search comments|expand comment search|comments section"
    r"|vote positif|vote négatif|voter pour|voter contre|répondre|récompenser|récompense|partager"
    r"|track me|follow|\d{1,4} autres? réponses?|continue this thread|permali(?:nk|en).{0,120}"
    r"|load more comments.{0,40}|\d{1,6} (?:comments?|commentaires?).{0,60}",
    re.IGNORECASE,
)
_VOTES = lazy(r"-?\d{1,4}(?:[.,]\d)?k?|vote", re.IGNORECASE)
_HEADER_LINES = 8
_GONE = ("[deleted]", "[removed]", "[supprimé]", "[ removed by reddit ]", "")


class _Head(NamedTuple):
    top: int
    body: int
    author: str
    date: str
    edited: bool
    old: bool = False


def looks(source: Source) -> bool:
    """Whether comments with the buttons of Reddit stand in the text, near its top the first."""
    if "ago" not in source.text and "il y a" not in source.text:
        return False
    lines = lines_of(source)
    heads = list(_heads(lines))
    if not heads or sum(map(bool, lines.plain[: heads[0].top])) > 30:
        return False
    if heads[0].old:
        return True
    return any(
        _AVATAR.fullmatch(line) or line in ("Upvote", "Downvote", "Award") for line in lines.plain
    )


def read(source: Source) -> list[Found]:
    """The comments and the post above them, in the order of the page; what is deleted is none."""
    lines, clock = lines_of(source), Clock(source)
    heads = list(_heads(lines))
    found: list[Found] = []
    above = _words(lines, 0, heads[0].top if heads else len(lines.raw))
    if above and heads:
        found.append(Found("", None, above))
    for at, head in enumerate(heads):
        end = heads[at + 1].top if at + 1 < len(heads) else len(lines.raw)
        words = _words(lines, head.body, end)
        if head.author.startswith("[") and words.strip().lower() in _GONE:
            continue
        found.append(
            Found(
                author="" if head.author.startswith("[") else head.author,
                stamp=clock.stamp(head.date.replace(".", "")),
                text=words,
                edited=Edited() if head.edited else None,
                tells_edits=True,
                date=head.date,
            )
        )
    return found


def _heads(lines: Lines) -> Iterator[_Head]:
    plain = lines.plain
    body = 0
    for at, line in enumerate(plain):
        if at < body or not line:
            continue
        head = _old(plain, at) if line[0] in "[sSeE" else None
        if head is None and (line[0] == "•" or _WHEN.fullmatch(line)):
            head = _new(plain, at, body)
        if head is not None:
            yield head
            body = head.body


def _old(plain: list[str], at: int) -> _Head | None:
    line, body = plain[at], at + 1
    if line[0] == "[" and " ago" not in line and "il y a" not in line:
        # `[S] 1 point 1 month ago` may stand below the name.
        below = next((k for k in range(at + 1, min(at + 3, len(plain))) if plain[k]), None)
        if below is None:
            return None
        line, body = f"{line} {plain[below]}", below + 1
    top = at
    found = _OLD.fullmatch(line)
    if found is None and (found := _OLD_POST.fullmatch(line)):  # its title stands above
        top = next((k for k in range(at - 1, max(-1, at - 4), -1) if plain[k]), at)
    if found is None:
        return None
    return _Head(
        top, body, found["author"], found["date"], bool(found["edited"] or found["at"]), old=True
    )


def _new(plain: list[str], at: int, floor: int) -> _Head | None:
    """A header around its age: the name above, or below where a post names its group first."""
    when = _WHEN.fullmatch(plain[at]) or (
        _WHEN.fullmatch(plain[at + 1]) if plain[at] == "•" and at + 1 < len(plain) else None
    )
    if when is None:
        return None
    body = at + (2 if plain[at] == "•" else 1)
    top = at - 1
    least = max(floor, at - _HEADER_LINES)
    while top > least and (_BADGE.fullmatch(plain[top]) or _BESIDE.fullmatch(plain[top])):
        top -= 1
    if top < floor:
        return None
    author = plain[top]
    if _GROUP.fullmatch(author):
        author, body = (plain[body], body + 1) if body < len(plain) else ("", body)
    named = _NAME.fullmatch(author)
    if named is None or not (plain[at][0] == "•" or plain[at - 1] == "•"):
        return None
    edited = False
    most = min(len(plain), body + _HEADER_LINES)
    while body < most and plain[body]:
        if _EDITED.fullmatch(plain[body]):
            edited = True
        elif not _BADGE.fullmatch(plain[body]):
            break
        body += 1
    if top > floor and _AVATAR.fullmatch(plain[top - 1]):
        top -= 1
    return _Head(top, body, named["name"], when["date"], edited)


def _words(lines: Lines, start: int, end: int) -> str:
    """The words of a comment without the buttons below them, and the numbers beside those."""
    plain = lines.plain
    while end > start:
        line = plain[end - 1]
        if line and not _BUTTON.fullmatch(line) and not _AVATAR.fullmatch(line):
            above = next((plain[k] for k in range(end - 2, start - 1, -1) if plain[k]), "")
            if not (_VOTES.fullmatch(line) and _BUTTON.fullmatch(above)):
                break
        end -= 1
    return text_of(lines.raw, start, end)
