"""What a Deux-Pas post says, as data that the log keeps."""

from collections.abc import Callable
from datetime import datetime

import msgspec

Cells = tuple[str, ...]
"""Cells in the order in which a pawn passes them; one may lie off the board (`i3`)."""


class Move(msgspec.Struct, frozen=True, omit_defaults=True, rename={"start": "from"}):
    """A move as the contract writes it: `{"from": "c1", "to": "e3"}` or `{"resign": true}`."""

    start: str = ""
    to: str = ""
    resign: bool = False


class Told(msgspec.Struct, frozen=True, array_like=True):
    """A move that the post tells of a player by name; the author's own if the name is theirs."""

    player: str
    cells: Cells


class Edit(msgspec.Struct, frozen=True):
    """A post read again: the event it is about, and whether its move is another now (D15).

    `ranking` and `added` are what an edit can do in other games, and always false here.
    """

    of: int
    floor: bool
    ranking: bool = False
    added: bool = False


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """The own words of a post, read (D16).

    `paths`: every way in which the one move is given, each start and arrival, or with the cells
    between; what lies off the board is kept. `resign`: a resignation. `doubt`: why what looks like
    a move cannot be read, by the case of its objection; `seen`: what it looks like. `told`: moves
    told of players by name. `edited_at`: the edit of a post first seen edited (F5), empty where its
    time is unknown.
    """

    paths: tuple[Cells, ...] = ()
    resign: bool = False
    doubt: str = ""
    seen: Cells = ()
    told: tuple[Told, ...] = ()
    edited_at: str | None = None
    edit: Edit | None = None


class Posted(msgspec.Struct, frozen=True):
    """A post as the judge sees it: who, when (stamp and its precision in seconds), and what."""

    post: int
    player: str
    at: datetime
    precision: int
    week: str
    sheet: Sheet
    target: tuple[str, int] | None = None


def edited(before: Sheet, after: Sheet, of: int) -> Sheet:
    """The sheet of a post read again, with whether its move was touched."""

    def said(sheet: Sheet) -> tuple[object, ...]:
        return sheet.paths, sheet.resign, sheet.doubt, sheet.seen, sheet.told

    return msgspec.structs.replace(after, edit=Edit(of, floor=said(before) != said(after)))


def renamed(sheet: Sheet, player_of: Callable[[str], str]) -> Sheet:
    """The sheet with the names in it as the aliases have them (F8)."""
    told = tuple(Told(player_of(one.player), one.cells) for one in sheet.told)
    return sheet if told == sheet.told else msgspec.structs.replace(sheet, told=told)
