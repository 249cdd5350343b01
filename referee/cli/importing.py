"""`import`: a whole topic from the files that a forum or an exporter gives."""

import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

import click
import msgspec

from referee.cli.left_out import records
from referee.cli.reading import Topic, read_files, split_told
from referee.cli.shared import Call, command
from referee.core.history import Change, reported
from referee.core.table import Judged, Table
from referee.desk.check import before_opening
from referee.desk.errors import Refused
from referee.desk.importing import Imported, balance_of, import_posts, in_order, since_opening
from referee.desk.missing import Missing, Span
from referee.render.records import line
from referee.render.reply import visible
from referee.render.standing import standing
from referee.render.verdicts import changes_told, elsewhere_told, post_record, same_of, told
from referee.words.sentences import Speaker, hour, moment

_SPANS = 4
"""So many pages are named when it is said what was compared."""

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
    topic = read_files(call, log, table, [Path(file) for file in files], now, asked)
    if not topic.posts:
        if asked["source"] != "auto":
            raise Refused("no-posts-of", source=asked["source"])
        raise Refused("no-posts", files=", ".join(files))
    done = judged_together(call, log, table, topic, now, dry_run=asked["dry_run"], whole=True)
    call.ctx.exit(1 if done.is_unclear else 0)


class Telling:
    """What is to be shown of posts that are judged together, put into words while the posts are at
    hand and shown once all of them are in the log."""

    def __init__(self, call: Call, log: Any, table: Table, *, dry_run: bool) -> None:
        self.call, self.table, self.dry_run = call, table, dry_run
        self.speaker = call.speaker(log, table)
        self.is_no = self.is_unclear = False
        self.elsewhere: list[Judged] = []
        self._known_as: dict[str, None] = {}
        self._newcomers: dict[str, None] = {}
        self._changes: dict[int, Change] = {}
        self._lines: list[str] = []
        self._records = _spool(call) if call.json else None

    def take(self, results: list[Judged]) -> None:
        """Some posts that were judged."""
        for judged in results:
            self.is_no |= judged.is_no
            self.is_unclear |= judged.verdict == "unclear"
            if judged.stands_at or judged.stands_by:
                self.elsewhere.append(judged)
            self._gather(judged)
            if self._records is not None:
                record = post_record(judged, self.table, self.speaker)
                record |= {"seq": None} if self.dry_run else {}
                self._records.write(line(record, self.table.zone) + "\n")
                continue
            notes = judged.ruling.notes if judged.ruling else ()
            named = (self.speaker.note(note) for note in notes if note.kind == "known-as")
            self._known_as.update(dict.fromkeys(named))
            alone = msgspec.structs.replace(
                judged, stands_at=None, stands_by="", newcomer=False, revised=()
            )
            if not plain(alone):
                self._lines += told(alone, self.table, self.speaker, colour=self.call.colour)

    @property
    def revised(self) -> int:
        """How many rulings are others in the end."""
        return sum(reported(*change) for change in self._changes.values())

    def _gather(self, judged: Judged) -> None:
        """What is told once of all posts: players who are new (F8), and of each ruling that changes
        what it was before and is in the end, whatever it was in between (F6)."""
        if judged.newcomer and judged.ruling is not None and judged.verdict != "no-move":
            self._newcomers[judged.ruling.player] = None
        for change in judged.revised:
            before = self._changes.get(change.now.post, change).was
            self._changes[change.now.post] = Change(before, change.now)

    def show(self) -> None:
        """Everything that was taken."""
        if self._records is not None:
            self._records.seek(0)
            for record in self._records:
                click.echo(record, nl=False)
            return
        for note in self._known_as:
            self.call.tell(f"  ℹ {note}")
        if self._newcomers:
            names = ", ".join(map(visible, self._newcomers))
            self.call.tell(f"  ℹ (F8) {self.call.say('import.newcomers', names=names)}")
        for text in self._lines:
            self.call.tell(text)
        for text in changes_told(self._changes.values(), self.speaker):
            self.call.tell(text)
        for text in elsewhere_told(self.elsewhere, self.table, self.speaker):
            self.call.tell(text)


def _spool(call: Call) -> Any:
    """A file without a name: a long topic's records are far longer than the topic."""
    from tempfile import TemporaryFile

    spool = TemporaryFile("w+", encoding="utf-8", newline="")  # noqa: SIM115 - closed with the call
    call.ctx.call_on_close(spool.close)
    return spool


def judged_together(
    call: Call,
    log: Any,
    table: Table,
    topic: Topic,
    now: datetime,
    *,
    dry_run: bool,
    form: str | None = None,
    whole: bool = False,
) -> Telling:
    """Judge posts in their order in one transaction: how they were split first, then what is not
    plainly fine, the balance, and what is new. `whole`: a topic, which ends with a summary."""
    posts, early = since_opening(table, in_order(topic.posts))
    if not posts and not whole:
        raise Refused("all-early", n=early, opened=table.since)
    if early:
        _early_told(call, table, topic, early)
    telling = Telling(call, log, table, dry_run=dry_run)
    telling.is_unclear = any(one.move for one in topic.left_out)  # its move is not in the log
    done = Imported([], None, balance_of({}), Missing([], [], []))
    if posts:
        call.hint("import.split", **split_told(call, table, posts))
        if 1 < len(posts) <= _LISTED:
            names = ", ".join(f"{post.author} {hour(post.at, table.zone)}" for post in posts)
            call.hint("import.authors", posts=names)
        with _progress(call, len(posts)) as bar:
            done = import_posts(
                log,
                table,
                posts,
                now=now,
                by=call.by,
                dry_run=dry_run,
                left_out=topic.left_numbers,
                whole=topic.whole,
                progress=bar.update,
                tell=telling.take,
            )
    telling.show()
    if call.json and whole:
        left = {"early": early} | _left(call, topic)
        call.record({"summary": left | _summary(done, telling)}, table.zone)
    if done.last is not None and not call.json:
        _shown(call, log, table, done, telling.speaker, now, form)
        if dry_run:
            call.out(call.say("check.dry-run"))
    return telling


def _early_told(call: Call, table: Table, topic: Topic, early: int) -> None:
    """How many posts are from before the opening, and by whom."""
    old = (post.author for post in topic.posts if before_opening(table, post.at))
    names = ", ".join([*dict.fromkeys(old)][:10])
    opened = moment(table.since, table.zone, call.lang)
    call.hint("import.early", n=early, opened=opened, authors=names)


def _progress(call: Call, length: int) -> Any:
    """A bar on stderr where somebody looks at it, and nothing elsewhere."""
    shown = sys.stderr.isatty() and not call.json
    return click.progressbar(
        length=length, label=call.say("import.progress"), file=sys.stderr, hidden=not shown
    )


def _left(call: Call, topic: Topic) -> dict[str, Any]:
    """The posts that could not be used."""
    timeless = sum(one.case == "time" for one in topic.left_out)
    return {
        "timeless": timeless,
        "unreadable": len(topic.left_out) - timeless,
        "left_out": records(call, topic.left_out),
    }


def _summary(done: Imported, telling: Telling) -> dict[str, Any]:
    """The line that ends an import in JSON."""
    return {
        "posts": done.balance,
        "new": _new(done),
        "edited": done.balance["edited"],
        "deleted": done.deleted,
        "absent": done.missing.absent,
        "compared": [
            {"from": span.first, "to": span.last, "whole": span.whole}
            for span in done.missing.compared
        ],
        "revised": telling.revised,
        "other_time": [same_of(judged) for judged in telling.elsewhere if judged.stands_at],
        "other_author": [same_of(judged) for judged in telling.elsewhere if judged.stands_by],
    }


def _new(done: Imported) -> int:
    return sum(done.balance[v] for v in ("valid", "invalid", "unclear", "no-move"))


def _shown(
    call: Call,
    log: Any,
    table: Table,
    done: Imported,
    speaker: Speaker,
    now: datetime,
    form: str | None,
) -> None:
    """The balance, what is new, and the board to paste into the topic."""
    for news in _news(call, done, speaker):
        call.out(news)
    if done.last is None:
        return
    due = done.last.due
    state = due.state if due is not None else done.last.state
    board = standing(table, state, now, call.topic(log, table), form or table.opened.reply)
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
    if _new(done) != done.balance["read"]:
        facts = {"new": _new(done), "edited": done.balance["edited"], "deleted": len(done.deleted)}
        compared = done.missing.compared
        yield call.say("import.changed" if compared else "import.changed-blind", **facts)
        if compared and not any(span.whole for span in compared):
            yield call.say("import.compared", spans=_spans(call, compared, speaker.zone))
    for key, those in (("import.deleted", done.deleted), ("import.absent", done.missing.absent)):
        if those:
            yield call.say(key, posts=", ".join(speaker.label(seq) for seq in those))


def _spans(call: Call, compared: Sequence[Span], zone: tzinfo) -> str:
    """From which post to which one pages were compared, as one span where there are many."""
    shown = [(span.first, span.last) for span in compared]
    if len(shown) > _SPANS:
        shown = [(min(first for first, _ in shown), max(last for _, last in shown))]
    both = (" – ".join(moment(at, zone, call.lang) for at in span) for span in shown)
    return "; ".join(both)
