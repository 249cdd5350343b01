"""A sentence cut at its joints: what stands together, and of whom it is told (X14, F15)."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from referee.games.qwixx import cleaning
from referee.games.qwixx import lexicon as words
from referee.games.qwixx.acts import Said
from referee.games.qwixx.tokens import DECLINED, Token, declines, labels

Kind = Literal["mark", "declined", "fix", "not", "number", "row", "label", "two-ways"]

_COUNTED = frozenset(("de", "of", "sur"))
_ARTICLES = frozenset(("le", "la", "les", "l", "the"))


class Item(NamedTuple):
    """A thing that a sentence says. `mark`: what it marks; `declined`: what is not marked; `link`:
    how it hangs together with the item before it: `and`, `or`, `than`, `,` or nothing; `who`: of
    whom it is told, `*` for somebody who is not named; `beside`: the words next to it that belong
    to no answer; `alone`: there are no words next to it at all, articles excepted."""

    kind: Kind
    mark: Said | None = None
    declined: str = ""
    number: int = 0
    row: str = ""
    link: str = ""
    who: str = ""
    ways: tuple[tuple[Said, ...], ...] = ()
    beside: tuple[str, ...] = ()
    alone: bool = True


class Segment:
    """A stretch of a sentence between joints: the rows, numbers and signs in it, in order."""

    def __init__(self, link: str, who: str) -> None:
        self.link, self.who = link, who
        self.things: list[Token] = []
        self.beside: list[str] = []
        self.named = ""
        self.words: list[str] = []
        self.nots = False
        self.colon = False

    def items(self) -> Iterator[Item]:
        """What the segment says."""
        beside = tuple(self.beside)
        if self.named and not self.who and words.PRAISE & set(beside):
            self.who = self.named  # `Bravo pour le 7 rouge, Alice`
        alone = set(self.words) <= _ARTICLES
        for item in self._items():
            yield item._replace(beside=item.beside + beside, alone=alone)

    def _items(self) -> Iterator[Item]:
        action, declined, pairs = "", "", []
        for thing in self.things:
            if thing.kind in ("row", "number", "spelt"):
                pairs.append(thing)
            elif thing.text == cleaning.WHITE:
                action = action or "white"
            elif thing.kind == "colour" or thing.text == cleaning.COLOUR:
                action = action or "colour"
            else:
                declined = declined or DECLINED.get(thing.text, "")
        if self.things and (self.things[0].kind == "fix" or self.things[0].text == cleaning.FIX):
            yield Item("fix", declined=self.things[0].text, link=self.link, who=self.who)
        yield from self._said(action, declined, pairs)

    def _said(self, action: str, declined: str, pairs: list[Token]) -> Iterator[Item]:
        rows = [t.text for t in pairs if t.kind == "row"]
        if not rows or any(name.endswith("s") for name in rows):
            pairs = [t for t in pairs if t.kind != "spelt"]  # `les deux rouges` is no box
        link, who = self.link, self.who
        if declined == "not" and not any(t.kind == "row" for t in pairs):
            if action:
                yield Item("declined", declined=action, link=link, who=who)
            else:
                yield Item("not", link=link, who=who)
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
        if declined == "all" and all(t.kind == "row" for t in pairs):
            yield from (Item("row", row=t.row, link=link, who=who) for t in pairs)
            return
        excluded = self.nots or declined == "not"
        for item in _paired(pairs, action, who):
            kind: Kind = "not" if excluded and item.kind == "mark" else item.kind
            # `tout sauf vert` names no row for what follows
            but = (declined,) if declined == "not" and kind in ("row", "number") else ()
            yield item._replace(kind=kind, link=link, beside=but)
            link = "and"
        if declined in ("rest", "all"):
            yield Item("declined", declined="rest" if declined == "rest" else "all", link="and")


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
        if len(set(ways)) == 1:
            yield Item("mark", mark=ways[0][0], who=who)
        else:
            yield Item("two-ways", ways=ways, who=who)
    else:
        ways = tuple((_said(row, figure, action, who),) for row in rows for figure in figures)
        yield Item("two-ways", ways=tuple(dict.fromkeys(ways))[:6], who=who)


def _alternate(things: Sequence[Token]) -> bool:
    return all(
        (things[at].kind == "row") != (things[at + 1].kind == "row")
        for at in range(0, len(things), 2)
    )


def _said(one: Token, other: Token, action: str, who: str) -> Said:
    row, figure = (one, other) if one.kind == "row" else (other, one)
    return Said(row.row, figure.number, action, who)


class Cutter:
    """Cuts the tokens of a sentence at commas, `et`, `puis`, `ou`, labels and corrections."""

    def __init__(self, tokens: Sequence[Token], names: Sequence[str]) -> None:
        self.tokens, self.names = tokens, names
        self.who = ""
        self.praised = False
        self.found = [Segment("", "")]
        things = [t for t in tokens if t.kind in ("row", "number", "colour") or labels(t)]
        ends_labelled = len(things) > 1 and labels(things[-1]) and not labels(things[0])
        self.suffixed = ends_labelled and not any(t.text == ":" for t in tokens)

    def segments(self) -> list[Segment]:
        """The stretches of the sentence."""
        for at, token in enumerate(self.tokens):
            link = _joint(token, self.tokens, at)
            if link or (_complete(self.found[-1]) and token.text in words.BREAKS | words.THENCE):
                self._cut(link or ",")
                self._bracket(token, at)
            elif token.kind == "word":
                self._word(token, at)
            else:
                self._thing(token, at)
        return self.found

    def _cut(self, link: str) -> None:
        now = self.found[-1]
        if link == "," and (self.who == "*you" or not now.things):
            self.who = ""  # `Alice a raison, rouge 7` tells of no move of hers
        if now.things or now.nots:
            self.found.append(Segment(link, self.who))
        else:
            now.who = self.who
            now.link = now.link if link == "," else link
            if link == ",":
                self.praised = bool(now.named and words.PRAISE & set(now.beside))
                now.beside, now.named, now.words = [], "", []

    def _bracket(self, token: Token, at: int) -> None:
        """`Alice (rouge 7)` tells of Alice."""
        if token.text == "(" and at and self.tokens[at - 1].text in self.names:
            self.who = self.found[-1].who = self.tokens[at - 1].text
        elif token.text == "(":
            self.found[-1].words.append(token.text)
        elif token.text == ")":
            self.who = self.found[-1].who = ""

    def _word(self, token: Token, at: int) -> None:
        self._whose_words(token, at)
        now = self.found[-1]
        now.words.append(token.text)
        if token.text in self.names:
            now.named = token.text
            if not at and self.tokens[1:] and self.tokens[1].kind in ("row", "number"):
                now.beside.append(token.text)  # `Bruno rouge 7`: told of him, or to him?
        elif token.text not in words.PLAIN:
            now.beside.append(token.text)

    def _whose_words(self, token: Token, at: int) -> None:
        now, before = self.found[-1], self.tokens[at - 1].text if at else ""
        if token.text in ("moi", "me") and before in ("pour", "for"):
            now.who = self.who = ""
            return
        owner = token.text.removeprefix("d'")
        of = before in words.OF or owner != token.text
        if of and owner in self.names and _complete(now):
            now.who = owner  # `le 7 rouge de Bruno`
            return
        if before not in words.LIKE:
            self.who = _whose(token, self.tokens[at + 1 : at + 4], self.names, self.who)
        theirs = token.text in words.THEIR
        if self.who != now.who and not now.things:
            now.who = self.who
        elif theirs or self.who != now.who:
            self.found.append(Segment("", "*" if theirs else self.who))

    def _thing(self, token: Token, at: int) -> None:
        now, after = self.found[-1], self.tokens[at + 1 :]
        if token.kind == "not":
            now.nots = now.nots or _denies(after[:4])
        elif token.text in ("non", "no") and _labelled(now) and not _complete(now):
            now.things.append(Token("sign", cleaning.NOTHING))
        elif _corrects(token, after):
            fix = Segment("", self.who)
            fix.things.append(Token("fix", token.text))
            self.found += [fix, Segment("", self.who)]
        elif token.kind == "fix" and _complete(now):
            self._cut(",")  # an apology begins an aside
        elif token.kind in ("row", "number", "spelt", "sign", "colour"):
            self._put(token, at)
        elif token.text == ":":
            now.colon = bool(now.things)
        elif token.text == "-" and (now.colon or _labelled(now)) and _ends(after):
            now.things.append(token)
            self.found.append(Segment(",", self.who))

    def _put(self, token: Token, at: int) -> None:
        """A thing into the segment it belongs to: a label begins a new one after a mark, unless it
        ends the segment; the name of a row after `la couleur` is no label."""
        now, after = self.found[-1], self.tokens[at + 1 :]
        label = labels(token)
        if token.kind == "colour" and _row_follows(self.tokens, at):
            return
        full = _complete(now)
        ends = self.suffixed or not _more_follows(after)
        closes = full and label and not _labelled(now) and ends
        another = (label and not closes) or (not label and token.kind != "sign")
        if self.praised and at and self.tokens[at - 1].text in ("le", "la", "the"):
            now.beside.append("bravo")  # `Bien joué Alice, le rouge 7`
        if (
            token.kind == "number"
            and not now.things
            and at
            and self.tokens[at - 1].text in _COUNTED
        ):
            now.beside.append(self.tokens[at - 1].text)  # `et de 3`
        if full and another and (label or now.colon or _labelled(now)):
            self.found.append(Segment("," if label else "and", self.who))
        self.found[-1].things.append(token)


def _ends(after: Sequence[Token]) -> bool:
    return not after or labels(after[0]) or after[0].text in (",", ".", ")", "/")


def _complete(segment: Segment) -> bool:
    kinds = {("number" if t.kind == "spelt" else t.kind) for t in segment.things}
    return {"row", "number"} <= kinds or any(map(declines, segment.things))


def _labelled(segment: Segment) -> bool:
    return any(map(labels, segment.things))


def _more_follows(after: Sequence[Token]) -> bool:
    """Whether a mark or a refusal comes before the next joint: then a label goes with that."""
    for token in after:
        if token.kind in ("row", "number", "spelt") or declines(token):
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
    return "," if token.text in (",", "(", ")", "/", ".", "!", "?", "mais", "but") else ""


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
    verb = any(near.text in words.THIRD or declines(near) for near in after[:2])
    if text in names:
        colon = bool(after) and after[0].text == ":"
        return text if verb or colon else who
    if text in words.OTHERS and verb:
        return "*you" if text in ("tu", "toi", "vous", "you") else "*"
    return who
