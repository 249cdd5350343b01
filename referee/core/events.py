"""The events of the log: plain names, whole-number versions, and what each one says.

The JSON Schemas under `events/` are made from these structures, without their docstrings, so that a
schema freezes the contract and not its wording. A version that was released never changes: a change
is a new version, with an upcast from the old one.
"""

from datetime import datetime
from typing import Any, ClassVar, Literal

import msgspec

from referee.core.reading import Note
from referee.core.ruling import Award, Objection


class TableOpened(msgspec.Struct, frozen=True):
    """A table begins. `options` holds the game's own; `start` a game already under way, or None."""

    TYPE: ClassVar[str] = "table_opened"
    VERSION: ClassVar[int] = 1
    game: str
    zone: str
    lang: Literal["fr", "en"]
    reply: Literal["text", "markdown", "bbcode", "discord"]
    options: dict[str, str]
    players: tuple[str, ...]
    edition: str
    start: dict[str, Any] | None = None


class PostRecorded(msgspec.Struct, frozen=True):
    """A post was read (F1). `author` and `text` as they stood; `precision` of the stamp in seconds;
    `digest` of the own words as F5 compares them; `edited_at` where it was first seen edited."""

    TYPE: ClassVar[str] = "post_recorded"
    VERSION: ClassVar[int] = 1
    post_id: str | None
    author: str
    posted_at: datetime
    precision: int
    text: str
    digest: str
    source: str
    edited_at: datetime | None = None


class Overrule(msgspec.Struct, frozen=True):
    """What a moderator decided instead of the rules (F9): the event of the decision, whether the
    move was accepted, and the move where the post left it open."""

    seq: int
    accepted: bool
    move: dict[str, Any] | None = None


class RulingMade(msgspec.Struct, frozen=True):
    """A ruling on the post whose event is `post`. `reading` is what was judged, `effect` what it
    does to the table, `position` a hash of what it was judged against. A later one on the same post
    takes the place of the former, and `cause` names the event that called for it."""

    TYPE: ClassVar[str] = "ruling_made"
    VERSION: ClassVar[int] = 1
    post: int
    player: str
    posted_at: datetime
    precision: int
    week: str
    verdict: Literal["valid", "invalid", "unclear", "no-move", "edited"]
    basis: str | None
    objections: tuple[Objection, ...]
    warnings: tuple[Objection, ...]
    notes: tuple[Note, ...]
    points: tuple[Award, ...]
    effect: dict[str, Any]
    reading: dict[str, Any]
    position: str
    edition: str
    cause: int | None = None
    overrule: Overrule | None = None


class ConstraintAdded(msgspec.Struct, frozen=True):
    """A house constraint begins (Q12)."""

    TYPE: ClassVar[str] = "constraint_added"
    VERSION: ClassVar[int] = 1
    constraint: str


class ConstraintLifted(msgspec.Struct, frozen=True):
    """A house constraint ends (Q12)."""

    TYPE: ClassVar[str] = "constraint_lifted"
    VERSION: ClassVar[int] = 1
    constraint: str


Event = TableOpened | PostRecorded | RulingMade | ConstraintAdded | ConstraintLifted

EVENTS: dict[tuple[str, int], type[Event]] = {
    (kind.TYPE, kind.VERSION): kind
    for kind in (TableOpened, PostRecorded, RulingMade, ConstraintAdded, ConstraintLifted)
}
"""Every event type and version that this program reads."""
