"""What the topic is told: the table as it stands, a turn summed up, a move in words."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from referee.core.reading import Note
from referee.core.seated import Part
from referee.games.qwixx import board
from referee.games.qwixx.board import Dice
from referee.games.qwixx.naming import box_note, line_note, move_words, row_note
from referee.games.qwixx.picture import pictures
from referee.games.qwixx.state import Answer, Complete, State
from referee.games.qwixx.turns import advance, due
from referee.games.qwixx.view import winners

_EMOJI = ("⚪", "⚪", "🔴", "🟡", "🟢", "🔵")


def said(move: dict[str, Any]) -> Note:
    """A move in words; of a random mark (X11) the box."""
    if move.get("resign"):
        return Note("qwixx-resigns")
    if "row" in move:
        box = box_note(move["row"], move["number"])
        return Note(box["kind"], box["facts"])
    kind, facts = move_words(move.get("white"), move.get("colour"))
    return Note(kind, facts)


def dice_words(dice: Dice) -> str:
    """Dice as people post them; a die that is not there is a dash."""
    return " ".join(f"{sign}{die or '–'}" for sign, die in zip(_EMOJI, dice, strict=True))


def bulletin(state: State, at: datetime) -> tuple[Part, ...]:
    """The table as it stands: whose turn it is, the dice, who is awaited until when, reminders,
    every sheet."""
    state = advance(state, at)[0]
    if state.closed and state.over is None:
        return pictures(state)
    return (*_standing(state), *reminders(state, at), *pictures(state))


def _standing(state: State) -> Iterator[Part]:
    if state.over is not None:
        yield from _result(state)
    elif state.active < 0:
        yield Note("qwixx-before-first")
    elif state.turn is None:
        yield Note("qwixx-next", {"turn": state.number, "player": state.players[state.active]})
    else:
        yield from _rolled(state)
    for owed in state.owed:
        facts = {"player": state.players[owed.seat], "turn": owed.turn}
        yield Note("qwixx-disputed" if owed.disputed else "qwixx-owed", facts)


def _rolled(state: State) -> Iterator[Part]:
    """The dice of the open turn, what they make, who is awaited until when."""
    turn = state.turn
    if turn is None:
        return
    player = state.players[state.active]
    total = turn.dice[0] + turn.dice[1]
    facts = {"turn": state.number, "player": player, "dice": dice_words(turn.dice)}
    yield Note("qwixx-dice", facts | {"total": total})
    ends = [(end, seat) for seat in state.waiting if (end := due(state, seat)) is not None]
    names = [state.players[seat] for seat in state.waiting]
    if len({end for end, _ in ends}) == 1:
        yield Note("qwixx-waiting", {"players": names, "from": ends[0][0].isoformat()})
    elif ends:
        for end, seat in ends:
            facts = {"players": [state.players[seat]], "from": end.isoformat()}
            yield Note("qwixx-waiting", facts)
    elif names:
        yield Note("qwixx-waiting-paused", {"players": names})


def reminders(state: State, at: datetime) -> tuple[Note, ...]:
    """A reminder ready to paste for each player who is awaited and has used half of the time."""
    found = []
    for seat in state.waiting:
        end = due(state, seat)
        if end is not None and at <= end and end - at <= state.allowance / 2:
            left = (end - at).total_seconds()
            facts = {"player": state.players[seat], "lacking": left, "from": end.isoformat()}
            found.append(Note("qwixx-reminder", facts | {"turn": state.number}))
    return tuple(found)


def news(before: State, after: State, at: datetime) -> tuple[Part, ...]:
    """What happened between two states, to stand before the bulletin: each turn that was completed
    or came to another end, summed up, with new dice also the turn before them; then the points."""
    after = advance(after, at)[0]
    seen = set(before.history)
    if before.turn is None and after.turn is not None:
        seen.discard(after.history[-1] if after.history else None)
    fresh = [turn for turn in after.history if turn not in seen]
    parts = [part for turn in fresh for part in _summary(after, turn)]
    return (*parts, *([_points(after)] if fresh and after.over is None else []))


def _points(state: State) -> Note:
    return Note("qwixx-scores", {"scores": scores(state)})


def scores(state: State) -> str:
    """Everybody's points, most first: `Alice 12, Bruno 7`."""
    rows = sorted(
        zip(state.players, state.sheets, strict=True), key=lambda row: row[1].score, reverse=True
    )
    return ", ".join(f"{player} {sheet.score}" for player, sheet in rows)


def _summary(state: State, turn: Complete) -> Iterator[Part]:
    """A turn summed up: how it ended, what everybody marked, penalty, absentees, locks."""
    ended = Note(f"qwixx-ended-{turn.by}")
    facts = {"turn": turn.number, "player": state.players[turn.active], "ended": ended}
    yield Note("qwixx-summary", facts | {"dice": dice_words(turn.dice)})
    for seat, answer in enumerate(turn.answers):
        yield Note("qwixx-did", {"player": state.players[seat], "what": _did(turn, seat, answer)})
    for row, seat in turn.locks:
        facts = {"player": state.players[seat], "row": line_note(board.COLOURS[row])}
        yield Note("qwixx-locked", facts)
    for row in sorted({row for row, _ in turn.locks}):
        yield Note("qwixx-row-closed", {"row": line_note(board.COLOURS[row])})


def _did(turn: Complete, seat: int, answer: Answer) -> Note:
    """What a player did in a turn, and what that cost."""
    move = Note(*_words(answer))
    if answer.random:
        return Note("qwixx-did-random", {"move": move})
    if seat == turn.active and turn.penalty:
        if answer.absent:
            return Note("qwixx-did-absent-penalty")
        return Note("qwixx-did-penalty" if answer.given else "qwixx-did-stuck-penalty")
    if answer.absent:
        return Note("qwixx-did-absent")
    if not answer.given:
        return Note("qwixx-did-stuck")
    return move


def _words(answer: Answer) -> tuple[str, dict[str, Any]]:
    pairs = [
        None if mark is None else (board.COLOURS[mark[0]], mark[1])
        for mark in (answer.white, answer.colour)
    ]
    return move_words(pairs[0], pairs[1])


def _result(state: State) -> Iterator[Part]:
    """The end: why, who won, the points."""
    if state.closed_rows.bit_count() >= board.ROWS_TO_END:
        rows: list[Any] = [row_note(row) for row in board.named(state.closed_rows)]
        yield Note("qwixx-over-rows", {"rows": rows})
    elif any(sheet.penalties >= board.MOST_PENALTIES for sheet in state.sheets):
        names = [
            player
            for player, sheet in zip(state.players, state.sheets, strict=True)
            if sheet.penalties >= board.MOST_PENALTIES
        ]
        yield Note("qwixx-over-penalty", {"player": names[0]})
    else:
        yield Note("qwixx-over-resigned")
    won = winners(state)
    facts = {"players": list(won), "scores": scores(state)}
    yield Note("qwixx-won" if len(won) == 1 else "qwixx-shared", facts)
