"""Quadrille's judge: wrong copies, legal moves, and what moves may and may not change."""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core.decisions import Facts
from referee.core.game import Opening
from referee.core.history import draft, rule, standing_act
from referee.core.ruling import Finding
from referee.games.quadrille import floor as fl
from referee.games.quadrille.acts import Line, Posted, Sheet
from referee.games.quadrille.game import GAME
from referee.games.quadrille.rules import PRECEDENCE
from referee.games.quadrille.state import Constrained, Played, State, placed_steps

OPENED = datetime(2026, 11, 23, 8, tzinfo=UTC)
WEEK = "2026-W48"
PLAYERS = ("Alice", "Bruno", "Chloé", "David")
GAPS = tuple(
    timedelta(seconds=seconds)
    for seconds in (1, 60, 299, 300, 301, 3600, 12 * 3600 - 1, 12 * 3600, 13 * 3600)
)
CONSTRAINTS = ("diagonals", "touching", "knight", "closed b3", "ban 2 white", "only 3 blue")

HOUSE = st.lists(st.sampled_from(CONSTRAINTS), max_size=2, unique=True)
SEEDS = st.integers(0, 2**32)


def steady(examples: int) -> settings:
    return settings(derandomize=True, deadline=None, max_examples=examples)


class Turn(NamedTuple):
    """A valid move of a game: the table before and after it, and what was found."""

    before: State
    act: Posted
    finding: Finding
    after: State


def play(state: State, act: Posted) -> Turn:
    """A post judged and folded as the desk does it."""
    facts = Facts(act.player, act.at, act.precision, None)
    ruling = rule(GAME, state, draft(act.post, facts, act.week, act.sheet, ()))
    return Turn(state, act, GAME.judge(state, act), GAME.apply(state, standing_act(GAME, ruling)))


def played(seed: int, constraints: list[str]) -> tuple[list[Turn], datetime]:
    """A game of legal moves, chosen among all there are, and when it stops."""
    rng = random.Random(seed)  # noqa: S311 - nothing is at stake
    state = GAME.setup(Opening(OPENED, (), {}, {"constraints": constraints}))
    at, game = OPENED, list[Turn]()
    for number in range(1, rng.randint(1, 60)):
        player = rng.choice(PLAYERS)
        at += rng.choice(GAPS)
        moves = list(GAME.legal(state, player, at, WEEK))
        if moves:
            kept = [move for move in moves if sum(map(empty, move.sheet.floor)) < 15] or moves
            act = rng.choice(rng.choice((kept, kept, kept, moves)))
            ranking = (Line(player, 0, ()),) if rng.random() < 0.5 else ()
            sheet = Sheet(floor=act.sheet.floor, ranking=ranking)
            game.append(play(state, msgspec.structs.replace(act, post=number, sheet=sheet)))
            state = game[-1].after
    return game, at


def empty(row: str) -> int:
    return row.count(".")


def post(player: str, at: datetime, floor: int) -> Posted:
    return Posted(0, player, at, 1, WEEK, Sheet(floor=fl.to_rows(floor)))


def candidates(state: State) -> set[int]:
    """Every floor that is the standing one or an empty one with one cell set anew."""
    return {
        fl.put(floor, cell, step)
        for floor in (state.floor, 0)
        for cell in range(16)
        for step in fl.STEPS
    }


@steady(60)
@given(SEEDS, HOUSE)
def test_legal_moves_are_those_that_judge_as_valid(seed: int, constraints: list[str]) -> None:
    game, at = played(seed, constraints)
    start = GAME.setup(Opening(OPENED, (), {}, {"constraints": constraints}))
    blocked = [(turn.after, turn.act.at) for turn in game if turn.after.blocked]
    for state, when in [(game[-1].after if game else start, at), *blocked[:1]]:
        last = state.last.player if state.last else "Alice"
        other = next(name for name in PLAYERS if name != last)
        for player in (last, other, "Émile"):
            for gap in (GAPS[0], GAPS[3], GAPS[-1]):
                check_legal(state, player, when + gap)


def check_legal(state: State, player: str, at: datetime) -> None:
    posts = [post(player, at, floor) for floor in candidates(state)]
    valid = {p.sheet.floor for p in posts if GAME.judge(state, p).verdict == "valid"}
    legal = [p.sheet.floor for p in GAME.legal(state, player, at, WEEK)]
    assert set(legal) == valid
    assert len(legal) == len(valid)


@steady(150)
@given(SEEDS, HOUSE)
def test_every_legal_move_stands_and_adds_one_step(seed: int, constraints: list[str]) -> None:
    for before, act, finding, after in played(seed, constraints)[0]:
        assert (finding.verdict, finding.objections) == ("valid", ())
        move = finding.effect.move
        stood = 0 if move.emptied else before.floor
        assert after.floor == fl.put(stood, fl.INDEX[move.cell], move.step)
        assert after.floor.bit_count() == stood.bit_count() + 1
        assert fl.to_rows(after.floor) == act.sheet.floor
        assert move.emptied == (finding.basis != "Q4")
        assert after.last is not None
        assert (after.last.player, after.last.at) == (act.player, act.at)
        if before.last and before.last.player == act.player:
            assert finding.basis == "Q8"
        assert before.blocked <= move.emptied
        assert ("Q9" in [award.clause for award in finding.points]) == after.blocked


@steady(150)
@given(SEEDS, HOUSE)
def test_steps_and_points_are_conserved(seed: int, constraints: list[str]) -> None:
    steps: dict[str, list[int]] = {name: [] for name in PLAYERS}
    points: Counter[str] = Counter()
    for before, act, finding, after in played(seed, constraints)[0]:
        mine = steps[act.player]
        mine.append(finding.effect.move.step)
        blocks = sum(award.points for award in finding.points if award.clause == "Q9")
        points[act.player] += blocks + (len(mine) % 4 == 0)
        hand = after.hand(act.player)
        assert hand.points == points[act.player]
        assert hand.points - before.hand(act.player).points == sum(
            award.points for award in finding.points
        )
        current = mine[len(mine) - len(mine) % 4 :]
        assert list(placed_steps(hand.placed)) == sorted(current)
        assert len(set(current)) == len(current)
        assert current or sorted(mine[-4:]) == [1, 2, 3, 4]
        for name in PLAYERS:
            assert name == act.player or after.hand(name) == before.hand(name)


@steady(150)
@given(
    SEEDS,
    st.sampled_from(PLAYERS),
    st.sampled_from(GAPS),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 4)), max_size=3),
)
def test_what_is_refused_changes_nothing(
    seed: int, player: str, gap: timedelta, marks: list[tuple[int, int]]
) -> None:
    game, at = played(seed, [])
    state = game[-1].after if game else State(OPENED)
    shown = game[-1].before if game and seed % 2 else state
    floor = shown.floor
    for cell, step in marks:
        floor = altered(floor, cell, step)
    ranked = seed % 3 == 0
    ranking = (Line(player, 0, ()),) if ranked else ()
    sheet = Sheet(floor=fl.to_rows(floor), ranking=ranking)
    _, _, finding, after = play(state, Posted(99, player, at + gap, 1, WEEK, sheet))
    if finding.verdict != "valid":
        opens = ranked and state.last is not None and state.last.player == player
        assert after == msgspec.structs.replace(state, ranked=state.ranked or opens)
        assert (finding.effect.move, finding.points, finding.basis) == (None, (), None)
        ranks = [PRECEDENCE.index(o.clause) for o in finding.objections]
        assert ranks == sorted(ranks)
        assert ranks


def random_floor(rng: random.Random, steps: int) -> int:
    """A floor that satisfies Q2, of that many steps or as many as fit, and is not blocked."""
    floor, masks = 0, fl.Masks()
    while floor.bit_count() < steps:
        free = [(s, cell) for s in fl.STEPS for cell in fl.bits(fl.open_cells(floor, s, masks))]
        grown = [fl.put(floor, cell, step) for step, cell in free]
        grown = [floor for floor in grown if not fl.is_blocked(floor, masks)]
        if not grown:
            break
        floor = rng.choice(grown)
    return floor


def steps_added(floor: int) -> Iterator[int]:
    for step in fl.STEPS:
        for cell in fl.bits(fl.open_cells(floor, step, fl.Masks())):
            yield fl.put(floor, cell, step)


def at_table(floor: int) -> State:
    last = Played(1, "Alice", OPENED, 1, floor, State(OPENED).hand("Alice"), True, WEEK)
    return State(OPENED, floor=floor, week=WEEK, trail=(last,))


def check_altered(state: State, posted: int) -> None:
    """A posted floor of three steps or more against Q4, cell by cell."""
    differing = {cell for cell in range(16) if fl.at(state.floor, cell) != fl.at(posted, cell)}
    new = {cell for cell in differing if not fl.at(state.floor, cell)}
    finding = GAME.judge(state, post("Bruno", OPENED + timedelta(hours=1), posted))
    wrong = [objection for objection in finding.objections if objection.clause == "Q4"]
    if not differing:
        assert (finding.verdict, wrong[0].case) == ("no-move", "repeated")
    elif len(differing) == len(new) == 1:
        assert not wrong
    else:
        assert (finding.verdict, len(wrong)) == ("invalid", 1)
        facts = wrong[0].facts
        named = {fl.INDEX[cell] for cell, _, _ in facts["cells"]}
        added = {fl.INDEX[facts["added"][0]]} if facts["added"] else set()
        assert named | added == differing
        assert not named & added or not added <= new
        for cell, there, seen in facts["cells"]:
            at = fl.INDEX[cell]
            assert (there, seen) == (fl.at(state.floor, at), fl.at(posted, at))


def altered(posted: int, cell: int, step: int) -> int:
    empty = posted & ~(0x0001_0001_0001_0001 << cell)
    return fl.put(empty, cell, step) if step else empty


@pytest.mark.parametrize("number", range(30))
def test_every_altered_cell_is_named(number: int) -> None:
    rng = random.Random(number)  # noqa: S311 - nothing is at stake
    floor = random_floor(rng, 3 + number % 10)
    posted = rng.choice(list(steps_added(floor)))
    state = at_table(floor)
    assert GAME.judge(state, post("Bruno", OPENED + timedelta(hours=1), posted)).verdict == "valid"
    for cell in range(16):
        for step in range(5):
            if step != fl.at(posted, cell):
                check_altered(state, altered(posted, cell, step))


@steady(300)
@given(
    st.integers(0, 2**32),
    st.integers(3, 14),
    st.integers(0, 2**16),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 4)), min_size=1, max_size=4),
)
def test_every_alteration_is_named(
    seed: int, steps: int, choice: int, marks: list[tuple[int, int]]
) -> None:
    floor = random_floor(random.Random(seed), steps)  # noqa: S311 - nothing is at stake
    copies = list(steps_added(floor))
    posted = copies[choice % len(copies)]
    for cell, step in marks:
        posted = altered(posted, cell, step)
    if posted.bit_count() >= 2:
        check_altered(at_table(floor), posted)


@steady(100)
@given(SEEDS, st.integers(1, 12), st.integers(0, 2**16))
def test_stale_copies_name_what_they_miss(seed: int, back: int, choice: int) -> None:
    game, at = played(seed, [])
    if not game or game[-1].after.blocked:
        return
    state = game[-1].after
    older = game[-min(back, len(game))].before.floor
    copies = [floor for floor in steps_added(older) if floor.bit_count() >= 3]
    if not copies:
        return
    posted = copies[choice % len(copies)]
    finding = GAME.judge(state, post("Émile", at + timedelta(hours=1), posted))
    wrong = [objection for objection in finding.objections if objection.clause == "Q4"]
    stale = [objection for objection in wrong if objection.case == "stale"]
    if older and finding.verdict == "invalid":
        assert stale == wrong
    for objection in stale:
        floors = {turn.act.post: turn.after.floor for turn in game} | {0: 0}
        copied = floors[objection.facts["copied"]]
        assert not copied & ~posted
        assert (posted & ~copied).bit_count() <= 1
        missed = [entry[0] for entry in objection.facts["missed"]]
        assert missed == [t.act.post for t in game if t.act.post > objection.facts["copied"]]


def test_a_constraint_changes_only_itself() -> None:
    state = at_table(fl.from_rows(("1...", "..2.", "....", "....")))
    bound = GAME.apply(state, Constrained("knight"))
    assert bound == msgspec.structs.replace(state, constraints=("knight",))
    assert GAME.apply(bound, Constrained("knight", lifted=True)) == state
