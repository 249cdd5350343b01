"""`roll`, `salt`, `place`, `timeouts`, `ranking`: what only tables with seats have."""

import sys
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import click

from referee.cli.decisions import DRY_RUN, acting_of, at_of, show_decided
from referee.cli.shared import Call, command
from referee.core.events import ChanceDrawn
from referee.core.history import reported
from referee.core.patterns import lazy
from referee.core.reading import Note
from referee.core.table import Due, Table
from referee.desk.decide import Acting, Decided
from referee.desk.due import settle
from referee.desk.errors import Refused
from referee.desk.play import Awaited, NotYet, place, roll, salt, seated_of
from referee.desk.results import results
from referee.desk.session import Session
from referee.desk.table import now_of
from referee.desk.tables import all_tables, known_game
from referee.posts.dates import Stamp
from referee.render.due import draw_record, draw_words, due_public, due_record, due_told
from referee.render.records import capital, of_change
from referee.render.reply import lines, visible
from referee.render.reply import name as safe_name
from referee.render.standing import in_topic, standing
from referee.render.tables import table as drawn
from referee.render.verdicts import changes_public, changes_told
from referee.store.errors import StaleHead
from referee.words.sentences import moment

_UNNUMBERED = lazy(r"@\d+")
"""The number that an event would take, if it were recorded."""

AT = click.option("--at", metavar="T")


@command
@click.option("--record", metavar="DRAW")
@AT
@DRY_RUN
def roll_command(call: Call, record: str | None, **asked: Any) -> None:
    """Draw the next chance event, or record it from outside, and print the post for it."""
    acting = acting_of(call, asked)
    stamp = _stamp(call, acting, asked["at"])
    try:
        done = roll(acting, stamp, record)
    except NotYet as no:
        _not_yet(call, acting, no)
        call.ctx.exit(1)
        return
    except Awaited as due:
        kind = due.wanted.kind
        if call.json:
            record_of = {"table": acting.table.name, "game": acting.table.game.name}
            call.record(record_of | {"seq": None, "drawn": False, "kind": kind}, acting.table.zone)
        else:
            call.tell(call.say("roll.trial", draw=call.say(f"draw.{kind}")))
        return
    _roll_shown(call, acting, done)


def _stamp(call: Call, acting: Acting, text: str | None) -> Stamp:
    if text is None:
        return Stamp(acting.now, 1)
    return call.stamp(text, acting.table.zone, acting.now)


def _not_yet(call: Call, acting: Acting, no: NotYet) -> None:
    """Why nothing can be drawn, and, while answers are awaited, the reminders to paste."""
    table = acting.table
    speaker = call.speaker(acting.log, table)
    sentence = capital(speaker.sentence(no.objection))
    if call.json:
        refusal: dict[str, Any] = {
            "table": table.name,
            "game": table.game.name,
            "seq": None,
            "drawn": False,
        }
        refusal |= {"clauses": [no.objection.clause], "reason": sentence}
        state = now_of(table, acting.log).state
        call.record(refusal | {"state": table.view(state, acting.now)}, table.zone)
        return
    key = "roll.never" if no.objection.clause == "F14" else "roll.not"
    call.tell(call.say(key, clause=no.objection.clause, sentence=sentence))


def _roll_shown(call: Call, acting: Acting, done: Decided) -> None:
    table, event = acting.table, done.event
    if not isinstance(event, ChanceDrawn):
        raise TypeError(event)
    seated = seated_of(table, "roll")
    speaker = call.speaker(acting.log, table)
    at = max(done.at, acting.now)
    post = _roll_post(call, acting, done, event)
    if call.json:
        record: dict[str, Any] = {"table": table.name, "game": table.game.name}
        record["event"] = event.TYPE
        record |= {"drawn": True, "by": acting.by}
        record |= draw_record(table, done.seq, done.at, event)
        record["seq"] = None if acting.dry_run else done.seq
        revised = [of_change(c, speaker) for c in done.changes if reported(c.was, c.now)]
        record |= {"revised": revised, "due": due_record(done.due, table, speaker)}
        call.record(record | {"reply": post, "state": table.view(done.state, at)}, table.zone)
        return
    seq = "" if acting.dry_run else f"@{done.seq} "
    call.tell(seq + draw_words(event, speaker))
    for line in (*changes_told(done.changes, speaker), *due_told(done.due, table, speaker)):
        call.tell(line)
    if acting.dry_run:
        call.out(call.say("check.dry-run"))
    holds = seated.holds
    if holds is not None and not holds(done.state):
        call.out(call.say("roll.broken"))
    call.out("\n" + call.say("check.reply") + "\n" + post)


def _roll_post(call: Call, acting: Acting, done: Decided, event: ChanceDrawn) -> str:
    """The post of a draw: what the last turn was, what was drawn, the table."""
    table = acting.table
    seated = seated_of(table, "roll")
    topic, form = call.topic(acting.log, table), table.opened.reply
    at = max(done.at, acting.now)
    news = in_topic(seated.news(done.state_before, done.state, at), topic, form)
    told = [*due_public(done.due, topic), capital(draw_words(event, topic))]
    told += changes_public(done.changes, topic, form)
    drawn_lines = lines([safe_name(line, form) for line in told], form)
    board = standing(table, done.state, at, topic, form)
    return "\n\n".join(filter(None, (news, drawn_lines, board)))


@command
@click.argument("player")
@click.argument("text")
@AT
@DRY_RUN
def salt_command(call: Call, player: str, text: str, **asked: Any) -> None:
    """Record a text that a player adds to the seed, before the first draw (F10)."""
    acting = acting_of(call, asked)
    show_decided(call, acting, salt(acting, player, text, at_of(call, acting, asked["at"])))


@command
@click.argument("player")
@click.argument("cells", metavar="CELLS|-")
@AT
@DRY_RUN
def place_command(call: Call, player: str, cells: str, **asked: Any) -> None:
    """Record a player's sealed placement; the last one reveals them all (D3)."""
    acting = acting_of(call, asked)
    if cells == "-":
        cells = sys.stdin.readline()
    show_decided(call, acting, place(acting, player, cells, at_of(call, acting, asked["at"])))


@command
@click.option("--apply", is_flag=True)
def timeouts_command(call: Call, apply: bool) -> None:  # noqa: FBT001 - click passes a flag by name
    """What has run out or will; --apply records what has."""
    log = call.open_log()
    named = [call.table(log)] if call.table_name else all_tables(log)
    shown = 0
    for table in named:
        now = call.now(table.zone)
        due = _settled(call, log, table, now, apply=apply)
        shown += _timeouts(call, log, table, due, now, applied=apply)
    if not shown and not call.json:
        call.out(call.say("timeouts.none"))


def _settled(call: Call, log: Any, table: Table, now: datetime, *, apply: bool) -> Due:
    """What is due at a table and not recorded; recorded, if that is asked for."""
    while True:
        session = Session(log, table, now=now, by=call.by)
        due = settle(session, now, draw=apply)
        if not apply:
            return due
        try:
            session.commit()
        except StaleHead:
            continue
        return due


def _timeouts(call: Call, log: Any, table: Table, due: Due, now: datetime, *, applied: bool) -> int:
    speaker = call.speaker(log, table)
    running = _running(table, log, now)
    if call.json:
        record = due_record(due, table, speaker)
        for one in record["passed"]:
            seq = one["seq"] if applied else None
            call.record({"table": table.name, "passed": True, **one, "seq": seq}, table.zone)
        for player, clause, at in running:
            facts = {"table": table.name, "passed": False, "at": at, "player": player}
            call.record(facts | {"clause": clause}, table.zone)
        return len(running) + len(due.passed)
    if not (due.passed or due.revised or due.drawn or running):
        return 0
    call.out(call.bold(visible(table.name)))
    for line in due_told(due, table, speaker):
        call.tell(line if applied else _UNNUMBERED.sub("~", line, count=1))
    for player, clause, at in running:
        when, left = moment(at, table.zone, call.lang), at - now
        key = "timeouts.running" if left > timedelta(0) else "timeouts.out"
        call.tell(call.say(key, player=player or "–", clause=clause, when=when))
    if due.passed and not applied:
        call.hint("timeouts.apply")
    if applied and due.passed:
        _timeouts_post(call, log, table, due, now)
    elif table.game.seated is not None:
        _reminders(call, log, table, now)
    return 1


def _reminders(call: Call, log: Any, table: Table, now: datetime) -> None:
    """What to paste for players whose time runs short, where the game says so."""
    seated = table.game.seated
    if seated is None:
        return
    topic, form = call.topic(log, table), table.opened.reply
    told = [
        safe_name(topic.note(part), form)
        for part in seated.bulletin(now_of(table, log).state, now)
        if isinstance(part, Note) and part.kind.endswith("-reminder")
    ]
    if told:
        call.out("\n" + call.say("check.reply") + f"\n{lines(told, form)}\n")


def _timeouts_post(call: Call, log: Any, table: Table, due: Due, now: datetime) -> None:
    topic, form = call.topic(log, table), table.opened.reply
    told = lines([safe_name(line, form) for line in due_public(due, topic)], form)
    board = standing(table, due.state, now, topic, form)
    call.out("\n" + call.say("check.reply") + f"\n{told}\n\n{board}\n")


def _running(table: Table, log: Any, now: datetime) -> list[tuple[str, str, datetime]]:
    """The limits that run at a table: for whom, by which clause, until when."""
    state = now_of(table, log).state
    seated = table.game.seated
    if seated is not None:
        found = seated.deadlines(seated.advance(state, now)[0], now)
        return [(one.player, one.clause, one.at) for one in sorted(found, key=lambda d: d.at)]
    if state.closed:
        return []
    view = table.view(state, now)
    limits = (("Q6", view["gate_until"]), ("Q8", view["may_empty_at"]))
    return [(view["last_player"] or "", clause, at) for clause, at in limits if at is not None]


@command
@click.argument("game")
def ranking_command(call: Call, game: str) -> None:
    """Standings over the finished games."""
    known_game(game)
    if game == "quadrille":
        raise Refused("no-ranking")
    log = call.open_log()
    tables = [table for table in all_tables(log) if table.game.name == game]
    zone = tables[0].zone if tables else UTC
    found = list(results(log, tables, call.now(zone)))
    rows = _standings(game, found)
    if call.json:
        for row in rows:
            call.record({"game": game, **row}, zone)
        return
    if not rows:
        call.out(call.say("ranking.none"))
        return
    columns = [column for column in rows[0] if column != "rank"]
    heads = ["#", *(call.say(f"ranking.{column}") for column in columns)]
    cells = [[row["rank"], *(visible(str(row[column])) for column in columns)] for row in rows]
    call.out(drawn(heads, cells))


def _standings(game: str, found: list[Any]) -> list[dict[str, Any]]:
    """The rows of a game's ranking; Deux-Pas has its own, with a rating (D14)."""
    if game == "deuxpas":
        rows: list[dict[str, Any]] = import_module("referee.projections.deuxpas_ranking").rows(
            found
        )
        return rows
    from referee.projections.ranking import ranked

    return ranked(found)
