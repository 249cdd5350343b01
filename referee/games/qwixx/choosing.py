"""Which actions the marks of an answer mean (X14), and what each reading breaks."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from referee.core.ruling import Objection
from referee.games.qwixx import board
from referee.games.qwixx.acts import Said, Sheet
from referee.games.qwixx.board import Rows
from referee.games.qwixx.naming import box_note, move_note, row_note
from referee.games.qwixx.state import Answer, Move, State, Turn


class Choice(NamedTuple):
    """One reading of an answer: what is marked with which action, whether nothing may be added
    later, and every clause that it breaks."""

    white: Said | None
    colour: Said | None
    done: bool
    objections: tuple[Objection, ...] = ()

    @property
    def move(self) -> Move:
        """The reading as a move."""
        return Move(_pair(self.white), _pair(self.colour))


class Asked(NamedTuple):
    """What a reading is checked against."""

    state: State
    turn: Turn
    seat: int
    marks: tuple[Said, ...]
    declined: frozenset[str]

    @property
    def active(self) -> bool:
        """Whether the author is the active player."""
        return self.seat == self.state.active

    @property
    def given(self) -> Answer:
        """The author's answer so far."""
        return self.turn.answers[self.seat]

    @property
    def rows(self) -> Rows:
        """The author's sheet."""
        return self.state.sheets[self.seat].rows


def asked(state: State, turn: Turn, seat: int, sheet: Sheet, marks: tuple[Said, ...]) -> Asked:
    """The question that a sheet puts."""
    return Asked(state, turn, seat, marks, frozenset(sheet.declined))


def too_many(question: Asked) -> bool:
    """Whether there are more marks than one answer can hold, or two for one action (F15)."""
    marks, declined = question.marks, question.declined
    labels = [said.action for said in marks if said.action]
    if len(marks) > 2 or len(labels) != len(set(labels)):
        return True
    if marks and declined & {"all", "penalty"}:
        return True
    left = 2 - len(declined & {"white", "colour"})
    return len(marks) > left or any(label in declined for label in labels)


def choose(question: Asked) -> Choice:
    """The reading that is meant; with objections where none is legal: those of the reading that is
    nearest, for a pair those of each reading."""
    choices = [_checked(question, choice) for choice in _choices(question)]
    legal = [choice for choice in choices if not choice.objections]
    if legal:
        # Two legal readings of the same marks leave the same sheet; the white one is meant.
        return legal[0]
    if len(choices) == 1:
        return choices[0]
    if len(question.marks) == 1:
        return _nearest(question, choices)
    broken = list(dict.fromkeys(map(_Key, (o for c in choices for o in c.objections))))
    objections = _whites_in_one([key.objection for key in broken])
    return choices[0]._replace(objections=tuple(objections))


def _whites_in_one(broken: list[Objection]) -> list[Objection]:
    """Where neither mark of a pair is the white sum, that is said once."""
    whites = [o for o in broken if (o.clause, o.case) == ("X4", "white")]
    if len(whites) < 2:
        return broken
    boxes = [
        box_note(o.facts["row"]["kind"].removeprefix("qwixx-"), o.facts["number"]) for o in whites
    ]
    dice = {name: whites[0].facts[name] for name in ("one", "other", "total")}
    once = Objection("X4", "white-pair", {"boxes": boxes} | dice)
    first = broken.index(whites[0])
    rest = [o for o in broken if o not in whites]
    return [*rest[:first], once, *rest[first:]]


class _Key:
    """An objection that can be compared and hashed, facts included."""

    def __init__(self, objection: Objection) -> None:
        self.objection = objection
        self._key = (objection.clause, objection.case, repr(objection.facts))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def _choices(question: Asked) -> Iterator[Choice]:
    """Every reading, the one that is meant where several are legal first."""
    marks, declined, active = question.marks, question.declined, question.active
    finished = not active or bool(declined & {"all", "rest", "colour", "penalty"})
    if not marks:
        yield Choice(None, None, finished)
    elif len(marks) == 2:
        one, other = marks
        for white, colour in ((one, other), (other, one)):
            if white.action != "colour" and colour.action != "white":
                yield Choice(white, colour, done=True)
    else:
        (said,) = marks
        if said.action != "colour" and "white" not in declined:
            yield Choice(said, None, finished)
        in_colour = said.action == "colour" or "white" in declined
        if in_colour or (active and not said.action and "colour" not in declined):
            yield Choice(None, said, done=True)


def _checked(question: Asked, choice: Choice) -> Choice:
    found = [*_second_answer(question, choice)]
    rows = question.rows
    if choice.white:
        found += _white(question, choice.white)
        rows = _after(rows, choice.white)
    if choice.colour:
        found += _colour(question, choice.colour, rows)
    if not choice.white and not choice.colour and not found:
        found += _passing(question)
    return choice._replace(objections=tuple(found))


def _after(rows: Rows, said: Said) -> Rows:
    row = board.COLOURS.index(said.row)
    bit = board.box(row, said.number)
    return board.with_mark(rows, row, bit) if bit else rows


def _second_answer(question: Asked, choice: Choice) -> Iterator[Objection]:
    """X13: the first valid answer counts; the active player may add the action not used yet."""
    given = question.given
    if not given.given:
        return
    given_move = Move(_named(given.white), _named(given.colour))
    facts = {"post": given.post, "move": move_note(given_move)}
    if not question.active:
        yield Objection("X13", "answered", facts)
    elif given.done:
        case = "white-after-colour" if given.colour and choice.white else "done"
        yield Objection("X13", case, facts)
    elif choice.white is not None:
        yield Objection("X13", "second-white" if given.white else "white-forgone", facts)
    elif choice.colour is None and not choice.done:
        yield Objection("X13", "nothing-new", facts)


def _named(mark: tuple[int, int] | None) -> tuple[str, int] | None:
    return None if mark is None else (board.COLOURS[mark[0]], mark[1])


def _pair(said: Said | None) -> tuple[str, int] | None:
    return None if said is None else (said.row, said.number)


def _white(question: Asked, said: Said) -> Iterator[Objection]:
    """What a mark with the white dice breaks: X2, X7, X3, X4."""
    if not 2 <= said.number <= 12:
        yield _outside(said)
        return
    yield from _in_row(question, said, question.rows)
    one, other = question.turn.dice[:2]
    if said.number != one + other:
        facts = _mark_facts(said) | {"one": one, "other": other, "total": one + other}
        yield Objection("X4", "white", facts)


def _colour(question: Asked, said: Said, rows: Rows) -> Iterator[Objection]:
    """What a mark with a white and a coloured die breaks: X2, X7, X3, X4."""
    if not 2 <= said.number <= 12:
        yield _outside(said)
        return
    facts = _mark_facts(said)
    if not question.active:  # the action is not theirs: nothing else about it matters
        names = question.state.players
        yield Objection("X4", "not-active", facts | {"active": names[question.state.active]})
        return
    yield from _in_row(question, said, rows)
    row = board.COLOURS.index(said.row)
    one, other, die = *question.turn.dice[:2], question.turn.dice[row + 2]
    if question.state.closed_rows >> row & 1:
        return  # said already: the row is closed, and its die gone with it
    if not die:
        yield Objection("X4", "no-die", facts)
    elif said.number not in (one + die, other + die):
        sums = sorted({one + die, other + die})
        yield Objection("X4", "colour", facts | {"die": die, "sums": sums})


def _in_row(question: Asked, said: Said, rows: Rows) -> Iterator[Objection]:
    """What a mark breaks whichever dice make it: a closed row, a box too far left, too few marks
    for the last number."""
    row = board.COLOURS.index(said.row)
    mask, bit = rows[row], board.box(row, said.number)
    facts = _mark_facts(said)
    if question.state.closed_rows >> row & 1:
        yield Objection("X7", "closed", facts)
    if mask & board.ALL_BOXES >= bit:
        last = board.number_of(row, 1 << ((mask & board.ALL_BOXES).bit_length() - 1))
        case = "marked" if mask & bit else "left"
        yield Objection("X3", case, facts | {"last": last})
    elif bit == board.LAST and mask.bit_count() < board.MARKS_FOR_LOCK:
        yield Objection("X7", "five", facts | {"marks": mask.bit_count()})


def _mark_facts(said: Said) -> dict[str, Any]:
    return {"row": row_note(said.row), "number": said.number}


def _outside(said: Said) -> Objection:
    return Objection("X2", "number", _mark_facts(said))


def _passing(question: Asked) -> Iterator[Objection]:
    """X6: with three penalties and a legal mark the active player may not pass."""
    state, given = question.state, question.given
    if not question.active or given.white or given.colour:
        return
    sheet = state.sheets[question.seat]
    if sheet.penalties < board.MOST_PENALTIES - 1:
        return
    found = board.all_boxes(sheet.rows, state.closed_rows, question.turn.dice)
    if found:
        boxes = [box_note(board.COLOURS[row], board.number_of(row, bit)) for row, bit in found]
        yield Objection("X6", "pass", {"boxes": boxes})


def _nearest(question: Asked, choices: Sequence[Choice]) -> Choice:
    """Of an unlabelled mark that is illegal either way: the action whose dice make its number; if
    neither do, both sums are named."""
    (said,) = question.marks
    by_white = next((c for c in choices if c.white), choices[0])
    by_colour = next((c for c in choices if c.colour), choices[0])
    one, other = question.turn.dice[:2]
    if said.number == one + other or not 2 <= said.number <= 12:
        return by_white
    row = board.COLOURS.index(said.row)
    die = question.turn.dice[row + 2]
    if die and said.number in (one + die, other + die):
        return by_colour
    broken = [o for o in by_white.objections if (o.clause, o.case) != ("X4", "white")]
    facts: dict[str, Any] = _mark_facts(said) | {"total": one + other}
    if die:
        sums = sorted({one + die, other + die})
        broken.append(Objection("X4", "neither", facts | {"sums": sums}))
    else:
        facts |= {"one": one, "other": other}
        broken.append(Objection("X4", "white", facts))
    return by_white._replace(objections=tuple(broken))
