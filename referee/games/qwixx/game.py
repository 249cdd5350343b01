"""Qwixx as the desk knows it: the record of its functions."""

from referee.core.game import Game
from referee.core.house import act
from referee.core.seated import Seated
from referee.games.qwixx.acts import Posted, Sheet, edited, renamed
from referee.games.qwixx.chance import awaited, draw, record, spelled
from referee.games.qwixx.folding import apply
from referee.games.qwixx.legal import legal
from referee.games.qwixx.notation import read
from referee.games.qwixx.overruling import accepts, fits, move_from, overruled
from referee.games.qwixx.picture import picture
from referee.games.qwixx.rules import PRECEDENCE, judge
from referee.games.qwixx.start import OPTIONS, check_option, setup
from referee.games.qwixx.state import Ruled, State
from referee.games.qwixx.telling import bulletin, news, said
from referee.games.qwixx.turns import advance
from referee.games.qwixx.view import deadlines, outcome, position, ranking, view, waiting

EDITION = "qwixx-1"
SCHEMA = "4f13ab8a7d2d2361"

GAME = Game(
    name="qwixx",
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
    apply=apply,
    overruled=overruled,
    accepts=accepts,
    fits=fits,
    move_from=move_from,
    edited=edited,
    renamed=renamed,
    house=act,
    legal=legal,
    picture=picture,
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
        seats_allowed=(2, 5),
    ),
)
