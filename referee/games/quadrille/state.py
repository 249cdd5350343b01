"""What a Quadrille table is between two posts, and what the log's rulings do to it."""

from datetime import datetime

import msgspec

from referee.core import limits
from referee.core.house import Awarded, Life
from referee.core.limits import Pauses
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


class Withdrawal(msgspec.Struct, frozen=True):
    """A move taken back because its floor was edited (Q7): the event of its post; whether the floor
    goes back too; the points it had earned, and in which week."""

    post: int
    rolled_back: bool
    points: int
    week: str


class Effect(msgspec.Struct, frozen=True):
    """What a post does to the table: a move or none, whether it holds a ranking (Q6), and, for an
    edit, the move it withdraws."""

    move: Step | None = None
    ranking: bool = False
    withdraws: Withdrawal | None = None


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
    gained: int = 0


class State(msgspec.Struct, frozen=True):
    """The table. `ranked`: the last mover has posted the ranking (Q6). `since`: when the table
    opened, from which Q8 counts while no move is known. `trail`: the last valid moves that stand,
    oldest first; the last of them names the last player and the 12-hour mark. `closings`: the hands
    at the end of each week before this one that the trail still reaches into, oldest first.
    `withdrawn`: posts whose move an edit took back, so that nothing is taken back twice."""

    since: datetime
    floor: int = 0
    constraints: tuple[str, ...] = ()
    week: str = ""
    ranked: bool = True
    hands: dict[str, Hand] = {}
    trail: tuple[Played, ...] = ()
    closings: tuple[tuple[str, dict[str, Hand]], ...] = ()
    withdrawn: tuple[int, ...] = ()
    pauses: Pauses = ()
    closed: bool = False

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


_PLACED = tuple(
    tuple(step for step in fl.STEPS if placed >> (step - 1) & 1) for placed in range(16)
)


def placed_steps(placed: int) -> tuple[int, ...]:
    """A mask of placed steps as ascending numbers."""
    return _PLACED[placed & 0b1111]


def steps_mask(steps: tuple[int, ...] | list[int]) -> int:
    """Steps as a mask."""
    return sum(1 << (step - 1) for step in set(steps))


def rolled(hands: dict[str, Hand]) -> dict[str, Hand]:
    """The hands at the start of another week: points restart, sets carry over (Q11)."""
    return {name: Hand(hand.placed, 0) for name, hand in hands.items()}


def apply(state: State, act: Ruled | Constrained | Awarded | Life) -> State:
    """The table after a ruling or a decision. Total: it never asks whether the act is allowed."""
    if not isinstance(act, Ruled):
        return _decided(state, act)
    effect = act.effect
    move = effect.move
    if move is None:
        if effect.withdraws is not None:
            return _withdraw(state, act, effect.withdraws)
        last = state.trail[-1] if state.trail else None
        opens = effect.ranking and not state.ranked and last and last.player == act.player
        return msgspec.structs.replace(state, ranked=True) if opens else state
    hands, closings = state.hands, state.closings
    if act.week != state.week:
        hands, closings = rolled(hands), _closed(state)
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
        gained,
    )
    return State(
        state.since,
        fl.put(0 if move.emptied else state.floor, fl.INDEX[move.cell], move.step),
        state.constraints,
        act.week,
        effect.ranking,
        {**hands, act.player: Hand(0 if placed == 0b1111 else placed, before.points + gained)},
        (*state.trail[1 - KEPT :], played),
        closings,
        state.withdrawn,
        state.pauses,
        state.closed,
    )


def _decided(state: State, act: Constrained | Awarded | Life) -> State:
    replace = msgspec.structs.replace
    if isinstance(act, Constrained):
        others = tuple(c for c in state.constraints if c != act.constraint)
        return replace(state, constraints=others if act.lifted else (*others, act.constraint))
    if isinstance(act, Awarded):
        return _award(state, act.player, act.points, act.week)
    if act.kind == "closed":
        return replace(state, closed=True)
    if act.kind == "paused":
        return replace(state, pauses=limits.paused(state.pauses, act.at, act.until))
    return replace(state, pauses=limits.resumed(state.pauses, act.at))


def _award(state: State, player: str, points: int, week: str) -> State:
    """Points added to the week they count for: the present one, a new one, or the one before."""
    replace = msgspec.structs.replace
    if week > state.week:
        state = replace(state, week=week, hands=rolled(state.hands), closings=_closed(state))
    if week == state.week:
        hand = state.hand(player)
        hands = {**state.hands, player: Hand(hand.placed, hand.points + points)}
        return replace(state, hands=hands)
    return replace(state, closings=tuple(_with(c, week, player, points) for c in state.closings))


def _with(
    closing: tuple[str, dict[str, Hand]], week: str, player: str, points: int
) -> tuple[str, dict[str, Hand]]:
    """The hands at the end of a week, with points added if that is the week they count for."""
    if closing[0] != week:
        return closing
    hand = closing[1].get(player, Hand())
    return week, {**closing[1], player: Hand(hand.placed, hand.points + points)}


def _closed(state: State) -> tuple[tuple[str, dict[str, Hand]], ...]:
    """The closings with that of the present week, as far back as the trail remembers moves."""
    first = state.trail[0].week if state.trail else state.week
    old = tuple(closing for closing in state.closings if closing[0] >= first)
    return (*old, (state.week, state.hands))


def _withdraw(state: State, act: Ruled, withdrawal: Withdrawal) -> State:
    """Q7: the points of the move go; with `rolled_back` also the floor, the set and the gate are
    what they were before it."""
    replace = msgspec.structs.replace
    if withdrawal.points:
        state = _award(state, act.player, -withdrawal.points, withdrawal.week)
    marked = (*state.withdrawn, withdrawal.post)
    at = next((i for i, p in enumerate(state.trail) if p.post == withdrawal.post), None)
    if at is None:
        return replace(state, withdrawn=marked)
    played = state.trail[at]
    later = tuple(_without(p, played) for p in state.trail[at + 1 :])
    state = replace(state, withdrawn=marked, trail=(*state.trail[:at], *later))
    if not withdrawal.rolled_back:
        return state
    points = state.hand(played.player).points
    hands = {**state.hands, played.player: Hand(played.before.placed, points)}
    return replace(state, floor=played.floor_before, ranked=played.ranked_before, hands=hands)


def _without(later: Played, gone: Played) -> Played:
    """A later move of the same player and week, as if the points of `gone` had never been."""
    if later.player != gone.player or later.week != gone.week or not gone.gained:
        return later
    hand = Hand(later.before.placed, later.before.points - gone.gained)
    return msgspec.structs.replace(later, before=hand)


def standings_after_last_move(state: State, player: str) -> tuple[str, dict[str, Hand]] | None:
    """Week and hands just after the last valid move of `player` (Q13), by taking back the moves
    that came after it; None if that move lies further back than the table remembers."""
    hands, week = dict(state.hands), state.week
    for played in reversed(state.trail):
        if played.week != week:
            closings = dict(state.closings)
            if played.week not in closings:
                return None
            hands, week = dict(closings[played.week]), played.week
        if played.player == player:
            return week, hands
        hands[played.player] = played.before
    return None
