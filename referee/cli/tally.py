"""`tally`: the points of the week, or of the season."""

from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

import click
import msgspec

from referee.cli.shared import Call, command
from referee.core.table import Table
from referee.core.week import Week
from referee.desk.errors import Refused
from referee.desk.results import Result, results
from referee.desk.seal import Counted, counted, seal, seal_of, week_asked
from referee.desk.tables import all_tables
from referee.projections.corrections import Correction
from referee.projections.tally import Row, Tally, balance
from referee.render.reply import name as safe_name
from referee.render.reply import one_line
from referee.render.tables import table as drawn
from referee.words.sentences import Speaker, moment

FORMATS = ("text", "markdown", "bbcode", "discord", "csv", "html", "json")


class When(NamedTuple):
    """What is counted, the week (None: the season), and when that is asked, in which zone."""

    week: Week | None
    now: datetime
    zone: tzinfo


@command
@click.option("--week", is_flag=False, flag_value="bare", metavar="[WEEK|DATE|current|last]")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text")
@click.option("--seal", "sealing", is_flag=True)
@click.option("--yes", is_flag=True)
def tally_command(call: Call, week: str | None, form: str, **asked: bool) -> None:
    """The weekly points of all Quadrille tables, or of one; the season without --week."""
    log = call.open_log()
    named = [call.table(log)] if call.table_name else all_tables(log)
    tables = [table for table in named if table.game.name == "quadrille"]
    if not named:
        raise Refused("no-tally")
    zone = named[0].zone
    now = call.now(zone)
    if asked["sealing"]:
        week = week or "last"
    if asked["sealing"] and not tables:
        raise Refused("no-tally")
    chosen = week_asked(log, week, tables or named, now) if week else None
    ended = _ended(log, named, chosen, now)
    tallies = [counted(log, table, chosen.name if chosen else None) for table in tables]
    closed = bool(chosen and now >= chosen.end)
    if asked["sealing"] and chosen is not None:
        _check_sealable(tallies, chosen, closed=closed)
        _asked(call, log, chosen, tallies, form, yes=asked["yes"])
        for table in tables:
            if seal_of(log, table, chosen.name) is None:
                seal(log, table, chosen, now=now, by=call.by)
        tallies = [counted(log, table, chosen.name) for table in tables]
    when = When(chosen, now, zone)
    if call.json or form == "json":
        record = _record(chosen, tallies, log.head().hash, closed=closed)
        call.record(record | {"results": [result._asdict() for result in ended]}, zone)
    elif form == "csv":
        _csv(call, tallies)
    elif form == "html":
        _page(call, log, when, tallies, ended)
    else:
        _printed(call, log, chosen, tallies, form, closed=closed)
        if not tallies and chosen is not None:
            closing = moment(chosen.end, zone, call.lang)
            call.out(call.say("tally.only-results", week=chosen.name, closing=closing))
        for line in (*_results(call, ended, zone), *([""] if ended else [])):
            call.out(line)
        call.out(call.say("tally.head", head=log.head().hash))


def _asked(
    call: Call, log: Any, week: Week, tallies: list[Counted], form: str, *, yes: bool
) -> None:
    """Leave where the moderator, asked before a week is published, does not want it."""
    if yes:
        return
    if not call.json and form != "html":
        _printed(call, log, week, tallies, form, closed=True)
    if not click.confirm(call.say("seal.ask", week=week.name), err=True):
        call.hint("seal.not")
        call.ctx.exit(1)


def _check_sealable(tallies: list[Counted], week: Week, *, closed: bool) -> None:
    """All or nothing: no table is sealed where another cannot be."""
    if not closed:
        raise Refused("seal-open", week=week.name, closing=week.end)
    if all(counted.sealed for counted in tallies):
        names = ", ".join(counted.table.name for counted in tallies)
        raise Refused("sealed", week=week.name, table=names)
    for table, tally, sealed, _ in tallies:
        if tally.unclear and not sealed:
            posts = ", ".join(f"@{seq}" for seq in tally.unclear)
            raise Refused("seal-unclear", week=week.name, table=table.name, posts=posts)


def _record(
    week: Week | None, tallies: list[Counted], head: str, *, closed: bool
) -> dict[str, Any]:
    return {
        "week": week.name if week else None,
        "from": week.start if week else None,
        "to": week.end if week else None,
        "closed": closed,
        "sealed": bool(week and tallies) and all(counted.sealed for counted in tallies),
        "head": head,
        "posts": balance(counted.tally.posts for counted in tallies),
        "rows": [row for counted in tallies for row in counted.tally.rows],
        "corrections": [
            msgspec.structs.asdict(correction) | {"table": counted.table.name}
            for counted in tallies
            for correction in counted.corrections
        ],
    }


def _ended(log: Any, tables: list[Table], week: Week | None, now: datetime) -> list[Result]:
    """The games of other kinds that ended in the week, or at all."""
    found = results(log, tables, now)
    return [r for r in found if week is None or week.start <= r.at < week.end]


def _results(call: Call, ended: list[Result], zone: tzinfo) -> Iterator[str]:
    for result in ended:
        when = moment(result.at, zone, call.lang)
        scores = ", ".join(f"{player} {score}" for player, score in result.scores.items())
        facts = {"table": result.table, "game": result.game, "when": when, "scores": scores}
        winners = ", ".join(result.winners)
        key = "tally.result" if winners else "tally.result-drawn"
        yield call.say(key, winners=winners, **facts).rstrip()


def _csv(call: Call, tallies: list[Counted]) -> None:
    import csv
    import io

    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(["table", "player", "rank", "points", "rewards", "awarded"])
    for one in tallies:
        for row in one.tally.rows:
            # A spreadsheet would take a name that begins so for a formula.
            player = one_line(row.player)
            player = f"'{player}" if player[:1] in "=+-@" else player
            writer.writerow([row.table, player, row.rank, row.points, row.rewards, row.awarded])
    call.out(sheet.getvalue().rstrip("\n"))


def _printed(
    call: Call, log: Any, week: Week | None, tallies: list[Counted], form: str, *, closed: bool
) -> None:
    for number, one in enumerate(tallies):
        table, tally = one.table, one.tally
        if number:
            call.out("")
        call.out(_title(call, week, one, closed=closed))
        call.out("")
        call.out(_rows(call, table, tally.rows, form) if tally.rows else call.say("tally.empty"))
        speaker = call.speaker(log, table)
        for line in one.corrections:
            call.tell(correction(call, table, line, speaker))
        call.out("")
        for told in _balance(call, tally):
            call.out(told)
        if one.sealed:
            call.out(call.say("tally.sealed-head", head=one.sealed.head))


def _balance(call: Call, tally: Tally) -> Iterator[str]:
    """The posts read by their verdicts, and those still to decide."""
    counts = {verdict.replace("-", "_"): count for verdict, count in tally.posts.items()}
    yield call.say("tally.posts", **counts)
    if tally.unclear:
        posts = ", ".join(f"@{seq}" for seq in tally.unclear)
        yield call.say("tally.unclear", posts=posts)


def _page(call: Call, log: Any, when: When, tallies: list[Counted], ended: list[Result]) -> None:
    from referee.cli.season import Gathered, write_season

    week, gathered = when.week, []
    for one in tallies:
        title = _title(call, week, one, closed=bool(week and when.now >= week.end))
        gathered.append(Gathered(call, log, one, title, list(_balance(call, one.tally)), when))
    write_season(call, log, when, gathered, list(_results(call, ended, when.zone)))


def correction(call: Call, table: Table, line: Correction, speaker: Speaker) -> str:
    """A correction in words."""
    (was, now), (had, has) = line.points, line.rewards
    when = moment(line.at, table.zone, call.lang)
    facts = {"was": str(was), "now": now, "had": str(had), "has": has}
    return call.say(
        "tally.correction",
        when=when,
        player=line.player,
        cause=speaker.label(line.cause, any_event=True),
        **facts,
    )


def _title(call: Call, week: Week | None, counted: Counted, *, closed: bool) -> str:
    table = counted.table
    if week is None:
        return call.say("tally.season", table=table.name)
    closing = moment(week.end, table.zone, call.lang)
    key = "tally.sealed" if counted.sealed else "tally.closed" if closed else "tally.running"
    return call.say(key, table=table.name, week=week.name, closing=closing)


def _rows(call: Call, table: Table, rows: list[Row], form: str) -> str:
    reward = table.opened.options["reward"]
    heads = ["#", call.say("head.player"), call.say("head.points"), call.say("head.rewards")]
    cells = [
        [str(row.rank), safe_name(row.player, form), str(row.points), _prize(row, reward, form)]
        for row in rows
    ]
    if form in ("bbcode", "discord"):  # no tables there: a block of fixed width
        opening, closing = ("[code]", "[/code]") if form == "bbcode" else ("```", "```")
        return f"{opening}\n{drawn(heads, cells)}\n{closing}"
    return drawn(heads, cells, form="github" if form == "markdown" else "simple")


def _prize(row: Row, reward: str, form: str) -> str:
    word = safe_name(reward, form)
    if len(reward) > 2:
        return f"{row.rewards} {word}" if row.rewards else ""
    return word * row.rewards
