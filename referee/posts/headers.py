"""A simple header above a pasted post: who, then when (F1).

The date must be read whole, and the author must look like a name, so that a ranking, a row of a
board or a sentence is never taken for one. Forums' own layouts are read elsewhere.
"""

import re
from collections.abc import Iterator
from datetime import datetime, tzinfo

import msgspec

from referee.posts.dates import BadStamp, Stamp, read_stamp

_LONGEST_LINE = 300
_LONGEST_AUTHOR = 60
_LONGEST_DATE = 80
_FIRST_LINES = 5

_ID = r"(?:(?<![^\s(\[|,·•—–-])[(\[]?#(?P<id>\d{1,20})(?!\w)[)\]]?)"
_PREFIX = (
    r"(?:(?:message|posté|publié|envoyé|écrit|post|posted|sent|written)e?\s+)?(?:par|by)\s+"
    r"|message\s+(?=\S)"
)
_VERB = r"\s+(?:a (?:écrit|posté|publié|dit|envoyé)|wrote|posted|said)$"
_BRACKETED = r"\[(?P<date>[^\[\]]{4,80})\]\s*(?P<author>[^:]{1,60}?)\s*:(?:\s+(?P<words>.*))?"
_PARENTHESISED = r"(?P<author>[^()]{1,60}|.{1,60}?\))\s*\((?P<date>[^()]{4,80})\)"
# Between author and date. White space alone comes last: it is the weakest.
_SEPARATOR = r"\s*[,|·•»—–]\s*|\s+-\s+|\s+"
_PRINTED = ("·", "•")
"""What sites put between a name and an age; a person writes a dash or a comma, and `20 h`."""
_SIGNS = (*_PRINTED, "—", "|", "»")
"""What stands in no sentence: what comes after one of these is no `Terminé il y a 3 h`."""
_AGE = r"\d{1,3}\s?h"
_TIMED = r"\bil y a \d|\d \w+ ago\b|\d\s?[:h]|\d\s?[ap]\.?m|\b(?:now|maintenant)\b"
_BARE_TIME = r"(?:(?:à|at)\s)?\d{1,2}\s?(?:[:h]|[ap]\.?m).*"
# `Clôture samedi à 21:00` and `Terminé il y a 3 h` are sentences, unless the line says `par`.
_AGO = r"il y a .*|.* ago"
_WEEKDAY = (
    r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)[\s,]\s?(?:(?:à|a|at|@|-)\s)?\d\d?\s?[:hap].*"
)
_FIELD = (
    r"(?P<key>de|auteur|author|from|joueur|player|date|le|posté le|posted|id|sujet|objet|subject)"
    r"\s{0,3}:\s*(?P<value>.+)"
)
_AUTHOR_KEYS = ("de", "auteur", "author", "from", "joueur", "player")
_DATE_KEYS = ("date", "le", "posté le", "posted")

_PARTICLES = frozenset(
    ("de", "du", "des", "la", "le", "les", "van", "von", "der", "of", "on", "the")
)
# Words that stand before a date and are no name.
_NO_NAMES = frozenset(
    """
    modifié modifiée édité éditée edited modification édition dernière last posté postée posted
    publié publiée envoyé écrit joué fait vu reçu message post re rdv rendez-vous partie fin début
    bonjour salut hello bonsoir merci ok date now maintenant hier aujourd'hui avant-hier
    today yesterday demain tomorrow lundi mardi mercredi jeudi vendredi samedi dimanche monday
    tuesday wednesday thursday friday saturday sunday raison motif reason
    """.split()  # noqa: SIM905 - words read better than sixty quoted strings
)
_SPACES = {0xA0: " ", 0x202F: " ", 0x2009: " ", 0x2019: "'"}


class Header(msgspec.Struct, frozen=True):
    """What a header says of the post below it; `post_id` only where it gives one."""

    author: str
    stamp: Stamp
    post_id: str | None


def split_header(text: str, zone: tzinfo, now: datetime) -> tuple[Header | None, str]:
    """The header in the first non-blank line (or fields in the first five), and the text below it.

    Without a header: None and the text as it is. BadStamp where a header is plain to see and its
    date cannot be used (31/02, a wrong weekday, a skipped hour).
    """
    lines = list(_first_lines(text))
    if not lines or len(lines[0][0]) > _LONGEST_LINE:
        return None, text
    line, end = lines[0]
    fields = _from_fields(lines, zone, now)
    if fields is not None:
        return fields[0], text[fields[1] :]
    plain, post_id = _without_id(line.translate(_SPACES).strip())
    if plain is None or not re.search(_TIMED, plain, re.IGNORECASE):
        return None, text
    words = ""
    bracketed = re.fullmatch(_BRACKETED, plain)
    if bracketed is not None:
        if re.fullmatch(_BARE_TIME, bracketed["date"], re.IGNORECASE):
            return None, text  # `[20:43] attention : …` goes on with the post above
        words = bracketed["words"] or ""
        header = _header(bracketed["author"], bracketed["date"], post_id, zone, now, marked=True)
    else:
        squeezed = re.sub(r" {2,}", " ", plain.removesuffix(":").rstrip())
        header = _from_line(squeezed, post_id, zone, now)
    if header is None:
        return None, text
    return header, f"{words}\n{text[end:]}" if words else text[end:]


def _first_lines(text: str) -> Iterator[tuple[str, int]]:
    """The first five non-blank lines, each with the place where the next line begins."""
    start = found = 0
    while start < len(text) and found < _FIRST_LINES:
        stop = text.find("\n", start)
        end = len(text) if stop < 0 else stop + 1
        line = text[start:end]
        if line.strip():
            found += 1
            yield line.strip("\r\n"), end
        start = end


def _without_id(line: str) -> tuple[str | None, str | None]:
    """The line without `#1042`, and the id; no line at all where it holds two."""
    ids = list(re.finditer(_ID, line))
    if not ids:
        return line, None
    if len(ids) > 1:
        return None, None
    left, right = line[: ids[0].start()].rstrip(), line[ids[0].end() :].lstrip()
    if not left or not right:  # the separator that held the id goes with it
        return (left + right).strip(" ,|·•—–-"), ids[0]["id"]
    return f"{left.rstrip(',|·•—–-')} {right}", ids[0]["id"]


def _from_line(line: str, post_id: str | None, zone: tzinfo, now: datetime) -> Header | None:
    prefix = re.match(_PREFIX, line, re.IGNORECASE)
    if prefix is not None:
        line = line[prefix.end() :]
    named = prefix is not None and prefix[0].lower().rstrip().endswith(("par", "by"))
    found = re.fullmatch(_PARENTHESISED, line)
    if found is not None:
        return _header(found["author"], found["date"], post_id, zone, now, marked=named)
    if not named and _is_date(line, zone, now):
        return None
    # The longest date at the end of the line is the date: `23 nov. 2026, 20:58`, not `20:58`.
    for gap in re.finditer(_SEPARATOR, line):
        author, date = line[: gap.start()], line[gap.end() :]
        if len(author) > _LONGEST_AUTHOR:
            break
        if not author or not 2 < len(date) <= _LONGEST_DATE:
            continue
        bare = re.fullmatch(_BARE_TIME, date, re.IGNORECASE)
        if bare and (gap[0].isspace() or "," in gap[0]):
            continue  # `rendez-vous, 20:58`: too little to call it a header
        header = _header(author, date, post_id, zone, now, marked=named, between=gap[0].strip())
        if header is not None:
            return header
    return None


def _is_date(line: str, zone: tzinfo, now: datetime) -> bool:
    """Whether the line is a date and nothing else; `Sam, 21/11/2026 20:58` is by a player Sam."""
    if len(line) > _LONGEST_DATE or re.match(r"[^\W\d_]{3},\s?\d{1,2}[/.-]", line):
        return False
    try:
        read_stamp(line, zone, now)
    except BadStamp:
        return False
    return True


def _header(
    author: str,
    date: str,
    post_id: str | None,
    zone: tzinfo,
    now: datetime,
    *,
    marked: bool,
    between: str = "",
) -> Header | None:
    """The header if author and date are one; `marked`: the line says itself that this is a name;
    `between`: the sign that parts the two."""
    verb = re.search(_VERB, author, re.IGNORECASE)
    if verb is not None:
        author = author[: verb.start()]
    author = author.strip()
    if not _is_author(author) or not (marked or _looks_like_a_name(author)):
        return None
    if not re.search(_TIMED, date, re.IGNORECASE):
        return None
    unlikely = _WEEKDAY if between in _SIGNS else f"{_AGO}|{_WEEKDAY}"
    if not marked and re.fullmatch(unlikely, date, re.IGNORECASE):
        return None
    age = between in _PRINTED and re.fullmatch(_AGE, date, re.IGNORECASE) is not None
    try:
        return Header(author, read_stamp(date, zone, now, printed=age), post_id)
    except BadStamp as bad:
        if bad.case in ("unreadable", "no-time", "empty"):
            return None
        raise


def _is_author(author: str) -> bool:
    if not 0 < len(author) <= _LONGEST_AUTHOR or ":" in author or author[0] in ">|↑":
        return False
    if any(char < " " or "\x7f" <= char <= "\x9f" for char in author):
        return False
    return any(char.isalnum() for char in author)


def _looks_like_a_name(author: str) -> bool:
    """One word, or up to five that are capitalised, no letters at all, or particles."""
    words = author.split()
    if len(words) > 5 or author[-1] in ",;!?…" or words[0].casefold().rstrip(".,") in _NO_NAMES:
        return False
    if len(words) == 1:
        return author.casefold() not in _PARTICLES and any(char.isalpha() for char in author)
    return all(
        word[0].isupper()
        or word[0] in "(["
        or word in _PARTICLES
        or not any(char.isalpha() for char in word)
        for word in words
    )


def _from_fields(
    lines: list[tuple[str, int]], zone: tzinfo, now: datetime
) -> tuple[Header, int] | None:
    """A header of `De : Alice`, `Date : …` and maybe `Id : 1042` lines, and where it ends."""
    author = date = post_id = None
    end = 0
    for line, after in lines:
        plain = line.translate(_SPACES).strip()
        field = re.fullmatch(_FIELD, plain, re.IGNORECASE)
        bare_id = re.fullmatch(r"#(\d{1,20})", plain)
        if len(line) > _LONGEST_LINE or (field is None and bare_id is None):
            break
        key, value = (field["key"].lower(), field["value"]) if field else ("id", plain)
        if key in _AUTHOR_KEYS and author is None:
            author = value
        elif key in _DATE_KEYS and date is None:
            date = value
        elif key == "id" and (number := re.fullmatch(r"#?(\w{1,40})", value)) and not post_id:
            post_id = number[1]
        elif key not in ("sujet", "objet", "subject"):
            break
        end = after
    if author is None or date is None or not _is_author(author):
        return None
    try:
        return Header(author, read_stamp(date, zone, now), post_id), end
    except BadStamp as bad:
        if bad.case in ("unreadable", "empty"):
            return None
        raise
