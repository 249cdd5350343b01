"""The JSON lines of the contract."""

from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Any

import msgspec

from referee.core.events import RulingMade
from referee.core.history import Change


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


def of_ruling(ruling: RulingMade, sentence: Callable[[Any], str]) -> dict[str, Any]:
    """What `check` says of a ruling: clauses, reason, move, points, warnings, facts."""
    return {
        "verdict": ruling.verdict,
        "clauses": clauses(ruling),
        "basis": ruling.basis,
        "reason": " ".join(capital(sentence(o)) for o in ruling.objections),
        "move": ruling.effect["move"],
        "points": ruling.points,
        "warnings": [
            {"clause": w.clause, "message": sentence(w), "facts": w.facts} for w in ruling.warnings
        ],
        "facts": [{"clause": o.clause, "case": o.case, **o.facts} for o in ruling.objections],
        "notes": ruling.notes,
    }


def capital(sentence: str) -> str:
    """The sentence with its first letter large."""
    return sentence[:1].upper() + sentence[1:]


def of_change(change: Change, post_id: str | None) -> dict[str, Any]:
    """A revised ruling: the post, what was ruled and what is."""
    return {
        "post": post_id,
        "seq": change.now.post,
        "author": change.now.player,
        "was": change.was.verdict,
        "now": change.now.verdict,
        "clauses": clauses(change.now),
    }
