"""The shape of a game: functions in a record, no base class, no plug-in framework."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from referee.core.events import Overrule, RulingMade
from referee.core.picture import Picture
from referee.core.reading import Note, Reading
from referee.core.ruling import Finding


class Game(NamedTuple):
    """What the desk asks of a game. States and acts are the game's own frozen structures.

    `read(text)` reads own words that are already canonical (`posts.emoji`); `posted` wraps what was
    read into an act to judge; `standing_type` is the part of a logged ruling that is
    folded, `house(type, data, at)` makes the act of any other event that
    stands; `overruled` is F9's finding; `edited(before, after, post)` reads a post read again;
    `check_option` says what values an option takes, or nothing if this one will do;
    `view(state, week)` is the contract's JSON state; `precedence` orders objections (F13).
    """

    name: str
    edition: str
    open_table: bool
    options: dict[str, str]
    check_option: Callable[[str, str], str]
    precedence: tuple[str, ...]
    setup: Callable[[datetime, dict[str, Any] | None], Any]
    read: Callable[[str], Reading]
    posted: Callable[..., Any]
    judge: Callable[[Any, Any], Finding]
    apply: Callable[[Any, Any], Any]
    overruled: Callable[[Any, Any, Finding, Overrule], Finding]
    accepts: Callable[[Any, RulingMade], dict[str, Any] | None]
    fits: Callable[[Any, dict[str, Any]], bool]
    move_from: Callable[[str, Any], dict[str, Any] | None]
    edited: Callable[[Any, Any, int], Any]
    renamed: Callable[[Any, Callable[[str], str]], Any]
    house: Callable[[str, str, datetime], Any]
    legal: Callable[..., Iterator[Any]]
    picture: Callable[[Any], Picture]
    view: Callable[[Any, str], dict[str, Any]]
    ranking: Callable[[Any, str], list[tuple[str, int, tuple[int, ...]]]]
    players: Callable[[Any], list[str]]
    position: Callable[[Any, str], str]
    state_type: type[Any]
    standing_type: type[Any]
    sheet_type: type[Any]


def read_words(game: Game, words: str, hidden: str) -> Reading:
    """What own words say; code and spoilers count if nothing outside them holds a move (F2)."""
    reading = game.read(words)
    if reading.kind == "no-move" and hidden:
        found = game.read(f"{hidden}\n\n{words}")
        if found.kind != "no-move":
            return msgspec.structs.replace(found, notes=(Note("hidden"), *found.notes))
    return reading
