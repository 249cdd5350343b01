"""`why PLAYER` at a table with seats: what a player did, and what time or the house did to them."""

from typing import Any

import msgspec

from referee.cli.shared import Call
from referee.core.names import key
from referee.core.table import Table
from referee.desk.queries import Seen, history
from referee.render.decisions import event_told
from referee.render.records import capital, clauses, move_sentence
from referee.render.reply import name, visible
from referee.words.sentences import Speaker, moment


def why_seat(call: Call, log: Any, table: Table, player: str) -> None:
    """Each move of a player that stands, each deadline and each decision about them, and a text to
    send."""
    speaker, topic = call.speaker(log, table), call.topic(log, table)
    seen = [one for one in history(log, table) if one.undone is None and _about(one, player)]
    if call.json:
        for one in seen:
            call.record(_record(table, one, player, speaker), table.zone)
        return
    call.out(call.say("why.seat", player=player, table=table.name))
    for one in seen:
        call.tell("  " + visible(_line(table, one, speaker)))
    if not seen:
        call.out(call.say("replay.none"))
        return
    call.out("\n" + call.say("why.send"))
    form = table.opened.reply
    call.out(name(topic.text("why.seat", player=player, table=table.name), form))
    for one in seen:
        call.out(name(_line(table, one, topic), form))


def _about(seen: Seen, player: str) -> bool:
    if seen.ruling is not None:
        return key(seen.ruling.player) == key(player) and seen.ruling.verdict == "valid"
    facts = msgspec.json.decode(seen.data, type=dict[str, Any])
    names = (facts.get("player"), facts.get("to"))
    return any(isinstance(one, str) and key(one) == key(player) for one in names)


def _line(table: Table, seen: Seen, speaker: Speaker) -> str:
    when = moment(seen.after_at(table), table.zone, speaker.lang)
    if seen.ruling is None:
        facts = msgspec.json.decode(seen.data)
        return f"{when} – {event_told(speaker, seen.kind, facts, seen.by)}"
    sentence = capital(move_sentence(seen.ruling, speaker))
    return f"{when} – ({seen.ruling.basis}) {sentence}"


def _record(table: Table, seen: Seen, player: str, speaker: Speaker) -> dict[str, Any]:
    ruling = seen.ruling
    record: dict[str, Any] = {
        "table": table.name,
        "player": player,
        "seq": seen.place.seq,
        "post": getattr(seen.post, "post_id", None),
        "at": seen.after_at(table),
    }
    if ruling is None:
        facts: dict[str, Any] = msgspec.json.decode(seen.data)
        return record | {"event": seen.kind} | facts
    return record | {
        "basis": ruling.basis,
        "clauses": clauses(ruling),
        "move": ruling.effect["move"],
        "reason": move_sentence(ruling, speaker),
    }
