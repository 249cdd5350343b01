"""What a Quadrille post says, as data that the log keeps."""

from datetime import datetime
from typing import Any

import msgspec

Rows = tuple[str, str, str, str]


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A ranking line (Q13): the name as written, the points, the steps between the brackets."""

    name: str
    points: int
    placed: tuple[int, ...]


class Fault(msgspec.Struct, frozen=True):
    """Why something that looks like a board cannot be read (Q4): a case and its facts."""

    case: str
    facts: dict[str, Any] = {}


class Edit(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an edit changed in the post whose event is `of`: its floor, or only its ranking (Q7).

    `added`: the ranking that the post lacked is there now (Q6). `brought`: so is a floor, which is
    no move.
    """

    of: int
    floor: bool
    ranking: bool
    added: bool
    brought: bool = False


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The own words of a post, read: a floor, a fault in its place, or neither; and a ranking.

    `floor`: rows 1-4, a character a cell, `.` for empty. `foreign`: empty cells drawn in the colour
    of another zone. `boards`: how many different complete boards the words hold (F2). `edit`: set
    where this is the post read again; `edited_at`: the edit of a post first seen edited (F5).
    """

    floor: Rows | None = None
    fault: Fault | None = None
    foreign: tuple[str, ...] = ()
    ranking: tuple[Line, ...] = ()
    boards: int = 1
    edit: Edit | None = None
    edited_at: str | None = None


class Posted(msgspec.Struct, frozen=True):
    """A post as the judge sees it: who, when (stamp and its precision in seconds), in which week,
    and what it says. `target`, for an edit: week and points of the post's own ruling as it stands,
    None if that is not valid."""

    post: int
    player: str
    at: datetime
    precision: int
    week: str
    sheet: Sheet
    target: tuple[str, int] | None = None


def edited(before: Sheet, after: Sheet, of: int) -> Sheet:
    """The sheet of a post read again, with what changed since it was last seen."""
    floor = (before.floor, before.fault) != (after.floor, after.fault)
    had = before.floor is not None or before.fault is not None
    edit = Edit(
        of,
        floor=floor and had,
        ranking=before.ranking != after.ranking,
        added=bool(after.ranking) and not before.ranking,
        brought=floor and not had,
    )
    return msgspec.structs.replace(after, edit=edit)


def renamed(sheet: Sheet, player_of: Any) -> Sheet:
    """The sheet with the names of its ranking as the aliases have them (F8)."""
    lines = tuple(Line(player_of(line.name), line.points, line.placed) for line in sheet.ranking)
    return sheet if lines == sheet.ranking else msgspec.structs.replace(sheet, ranking=lines)
