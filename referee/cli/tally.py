"""`tally`: the points of the week, or of the season."""

from typing import Any

import click

from referee.cli.shared import Call, command
from referee.core.table import Table
from referee.core.week import Week
from referee.desk.errors import Refused
from referee.desk.queries import tally_of, week_asked
from referee.desk.tables import all_tables
from referee.projections.tally import Row, Tally, balance
from referee.render.reply import name as safe_name
from referee.render.tables import table as drawn
from referee.words.sentences import moment

FORMATS = ("text", "markdown", "bbcode", "discord", "csv", "json")


@command
@click.option("--week", is_flag=False, flag_value="bare", metavar="[WEEK|DATE|current|last]")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text")
def tally_command(call: Call, week: str | None, form: str) -> None:
    """The weekly points of all Quadrille tables, or of one; the season without --week."""
    log = call.open_log()
    wanted = call.settings.get("table")
    tables = [t for t in all_tables(log) if t.game.name == "quadrille"]
    tables = [t for t in tables if wanted in (None, t.name)]
    if not tables:
        raise Refused("no-tally")
    zone = tables[0].zone
    now = call.now(zone)
    chosen = week_asked(week, tables[0], now) if week else None
    tallies = [(t, tally_of(log, t, chosen.name if chosen else None)) for t in tables]
    closed = bool(chosen and now >= chosen.end)
    if call.json or form == "json":
        call.record(_record(chosen, tallies, log.head().hash, closed=closed), zone)
    elif form == "csv":
        _csv(call, tallies)
    else:
        _printed(call, chosen, tallies, form, closed=closed)
        call.out(call.say("tally.head", head=log.head().hash))


def _record(
    week: Week | None, tallies: list[tuple[Table, Tally]], head: str, *, closed: bool
) -> dict[str, Any]:
    return {
        "week": week.name if week else None,
        "from": week.start if week else None,
        "to": week.end if week else None,
        "closed": closed,
        "sealed": False,
        "head": head,
        "posts": balance(t.posts for _, t in tallies),
        "rows": [row for _, t in tallies for row in t.rows],
        "corrections": [],
        "results": [],
    }


def _csv(call: Call, tallies: list[tuple[Table, Tally]]) -> None:
    import csv
    import io

    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(["table", "player", "rank", "points", "rewards", "awarded"])
    for _, tally in tallies:
        for row in tally.rows:
            # A spreadsheet would take a name that begins so for a formula.
            player = f"'{row.player}" if row.player[:1] in "=+-@\t\r" else row.player
            writer.writerow([row.table, player, row.rank, row.points, row.rewards, row.awarded])
    call.out(sheet.getvalue().rstrip("\n"))


def _printed(
    call: Call, week: Week | None, tallies: list[tuple[Table, Tally]], form: str, *, closed: bool
) -> None:
    for number, (table, tally) in enumerate(tallies):
        if number:
            call.out("")
        call.out(_title(call, week, table, closed=closed))
        call.out("")
        call.out(_rows(call, table, tally.rows, form) if tally.rows else call.say("tally.empty"))
        call.out("")
        counts = {verdict.replace("-", "_"): count for verdict, count in tally.posts.items()}
        call.out(call.say("tally.posts", **counts))
        if tally.unclear:
            posts = ", ".join(f"@{seq}" for seq in tally.unclear)
            call.out(call.say("tally.unclear", posts=posts))


def _title(call: Call, week: Week | None, table: Table, *, closed: bool) -> str:
    if week is None:
        return call.say("tally.season", table=table.name)
    closing = moment(week.end, table.zone, call.lang)
    key = "tally.closed" if closed else "tally.running"
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
