"""Azul as the desk knows it: the record of its functions."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from referee.core.game import Game
from referee.core.house import act
from referee.core.limits import paused_at
from referee.core.seated import Outcome, Seated
from referee.games.azul.acts import Posted, Said, Sheet, edited, renamed
from referee.games.azul.chance import awaited, draw, legal_moves, record, spelled
from referee.games.azul.folding import advance, apply, before, deadlines
from referee.games.azul.notation import read
from referee.games.azul.offer import all_tiles
from referee.games.azul.opening import OPTIONS, check_option, setup
from referee.games.azul.overruling import accepts, fits, move_from, overruled
from referee.games.azul.picture import table_picture
from referee.games.azul.rules import PRECEDENCE, judge
from referee.games.azul.state import Ruled, State, awaited_seats, seat_of, winners
from referee.games.azul.telling import bulletin, news, said
from referee.games.azul.tiles import FULL_BAG
from referee.games.azul.views import position, view
from referee.games.azul.wall import complete_rows

EDITION = "azul-1"
SCHEMA = "229e5a825b6506c2"


def conserved(state: State) -> bool:
    """Whether all 100 tiles are somewhere, 20 of each colour (A1)."""
    return all_tiles(state.offer) == FULL_BAG


def legal(state: State, player: str, at: datetime, week: str) -> Iterator[Posted]:
    """Every move that a post of `player` could make at that instant, in the order of A16; for the
    grey side each single choice. Resigning, which is always possible, is left out."""
    state = before(state, at)
    seat = seat_of(state, player)
    if seat is None or state.closed or paused_at(state.pauses, at):
        return
    for move in legal_moves(state, seat):
        yield Posted(0, player, at, 1, week, _sheet(move))


def _sheet(move: dict[str, Any]) -> Sheet:
    if "choices" in move:
        return Sheet(choices=tuple((c["line"], c["column"]) for c in move["choices"]))
    return Sheet(Said(move["source"], move["colour"], move["line"]))


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on (A12-A14, F12)."""
    if state.ended is None:
        return None
    return Outcome(
        state.ended.at,
        tuple(state.players[seat] for seat in winners(state)),
        {name: board.score for name, board in zip(state.players, state.offer.boards, strict=True)},
        state.ended.reason,
    )


def ranking(state: State, week: str) -> list[tuple[str, int, tuple[int, ...]]]:
    """Players, points, and complete rows, most first (A14)."""
    rows = [
        (name, board.score, (complete_rows(board.wall),))
        for name, board in zip(state.players, state.offer.boards, strict=True)
    ]
    return sorted(rows, key=lambda row: (-row[1], -row[2][0]))


def waiting(state: State) -> tuple[str, ...]:
    """The players who must post something now."""
    return tuple(state.players[seat] for seat in awaited_seats(state))


GAME = Game(
    name="azul",
    edition=EDITION,
    schema=SCHEMA,
    open_table=False,
    options=OPTIONS,
    check_option=check_option,
    precedence=PRECEDENCE,
    setup=setup,
    read=read,
    posted=Posted,
    judge=judge,
    overruled=overruled,
    accepts=accepts,
    fits=fits,
    move_from=move_from,
    edited=edited,
    renamed=renamed,
    apply=apply,
    house=act,
    legal=legal,
    picture=table_picture,
    view=view,
    ranking=ranking,
    players=lambda state: list(state.players),
    position=position,
    state_type=State,
    standing_type=Ruled,
    sheet_type=Sheet,
    seated=Seated(
        advance=advance,
        awaited=awaited,
        draw=draw,
        record=record,
        spelled=spelled,
        deadlines=deadlines,
        waiting=waiting,
        outcome=outcome,
        seats=lambda state: state.players,
        bulletin=bulletin,
        news=news,
        said=said,
        seats_allowed=(2, 4),
        holds=conserved,
    ),
)
