"""What is told of a Deux-Pas table, in notes: the table as it stands, what has happened, a move."""

from datetime import datetime
from typing import Any

from referee.core.reading import Note
from referee.core.seated import Deadline, Outcome, Part
from referee.games.deuxpas import board
from referee.games.deuxpas.acts import Posted
from referee.games.deuxpas.clock import advance, flag_at
from referee.games.deuxpas.fold import played
from referee.games.deuxpas.rules import own_paths
from referee.games.deuxpas.state import BLUE, COLOURS, LAST_MOVE, RED, Last, State
from referee.games.deuxpas.view import clocks, picture


def outcome(state: State) -> Outcome | None:
    """How the game ended (D9-D13); scores are cells where cells decided it."""
    result = state.result
    if result is None:
        return None
    winners = () if result.winner is None else (state.seats[result.winner],)
    counted = result.reason in ("count", "draw")
    scores = {state.seats[s]: state.cells[s].bit_count() for s in (RED, BLUE)} if counted else {}
    return Outcome(result.at, winners, scores, result.reason)


def deadlines(state: State, at: datetime) -> tuple[Deadline, ...]:
    """When the running clock falls, as far as pauses are known; none in a pause without end."""
    if state.runs_from is None or state.phase != "play" or state.closed:
        return ()
    flag = flag_at(state)
    if any(over is None and begun <= flag for begun, over in state.pauses):
        return ()
    return (Deadline(flag, state.seats[state.turn], "D13"),)


def waiting(state: State) -> tuple[str, ...]:
    """The players who are awaited: whose turn it is, or whose placement is not in yet."""
    if state.phase == "play":
        return (state.seats[state.turn],)
    if state.phase == "placement":
        return tuple(state.seats[side] for side in (RED, BLUE) if side not in state.placed)
    return ()


def said(move: dict[str, Any]) -> Note:
    """A move in words."""
    if move.get("resign"):
        return Note("deuxpas-resigns")
    return Note("deuxpas-move", {"cell": move["from"], "to": move["to"]})


def consequence(state: State, act: Posted) -> dict[str, Any]:
    """What a move would do: the cells that change to the mover's colour, arrivals scored, and the
    mover's own pawns destroyed (D7-D9)."""
    path = own_paths(state, act.sheet, act.player)[0]
    start, to = board.INDEX[path[0]], board.INDEX[path[-1]]
    last = played(state, act.post, act.player, start, to).last
    if last is None:
        return {}
    return {
        "paints": board.names(last.painted),
        "scores": int(last.arrived),
        "destroys": board.names(last.destroyed),
    }


def bulletin(state: State, at: datetime) -> tuple[Part, ...]:
    """The table as it stands, for the topic: the board, what it cannot show, whose turn, clocks."""
    state = advance(state, at)[0]
    parts: list[Part] = []
    if state.phase in ("draw", "placement"):
        parts += _before_play(state)
    else:
        parts.append(picture(state))
    if state.fixed:
        parts.append(_immutable(state))
    if state.phase in ("play", "over"):
        parts += _standing(state)
        parts += _last(state)
    if state.phase == "play":
        parts += [*_dangers(state), *_turn(state, at)]
    elif state.phase == "over":
        parts.append(_clocks(state, at))
    return (*parts, *_end(state))


def _before_play(state: State) -> list[Part]:
    red, blue = state.seats
    parts: list[Part] = [Note("deuxpas-seats", {"red": red, "blue": blue})]
    if state.phase == "draw":
        return [*parts, Note("deuxpas-awaits-draw")]
    parts.append(picture(state))
    placed = [state.seats[side] for side in state.placed]
    missing = list(waiting(state))
    if not placed:
        return [*parts, Note("deuxpas-awaits-placements")]
    return [*parts, Note("deuxpas-awaits-placement", {"awaited": missing, "placed": placed})]


def _immutable(state: State) -> Note:
    red = board.names(state.fixed & state.cells[RED])
    return Note(
        "deuxpas-immutable",
        {"red": " ".join(red), "blue": " ".join(board.names(state.fixed & state.cells[BLUE]))},
    )


def _standing(state: State) -> list[Part]:
    """A line a colour: pawns, arrivals, pawns lost, cells, moves."""
    return [
        Note(
            f"deuxpas-side-{COLOURS[side]}",
            {
                "player": state.seats[side],
                "pawns": " ".join(board.names(state.pawns[side])) or "–",
                "arrived": state.arrived[side],
                "destroyed": state.destroyed[side],
                "n": state.cells[side].bit_count(),
                "made": f"{state.made[side]}/{LAST_MOVE}",
            },
        )
        for side in (RED, BLUE)
    ]


def _last(state: State) -> list[Part]:
    """The last move and what it painted, which a board of emoji cannot show."""
    last = state.last
    if last is None:
        return []
    painted = board.names(last.painted)
    facts = {
        "player": last.player,
        "cell": board.CELLS[last.start],
        "to": board.CELLS[last.to],
    }
    if not painted:
        return [Note("deuxpas-last-dry", facts)]
    return [Note("deuxpas-last", facts | {"n": len(painted), "seen": " ".join(painted)})]


def _dangers(state: State) -> list[Part]:
    found: list[Part] = []
    for side in (RED, BLUE):
        cells = board.names(state.danger & state.pawns[side])
        if cells:
            facts = {"camp": COLOURS[side], "player": state.seats[side]}
            found.append(Note("deuxpas-danger", facts | {"seen": " ".join(cells)}))
    return found


def _turn(state: State, at: datetime) -> list[Part]:
    flag = deadlines(state, at)
    facts = {"camp": COLOURS[state.turn], "player": state.seats[state.turn]}
    parts: list[Part] = [Note("deuxpas-to-move", facts), _clocks(state, at)]
    if flag:
        parts.append(Note("deuxpas-flag", facts | {"from": flag[0].at.isoformat()}))
    return parts


def _clocks(state: State, at: datetime) -> Note:
    """What both clocks show."""
    red, blue = clocks(state, at)
    return Note("deuxpas-clocks", {"red_left": red, "blue_left": blue})


def _end(state: State) -> list[Part]:
    """How the game ended, in a sentence."""
    result = state.result
    if result is None:
        return []
    cells = [cells.bit_count() for cells in state.cells]
    facts: dict[str, Any] = {
        "player": "" if result.winner is None else state.seats[result.winner],
        "other": "" if result.winner is None else state.seats[1 - result.winner],
        "score": f"{cells[RED]}–{cells[BLUE]}",
        "from": result.at.isoformat(),
    }
    return [Note(f"deuxpas-won-{result.reason}", facts)]


def news(before: State, after: State, at: datetime) -> tuple[Part, ...]:
    """What happened between two states: the draw, the reveal, a move and what it did, the end."""
    after = advance(after, at)[0]
    parts: list[Part] = []
    if after.drawn and not before.drawn:
        parts.append(Note("deuxpas-drawn"))
    if any(after.pawns) and not any(before.pawns):
        pawns = {COLOURS[side]: " ".join(board.names(after.pawns[side])) for side in (RED, BLUE)}
        parts.append(Note("deuxpas-revealed", pawns))
    if after.last is not None and after.last != before.last:
        parts += _did(after, after.last)
    if after.result is not None and before.result != after.result:
        parts += _end(after)
    return tuple(parts)


def _did(state: State, last: Last) -> list[Part]:
    player = last.player
    parts: list[Part] = []
    if last.arrived:
        facts = {"player": player, "cell": board.CELLS[last.to], "n": state.arrived[last.side]}
        parts.append(Note("deuxpas-arrived", facts))
    lost = board.names(last.destroyed)
    if lost:
        facts = {"player": player, "seen": " ".join(lost), "n": len(lost)}
        parts.append(Note("deuxpas-destroyed", facts))
    destroyed = state.destroyed[last.side]
    if destroyed >= 2 > destroyed - len(lost):
        parts.append(Note("deuxpas-out-of-reach", {"player": player}))
    return parts
