"""What a Deux-Pas post says: its move, its resignation, or why there is no telling (D16, F15)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.core.patterns import lazy
from referee.core.reading import Note, Reading
from referee.games.deuxpas import lexicon as lex
from referee.games.deuxpas import phrases as ph
from referee.games.deuxpas.acts import Cells, Sheet, Told

_STRUCK = lazy(
    r"~~[^~\n]{1,300}~~|\[(s|strike|del)\][^\[\n]{0,300}\[/\1\]|<(s|strike|del)>[^<\n]{0,300}</\2>",
    2,  # re.IGNORECASE
)
_MARKUP = lazy(
    r"\[/?(?:b|i|u|color|size|center|font|align|left|right)(?:=[^\]\n]{0,60})?\]|</?[a-z]{1,8}>"
    r"|https?://\S{1,2000}|[*`]|__",
    2,
)
RESIGNATION = "abandon"
"""How an unclear resignation is spelled among what a post seems to say."""

_SEEN = 6
"""How many moves an objection shows at most."""


class _Found(NamedTuple):
    """A move or resignation (no cells) in the text, with its line and why it does not count as it
    stands (empty if it does)."""

    cells: Cells
    line: int
    doubt: str


class _Reader:
    """Goes through a post line by line and keeps what still counts."""

    def __init__(self, names: Sequence[str]) -> None:
        self.spelled = list(names)
        self.names = ph.folded_names(names)
        self.found: list[_Found] = []
        self.told: list[Told] = []
        self.notes: list[Note] = []
        self.corrected = False
        self.over = (0, "")  # what hangs over the first so many of `found`
        self.loose: list[_Found] = []  # cells in sentences, which may belong to a move beside them
        self.hanging = ""  # what the line before makes of this one

    def line(self, number: int, text: str) -> None:
        """Read a line."""
        line = ph.folded(text)
        if not line or self._resigned(number, line):
            return
        case = ""
        for sentence in ph.sentences(line):
            if sentence.mentions or sentence.glued:
                self._sentence(number, sentence)
            else:
                self._prose(number, sentence)
            if sentence.words:
                case, self.hanging = ph.doubt_of(sentence), ""
        self.hanging = ph.hanging(line, case)

    def _resigned(self, number: int, line: str) -> bool:
        """A resignation alone on its line, a final mark of punctuation or a slip of one letter
        included."""
        words = ph.words_in(line)
        corrects = False
        while len(words) > 1 and words[0] in lex.CORRECTING:
            corrects, words = True, words[1:]
        read = lex.abandoning(words)
        if read is None:
            return False
        self.corrected |= corrects
        hanging, self.hanging = self.hanging.removeprefix("open "), ""
        self._take(_Found((), number, "question" if "?" in line else hanging))
        if read != words:
            seen = {"seen": " ".join(words), "read": " ".join(read)}
            self.notes.append(Note("deuxpas-slip", seen))
        return True

    def _take(self, found: _Found) -> None:
        if self.corrected:
            self.found.clear()
            self.loose.clear()
            self.corrected, self.over = False, (0, "")
        self.found.append(found)

    def _sentence(self, number: int, sentence: ph.Sentence) -> None:
        hanging = "" if self.hanging.startswith("open ") else self.hanging
        doubt = ph.doubt_of(sentence) or hanging
        if sentence.glued:
            word = "".join(sentence.words).replace("x", "")
            cells = tuple(word[at : at + 2] for at in range(0, len(word), 2))
            self._take(_Found(cells, number, doubt or "form"))
            return
        gaps = [mention.gap for mention in sentence.mentions]
        alone = all(ph.plain(gap) for gap in (*gaps, sentence.tail))
        several = alone and all(m.kind == "one" for m in sentence.mentions) and len(gaps) > 1
        if several:
            cells = tuple(cell for mention in sentence.mentions for cell in mention.cells)
            self._take(_Found(cells, number, doubt or "form"))
            return
        for mention in sentence.mentions:
            self._mention(number, mention, doubt, alone=alone)
        if ph.retracts(sentence.tail):
            self.corrected, self.over = True, (len(self.found), "retracted")
        elif ph.corrects(sentence.tail):
            self.corrected = True

    def _mention(self, number: int, mention: ph.Mention, doubt: str, *, alone: bool) -> None:
        announced = ph.declared(mention.gap)
        movelike = _movelike(mention, counts=alone or announced)
        if ph.excluded(mention.gap) and doubt != "question":  # `pourquoi pas c1-e3 ?`
            return
        who = ph.teller(mention.clause, self.names, self.spelled)
        if not movelike:
            if who is None and ph.near(mention.cells) and not lex.THINGS & set(mention.gap[-1:]):
                goes_on = "on" if lex.GOING_ON & set(mention.gap[:1]) else ""
                self.loose.append(_Found(mention.cells, number, goes_on))
            return
        if who is not None:
            if who and mention.kind != "one" and not doubt:
                self.told.append(Told(who, mention.cells))
            return
        if ph.corrects(mention.gap) or lex.holds(mention.gap, lex.RETRACTING):
            self.corrected = True
        if not doubt and lex.holds(mention.clause, lex.RETRACTING):
            doubt = "retracted"
        if not doubt and mention.kind == "one":
            doubt = "bare"
        elif not doubt and not (alone or announced):
            doubt = "embedded"
        slipped = [word for word in mention.gap if announced and lex.slip(word)]
        self.notes += [
            Note("deuxpas-slip", {"seen": word, "read": lex.slip(word)}) for word in slipped
        ]
        if mention.gap[:1] and mention.gap[0] in lex.ALTERNATIVE and self.found:
            doubt = "several"
        self._take(_Found(mention.cells, number, doubt))

    def _prose(self, number: int, sentence: ph.Sentence) -> None:
        """A sentence without a move may take back or doubt the one above it."""
        words = sentence.words
        if not words:
            return
        if lex.resigning(words, self.names):
            self._take(_Found((), number, ph.doubt_of(sentence) or "resignation"))
        elif ph.corrects(words[:3]):
            self.corrected = True
        if ph.taken_back(words):
            self.over = (len(self.found), "question" if sentence.asks else "retracted")
        elif set(words) <= lex.DOUBT_ALONE and set(words) & lex.DOUBT_KEYS:
            self.over = (len(self.found), "question" if sentence.asks else "hesitation")

    def settled(self) -> list[_Found]:
        """What was found, with what a later sentence makes of it."""
        doubted, case = self.over
        first = [one._replace(doubt=one.doubt or case) for one in self.found[:doubted]]
        return first + self.found[doubted:]

    def beside(self, clear: Sequence[_Found]) -> list[_Found]:
        """The cells that stand by themselves on a line or beside a move, and are not of it."""
        lines, cells = {one.line for one in clear}, {cell for one in clear for cell in one.cells}
        alone = [one for one in self.found if one.doubt in ("bare", "form") or len(one.cells) == 1]
        near = [
            one
            for one in self.loose
            if one.line in lines or (one.doubt == "on" and one.line - 1 in lines)
        ]
        return [one for one in (*alone, *near) if not cells >= set(one.cells)]


def _movelike(mention: ph.Mention, *, counts: bool) -> bool:
    """Whether cells are a move by their form: in the middle of prose, only with their sign."""
    there = ph.on_board(mention.cells)
    if counts:
        return there > 0 or mention.kind in ("dash", "word", "by")
    return mention.kind in ("dash", "word", "by") and there == len(mention.cells)


def read(words: str, names: Sequence[str] = ()) -> Reading:
    """The own words of a post as a `Sheet`; words in the one spelling that `canonical` gives.

    A line that is only a move counts whatever prose stands around it; one that asks, doubts or
    stands in the middle of prose makes the post unclear if nothing else counts.
    """
    reader = _Reader(names)
    struck = _STRUCK.subn(" ", words)
    for number, line in enumerate(struck[0].split("\n"), 1):
        reader.line(number, _MARKUP.sub("", line))
    notes = tuple(reader.notes)
    told = tuple(reader.told[:_SEEN])
    found = reader.settled()
    if not found:
        return Reading("understood" if told else "no-move", Sheet(told=told), notes)
    clear = [one for one in found if not one.doubt]
    moves = {(one.cells[:1], one.cells[-1:]) for one in clear}
    lines = [one.line for one in (clear or found)]
    span = (min(lines), max(lines))
    several = len(moves) > 1 or (clear and any(one.doubt == "several" for one in found))
    beside = reader.beside(clear) if clear and not several else []
    if beside:
        return _unclear("beside", [*clear, *beside], told, notes, span)
    if clear and not several:
        sheet = Sheet(tuple(dict.fromkeys(one.cells for one in clear if one.cells)), told=told)
        if not clear[0].cells:
            sheet = Sheet(resign=True, told=told)
        return Reading("understood", sheet, notes, span)
    doubtful = found if several else [one for one in found if one.doubt]
    doubt = "several" if several else _worst([one.doubt for one in doubtful])
    return _unclear(doubt, doubtful, told, notes, span)


def _unclear(
    doubt: str,
    seen: Sequence[_Found],
    told: tuple[Told, ...],
    notes: tuple[Note, ...],
    span: tuple[int, int],
) -> Reading:
    spelled = dict.fromkeys("-".join(one.cells) or RESIGNATION for one in seen)
    sheet = Sheet(doubt=doubt, seen=tuple(spelled)[:_SEEN], told=told)
    return Reading("unclear", sheet, notes, span)


def _worst(doubts: Sequence[str]) -> str:
    """What to say of several doubtful mentions: what the author can mend most directly."""
    order = ("retracted", "question", "condition", "hesitation", "several", "form", "bare")
    return next((case for case in (*order, "resignation", "embedded") if case in doubts), doubts[0])
