"""What a moderator decides: constrain, overrule, award, amend, undo, alias, pause, close …"""

from datetime import datetime, timedelta
from typing import Any

import click
import msgspec

from referee.cli.shared import Call, command, command_of
from referee.core.history import reported
from referee.desk import decide
from referee.desk.decide import Acting, Decided
from referee.desk.errors import Refused
from referee.desk.queries import post_named
from referee.render.decisions import event_told, places_told, weeks_told
from referee.render.due import due_public, due_record, due_told
from referee.render.records import of_change
from referee.render.reply import lines, name
from referee.render.standing import standing
from referee.render.verdicts import changes_public, changes_told
from referee.words.sentences import Speaker

DRY_RUN = click.option("--dry-run", is_flag=True)
REASON = click.option("--reason", required=True, metavar="R")
WHY = click.option("--reason", metavar="R")
AT = click.option("--at", metavar="T")


@command
@click.argument("kind", nargs=-1, required=True, metavar="KIND…")
@click.option("--lift", is_flag=True)
@AT
@DRY_RUN
def constrain_command(call: Call, kind: tuple[str, ...], **asked: Any) -> None:
    """Add a house constraint (Q12), or lift one, from a given time on."""
    acting = acting_of(call, asked)
    at = at_of(call, acting, asked["at"])
    show_decided(call, acting, decide.constrain(acting, kind, lift=asked["lift"], at=at))


@command
@click.argument("post")
@click.argument("verdict", type=click.Choice(["accept", "refuse"]))
@click.option("--move", metavar="TEXT")
@REASON
@DRY_RUN
def overrule_command(call: Call, post: str, verdict: str, **asked: Any) -> None:
    """Accept a move that the rules refuse, or refuse one that they allow (F9)."""
    acting = acting_of(call, asked)
    seq = _post(acting, post)
    done = decide.overrule(
        acting, seq, accept=verdict == "accept", move=asked["move"], reason=asked["reason"]
    )
    show_decided(call, acting, done)


@command_of(ignore_unknown_options=True)  # `-1` is a number of points, no option
@click.argument("player")
@click.argument("points", type=click.IntRange(-9999, 9999))
@click.option("--week", metavar="W")
@REASON
@DRY_RUN
def award_command(call: Call, player: str, points: int, **asked: Any) -> None:
    """Give a player points, or withdraw some (F9)."""
    from referee.desk.seal import week_asked

    acting = acting_of(call, asked)
    week = None
    if asked["week"]:
        week = week_asked(acting.log, asked["week"], [acting.table], acting.now).name
    show_decided(
        call, acting, decide.award(acting, player, points, week=week, reason=asked["reason"])
    )


@command
@click.argument("post")
@click.option("--author", metavar="A")
@AT
@click.option("--id", "post_id", metavar="ID")
@click.option("--new-player", is_flag=True)
@REASON
@DRY_RUN
def amend_command(call: Call, post: str, **asked: Any) -> None:
    """Correct the author, the time or the id that was recorded of a post (F9)."""
    acting = acting_of(call, asked)
    stamp = call.stamp(asked["at"], acting.table.zone, acting.now) if asked["at"] else None
    done = decide.amend(
        acting,
        _post(acting, post),
        author=asked["author"],
        stamp=stamp,
        post_id=asked["post_id"],
        reason=asked["reason"],
        new_player=asked["new_player"],
    )
    show_decided(call, acting, done)


@command
@click.argument("seq", metavar="SEQ")
@REASON
@DRY_RUN
def undo_command(call: Call, seq: str, **asked: Any) -> None:
    """Take back a decision, withdraw a post or an edit, or undo an undo (F9)."""
    acting = acting_of(call, asked)
    number = seq.removeprefix("@")
    if not (number.isdecimal() and len(number) < 19):
        raise Refused("no-event", seq=seq, table=acting.table.name)
    show_decided(call, acting, decide.undo(acting, int(number), reason=asked["reason"]))


@command
@click.argument("alias", metavar="NAME")
@click.argument("player")
@WHY
@DRY_RUN
def alias_command(call: Call, alias: str, player: str, **asked: Any) -> None:
    """Say that a name belongs to a player, in every post (F8)."""
    acting = acting_of(call, asked)
    show_decided(call, acting, decide.alias(acting, alias, player, reason=asked["reason"]))


@command
@AT
@click.option("--until", metavar="T")
@WHY
@DRY_RUN
def pause_command(call: Call, **asked: Any) -> None:
    """Pause a table: what is posted moves nothing, no limit runs (F14, F7)."""
    acting = acting_of(call, asked)
    until = asked["until"]
    end = call.stamp(until, acting.table.zone, acting.now).at if until else None
    done = decide.pause(acting, at_of(call, acting, asked["at"]), end, asked["reason"])
    show_decided(call, acting, done)


@command
@AT
@WHY
@DRY_RUN
def resume_command(call: Call, **asked: Any) -> None:
    """Let a paused table go on."""
    acting = acting_of(call, asked)
    done = decide.resume(acting, at_of(call, acting, asked["at"]), asked["reason"])
    show_decided(call, acting, done)


@command
@AT
@WHY
@DRY_RUN
def close_command(call: Call, **asked: Any) -> None:
    """Close a table; `undo` opens it again."""
    acting = acting_of(call, asked)
    done = decide.close(acting, at_of(call, acting, asked["at"]), asked["reason"])
    show_decided(call, acting, done)


@command
@click.argument("player")
@click.argument("new", metavar="NEW")
@REASON
@AT
@DRY_RUN
def replace_command(call: Call, player: str, new: str, **asked: Any) -> None:
    """Pass a seat to another person (F12)."""
    from referee.desk.play import replace

    acting = acting_of(call, asked)
    at = at_of(call, acting, asked["at"])
    show_decided(call, acting, replace(acting, player, new, at=at, reason=asked["reason"]))


@command
@click.argument("player")
@click.argument("duration")
@REASON
@AT
@DRY_RUN
def extend_command(call: Call, player: str, duration: str, **asked: Any) -> None:
    """Give a player more time."""
    from referee.desk.play import duration_seconds, extend

    acting = acting_of(call, asked)
    at, seconds = at_of(call, acting, asked["at"]), duration_seconds(duration)
    done = extend(acting, player, seconds, at=at, reason=asked["reason"])
    show_decided(call, acting, done)
    seated = acting.table.game.seated
    if seated and seated.outcome(seated.advance(done.state, acting.now)[0]):
        call.hint("extend.over")


def acting_of(call: Call, asked: dict[str, Any]) -> Acting:
    """Who acts at which table, when."""
    log = call.open_log()
    table = call.table(log)
    if "reason" in asked and asked["reason"] is not None and not asked["reason"].strip():
        raise Refused("reason")
    return Acting(log, table, call.now(table.zone), call.by, asked["dry_run"])


def at_of(call: Call, acting: Acting, text: str | None) -> datetime:
    """The time that an option gives, or now."""
    return call.stamp(text, acting.table.zone, acting.now).at if text else acting.now


def _post(acting: Acting, name_of_post: str) -> int:
    seq = post_named(acting.log, acting.table, name_of_post)
    if seq is None:
        raise Refused("no-post", post=name_of_post, table=acting.table.name)
    return seq


def show_decided(call: Call, acting: Acting, done: Decided) -> None:
    """A decision, what it changed and what to paste, as text or JSON."""
    table = acting.table
    week = table.week(acting.now).name
    speaker = call.speaker(acting.log, table)
    if call.json:
        call.record(_record(acting, done, week, speaker), table.zone)
        return
    facts = msgspec.to_builtins(done.event)
    since = done.at if abs(done.at - acting.now) > timedelta(minutes=2) else None
    seq = "" if acting.dry_run else f"@{done.seq} "
    call.tell(f"{seq}{event_told(speaker, done.event.TYPE, facts, acting.by, since)}")
    if done.own_table:
        call.out(call.say("decision.own-table", by=acting.by))
    for line in changes_told(done.changes, speaker):
        call.tell(line)
    for line in due_told(done.due, table, speaker):
        call.tell(line)
    for _, event in done.beside:
        call.tell(event_told(speaker, event.TYPE, msgspec.to_builtins(event), acting.by))
    if table.game.seated is None:  # elsewhere the table itself shows the points
        for line in places_told(done.before, done.after, speaker):
            call.out(line)
    for line in weeks_told(done.weeks, speaker):
        call.tell(line)
    if table.view(done.state, acting.now).get("blocked"):
        call.out(call.say("show.blocked"))
    if acting.dry_run:
        call.out(call.say("check.dry-run"))
    topic = call.topic(acting.log, table)
    form = table.opened.reply
    words = name(event_told(topic, done.event.TYPE, facts, acting.by, since), form)
    public = [words, *changes_public(done.changes, topic, form)]
    public += [name(line.strip(), form) for line in weeks_told(done.weeks, topic)]
    public += [
        name(event_told(topic, event.TYPE, msgspec.to_builtins(event), acting.by), form)
        for _, event in done.beside
    ]
    public += [name(line, form) for line in due_public(done.due, topic)]
    board = standing(table, done.state, acting.now, topic, form)
    call.out("\n" + call.say("check.reply") + f"\n{lines(public, form)}\n\n{board}")


def _record(acting: Acting, done: Decided, week: str, speaker: Speaker) -> dict[str, Any]:
    table = acting.table
    moved = {
        player: {"before": _place(done.before, player), "after": _place(done.after, player)}
        for player in sorted({*done.before, *done.after})
        if _place(done.before, player) != _place(done.after, player)
    }
    return {
        "table": table.name,
        "game": table.game.name,
        "seq": None if acting.dry_run else done.seq,
        "event": done.event.TYPE,
        "at": done.at,
        "by": acting.by,
        **msgspec.to_builtins(done.event),
        "moderator_plays": done.own_table,
        "revised": [of_change(c, speaker) for c in done.changes if reported(c.was, c.now)],
        "ranking_moves": moved,
        "past_weeks": [week._asdict() for week in done.weeks],
        **({"due": due_record(done.due, table, speaker)} if table.game.seated else {}),
        **{event.TYPE: {"seq": seq, **msgspec.to_builtins(event)} for seq, event in done.beside},
        "state": table.view(done.state, acting.now),
    }


def _place(ranking: decide.Standing, player: str) -> dict[str, int] | None:
    if player not in ranking:
        return None
    rank, points, _ = ranking[player]
    return {"rank": rank, "points": points}
