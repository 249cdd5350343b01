"""The order of things at a table, and the fold over the rulings that stand (F6)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from referee.core.events import RulingMade
from referee.core.game import Game
from referee.core.reading import Note

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DECISION, EDIT, POST, DEADLINE = range(4)
"""Ranks at equal times: decisions and chance, edits, posts, deadlines (F6)."""

LAST = 2**63 - 1
"""Comes after every number (an id, a seq) at the same instant and rank."""


class Place(NamedTuple):
    """Where something stands in the order of its table: time (microseconds since 1970, UTC), rank
    at equal times, id where it is a number, order of recording."""

    micros: int
    rank: int
    number: int
    seq: int


def micros(at: datetime) -> int:
    """Whole microseconds since 1970 in UTC."""
    return (at - EPOCH) // timedelta(microseconds=1)


def place_of_post(at: datetime, post_id: str | None, seq: int) -> Place:
    """The place of a post. Ids that are no numbers, and posts without one, come in the order of
    recording, after the numbered ones of the same instant."""
    numbered = post_id is not None and post_id.isdecimal() and len(post_id) < 19
    return Place(micros(at), POST, int(post_id) if numbered and post_id else LAST, seq)


def fold(game: Game, state: Any, acts: Iterable[Any]) -> Any:
    """The state after acts that come in the order of their places."""
    apply = game.apply
    for act in acts:
        state = apply(state, act)
    return state


class Told(NamedTuple):
    """A thing that happened at a table: its place, the act to fold, the ruling if it is a post."""

    place: Place
    act: Any
    ruling: RulingMade | None


class Change(NamedTuple):
    """A ruling that another past makes differently: what it was and what it is now."""

    was: RulingMade
    now: RulingMade


def rule(
    game: Game, state: Any, act: Any, notes: tuple[Note, ...], cause: int | None = None
) -> RulingMade:
    """The ruling on a post, as the log keeps it: judged against `state`, which is only read."""
    finding = game.judge(state, act)
    made = {
        "post": act.post,
        "player": act.player,
        "posted_at": act.at,
        "precision": act.precision,
        "week": act.week,
        "verdict": finding.verdict,
        "basis": finding.basis,
        "objections": finding.objections,
        "warnings": finding.warnings,
        "notes": notes,
        "points": finding.points,
        "effect": finding.effect,
        "reading": act.sheet,
        "position": game.position(state, act.player),
        "edition": game.edition,
        "cause": cause,
    }
    return msgspec.json.decode(msgspec.json.encode(made), type=RulingMade)


def ruled_act(game: Game, ruling: RulingMade) -> Any:
    """The act to judge again: what was read when the ruling was made."""
    sheet = msgspec.convert(ruling.reading, game.sheet_type)
    return game.posted(
        ruling.post, ruling.player, ruling.posted_at, ruling.precision, ruling.week, sheet
    )


def standing_act(game: Game, ruling: RulingMade) -> Any:
    """The act to fold for a ruling."""
    return msgspec.convert(msgspec.to_builtins(ruling), game.standing_type, strict=False)


def judged_again(
    game: Game, state: Any, later: Iterable[Told], cause: int
) -> Iterator[tuple[Told, Change | None, Any]]:
    """Later things after a change of the past: each as it stands now, what changed in its ruling,
    and the state after it."""
    for told in later:
        thing, change = told, None
        if told.ruling is not None:
            was = told.ruling
            now = rule(game, state, ruled_act(game, was), was.notes, cause)
            if not same_ruling(was, now):
                change = Change(was, now)
                thing = Told(told.place, standing_act(game, now), now)
        state = game.apply(state, thing.act)
        yield thing, change, state


def same_ruling(a: RulingMade, b: RulingMade) -> bool:
    """Whether two rulings on a post say the same, whatever position and edition they name."""
    return (
        a.verdict == b.verdict
        and a.effect == b.effect
        and a.objections == b.objections
        and a.warnings == b.warnings
        and a.points == b.points
        and a.basis == b.basis
        and a.player == b.player
        and a.week == b.week
    )


def reported(was: RulingMade, now: RulingMade) -> bool:
    """Whether a change is one that F6 reports: verdict, clauses or move."""
    return (
        was.verdict != now.verdict
        or [o.clause for o in was.objections] != [o.clause for o in now.objections]
        or was.effect.get("move") != now.effect.get("move")
        or was.points != now.points
    )
