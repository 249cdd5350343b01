"""What a Qwixx post says, as data that the log keeps."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mark as written: the row, the number (any, X2 is the judge's), and the action it was said
    to be: `white`, `colour`, or nothing. `who`: the player of whom it is told, where that is
    perhaps not the author (F15)."""

    row: str
    number: int
    action: str = ""
    who: str = ""


class Doubt(msgspec.Struct, frozen=True):
    """Why a post that looks like an answer is not clear: the clause, the case, its facts; the ways
    it can be read stand in the fact `readings`, as notes."""

    clause: str
    case: str
    facts: dict[str, Any] = {}


class Edit(msgspec.Struct, frozen=True):
    """What an edit changed in the post whose event is `of`: whether the answer in it differs."""

    of: int
    floor: bool
    ranking: bool = False
    added: bool = False


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The own words of a post, read: marks in the order in which they were said, what was declined,
    or a doubt in their place.

    `declined`: `all` (nothing is marked), `white` or `colour` (that action), `rest` (nothing
    beside the marks), `penalty` (nothing, said by taking the penalty).
    """

    marks: tuple[Said, ...] = ()
    declined: tuple[str, ...] = ()
    resigns: bool = False
    doubt: Doubt | None = None
    edit: Edit | None = None
    edited_at: str | None = None

    @property
    def answers(self) -> bool:
        """Whether there is anything to judge."""
        return bool(self.marks or self.declined or self.resigns or self.doubt)


class Posted(msgspec.Struct, frozen=True):
    """A post as the judge sees it: who, when (stamp and its precision in seconds), in which week,
    and what it says."""

    post: int
    player: str
    at: datetime
    precision: int
    week: str
    sheet: Sheet
    target: tuple[str, int] | None = None


def edited(before: Sheet, after: Sheet, of: int) -> Sheet:
    """The sheet of a post read again, with whether its answer changed (X13)."""
    was, now = (
        (s.marks, s.declined, s.resigns, s.doubt and (s.doubt.clause, s.doubt.case))
        for s in (before, after)
    )
    return msgspec.structs.replace(after, edit=Edit(of, floor=was != now))


def renamed(sheet: Sheet, player_of: Callable[[str], str]) -> Sheet:
    """The sheet with the names in it as the aliases have them (F8)."""
    if not any(said.who for said in sheet.marks):
        return sheet
    marks = tuple(
        msgspec.structs.replace(said, who=player_of(said.who)) if said.who else said
        for said in sheet.marks
    )
    return msgspec.structs.replace(sheet, marks=marks)
