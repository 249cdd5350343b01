"""A move put together from what the parts of a post name, with corrections (A18, F15)."""

from referee.core.reading import Note, Reading
from referee.core.ruling import Objection
from referee.games.azul.acts import Said, Sheet
from referee.games.azul.statements import Piece
from referee.games.azul.tiles import COLOURS
from referee.games.azul.words import Element

Slots = dict[str, Element]

_NEEDED = ("source", "colour", "line")


class Saying:
    """What is said so far. Parts are added in order; `reading` says what they come to."""

    def __init__(self) -> None:
        self.slots: Slots = {}
        self.replaceable: set[str] = set()
        self.clash: tuple[Element, Element] | None = None
        self.mentioned: set[tuple[str, int]] = set()
        self.sentences: set[int] = set()
        self.corrected = False
        self.retracted = False
        self.choices: dict[int, Element] = {}
        self.line: Element | None = None
        self.column: Element | None = None
        self.choice_lines: dict[int, Element] = {}
        self.choice_clash = False
        self.columns_replaceable = False

    @property
    def started(self) -> bool:
        """Whether anything of a move is there."""
        return bool(self.slots or self.choices)

    def correct(self) -> None:
        """From here on, what is named takes the place of what was (F15)."""
        self.replaceable = set(self.slots)
        self.columns_replaceable = True

    def add(self, piece: Piece) -> None:
        """One more part of the post."""
        named = _plain(piece.elements)
        kinds = {element.slot for element in named if element.slot != "count"}
        if piece.retracts and self.started:
            self.retracted = True
        if not kinds:
            if named and not piece.chatty:
                self._fill(named)
        elif piece.chatty and len(kinds) == 1 and not piece.corrects:
            self.mentioned |= {(kind, piece.sentence) for kind in kinds}
        elif "column" in kinds or (kinds == {"line"} and (self.choices or self.column)):
            self._choose(named)
            self.retracted = False
        else:
            self._fill(named)
            self.retracted = False
            self.sentences.add(piece.sentence)

    def _fill(self, named: list[Element]) -> None:
        for element in named:
            slot = element.slot
            there = self.slots.get(slot)
            if there is not None and there.value != element.value:
                if slot not in self.replaceable:
                    self.clash = self.clash or (there, element)
                    continue
                self.corrected = True
                if slot in ("source", "colour"):
                    count = self.slots.get("count")
                    if count is not None and "count" in self.replaceable:
                        del self.slots["count"]
            self.slots[slot] = element
            self.replaceable.discard(slot)

    def _choose(self, named: list[Element]) -> None:
        """Lines and columns in pairs, whichever comes first (A15); a column alone, after a
        correction, is for the line named last."""
        if self.slots.keys() == {"line"}:  # `ligne 4, colonne 2`
            self.line = self.slots.pop("line")
        for element in named:
            if element.slot == "line":
                self.line = element
            elif element.slot == "column":
                self.column = element
            elif element.slot in ("source", "colour"):
                self._fill([element])
            if self.line is not None and self.column is not None:
                self._pair(self.line, self.column)
                self.line = self.column = None
        if self.column is not None and self.columns_replaceable and self.choice_lines:
            self._pair(list(self.choice_lines.values())[-1], self.column)
            self.column = None

    def _pair(self, line: Element, column: Element) -> None:
        number = int(line.value)
        there = self.choices.get(number)
        if there is not None and there.value != column.value:
            self.choice_clash = self.choice_clash or not self.columns_replaceable
            self.corrected = self.corrected or self.columns_replaceable
        self.choices[number] = column
        self.choice_lines[number] = line

    def reading(self) -> Reading:
        """What it comes to: understood, unclear with the reason, or no move."""
        if self.choices or self.column is not None:
            return self._choices_reading()
        named = self.slots.keys() & set(_NEEDED)
        beside = {kind for kind, sentence in self.mentioned if sentence in self.sentences}
        if not named or len(named | (beside & set(_NEEDED))) < 2:
            return Reading("no-move", Sheet())
        unread = self._unread()
        if unread is not None:
            return Reading("unclear", Sheet(unread=unread), self._notes(), self._span())
        source, colour, line = (self.slots[slot] for slot in _NEEDED)
        count = self.slots.get("count")
        said = Said(
            int(source.value),
            str(colour.value),
            int(line.value),
            None if count is None else int(count.value),
        )
        return Reading("understood", Sheet(said), self._notes(), self._span())

    def _unread(self) -> Objection | None:
        if self.clash is not None:
            named = [element_note(element) for element in self.clash]
            return Objection("F15", "azul-several", {"moves": named})
        colour = str(self.slots["colour"].value) if "colour" in self.slots else ""
        if "|" in colour:
            letter = self.slots["colour"].seen
            colours = [Note("azul-colour", {"tile": one}) for one in colour.split("|")]
            return Objection("A18", "initial", {"letter": letter, "readings": colours})
        if colour == "orange":
            return Objection("A18", "orange", {})
        missing = [Note(f"azul-no-{slot}", {}) for slot in _NEEDED if slot not in self.slots]
        return Objection("A18", "missing", {"missing": missing}) if missing else None

    def _choices_reading(self) -> Reading:
        waiting = [element for element in (self.line, self.column) if element is not None]
        named = (*self.choices.values(), *self.choice_lines.values(), *waiting)
        lines = [element.line for element in named]
        span = min(lines), max(lines)
        unread = None
        if self.choice_clash:
            unread = Objection("F15", "azul-several-columns", {})
        elif self.slots.keys() >= set(_NEEDED):
            unread = Objection("F15", "azul-mixed", {})
        elif waiting:
            unread = Objection("A18", "half", {})
        if unread is not None:
            return Reading("unclear", Sheet(unread=unread), self._notes(), span)
        pairs = tuple((number, int(column.value)) for number, column in self.choices.items())
        return Reading("understood", Sheet(choices=pairs), self._notes(), span)

    def _notes(self) -> tuple[Note, ...]:
        mended = [*self.slots.values(), *self.choices.values(), *self.choice_lines.values()]
        notes = [
            Note("azul-slip", {"seen": element.seen, "read": element_note(element)})
            for element in mended
            if len(element.seen) > 1
        ]
        return (*notes, *((Note("azul-corrected"),) if self.corrected else ()))

    def _span(self) -> tuple[int, int]:
        lines = [element.line for element in self.slots.values()]
        return min(lines), max(lines)


def _plain(named: tuple[Element, ...]) -> list[Element]:
    """The elements with a bare number as the line it must mean, or where a line is named, as how
    many tiles there are: `bleu (3) L2`."""
    if any(element.slot == "column" for element in named):
        return [e for e in named if e.slot not in ("bare", "letter")]
    lines = {element.value for element in named if element.slot == "line"}
    if lines:
        counted = [e._replace(slot="count") if e.slot == "bare" else e for e in named]
        return [
            e
            for e, was in zip(counted, named, strict=True)
            if e.slot != "letter" and not (was.slot == "bare" and e.value in lines)
        ]
    return [e._replace(slot="line") if e.slot == "bare" else e for e in named if e.slot != "letter"]


def element_note(element: Element) -> Note:
    """What was read, in words."""
    value = element.value
    if element.slot == "source":
        return Note("azul-factory", {"source": value}) if value else Note("azul-centre", {})
    if element.slot == "line":
        return Note("azul-line", {"line": value}) if value else Note("azul-floor", {})
    if element.slot == "column":
        return Note("azul-column", {"column": value})
    if element.slot == "colour" and value in COLOURS:
        return Note("azul-colour", {"tile": value})
    return Note("azul-as-is", {"text": str(value)})
