"""Tallies as the log has them: counted, sealed, corrected (F11)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from referee.core.decisions import Decisions
from referee.core.events import PointsAwarded, PostEdited, RulingMade, WeekSealed
from referee.core.history import Place, micros
from referee.core.table import Table
from referee.core.week import Week, week_named, week_of_date
from referee.desk.errors import Refused
from referee.desk.session import Session
from referee.projections import corrections as after
from referee.projections.tally import Scored, Tally, Wanted, as_sealed, from_sealed, tally
from referee.store.errors import StaleHead
from referee.store.log import Log

_DAY = 86_400 * 1_000_000


class Counted(NamedTuple):
    """A table's tally: rows as sealed where it is, with the corrections since."""

    table: Table
    tally: Tally
    sealed: WeekSealed | None
    corrections: list[after.Correction]


def reward_steps(table: Table) -> list[tuple[int, int]]:
    """Points and the rewards they earn at a Quadrille table, most points first."""
    if table.game.seated is not None:
        return []
    from referee.games.quadrille.game import reward_steps as steps

    return steps(table.opened.options)


def count(log: Log, table: Table, week: str | None) -> Tally:
    """The tally of a Quadrille table as the rulings stand, for a week or for all of them."""
    wanted = Wanted(table.name, week, reward_steps(table), table.opened.start)
    return tally(wanted, _scored(log, table.name, _before(table, week) if week else None))


def _before(table: Table, week: str) -> Place | None:
    """A place before anything that a week counts; None where that is not known."""
    try:
        return Place(micros(week_named(week, table.zone).start) - _DAY, 0, 0, 0)
    except ValueError:
        return None


def _scored(log: Log, table: str, after: Place | None = None) -> Iterator[Scored | PointsAwarded]:
    """What a tally counts after a place, and edits before: one may stand before the post that it
    takes points from, where that was amended."""
    rows = log.decided(table)
    decode, named = msgspec.json.Decoder(Scored).decode, Decisions(rows).player
    for row in rows if after is not None else ():
        place = log.place_of(row.seq) if isinstance(row.event, PostEdited) else None
        stands = log.event(log.standing_of(row.seq)) if place and after and place <= after else None
        if stands is not None and stands.type == RulingMade.TYPE:
            yield decode(stands.data)
    for _, kind, data in log.standing(table, after=after):
        if kind == RulingMade.TYPE:
            yield decode(data)
        elif kind == PointsAwarded.TYPE:
            award = msgspec.json.decode(data, type=PointsAwarded)
            yield msgspec.structs.replace(award, player=named(award.player))


def by_week(log: Log, table: Table) -> dict[str, Tally]:
    """The tally of each week of which there is something to count, in order, as rulings stand."""
    things = list(_scored(log, table.name))
    weeks = {thing.week for thing in things}
    weeks |= {
        t.effect.withdraws.week for t in things if isinstance(t, Scored) and t.effect.withdraws
    }
    start = table.opened.start
    if start and start.get("week"):
        weeks.add(str(start["week"]))
    steps = reward_steps(table)
    return {week: tally(Wanted(table.name, week, steps, start), things) for week in sorted(weeks)}


def counted(log: Log, table: Table, week: str | None) -> Counted:
    """The tally to show: as it was sealed, with corrections, or as it stands."""
    stands = count(log, table, week)
    seal = seal_of(log, table, week) if week else None
    if seal is None or week is None:
        return Counted(table, stands, None, [])
    seq, sealed = seal
    rows = from_sealed(table.name, sealed.rows)
    start = table.opened.start or {}
    points = {n: h["points"] for n, h in (start.get("players") or {}).items() if h.get("points")}
    running = after.Week(week, points if start.get("week") == week else {})
    found = after.corrections(running, _happened(log, table.name), seq, reward_steps(table))
    return Counted(table, Tally(rows, sealed.posts, stands.unclear), sealed, found)


def _happened(log: Log, table: str) -> Iterator[after.Happened]:
    for row in log.events(table):
        at = datetime.fromisoformat(row.recorded_at)
        yield after.Happened(row.seq, at, row.by, row.event())


def seal_of(log: Log, table: Table, week: str) -> tuple[int, WeekSealed] | None:
    """The seal of a week at a table: its event and what was published."""
    for row in log.decided(table.name):
        if isinstance(row.event, WeekSealed) and row.event.week == week:
            return row.seq, row.event
    return None


def seal(log: Log, table: Table, week: Week, *, now: datetime, by: str) -> WeekSealed:
    """Publish a closed week of a table; refused while it runs, or posts of it are unclear."""
    if now < week.end:
        raise Refused("seal-open", week=week.name, closing=week.end)
    while True:
        if seal_of(log, table, week.name) is not None:
            raise Refused("sealed", week=week.name, table=table.name)
        session = Session(log, table, now=now, by=by)
        stands = count(log, table, week.name)
        if stands.unclear:
            posts = ", ".join(f"@{seq}" for seq in stands.unclear)
            raise Refused("seal-unclear", week=week.name, table=table.name, posts=posts)
        event = WeekSealed(week.name, session.head.hash, as_sealed(stands.rows), stands.posts)
        session.add(now, event)
        try:
            session.commit()
        except StaleHead:
            continue
        return event


def week_asked(log: Log, asked: str, tables: list[Table], now: datetime) -> Week:
    """The week that `current`, `last`, a name or a date means (F11); `bare` is the last closed
    week until it is sealed at every table, then the running one."""
    table = tables[0]
    running = table.week(now)
    last = table.week(running.start - timedelta(seconds=1))
    if last.end <= min(t.since for t in tables):
        last = running  # no table has a week before its first
    if asked == "bare":
        sealed = all(seal_of(log, t, last.name) for t in tables)
        return running if sealed else last
    if asked in ("current", "last"):
        return running if asked == "current" else last
    try:
        return week_named(asked.upper(), table.zone)
    except ValueError:
        pass
    from referee.posts.dates import BadStamp, read_date

    try:
        return week_of_date(read_date(asked, table.zone, now), table.zone)
    except (BadStamp, ValueError) as error:
        raise Refused("week", week=asked) from error
