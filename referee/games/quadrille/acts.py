"""What a Quadrille post says, as data that the log keeps."""

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


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The own words of a post, read: a floor, a fault in its place, or neither; and a ranking.

    `floor`: rows 1-4, a character a cell, `.` for empty. `foreign`: empty cells drawn in the colour
    of another zone. `boards`: how many different complete boards the words hold (F2).
    """

    floor: Rows | None = None
    fault: Fault | None = None
    foreign: tuple[str, ...] = ()
    ranking: tuple[Line, ...] = ()
    boards: int = 1
