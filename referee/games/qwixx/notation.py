"""What a Qwixx post says (X14, F15): marks, nothing, or a doubt with the ways it can be read."""

from collections.abc import Sequence
from typing import Any

from referee.core.patterns import lazy
from referee.core.reading import Note, Reading
from referee.games.qwixx import lexicon as words
from referee.games.qwixx.acts import Doubt, Said, Sheet
from referee.games.qwixx.cleaning import ready
from referee.games.qwixx.lexicon import fold
from referee.games.qwixx.naming import box_note, row_note
from referee.games.qwixx.segments import Item
from referee.games.qwixx.sentences import Sentence, labelled, parse
from referee.games.qwixx.tokens import joined_questions, sentences_of

_RESIGNS = lazy(
    r"\W*(?:j'abandonne|abandon(?:ne)?|i resign|resign|je demissionne)(?: la partie)?\W*"
)
_ALIKE = lazy(
    r"\W*(?:idem|ditto|pareil(?:lement)?|same|la meme(?: chose)?|the same(?: thing)?|comme"
    r"|like)\b[^\n]{0,40}"
)
_BY_PLACE = lazy(r"\W*(?:ligne|rangee|row|line) [1-4]\W{1,4}(?:case |box |le |the )?(\d{1,2})\W*")
_DASH = lazy(r"\s*[-–—]\s*")
_LABEL_ONLY = 2


def read(text: str, names: Sequence[str]) -> Reading:
    """The own words of a post as a `Sheet`; words in the one spelling that `canonical` gives."""
    raw = text.split("\n")
    for number, line in enumerate(raw, 1):
        if len(line) < 60 and _RESIGNS.fullmatch(fold(line)):
            return Reading("understood", Sheet(resigns=True), span=(number, number))
    written = [(number, line) for number, line in enumerate(raw, 1) if line.strip()]
    if len(written) == 1 and _DASH.fullmatch(written[0][1]):
        return Reading("understood", Sheet(declined=("all",)), span=(written[0][0],) * 2)
    known = {fold(name): name for name in names}
    told = _Told(known)
    told.line_only = _beyond([fold(line) for _, line in written], list(known))
    for number, line in enumerate(ready(text), 1):
        for sentence in joined_questions(sentences_of(line)):
            told.take(parse(sentence, tuple(known)), number)
    return told.reading()


def _beyond(lines: Sequence[str], names: Sequence[str]) -> Doubt | None:
    """What looks like an answer and names no box: somebody else's, or the place of a row."""
    if len(lines) != 1:
        return None
    (line,) = lines
    if place := _BY_PLACE.fullmatch(line):
        return Doubt("X14", "no-row", {"number": int(place[1])})
    alike = _ALIKE.fullmatch(line)
    if alike is None or (
        line.lstrip().startswith(("comme", "like")) and not _named_in(line, names)
    ):
        return None
    return Doubt("F15", "qwixx-alike", {})


def _named_in(line: str, names: Sequence[str]) -> bool:
    return any(name in line for name in names)


class _Told:
    """What the sentences of a post have said so far."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.items: list[Item] = []
        self.doubts: list[tuple[str, tuple[Said, ...]]] = []
        self.excluded: list[Said] = []
        self.taken_back = False
        self.notes: list[Note] = []
        self.lines: list[int] = []
        self.label = ""
        self.refused = False
        self.asides: list[Said] = []
        self.noted_only = False
        self.line_only: Doubt | None = None

    def take(self, sentence: Sentence, line: int) -> None:
        """The next sentence."""
        if [item.kind for item in sentence.items] == ["label"]:
            self.label = sentence.items[0].declined
            return
        items = [item for item in sentence.items if self._counts(item, sentence)]
        if not items:
            return
        items[0] = labelled(items[0], self.label)
        self.label = ""
        if any(item.kind != "fix" for item in items):
            self.lines.append(line)
            self.notes += [Note("qwixx-slip", {"seen": a, "read": b}) for a, b in sentence.slips]
        if sentence.doubt and any(item.kind not in ("fix", "not") for item in items):
            self.doubts.append((sentence.doubt, _marks(items)))
            return
        if any(item.link == "or" for item in items):
            self.doubts.append(("or", _marks(items)))
            return
        for item in items:
            if not self._beside(item, items):
                self._take(item)

    def _beside(self, item: Item, items: Sequence[Item]) -> bool:
        """Whether words beside an answer keep it from being a plain one."""
        if not item.beside or item.who or item.kind in ("fix", "two-ways", "row", "number"):
            return False
        if item.mark and (item.kind == "not" or item.link == "than"):
            return False
        if item.mark and words.ASIDES & set(item.beside):
            self.asides.append(item.mark)
        else:
            self.doubts.append(("beside", _marks(items)))
        return True

    def _counts(self, item: Item, sentence: Sentence) -> bool:
        if item.who.startswith("*"):
            return False
        if item.kind == "declined":
            return not item.who and (
                sentence.bare or item.declined != "all" or len(sentence.items) > 1
            )
        if item.kind in ("row", "number", "label"):
            return sentence.bare and len(sentence.items) == 1
        return True

    def _take(self, item: Item) -> None:
        if item.kind == "fix":
            self.noted_only = item.declined in words.EDIT_NOTES and not self.taken_back
            self.taken_back = self.taken_back or bool(self.items or self.doubts)
            return
        if item.link == "than" or item.kind == "not":
            if item.mark is None:
                self.refused = True
            else:
                self.excluded.append(item.mark)
                self.items = [i for i in self.items if not (i.mark and _same(i.mark, item.mark))]
            return
        if self.taken_back:
            self._correct(item)
            return
        self.items.append(item)

    def _correct(self, item: Item) -> None:
        """Later words count: they replace what was said before, a labelled part its like."""
        self.taken_back = False
        before, self.doubts = [i for i in self.items if i.mark], []
        if item.mark and item.mark.action and len(before) == _LABEL_ONLY:
            kept = [i for i in before if i.mark and i.mark.action != item.mark.action]
            if len(kept) == 1 and kept[0].mark and kept[0].mark.action:
                self.items = [*kept, item]
                return
        if item.mark and not item.mark.action and len(before) == _LABEL_ONLY:
            one, other = before
            rows = [i.mark.row if i.mark else "" for i in before]
            ways = [_marks([item]), _marks([one, item]), _marks([item, other])]
            if rows.count(item.mark.row) == 1:  # what stays is the mark in another row
                del ways[1 + (rows[0] != item.mark.row)]
            self.items = [Item("two-ways", ways=tuple(ways))]
            return
        self.items = [item]

    def reading(self) -> Reading:
        """All of it together."""
        notes = tuple(self.notes[:20])
        span = (self.lines[0], self.lines[-1]) if self.lines else None
        doubt = self._doubt()
        if doubt is not None:
            return Reading("unclear", Sheet(doubt=doubt), notes, span)
        marks = tuple(self._named(i.mark) for i in self.items if i.mark)
        declined = tuple(dict.fromkeys(i.declined for i in self.items if i.kind == "declined"))
        if self.line_only and not declined and all(said.who for said in marks):
            return Reading("unclear", Sheet(doubt=self.line_only), notes, span or (1, 1))
        if not marks and not declined:
            if self.refused and not self.taken_back:
                return Reading("understood", Sheet(declined=("all",)), notes, span)
            return Reading("no-move", Sheet())
        return Reading("understood", _settled(self.items, _once(marks), declined), notes, span)

    def _named(self, said: Said) -> Said:
        return Said(said.row, said.number, said.action, self.names.get(said.who, said.who))

    def _doubt(self) -> Doubt | None:
        """The first thing that keeps the post from being read in one way."""
        certain = [i.mark for i in self.items if i.mark]
        declined = any(i.kind == "declined" for i in self.items)
        for case, marks in self.doubts:
            if case == "beside" and not marks and (certain or declined):
                continue
            if not marks or not all(any(_same(m, c) for c in certain) for m in marks):
                return Doubt("F15", f"qwixx-{case}", {"readings": _readings(marks)})
        for item in self.items:
            if item.kind == "two-ways":
                return Doubt("X14", "two-ways", {"readings": _ways(item.ways)})
            if item.kind == "number" and not certain:
                return Doubt("X14", "no-row", {"number": item.number})
            if item.kind == "row" and not certain:
                return Doubt("X14", "no-number", {"row": row_note(item.row)})
        if self.asides and not certain and not declined:
            return Doubt("F15", "qwixx-beside", {"readings": _readings(self.asides)})
        if self.taken_back and self.items and not self.noted_only:
            return Doubt("F15", "qwixx-taken-back", {"readings": _readings(_marks(self.items))})
        if self.excluded and not self.items:
            return Doubt("F15", "qwixx-excluded", {"readings": _readings(self.excluded)})
        return None


def _settled(items: Sequence[Item], marks: tuple[Said, ...], declined: tuple[str, ...]) -> Sheet:
    """`rouge 7 puis rien` is a mark and nothing beside it, `rien puis bleu 9` nothing with the
    white dice; `rien` and a mark in two sentences stay as they are, and unclear."""
    kinds = [(i.kind, i.declined, i.link) for i in items if i.kind in ("mark", "declined")]
    if len(kinds) == _LABEL_ONLY and len(marks) == 1 and "all" in declined and kinds[1][2] == "and":
        if kinds[0][0] == "mark":
            return Sheet(marks, ("rest",))
        said = Said(marks[0].row, marks[0].number, "colour", marks[0].who)
        return Sheet((said,), ("white",))
    if {"white", "colour"} <= set(declined) and not marks:
        return Sheet((), ("all",))
    return Sheet(marks, declined)


def _marks(items: Sequence[Item]) -> tuple[Said, ...]:
    found = [item.mark for item in items if item.mark]
    for item in items:
        found += [said for way in item.ways for said in way]
    return tuple(found)


def _once(marks: Sequence[Said]) -> tuple[Said, ...]:
    """Marks without those that merely repeat one, the better labelled kept."""
    found: list[Said] = []
    for said in marks:
        like = next((i for i, other in enumerate(found) if _repeats(other, said)), None)
        if like is None:
            found.append(said)
        elif said.action:
            found[like] = said
    return tuple(found)


def _repeats(one: Said, other: Said) -> bool:
    alike = not one.action or not other.action or one.action == other.action
    return _same(one, other) and one.who == other.who and alike


def _same(one: Said, other: Said) -> bool:
    return (one.row, one.number) == (other.row, other.number)


def _readings(marks: Sequence[Said]) -> list[dict[str, Any]]:
    notes = [box_note(said.row, said.number) for said in dict.fromkeys(marks)][:6]
    return [*notes, {"kind": "qwixx-nothing", "facts": {}}]


def _ways(ways: Sequence[Sequence[Said]]) -> list[dict[str, Any]]:
    """Each way as a note: one box, or two."""
    found = []
    for way in ways[:6]:
        boxes = [box_note(said.row, said.number) for said in way]
        if len(boxes) == 1:
            found.append(boxes[0])
        else:
            facts = {"one": boxes[0], "other": boxes[1]}
            found.append({"kind": "qwixx-two", "facts": facts})
    return found
