"""`why` and `replay`: a table's history, and the reason of each point."""

from typing import Any

import click

from referee.cli.shared import Call, command
from referee.core.history import micros
from referee.core.table import Table
from referee.desk.errors import Refused
from referee.desk.queries import Seen, history, player_named, post_named
from referee.render.board import emoji
from referee.render.records import of_ruling
from referee.render.reply import visible
from referee.render.verdicts import move_words, ruling_told
from referee.words.sentences import Speaker, moment


@command
@click.argument("subject", metavar="POST|PLAYER")
def why_command(call: Call, subject: str) -> None:
    """The ruling of a post, or each point of a player with the post and clause that gave it."""
    log = call.open_log()
    table = call.table(log)
    speaker = call.speaker(log, table.zone)
    post = post_named(log, table, subject)
    if post is not None:
        seen = next(s for s in history(log, table) if s.ruling and s.ruling.post == post)
        _why_post(call, table, seen, speaker)
        return
    player = player_named(log, table, subject)
    if player is None:
        raise Refused("no-subject", subject=subject, table=table.name)
    _why_player(call, log, table, player)


def _why_post(call: Call, table: Table, seen: Seen, speaker: Speaker) -> None:
    if call.json:
        call.record(_record(table, seen, speaker), table.zone)
        return
    post, ruling = seen.post, seen.ruling
    if post is None or ruling is None:
        raise Refused("bug", detail="no ruling")
    when = moment(post.posted_at, table.zone, call.lang)
    identity = f" #{visible(post.post_id)}" if post.post_id else ""
    call.out(f"@{ruling.post} {visible(post.author)}, {when}{identity}")
    for line in ruling_told(ruling, speaker, colour=call.colour):
        call.out(line)
    call.out("\n" + call.say("why.words"))
    words = visible(post.text).strip("\n").splitlines()
    for line in words[:30]:
        call.out(f"  | {line[:300]}")
    if len(words) > 30:
        call.out(call.say("why.more", n=len(words) - 30))
    call.out("\n" + call.say("why.before"))
    for line in emoji(table.game.picture(seen.before)):
        call.out(f"  {line}")
    clause = ruling.objections[0].clause if ruling.objections else ruling.basis
    call.hint("why.rule", game=table.game.name, clause=clause)


def _why_player(call: Call, log: Any, table: Table, player: str) -> None:
    speaker = call.speaker(log, table.zone)
    begun = ((table.opened.start or {}).get("players") or {}).get(player, {}).get("points", 0)
    total = begun
    weeks: dict[str, list[str]] = {}
    for seen in history(log, table):
        ruling = seen.ruling
        if ruling is None or ruling.player != player or not ruling.points:
            continue
        for award in ruling.points:
            total += award.points
            record = {
                "table": table.name,
                "player": player,
                "week": ruling.week,
                "post": seen.post.post_id if seen.post else None,
                "seq": ruling.post,
                "posted_at": ruling.posted_at,
                "clause": award.clause,
                "points": award.points,
                "move": ruling.effect["move"],
            }
            if call.json:
                call.record(record, table.zone)
            when = moment(ruling.posted_at, table.zone, call.lang)
            move = move_words(ruling.effect["move"], speaker)
            points = speaker.text(f"points.{award.clause}", n=award.points)
            weeks.setdefault(ruling.week, []).append(
                f"  ★ @{ruling.post} {when} – {move}\n    ({award.clause}) {points}"
            )
    if call.json:
        return
    call.out(call.say("why.player", player=player, table=table.name, n=total))
    if begun:
        call.out(call.say("why.start", n=begun))
    for week, lines in weeks.items():
        call.out(call.say("why.week", week=week, n=len(lines)))
        for line in lines:
            call.out(visible(line))


@command
@click.option("--post", metavar="ID")
@click.option("--player", metavar="P")
@click.option("--from", "start", metavar="T")
@click.option("--to", "end", metavar="T")
def replay_command(call: Call, post: str | None, player: str | None, **span: Any) -> None:
    """The history step by step: each event, its ruling, its clause and the board after it."""
    log = call.open_log()
    table = call.table(log)
    now = call.now(table.zone)
    speaker = call.speaker(log, table.zone)
    seq = None
    if post is not None:
        seq = post_named(log, table, post)
        if seq is None:
            raise Refused("no-post", post=post, table=table.name)
    name = None
    if player is not None:
        name = player_named(log, table, player) or player
    bounds = [micros(call.stamp(t, table.zone, now).at) if t else None for t in span.values()]
    first, last = bounds
    shown = 0
    for seen in history(log, table):
        ruling = seen.ruling
        if (
            (seq is not None and (ruling is None or ruling.post != seq))
            or (name is not None and (ruling is None or ruling.player != name))
            or (first is not None and seen.place.micros < first)
            or (last is not None and seen.place.micros > last)
        ):
            continue
        shown += 1
        if call.json:
            call.record(_record(table, seen, speaker), table.zone)
        else:
            _step(call, table, seen, speaker)
    if not shown and not call.json:
        call.out(call.say("replay.none"))


def _step(call: Call, table: Table, seen: Seen, speaker: Speaker) -> None:
    ruling = seen.ruling
    if ruling is None:
        act = table.game.house(seen.kind, seen.data)
        when = moment(seen.after_at(table), table.zone, call.lang)
        key = "replay.lifted" if act.lifted else "replay.added"
        call.out(f"@{seen.place.seq} {when}  {call.say(key, constraint=act.constraint)}\n")
        return
    when = moment(ruling.posted_at, table.zone, call.lang)
    call.out(call.bold(f"@{ruling.post} {visible(ruling.player)}, {when}"))
    for line in ruling_told(ruling, speaker, colour=call.colour):
        call.out(line)
    if seen.before != seen.after and ruling.effect["move"] is not None:
        for line in emoji(table.game.picture(seen.after)):
            call.out(f"    {line}")
    call.out("")


def _record(table: Table, seen: Seen, speaker: Speaker) -> dict[str, Any]:
    """A line of `replay --json`: a post as `check` shows it, or an event of the house."""
    week = table.week(seen.after_at(table)).name
    state = table.game.view(seen.after, week)
    ruling, post = seen.ruling, seen.post
    if ruling is None or post is None:
        return {
            "table": table.name,
            "game": table.game.name,
            "seq": seen.place.seq,
            "event": seen.kind,
            "at": seen.after_at(table),
            "constraint": table.game.house(seen.kind, seen.data).constraint,
            "state": state,
        }
    record = {
        "table": table.name,
        "game": table.game.name,
        "seq": ruling.post,
        "post": post.post_id,
        "author": ruling.player,
        "posted_at": ruling.posted_at,
    }
    return record | of_ruling(ruling, speaker.sentence) | {"revised": [], "state": state}
