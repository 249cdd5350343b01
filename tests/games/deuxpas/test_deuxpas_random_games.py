"""Random games: `legal` and `judge` agree, every ending is met, and any history folds alike."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from referee.core.house import Passed
from referee.games.deuxpas import board
from referee.games.deuxpas.acts import Posted, Sheet
from referee.games.deuxpas.game import GAME
from referee.games.deuxpas.state import LAST_MOVE, State
from tests.games.deuxpas.playing import (
    MINUTE,
    PLACED,
    PLAYERS,
    SEATED,
    START,
    VARIED,
    WEEK,
    opened,
    placed,
    ruled,
)

Pick = Callable[[State, Sequence[Posted], Random], Posted]
assert SEATED.consequence is not None
consequence = SEATED.consequence


def anything(state: State, acts: Sequence[Posted], dice: Random) -> Posted:
    return dice.choice(acts)


def racing(state: State, acts: Sequence[Posted], dice: Random) -> Posted:
    """Towards the far rank, arriving where that is possible."""

    def ahead(act: Posted) -> int:
        rank = int(act.sheet.paths[0][-1][1])
        return rank if state.turn == 0 else 9 - rank

    return max(acts, key=lambda act: (ahead(act), dice.random()))


def hunting(state: State, acts: Sequence[Posted], dice: Random) -> Posted:
    """Leaving the other player as few moves as there are."""
    position = state.position(state.turn)

    def left(act: Posted) -> int:
        path = act.sheet.paths[0]
        return board.count(board.play(position, board.INDEX[path[0]], board.INDEX[path[-1]]))

    return min(acts, key=lambda act: (left(act), dice.random()))


def play(state: State, picks: tuple[Pick, Pick], dice: Random) -> tuple[list[Any], State, datetime]:
    """A game to its end: the acts folded, the last state and its time."""
    acts: list[Any] = []
    at = START
    for number in range(2 * LAST_MOVE):
        at += timedelta(minutes=dice.randrange(1, 60))
        player = PLAYERS[number % 2]
        legal = list(GAME.legal(state, player, at, WEEK))
        assert legal
        act = picks[number % 2](state, legal, dice)
        finding = GAME.judge(state, act)
        assert finding.verdict == "valid"
        expected = consequence(state, act)
        before = state.danger & state.pawns[state.turn]
        acts.append(ruled(act, finding))
        state = GAME.apply(state, acts[-1])
        assert state.last is not None
        assert board.names(state.last.painted) == expected["paints"]
        assert board.names(state.last.destroyed) == expected["destroys"]
        assert state.last.arrived == bool(expected["scores"])
        assert not state.last.destroyed & ~before  # only pawns that were shown in danger
        if state.result is not None:
            break
    return acts, state, at


def test_every_ending_is_met() -> None:
    met: Counter[str] = Counter()
    styles = [(anything, anything), (racing, racing), (hunting, racing), (racing, hunting),
              (hunting, hunting), (hunting, anything)]  # fmt: skip
    for seed in range(72):
        dice = Random(seed)  # noqa: S311 - no secret
        state = placed(VARIED, PLACED) if seed % 2 else opened()
        acts, end, at = play(state, styles[seed % len(styles)], dice)
        assert end.result is not None
        met[end.result.reason] += 1
        if end.result.reason in ("count", "draw"):
            assert end.made == (LAST_MOVE, LAST_MOVE)
            red, blue = (cells.bit_count() for cells in end.cells)
            assert end.result.winner == (None if red == blue else int(blue > red))
        if end.result.reason == "arrival":
            assert max(end.arrived) == 3
        if end.result.reason == "blocked":
            assert board.count(end.position(end.turn)) == 0
        assert list(GAME.legal(end, PLAYERS[end.turn], at, WEEK)) == []
        again = state
        for act in acts:  # whatever was noticed on the way
            again = GAME.apply(GAME.apply(again, Passed(act.posted_at - MINUTE / 2)), act)
        assert again == end
        assert msgspec.json.decode(msgspec.json.encode(end), type=State) == end
    assert {"arrival", "blocked", "count"} <= set(met)


def test_a_draw_is_met() -> None:
    """Two blocks of eight cells each, one move before the end."""
    rows = ["bb......", *["........"] * 5, "rr......", "RRRRRRRR"]
    pawns = {"red": ["a1"], "blue": ["h8"]}
    start = {"board": ["BB......", *rows[1:]], "pawns": pawns, "moves": {"red": 40, "blue": 39}}
    state = opened(start)
    at = START + MINUTE
    act = Posted(1, "Bruno", at, 1, WEEK, Sheet((("h8", "g6"),)))
    end = GAME.apply(state, ruled(act, GAME.judge(state, act)))
    assert GAME.view(end, at, WEEK)["result"] == {"winner": None, "reason": "draw"}
    outcome = SEATED.outcome(end)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((), {"Alice": 10, "Bruno": 10})


@pytest.mark.parametrize("seed", range(12))
def test_legal_and_judge_agree(seed: int) -> None:
    dice = Random(seed)  # noqa: S311 - no secret
    state = placed(VARIED, PLACED) if seed % 2 else opened()
    at = START
    styles = (anything, racing, hunting)
    for number in range(dice.randrange(1, 60)):
        at += MINUTE
        acts = list(GAME.legal(state, PLAYERS[number % 2], at, WEEK))
        if not acts:
            break
        act = styles[seed % 3](state, acts, dice)
        state = GAME.apply(state, ruled(act, GAME.judge(state, act)))
    at += MINUTE
    for player in PLAYERS:
        legal = {act.sheet.paths[0] for act in GAME.legal(state, player, at, WEEK)}
        for start in board.CELLS:
            for to in board.CELLS:
                sheet = Sheet(((start, to),))
                finding = GAME.judge(state, Posted(1, player, at, 1, WEEK, sheet))
                assert (finding.verdict == "valid") == ((start, to) in legal), (start, to)
                assert (finding.verdict == "valid") != bool(finding.objections)
    paths = [
        (start, middle, to)
        for start in board.names(state.pawns[0] | state.pawns[1])
        for middle in dice.sample(board.CELLS, 20)
        for to in dice.sample(board.CELLS, 20)
    ]
    for path in paths:
        player = PLAYERS[state.turn]
        finding = GAME.judge(state, Posted(1, player, at, 1, WEEK, Sheet((path,))))
        assert (finding.verdict == "valid") == (state.result is None and walks(state, path)), path


def walks(state: State, path: tuple[str, ...]) -> bool:
    """Whether a path is one by the rules, step by step (D5)."""
    start, middle, to = (board.INDEX[name] for name in path)
    own, theirs = state.pawns[state.turn], state.cells[1 - state.turn]
    shut = state.pawns[0] | state.pawns[1] | theirs
    near = board.NEXT[start] >> middle & 1 and board.NEXT[middle] >> to & 1
    return bool(own >> start & 1 and near and start != to and not (shut >> middle | shut >> to) & 1)
