"""Deux-Pas as the desk knows it: the record of its functions."""

import hashlib
from collections.abc import Iterator
from datetime import datetime

import msgspec

from referee.core import house
from referee.core.game import Game
from referee.core.limits import paused_at
from referee.core.seated import Seated
from referee.games.deuxpas import board
from referee.games.deuxpas.acts import Posted, Sheet, edited, renamed
from referee.games.deuxpas.chance import awaited, draw, placement, record, spelled
from referee.games.deuxpas.clock import advance, timing
from referee.games.deuxpas.fold import apply
from referee.games.deuxpas.notation import read
from referee.games.deuxpas.opening import OPTIONS, check_option, setup
from referee.games.deuxpas.overruling import accepts, fits, move_from, overruled, theirs
from referee.games.deuxpas.rules import PRECEDENCE, judge
from referee.games.deuxpas.state import Ruled, State
from referee.games.deuxpas.telling import (
    bulletin,
    consequence,
    deadlines,
    news,
    outcome,
    said,
    waiting,
)
from referee.games.deuxpas.view import picture, view

EDITION = "deuxpas-1"
SCHEMA = "270eaf48d7c60312"


def position(state: State, player: str) -> str:
    """A short hash of what a ruling on a post depends on: the table without its pauses, its last
    move and its seats' clocks that stand still."""
    parts = (
        state.phase,
        state.seats,
        state.placed,
        state.pawns,
        state.cells,
        state.fixed,
        state.arrived,
        state.made,
        state.turn,
        state.left,
        state.runs_from,
        state.closed,
    )
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]


def legal(state: State, player: str, at: datetime, week: str) -> Iterator[Posted]:
    """Every move on the board that would be valid of `player` at that instant, each (from, to)
    once (D6), as acts to judge. Resigning, which is always possible, is left out."""
    state = advance(state, at)[0]
    side = state.side_of(player)
    if state.closed or paused_at(state.pauses, at) or state.phase != "play":
        return
    if side != state.turn or not timing(state, at, 1).in_time:
        return
    for start, to in board.moves(state.position(side)):
        sheet = Sheet(((board.CELLS[start], board.CELLS[to]),))
        yield Posted(0, player, at, 1, week, sheet)


def _no_ranking(state: State, week: str) -> list[tuple[str, int, tuple[int, ...]]]:
    """Points of the week are Quadrille's; a game here has a result instead."""
    return []


GAME = Game(
    name="deuxpas",
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
    house=house.act,
    legal=legal,
    picture=picture,
    view=view,
    ranking=_no_ranking,
    players=lambda state: list(state.seats),
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
        seats=lambda state: state.seats,
        bulletin=bulletin,
        news=news,
        said=said,
        seats_allowed=(2, 2),
        points=False,
        placement=placement,
        consequence=consequence,
        theirs=theirs,
    ),
)
