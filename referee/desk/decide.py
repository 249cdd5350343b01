"""What a moderator decides (F9): recorded at a table, with every ruling and place that it moves."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from referee.core.events import (
    DECISIONS,
    AliasAdded,
    ConstraintAdded,
    ConstraintLifted,
    Event,
    PlacementSealed,
    PlacementsRevealed,
    PointsAwarded,
    PostAmended,
    PostEdited,
    PostOverruled,
    PostRecorded,
    SeedRevealed,
    TableClosed,
    TablePaused,
    TableResumed,
    Undone,
)
from referee.core.history import Change
from referee.core.house import Sealed
from referee.core.limits import paused_at
from referee.core.names import key, near_misses
from referee.core.table import Due, Table
from referee.desk.chance import new_seed, salts, seed_of, wants_seed
from referee.desk.check import AHEAD, refuse_before_opening, refuse_near_miss
from referee.desk.due import settle
from referee.desk.errors import Refused
from referee.desk.late import state_before_post, voided_by
from referee.desk.session import Session
from referee.desk.table import instant_of, standing_ruling
from referee.desk.weeks import Given, Moved, given_by, moved
from referee.posts.dates import Stamp
from referee.posts.emoji import canonical
from referee.store.errors import StaleHead
from referee.store.log import Log

Standing = dict[str, tuple[int, int, tuple[int, ...]]]
"""A ranking by name: place, points, steps placed."""


class Acting(NamedTuple):
    """Who acts, when, at which table of which log, and whether only to see what would happen."""

    log: Log
    table: Table
    now: datetime
    by: str
    dry_run: bool = False


class Decided(NamedTuple):
    """A decision recorded: its event and number, the rulings that changed, the ranking before and
    after, past weeks whose points move, the table after it; `own_table`: the moderator plays
    there; `beside`: what is recorded with it; `due`: what has come due (F6)."""

    seq: int
    event: Event
    at: datetime
    changes: tuple[Change, ...]
    before: Standing
    after: Standing
    state: Any
    own_table: bool
    weeks: list[Moved]
    state_before: Any = None
    beside: tuple[tuple[int, Event], ...] = ()
    due: Due = Due()


def decide(
    acting: Acting,
    make: Callable[[Session], Event],
    at: datetime | None = None,
    *,
    beside: Callable[[Session], Iterable[Event]] = lambda session: (),
) -> Decided:
    """Record the event that `make` gives for the table as it stands; it may refuse. `beside`: what
    has to be recorded with it, at the same time."""
    when = at or acting.now
    refuse_before_opening(acting.table, when)
    if when > acting.now + AHEAD:
        raise Refused("future", at=acting.table.local(when), now=acting.table.local(acting.now))
    while True:
        session = Session(acting.log, acting.table, now=acting.now, by=acting.by)
        week = acting.table.week(acting.now).name
        before = standing(acting.table, session.state, week)
        event = make(session)
        state_before = session.state
        seq, changes = session.decide(when, event)
        more_events = []
        for other in beside(session):
            number, further = session.decide(_time_of(session, other, when), other)
            changes += further
            more_events.append((number, other))
        due = settle(session, acting.now, draw=not acting.dry_run)
        changes += due.changes
        own = key(session.name_of(acting.by)) in map(key, session.names)
        after = standing(acting.table, session.state, week)
        more = _points_of(acting, event)
        weeks = moved(acting.log, acting.table, week, changes, more)
        if not acting.dry_run:
            try:
                session.commit()
            except StaleHead:
                continue
        return Decided(
            seq,
            event,
            when,
            changes,
            before,
            after,
            session.state,
            own,
            weeks,
            state_before,
            tuple(more_events),
            due,
        )


def _time_of(session: Session, event: Event, when: datetime) -> datetime:
    """When what is recorded beside something happens: with it; a reveal, with the last placement,
    whichever was recorded last (D3)."""
    if not isinstance(event, PlacementsRevealed):
        return when
    sealed = [thing.place for thing in session.history().things if isinstance(thing.act, Sealed)]
    return max(when, *map(instant_of, sealed))


def _points_of(acting: Acting, event: Event) -> list[Given]:
    """What a decision itself gives or takes, beside the rulings that it changes."""
    if isinstance(event, PointsAwarded):
        return [(event.player, event.week, event.points)]
    if not isinstance(event, Undone):
        return []
    row = acting.log.event(event.event)
    gone = row.event() if row is not None else None
    if isinstance(gone, PointsAwarded):
        return [(gone.player, gone.week, -gone.points)]
    ruling = standing_ruling(acting.log, event.event)
    if ruling is None:
        return []
    return [(player, week, -points) for player, week, points in given_by(ruling)]


def standing(table: Table, state: Any, week: str) -> Standing:
    """The ranking of a week by name, equal points on one place."""
    rows = table.game.ranking(state, week)
    return {
        name: (1 + sum(other[1] > points for other in rows), points, placed)
        for name, points, placed in rows
    }


def overrule(acting: Acting, post: int, *, accept: bool, move: str | None, reason: str) -> Decided:
    """Accept or refuse the move of a post, at its own place."""

    if move is not None and not accept:
        raise Refused("move-refuse")

    def make(session: Session) -> Event:
        game, ruling = acting.table.game, session.ruling_of(post)
        if ruling is None:
            raise Refused("withdrawn", post=f"@{post}")
        if ruling.overrule is None and accept and ruling.verdict == "valid" and move is None:
            voided = voided_by(session, post)
            if voided:
                raise Refused("voided", post=f"@{post}", edit=f"@{voided}")
            raise Refused("valid-already", post=f"@{post}")
        state = state_before_post(session, post)
        given = game.move_from(canonical(move)[0], state) if move is not None else None
        if move is not None and given is None:
            raise Refused("move-seated" if game.seated else "move", move=move)
        if not accept:
            return PostOverruled(post, accept, reason, given)
        # The step is kept with the decision, so that it stands whatever else changes.
        chosen = given or game.accepts(state, ruling)
        if chosen is None:
            raise Refused(
                "overrule-move-seated" if game.seated else "overrule-move", post=f"@{post}"
            )
        told = " ".join(str(one) for one in chosen.values() if not isinstance(one, bool))
        theirs = game.seated.theirs if game.seated else None
        if theirs and not theirs(state, ruling.player, chosen):
            raise Refused("move-theirs", move=move or told, name=ruling.player)
        if not game.fits(state, chosen):
            raise Refused("move-unfit" if game.seated else "move-occupied", move=move or told)
        return PostOverruled(post, accept, reason, chosen)

    return decide(acting, make)


def award(acting: Acting, player: str, points: int, *, week: str | None, reason: str) -> Decided:
    """Give a player points, or take some, for the week of the decision or another."""
    if not points:
        raise Refused("no-points")
    seated = acting.table.game.seated
    if seated is not None and not seated.points:
        raise Refused("no-award", game=acting.table.game.name)

    present = acting.table.week(acting.now).name
    if week is not None and week > present:
        raise Refused("week-ahead", week=week, present=present)
    first = acting.table.week(acting.table.since).name
    if week is not None and week < first:
        raise Refused("week-before", week=week, first=first)

    def make(session: Session) -> Event:
        return PointsAwarded(known(session, player), points, week or present, reason)

    return decide(acting, make)


def amend(
    acting: Acting,
    post: int,
    *,
    author: str | None,
    stamp: Stamp | None,
    post_id: str | None,
    reason: str,
    new_player: bool = False,
) -> Decided:
    """Correct what was recorded of a post: author, time, id."""
    if not (author or "x").strip() or not (post_id or "x").strip():
        raise Refused("amend-nothing")
    if author is None and stamp is None and post_id is None:
        raise Refused("amend-nothing")
    if stamp is not None:
        refuse_before_opening(acting.table, stamp.at)
    if stamp is not None and stamp.at > acting.now + AHEAD:
        raise Refused("future", at=stamp.at, now=acting.table.local(acting.now))
    taken = acting.log.posts_with_id(acting.table.name, post_id) if post_id else []
    if [seq for seq in taken if seq != post]:
        raise Refused("id-taken", id=post_id, post=f"@{taken[0]}")

    def make(session: Session) -> Event:
        if session.ruling_of(post) is None:
            raise Refused("withdrawn", post=f"@{post}")
        if author is not None and not new_player:
            refuse_near_miss(session, author)
        return PostAmended(
            post,
            reason,
            session.name_of(author) if author else None,
            stamp.at if stamp else None,
            stamp.precision if stamp else None,
            post_id,
        )

    return decide(acting, make)


def undo(acting: Acting, seq: int, *, reason: str) -> Decided:
    """Take back a decision, withdraw a post or an edit, or undo an undo."""
    row = acting.log.event(seq)
    if row is None or row.table != acting.table.name:
        raise Refused("no-event", seq=seq, table=acting.table.name)
    event = row.event()
    if not isinstance(event, DECISIONS | PostRecorded | PostEdited):
        raise Refused("not-undoable", seq=seq, kind=f"type.{row.type}")

    def make(session: Session) -> Event:
        if seq in session.decisions.undone:
            raise Refused("undone-already", seq=seq)
        if isinstance(event, PlacementSealed) and any(
            isinstance(one.event, PlacementsRevealed) for one in session.rows
        ):
            raise Refused("place-revealed", seq=seq)
        return Undone(seq, reason)

    reopens = isinstance(event, TableClosed)
    return decide(acting, make, beside=_fresh_seed if reopens else lambda session: ())


def alias(acting: Acting, name: str, player: str, *, reason: str | None) -> Decided:
    """Say that a name belongs to a player, in every post."""

    if not key(name):
        raise Refused("empty-player")

    def make(session: Session) -> Event:
        owner = known(session, player)
        if key(name) == key(owner):
            raise Refused("same-player", name=name, other=owner)
        return AliasAdded(" ".join(name.split()), owner, reason)

    return decide(acting, make)


def pause(acting: Acting, at: datetime, until: datetime | None, reason: str | None) -> Decided:
    """Pause the table from an instant on."""
    if until is not None and until <= at:
        raise Refused("until", until=acting.table.local(until), at=acting.table.local(at))

    def make(session: Session) -> Event:
        state = session.state_at(at)
        if state.closed:
            raise Refused("closed", table=acting.table.name)
        if paused_at(state.pauses, at):
            raise Refused("paused", table=acting.table.name)
        return TablePaused(acting.table.local(until) if until else None, reason)

    return decide(acting, make, at)


def resume(acting: Acting, at: datetime, reason: str | None) -> Decided:
    """Let a paused table go on."""

    def make(session: Session) -> Event:
        if not paused_at(session.state_at(at).pauses, at):
            raise Refused("not-paused", table=acting.table.name)
        return TableResumed(reason)

    return decide(acting, make, at)


def close(acting: Acting, at: datetime, reason: str | None) -> Decided:
    """Close the table for good; undoing it opens it again."""

    def make(session: Session) -> Event:
        if session.state_at(at).closed:
            raise Refused("closed", table=acting.table.name)
        return TableClosed(reason)

    # A trial must not show the seed, from which every later draw could be known.
    return decide(acting, make, at, beside=nothing if acting.dry_run else _revealed)


def nothing(_: Session) -> tuple[Event, ...]:
    """What a trial records beside a decision: nothing, so that it shows no secret."""
    return ()


def _revealed(session: Session) -> Iterator[Event]:
    """The seed of a table that closes, for everybody to check (F10)."""
    seed = seed_of(session.log, session.table.name, session.rows)
    if seed is not None:
        given = salts(session.rows, session.table.opened.players)
        yield SeedRevealed(seed.hex(), tuple(given))


def _fresh_seed(session: Session) -> Iterator[Event]:
    """A new seed for a table that is open again although its seed was revealed (F10)."""
    if wants_seed(session.game, session.table.opened.options) and not session.state.closed:
        event, secret = new_seed(session.table.name)
        session.secrets.append(secret)
        yield event


def constrain(acting: Acting, words: tuple[str, ...], *, lift: bool, at: datetime) -> Decided:
    """Add or lift a house constraint from an instant on (Q12)."""
    if acting.table.game.name != "quadrille":
        raise Refused("no-constraints", game=acting.table.game.name)
    from referee.games.quadrille.constraints import KINDS, BadConstraint, spelled

    try:
        constraint = spelled(words)
    except BadConstraint as error:
        raise Refused("constraint", words=str(error), known=KINDS) from error

    def make(session: Session) -> Event:
        in_force = session.state_at(at).constraints
        if lift and constraint not in in_force:
            known = ", ".join(in_force) or "–"
            raise Refused("not-in-force", constraint=constraint, known=known)
        if not lift and constraint in in_force:
            raise Refused("in-force", constraint=constraint)
        return ConstraintLifted(constraint) if lift else ConstraintAdded(constraint)

    return decide(acting, make, at)


def known(session: Session, name: str) -> str:
    """The player of that name, who must be one already."""
    player = session.name_of(name)
    if key(player) in map(key, session.names):
        return player
    if session.game.open_table and session.log.has_author(session.table.name, key(player)):
        return player  # whose every post was refused may be who the name of others stands for
    near = ", ".join(near_misses(player, session.names))
    if near:
        raise Refused("near-player", name=name, near=near)
    names = ", ".join(sorted(session.names, key=key)) or "–"
    raise Refused("no-player", name=name, known=names)
