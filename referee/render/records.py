"""The JSON lines of the contract."""

from datetime import datetime, tzinfo
from typing import Any

import msgspec

from referee.core.events import RulingMade
from referee.core.history import Change
from referee.words.sentences import Speaker


def line(record: Any, zone: tzinfo) -> str:
    """One record as one line of JSON; instants in the zone, with its offset."""
    return msgspec.json.encode(_localised(record, zone)).decode()


def _localised(value: Any, zone: tzinfo) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(zone)
    if isinstance(value, dict):
        return {key: _localised(inner, zone) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_localised(inner, zone) for inner in value]
    return value


def clauses(ruling: RulingMade) -> list[str]:
    """The clauses of a ruling, deciding one first, each once; none for a valid move."""
    return list(dict.fromkeys(objection.clause for objection in ruling.objections))


def move_words(move: dict[str, Any] | None, speaker: Speaker) -> str:
    """A move in words, `3 on b2`, or nothing for no move."""
    if move is None:
        return ""
    if speaker.said is not None:
        return speaker.note(speaker.said(move))
    kind = "step.emptied" if move.get("emptied") else "step"
    return speaker.text(kind, step=str(move["step"]), cell=move["cell"])


def move_sentence(ruling: RulingMade, speaker: Speaker) -> str:
    """A valid move in words."""
    return speaker.text(f"valid.{ruling.basis}", move=move_words(ruling.effect["move"], speaker))


def of_ruling(ruling: RulingMade, speaker: Speaker) -> dict[str, Any]:
    """What `check` says of a ruling: clauses, reason, move, points, warnings, facts."""
    sentence = speaker.sentence
    reason = " ".join(capital(sentence(o)) for o in ruling.objections)
    return {
        "verdict": ruling.verdict,
        "clauses": clauses(ruling),
        "basis": ruling.basis,
        "reason": reason or move_sentence(ruling, speaker),
        "move": ruling.effect["move"],
        "points": ruling.points,
        "warnings": [
            {"clause": w.clause, "message": sentence(w), "facts": w.facts} for w in ruling.warnings
        ],
        "facts": [{"clause": o.clause, "case": o.case, **o.facts} for o in ruling.objections],
        "notes": ruling.notes,
    }


def capital(sentence: str) -> str:
    """The sentence with its first letter large, unless it begins with a cell."""
    if sentence[1:2].isdigit():
        return sentence
    return sentence[:1].upper() + sentence[1:]


def of_change(change: Change, speaker: Speaker) -> dict[str, Any]:
    """A revised ruling: the post, what was ruled and what is."""
    return {
        "post": speaker.post_id(change.now.post),
        "seq": change.now.post,
        "author": change.now.player,
        "was": change.was.verdict,
        "now": change.now.verdict,
        "clauses": clauses(change.now),
    }
