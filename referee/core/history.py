"""The order of things at a table, and the fold over the rulings that stand (F6)."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from referee.core.decisions import Facts
from referee.core.events import PLACED, ChanceDrawn, DeadlinePassed, Event, Overrule, RulingMade
from referee.core.game import Game
from referee.core.reading import Note
from referee.core.ruling import Finding, Objection
from referee.core.week import closes_in

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DECISION, EDIT, POST, DEADLINE = range(4)
"""Ranks at equal times: decisions and chance, edits, posts, deadlines (F6)."""

_MICROSECOND = timedelta(microseconds=1)

LAST = 2**63 - 1
"""Comes after every number (an id, a seq) at the same instant and rank."""

MARK_EVERY = 16
"""After so many things the state is worth noting: reading them again costs less than writing the
state with every append."""


class Place(NamedTuple):
    """Where something stands in the order of its table: time (microseconds since 1970, UTC), rank
    at equal times, id where it is a number, order of recording."""

    micros: int
    rank: int
    number: int
    seq: int


MOST_MARKS = 128


class Mark(NamedTuple):
    """A state on the way: how many things led to it, the place of the last one, the state."""

    things: int
    place: Place
    state: Any


END = Place(LAST, LAST, LAST, LAST)
"""Comes after everything."""


def micros(at: datetime) -> int:
    """Whole microseconds since 1970 in UTC."""
    return (at - EPOCH) // _MICROSECOND


def place_of_post(at: datetime, post_id: str | None, seq: int) -> Place:
    """The place of a post. Ids that are no numbers, and posts without one, come in the order of
    recording, after the numbered ones of the same instant."""
    numbered = post_id is not None and post_id.isdecimal() and len(post_id) < 19
    return Place(micros(at), POST, int(post_id) if numbered and post_id else LAST, seq)


def place_of_event(event: Event, at: datetime, seq: int) -> Place | None:
    """The place of what is no post, or None where it has none of its own: decisions and chance
    before the posts of their instant, deadlines after them, and what is drawn because of a deadline
    right after that."""
    if not isinstance(event, PLACED):
        return None
    if isinstance(event, DeadlinePassed):
        return Place(micros(at), DEADLINE, 0, seq)
    if isinstance(event, ChanceDrawn) and event.due:
        return Place(micros(at), DEADLINE, 1, seq)
    return Place(micros(at), DECISION, 0, seq)


def note(marks: list[Mark], things: int, place: Place, state: Any) -> None:
    """Note a state on the way, where it is worth it, among others, of which few are kept however
    many are noted."""
    if things % MARK_EVERY:
        return
    marks.append(Mark(things, place, state))
    if len(marks) > MOST_MARKS:
        from referee.core.marks import thinned

        marks[:] = thinned(marks)


def forget(marks: list[Mark], place: Place) -> None:
    """Let go of the states that were noted from a place on: they no longer hold."""
    marks[:] = [mark for mark in marks if mark.place < place]


def fold(game: Game, state: Any, acts: Iterable[Any]) -> Any:
    """The state after acts that come in the order of their places."""
    apply = game.apply
    for act in acts:
        state = apply(state, act)
    return state


class Told(NamedTuple):
    """A thing that happened at a table: its place, the act to fold, the ruling if it is a post.

    `judge`: the ruling is only what there is to judge, because it is new (then `was` is None) or
    because its post was amended, renamed or overruled since it was made.
    """

    place: Place
    act: Any
    ruling: RulingMade | None
    judge: bool = False
    was: RulingMade | None = None


class Change(NamedTuple):
    """A ruling that another past makes differently: what it was and what it is now."""

    was: RulingMade
    now: RulingMade


def plain(sheet: Any) -> dict[str, Any]:
    """What was read, as the log gives it back."""
    return _decoded(_encode(sheet))


def draft(seq: int, facts: Facts, week: str, sheet: Any, notes: tuple[Note, ...]) -> RulingMade:
    """What there is to judge of a post, in the form of a ruling that says nothing yet. The author
    of `facts` is the player."""
    return RulingMade(
        post=seq,
        player=facts.author,
        posted_at=facts.at,
        precision=facts.precision,
        week=week,
        verdict="no-move",
        basis=None,
        objections=(),
        warnings=(),
        notes=notes,
        points=(),
        effect={"move": None},
        reading=plain(sheet),
        position="",
        edition="",
    )


def edited_post(ruling: RulingMade) -> int | None:
    """The post that a ruling on an edit is about."""
    edit = ruling.reading.get("edit")
    return int(edit["of"]) if edit else None


def rule(
    game: Game,
    state: Any,
    asked: RulingMade,
    *,
    sheet: Any = None,
    target: RulingMade | None = None,
    overrule: Overrule | None = None,
    player_of: Callable[[str], str] | None = None,
    cause: int | None = None,
) -> RulingMade:
    """The ruling on what `asked` holds of a post, against `state`, which is only read.

    `sheet` is what was read, where it is at hand, `target` the standing ruling of the post that an
    edit is about, `player_of` says whose a name in a ranking is (F8).
    """
    act = asked_act(game, asked, target, player_of, sheet)
    finding = game.judge(state, act)
    if overrule is not None:
        finding = game.overruled(state, act, finding, overrule)
    return RulingMade(
        post=asked.post,
        player=asked.player,
        posted_at=asked.posted_at,
        precision=asked.precision,
        week=asked.week,
        verdict=finding.verdict,
        basis=finding.basis,
        objections=_plain(finding.objections),
        warnings=_plain((*finding.warnings, *_week_open(finding, asked))),
        notes=asked.notes,
        points=finding.points,
        effect=_decoded(_encode(finding.effect)),
        reading=asked.reading,
        position=game.position(state, asked.player),
        edition=game.edition,
        cause=cause,
        overrule=overrule,
    )


def _week_open(finding: Finding, asked: RulingMade) -> tuple[Objection, ...]:
    """A warning where points are earned by a post whose stamp leaves its week open (F7, F11)."""
    if asked.precision <= 1 or not finding.points:
        return ()
    closing = closes_in(asked.week, asked.posted_at, asked.precision)
    if closing is None:
        return ()
    last = asked.posted_at + timedelta(seconds=asked.precision)
    facts = {
        "seq": asked.post,
        "week": asked.week,
        "earliest": asked.posted_at.isoformat(),
        "latest": last.isoformat(),
        "closing": closing.isoformat(),
    }
    return (Objection("F11", "week-open", facts),)


_encode = msgspec.json.Encoder().encode
_decoded = msgspec.json.Decoder(dict[str, Any]).decode
_objections = msgspec.json.Decoder(tuple[Objection, ...]).decode


def _plain(objections: tuple[Objection, ...]) -> tuple[Objection, ...]:
    """Objections with their facts as the log will give them back, so that rulings compare."""
    return _objections(_encode(objections)) if objections else ()


def asked_act(
    game: Game,
    asked: RulingMade,
    target: RulingMade | None,
    player_of: Callable[[str], str] | None,
    sheet: Any = None,
) -> Any:
    """The act to judge, of what a ruling says was read; `sheet` is that, where it is at hand."""
    if sheet is None:
        sheet = msgspec.convert(asked.reading, game.sheet_type)
    if player_of is not None:
        sheet = game.renamed(sheet, player_of)
    earned = None
    if target is not None and target.verdict == "valid":
        earned = (target.week, sum(award.points for award in target.points))
    return game.posted(
        asked.post, asked.player, asked.posted_at, asked.precision, asked.week, sheet, earned
    )


def standing_act(game: Game, ruling: RulingMade) -> Any:
    """The act to fold for a ruling."""
    return msgspec.convert(ruling, game.standing_type, strict=False, from_attributes=True)


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
        and a.posted_at == b.posted_at
        and a.precision == b.precision
        and a.week == b.week
        and a.overrule == b.overrule
    )


def reported(was: RulingMade, now: RulingMade) -> bool:
    """Whether a change is one that F6 reports: verdict, clauses or move."""
    return (
        was.verdict != now.verdict
        or [o.clause for o in was.objections] != [o.clause for o in now.objections]
        or was.effect.get("move") != now.effect.get("move")
        or was.points != now.points
    )
