"""Decisions in words: what was decided, by whom and why, and who moves in the ranking."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import msgspec

from referee.core.events import ChanceDrawn, DeadlinePassed
from referee.render.records import capital
from referee.render.reply import visible
from referee.words.sentences import Speaker, constraint, duration, moment

Standing = dict[str, tuple[int, int, tuple[int, ...]]]


def event_told(
    speaker: Speaker, kind: str, facts: dict[str, Any], by: str, since: datetime | None = None
) -> str:
    """A decision as a sentence, with who decided and why; `since` where it holds from another time
    than that of the decision."""
    known = dict(facts)
    for name in ("post", "event", "cause"):
        if isinstance(known.get(name), int):
            amended = kind == "post_amended"
            known[name] = speaker.label(known[name], any_event=True, as_recorded=amended)
    key = f"event.{kind}"
    if kind == "post_overruled":
        key += ".accepted" if facts["accepted"] else ".refused"
        known["move"] = f" ({_move(speaker, facts['move'])})" if facts.get("move") else ""
    if kind == "points_awarded":
        known["points"] = f"{facts['points']:+d}"
    if kind == "post_amended":
        known["what"] = ", ".join(_amended(speaker, facts))
    if facts.get("until"):
        until = datetime.fromisoformat(str(facts["until"]))
        known["until"] = moment(until, speaker.zone, speaker.lang)
        key += ".until"
    known |= _seated(speaker, kind, facts)
    if kind.startswith("constraint"):
        known["words"] = constraint(speaker, facts["constraint"])
    reason = facts.get("reason")
    why = speaker.text("decision.why", reason=reason) if reason else ""
    sentence = speaker.text(key, **known)
    if kind in _FACTS:
        return visible(capital(sentence))
    if since is not None:
        at = moment(since, speaker.zone, speaker.lang)
        sentence += " " + speaker.text("decision.since", at=at)
    return visible(speaker.text("decision.by", sentence=sentence, by=by, why=why))


def _move(speaker: Speaker, move: dict[str, Any]) -> str:
    if speaker.said is not None:
        return speaker.note(speaker.said(move))
    return f"{move['step']} {move['cell']}"


def _seated(speaker: Speaker, kind: str, facts: dict[str, Any]) -> dict[str, Any]:
    """What the sentences on chance, deadlines and seats need besides their own facts."""
    from referee.render.due import deadline_sentence, draw_words

    if kind == "chance_drawn":
        return {"draw": draw_words(msgspec.convert(facts, ChanceDrawn), speaker)}
    if kind == "deadline_passed":
        passed = msgspec.convert(facts, DeadlinePassed)
        return {"sentence": deadline_sentence(passed, speaker)}
    if kind == "seed_revealed":
        quoted = [speaker.text("quoted", text=salt) for salt in facts.get("salts", ())]
        return {"salts": speaker.text("seed.salts", salts=", ".join(quoted)) if quoted else ""}
    if kind == "time_given":
        return {"duration": duration(facts["seconds"], speaker.lang)}
    if kind == "placements_revealed":
        each = (f"{player} ({' '.join(cells)})" for player, cells in facts["placements"].items())
        return {"placements": ", ".join(each)}
    return {}


_FACTS = (
    "deadline_passed", "deadline_revised", "chance_committed", "chance_drawn", "seed_revealed",
    "salt_given", "placement_sealed", "placements_revealed",
)  # fmt: skip
"""What nobody decided."""


def _amended(speaker: Speaker, facts: dict[str, Any]) -> Iterator[str]:
    if facts.get("author"):
        yield speaker.text("amended.author", author=facts["author"])
    if facts.get("posted_at"):
        at = datetime.fromisoformat(str(facts["posted_at"]))
        yield speaker.text("amended.time", at=moment(at, speaker.zone, speaker.lang))
    if facts.get("post_id"):
        yield speaker.text("amended.id", id=facts["post_id"])


def places_told(before: Standing, after: Standing, speaker: Speaker) -> Iterator[str]:
    """Whose place, points or set in the ranking a decision moves, a line each."""
    for player in [*after, *(p for p in before if p not in after)]:
        was, now = before.get(player), after.get(player)
        if was == now:
            continue
        yield visible(
            speaker.text(
                "decision.place",
                player=player,
                was=_hand(was, speaker),
                now=_hand(now, speaker),
            )
        )


def _hand(place: tuple[int, int, tuple[int, ...]] | None, speaker: Speaker) -> str:
    if place is None:
        return "–"
    rank, points, placed = place
    steps = ", ".join(map(str, placed))
    return speaker.text("decision.hand", rank=str(rank), points=str(points), placed=steps)


def weeks_told(moved: Iterable[Any], speaker: Speaker) -> Iterator[str]:
    """Past weeks whose points change, a line a player; a sealed one is a correction (F11)."""
    for week in moved:
        (was, now), (had, has) = week.points, week.rewards
        key = "week.corrected" if week.sealed else "week.moved"
        facts = {"was": str(was), "now": now, "had": str(had), "has": has}
        yield visible(speaker.text(key, week=week.week, player=week.player, **facts))
