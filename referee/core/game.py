"""The shape of a game: functions in a record, no base class, no plug-in framework."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from referee.core.events import Overrule, RulingMade
from referee.core.patterns import lazy
from referee.core.picture import Picture
from referee.core.reading import Note, Reading
from referee.core.ruling import Finding

if TYPE_CHECKING:  # only tables with seats load it
    from referee.core.seated import Seated


class Opening(msgspec.Struct, frozen=True):
    """How a table was opened: when, with whom (in seat order), the game's own options, and the
    state of a game already under way as the contract writes it, or None."""

    since: datetime
    players: tuple[str, ...]
    options: dict[str, str]
    start: dict[str, Any] | None = None


class Game(NamedTuple):
    """What the desk asks of a game. States and acts are the game's own frozen structures.

    `setup(opening)` is the state at the opening; `read(text, names)` reads own words that are
    already canonical (`posts.emoji`), `names` being the players; `posted` wraps what was
    read into an act to judge; `standing_type` is the part of a logged ruling that is
    folded, `house(type, data, at, seq)` makes the act of any other event that
    stands; `overruled` is F9's finding; `edited(before, after, post)` reads a post read again;
    `check_option` says what values an option takes, or nothing if this one will do;
    `view(state, at, week)` is the contract's JSON state; `precedence` orders objections (F13);
    `seated`: what a game with seats has besides. `schema` is told from the fields of `state_type`:
    a state that was kept under another is made anew.
    """

    name: str
    edition: str
    schema: str
    open_table: bool
    options: dict[str, str]
    check_option: Callable[[str, str], str]
    precedence: tuple[str, ...]
    setup: Callable[[Opening], Any]
    read: Callable[[str, Sequence[str]], Reading]
    posted: Callable[..., Any]
    judge: Callable[[Any, Any], Finding]
    apply: Callable[[Any, Any], Any]
    overruled: Callable[[Any, Any, Finding, Overrule], Finding]
    accepts: Callable[[Any, RulingMade], dict[str, Any] | None]
    fits: Callable[[Any, dict[str, Any]], bool]
    move_from: Callable[[str, Any], dict[str, Any] | None]
    edited: Callable[[Any, Any, int], Any]
    renamed: Callable[[Any, Callable[[str], str]], Any]
    house: Callable[[str, str, datetime, int], Any]
    legal: Callable[..., Iterator[Any]]
    picture: Callable[[Any], Picture]
    view: Callable[[Any, datetime, str], dict[str, Any]]
    ranking: Callable[[Any, str], list[tuple[str, int, tuple[int, ...]]]]
    players: Callable[[Any], list[str]]
    position: Callable[[Any, str], str]
    state_type: type[Any]
    standing_type: type[Any]
    sheet_type: type[Any]
    seated: "Seated | None" = None


_OPENER = lazy(r".{1,150}?(?:a écrit|a dit|wrote|said)\s{0,3}:(?:\s{0,3}↑.{0,80})?\s{0,9}", re.I)
"""The line above a quote that a plain paste does not mark."""


def _unquoted(words: str) -> str:
    """Own words without the quotes of a plain paste: each runs from its opener to the first blank
    line (F2). A line that goes leaves an empty one, so that lines keep their numbers."""
    if ":" not in words:
        return words
    kept, quoted = [], False
    for line in words.split("\n"):
        quoted = bool(line.strip()) and (
            quoted or (len(line) < 300 and _OPENER.fullmatch(line) is not None)
        )
        kept.append("" if quoted else line)
    return "\n".join(kept)


def read_words(game: Game, words: str, hidden: str, names: Sequence[str]) -> Reading:
    """What own words say; code and spoilers count if nothing outside them holds a move (F2)."""
    if game.seated is not None:  # where moves are words; a board stands out by itself
        words = _unquoted(words)
    reading = game.read(words, names)
    if reading.kind == "no-move" and hidden:
        found = game.read(f"{hidden}\n\n{words}", names)
        if found.kind != "no-move":
            return msgspec.structs.replace(found, notes=(Note("hidden"), *found.notes))
    return reading
