"""Moves in a sentence: which cells, in what form, and what the words beside them make of them."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from referee.core.names import key
from referee.core.patterns import lazy
from referee.games.deuxpas import lexicon as lex
from referee.games.deuxpas.acts import Cells
from referee.games.deuxpas.board import INDEX

_CELL = r"(?<![a-z0-9_])[a-z]\d{1,2}(?![a-z0-9_])"
_ARROWS = r">\u2192\u21d2\u279c\u2794\u27a1\u27f6"
_DASH = rf"[ \t]{{0,3}}(?:[-=\u2010-\u2015\u2212]{{1,3}}>?|[{_ARROWS}])[ \t]{{0,3}}"
_GOES = r"(?:va|vas|vais|aller|goes|go|moves?|bouge|avance)"
_TO = r"(?:en|a|vers|jusqu en|jusqu a|to|sur|on)"
_BY = r"(?:en passant par|par|via|through|by|over)"
_PHRASE = lazy(
    rf"(?P<dash>{_CELL}(?:{_DASH}{_CELL}){{1,9}})(?! ?,? ?\(?{_BY} {_CELL})"
    rf"|(?P<by>{_CELL} (?:{_GOES} )?{_BY} {_CELL} {_TO} {_CELL})"
    rf"|(?P<word>{_CELL}(?:{_DASH}| (?:{_GOES} )?{_TO} ){_CELL}(?: ?,? ?\(?{_BY} {_CELL}\)?)?)"
    rf"|(?P<space>{_CELL}(?: {_CELL}){{1,9}})"
    rf"|(?P<one>{_CELL})"
)
_CELLS = lazy(_CELL)
_LINK = lazy(
    rf"{_DASH}| (?:{_GOES} )?(?:{_TO} )?"
    r"|[ ,]{0,3}(?:et|and|puis|then|ensuite|et puis|et ensuite|and then) "
    rf"(?:{_GOES} )?(?:{_TO} )?"
)
"""What may stand between two pieces of one path."""

_ONE_PATH = 3
_NEAR = lazy(r"[a-i]\d")
_GLUED = lazy(r"[a-h][1-8](?:x?[a-h][1-8]){1,3}")
_WORD = lazy(r"[^\W_]+")
_MENTION = lazy(r"@[\w.-]{1,60}")
_SENTENCE = lazy(r"[^.!?;\u2026]{1,100000}[.!?;\u2026\s]*")

Kind = Literal["dash", "by", "word", "space", "one"]


class Mention(NamedTuple):
    """Cells that stand together in a sentence, in the order of the move, and how: `one` is a bare
    cell, `space` cells with nothing but spaces between them. `gap`: the words since the mention
    before; `clause`: those after the last comma."""

    cells: Cells
    kind: Kind
    gap: list[str]
    clause: list[str]


class Sentence(NamedTuple):
    """A sentence without accents and apostrophes: its words, its moves, the words after the last
    of them, whether it asks, and whether it is nothing but cells run together (`c1e3`, `c1-d2e3`).
    """

    words: list[str]
    mentions: list[Mention]
    tail: list[str]
    asks: bool
    glued: bool


def folded(text: str) -> str:
    """Small letters without accents, apostrophes as spaces, runs of spaces as one; wide and styled
    signs as the plain ones (`Ｃ１－Ｅ３`)."""
    if not text.isascii():
        text = "".join(map(_narrow, text))
    plain = unicodedata.normalize("NFD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    for apostrophe in "'\u2019\u02bc`":
        plain = plain.replace(apostrophe, " ")
    return re.sub(r"[ \t]+", " ", plain).strip()


def _narrow(sign: str) -> str:
    """A wide or styled sign as the plain one. Not the whole of NFKC, which makes `e3²` `e32`."""
    styled = unicodedata.decomposition(sign).startswith(("<wide>", "<font>"))
    return unicodedata.normalize("NFKC", sign) if styled else sign


def words_in(text: str) -> list[str]:
    """The words of a folded text."""
    return _WORD.findall(text)


def sentences(line: str) -> Iterator[Sentence]:
    """The sentences of a folded line."""
    line = _MENTION.sub(" ", line)
    for match in _SENTENCE.finditer(line):
        yield _sentence(match[0])


def _sentence(text: str) -> Sentence:
    mentions: list[Mention] = []
    links: list[bool] = []
    end = 0
    for found in _PHRASE.finditer(text):
        kind = found.lastgroup
        cells = tuple(_CELLS.findall(found[0]))
        if kind == "word" and len(cells) == 3:
            cells = (cells[0], cells[2], cells[1])
        between = text[end : found.start()]
        clause = words_in(between.rpartition(",")[2])
        found_so = Mention(cells, kind, words_in(between), clause)  # type: ignore[arg-type]  # a group of _PHRASE
        mentions.append(found_so)
        links.append(end > 0 and _LINK.fullmatch(between) is not None)
        end = found.end()
    words = words_in(text)
    glued = _GLUED.fullmatch("".join(words)) and not all(map(_CELLS.fullmatch, words))
    tail = words_in(text[end:])
    return Sentence(words, _joined(mentions, links), tail, "?" in text[-12:], bool(glued))


def _joined(mentions: list[Mention], links: list[bool]) -> list[Mention]:
    """The mentions of a sentence, the three cells of one path put together however they are parted
    (`c1-d2 puis e3`, `c1 d2-e3`, `c1-d2 a e3`). `links`: what is linked with the one before."""
    joined: list[Mention] = []
    first = 0
    while first < len(mentions):
        last = first + 1
        while last < len(mentions) and links[last]:
            last += 1
        run = mentions[first:last]
        cells = sum((mention.cells for mention in run), ())
        if len(run) > 1 and len(cells) == _ONE_PATH and near(cells) == _ONE_PATH:
            kind: Kind = "space" if all(one.kind == "one" for one in run) else "dash"
            run = [Mention(cells, kind, run[0].gap, run[0].clause)]
        joined += run
        first = last
    return joined


def plain(words: Sequence[str]) -> bool:
    """Whether words beside a move change nothing: fillers, corrections, numbers, a move's own."""
    if not words:
        return True
    text = f" {' '.join(words)} "
    for phrase in _SAID:
        text = text.replace(f" {phrase} ", " ")
    known = lex.FILLING | lex.CORRECTING
    return all(word in known or word.isdigit() for word in text.split())


_SAID = sorted(
    (" ".join(p) for p in (*lex.DECLARING, *lex.CORRECTING_PHRASES, *lex.EXCLUDING)),
    key=len,
    reverse=True,
)


def declared(words: list[str]) -> bool:
    """Whether what stands before a move announces it (`coup :`, `je joue`)."""
    words = [lex.slip(word, ("coup", "move")) or word for word in words if not word.isdigit()]
    while words and words[-1] in lex.FILLING:
        if lex.ends_with(words, lex.DECLARING):
            return True
        words = words[:-1]
    return lex.ends_with(words, lex.DECLARING)


def retracts(tail: Sequence[str]) -> bool:
    """Whether the words after a move take it back without another (`non`, `annule`, `attends`)."""
    told = list(tail)
    if lex.holds(told, lex.RETRACTING):
        return True
    if any(word in lex.REFUSING for word in told[:3]):
        return True
    return any(tuple(told[: len(phrase)]) == phrase for phrase in lex.RETRACTING_SHORT)


def taken_back(words: list[str]) -> bool:
    """Whether a sentence without a move takes back the one above it."""
    if lex.holds(words, lex.RETRACTING) or all(word in lex.CORRECTING for word in words):
        return True
    text = f" {' '.join(words)} "
    for phrase in lex.RETRACTING_SHORT:
        found = f" {' '.join(phrase)} "
        if found in text and plain(text.replace(found, " ", 1).split()):
            return True
    refuses = any(word in lex.REFUSING for word in words)
    return refuses and len(words) <= 4 and plain(words)


def hanging(line: str, case: str) -> str:
    """What a line that ends in a condition or hesitation makes of the next: `case` if its sentence
    goes on there, `open` before the case if it may (no mark at its end); empty if it is over."""
    if case not in ("condition", "hesitation"):
        return ""
    if line.endswith((",", ":", "\u2026", "...", "-")):
        return case
    return f"open {case}" if line[-1].isalnum() else ""


def excluded(gap: list[str]) -> bool:
    """Whether the words before a move rule it out (`pas`, `plutôt que`)."""
    return lex.ends_with(gap, lex.EXCLUDING)


def corrects(words: list[str]) -> bool:
    """Whether words take back what was said before them (`non`, `finalement`)."""
    if not words:
        return False
    if lex.holds(words, lex.CORRECTING_PHRASES):
        return True
    for at, word in enumerate(words):
        if word in lex.CORRECTING and tuple(words[at + 1 : at + 2]) not in (("que",), ("than",)):
            return word != "instead" or words[at + 1 : at + 2] != ["of"]
    return False


def teller(gap: list[str], names: Sequence[list[str]], spelled: Sequence[str]) -> str | None:
    """Who a move is told of, by the words before it: a name as players spell it, `@red` or `@blue`
    for a colour, empty for somebody else without a name; None for the author."""
    words = [word for word in gap if not word.isdigit()]
    if not words:
        return None
    text = f" {' '.join(words)} "
    for name, shown in zip(names, spelled, strict=True):
        told = f" {' '.join(name)} "
        if name and told in text and _plays(text.rpartition(told)[2].split()):
            return shown
    if words and words[-1] in lex.COLOURS:
        return f"@{lex.COLOURS[words[-1]]}"
    for at, word in enumerate(words):
        if word in lex.COLOURS and _plays(words[at + 1 :]) and words[at + 1 :]:
            return f"@{lex.COLOURS[word]}"
        if word in lex.POSSESSIVES and len(words) - at < 4:
            return ""
        if word in lex.PRONOUNS and any(w in lex.PLAYING for w in words[at + 1 : at + 4]):
            return ""
    return None


def _plays(after: list[str]) -> bool:
    """Whether what follows a name makes the move theirs: nothing, or a verb of playing."""
    return not after or any(word in lex.PLAYING for word in after[:3])


def doubt_of(sentence: Sentence) -> str:
    """Why the moves of a sentence are not meant to count as they stand (F15); empty if they are."""
    words = sentence.words
    if lex.holds(words, lex.POLITE):
        text = f" {' '.join(words)} "
        for phrase in lex.POLITE:
            text = text.replace(f" {' '.join(phrase)} ", " ")
        words = text.split()
    if sentence.asks:
        return "question"
    if any(word in lex.CONDITIONAL for word in words):
        return "condition"
    if any(word in lex.HESITANT for word in words) or lex.holds(words, lex.HESITANT_PHRASES):
        return "hesitation"
    return ""


def on_board(cells: Cells) -> int:
    """How many of the cells exist."""
    return sum(cell in INDEX for cell in cells)


def near(cells: Cells) -> int:
    """How many of the cells exist, or are as good as meant (`i3`, `e9`)."""
    return sum(_NEAR.fullmatch(cell) is not None for cell in cells)


def folded_names(names: Sequence[str]) -> list[list[str]]:
    """The words of each player's name, as they stand in a folded text."""
    return [words_in(folded(key(name))) for name in names]
