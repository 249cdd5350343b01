"""Quadrille as the desk knows it: the record of its functions."""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from referee.core.events import ConstraintAdded
from referee.core.game import Game, Opening
from referee.core.house import Awarded, Life, act
from referee.core.limits import deadline, paused_at, since
from referee.core.patterns import lazy
from referee.core.reading import Reading
from referee.games.quadrille import constraints as house
from referee.games.quadrille import floor as fl
from referee.games.quadrille.acts import Posted, Sheet, edited, renamed
from referee.games.quadrille.notation import read
from referee.games.quadrille.overruling import accepts, fits, move_from, overruled
from referee.games.quadrille.picture import picture
from referee.games.quadrille.ranking import lines
from referee.games.quadrille.rules import EMPTYING, GATE, PRECEDENCE, judge
from referee.games.quadrille.state import (
    Constrained,
    Hand,
    Played,
    Ruled,
    State,
    apply,
    placed_steps,
    rolled,
    steps_mask,
)

EDITION = "quadrille-2"
"""Since 0.1.0: warnings on edits seen first (F5) and on weeks that a stamp leaves open (F11)."""
SCHEMA = "4c6eb4de9ba02496"
OPTIONS = {"reward": "⭐", "rewards": "8:2,3:1"}


_REWARDS = lazy(r"[1-9]\d{0,3}:[1-9]\d{0,3}(,[1-9]\d{0,3}:[1-9]\d{0,3})*")


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


def setup(opening: Opening) -> State:
    """The table at its opening; a start is a state of the contract, what it lacks is as new."""
    opened, start = opening.since, opening.start
    if not start:
        return State(opened)
    floor = fl.from_rows(tuple(start.get("floor") or ("....",) * 4))
    week = start.get("week") or ""
    hands = {
        name: Hand(steps_mask(hand.get("placed", [])), hand.get("points", 0))
        for name, hand in (start.get("players") or {}).items()
    }
    spelled = tuple(house.spelled([c]) for c in start.get("constraints") or ())
    trail: tuple[Played, ...] = ()
    if start.get("last_player"):
        at = msgspec.convert(start.get("last_move_at") or opened, datetime)
        name = start["last_player"]
        hand = hands.get(name, Hand())
        trail = (Played(0, name, at, 1, floor, hand, ranked_before=True, week=week),)
    ranked = not start.get("ranking_due", False)
    return State(opened, floor, spelled, week, ranked, hands, trail)


def view(state: State, at: datetime, week: str) -> dict[str, Any]:
    """The state as the contract writes it, at a moment of the week named `week`."""
    last = state.last
    hands = state.hands if week == state.week else rolled(state.hands)
    due = last is not None and not state.ranked
    marked = last.at if last else (state.since if state.floor else None)
    return {
        "floor": list(fl.to_rows(state.floor)),
        "blocked": state.blocked,
        "last_player": last.player if last else None,
        "last_move_at": last.at if last else None,
        "ranking_due": due,
        "gate_until": deadline(last.at, GATE, state.pauses) if last and due else None,
        "may_empty_at": deadline(marked, EMPTYING, state.pauses) if marked else None,
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


_encode = msgspec.json.Encoder().encode


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
    return hashlib.sha256(_encode(parts)).hexdigest()[:16]


def legal(state: State, player: str, at: datetime, week: str) -> Iterator[Posted]:
    """Every post that would be a valid move of `player` at that instant, as acts to judge."""
    last = state.last
    mine = last is not None and last.player == player
    if state.closed or paused_at(state.pauses, at):
        return
    gated = last and not mine and not state.ranked
    if last and gated and not since(last.at, 1, at, 1, GATE, state.pauses).passed:
        return
    held = [s for s in fl.STEPS if not state.hand(player).placed >> (s - 1) & 1]
    standing = [] if mine or state.blocked else [state.floor]
    marked = last.at if last else state.since
    twelve = since(marked, 1, at, 1, EMPTYING, state.pauses).passed
    may_empty = state.floor and ((state.blocked and not mine) or twelve)
    restart = not state.floor and mine and twelve
    for floor in [*standing, *([0] if may_empty or restart else [])]:
        for step in held:
            for cell in fl.bits(fl.open_cells(floor, step, state.masks)):
                shown = fl.put(floor, cell, step)
                if shown != state.floor:  # the standing floor repeated is no move, even under Q8
                    yield Posted(0, player, at, 1, week, Sheet(floor=fl.to_rows(shown)))


def house_act(kind: str, data: str, at: datetime, seq: int) -> Constrained | Awarded | Life:
    """The act of an event that is no post: its type, its data as JSON, when, its number."""
    if kind in ("constraint_added", "constraint_lifted"):
        event = msgspec.json.decode(data, type=ConstraintAdded)
        return Constrained(event.constraint, lifted=kind == "constraint_lifted")
    common = act(kind, data, at, seq)
    if not isinstance(common, Awarded | Life):
        raise KeyError(kind)
    return common


def read_post(text: str, names: Sequence[str]) -> Reading:
    """What own words say, whoever plays."""
    return read(text)


GAME = Game(
    name="quadrille",
    edition=EDITION,
    schema=SCHEMA,
    open_table=True,
    options=OPTIONS,
    check_option=check_option,
    precedence=PRECEDENCE,
    setup=setup,
    read=read_post,
    posted=Posted,
    judge=judge,
    overruled=overruled,
    accepts=accepts,
    fits=fits,
    move_from=move_from,
    edited=edited,
    renamed=renamed,
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
