"""What a Quadrille table is between two posts, and what the log's rulings do to it."""

from datetime import datetime

import msgspec

from referee.core.ruling import Award
from referee.games.quadrille import constraints as house
from referee.games.quadrille import floor as fl

KEPT = 64
"""How many moves back the table remembers: far enough for a late ranking (Q13) or a stale copy."""


class Step(msgspec.Struct, frozen=True):
    """A move: `step` put on `cell` (`b2`), on an emptied floor or on the standing one."""

    step: int
    cell: str
    emptied: bool = False


class Effect(msgspec.Struct, frozen=True):
    """What a post does to the table: a move or none, and whether it holds a ranking (Q6)."""

    move: Step | None = None
    ranking: bool = False


class Ruled(msgspec.Struct, frozen=True):
    """The part of a standing ruling that the table is rebuilt from."""

    post: int
    player: str
    posted_at: datetime
    precision: int
    week: str
    effect: Effect
    points: tuple[Award, ...] = ()


class Constrained(msgspec.Struct, frozen=True):
    """A house constraint that begins or ends (Q12), in the spelling of `constraints.spelled`."""

    constraint: str
    lifted: bool = False


class Hand(msgspec.Struct, frozen=True, array_like=True):
    """A player's set as a mask of placed steps (bit step - 1), and the points of the week."""

    placed: int = 0
    points: int = 0


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A valid move and what it replaced: the floor, the hand and the gate before it."""

    post: int
    player: str
    at: datetime
    precision: int
    floor_before: int
    before: Hand
    ranked_before: bool
    week: str


class State(msgspec.Struct, frozen=True):
    """The table. `ranked`: the last mover has posted the ranking (Q6). `since`: when the table
    opened, from which Q8 counts while no move is known. `trail`: the last valid moves, oldest
    first; the last of them names the last player and the 12-hour mark. `closing`: the hands at
    the end of `closing_week`, the last week before this one in which anybody moved."""

    since: datetime
    floor: int = 0
    constraints: tuple[str, ...] = ()
    week: str = ""
    ranked: bool = True
    hands: dict[str, Hand] = {}
    trail: tuple[Played, ...] = ()
    closing_week: str = ""
    closing: dict[str, Hand] = {}

    @property
    def last(self) -> Played | None:
        """The last valid move that stands."""
        return self.trail[-1] if self.trail else None

    @property
    def masks(self) -> fl.Masks:
        """Q2 and the constraints in force, compiled."""
        return house.compiled(self.constraints)

    @property
    def blocked(self) -> bool:
        """Whether no step fits anywhere (Q9): a property of floor and constraints, never stored."""
        return fl.is_blocked(self.floor, self.masks)

    def hand(self, player: str) -> Hand:
        """The hand of a player; whoever has not played yet holds all four steps (Q3)."""
        return self.hands.get(player, Hand())


def placed_steps(placed: int) -> tuple[int, ...]:
    """A mask of placed steps as ascending numbers."""
    return tuple(step for step in fl.STEPS if placed >> (step - 1) & 1)


def steps_mask(steps: tuple[int, ...] | list[int]) -> int:
    """Steps as a mask."""
    return sum(1 << (step - 1) for step in set(steps))


def rolled(hands: dict[str, Hand]) -> dict[str, Hand]:
    """The hands at the start of another week: points restart, sets carry over (Q11)."""
    return {name: Hand(hand.placed, 0) for name, hand in hands.items()}


def apply(state: State, act: Ruled | Constrained) -> State:
    """The table after a ruling or a constraint. Total: it never asks whether the act is allowed."""
    if isinstance(act, Constrained):
        return _constrain(state, act)
    effect = act.effect
    move = effect.move
    last = state.trail[-1] if state.trail else None
    if move is None:
        opens = effect.ranking and not state.ranked and last and last.player == act.player
        return msgspec.structs.replace(state, ranked=True) if opens else state
    hands, closing_week, closing = state.hands, state.closing_week, state.closing
    if act.week != state.week:
        hands, closing_week, closing = rolled(hands), state.week, hands
    before = hands.get(act.player) or Hand()
    placed = before.placed | 1 << (move.step - 1)
    gained = 0
    for award in act.points:
        gained += award.points
    played = Played(
        act.post,
        act.player,
        act.posted_at,
        act.precision,
        state.floor,
        before,
        state.ranked,
        act.week,
    )
    return State(
        state.since,
        fl.put(0 if move.emptied else state.floor, fl.INDEX[move.cell], move.step),
        state.constraints,
        act.week,
        effect.ranking,
        {**hands, act.player: Hand(0 if placed == 0b1111 else placed, before.points + gained)},
        (*state.trail[1 - KEPT :], played),
        closing_week,
        closing,
    )


def _constrain(state: State, act: Constrained) -> State:
    others = tuple(c for c in state.constraints if c != act.constraint)
    now = others if act.lifted else (*others, act.constraint)
    return msgspec.structs.replace(state, constraints=now)


def standings_after_last_move(state: State, player: str) -> tuple[str, dict[str, Hand]] | None:
    """Week and hands just after the last valid move of `player` (Q13), by taking back the moves
    that came after it; None if that move lies further back than the table remembers."""
    hands, week = dict(state.hands), state.week
    for played in reversed(state.trail):
        if played.week != week:
            if played.week != state.closing_week:
                return None
            hands, week = dict(state.closing), played.week
        if played.player == player:
            return week, hands
        hands[played.player] = played.before
    return None
