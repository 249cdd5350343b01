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


class PostEdited(msgspec.Struct, frozen=True):
    """A post was read again with other own words (F5). The event happens when the edit takes
    effect; `edited_at` is the edit's own time, or None where the source does not tell."""

    TYPE: ClassVar[str] = "post_edited"
    VERSION: ClassVar[int] = 1
    post: int
    text: str
    digest: str
    source: str
    edited_at: datetime | None = None


class PostIdentified(msgspec.Struct, frozen=True):
    """A post that was recorded without an id turned out to carry one (F1)."""

    TYPE: ClassVar[str] = "post_identified"
    VERSION: ClassVar[int] = 1
    post: int
    post_id: str


class Overrule(msgspec.Struct, frozen=True):
    """What a moderator decided instead of the rules (F9): the event of the decision, whether the
    move was accepted, by whom and why, and the move where the post left it open."""

    seq: int
    accepted: bool
    by: str
    reason: str
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


class PostOverruled(msgspec.Struct, frozen=True):
    """A moderator accepts or refuses the move of a post, at the post's own place (F9)."""

    TYPE: ClassVar[str] = "post_overruled"
    VERSION: ClassVar[int] = 1
    post: int
    accepted: bool
    reason: str
    move: dict[str, Any] | None = None


class PostAmended(msgspec.Struct, frozen=True):
    """A moderator corrects what was recorded of a post (F9); None leaves a part as it is."""

    TYPE: ClassVar[str] = "post_amended"
    VERSION: ClassVar[int] = 1
    post: int
    reason: str
    author: str | None = None
    posted_at: datetime | None = None
    precision: int | None = None
    post_id: str | None = None


class PointsAwarded(msgspec.Struct, frozen=True):
    """A moderator awards points for a week, or withdraws them (F9)."""

    TYPE: ClassVar[str] = "points_awarded"
    VERSION: ClassVar[int] = 1
    player: str
    points: int
    week: str
    reason: str


class AliasAdded(msgspec.Struct, frozen=True):
    """A name belongs to a player (F8), in every post."""

    TYPE: ClassVar[str] = "alias_added"
    VERSION: ClassVar[int] = 1
    name: str
    player: str
    reason: str | None = None


class Undone(msgspec.Struct, frozen=True):
    """A decision is taken back, or a post (or a reading of it) withdrawn (F9)."""

    TYPE: ClassVar[str] = "undone"
    VERSION: ClassVar[int] = 1
    event: int
    reason: str


class TablePaused(msgspec.Struct, frozen=True):
    """The table pauses (F14), until an instant or until it is resumed."""

    TYPE: ClassVar[str] = "table_paused"
    VERSION: ClassVar[int] = 1
    until: datetime | None = None
    reason: str | None = None


class TableResumed(msgspec.Struct, frozen=True):
    """Play goes on after a pause."""

    TYPE: ClassVar[str] = "table_resumed"
    VERSION: ClassVar[int] = 1
    reason: str | None = None


class TableClosed(msgspec.Struct, frozen=True):
    """The table is closed: what is posted later moves nothing (F14)."""

    TYPE: ClassVar[str] = "table_closed"
    VERSION: ClassVar[int] = 1
    reason: str | None = None


class SealedRow(msgspec.Struct, frozen=True):
    """A player's week as it was sealed."""

    player: str
    points: int
    rewards: int
    awarded: int
    rank: int


class WeekSealed(msgspec.Struct, frozen=True):
    """The tally of a table's week was published (F11). `head` is the log's head at that moment;
    what changes later is a correction."""

    TYPE: ClassVar[str] = "week_sealed"
    VERSION: ClassVar[int] = 1
    week: str
    head: str
    rows: tuple[SealedRow, ...]
    posts: dict[str, int]


class ChanceCommitted(msgspec.Struct, frozen=True):
    """A secret seed was made; its SHA-256 is published (F10)."""

    TYPE: ClassVar[str] = "chance_committed"
    VERSION: ClassVar[int] = 1
    sha256: str


class SaltGiven(msgspec.Struct, frozen=True):
    """A player adds a text of their own to the seed, before the first draw (F10)."""

    TYPE: ClassVar[str] = "salt_given"
    VERSION: ClassVar[int] = 1
    player: str
    salt: str


class ChanceDrawn(msgspec.Struct, frozen=True):
    """A chance event (F10). `result` in the game's own words; `number` counts the draws from the
    seed and is None from outside; `numbers` are those drawn, each with its bound; `due`: it belongs
    to a deadline, at whose instant it comes last; `precision` of its time in seconds."""

    TYPE: ClassVar[str] = "chance_drawn"
    VERSION: ClassVar[int] = 1
    kind: Literal["first", "roll", "deal", "cells", "act"]
    result: dict[str, Any]
    number: int | None
    numbers: tuple[tuple[int, int], ...] = ()
    due: bool = False
    precision: int = 1


class SeedRevealed(msgspec.Struct, frozen=True):
    """The seed, in hexadecimal, and the salts in seat order, after the table is closed: anyone can
    check every draw (F10)."""

    TYPE: ClassVar[str] = "seed_revealed"
    VERSION: ClassVar[int] = 1
    seed: str
    salts: tuple[str, ...] = ()


class PlacementSealed(msgspec.Struct, frozen=True):
    """A placement was handed in (D3). `sha256` of `nonce cells`, which nothing shows as yet."""

    TYPE: ClassVar[str] = "placement_sealed"
    VERSION: ClassVar[int] = 1
    player: str
    sha256: str


class PlacementsRevealed(msgspec.Struct, frozen=True):
    """Both placements (D3): the cells and the nonce of each player."""

    TYPE: ClassVar[str] = "placements_revealed"
    VERSION: ClassVar[int] = 1
    placements: dict[str, tuple[str, ...]]
    nonces: dict[str, str]


class SeatPassed(msgspec.Struct, frozen=True):
    """A seat passes to another person (F12)."""

    TYPE: ClassVar[str] = "seat_passed"
    VERSION: ClassVar[int] = 1
    player: str
    to: str
    reason: str | None = None


class TimeGiven(msgspec.Struct, frozen=True):
    """A player gets more time, in seconds (F9)."""

    TYPE: ClassVar[str] = "time_given"
    VERSION: ClassVar[int] = 1
    player: str
    seconds: int
    reason: str


class DeadlinePassed(msgspec.Struct, frozen=True):
    """A limit ran out, at the instant of this event, and what the game did about it."""

    TYPE: ClassVar[str] = "deadline_passed"
    VERSION: ClassVar[int] = 1
    player: str
    clause: str
    case: str
    facts: dict[str, Any]


class DeadlineRevised(msgspec.Struct, frozen=True):
    """A deadline that was recorded did not pass so, because of the event `cause` (F6). What did
    pass instead is recorded as a deadline of its own."""

    TYPE: ClassVar[str] = "deadline_revised"
    VERSION: ClassVar[int] = 1
    deadline: int
    cause: int


Event = (
    TableOpened
    | PostRecorded
    | PostEdited
    | PostIdentified
    | RulingMade
    | ConstraintAdded
    | ConstraintLifted
    | PostOverruled
    | PostAmended
    | PointsAwarded
    | AliasAdded
    | Undone
    | TablePaused
    | TableResumed
    | TableClosed
    | WeekSealed
    | ChanceCommitted
    | SaltGiven
    | ChanceDrawn
    | SeedRevealed
    | PlacementSealed
    | PlacementsRevealed
    | SeatPassed
    | TimeGiven
    | DeadlinePassed
    | DeadlineRevised
)

EVENTS: dict[tuple[str, int], type[Event]] = {
    (kind.TYPE, kind.VERSION): kind for kind in Event.__args__
}
"""Every event type and version that this program reads."""

DECISIONS = (
    PostOverruled | PostAmended | PointsAwarded | AliasAdded | Undone | ConstraintAdded
    | ConstraintLifted | TablePaused | TableResumed | TableClosed | SeatPassed | TimeGiven
    | PlacementSealed
)  # fmt: skip
"""What a moderator decides, and can take back (F9)."""

REACHING = PostOverruled | PostAmended | PostIdentified | AliasAdded | Undone | DeadlineRevised
"""What has no place of its own, and changes what was made of others."""

PLACED = (
    ConstraintAdded | ConstraintLifted | PointsAwarded | TablePaused | TableResumed | TableClosed
    | ChanceDrawn | SeatPassed | TimeGiven | PlacementSealed | PlacementsRevealed | DeadlinePassed
)  # fmt: skip
"""What is no post and has a place of its own in the order of its table (F6)."""
