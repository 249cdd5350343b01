"""One sentence of a post taken apart: marks, what is declined, corrections, and whose words they
are (X14, F15)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from referee.games.qwixx import lexicon as words
from referee.games.qwixx.acts import Said
from referee.games.qwixx.segments import Cutter, Item
from referee.games.qwixx.tokens import Token, tokens_of


class Sentence(NamedTuple):
    """A sentence: its items in order, and what makes it no plain statement (`question`,
    `condition`, `hesitation`). `bare`: it holds little but its items. `slips`: words read for the
    key words they are one letter away from."""

    items: tuple[Item, ...]
    doubt: str = ""
    bare: bool = False
    slips: tuple[tuple[str, str], ...] = ()


def parse(sentence: str, names: Sequence[str]) -> Sentence:
    """What one sentence says; `names`: the players, folded."""
    slips: list[tuple[str, str]] = []
    tokens = list(tokens_of(sentence, slips))
    if any(token.kind == "number" for token in tokens):  # `deux` beside a figure is a mere word
        kept = [t for at, t in enumerate(tokens) if t.kind != "spelt" or _listed(tokens, at)]
        tokens = [t._replace(kind="number") if t.kind == "spelt" else t for t in kept]
    segments = Cutter(tokens, names).segments()
    found = [item for segment in segments for item in segment.items()]
    later = {word for item in found if _put_off(item) for word in item.beside}
    items = _in_order(_linked([item for item in found if not _put_off(item)]))
    strange = [
        t.text
        for t in tokens
        if t.kind == "word" and t.text not in words.FILLERS and t.text not in names
    ]
    return Sentence(tuple(items), _doubt(tokens, later), bare=len(strange) <= 2, slips=tuple(slips))


def _listed(tokens: Sequence[Token], at: int) -> bool:
    """`rouge 8 et onze`: a spelt number that stands between joints."""
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    joined = before is not None and (before.kind == "join" or before.text == ",")
    return joined and (after is None or after.kind in ("punct", "join"))


def _put_off(item: Item) -> bool:
    """`je dirai la couleur plus tard` names an action, and no more."""
    return item.kind == "label" and bool(item.beside)


def _in_order(items: list[Item]) -> list[Item]:
    """`rouge 7, vert 7 plutôt`: a correction that follows what it brings in, put before it."""
    if len(items) > 1 and items[-1].kind == "fix" and items[-1].declined in words.LATER_WORDS:
        before = items[-2]
        if (before.mark or before.kind == "declined") and before.kind != "not":
            return [*items[:-2], items[-1], before]
    return items


def _doubt(tokens: Sequence[Token], later: AbstractSet[str]) -> str:
    """What makes a sentence no plain statement (F15); `later`: words about what is put off."""
    said = {part for token in tokens for part in (token.text, token.text.partition("'")[2])}
    said -= later
    if "?" in said:
        return "question"
    if said & words.CONDITIONS:
        return "condition"
    return "hesitation" if said & words.HESITATIONS else ""


def _linked(items: list[Item]) -> list[Item]:
    """Rows and numbers that a joint has parted, put together: `rouge, 7`, `rouge 5 et 7`, `7 en
    rouge et en bleu`, `le 7 et le 8 en rouge`."""
    found: list[Item] = []
    for item in items:
        before = found[-1] if found else None
        if item.kind == "label" and before is not None and before.mark and not before.mark.action:
            found[-1] = labelled(before, item.declined)
            continue
        if before is not None and before.kind == "label" and (item.mark or item.declined == "all"):
            found[-1] = labelled(item, before.declined)
            continue
        if before is not None and _parted(before, item):
            row, figure = (before, item) if before.kind == "row" else (item, before)
            said = Said(row.row, figure.number, row.declined or figure.declined, item.who)
            beside = (*before.beside, *item.beside)
            found[-1] = Item("mark", mark=said, link=before.link, who=item.who, beside=beside)
            continue
        if item.kind in ("row", "number") and item.beside:
            found.append(item)
            continue
        if before is not None and before.mark and item.kind in ("row", "number"):
            shared = _shared(before.mark, item)
            listed = item.link == "," and item.kind == "number" and item.alone
            if shared is not None and (listed or item.link in ("and", "or")):
                found.append(Item(before.kind, mark=shared, link=item.link, who=item.who))
                continue
        if (
            before is not None
            and item.mark
            and before.kind in ("row", "number")
            and not before.beside
        ):
            shared = _shared(item.mark, before)
            if shared is not None and item.link in ("and", "or"):
                found[-1] = Item("mark", mark=shared, link=before.link, who=item.who)
        found.append(item)
    return found


def labelled(item: Item, action: str) -> Item:
    """An item with the action that a label beside it names."""
    if not action:
        return item
    if item.mark is None:
        return item._replace(declined=action) if item.declined == "all" else item
    said = item.mark
    return item._replace(mark=Said(said.row, said.number, said.action or action, said.who))


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
