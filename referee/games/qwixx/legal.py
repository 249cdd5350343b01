"""The answers that would be valid now, as acts to judge."""

from collections.abc import Iterator
from datetime import datetime

from referee.core.limits import paused_at
from referee.games.qwixx import board
from referee.games.qwixx.acts import Posted, Said, Sheet
from referee.games.qwixx.state import State
from referee.games.qwixx.turns import before, too_late


def legal(state: State, player: str, at: datetime, week: str) -> Iterator[Posted]:
    """Every answer of `player` that would be a valid move at that instant, each action by its name;
    resigning is left out."""
    state = before(state, at)
    seat = state.seat(player)
    if not _may_answer(state, seat, at):
        return
    for sheet in _sheets(state, seat):
        yield Posted(0, player, at, 1, week, sheet)


def _may_answer(state: State, seat: int, at: datetime) -> bool:
    if seat < 0 or state.turn is None or state.closed or paused_at(state.pauses, at):
        return False
    answer = state.turn.answers[seat]
    return not (
        state.gone[seat] or answer.done or state.over is not None or too_late(state, seat, at)
    )


def _sheets(state: State, seat: int) -> Iterator[Sheet]:
    turn, sheet = state.turn, state.sheets[seat]
    if turn is None:
        return
    rows, closed, dice = sheet.rows, state.closed_rows, turn.dice
    active, given = seat == state.active, turn.answers[seat]
    if not given.given:
        for row, bit in board.white_boxes(rows, closed, dice):
            white = _said(row, bit, "white")
            yield Sheet((white,))
            if active:
                after = board.with_mark(rows, row, bit)
                for other in board.colour_boxes(after, closed, dice):
                    yield Sheet((white, _said(*other, "colour")))
    colours = board.colour_boxes(rows, closed, dice) if active else []
    for row, bit in colours:
        yield Sheet((_said(row, bit, "colour"),))
    marked = given.white is not None
    full = active and sheet.penalties >= board.MOST_PENALTIES - 1 and not marked
    if not full or not board.all_boxes(rows, closed, dice):
        yield Sheet(declined=("all",))


def _said(row: int, bit: int, action: str) -> Said:
    return Said(board.COLOURS[row], board.number_of(row, bit), action)
