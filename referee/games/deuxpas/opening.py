"""A Deux-Pas table at its opening: classic, varied, or a game under way (D2, D3, D13)."""

from typing import Any

import msgspec

from referee.core.game import Opening
from referee.core.names import key
from referee.core.seated import BadStart
from referee.games.deuxpas import board
from referee.games.deuxpas.clock import HINT, SECOND, parse_clock
from referee.games.deuxpas.fold import begun, counted
from referee.games.deuxpas.state import (
    BLUE,
    COLOURS,
    LAST_MOVE,
    PAWNS,
    RED,
    Pair,
    Reason,
    Result,
    State,
)

OPTIONS = {"start": "classic", "clock": "7d"}
_CLASSIC = (board.mask_of(("c1", "d1", "e1", "f1")), board.mask_of(("c8", "d8", "e8", "f8")))
_GROUNDS = ".rbRB"


def check_option(name: str, value: str) -> str:
    """What an option takes, if `value` is not such; empty if it is."""
    if name == "start" and value not in ("classic", "varied"):
        return "classic, varied"
    if name == "clock" and parse_clock(value) is None:
        return HINT
    return ""


class _By(msgspec.Struct, forbid_unknown_fields=True):
    red: int = 0
    blue: int = 0


class _Pawns(msgspec.Struct, forbid_unknown_fields=True):
    red: list[str] = []
    blue: list[str] = []


class _Seats(msgspec.Struct, forbid_unknown_fields=True):
    red: str
    blue: str


class _Clock(msgspec.Struct, forbid_unknown_fields=True):
    red: float | None = None
    blue: float | None = None


class _Result(msgspec.Struct, forbid_unknown_fields=True):
    winner: str | None
    reason: Reason


class _Start(msgspec.Struct, forbid_unknown_fields=True):
    """The contract's state; what is left out is as at the start. `week` is the table's own."""

    phase: str | None = None
    seats: _Seats | None = None
    placed: list[str] = []
    board: list[str] | None = None
    pawns: _Pawns | None = None
    arrived: _By = msgspec.field(default_factory=_By)
    destroyed: _By = msgspec.field(default_factory=_By)
    to_move: str | None = None
    moves: _By | None = None
    clock: _Clock | None = None
    result: _Result | None = None
    week: str | None = None


def setup(opening: Opening) -> State:
    """The table at its opening; raises BadStart for a state that no game can be in."""
    options = {**OPTIONS, **opening.options}
    clock = parse_clock(options["clock"])
    if clock is None:
        raise BadStart(f"clock: {options['clock']}")
    start = _read(opening.start)
    seats = _seats(opening.players, start.seats)
    bank, increment = clock
    left = (bank * SECOND, bank * SECOND)
    state = State(opening.since, seats, bank, increment, left, drawn=False, placed=())
    phase = _phase(start, options["start"])
    if phase == "draw":
        return state
    state = msgspec.structs.replace(state, drawn=True, **_ground(start, options["start"]))
    if phase == "placement":
        return state
    state = _under_way(state, start, options["start"])
    if start.result is not None:
        return _finished(state, start.result)
    return _over(state) or begun(state, opening.since)


def _read(start: dict[str, Any] | None) -> _Start:
    try:
        return msgspec.convert(start or {}, _Start)
    except msgspec.ValidationError as error:
        raise BadStart(str(error)) from error


def _seats(players: tuple[str, ...], told: _Seats | None) -> tuple[str, str]:
    """Red and Blue: the players as listed, which a start may repeat, or those of the start."""
    if told is not None and not players:
        players = (told.red, told.blue)
    if len(players) != 2 or not all(map(key, players)) or key(players[0]) == key(players[1]):
        raise BadStart("seats: two players, Red first")
    if told is not None and [key(told.red), key(told.blue)] != [key(name) for name in players]:
        raise BadStart(f"seats: {told.red}, {told.blue}")
    return players[RED], players[BLUE]


def _phase(start: _Start, kind: str) -> str:
    """The phase to start in, by what is said and what there is."""
    if start.phase not in (None, "draw", "placement", "play", "over"):
        raise BadStart(f"phase: {start.phase}")
    if (start.phase == "over") != (start.result is not None) and start.phase is not None:
        raise BadStart("phase, result: a game is over when it has a result")
    if start.phase in ("draw", "placement") and (kind == "classic" or start.placed):
        raise BadStart(f"phase: {start.phase} needs start=varied and nothing placed yet")
    if start.phase is not None:
        return start.phase
    if start.pawns is not None or start.result is not None:
        return "play"
    if kind == "classic":
        return "play"
    return "placement" if start.board is not None else "draw"


def _ground(start: _Start, kind: str) -> dict[str, Any]:
    """Colours and immutable cells, from rows of ranks 8 to 1."""
    rows = start.board
    if rows is None:
        if kind == "varied":
            raise BadStart("board: missing")
        return {"cells": (0, 0), "fixed": 0}
    if len(rows) != 8 or any(len(row) != 8 or set(row) - set(_GROUNDS) for row in rows):
        raise BadStart("board: 8 rows, rank 8 first, of 8 signs out of . r b R B")
    text = "".join(reversed(rows))
    masks = {
        sign: sum(1 << cell for cell, here in enumerate(text) if here == sign) for sign in "rbRB"
    }
    cells = (masks["r"] | masks["R"], masks["b"] | masks["B"])
    return {"cells": cells, "fixed": masks["R"] | masks["B"]}


def _under_way(state: State, start: _Start, kind: str) -> State:
    if start.placed and len(start.placed) != 2:
        raise BadStart("placed: both or nobody once the game is under way")
    if start.pawns is None and kind == "varied":
        raise BadStart("pawns: missing")
    pawns = _pawns(start.pawns) if start.pawns else _CLASSIC
    arrived, destroyed = _pair("arrived", start.arrived, 3), _pair("destroyed", start.destroyed, 4)
    _four(pawns, arrived, destroyed)
    turn = _turn(start)
    made = _made(start.moves, turn)
    left = state.left
    if start.clock is not None:
        left = _left(start.clock, left)
    return msgspec.structs.replace(
        state,
        placed=(RED, BLUE),
        pawns=pawns,
        arrived=arrived,
        destroyed=destroyed,
        made=made,
        turn=turn,
        left=left,
    )


def _turn(start: _Start) -> int:
    if start.to_move not in (None, *COLOURS):
        raise BadStart(f"to_move: {start.to_move}")
    if start.to_move is not None:
        return COLOURS.index(start.to_move)
    return BLUE if start.moves is not None and start.moves.red > start.moves.blue else RED


def _made(moves: _By | None, turn: int) -> Pair:
    """Moves made: as many, or one more of Red's while Blue is to move."""
    if moves is None:
        return (1, 0) if turn == BLUE else (0, 0)
    made = _pair("moves", moves, LAST_MOVE)
    if made[RED] - made[BLUE] not in (0, 1) or (turn == BLUE) != (made[RED] > made[BLUE]):
        raise BadStart(f"moves, to_move: {made[RED]} and {made[BLUE]}, {COLOURS[turn]} to move")
    return made


def _pair(name: str, by: _By, most: int) -> Pair:
    if not (0 <= by.red <= most and 0 <= by.blue <= most):
        raise BadStart(f"{name}: 0 to {most} each")
    return by.red, by.blue


def _pawns(pawns: _Pawns) -> Pair:
    masks = []
    for colour, cells in zip(COLOURS, (pawns.red, pawns.blue), strict=True):
        unknown = [cell for cell in cells if cell not in board.INDEX]
        if unknown or len(set(cells)) != len(cells) or len(cells) > 4:
            raise BadStart(f"pawns.{colour}: at most 4 different cells a1 to h8: {cells}")
        masks.append(board.mask_of(cells))
    red, blue = masks
    if red & blue:
        raise BadStart(f"pawns: two on {', '.join(board.names(red & blue))}")
    if red & board.HOME[BLUE] or blue & board.HOME[RED]:
        raise BadStart("pawns: one on its far rank has arrived and left the board")
    return red, blue


def _four(pawns: Pair, arrived: Pair, destroyed: Pair) -> None:
    """Four pawns each (D1): none is lost twice, or lost and still there.

    Pawns on the board and arrivals are not added up, nor need all be accounted for: positions are
    set up to be studied (the independent counts have an ending with three pawns and two arrivals).
    """
    for colour, there, scored, lost in zip(COLOURS, pawns, arrived, destroyed, strict=True):
        n = there.bit_count()
        if n + lost > PAWNS:
            raise BadStart(f"{colour}: {n} pawns on the board + {lost} destroyed > {PAWNS} (D1)")
        if scored + lost > PAWNS:
            raise BadStart(f"{colour}: {scored} arrived + {lost} destroyed > {PAWNS} (D1)")
    if min(arrived) > 2:
        raise BadStart("arrived: the third arrival wins at once, only one side can have it (D9)")


def _left(clock: _Clock, left: Pair) -> Pair:
    """What the clocks hold, in microseconds."""
    found = []
    for given, full in zip((clock.red, clock.blue), left, strict=True):
        if given is not None and not 0 <= given <= 10**9:
            raise BadStart(f"clock: {given}")
        found.append(full if given is None else round(given * SECOND))
    return found[RED], found[BLUE]


def _over(state: State) -> State | None:
    """A game that is over by what stands on the table, though no result is told (D9, D11)."""
    if max(state.arrived) > 2:
        result = Result(RED if state.arrived[RED] > 2 else BLUE, "arrival", state.since)
        return msgspec.structs.replace(state, result=result)
    if min(state.made) >= LAST_MOVE:
        return msgspec.structs.replace(state, result=counted(state, state.since))
    return None


def _finished(state: State, result: _Result) -> State:
    """A game that is over already."""
    if result.winner not in (None, *COLOURS) or (result.winner is None) != (
        result.reason == "draw"
    ):
        raise BadStart(f"result: {result.winner}, {result.reason}")
    winner = None if result.winner is None else COLOURS.index(result.winner)
    return msgspec.structs.replace(state, result=Result(winner, result.reason, state.since))
