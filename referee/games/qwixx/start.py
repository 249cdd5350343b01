"""A Qwixx table at its opening: seats, options, and a game already under way."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from referee.core import durations
from referee.core.game import Opening
from referee.core.names import key
from referee.core.seated import BadStart
from referee.games.qwixx import board
from referee.games.qwixx.board import Dice
from referee.games.qwixx.state import Answer, Sheet, State, Turn

OPTIONS = {"answer_limit": "48h", "first": ""}


def seconds_of(text: str) -> int:
    """A duration such as `48h`, `2d` or `90min` in seconds; 0 if it is none."""
    try:
        return durations.seconds(text)
    except durations.BadDuration:
        return 0


def check_option(name: str, value: str) -> str:
    """What an option takes, if `value` is not such; empty if it is."""
    if name == "answer_limit" and not seconds_of(value):
        return "48h, 2d, 90min"
    return ""


def setup(opening: Opening) -> State:
    """The table at its opening; a start is a state of the contract, what it lacks is as new."""
    players = opening.players
    several = len(players)
    state = State(
        players=players,
        since=opening.since,
        limit=seconds_of(opening.options.get("answer_limit", "")) or seconds_of("48h"),
        active=_first(players, opening.options.get("first", "")),
        sheets=(Sheet(),) * several,
        extra=(0,) * several,
        gone=(False,) * several,
    )
    return _under_way(state, opening.start) if opening.start else state


def _first(players: Sequence[str], name: str) -> int:
    if not name:
        return -1
    for seat, player in enumerate(players):
        if key(player) == key(name):
            return seat
    raise _choice("first", name, players)


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()[:60]


def _form(where: str, seen: Any, wanted: str) -> BadStart:
    return BadStart(case="form", where=where, seen=_shown(seen), form=wanted)


def _range(where: str, seen: Any, least: int, most: int) -> BadStart:
    return BadStart(case="range", where=where, seen=_shown(seen), least=least, most=most)


def _choice(where: str, seen: Any, known: Sequence[str]) -> BadStart:
    return BadStart(case="choice", where=where, seen=_shown(seen), known=", ".join(known))


def _die_of(colour: str, die: Any, *, closed: bool) -> BadStart:
    if closed:
        return BadStart(case="closed-die", where=f"dice.{colour}", row=colour, seen=_shown(die))
    return _range(f"dice.{colour}", die, 1, 6)


def _under_way(state: State, start: dict[str, Any]) -> State:
    """The table as a state of the contract has it."""
    _known(start, ("turn", "active", "dice", "waiting_for", "deadline", "closed", "sheets", "over",
                   "winners"), "")  # fmt: skip
    closed = _rows(start.get("closed") or [], "closed")
    sheets = _sheets(state.players, start.get("sheets") or {})
    active = state.active
    if start.get("active") is not None:
        active = _seat(state.players, start["active"], "active")
    elif start.get("dice"):
        raise BadStart(case="active")
    number = start.get("turn", 1)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 9999:
        raise _range("turn", number, 1, 9999)
    closed = (
        board.closing([sheet.rows for sheet in sheets], closed) if not start.get("dice") else closed
    )
    state = msgspec.structs.replace(
        state, number=number, active=active, sheets=sheets, closed_rows=closed
    )
    most = max(sheet.penalties for sheet in sheets)
    if start.get("over") or (not start.get("dice") and board.ends(most, closed)):
        if not board.ends(most, closed):
            raise BadStart(case="not-over")
        return msgspec.structs.replace(state, over=state.since)
    return _with_dice(state, start)


def _known(given: Any, names: Sequence[str], where: str) -> None:
    if not isinstance(given, dict):
        raise _form(where.rstrip(".") or "state", given, "{}")
    unknown = [name for name in given if name not in names]
    if unknown:
        raise BadStart(case="unknown", where=f"{where}{unknown[0]}", known=", ".join(names))


def _seat(players: Sequence[str], name: Any, where: str) -> int:
    for seat, player in enumerate(players):
        if isinstance(name, str) and key(player) == key(name):
            return seat
    raise _choice(where, name, players)


def _rows(names: Any, where: str) -> int:
    if not isinstance(names, list):
        raise _form(where, names, "[]")
    mask = 0
    for name in names:
        if name not in board.COLOURS:
            raise _choice(where, name, board.COLOURS)
        mask |= 1 << board.COLOURS.index(name)
    return mask


def _sheets(players: Sequence[str], given: Any) -> tuple[Sheet, ...]:
    if not isinstance(given, dict):
        raise _form("sheets", given, "{}")
    sheets = [Sheet()] * len(players)
    for name, sheet in given.items():
        sheets[_seat(players, name, "sheets")] = _sheet(name, sheet)
    return tuple(sheets)


def _sheet(name: str, given: Any) -> Sheet:
    _known(given, (*board.COLOURS, "locks", "penalties", "score"), f"sheets.{name}.")
    locks = _rows(given.get("locks") or [], f"sheets.{name}.locks")
    rows = tuple(
        _row(f"sheets.{name}.{colour}", row, given.get(colour) or [], lock=bool(locks >> row & 1))
        for row, colour in enumerate(board.COLOURS)
    )
    penalties = given.get("penalties", 0)
    if type(penalties) is not int or not 0 <= penalties <= board.MOST_PENALTIES:
        raise _range(f"sheets.{name}.penalties", penalties, 0, board.MOST_PENALTIES)
    sheet = Sheet((rows[0], rows[1], rows[2], rows[3]), penalties)
    if given.get("score", sheet.score) != sheet.score:
        raise BadStart(
            case="score", where=f"sheets.{name}", seen=_shown(given["score"]), score=sheet.score
        )
    return sheet


def _row(where: str, row: int, marks: Any, *, lock: bool) -> int:
    """A row's mask: numbers left to right, the last one with its lock on five marks (X3, X7)."""
    if not isinstance(marks, list):
        raise _form(where, marks, "[]")
    places = []
    for number in marks:
        if type(number) is not int or not 2 <= number <= 12:
            raise _range(where, number, 2, 12)
        places.append(board.NUMBERS[row].index(number))
    if len(set(places)) != len(places):
        raise BadStart(case="twice", where=where, seen=_shown(marks))
    mask = board.mask_of(row, marks, lock=lock)
    last = bool(mask & board.LAST)
    if last != lock:
        raise BadStart(case="lock", where=where, last=board.NUMBERS[row][-1])
    if last and len(places) <= board.MARKS_FOR_LOCK:
        raise BadStart(case="five", where=where, last=board.NUMBERS[row][-1])
    return mask


def _with_dice(state: State, start: dict[str, Any]) -> State:
    """A turn under way: who is not waited for has answered; without `waiting_for` nobody has."""
    given = start.get("dice")
    if not given:
        return state
    dice = _dice(given, state.closed_rows)
    seats = range(len(state.players))
    waiting = start.get("waiting_for")
    awaited = set(seats) if waiting is None else {
        _seat(state.players, name, "waiting_for") for name in waiting
    }  # fmt: skip
    needed = tuple(
        board.can_mark(
            state.sheets[seat].rows, state.closed_rows, dice, active=seat == state.active
        )
        for seat in seats
    )
    if waiting is not None and not any(needed[seat] for seat in awaited):
        raise BadStart(case="complete")
    answers = tuple(
        Answer() if seat in awaited or not needed[seat] else Answer(given=True, done=True)
        for seat in seats
    )
    began = state.since.astimezone(UTC)
    if start.get("deadline"):
        began = _instant(start["deadline"]) - timedelta(seconds=state.limit)
    turn = Turn(dice, began, 1, answers, (0,) * len(seats), needed)
    return msgspec.structs.replace(state, turn=turn)


def _instant(text: Any) -> datetime:
    try:
        at = msgspec.convert(text, datetime)
    except msgspec.ValidationError:
        raise _form("deadline", text, "2026-11-28T20:00:00+01:00") from None
    if at.tzinfo is None:
        raise _form("deadline", text, "2026-11-28T20:00:00+01:00")
    return at.astimezone(UTC)


def _dice(given: Any, closed: int) -> Dice:
    _known(given, ("white", *board.COLOURS), "dice.")
    white = given.get("white")
    if not isinstance(white, list) or len(white) != 2 or not all(map(_die, white)):
        raise _form("dice.white", white, "[3, 4]")
    found = []
    for row, colour in enumerate(board.COLOURS):
        die = given.get(colour)
        if die is not None and (not _die(die) or closed >> row & 1):
            raise _die_of(colour, die, closed=bool(closed >> row & 1))
        found.append(die or 0)
    return (white[0], white[1], found[0], found[1], found[2], found[3])


def _die(die: Any) -> bool:
    return type(die) is int and 1 <= die <= 6
