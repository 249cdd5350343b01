"""What an Azul post says, as data that the log keeps."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from referee.core.ruling import Objection


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move as a post tells it (A18): the source, 0 the centre; a colour, also one that Azul has
    not; the line, 0 the floor; and how many tiles it speaks of, None where it does not say.
    Numbers are as posted, out of range included; a factory or line numbered 0 is -1."""

    source: int
    colour: str
    line: int
    count: int | None = None


class Edit(msgspec.Struct, frozen=True):
    """What an edit changed in the post whose event is `of`: `floor` says whether the move differs;
    Azul posts hold no ranking."""

    of: int
    floor: bool
    ranking: bool = False
    added: bool = False


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The own words of a post, read: a move, choices for the grey side, a resignation, something
    unclear in their place (`unread` says why), or nothing.

    `choices`: lines and columns as posted (A15). `teller`: whose move it is, where the words name a
    player or somebody else (F15); empty for somebody without a name. `edit`: set where this is the
    post read again; `edited_at`: the edit of a post first seen edited (F5).
    """

    take: Said | None = None
    choices: tuple[tuple[int, int], ...] = ()
    resign: bool = False
    unread: Objection | None = None
    teller: str | None = None
    edit: Edit | None = None
    edited_at: str | None = None

    @property
    def silent(self) -> bool:
        """Whether there is nothing to judge in it."""
        return self.take is None and not (self.choices or self.resign or self.unread)


class Posted(msgspec.Struct, frozen=True):
    """A post as the judge sees it: who, when (stamp and its precision in seconds), in which week,
    and what it says; `target` is what edits of other games need."""

    post: int
    player: str
    at: datetime
    precision: int
    week: str
    sheet: Sheet
    target: tuple[str, int] | None = None


def edited(before: Sheet, after: Sheet, of: int) -> Sheet:
    """The sheet of a post read again, with what changed since it was last seen."""
    same = (before.take, before.choices, before.resign) == (after.take, after.choices, after.resign)
    unread = (before.unread is None) == (after.unread is None)
    return msgspec.structs.replace(after, edit=Edit(of, floor=not (same and unread)))


def renamed(sheet: Sheet, player_of: Callable[[str], str]) -> Sheet:
    """The sheet with the name in it as the aliases have it (F8)."""
    if not sheet.teller:
        return sheet
    return msgspec.structs.replace(sheet, teller=player_of(sheet.teller))


def take_move(source: int, colour: str, line: int) -> dict[str, Any]:
    """A move as the contract writes it."""
    return {"source": source, "colour": colour, "line": line}


def choice_move(choices: tuple[tuple[int, int], ...]) -> dict[str, Any]:
    """A grey-side answer as the contract writes it, lines and columns from 1."""
    return {"choices": [{"line": line, "column": column} for line, column in choices]}


RESIGNS = {"resign": True}
