"""`why` and `replay`: a table's history, and the reason of each point."""

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from referee.cli.shared import Call, command
from referee.core.events import DeadlineRevised, PostEdited
from referee.core.history import edited_post, micros
from referee.core.table import Table
from referee.desk.errors import Refused
from referee.desk.queries import Seen, history, player_named, post_named
from referee.render.decisions import event_told
from referee.render.records import capital, clauses, move_sentence, move_words, of_ruling
from referee.render.reply import name, visible
from referee.render.standing import board_lines
from referee.render.verdicts import ruling_told, struck
from referee.words.sentences import Speaker, moment


@command
@click.argument("subject", metavar="POST|PLAYER")
def why_command(call: Call, subject: str) -> None:
    """The ruling of a post, or each point of a player with the post and clause that gave it."""
    log = call.open_log()
    table = call.table(log)
    speaker = call.speaker(log, table)
    post = post_named(log, table, subject)
    if post is not None:
        about = [s for s in history(log, table) if s.ruling and post in _posts(s)]
        _why_post(call, table, about, speaker, call.topic(log, table))
        return
    player = player_named(log, table, subject)
    if player is None:
        raise Refused("no-subject", subject=subject, table=table.name)
    if table.game.seated is not None:
        from referee.cli.seat import why_seat

        why_seat(call, log, table, player)
        return
    _why_player(call, log, table, player)


def _posts(seen: Seen) -> tuple[int, ...]:
    """The post that a thing is, and the one it edits."""
    if seen.ruling is None:
        return ()
    return seen.ruling.post, edited_post(seen.ruling) or 0


def _why_post(
    call: Call, table: Table, about: list[Seen], speaker: Speaker, topic: Speaker
) -> None:
    if call.json:
        for seen in about:
            call.record(_record(table, seen, speaker), table.zone)
        return
    first, *edits = about
    for line in _told(call, table, first, speaker):
        call.tell(line)
    call.out("\n" + call.say("why.words"))
    words = visible(first.post.text if first.post else "").strip("\n").splitlines()
    for line in words[:24]:
        call.out(f"  | {line[:300]}")
    if len(words) > 24:
        call.out(call.say("why.more", n=len(words) - 24))
    call.out("\n" + call.say("why.table" if table.game.seated else "why.before"))
    for line in board_lines(table, first.before, first.after_at(table)):
        call.out(f"  {line}")
    for seen in edits:
        call.out("")
        for line in _told(call, table, seen, speaker):
            call.tell(line)
    call.out("\n" + call.say("why.send"))
    # Where there are seats an edit changes nothing, so that the post itself is what is ruled on.
    for line in _message(table, first, first if table.game.seated else about[-1], topic):
        call.out(line)


def _message(table: Table, first: Seen, seen: Seen, topic: Speaker) -> Iterator[str]:
    """The ruling for the players, with the text of the clause that decides it."""
    from referee.cli.rulebook import clause_text

    ruling, form = seen.ruling, table.opened.reply
    if ruling is None or first.ruling is None:
        return
    sentences = [capital(topic.sentence(o)) for o in ruling.objections if o.clause != "F3"]
    if ruling.verdict == "valid":
        sentences = [move_sentence(ruling, topic)]
    when = moment(first.ruling.posted_at, table.zone, topic.lang)
    words = {"name": name(ruling.player, form), "sentence": name(" ".join(sentences), form)}
    if seen.undone is not None:
        yield topic.text("why.withdrawn", when=when, name=words["name"])
        return
    yield topic.text("why.message", when=when, **words)
    decided = clauses(ruling)[:2] or [ruling.basis or ""]
    for clause in dict.fromkeys([*decided, *(award.clause for award in ruling.points)]):
        text = clause_text(clause, topic.lang)
        if text is not None and clause not in ("F3", "F5"):
            yield topic.text("why.clause", clause=clause, title=text[0], text=text[1])


def _why_player(call: Call, log: Any, table: Table, player: str) -> None:
    speaker = call.speaker(log, table)
    topic = call.topic(log, table)
    begun = ((table.opened.start or {}).get("players") or {}).get(player, {}).get("points", 0)
    points = [p for seen in history(log, table) for p in _points(table, seen, player)]
    if call.json:
        for record, _ in points:
            call.record(record, table.zone)
        return
    total = begun + sum(record["points"] for record, _ in points)
    call.out(call.say("why.player", player=player, table=table.name, n=total))
    if begun:
        call.out(call.say("why.start", n=begun))
    for week in dict.fromkeys(record["week"] for record, _ in points):
        mine = [(record, seen) for record, seen in points if record["week"] == week]
        call.out(call.say("why.week", week=week, n=sum(record["points"] for record, _ in mine)))
        for record, seen in mine:
            for line in _point(table, record, seen, speaker):
                call.out(visible(line))
    call.out("\n" + call.say("why.send"))
    form = table.opened.reply
    call.out(topic.text("why.player-message", name=name(player, form), n=total))
    for record, seen in points:
        call.out(name(_short(table, record, seen, topic), form))


def _points(table: Table, seen: Seen, player: str) -> Iterator[tuple[dict[str, Any], Seen]]:
    """Each point that a thing gives or takes, as a record."""
    ruling = seen.ruling
    if seen.undone is not None:
        return
    if ruling is None:
        facts = msgspec.json.decode(seen.data)
        if seen.kind == "points_awarded" and facts["player"] == player:
            given = {"clause": "F9", "points": facts["points"], "reason": facts["reason"]}
            yield _point_record(table, seen, facts["week"], given), seen
        return
    if ruling.player == player:
        withdraws = ruling.effect.get("withdraws") or {}
        for award in ruling.points:
            given = {"clause": award.clause, "points": award.points}
            yield _point_record(table, seen, withdraws.get("week", ruling.week), given), seen


def _point_record(table: Table, seen: Seen, week: str, given: dict[str, Any]) -> dict[str, Any]:
    ruling = seen.ruling
    return {
        "table": table.name,
        "player": ruling.player if ruling else msgspec.json.decode(seen.data)["player"],
        "week": week,
        "post": getattr(seen.post, "post_id", None),
        "seq": seen.place.seq,
        "posted_at": seen.after_at(table),
        "move": ruling.effect["move"] if ruling else None,
        **given,
    }


def _point(table: Table, record: dict[str, Any], seen: Seen, speaker: Speaker) -> Iterator[str]:
    when = moment(record["posted_at"], table.zone, speaker.lang)
    if seen.ruling is None:
        facts = msgspec.json.decode(seen.data)
        yield f"  ★ @{record['seq']} {event_told(speaker, seen.kind, facts, seen.by)}"
        return
    move = move_words(record["move"], speaker)
    post = edited_post(seen.ruling) or record["seq"]
    yield f"  ★ @{post} {when}" + (f" – {move}" if move else "")
    n = abs(record["points"])
    yield f"    ({record['clause']}) {speaker.text('points.' + record['clause'], n=n)}"


def _short(table: Table, record: dict[str, Any], seen: Seen, topic: Speaker) -> str:
    when = moment(record["posted_at"], table.zone, topic.lang)
    if seen.ruling is None:
        return event_told(topic, seen.kind, msgspec.json.decode(seen.data), seen.by)
    move = move_words(record["move"], topic) or f"{record['points']:+d}"
    return topic.text("why.point", when=when, move=move, clause=record["clause"])


@command
@click.option("--post", metavar="ID")
@click.option("--player", metavar="P")
@click.option("--from", "start", metavar="T")
@click.option("--to", "end", metavar="T")
@click.option("--html", "file", metavar="FILE")
def replay_command(call: Call, file: str | None, **asked: str | None) -> None:
    """The history step by step: each event, its ruling, its clause and the board after it."""
    log = call.open_log()
    table = call.table(log)
    chosen = _chosen(call, log, table, **asked)
    if file is not None:
        from referee.cli.pages import write_replay

        write_replay(call, log, table, chosen, file)
        return
    speaker = call.speaker(log, table)
    shown = False
    for seen in chosen:
        shown = True
        if call.json:
            call.record(_record(table, seen, speaker), table.zone)
            continue
        for line in _told(call, table, seen, speaker):
            call.tell(line)
        if seen.before != seen.after and seen.ruling is not None:
            for line in board_lines(table, seen.after, seen.after_at(table)):
                call.out(f"    {line}")
        call.out("")
    if not shown and not call.json:
        call.out(call.say("replay.none"))


def _chosen(
    call: Call, log: Any, table: Table, post: str | None, player: str | None, **span: str | None
) -> Iterator[Seen]:
    """The part of a history that is asked for."""
    now = call.now(table.zone)
    seq = post_named(log, table, post) if post is not None else None
    if post is not None and seq is None:
        raise Refused("no-post", post=post, table=table.name)
    person = (player_named(log, table, player) or player) if player is not None else None
    first, last = (micros(call.stamp(t, table.zone, now).at) if t else None for t in span.values())
    for seen in history(log, table):
        at = seen.place.micros
        if (
            (seq is None or seq in _posts(seen))
            and (person is None or (seen.ruling is not None and seen.ruling.player == person))
            and (first is None or at >= first)
            and (last is None or at <= last)
        ):
            yield seen


def _told(call: Call, table: Table, seen: Seen, speaker: Speaker) -> Iterator[str]:
    """A thing of the history, a line each: what it is, what was ruled before and what stands."""
    when = moment(seen.after_at(table), table.zone, call.lang)
    ruling = seen.ruling
    if ruling is None:
        facts = msgspec.json.decode(seen.data)
        text = f"@{seen.place.seq} {when} {event_told(speaker, seen.kind, facts, seen.by)}"
        unused = seen.unused(table)
        yield struck(text, speaker, colour=call.colour) if seen.undone or unused else text
        if unused:
            yield speaker.text("replay.unused")
    else:
        identity = getattr(seen.post, "post_id", None)
        number = f" #{visible(identity)}" if identity else ""
        of = edited_post(ruling)
        edit = f" ✎ @{of}" if of else ""
        yield call.bold(f"@{ruling.post}{edit} {visible(ruling.player)}, {when}{number}")
        if isinstance(seen.post, PostEdited):
            key = "edit.at" if seen.post.edited_at else "edit.unknown"
            edited = moment(seen.post.edited_at or seen.after_at(table), table.zone, call.lang)
            yield speaker.text(key, when=edited)
        for n, old in enumerate(seen.former):
            (first, *_) = ruling_told(old, speaker, colour=False)
            yield struck(first, speaker, colour=call.colour)
            later = (*seen.former, ruling)[n + 1]
            if later.cause is not None:
                yield speaker.text(
                    "replay.revised", cause=speaker.label(later.cause, any_event=True)
                )
        gone = bool(seen.undone or seen.voided)
        for line in ruling_told(ruling, speaker, colour=call.colour and not gone):
            yield struck(line, speaker, colour=call.colour) if gone else line
        if seen.voided:
            yield speaker.text("edit.voided", seq=str(seen.voided))
    if seen.undone is not None:
        undo = seen.undone
        if isinstance(undo.event, DeadlineRevised):
            cause = speaker.label(undo.event.cause, any_event=True)
            yield visible(speaker.text("replay.not-passed", cause=cause))
            return
        reason = getattr(undo.event, "reason", "")
        yield visible(speaker.text("replay.undone", seq=undo.seq, by=undo.by, reason=reason))


def _record(table: Table, seen: Seen, speaker: Speaker) -> dict[str, Any]:
    """A line of `replay --json`: a post as `check` shows it, or an event of the house."""
    week = table.week(seen.after_at(table)).name
    state = table.game.view(seen.after, seen.after_at(table), week)
    ruling = seen.ruling
    head: dict[str, Any] = {"table": table.name, "game": table.game.name, "seq": seen.place.seq}
    head["undone"] = seen.undone.seq if seen.undone else None
    head["voided"] = seen.voided
    if seen.kind == "chance_drawn":
        head["unused"] = seen.unused(table)
    if ruling is None:
        facts: dict[str, Any] = msgspec.json.decode(seen.data)
        head |= {"event": seen.kind, "at": seen.after_at(table), "by": seen.by}
        return head | facts | {"state": state}
    head |= {
        "post": speaker.post_id(seen.place.seq),
        "author": ruling.player,
        "posted_at": ruling.posted_at,
        "edit_of": edited_post(ruling),
        "former": [
            {"verdict": old.verdict, "clauses": clauses(old), "move": old.effect["move"]}
            for old in seen.former
        ],
        "cause": ruling.cause,
        "overruled": ruling.overrule,
    }
    return head | of_ruling(ruling, speaker) | {"revised": [], "state": state}
