"""A short game of Quadrille as a topic in several layouts, and what an import makes of it."""

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from referee.core.post import Post
from referee.core.table import Table
from referee.desk.importing import Imported, import_posts, in_order, since_opening
from referee.desk.session import Session
from referee.desk.table import now_of
from referee.desk.tables import Opening, find, open_table
from referee.posts.dates import Stamp
from referee.posts.detect import detect
from referee.posts.reader import Said, post_from, read_post
from referee.posts.source import Source
from referee.render.reply import board_and_ranking
from referee.store.log import Log
from tests.conftest import drawn

PARIS = ZoneInfo("Europe/Paris")
OPENED = datetime(2026, 11, 28, 20, tzinfo=PARIS)
NOW = datetime(2026, 11, 28, 22, tzinfo=PARIS)
LATER = NOW + timedelta(hours=1)
# Who, the cell and the step: every move stands, and Alice's last one completes her set.
_MOVES = (
    ("Alice", "a1", 1), ("Bruno", "b1", 2), ("Chloé", "c1", 3), ("Alice", "d1", 4),
    ("Bruno", "a2", 3), ("Chloé", "b2", 4), ("Alice", "d2", 2), ("Bruno", "c2", 1),
    ("Chloé", "c3", 2), ("Alice", "b3", 3),
)  # fmt: skip


class Wrote(NamedTuple):
    """A post of a topic, before it has a layout."""

    author: str
    at: datetime
    text: str
    number: int
    edited: datetime | None = None
    login: str = ""


def new_log(path: Path) -> Log:
    """A log with the table `bal`, empty since eight in the evening."""
    log = Log.create(str(path))
    open_table(log, Opening("quadrille", "bal"), at=OPENED, now=OPENED, by="David")
    return log


@cache
def game() -> tuple[Wrote, ...]:
    """Ten valid posts, two minutes apart, each with the whole ranking."""
    with scratch() as log:
        table = find(log, None)
        session = Session(log, table, now=NOW, by="David")
        return tuple(_played(table, session))


def _played(table: Table, session: Session) -> Iterator[Wrote]:
    rows = [["."] * 4 for _ in range(4)]
    for number, (author, cell, step) in enumerate(_MOVES, 1):
        rows[int(cell[1]) - 1]["abcd".index(cell[0])] = str(step)
        at = OPENED + timedelta(minutes=39 + 2 * number, seconds=7)
        said = Said(author, Stamp(at, 1))
        text = f"{drawn(''.join(row) for row in rows)}\n\n{author} (0) : []"
        judged = session.judge(read_post(text, said, zone=PARIS, now=NOW))
        assert judged.verdict == "valid"
        state, week = judged.state, judged.week
        text = board_and_ranking(table.game.picture(state), table.game.ranking(state, week), "text")
        yield Wrote(author, at, text, number)


@contextmanager
def scratch() -> Iterator[Log]:
    """A log for a while."""
    with tempfile.TemporaryDirectory() as folder:
        log = new_log(Path(folder) / "scratch.db")
        yield log
        log.close()


def discourse(posts: Sequence[Wrote]) -> str:
    """The posts as Discourse exports a topic."""
    stream = [
        {
            "id": 9000 + post.number,
            "post_number": post.number,
            "username": post.login or post.author,
            "name": post.author,
            "created_at": _utc(post.at),
            "updated_at": _utc(post.edited or post.at),
            "version": 2 if post.edited else 1,
            "raw": post.text,
            "post_type": 1,
        }
        for post in posts
    ]
    return json.dumps({"id": 7, "post_stream": {"posts": stream}})


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def chatexporter(posts: Sequence[Wrote]) -> str:
    """The posts as DiscordChatExporter writes JSON."""
    messages = [
        {
            "id": str(9000 + post.number),
            "type": "Default",
            "timestamp": post.at.isoformat(),
            "timestampEdited": post.edited.isoformat() if post.edited else None,
            "content": post.text,
            "author": {
                "id": "1", "name": post.login or post.author, "nickname": post.author,
                "discriminator": "0000",
            },
        }
        for post in posts
    ]  # fmt: skip
    return json.dumps({"guild": {"name": "x"}, "channel": {"name": "x"}, "messages": messages})


def phpbb_paste(posts: Sequence[Wrote]) -> str:
    """The posts as a browser copies a page of phpBB: to the minute, without numbers."""
    head = "Re: Quadrille\nMessage par {} » {:%d/%m/%Y %H:%M}\n\n{}\nHaut\n"
    return "".join(head.format(post.author, post.at, post.text) for post in posts)


def raw_page(posts: Sequence[Wrote]) -> str:
    """The posts as Discourse's /raw gives them."""
    return ("\n\n" + "-" * 25 + "\n\n").join(
        f"{p.author} | {p.at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC | #{p.number}\n\n{p.text}"
        for p in posts
    )


LAYOUTS: dict[str, Callable[[Sequence[Wrote]], str]] = {
    "discourse": discourse,
    "chatexporter": chatexporter,
    "phpbb-paste": phpbb_paste,
    "raw": raw_page,
}


def read(text: str, now: datetime = NOW) -> list[Post]:
    """The posts of a text, in whatever layout it has."""
    name, found = detect(Source(text, PARIS, now))
    assert found is not None
    return [post_from(one, Said(), name, now=now) for one in found]


def imported(log: Log, *texts: str, now: datetime = NOW, dry_run: bool = False) -> Imported:
    """Import the texts as `import` does; the balance always holds."""
    table = find(log, None)
    posts, _ = since_opening(table, in_order(p for text in texts for p in read(text, now)))
    done = import_posts(log, table, posts, now=now, by="David", dry_run=dry_run)
    counts = dict(done.balance)
    assert counts.pop("read") == sum(counts.values()) == len(done.results)
    return done


def pasted(log: Log, post: Wrote, *, now: datetime = NOW, precision: int = 60) -> None:
    """Check a post by hand, without a number, its time to the minute."""
    at = post.at.replace(second=0) if precision == 60 else post.at
    said = Said(post.author, Stamp(at, precision))
    one = read_post(post.text, said, zone=PARIS, now=now)
    import_posts(log, find(log, None), [one], now=now, by="David")


def verdicts(done: Imported) -> list[str]:
    return [judged.verdict for judged in done.results]


def events(log: Log) -> list[str]:
    return [row.type for row in log.events()]


def standing(log: Log) -> dict[str, Any]:
    """What stands at the table: the state without the numbers of events, and every ruling."""
    table = find(log, None)
    return {"state": _bare(now_of(table, log).state), "rulings": rulings(log, table)}


def _bare(state: Any) -> str:
    return re.sub(r"\bpost=\d+", "post=…", repr(state))


def rulings(log: Log, table: Table) -> list[tuple[Any, ...]]:
    """Each ruling that stands, in the order of the posts."""
    session = Session(log, table, now=LATER, by="David")
    things = session.history().things
    found = [thing.ruling for thing in things if thing.ruling]
    return [
        (r.player, r.posted_at, r.verdict, [o.clause for o in r.objections], r.effect["move"],
         r.points)
        for r in found
    ]  # fmt: skip
