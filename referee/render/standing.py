"""A table as it stands, for the topic and for a terminal, whatever game it is."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from referee.core.picture import Picture
from referee.core.table import Table
from referee.render.board import emoji, terminal
from referee.render.reply import board_and_ranking, lines, name, ranking, visible
from referee.words.sentences import Speaker

if TYPE_CHECKING:  # only tables with seats load it
    from referee.core.seated import Part


def standing(table: Table, state: Any, at: datetime, topic: Speaker, form: str) -> str:
    """Board and ranking, or what a game with seats shows of its table, to paste into the topic."""
    seated = table.game.seated
    if seated is None:
        rows = table.game.ranking(state, table.week(at).name)
        return board_and_ranking(table.game.picture(state), rows, form)
    return in_topic(seated.bulletin(state, at), topic, form)


def in_topic(parts: Iterable["Part"], topic: Speaker, form: str) -> str:
    """Sentences and pictures as a forum shows them, a blank line around each picture."""
    blocks: list[list[str]] = [[]]
    for part in parts:
        if isinstance(part, Picture):
            title = [name(part.title, form)] if part.title else []
            blocks += [[*title, *emoji(part)], []]
        else:
            blocks[-1] += [name(line, form) for line in topic.note(part).split("\n")]
    return "\n\n".join(lines(block, form) for block in blocks if block)


def on_terminal(parts: Iterable["Part"], speaker: Speaker, *, colour: bool) -> Iterator[str]:
    """The same for a terminal, a line each."""
    before: Part | None = None
    for part in parts:
        if before is not None and Picture in (type(part), type(before)):
            yield ""
        before = part
        if isinstance(part, Picture):
            if part.title:
                yield f"\x1b[1m{visible(part.title)}\x1b[0m" if colour else visible(part.title)
            yield from terminal(part, colour=colour)
        else:
            yield from visible(speaker.note(part)).split("\n")


def shown(table: Table, state: Any, at: datetime, speaker: Speaker) -> Iterator[Picture | str]:
    """The same for a page: the pictures, and the sentences as lines."""
    seated = table.game.seated
    if seated is None:
        yield table.game.picture(state)
        yield from ranking(table.game.ranking(state, table.week(at).name), "text")
        return
    for part in seated.bulletin(state, at):
        if isinstance(part, Picture):
            yield part
        else:
            yield from visible(speaker.note(part)).split("\n")


def board_lines(table: Table, state: Any, at: datetime) -> list[str]:
    """The board or boards alone, as forums show them."""
    seated = table.game.seated
    if seated is None:
        return emoji(table.game.picture(state))
    found: list[str] = []
    for part in seated.bulletin(state, at):
        if isinstance(part, Picture):
            found += [*([visible(part.title)] if part.title else []), *emoji(part)]
    return found
