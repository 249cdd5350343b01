"""The words and signs of a sentence, each for what it means (X14, F15)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.games.qwixx import cleaning
from referee.games.qwixx import lexicon as words


class Token(NamedTuple):
    """A word, number or sign: what it is, what it says."""

    kind: str
    text: str
    row: str = ""
    number: int = 0


_TOKEN = lazy(
    rf"(?P<sign>[{cleaning.SIGNS}])"
    r"|(?P<compact>(?<![\w'])[rjyvgb][ ]?[-:=]?[ ]?\d{1,3}(?!\w)"
    r"|(?<!\w)\d{1,3}[ ]?[rjyvgb](?![\w']))"
    r"|(?P<glued>(?:rouge|jaune|vert|bleu|red|yellow|green|blue)\d{1,2}(?!\w))"
    r"|(?P<number>\d{1,3}(?!\d))|(?P<digits>\d+)"
    r"|(?P<word>peut-etre|[^\W\d_]+(?:'(?=[^\W\d_])[^\W\d_]{0,20})?)"
    r"|(?P<emoji>[🔴🟥❤🟡🟨💛🟢🟩💚🔵🟦💙⚪⬜])"
    r"|(?P<punct>[,:;()=&+/?!.-])"
)
_MOST_TOKENS = 400
_SPLIT = lazy(r"(?<=[.!?;])\s+|(?<=[.!?;])(?=[^\s\d.!?;)])|\s(?=\?)|;")


def sentences_of(line: str) -> list[str]:
    """A line as sentences; a question mark stays with its own."""
    return [part for part in _SPLIT.split(line) if part and not part.isspace()] or []


def joined_questions(parts: Sequence[str]) -> list[str]:
    """Sentences, with a question mark that stood apart put back."""
    found: list[str] = []
    for part in parts:
        if found and part.lstrip().startswith("?"):
            found[-1] += "?"
            rest = part.lstrip(" ?!.")
            if rest:
                found.append(rest)
        else:
            found.append(part)
    return found


def tokens_of(sentence: str, slips: list[tuple[str, str]]) -> Iterator[Token]:
    found = []
    for match in _TOKEN.finditer(sentence):
        found.append((match.lastgroup or "", match[0]))
        if len(found) >= _MOST_TOKENS:
            break
    short = sum(group == "word" for group, _ in found) <= 3
    for at, (group, text) in enumerate(found):
        if group == "word":
            near = found[max(0, at - 2) : at + 3]
            beside = short or any(g == "number" or t == ":" for g, t in near)
            yield _word(text, beside, slips)
        elif group == "compact":
            letter = next(c for c in text if c.isalpha())
            number = int("".join(c for c in text if c.isdigit()))
            yield from (
                Token("row", letter, words.INITIAL[letter]),
                Token("number", "", "", number),
            )
        elif group == "glued":
            name = text.rstrip("0123456789")
            yield Token("row", name, words.COLOUR[name])
            yield Token("number", "", "", int(text[len(name) :]))
        elif group == "number":
            yield Token("number", text, "", int(text))
        elif group == "emoji":
            row = words.COLOUR.get(text)
            yield Token("row", text, row) if row else Token("sign", cleaning.WHITE)
        elif group in ("sign", "punct"):
            yield Token(group, text)


def _word(text: str, beside: bool, slips: list[tuple[str, str]]) -> Token:  # noqa: FBT001 - one caller
    """A word for what it means; `beside`: a key word would stand there, so it may be a slip."""
    known = _known(text)
    if known is None and beside and (meant := words.slip(text)):
        slips.append((text, meant))
        known = _known(meant) or Token("sign", _SIGN_OF.get(meant, cleaning.NOTHING))
    return known or Token("word", text)


_SIGN_OF = {"penalite": cleaning.PENALTY, "penalty": cleaning.PENALTY}


def _known(text: str) -> Token | None:
    if text in words.COLOUR:
        return Token("row", text, words.COLOUR[text])
    if text in words.NUMBER_WORDS:
        return Token("spelt", text, "", words.NUMBER_WORDS[text])
    if text in words.WHITE_WORDS:
        return Token("sign", cleaning.WHITE)
    if text in words.COLOUR_WORDS:
        return Token("colour", text)
    if text in words.CORRECTIONS:
        return Token("fix", text)
    if text in words.JOINS:
        return Token("join", text)
    if text in ("ou", "or", "sinon", "otherwise"):
        return Token("or", text)
    return Token("not", text) if text in words.NOTS else None


def declines(token: Token) -> bool:
    """Whether a sign says that something is not marked."""
    return token.text in DECLINED


def labels(token: Token) -> bool:
    """Whether a sign names an action."""
    return token.kind == "colour" or token.text in (cleaning.WHITE, cleaning.COLOUR)


DECLINED = {
    cleaning.NOTHING: "all",
    cleaning.REST: "rest",
    cleaning.PENALTY: "penalty",
    cleaning.NOT_MARKED: "not",
}
