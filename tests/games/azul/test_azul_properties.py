"""What holds at every step of any game: tiles, scores, the list of legal moves, the log's form."""

import random
from collections.abc import Iterator
from datetime import datetime
from itertools import count, product
from typing import Any, NamedTuple

import msgspec
import pytest

from referee.core.house import Drawn
from referee.core.seated import Wanted
from referee.games.azul.acts import Posted, Said, Sheet
from referee.games.azul.board import accepting
from referee.games.azul.chance import legal_moves, spelled
from referee.games.azul.game import GAME, conserved
from referee.games.azul.state import State
from referee.games.azul.tiles import COLOURS
from tests.games.azul.oracles import PLAYERS, SEATED, WEEK, moment, opened, play, posted


class Step(NamedTuple):
    """A position of a random game, and the instant at which it stands."""

    state: State
    at: datetime


def random_game(players: int, seed: int, side: str) -> Iterator[Step]:
    """Every position of a game: draws as from a seed, moves as posts, all judged valid."""
    rng = random.Random(seed)  # noqa: S311 - nothing is at stake
    state, clock = opened(players, side=side), count(1)
    yield Step(state, moment(0))
    while state.phase != "over":
        at = moment(next(clock))
        wanted = SEATED.awaited(state)
        if isinstance(wanted, Wanted):
            result = SEATED.draw(state, rng.randrange)
            kind, again = SEATED.record(state, SEATED.spelled(wanted.kind, result))
            assert (kind, again) == (wanted.kind, result)
            state = GAME.apply(state, Drawn(at, kind, result))
        else:
            player = rng.choice(SEATED.waiting(state))
            finding, state = play(state, rng.choice(list(GAME.legal(state, player, at, WEEK))))
            assert finding.verdict == "valid"
        yield Step(state, at)


GAMES = [(2, 1, "coloured"), (2, 2, "grey"), (3, 3, "grey"), (4, 4, "coloured"), (4, 5, "grey")]


@pytest.mark.parametrize(("players", "seed", "side"), GAMES)
def test_tiles_scores_and_boards_at_every_step(players: int, seed: int, side: str) -> None:
    for state, at in random_game(players, seed, side):
        assert conserved(state)
        for board in state.offer.boards:
            assert 0 <= board.score <= 240
            assert board.accepts == accepting(board.lines, board.wall)
        view = GAME.view(state, at, WEEK)
        assert sum(view["bag"].values()) + sum(view["lid"].values()) <= 100
        assert view["over"] == bool(view["winners"])
    assert SEATED.outcome(state) is not None


@pytest.mark.parametrize(("players", "seed", "side"), GAMES)
def test_legal_and_judge_agree(players: int, seed: int, side: str) -> None:
    """Of all moves that can be written down, `legal` gives exactly those that stand."""
    for number, (state, at) in enumerate(random_game(players, seed, side)):
        if number % 7 == 0:
            for player in (*PLAYERS[:players], "Zoé"):
                legal = {act.sheet for act in GAME.legal(state, player, at, WEEK)}
                assert legal == {s for s in every_sheet(players) if valid(state, player, at, s)}


def every_sheet(players: int) -> list[Sheet]:
    sources, lines = range(2 * players + 3), range(7)
    takes = (Sheet(Said(*move)) for move in product(sources, (*COLOURS, "green"), lines))
    choices = (Sheet(choices=((line, column),)) for line in range(7) for column in range(7))
    return [*takes, *choices]


def valid(state: State, player: str, at: datetime, sheet: Sheet) -> bool:
    return GAME.judge(state, posted(player, at, sheet)).verdict == "valid"


@pytest.mark.parametrize(("players", "seed", "side"), GAMES)
def test_a_state_survives_the_log_and_a_view_opens_a_table(
    players: int, seed: int, side: str
) -> None:
    for number, (state, at) in enumerate(random_game(players, seed, side)):
        raw = msgspec.json.encode(state)
        assert msgspec.json.decode(raw, type=State) == state
        if number % 5 or state.phase in ("first", "over") or any(state.chosen):
            continue
        view = GAME.view(state, at, WEEK)
        again = reopened(view, players, side)
        assert GAME.view(again, at, WEEK) == view


def reopened(view: dict[str, Any], players: int, side: str) -> State:
    from referee.core.game import Opening

    start = msgspec.json.decode(msgspec.json.encode(view))
    state: State = GAME.setup(Opening(moment(0), PLAYERS[:players], {"side": side}, start))
    return state


def test_an_act_of_any_kind_leaves_no_state_without_its_tiles() -> None:
    """`apply` is total: whatever a ruling holds, nothing is lost and nothing breaks."""
    rng = random.Random(9)  # noqa: S311 - nothing is at stake
    moves = [
        {"source": 2, "colour": "blue", "line": 3},
        {"source": 0, "colour": "red", "line": 0},
        {"source": 40, "colour": "blue", "line": 1},
        {"source": 1, "colour": "green", "line": 1},
        {"source": 1, "colour": "white", "line": 9},
        {"choices": [{"line": 4, "column": 2}]},
        {"choices": [{"line": 1, "column": 1}, {"line": 9, "column": 9}]},
        {"resign": True},
        {},
    ]
    for seed in range(6):
        for state, at in random_game(3, seed, rng.choice(("coloured", "grey"))):
            for player, move in product(("Alice", "Chloé", "Zoé"), moves):
                effect = {"move": move}
                ruled = {"post": 1, "player": player, "posted_at": at, "precision": 1}
                act = msgspec.convert({**ruled, "week": WEEK, "effect": effect}, GAME.standing_type)
                assert conserved(GAME.apply(state, act))


def test_moves_are_listed_in_the_order_of_the_clause() -> None:
    for state, _ in random_game(3, 11, "coloured"):
        moves = legal_moves(state, state.offer.turn) if state.phase == "offer" else []
        ranks = [
            (move["source"] or 99, COLOURS.index(move["colour"]), move["line"] or 9)
            for move in moves
        ]
        assert ranks == sorted(ranks)
        assert all(spelled("act", {"move": move}) for move in moves)


def test_a_post_that_is_told_by_legal_is_told_by_its_words() -> None:
    """Each legal move written in the short form is read as that move, in a game of every kind."""
    for side in ("coloured", "grey"):
        for state, at in random_game(4, 12, side):
            for player in SEATED.waiting(state):
                for act in GAME.legal(state, player, at, WEEK):
                    assert GAME.read(text_of(act), PLAYERS).act == act.sheet


def text_of(act: Posted) -> str:
    finding_move: dict[str, Any] = (
        {
            "source": act.sheet.take.source,
            "colour": act.sheet.take.colour,
            "line": act.sheet.take.line,
        }
        if act.sheet.take
        else {"choices": [{"line": line, "column": c} for line, c in act.sheet.choices]}
    )
    return spelled("act", {"move": finding_move})
