"""Quadrille as the desk knows it: the record of its functions."""

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from referee.core.events import ConstraintLifted
from referee.core.game import Game
from referee.games.quadrille import constraints as house
from referee.games.quadrille import floor as fl
from referee.games.quadrille.acts import Sheet
from referee.games.quadrille.notation import read
from referee.games.quadrille.picture import picture
from referee.games.quadrille.ranking import lines
from referee.games.quadrille.rules import EMPTYING, GATE, PRECEDENCE, Posted, judge
from referee.games.quadrille.state import (
    Constrained,
    Hand,
    Played,
    Ruled,
    State,
    Step,
    apply,
    placed_steps,
    rolled,
    steps_mask,
)

EDITION = "quadrille-1"
OPTIONS = {"reward": "⭐", "rewards": "8:2,3:1"}


_REWARDS = re.compile(r"[1-9]\d{0,3}:[1-9]\d{0,3}(,[1-9]\d{0,3}:[1-9]\d{0,3})*")


def check_option(name: str, value: str) -> str:
    """What an option takes, if `value` is not such; empty if it is (Q11)."""
    if name == "rewards" and not _REWARDS.fullmatch(value):
        return "8:2,3:1 (points:rewards, …)"
    if name == "reward" and not (0 < len(value) <= 30 and value.isprintable()):
        return "⭐ (1-30)"
    return ""


def reward_steps(options: dict[str, str]) -> list[tuple[int, int]]:
    """Points and the rewards they earn, most points first (Q11)."""
    pairs = (pair.split(":") for pair in options["rewards"].split(","))
    return sorted(((int(points), int(rewards)) for points, rewards in pairs), reverse=True)


def setup(since: datetime, start: dict[str, Any] | None) -> State:
    """The table at its opening; `start` is a state of the contract, what it lacks is as new."""
    if not start:
        return State(since)
    floor = fl.from_rows(tuple(start.get("floor") or ("....",) * 4))
    week = start.get("week") or ""
    hands = {
        name: Hand(steps_mask(hand.get("placed", [])), hand.get("points", 0))
        for name, hand in (start.get("players") or {}).items()
    }
    spelled = tuple(house.spelled([c]) for c in start.get("constraints") or ())
    trail: tuple[Played, ...] = ()
    if start.get("last_player"):
        at = msgspec.convert(start.get("last_move_at") or since, datetime)
        name = start["last_player"]
        hand = hands.get(name, Hand())
        trail = (Played(0, name, at, 1, floor, hand, ranked_before=True, week=week),)
    ranked = not start.get("ranking_due", False)
    return State(since, floor, spelled, week, ranked, hands, trail)


def view(state: State, week: str) -> dict[str, Any]:
    """The state as the contract writes it, at a moment of the week named `week`."""
    last = state.last
    hands = state.hands if week == state.week else rolled(state.hands)
    due = last is not None and not state.ranked
    empty_from = last.at + EMPTYING if last else (state.since + EMPTYING if state.floor else None)
    return {
        "floor": list(fl.to_rows(state.floor)),
        "blocked": state.blocked,
        "last_player": last.player if last else None,
        "last_move_at": last.at if last else None,
        "ranking_due": due,
        "gate_until": last.at + GATE if last and due else None,
        "may_empty_at": empty_from,
        "week": week,
        "constraints": list(state.constraints),
        "players": {
            name: {"points": hand.points, "placed": list(placed_steps(hand.placed))}
            for name, hand in hands.items()
        },
    }


def ranking_of(state: State, week: str) -> list[tuple[str, int, tuple[int, ...]]]:
    """The ranking as Q13 prints it, at a moment of the week named `week`."""
    return lines(state.hands if week == state.week else rolled(state.hands))


def position(state: State, player: str) -> str:
    """A short hash of what a ruling on a post of `player` depends on."""
    last = state.last
    parts = (
        state.floor,
        state.constraints,
        state.ranked,
        state.week,
        last and (last.player, last.at, last.precision),
        state.hand(player),
    )
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]


def legal(state: State, player: str, at: datetime, week: str) -> Iterator[Posted]:
    """Every post that would be a valid move of `player` at that instant, as acts to judge."""
    last = state.last
    mine = last is not None and last.player == player
    if last and not mine and not state.ranked and at < last.at + GATE:
        return
    held = [s for s in fl.STEPS if not state.hand(player).placed >> (s - 1) & 1]
    standing = [] if mine or state.blocked else [state.floor]
    marked = last.at if last else state.since
    may_empty = state.floor and ((state.blocked and not mine) or at >= marked + EMPTYING)
    restart = not state.floor and mine and at >= marked + EMPTYING
    for floor in [*standing, *([0] if may_empty or restart else [])]:
        for step in held:
            for cell in fl.bits(fl.open_cells(floor, step, state.masks)):
                shown = fl.put(floor, cell, step)
                if shown != state.floor:  # the standing floor repeated is no move, even under Q8
                    yield Posted(0, player, at, 1, week, Sheet(floor=fl.to_rows(shown)))


class _Spelled(msgspec.Struct):
    constraint: str


def house_act(kind: str, data: str) -> Constrained:
    """The act of a constraint event (Q12): its type, its data as JSON."""
    spelled = msgspec.json.decode(data, type=_Spelled).constraint
    return Constrained(spelled, lifted=kind == ConstraintLifted.TYPE)


def describe(step: Step) -> str:
    """A move in the notation of the contract: `3 b2`."""
    return f"{step.step} {step.cell}"


GAME = Game(
    name="quadrille",
    edition=EDITION,
    open_table=True,
    options=OPTIONS,
    check_option=check_option,
    precedence=PRECEDENCE,
    setup=setup,
    read=read,
    posted=Posted,
    judge=judge,
    apply=apply,
    house=house_act,
    legal=legal,
    picture=picture,
    view=view,
    ranking=ranking_of,
    players=lambda state: list(state.hands),
    position=position,
    state_type=State,
    standing_type=Ruled,
    sheet_type=Sheet,
)
