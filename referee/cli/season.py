"""What `tally --format html` gathers from the log for its page."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from referee.cli.pages import about, in_utf8
from referee.cli.shared import Call
from referee.core.table import Table
from referee.core.week import Week, week_named
from referee.desk.queries import Seen, history
from referee.desk.seal import Counted, by_week, counted, seal_of
from referee.projections.tally import Row, Tally
from referee.render.replay import gone, ruling_lines
from referee.render.reply import visible
from referee.render.season import Entry, Place, Section, WeekHead, season_page
from referee.words.sentences import Speaker, moment

if TYPE_CHECKING:
    from referee.cli.tally import When


class Gathered:
    """One table for the page: the tally as the command counted it, the sentences it says of it."""

    def __init__(
        self, call: Call, log: Any, one: Counted, title: str, told: Sequence[str], when: "When"
    ) -> None:
        self.call, self.log, self.one, self.table = call, log, one, one.table
        self.title, self.told, self.now = title, told, when.now

    def section(self, week: Week | None, corrections: Sequence[str]) -> Section:
        """The table's part of the page."""
        weekly = by_week(self.log, self.table)
        if week is not None:
            weekly = {week.name: self.one.tally}
        return Section(
            visible(self.table.name),
            self.title,
            [WeekHead(name, self._status(name)) for name in weekly],
            [self._place(row, weekly) for row in self.one.tally.rows],
            self.told,
            list(self._seals(weekly)),
            corrections,
            self._posts(week),
        )

    def _status(self, week: str) -> str:
        if seal_of(self.log, self.table, week) is not None:
            return "sealed"
        closed = week_named(week, self.table.zone).end <= self.now
        return "not-sealed" if closed else "running"

    def _place(self, row: Row, weekly: dict[str, Tally]) -> Place:
        weeks = [
            next((one.points for one in tally.rows if one.player == row.player), None)
            for tally in weekly.values()
        ]
        reward = visible(self.table.opened.options["reward"])
        prize = reward * row.rewards if row.rewards < 6 else f"{row.rewards} {reward}"
        return Place(row.rank, row.player, row.points, weeks, prize)

    def _seals(self, weeks: Iterable[str]) -> Iterator[str]:
        for week in weeks:
            found = seal_of(self.log, self.table, week)
            row = self.log.event(found[0]) if found is not None else None
            if found is not None and row is not None:
                at = datetime.fromisoformat(row.recorded_at)
                when = moment(at, self.table.zone, self.call.lang, seconds=False)
                facts = {"week": week, "when": when, "by": row.by, "head": found[1].head}
                yield self.call.say("season.seal", **facts)

    def _posts(self, week: Week | None) -> list[tuple[str, list[Entry]]]:
        speaker = self.call.speaker(self.log, self.table)
        found: dict[str, list[Entry]] = {}
        for seen in history(self.log, self.table):
            ruling = seen.ruling
            if ruling is not None and (week is None or ruling.week == week.name):
                entry = _entry(self.table, seen, speaker)
                found.setdefault(visible(ruling.player), []).append(entry)
        return sorted(found.items(), key=lambda pair: pair[0].casefold())


def _entry(table: Table, seen: Seen, speaker: Speaker) -> Entry:
    ruling = seen.ruling
    if ruling is None:
        raise TypeError(seen.kind)
    undo = seen.undone
    undone = (undo.seq, undo.by, getattr(undo.event, "reason", "")) if undo else None
    return Entry(
        seen.place.seq,
        seen.after_at(table),
        ruling.verdict,
        next(ruling_lines(ruling, speaker)),
        sum(award.points for award in ruling.points),
        gone(undone, seen.voided, speaker),
    )


def write_season(
    call: Call, log: Any, when: "When", gathered: Sequence[Gathered], ended: Sequence[str]
) -> None:
    """The page of a week or of the season, to stdout."""
    week, sections = when.week, []
    for one in gathered:
        weeks = [week.name] if week else list(by_week(log, one.table))
        sections.append(one.section(week, list(_corrections(call, log, one.table, weeks))))
    name = week.name if week else None
    in_utf8(season_page(sections, ended, name, when.zone, about(call, log, when.now)))


def _corrections(call: Call, log: Any, table: Table, weeks: Iterable[str]) -> Iterator[str]:
    from referee.cli.tally import correction

    speaker = call.speaker(log, table)
    for week in weeks:
        if seal_of(log, table, week) is not None:
            for line in counted(log, table, week).corrections:
                yield visible(f"{week} – {correction(call, table, line, speaker).strip()}")
