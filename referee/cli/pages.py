"""Pages and pictures: what `replay --html` and `show --format svg|png` make of the log."""

import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import click
import msgspec

from referee.cli.rulebook import clause_text
from referee.cli.shared import Call
from referee.core.events import DeadlineRevised
from referee.core.picture import Picture
from referee.core.table import Table
from referee.desk.errors import Refused
from referee.desk.queries import Seen
from referee.render.html import About
from referee.render.replay import Replay, Step, replay_page
from referee.render.standing import shown
from referee.words.sentences import Speaker


def about(call: Call, log: Any, now: datetime) -> About:
    """What a page says of itself."""
    from importlib.metadata import version

    def texts(clause: str) -> tuple[str, str] | None:
        return clause_text(clause, call.lang)

    return About(call.lang, log.head().hash, version("referee"), now, texts)


def write_replay(call: Call, log: Any, table: Table, chosen: Iterable[Seen], path: str) -> None:
    """The page of a history, to a file or (`-`) to stdout."""
    speaker = call.speaker(log, table)
    replay = Replay(table, speaker)
    for step in _steps(table, chosen, speaker):
        replay.take(step)
    page = replay_page(replay, about(call, log, call.now(table.zone)))
    written(call, page, path, len(replay.items), table)


def _steps(table: Table, chosen: Iterable[Seen], speaker: Speaker) -> Iterator[Step]:
    """Each thing with the table around it to show; a table is told once for the thing before it
    and the thing after."""
    state: Any = None
    parts: tuple[Picture | str, ...] = ()
    for seen in chosen:
        at = seen.after_at(table)
        if state is not seen.before:
            parts = tuple(shown(table, seen.before, at, speaker))
        before = parts
        if seen.after is not seen.before:
            parts = tuple(shown(table, seen.after, at, speaker))
        state = seen.after
        yield Step(
            seen.place.seq,
            at,
            seen.kind,
            {} if seen.ruling else msgspec.json.decode(seen.data),
            seen.by,
            seen.post,
            seen.ruling,
            before,
            parts,
            seen.former,
            taken_back(seen),
            seen.voided,
        )


def taken_back(seen: Seen) -> tuple[int, str, str] | None:
    """What took a thing back: number, moderator and reason of an undo; of a deadline only what
    moved it."""
    undo = seen.undone
    if undo is None:
        return None
    if isinstance(undo.event, DeadlineRevised):
        return undo.event.cause, "", ""
    return undo.seq, undo.by, getattr(undo.event, "reason", "")


def written(call: Call, page: str, path: str, n: int, table: Table) -> None:
    """A page to its file, and word of it."""
    from pathlib import Path

    if path == "-":
        in_utf8(page)
        return
    Path(path).write_text(page + "\n", encoding="utf-8")
    if call.json:
        call.record({"table": table.name, "file": path, "events": n}, table.zone)
    else:
        call.out(call.say("page.written", path=path, n=n))


def in_utf8(document: str) -> None:
    """A document to stdout, in the encoding that it names, whatever the terminal's is."""
    click.echo(f"{document}\n".encode(), nl=False)


def picture(call: Call, log: Any, table: Table, state: Any, at: datetime, form: str) -> None:
    """The board as SVG, or as PNG, to stdout."""
    from referee.render.svg import svg
    from referee.words.sentences import moment

    topic = call.topic(log, table)
    parts = list(shown(table, state, at, topic))
    pictures = [part for part in parts if isinstance(part, Picture)]
    if not pictures:
        raise Refused("no-picture", table=table.name)
    when = moment(at, table.zone, topic.lang, seconds=False)
    game = topic.text(f"game.{table.game.name}")
    facts = {"table": table.name, "game": game, "when": when}
    lines = [part for part in parts if isinstance(part, str)]
    drawn = svg(pictures, topic.text("picture.title", **facts), lines, topic)
    if form == "svg":
        in_utf8(drawn)
        return
    if sys.stdout.isatty():
        raise Refused("png-terminal")
    from referee.render.png import png

    try:
        image = png(drawn)
    except ImportError as error:
        raise Refused("no-png") from error
    click.echo(image, nl=False)
