"""`referee check`: the main path, from a paste to a ruling and a reply."""

import sys
from collections.abc import Iterator
from datetime import datetime
from importlib import import_module
from typing import Any

import click
import msgspec

from referee.cli.reading import decoded, posts_in, zone_of
from referee.cli.shared import LAST_RESORT, Call, command, worded
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.desk.check import check
from referee.desk.errors import Refused
from referee.posts.dates import BadStamp
from referee.posts.decode import LIMIT
from referee.posts.documents import is_document
from referee.posts.reader import Said
from referee.posts.source import Source
from referee.render.reply import FORMATS
from referee.render.verdicts import post_record, reply_to, told


@command
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("--author", metavar="A")
@click.option("--post-time", "--at", "post_time", metavar="T")
@click.option("--id", "post_id", metavar="ID")
@click.option("--edited-at", metavar="T")
@click.option("--pasted-at", metavar="T")
@click.option("--zone", metavar="Z")
@click.option("--new", is_flag=True)
@click.option("--new-player", is_flag=True)
@click.option("--source", default="auto", metavar="NAME")
@click.option("--reply", type=click.Choice(FORMATS))
@click.option("--clipboard", is_flag=True)
@click.option("--dry-run", is_flag=True)
def check_command(call: Call, file: str | None, **asked: Any) -> None:
    """Read a pasted post, judge it, append it, print ruling and reply."""
    log = call.open_log()
    table = call.table(log)
    desk = _Desk(call, log, table, asked)
    if file in (None, "-") and not asked["clipboard"] and sys.stdin.isatty():
        call.ctx.exit(1 if any(_conversation(desk)) else 0)
    name = "" if file in (None, "-") else str(file)
    text = _pasted() if asked["clipboard"] else decoded(_bytes(file), LIMIT, name)
    call.ctx.exit(1 if desk.judge(text, name=name) else 0)


class _Desk:
    """One `check` call: what was asked, put to the desk, and the answer shown."""

    def __init__(self, call: Call, log: Any, table: Table, asked: dict[str, Any]) -> None:
        self.call, self.log, self.table, self.asked = call, log, table, asked
        self.zone = zone_of(asked["zone"], table)

    def judge(
        self, text: str, author: str | None = None, when: str | None = None, name: str = ""
    ) -> bool:
        """Judge a pasted text and print the answer; whether it is no."""
        asked, call = self.asked, self.call
        now = call.now(self.table.zone)
        pasted = self._stamp(asked["pasted_at"], now) or now
        author = author or asked["author"]
        when = when or asked["post_time"]
        said = Said(
            author=author,
            stamp=call.stamp(when, self.zone, pasted) if when else None,
            post_id=asked["post_id"],
            edited_at=self._stamp(asked["edited_at"], now),
        )
        posts = self._posts(Source(text, self.zone, pasted, name), said)
        if len(posts) > 1:
            return self._several(posts, now)
        results = check(
            self.log,
            self.table,
            posts,
            now=now,
            by=call.by,
            typed=author is not None,
            new=asked["new"],
            new_player=asked["new_player"],
            dry_run=asked["dry_run"],
        )
        self._show(results)
        return any(judged.is_no for judged in results)

    def _posts(self, source: Source, said: Said) -> list[Post]:
        """Said by the moderator whose post it is and when, the text is one bare post, unless it is
        no post at all but a file; else its layout is looked for, and said."""
        wanted = self.asked["source"]
        if wanted == "auto" and said.author and said.stamp and not is_document(source.text):
            wanted = "text"
        name, posts = posts_in(self.table, source, said, wanted)
        if not posts:
            if wanted not in ("auto", "text"):
                raise Refused("no-posts-of", source=wanted)
            raise Refused("no-posts" if source.name else "no-posts-pasted", files=source.name)
        if name != "text" or len(posts) > 1:
            file = source.name or self.call.say("check.pasted")
            self.call.hint("import.source", file=file, source=name, n=len(posts))
        if len(posts) > 1:
            from referee.cli.split import warn

            warn(self.call, self.log, self.table, name, posts)
        return posts

    def _several(self, posts: list[Post], now: datetime) -> bool:
        """Several posts in one paste: as `import` shows a topic; whether an answer is no."""
        from referee.cli.importing import judged_together
        from referee.cli.reading import Topic

        asked = self.asked

        if asked["post_id"]:
            raise Refused("one-id")
        if asked["new"] or asked["new_player"]:
            raise Refused("one-new", n=len(posts))
        call, log, table, dry_run = self.call, self.log, self.table, asked["dry_run"]
        topic = Topic(posts)
        told = judged_together(call, log, table, topic, now, dry_run=dry_run, form=asked["reply"])
        return told.is_no

    def _stamp(self, text: str | None, now: datetime) -> datetime | None:
        return self.call.stamp(text, self.zone, now).at if text else None

    def _show(self, results: list[Judged]) -> None:
        call, table = self.call, self.table
        speaker = call.speaker(self.log, table)
        form = self.asked["reply"] or table.opened.reply
        for judged in results:
            topic = call.topic(self.log, table)
            reply = reply_to(judged, table, topic, form)
            if self.asked["clipboard"] and reply:
                _copied(reply)
            if self.asked["dry_run"]:
                judged = msgspec.structs.replace(judged, seq=None)  # noqa: PLW2901 - shown without a number
            if call.json:
                record = post_record(judged, table, speaker) | {"reply": reply or None}
                call.record(record, table.zone)
                continue
            for line in told(judged, table, speaker, colour=call.colour):
                call.tell(line)
            if self.asked["dry_run"]:
                call.out(call.say("check.dry-run"))
            if reply:
                call.out("\n" + call.say("check.reply") + "\n" + reply)


def _bytes(file: str | None) -> bytes:
    """At most a little more than may be read, so that a huge file costs nothing."""
    if file in (None, "-"):
        return sys.stdin.buffer.read(LIMIT + 1)
    with open(str(file), "rb") as source:  # noqa: PTH123 - pathlib costs start-up time
        return source.read(LIMIT + 1)


def _clipboard() -> Any:
    try:
        return import_module("pyperclip")  # an optional extra, which type checkers may not have
    except ImportError as error:
        raise Refused("no-clipboard") from error


def _pasted() -> str:
    """What the clipboard holds, as bytes would be read."""
    clipboard = _clipboard()
    try:
        text = str(clipboard.paste())
    except clipboard.PyperclipException as error:
        raise Refused("no-clipboard") from error
    return decoded(text.encode("utf-8", "replace"), LIMIT)


def _copied(reply: str) -> None:
    clipboard = _clipboard()
    try:
        clipboard.copy(reply)
    except clipboard.PyperclipException as error:
        raise Refused("no-clipboard") from error


def _conversation(desk: _Desk) -> list[bool]:
    """Posts typed at a terminal, one after the other; what a post lacks is asked for, and asked
    again where the answer will not do, so that nothing has to be pasted twice. Of each paste,
    whether the answer was no."""
    call = desk.call
    call.hint("check.type")
    answers: list[bool] = []
    try:
        for text in _typed():
            answers.append(_persist(desk, text))
            call.hint("check.next")
    except click.Abort:
        call.hint("aborted")
    return answers


def _persist(desk: _Desk, text: str) -> bool:
    answers: dict[str, str | None] = {}
    asked = dict(desk.asked)
    while True:
        try:
            is_no = desk.judge(text, *_asked_for(desk, text, answers))
        except LAST_RESORT as error:
            click.echo(worded(error, desk.call.lang)[1], err=True)
            if not _ask_again(desk, error, answers):
                return False
        else:
            desk.asked = asked
            return is_no


def _ask_again(desk: _Desk, error: BaseException, answers: dict[str, str | None]) -> bool:
    """Whether another answer can mend what is wrong; that answer is forgotten."""
    case = error.case if isinstance(error, Refused | BadStamp) else ""
    if case == "near-miss" and "author" in answers:
        if click.confirm(desk.call.say("check.new-player"), err=True):
            desk.asked = desk.asked | {"new_player": True}
        else:
            answers.pop("author")
        return True
    timely = isinstance(error, BadStamp) or case in ("future", "before-opening")
    return timely and answers.pop("time", None) is not None


def _typed() -> Iterator[str]:
    """Each text up to a line with a single `.`, or the end of the input."""
    lines: list[str] = []
    for line in sys.stdin:
        if line.strip() == ".":
            if any(map(str.strip, lines)):
                yield "".join(lines)
            lines = []
        else:
            lines.append(line)
    if any(map(str.strip, lines)):
        yield "".join(lines)


def _asked_for(
    desk: _Desk, text: str, answers: dict[str, str | None]
) -> tuple[str | None, str | None]:
    """Author and time from the moderator, where neither options nor a header give them."""
    from referee.posts.headers import split_header

    call, asked = desk.call, desk.asked
    header, _ = split_header(text, desk.zone, call.now(desk.zone))
    if not (asked["author"] or header) and "author" not in answers:
        answers["author"] = _prompt(call, "check.ask-author")
    if not (asked["post_time"] or header) and "time" not in answers:
        answers["time"] = _prompt(call, "check.ask-time", default="now")
    return answers.get("author"), answers.get("time")


def _prompt(call: Call, text: str, default: str | None = None) -> str:
    suffix = "\u00a0: " if call.lang == "fr" else ": "
    return str(click.prompt(call.say(text), default=default, err=True, prompt_suffix=suffix))
