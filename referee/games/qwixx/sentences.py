"""One sentence of a post taken apart: marks, what is declined, corrections, and whose words they
are (X14, F15)."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from referee.core.patterns import lazy
from referee.games.qwixx import cleaning
from referee.games.qwixx import lexicon as words
from referee.games.qwixx.acts import Said

Kind = Literal["mark", "declined", "fix", "not", "number", "row", "label", "two-ways"]


class Item(NamedTuple):
    """A thing that a sentence says. `mark`: what it marks; `declined`: what is not marked; `link`:
    how it hangs together with the item before it: `and`, `or`, `than`, `,` or nothing; `who`: of
    whom it is told, `*` for somebody who is not named."""

    kind: Kind
    mark: Said | None = None
    declined: str = ""
    number: int = 0
    row: str = ""
    link: str = ""
    who: str = ""
    ways: tuple[tuple[Said, ...], ...] = ()


class Sentence(NamedTuple):
    """A sentence: its items in order, and what makes it no plain statement (`question`,
    `condition`, `hesitation`). `bare`: it holds little but its items. `slips`: words read for the
    key words they are one letter away from."""

    items: tuple[Item, ...]
    doubt: str = ""
    bare: bool = False
    slips: tuple[tuple[str, str], ...] = ()


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


def parse(sentence: str, names: Sequence[str]) -> Sentence:
    """What one sentence says; `names`: the players, folded."""
    slips: list[tuple[str, str]] = []
    tokens = list(_tokens(sentence, slips))
    segments = _segments(tokens, names)
    items = _linked([item for segment in segments for item in segment.items()])
    strange = [
        t.text
        for t in tokens
        if t.kind == "word" and t.text not in words.FILLERS and t.text not in names
    ]
    return Sentence(tuple(items), _doubt(tokens), bare=len(strange) <= 2, slips=tuple(slips))


def _tokens(sentence: str, slips: list[tuple[str, str]]) -> Iterator[Token]:
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
    if text in ("ou", "or"):
        return Token("or", text)
    return Token("not", text) if text in words.NOTS else None


def _doubt(tokens: Sequence[Token]) -> str:
    """What makes a sentence no plain statement (F15)."""
    said = {token.text for token in tokens}
    if "?" in said:
        return "question"
    if said & words.CONDITIONS:
        return "condition"
    return "hesitation" if said & words.HESITATIONS else ""


class Segment:
    """A stretch of a sentence between joints: the rows, numbers and signs in it, in order."""

    def __init__(self, link: str, who: str) -> None:
        self.link, self.who = link, who
        self.things: list[Token] = []
        self.nots = False
        self.colon = False

    def items(self) -> Iterator[Item]:
        """What the segment says."""
        action, declined, pairs = "", "", []
        for thing in self.things:
            if thing.kind in ("row", "number", "spelt"):
                pairs.append(thing)
            elif thing.text == cleaning.WHITE:
                action = action or "white"
            elif thing.kind == "colour" or thing.text == cleaning.COLOUR:
                action = action or "colour"
            else:
                declined = declined or _DECLINED.get(thing.text, "")
        if self.things and self.things[0].text in (cleaning.FIX, "fix"):
            yield Item("fix", link=self.link, who=self.who)
        yield from self._said(action, declined, pairs)

    def _said(self, action: str, declined: str, pairs: list[Token]) -> Iterator[Item]:
        numerals = [t for t in pairs if t.kind != "spelt"]
        if any(t.kind == "number" for t in numerals) or not any(t.kind == "row" for t in pairs):
            pairs = numerals  # `deux` beside a figure is a word
        link, who = self.link, self.who
        if declined == "not" and not any(t.kind == "row" for t in pairs):
            yield Item("declined", declined=action or "all", link=link, who=who)
            return
        if declined and not pairs:
            which = declined if declined in ("rest", "penalty") else action or "all"
            yield Item("declined", declined=which, link=link, who=who)
            return
        if not pairs:
            if action and (self.nots or self.things[-1].text == "-"):
                yield Item("declined", declined=action, link=link, who=who)
            elif action:
                yield Item("label", declined=action, link=link, who=who)
            return
        excluded = self.nots or declined == "not"
        for item in _paired(pairs, action, who):
            kind: Kind = "not" if excluded and item.kind == "mark" else item.kind
            yield item._replace(kind=kind, link=link)
            link = "and"
        if declined in ("rest", "all"):
            yield Item("declined", declined="rest" if declined == "rest" else "all", link="and")


_DECLINED = {
    cleaning.NOTHING: "all",
    cleaning.REST: "rest",
    cleaning.PENALTY: "penalty",
    cleaning.NOT_MARKED: "not",
}


def _paired(things: Sequence[Token], action: str, who: str) -> Iterator[Item]:
    """Rows and numbers that stand together, two by two; what can be paired in two ways, as such."""
    rows = [t for t in things if t.kind == "row"]
    figures = [t for t in things if t.kind != "row"]
    if not rows:
        yield from (Item("number", number=t.number, declined=action, who=who) for t in figures)
    elif not figures:
        yield from (Item("row", row=t.row, declined=action, who=who) for t in rows)
    elif len(rows) == len(figures) and _alternate(things):
        for at in range(0, len(things), 2):
            said = _said(things[at], things[at + 1], action if at == 0 else "", who)
            yield Item("mark", mark=said, who=who)
    elif (len(rows) == 1 and len(figures) == 2) or (len(rows) == 2 and len(figures) == 1):
        ways = tuple((_said(row, figure, action, who),) for row in rows for figure in figures)
        yield Item("two-ways", ways=ways, who=who)
    else:
        yield Item("two-ways", ways=(), who=who)


def _alternate(things: Sequence[Token]) -> bool:
    return all(
        (things[at].kind == "row") != (things[at + 1].kind == "row")
        for at in range(0, len(things), 2)
    )


def _said(one: Token, other: Token, action: str, who: str) -> Said:
    row, figure = (one, other) if one.kind == "row" else (other, one)
    return Said(row.row, figure.number, action, who)


def _segments(tokens: Sequence[Token], names: Sequence[str]) -> list[Segment]:
    """A sentence cut at its joints: commas, `et`, `puis`, `ou`, labels, corrections."""
    who, link = "", ""
    found = [Segment("", "")]
    for at, token in enumerate(tokens):
        now = found[-1]
        after = tokens[at + 1 : at + 4]
        if token.kind == "word":
            who = _whose(token, after, names, who)
            if who != now.who and not now.things:
                now.who = who
            elif token.text in words.THEIR or who != now.who:
                found.append(Segment("", "*" if token.text in words.THEIR else who))
            continue
        link = _joint(token, tokens, at)
        if link:
            if now.things or now.nots:
                found.append(Segment(link, who))
            elif link != ",":
                now.link = link
        elif token.kind == "not":
            now.nots = now.nots or _denies(tokens[at + 1 : at + 5])
        elif _corrects(token, tokens[at + 1 :]):
            fix = Segment("", who)
            fix.things.append(Token("fix", "fix"))
            found += [fix, Segment("", who)]
        elif token.kind in ("row", "number", "spelt", "sign", "colour"):
            _put(found, token, tokens, at, who)
        elif token.text == ":":
            now.colon = bool(now.things)
        elif token.text == "-" and at == len(tokens) - 1 and _labelled(now):
            now.things.append(token)
    return found


def _put(found: list[Segment], token: Token, tokens: Sequence[Token], at: int, who: str) -> None:
    """A thing into the segment it belongs to: a label begins a new one after a mark, unless it ends
    the segment; the name of a row after `la couleur` is no label."""
    now = found[-1]
    label = token.text in (cleaning.WHITE, cleaning.COLOUR) or token.kind == "colour"
    if token.kind == "colour" and _row_follows(tokens, at):
        return
    full = _complete(now)
    closes = full and label and not _labelled(now) and not _more_follows(tokens[at + 1 :])
    another = (label and not closes) or (not label and token.kind != "sign")
    if full and another and _starts_again(now, label):
        found.append(Segment("," if label else "and", who))
    found[-1].things.append(token)


def _starts_again(now: Segment, label: bool) -> bool:  # noqa: FBT001 - one caller
    """Whether what follows a complete mark is another one: a label, or after a label's mark."""
    return label or now.colon or _labelled(now)


def _complete(segment: Segment) -> bool:
    kinds = {("number" if t.kind == "spelt" else t.kind) for t in segment.things}
    return {"row", "number"} <= kinds or any(t.text in _DECLINED for t in segment.things)


def _labelled(segment: Segment) -> bool:
    return any(
        t.text in (cleaning.WHITE, cleaning.COLOUR) or t.kind == "colour" for t in segment.things
    )


def _more_follows(after: Sequence[Token]) -> bool:
    """Whether a mark or a refusal comes before the next joint: then a label goes with that."""
    for token in after:
        if token.kind in ("row", "number", "spelt") or token.text in _DECLINED:
            return True
        if token.text in (",", ")") or token.kind in ("join", "or", "fix"):
            return False
    return False


def _row_follows(tokens: Sequence[Token], at: int) -> bool:
    """`la couleur rouge` names a row; `couleur : rouge 7` and `couleur rouge 7` name an action."""
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    article = before is not None and before.text in ("la", "une", "the", "cette", "sa", "ma")
    return article and after is not None and after.kind == "row"


def _joint(token: Token, tokens: Sequence[Token], at: int) -> str:
    if token.kind == "join" or token.text in ("&", "+"):
        return "and"
    if token.kind == "or":
        return "or"
    if token.text == cleaning.THAN or (token.text == "que" and _rather(tokens[:at])):
        return "than"
    return "," if token.text in (",", "(", ")", "/", ".", "!", "?") else ""


def _rather(before: Sequence[Token]) -> bool:
    return any(token.text == "plutot" for token in before)


def _denies(after: Sequence[Token]) -> bool:
    """Whether `pas` is about a mark or an action that follows at once."""
    for token in after:
        if token.kind in ("row", "number", "spelt", "colour") or token.text in (
            cleaning.WHITE,
            cleaning.COLOUR,
        ):
            return True
        if token.kind != "word" or token.text not in words.FILLERS:
            return False
    return False


def _corrects(token: Token, after: Sequence[Token]) -> bool:
    """Whether a word of correction corrects something; an apology only if a mark follows soon."""
    if token.kind != "fix" or token.text not in words.APOLOGIES:
        return token.kind == "fix" or token.text == cleaning.FIX
    for near in after[:4]:
        if near.kind in ("row", "number", "spelt", "sign", "fix"):
            return True
        if near.text in ("pour", "for", "du", "de", "of"):
            return False
    return False


def _whose(token: Token, after: Sequence[Token], names: Sequence[str], who: str) -> str:
    """Who acts from here on: the author again after `je`, somebody else after their name or pronoun
    with a verb (F15)."""
    text = token.text
    if text in words.ME or text.startswith(("j'", "i'")):
        return ""
    verb = any(near.text in words.THIRD for near in after[:2])
    if text in names:
        colon = bool(after) and after[0].text == ":"
        return text if verb or colon else who
    if text in words.OTHERS and verb:
        return "*"
    return "*" if text in words.PAST else who


def _linked(items: list[Item]) -> list[Item]:
    """Rows and numbers that a joint has parted, put together: `rouge, 7`, `rouge 5 et 7`, `7 en
    rouge et en bleu`, `le 7 et le 8 en rouge`."""
    found: list[Item] = []
    for item in items:
        before = found[-1] if found else None
        if before is not None and _parted(before, item):
            row, figure = (before, item) if before.kind == "row" else (item, before)
            said = Said(row.row, figure.number, row.declined or figure.declined, item.who)
            found[-1] = Item("mark", mark=said, link=before.link, who=item.who)
            continue
        if before is not None and before.mark and item.kind in ("row", "number"):
            shared = _shared(before.mark, item)
            if shared is not None and item.link in ("and", "or"):
                found.append(Item(before.kind, mark=shared, link=item.link, who=item.who))
                continue
        if before is not None and item.mark and before.kind in ("row", "number"):
            shared = _shared(item.mark, before)
            if shared is not None and item.link in ("and", "or"):
                found[-1] = Item("mark", mark=shared, link=before.link, who=item.who)
        found.append(item)
    return found


def _parted(one: Item, other: Item) -> bool:
    """Whether a row and a number stand on two sides of a joint, and belong together."""
    return {one.kind, other.kind} == {"row", "number"} and other.link != "or"


def _shared(mark: Said, item: Item) -> Said | None:
    """A mark that takes its row or its number from its neighbour."""
    if item.kind == "row" and item.row:
        return Said(item.row, mark.number, item.declined, mark.who)
    if item.kind == "number":
        return Said(mark.row, item.number, item.declined, mark.who)
    return None
