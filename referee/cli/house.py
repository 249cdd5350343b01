"""`constrain`: what the moderator imposes on a table."""

from typing import Any

import click

from referee.cli.shared import Call, command
from referee.core.history import reported
from referee.desk.tables import constrain
from referee.render.records import of_change
from referee.render.verdicts import changes_told


@command
@click.argument("kind", nargs=-1, required=True, metavar="KIND…")
@click.option("--lift", is_flag=True)
@click.option("--at", metavar="T")
def constrain_command(call: Call, kind: tuple[str, ...], **asked: Any) -> None:
    """Add a house constraint (Q12), or lift one, from a given time on."""
    log = call.open_log()
    table = call.table(log)
    now = call.now(table.zone)
    at = call.stamp(asked["at"], table.zone, now).at if asked["at"] else now
    done = constrain(log, table, kind, lift=asked["lift"], at=at, now=now, by=call.by)
    week = table.week(at).name
    speaker = call.speaker(log, table.zone)
    if call.json:
        record = {
            "table": table.name,
            "game": table.game.name,
            "seq": done.seq,
            "event": "constraint_lifted" if done.lifted else "constraint_added",
            "at": at,
            "constraint": done.constraint,
            "revised": [of_change(c, None) for c in done.revised if reported(c.was, c.now)],
            "state": table.game.view(done.state, week),
        }
        call.record(record, table.zone)
        return
    key = "constrain.lifted" if done.lifted else "constrain.added"
    in_force = ", ".join(done.state.constraints) or "–"
    call.out(call.say(key, constraint=done.constraint, seq=done.seq, known=in_force))
    for line in changes_told(done.revised, speaker):
        call.out(line)
    if done.state.blocked:
        call.out(call.say("show.blocked"))
    topic = call.speaker(log, table.zone, table.opened.lang)
    words = topic.text(f"constraint.{done.constraint.split()[0]}", **_parts(done.constraint))
    call.out("\n" + call.say("check.reply") + "\n" + topic.text(f"reply.{key}", words=words))


def _parts(constraint: str) -> dict[str, str]:
    parts = constraint.split()
    return {"step": parts[1] if len(parts) > 2 else "", "area": parts[-1]}
