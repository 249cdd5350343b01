"""Rulings as sentences: the facts of a clause put into the words of a language."""

from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from typing import Any, NamedTuple

from referee.core.reading import Note
from referee.core.ruling import Objection
from referee.words import say

_DAYS = {
    "fr": ("lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
}
_WITHOUT = {"Q7.points": "n", "Q4.symbol": "code"}
"""Sentences that need another form where a fact is nothing."""

_WEEKDAYS = {
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
}
_MONTHS = {
    "fr": "janv. févr. mars avril mai juin juil. août sept. oct. nov. déc.",
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
}


class Speaker(NamedTuple):
    """Who is spoken to: the language, the table's zone, how a post is named, its id, and how the
    game says a move and spells a draw, where it has its own way."""

    lang: str
    zone: tzinfo
    label: Callable[..., str]
    post_id: Callable[[int], str | None] = lambda seq: None
    said: Callable[[dict[str, Any]], Note] | None = None
    spelled: Callable[[str, dict[str, Any]], str] | None = None

    def text(self, name: str, /, **facts: Any) -> str:
        """The text of a key in this language."""
        return say(name, self.lang, **facts)

    def sentence(self, objection: Objection, key: str | None = None) -> str:
        """What an objection or a warning says, whole, with its full stop; `key` for another text
        of the same facts."""
        facts = {name: self._spoken(name, fact) for name, fact in objection.facts.items()}
        name = key or f"{objection.clause}.{objection.case}"
        if name in _WITHOUT and not facts.get(_WITHOUT[name]):
            name += "-none"
        try:
            return say(name, self.lang, **facts)
        except (KeyError, ValueError):  # not ours: a forged ruling, or one of a newer program
            return f"{objection.clause} {objection.case}."

    def note(self, note: Note) -> str:
        """What a reader's note says."""
        facts = {name: self._spoken(name, fact) for name, fact in note.facts.items()}
        return say(f"note.{note.kind}", self.lang, **facts)

    def _spoken(self, name: str, fact: Any) -> Any:
        if isinstance(fact, Note):
            return self.note(fact)
        if isinstance(fact, dict) and fact.keys() == {"kind", "facts"}:  # a note, from the log
            return self.note(Note(fact["kind"], fact["facts"]))
        if isinstance(fact, list | tuple) and fact and _is_note(fact[0]):
            return self.text("list.glue").join(str(self._spoken(name, one)) for one in fact)
        speak = _SPOKEN.get(name)
        if speak is not None:
            return speak(self, fact)
        return ", ".join(map(str, fact)) if isinstance(fact, list) else fact


def _is_note(fact: Any) -> bool:
    return isinstance(fact, Note) or (isinstance(fact, dict) and fact.keys() == {"kind", "facts"})


def duration(seconds: float, lang: str) -> str:
    """A duration as people say it: `3 min 12 s`, at most two units, never rounded to nothing."""
    left = max(1, -int(-seconds // 1))
    parts = []
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        n, left = divmod(left, size)
        if n:
            parts.append(say(f"duration.{unit}", lang, n=n))
    return " ".join(parts[:2])


def moment(instant: datetime, zone: tzinfo, lang: str, *, seconds: bool = True) -> str:
    """A local time as people say it: `lun. 23 nov. 2026 20:58:04`."""
    at = instant.astimezone(zone)
    day, month = _DAYS[lang][at.weekday()], _MONTHS[lang].split()[at.month - 1]
    return f"{day} {at.day} {month} {at.year} {_time_of_day(at, seconds=seconds)}"


def weekday(number: int, lang: str) -> str:
    """The name of a day in full, 0 for Monday."""
    return _WEEKDAYS[lang].split()[number]


def day_and_hour(instant: datetime, zone: tzinfo, lang: str) -> str:
    """A local time without its year, as people name a recent post: `28 nov. 20:58`."""
    at = instant.astimezone(zone)
    day, month = at.day, _MONTHS[lang].split()[at.month - 1]
    return f"{day} {month} {hour(instant, zone)}"


def hour(instant: datetime, zone: tzinfo) -> str:
    """The local time of day: `20:58`, with seconds where there are any."""
    return _time_of_day(instant.astimezone(zone))


def _time_of_day(at: datetime, *, seconds: bool = True) -> str:
    """A time of day; in the hour that autumn repeats (F7) with the offset that tells which it
    is."""
    told = f"{at:%H:%M:%S}" if seconds and at.second else f"{at:%H:%M}"
    repeated = at.replace(fold=1 - at.fold).utcoffset() != at.utcoffset()
    return f"{told} (UTC{at:%z})" if repeated else told


def _lacking(speaker: Speaker, fact: Any) -> str:
    return duration(timedelta(seconds=fact).total_seconds(), speaker.lang)


def _from(speaker: Speaker, fact: Any) -> str:
    return moment(datetime.fromisoformat(fact), speaker.zone, speaker.lang)


def _cells(speaker: Speaker, fact: Any) -> Any:
    if not isinstance(fact, list):
        return fact
    empty = speaker.text("cell.empty")
    return ", ".join(
        cell
        if isinstance(cell, str)
        else speaker.text(
            "cell.changed", cell=cell[0], there=cell[1] or empty, posted=cell[2] or empty
        )
        for cell in fact
    )


def constraint(speaker: Speaker, spelled: str) -> str:
    """A house constraint as players read it (Q12)."""
    kind, *rest = spelled.split()
    area = speaker.text(_area(rest[-1]), area=rest[-1]) if rest else ""
    return speaker.text(f"constraint.{kind}", step=rest[0] if len(rest) > 1 else "", area=area)


def _area(name: str) -> str:
    if len(name) > 2:
        return f"area.{name}"
    if len(name) == 2:
        return "area.cell"
    return "area.row" if name.isdigit() else "area.column"


def _lines(speaker: Speaker, fact: Any) -> str:
    return speaker.text("and").join(speaker.text(line) for line in fact)


def _missed(speaker: Speaker, fact: Any) -> str:
    return ", ".join(
        speaker.text(
            "missed",
            post=speaker.label(post, beside=True),
            player=player,
            cell=cell,
            step=str(step),
        )
        for post, player, cell, step in fact
    )


def _differences(speaker: Speaker, fact: Any) -> str:
    def hand(points: int, placed: list[int]) -> str:
        return speaker.text("hand", points=str(points), placed=", ".join(map(str, placed)))

    return speaker.text("list.glue").join(
        speaker.text(
            "difference",
            name=entry["name"],
            posted=hand(*entry["posted"]),
            expected=hand(*entry["expected"]),
        )
        for entry in fact
    )


def _clock(speaker: Speaker, fact: Any) -> str:
    """What a clock shows; one at zero shows that."""
    return duration(fact, speaker.lang) if fact else speaker.text("duration.s", n=0)


_SPOKEN: dict[str, Callable[[Speaker, Any], Any]] = {
    "lacking": _lacking,
    "from": _from,
    "edited": _from,
    "earliest": _from,
    "latest": _from,
    "closing": _from,
    "constraints": lambda speaker, fact: ", ".join(constraint(speaker, one) for one in fact),
    "cells": _cells,
    "lines": _lines,
    "missed": _missed,
    "differences": _differences,
    "post": lambda speaker, seq: speaker.label(seq),
    "copied": lambda speaker, seq: speaker.label(seq),
    "camp": lambda speaker, fact: speaker.text(f"deuxpas.camp.{fact}"),
    "pawn": lambda speaker, fact: speaker.text(f"deuxpas.pawn.{fact}"),
    "ground": lambda speaker, fact: speaker.text(f"deuxpas.ground.{fact}"),
    "tile": lambda speaker, fact: speaker.text(f"azul.tile.{fact}"),
    "held": lambda speaker, fact: speaker.text(f"azul.tile.{fact}"),
    "red_left": _clock,
    "blue_left": _clock,
}
