"""Chance at an Azul table (F10, A2, A11, A16): what is due, drawn from numbers or from outside."""

from typing import Any

from referee.core.names import key
from referee.core.ruling import Objection
from referee.core.seated import BadDraw, Below, Wanted
from referee.games.azul.acts import choice_move, take_move
from referee.games.azul.dealing import dealt, drawn, sizes
from referee.games.azul.notation import read
from referee.games.azul.offer import Take, takes
from referee.games.azul.overruling import meant
from referee.games.azul.rules import turn_objection
from referee.games.azul.state import State, asked_of, awaited_seats
from referee.games.azul.tiles import COLOURS, LETTERS

_LONGEST = 400


def awaited(state: State) -> Wanted | Objection:
    """The chance event that is due now, or why none is. A random move (A16) is due once the limit
    of a player who is awaited has run out; its `at` is open, since the moderator decides."""
    if state.closed:
        return Objection("F14", "closed", {})
    if state.phase == "over":
        return Objection("F14", "azul-over", {})
    if state.dispute is not None:
        return Objection("F14", "azul-dispute", {"round": state.round})
    if state.phase == "first":
        return Wanted("first", facts={"players": list(state.players)})
    if state.phase == "deal":
        return Wanted("deal", facts={"round": state.round, "n": len(state.offer.factories)})
    seat = _late(state)
    if seat is None:
        return turn_objection(state)
    return Wanted("act", facts={"player": state.players[seat]})


def _late(state: State) -> int | None:
    return next((seat for seat in awaited_seats(state) if seat in state.late), None)


def contract_take(move: Take) -> dict[str, Any]:
    """A move of the offer as the contract writes it."""
    source, colour, line = move
    return take_move(source, COLOURS[colour], line)


def legal_moves(state: State, seat: int) -> list[dict[str, Any]]:
    """The legal acts of a seat in the order of A16; for the grey side (A15) a single choice each,
    by line and column. Resigning is always possible and not among them."""
    if state.dispute is not None or seat not in awaited_seats(state):
        return []
    if state.phase == "offer":
        return [contract_take(move) for move in takes(state.offer)]
    return [
        choice_move(((row + 1, column + 1),))
        for row, columns in asked_of(state, seat).items()
        for column in columns
    ]


def draw(state: State, below: Below) -> dict[str, Any]:
    """The result of the awaited event from the numbers of a seed; ValueError if none is due."""
    match awaited(state):
        case Wanted(kind="first"):
            return {"first": state.players[below(len(state.players))]}
        case Wanted(kind="deal"):
            return {"factories": list(drawn(state.offer, below))}
        case Wanted(kind="act"):
            seat = _late(state) or 0
            moves = legal_moves(state, seat)
            return {"player": state.players[seat], "move": moves[below(len(moves))]}
    raise ValueError("nothing to draw")


def record(state: State, text: str) -> tuple[str, dict[str, Any]]:
    """The awaited event as somebody else drew it: kind and result; BadDraw if it cannot be."""
    wanted = awaited(state)
    if isinstance(wanted, Objection):
        raise BadDraw("azul-none")
    text = text.strip()[:_LONGEST]
    if wanted.kind == "first":
        return "first", {"first": _player(state, text)}
    if wanted.kind == "deal":
        return "deal", {"factories": _factories(state, text)}
    return "act", _act(state, text)


def _player(state: State, text: str) -> str:
    for name in state.players:
        if key(name) == key(text):
            return name
    raise BadDraw("azul-player", text=text, players=", ".join(state.players))


def _factories(state: State, text: str) -> list[str]:
    groups = ["" if group == "-" else group for group in text.upper().replace(",", " ").split()]
    wanted = sizes(state.offer)
    strange = sorted({letter for group in groups for letter in group if letter not in LETTERS})
    if strange:
        raise BadDraw("azul-letters", letters=", ".join(strange))
    groups += [""] * (len(wanted) - len(groups)) if 0 in wanted else []
    if tuple(map(len, groups)) != wanted:
        raise BadDraw("azul-sizes", n=len(wanted), sizes=" ".join(map(str, wanted)))
    if dealt(state.offer, groups, 0) is None:
        raise BadDraw("azul-tiles")
    return groups


def _act(state: State, text: str) -> dict[str, Any]:
    seat = _late(state) or 0
    move = meant(read(text, ()).act)
    if move not in legal_moves(state, seat):
        raise BadDraw("azul-illegal", text=text, player=state.players[seat])
    return {"player": state.players[seat], "move": move}


def spelled(kind: str, result: dict[str, Any]) -> str:
    """A result in the form in which `record` reads it: `Bruno`, `BBYR YYRK …`, `F3 bleu L4`."""
    if kind == "first":
        return str(result["first"])
    if kind == "deal":
        return " ".join(factory or "-" for factory in result["factories"])
    return written(result["move"])


_FRENCH = dict(zip(COLOURS, ("bleu", "jaune", "rouge", "noir", "blanc"), strict=True))


def written(move: dict[str, Any]) -> str:
    """A move in the short form of A18, which reads the same in both languages but for the colour:
    `F3 bleu L4`, `C rouge P`, `L4 C2`, `abandon`."""
    if move.get("resign"):
        return "abandon"
    if "choices" in move:
        return ", ".join(f"L{c['line']} C{c['column']}" for c in move["choices"])
    source = f"F{move['source']}" if move["source"] else "C"
    line = f"L{move['line']}" if move["line"] else "P"
    return f"{source} {_FRENCH[move['colour']]} {line}"
