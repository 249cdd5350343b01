"""What a reader made of a post's own words."""

from typing import Any, Literal

import msgspec


class Note(msgspec.Struct, frozen=True):
    """Something a reader repaired or noticed on the way: `kind` names it, `facts` say what."""

    kind: str
    facts: dict[str, Any] = {}


class Reading(msgspec.Struct, frozen=True):
    """What a post says, before any rule is asked.

    `act` is the game's own structure, also for an unclear post (its ranking may count, Q6).
    `span` is the first and the last line that were read as the move, counted from 1.
    """

    kind: Literal["understood", "unclear", "no-move"]
    act: Any
    notes: tuple[Note, ...] = ()
    span: tuple[int, int] | None = None
