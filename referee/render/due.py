"""What came due in words and as data: limits that ran out, draws made because of them (F6)."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from referee.core.events import ChanceDrawn, DeadlinePassed
from referee.core.ruling import Objection
from referee.core.table import Due, Table
from referee.render.records import capital
from referee.render.reply import visible
from referee.words.sentences import Speaker, moment


def deadline_sentence(event: DeadlinePassed, speaker: Speaker) -> str:
    """What became of a limit that ran out."""
    facts = {"player": event.player, **event.facts}
    sentence = speaker.sentence(Objection(event.clause, event.case, facts))
    return sentence if sentence.startswith(event.player) else capital(sentence)


def draw_words(event: ChanceDrawn, speaker: Speaker) -> str:
    """A chance event: its kind, what was drawn, and from where."""
    spelled = _drawn_words(event, speaker)
    kind = speaker.text(f"draw.{event.kind}")
    if event.number is None:
        return speaker.text("drawn.outside", kind=kind, draw=spelled)
    return speaker.text("drawn.seed", kind=kind, draw=spelled, number=str(event.number))


def _drawn_words(event: ChanceDrawn, speaker: Speaker) -> str:
    """What was drawn; a random move in the words of the language, other draws as `--record` reads
    them."""
    result = event.result
    if event.kind == "act" and speaker.said is not None:
        return speaker.note(speaker.said(result.get("move", result)))
    return speaker.spelled(event.kind, result) if speaker.spelled is not None else ""


def due_told(due: Due | None, table: Table, speaker: Speaker) -> Iterator[str]:
    """What came due, a line each."""
    if due is None:
        return
    for seq, event in due.revised:
        sentence = deadline_sentence(event, speaker)
        yield visible(speaker.text("due.revised", seq=str(seq), sentence=sentence))
    for seq, at, event in due.passed:
        yield visible(_passed(seq, at, event, table, speaker))
    for seq, _, drawn in due.drawn:
        yield visible(speaker.text("due.drawn", seq=str(seq), draw=draw_words(drawn, speaker)))


def _passed(seq: int, at: datetime, event: DeadlinePassed, table: Table, speaker: Speaker) -> str:
    shown = event.facts.get("due")  # the limit that was told, without what F7 adds to it
    limit = datetime.fromisoformat(shown) if isinstance(shown, str) else at
    when = moment(limit, table.zone, speaker.lang)
    sentence = deadline_sentence(event, speaker)
    facts = {"when": when, "clause": event.clause, "sentence": sentence}
    return speaker.text("due.passed", seq=str(seq), **facts)


def due_public(due: Due | None, topic: Speaker) -> Iterator[str]:
    """The limits that ran out, for the players."""
    for _, event in due.revised if due is not None else ():
        yield topic.text("due.public-revised", sentence=deadline_sentence(event, topic))
    for _, _, event in due.passed if due is not None else ():
        clause, sentence = event.clause, deadline_sentence(event, topic)
        yield topic.text("due.public", clause=clause, sentence=sentence)
    for _, _, drawn in due.drawn if due is not None else ():
        yield topic.text("due.public-drawn", draw=draw_words(drawn, topic))


def due_record(due: Due | None, table: Table, speaker: Speaker) -> dict[str, Any]:
    """What came due as JSON."""
    due = due or Due()
    return {
        "passed": [
            {
                "seq": seq,
                "at": at,
                "player": event.player,
                "clause": event.clause,
                "case": event.case,
                "facts": event.facts,
                "message": deadline_sentence(event, speaker),
            }
            for seq, at, event in due.passed
        ],
        "revised": [
            {"seq": seq, "player": event.player, "clause": event.clause}
            for seq, event in due.revised
        ],
        "drawn": [draw_record(table, seq, at, event) for seq, at, event in due.drawn],
    }


def draw_record(table: Table, seq: int, at: datetime, event: ChanceDrawn) -> dict[str, Any]:
    """A chance event as JSON; `draw` is the form that `roll --record` reads."""
    seated = table.game.seated
    return {
        "seq": seq,
        "at": at,
        "kind": event.kind,
        "draw": seated.spelled(event.kind, event.result) if seated is not None else "",
        "result": msgspec.to_builtins(event.result),
        "number": event.number,
        "source": "outside" if event.number is None else "seed",
    }
