"""What Qwixx leaves to chance (F10): the first player, the dice, a random mark (X11)."""

from typing import Any

from referee.core.names import key
from referee.core.ruling import Objection
from referee.core.seated import BadDraw, Below, Wanted
from referee.games.qwixx import board
from referee.games.qwixx.folding import boxes_owed
from referee.games.qwixx.notation import read
from referee.games.qwixx.state import Owed, State
from referee.games.qwixx.turns import shown

SIGNS = "🔴🟡🟢🔵"


def awaited(state: State) -> Wanted | Objection:
    """The chance event that is due: first the random marks that are owed, then the first player,
    then the next roll; a roll waits until the turn is complete (X12).

    A random mark whose drawn box is no longer legal has no instant: the moderator decides (X11).
    """
    if state.closed:
        return Objection("F14", "closed", {})
    if state.over is not None and not state.owed:
        return Objection("F14", "qwixx-over", {})
    if any(over is None for _, over in state.pauses):
        return Objection("F14", "paused", {})
    if state.owed:
        return _act(state, state.owed[0])
    if state.active < 0:
        return Wanted("first", facts={"players": list(state.players)})
    if state.turn is not None:
        names = [state.players[seat] for seat in state.waiting]
        return Objection("X12", "waiting", {"players": names})
    return Wanted("roll", facts={"player": state.players[state.active], "turn": state.number})


def _act(state: State, owed: Owed) -> Wanted:
    facts = {
        "player": state.players[owed.seat],
        "turn": owed.turn,
        "boxes": [_named(*found) for found in boxes_owed(state, owed)],
        "disputed": owed.disputed,
    }
    return Wanted("act", None if owed.disputed else owed.at, facts)


def _named(row: int, bit: int) -> list[Any]:
    return [board.COLOURS[row], board.number_of(row, bit)]


def draw(state: State, below: Below) -> dict[str, Any]:
    """The result of the awaited event: an index into the players; the dice, 1 + a number below 6
    each, closed rows skipped; an index into the legal boxes, red, yellow, green, blue, left to
    right, one box is a draw too."""
    wanted = awaited(state)
    if isinstance(wanted, Objection):
        raise BadDraw("qwixx-not-due")
    if wanted.kind == "first":
        return {"first": state.players[below(len(state.players))]}
    if wanted.kind == "roll":
        white = [1 + below(6), 1 + below(6)]
        return {"white": white} | {
            colour: None if state.closed_rows >> row & 1 else 1 + below(6)
            for row, colour in enumerate(board.COLOURS)
        }
    owed = state.owed[0]
    found = boxes_owed(state, owed)
    return _act_result(state, owed, found[below(len(found))])


def _act_result(state: State, owed: Owed, found: tuple[int, int]) -> dict[str, Any]:
    """A random mark as data; as white where both dice make it (X11)."""
    row, bit = found
    dice = shown(owed.dice, state.closed_rows)
    white = found in board.white_boxes(state.sheets[owed.seat].rows, state.closed_rows, dice)
    return {
        "player": state.players[owed.seat],
        "row": board.COLOURS[row],
        "number": board.number_of(row, bit),
        "as": "white" if white else "colour",
    }


def record(state: State, text: str) -> tuple[str, dict[str, Any]]:
    """The awaited event as the moderator writes it: a player, dice (`3 4 2 5 - 1`, white white red
    yellow green blue), a mark (`rouge 7`); raises BadDraw."""
    wanted = awaited(state)
    if isinstance(wanted, Objection):
        raise BadDraw("qwixx-not-due")
    if wanted.kind == "first":
        return "first", _recorded_first(state, text)
    if wanted.kind == "roll":
        return "roll", _recorded_dice(state, text)
    return "act", _recorded_mark(state, text)


def _recorded_first(state: State, text: str) -> dict[str, Any]:
    named = [player for player in state.players if key(player) == key(text)]
    if not named:
        raise BadDraw("qwixx-first", players=", ".join(state.players))
    return {"first": named[0]}


def _recorded_dice(state: State, text: str) -> dict[str, Any]:
    words = text.replace(",", " ").replace(";", " ").split()
    if len(words) != 6:
        raise BadDraw("qwixx-dice", n=len(words))
    dice: list[int | None] = []
    for at, word in enumerate(words):
        closed = at >= 2 and bool(state.closed_rows >> (at - 2) & 1)
        if word in ("-", "–", "—"):
            if not closed:
                raise BadDraw("qwixx-missing", at=at + 1)
            dice.append(None)
        elif closed:
            raise BadDraw("qwixx-closed", at=at + 1, word=word)
        elif word in ("1", "2", "3", "4", "5", "6"):
            dice.append(int(word))
        else:
            raise BadDraw("qwixx-die", at=at + 1, word=word)
    coloured = dict(zip(board.COLOURS, dice[2:], strict=True))
    return {"white": dice[:2], **coloured}


def _recorded_mark(state: State, text: str) -> dict[str, Any]:
    owed = state.owed[0]
    sheet = read(text, ()).act
    found = boxes_owed(state, owed)
    boxes = ", ".join(_sign(board.COLOURS[row], board.number_of(row, bit)) for row, bit in found)
    if len(sheet.marks) != 1 or sheet.declined or sheet.doubt:
        raise BadDraw("qwixx-mark", boxes=boxes)
    (said,) = sheet.marks
    row = board.COLOURS.index(said.row)
    mark = (row, board.box(row, said.number))
    if mark not in found:
        raise BadDraw("qwixx-mark", boxes=boxes)
    return _act_result(state, owed, mark)


def spelled(kind: str, result: dict[str, Any]) -> str:
    """A result in the form in which `record` reads it."""
    if kind == "first":
        return str(result["first"])
    if kind == "roll":
        dice = [*result["white"], *(result[colour] for colour in board.COLOURS)]
        return " ".join("-" if die is None else str(die) for die in dice)
    return _sign(result["row"], result["number"])


def _sign(row: str, number: int) -> str:
    """A box in a form that is the same in every language and that posts are read in."""
    return f"{SIGNS[board.COLOURS.index(row)]} {number}"
