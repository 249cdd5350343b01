"""`import`: a whole topic from the files that a forum or an exporter gives."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from referee.cli.reading import read_files, split_told
from referee.cli.shared import Call, command
from referee.core.history import reported
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.desk.errors import Refused
from referee.desk.importing import (
    Imported,
    balance_of,
    import_posts,
    in_order,
    since_opening,
)
from referee.render.standing import standing
from referee.render.verdicts import post_record, told
from referee.words.sentences import Speaker, hour, moment

_LISTED = 30
"""So many posts are named one by one when it is said how a source was split."""


@command
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--source", default="auto", metavar="NAME")
@click.option("--zone", metavar="Z")
@click.option("--pasted-at", metavar="T")
@click.option("--dry-run", is_flag=True)
def import_command(call: Call, files: tuple[str, ...], **asked: Any) -> None:
    """Read whole exported topics and judge every post, in one transaction."""
    log = call.open_log()
    table = call.table(log)
    now = call.now(table.zone)
    posts = read_files(call, table, [Path(file) for file in files], now, asked)
    if not posts:
        raise Refused("no-posts", files=", ".join(files))
    judged = judged_together(call, log, table, posts, now, asked | {"summary": True})
    call.ctx.exit(1 if any(one.verdict == "unclear" for one in judged) else 0)


def judged_together(
    call: Call, log: Any, table: Table, posts: list[Post], now: datetime, asked: dict[str, Any]
) -> list[Judged]:
    """Judge posts in their order in one transaction: how they were split first, then what is not
    plainly fine, the balance, and what is new."""
    posts, early = since_opening(table, in_order(posts))
    asked["early"] = early
    if not posts and not asked.get("summary"):
        raise Refused("all-early", n=early, opened=table.since)
    if early:
        call.hint("import.early", n=early, opened=moment(table.since, table.zone, call.lang))
    if not posts:
        _finish(call, table, Imported([], balance_of([]), []), asked)
        return []
    call.hint("import.split", **split_told(call, table, posts))
    if 1 < len(posts) <= _LISTED:
        told = ", ".join(f"{post.author} {hour(post.at, table.zone)}" for post in posts)
        call.hint("import.authors", posts=told)
    with _progress(call, len(posts)) as bar:
        done = import_posts(
            log,
            table,
            posts,
            now=now,
            by=call.by,
            dry_run=asked["dry_run"],
            left_out=asked.get("left_out", frozenset()),
            progress=bar.update,
        )
    speaker = call.speaker(log, table)
    if call.json:
        _records(call, table, done, speaker, dry_run=asked["dry_run"])
        _finish(call, table, done, asked)
    else:
        _shown(call, log, table, done, speaker, now, asked.get("reply"))
        if asked["dry_run"]:
            call.out(call.say("check.dry-run"))
    return done.results


def _progress(call: Call, length: int) -> Any:
    """A bar on stderr where somebody looks at it, and nothing elsewhere."""
    import sys

    shown = sys.stderr.isatty() and not call.json
    return click.progressbar(
        length=length, label=call.say("import.progress"), file=sys.stderr, hidden=not shown
    )


def _records(call: Call, table: Table, done: Imported, speaker: Speaker, *, dry_run: bool) -> None:
    for judged in done.results:
        record = post_record(judged, table, speaker)
        call.record(record | {"seq": None} if dry_run else record, table.zone)


def _finish(call: Call, table: Table, done: Imported, asked: dict[str, Any]) -> None:
    """The line that ends an import in JSON."""
    if call.json and asked.get("summary"):
        call.record({"summary": _summary(done, asked)}, table.zone)


def _summary(done: Imported, asked: dict[str, Any]) -> dict[str, Any]:
    return {
        "early": asked.get("early", 0),
        "timeless": asked.get("timeless", 0),
        "posts": done.balance,
        "new": sum(done.balance[v] for v in ("valid", "invalid", "unclear", "no-move")),
        "edited": done.balance["edited"],
        "deleted": done.deleted,
        "revised": sum(1 for judged in done.results for c in judged.revised if reported(*c)),
    }


def _shown(
    call: Call,
    log: Any,
    table: Table,
    done: Imported,
    speaker: Speaker,
    now: datetime,
    form: str | None,
) -> None:
    notes = (note for judged in done.results if judged.ruling for note in judged.ruling.notes)
    for line in dict.fromkeys(speaker.note(note) for note in notes if note.kind == "known-as"):
        call.tell(f"  ℹ {line}")
    for judged in done.results:
        if not plain(judged):
            for line in told(judged, table, speaker, colour=call.colour):
                call.tell(line)
    for line in _news(call, done, speaker):
        call.out(line)
    due = done.results[-1].due
    state = due.state if due is not None else done.results[-1].state
    topic = call.topic(log, table)
    board = standing(table, state, now, topic, form or table.opened.reply)
    call.out("\n" + call.say("check.reply") + "\n" + board)


def plain(judged: Judged) -> bool:
    """Whether a post is fine and needs no line: it stands, says nothing, or was read before."""
    if judged.revised or judged.near:
        return False
    if judged.ruling is None:
        return judged.verdict == "duplicate"
    return judged.verdict in ("valid", "no-move") and not judged.ruling.warnings


def _news(call: Call, done: Imported, speaker: Speaker) -> Iterator[str]:
    counts = {verdict.replace("-", "_"): count for verdict, count in done.balance.items()}
    yield call.say("tally.posts", **counts)
    new = sum(done.balance[v] for v in ("valid", "invalid", "unclear", "no-move"))
    if new != done.balance["read"]:
        facts = {"new": new, "edited": done.balance["edited"], "deleted": len(done.deleted)}
        yield call.say("import.changed", **facts)
    if done.deleted:
        posts = ", ".join(speaker.label(seq) for seq in done.deleted)
        yield call.say("import.deleted", posts=posts)
