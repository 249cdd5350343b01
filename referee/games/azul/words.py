"""The own words of a post cut into parts, and in each part what Azul has a name for (A18)."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Literal, NamedTuple

from referee.core.patterns import lazy
from referee.games.azul import lexicon as lx

LONGEST = 30_000
"""Characters that are read of a post; a move does not begin later."""

_TAG = lazy(r"\[/?[a-z*]{1,10}(?:=[^\]\n]{0,100})?\]", re.IGNORECASE)
_STRUCK = (("~~", "~~"), ("[s]", "[/s]"), ("[strike]", "[/strike]"), ("[del]", "[/del]"))
_SIGNS = "".join(lx.TILE_SIGNS)
_WORD = lazy(rf"[^\W\d_]+|\d+|[{_SIGNS}]|[-=]+>|[→➡⇒]|\n|[^\s\w]")
_HARD = frozenset("\n.!?;…")
_SOFT = frozenset(',()[]|—–:/"«»')
_BRACKETED = frozenset("(,/|")
_REASONS = frozenset(("parce", "because", "car", "puisque"))
_ARROWS = frozenset(("->", "-->", "=>", "→", "➡", "⇒", ">"))
_BEFORE_LINE = _ARROWS | frozenset("-,(")
_CONNECTORS = frozenset(("-", "/", "et", "and", "ou", "or", "&", "+"))
"""What may stand between two numbers of which a move takes only one."""

_ACCENTED = frozenset(("à", "fabriqué", "fabriqués", "centré", "centrés", "planché"))
"""Words that would read as others without their accents: `a`, and keywords."""


class Token(NamedTuple):
    """A word, a number, a sign: without accents and capitals; as written; its line from 1;
    whether nothing stands between it and the one before; of a sign that mostly separates, whether
    it belongs to what it stands in."""

    text: str
    raw: str
    line: int
    glued: bool
    joins: bool = False


class Element(NamedTuple):
    """Something that Azul has a name for: `slot` says which part of a move, `value` what; `seen`
    the words it was read from where they needed mending."""

    slot: Literal["source", "colour", "line", "count", "column", "bare", "letter"]
    value: int | str
    line: int
    at: int
    seen: str = ""


def struck_out(text: str) -> str:
    """The text without what its author struck through (F15)."""
    for opener, closer in _STRUCK:
        kept, at = [], 0
        while True:
            start = text.find(opener, at)
            end = text.find(closer, start + len(opener)) if start >= 0 else -1
            if end < 0:
                break
            kept += [text[at:start], " "]
            at = end + len(closer)
        text = "".join((*kept, text[at:])) if kept else text
    return text


def folded(word: str) -> str:
    """A word without accents, in small letters."""
    if word.isascii():
        return word.lower()
    if word.lower() in _ACCENTED:
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.replace("œ", "oe")).casefold()
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def tokens(text: str) -> Iterator[Token]:
    """The words, numbers and signs of a text; line ends among them."""
    text = _TAG.sub(" ", struck_out(text[:LONGEST]))
    text = text.replace("’", "'").replace("*", " ").replace("_", " ").replace("`", " ")
    line, end = 1, -1
    for match in _WORD.finditer(text):
        word = match[0]
        yield Token(folded(word), word, line, match.start() == end)
        line += word == "\n"
        end = match.end()


class Part(NamedTuple):
    """A piece of a sentence between two commas or stops, or up to a `because`: its tokens, which
    sentence it is in, the sign that ends that sentence, and whether a colon follows."""

    tokens: tuple[Token, ...]
    sentence: int
    stop: str
    colon: bool = False


def parts(text: str) -> list[Part]:
    """The parts of a text, in order, empty ones left out."""
    found: list[Part] = []
    sentence: list[list[Token]] = [[]]
    colons: set[int] = set()
    number = 0
    every = _joined([*tokens(text), Token("\n", "\n", 0, glued=False)])
    for at_token, token in enumerate(every):
        if token.text in _HARD and not _inside(token, sentence[-1]):
            last = every[at_token - 1].text if at_token and token.text == "\n" else ""
            stop = last if last in (",", ":") else token.text
            found += [
                Part(tuple(part), number, stop, at in colons)
                for at, part in enumerate(sentence)
                if part
            ]
            if token.text == "?" and found and not any(sentence):
                found[-1] = found[-1]._replace(stop="?")  # `!?`
            sentence, colons, number = [[]], set(), number + 1
        elif (token.text in _SOFT and not token.joins) or token.text in _REASONS:
            colons |= {len(sentence) - 1} if token.text == ":" else set()
            sentence.append([])
        else:
            sentence[-1].append(token)
    return found


def _joined(every: list[Token]) -> list[Token]:
    """The tokens of a text with the signs marked that separate nothing: `ligne : 2`, `L2/3`, and
    what stands about a number alone or another choice (`bleu (3)`, `L2 (ou P)`)."""
    found: list[Token] = []
    opened = False
    for at, token in enumerate(every):
        if token.text in _SOFT and 0 < at < len(every) - 1:
            before, after = every[at - 1].text, every[at + 1].text
            further = every[at + 2].text if at + 2 < len(every) else ""
            closes = opened and token.text in "),/|"
            opened = token.text in _BRACKETED and _alone(before, after, further)
            joins = closes or opened or _labels(token.text, before, after, further)
            joins = joins or (token.text == "/" and before.isdecimal() and after.isdecimal())
            found.append(token._replace(joins=joins))
        else:
            opened = opened and token.text not in _HARD
            found.append(token)
    return found


def _alone(before: str, after: str, further: str) -> bool:
    """Whether a number stands alone after a colour: `bleu (3)`, `bleu, 3, L2`."""
    colour = before in lx.COLOUR_WORDS or before in lx.TILE_SIGNS
    return colour and after.isdecimal() and (further in _SOFT or further in _HARD)


def _labels(sign: str, before: str, after: str, further: str) -> bool:
    """Whether a colon stands between a keyword and its number, as in a form."""
    if sign != ":" or further in lx.COLOUR_WORDS or further in lx.TILE:
        return False
    keyword = before in lx.FACTORY or before in lx.LINE or before in lx.COLUMN
    return (keyword or before in ("n", "°", "º", "no", "numero", "motif")) and (
        after.isdecimal() or after in lx.CARDINALS
    )


def _inside(token: Token, before: list[Token]) -> bool:
    """Whether a full stop only shortens the word before it: `fab. 3`, `n. 3`."""
    return (
        token.text == "." and bool(before) and before[-1].text in ("fab", "fabr", "n", "lig", "no")
    )


def elements(part: tuple[Token, ...]) -> tuple[list[Element], set[int]]:
    """What a part names, in order, and the positions of the tokens that were used for it."""
    found: list[Element] = []
    used: set[int] = set()
    at = 0
    while at < len(part):
        reader = _Reader(part, at)
        element, end = reader.element()
        if element is not None:
            found.append(element)
            used.update(range(at, end))
        at = max(end, at + 1)
        while element is not None and (second := reader.second(element, at)) is not None:
            found.append(second[0])
            used.update(range(at, second[1]))
            element, at = second
    return found, used


class _Reader:
    """Reads one element at a position of a part."""

    def __init__(self, part: tuple[Token, ...], at: int) -> None:
        self.part, self.at = part, at
        self.token = part[at]
        self.word = self.token.text
        self.seen = ""
        known = self.word in lx.COLOUR_WORDS or any(
            self.word in group for group in (lx.FACTORY, lx.CENTRE, lx.LINE, lx.COLUMN, lx.FLOOR)
        )
        if not known and self.word.isalpha():
            slip = lx.slip_of(self.word)
            if slip is not None:
                self.word, self.seen = slip, self.token.raw

    def element(self) -> tuple[Element | None, int]:
        """The element that begins here, if any, and where reading goes on."""
        word, at = self.word, self.at
        if word in lx.COLOUR_WORDS:
            return self._made("colour", lx.COLOUR_WORDS[word], at + 1)
        if word in lx.TILE_SIGNS:
            return self._signs()
        if word in lx.CENTRE:
            return self._made("source", 0, at + 1)
        if word in lx.FACTORY:
            return self._numbered("source", at + 1)
        if word in lx.LINE:
            return self._line_word()
        if word in lx.COLUMN:
            return self._numbered("column", at + 1)
        if word in lx.FLOOR:
            end = at + 2 if self._text(at + 1) in lx.LINE and not self._digits(at + 2) else at + 1
            return self._made("line", 0, end)
        if word in lx.GROUND and self._text(at - 1) in ("par", "a", "à"):
            return self._made("line", 0, at + 1)
        if len(word) == 1 and word.isalpha() and word.isascii():
            return self._letter()
        return self._number()

    def _made(self, slot: str, value: int | str, end: int) -> tuple[Element, int]:
        if value == 0 and end > self.at + 1 and self._digits(end - 1):
            value = -1  # `F0`, `L0`: 0 is the centre and the floor, which have words of their own
        element = Element(slot, value, self.token.line, self.at, self.seen)  # type: ignore[arg-type]  # a slot's name
        return element, end

    def _text(self, at: int) -> str:
        return self.part[at].text if 0 <= at < len(self.part) else ""

    def _digits(self, at: int) -> bool:
        return self._text(at).isdecimal()

    def _value(self, at: int) -> int | None:
        """The number at a position, in digits (three at most) or as a word."""
        text = self._text(at)
        if text.isdecimal():
            return int(text) if len(text) <= 3 else None
        return lx.CARDINALS.get(text)

    def _numbered(self, slot: str, at: int) -> tuple[Element | None, int]:
        """A keyword's number: `fabrique 3`, `fabrique n° 3`, `ligne motif 4`, `factory three`."""
        start = at
        skipped = lx.BETWEEN_FACTORY if slot == "source" else lx.BETWEEN
        while at < start + 5 and self._text(at) in skipped:
            at += 1
        value = self._value(at)
        return (None, start) if value is None else self._made(slot, value, at + 1)

    def _line_word(self) -> tuple[Element | None, int]:
        """`ligne 4`, or `ligne (de) plancher`."""
        at = self.at + 1
        while self._text(at) in ("de", "du"):
            at += 1
        if self._text(at) in lx.FLOOR:
            return self._made("line", 0, at + 1)
        return self._numbered("line", self.at + 1)

    def _signs(self) -> tuple[Element, int]:
        """A tile drawn, or several of one colour side by side, which is how many there are; the
        number comes with the next reading."""
        return self._made("colour", lx.TILE_SIGNS[self.word], self.at + 1)

    def _letter(self) -> tuple[Element | None, int]:
        """`F3`, `L4`, `C2` and their like, or a letter alone, to be weighed with its part."""
        at, word = self.at, self.word
        if "'" in (self._text(at + 1), self._text(at - 1)):
            return None, at + 1
        slot = {"f": "source", "l": "line", "c": "column"}.get(word)
        if slot is not None and self._digits(at + 1):
            glued = self.part[at + 1].glued
            after = self._text(at + 2)
            counted = after in lx.COLOUR_WORDS or after in lx.TILE or after in lx.TILE_SIGNS
            if (glued or slot != "column" or not counted) and self._value(at + 1) is not None:
                return self._made(slot, self._value(at + 1) or 0, at + 2)
        if word in lx.INITIALS or word in "cpf":
            return self._made("letter", self.token.raw, at + 1)
        return None, at + 1

    def _number(self) -> tuple[Element | None, int]:
        """An ordinal before its noun, a count before its colour, a bare number after a colour."""
        at = self.at
        ordinal = lx.ORDINALS.get(self.word)
        end = at + 1
        if self.word.isdecimal() and self._text(end) in lx.ORDINAL_ENDS and self.part[end].glued:
            ordinal, end = self._value(at) or -1, end + 1  # there is no zeroth
        if ordinal is not None:
            end += self._text(end) == "pattern"
            noun = self._text(end)
            if noun in lx.FACTORY:
                return self._made("source", ordinal, end + 1)
            if noun in lx.LINE:
                return self._made("line", ordinal, end + 1)
            if noun in lx.COLUMN:
                return self._made("column", ordinal, end + 1)
            return None, end
        value = self._value(at)
        if value is None:
            return None, at + 1
        if self._counts(at + 1) or self._counted(at):
            return self._made("count", value, at + 1)
        if self.word.isdecimal() and self._follows_colour(at - 1):
            return self._made("bare", value, at + 1)
        return None, at + 1

    def second(self, first: Element, at: int) -> tuple[Element, int] | None:
        """Another number for the same part of a move: `L2/3`, `lignes 2 et 3`, `bleu 2 3`."""
        if first.slot not in ("source", "line", "bare") or not self._digits(at - 1):
            return None
        slash = self._text(at) == "/"
        at += self._text(at) in _CONNECTORS
        value, after = self._value(at), self._text(at + 1)
        if value is None or not 0 < value < 10 or (self._counts(at + 1) and not slash):
            return None
        if self._text(at) in ("un", "une", "one") or (
            after.isalpha() and after not in lx.FILLER and not slash
        ):
            return None
        if after.isalpha() and len(after) == 1 and after in "flc":
            return None  # `L1 3 L4`
        return first._replace(value=value, line=self.part[at].line, at=at, seen=""), at + 1

    def _counts(self, at: int) -> bool:
        """Whether a colour comes next, with nothing but tiles between: `3 tuiles bleues`, `3x`."""
        end = at + 4
        if self._text(at) in lx.TIMES:
            at += 1
        while at < end and (self._text(at) in lx.TILE or self._text(at) in lx.OF):
            at += 1
        text = self._text(at)
        return text in lx.COLOUR_WORDS or text in lx.TILE_SIGNS or bool(_colour_slip(text))

    def _counted(self, at: int) -> bool:
        """Whether a number counts what is named elsewhere: `x3`, `3 tuiles`, `j'en prends 3`."""
        before, after = self._text(at - 1), self._text(at + 1)
        if before in ("x", "×") or after in lx.TILE:
            return True
        ends = (after, self._text(at + 2)) in (("", ""), ("of", "them"))
        ends = ends or after in ("l", "ligne", "line")
        return ends and (before in lx.TAKE_VERBS or before in ("les", "the", "all"))

    def _follows_colour(self, at: int) -> bool:
        """Whether a colour stands just before, with nothing but `en`, `sur`, `->` between."""
        end = at - 3
        while at > end and (self._text(at) in lx.TO or self._text(at) in _BEFORE_LINE):
            at -= 1
        text = self._text(at)
        letter = len(text) == 1 and text in lx.INITIALS and self._text(at + 1) != "-"  # `J-7`
        return (
            text in lx.COLOUR_WORDS or text in lx.TILE_SIGNS or letter or bool(_colour_slip(text))
        )


def _colour_slip(text: str) -> bool:
    slip = lx.slip_of(text) if text.isalpha() else None
    return slip in lx.COLOUR_WORDS
