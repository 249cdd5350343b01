"""Whole topics, and pastes of several posts: read, put in order, judged and appended at once."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from referee.core.history import micros, place_of_post
from referee.core.names import key
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.desk.check import AHEAD, before_opening, judge_one
from referee.desk.errors import Refused
from referee.desk.session import Session
from referee.store.errors import StaleHead
from referee.store.log import Log

_TRIES = 5


class Imported(NamedTuple):
    """What came of a topic: each post in order, readings by verdict, posts that are gone from a
    source that had them."""

    results: list[Judged]
    balance: dict[str, int]
    deleted: list[int]


def in_order(posts: Iterable[Post]) -> list[Post]:
    """Posts as they were posted: time, then number. A post that is found in several states comes
    first as it was, and then, after everything else, as it was edited."""
    found: dict[tuple[object, ...], list[Post]] = {}
    for post in posts:
        same = ("id", post.post_id) if post.post_id else (key(post.author), post.at, post.digest)
        states = found.setdefault(same, [])
        if all(state.digest != post.digest for state in states):
            states.append(post)
    for states in found.values():
        states.sort(key=_last_edit)
    firsts = sorted(
        (states[0] for states in found.values()),
        key=lambda p: place_of_post(p.at, p.post_id, 0),
    )
    edits = sorted((post for states in found.values() for post in states[1:]), key=_last_edit)
    return [*firsts, *edits]


def _last_edit(post: Post) -> tuple[bool, int]:
    return post.edited, micros(post.edited_at) if post.edited_at else 0


def since_opening(table: Table, posts: list[Post]) -> tuple[list[Post], int]:
    """The posts that the table can judge, and how many lie before it: a topic is older than its
    table."""
    kept = [post for post in posts if not before_opening(table, post.at)]
    return kept, len(posts) - len(kept)


def import_posts(
    log: Log,
    table: Table,
    posts: list[Post],
    *,
    now: datetime,
    by: str,
    dry_run: bool = False,
    progress: Callable[[int], None] = lambda n: None,
) -> Imported:
    """Judge a topic's posts in the order they were posted and append them in one transaction."""
    for post in posts:
        if post.at > now + AHEAD:
            raise Refused("future", at=post.at, now=now)
    for _ in range(_TRIES):
        session = Session(log, table, now=now, by=by)
        results = []
        for post in posts:
            results.append(judge_one(session, post, new=False))
            progress(1)
        deleted = _deleted(log, table, posts)
        if not dry_run:
            try:
                session.commit()
            except StaleHead:
                continue
        counts = Counter(result.verdict for result in results)
        verdicts = ("valid", "invalid", "unclear", "no-move", "duplicate", "edited")
        balance = {"read": len(results), **{verdict: counts[verdict] for verdict in verdicts}}
        return Imported(results, balance, deleted)
    raise Refused("busy")


def _deleted(log: Log, table: Table, posts: list[Post]) -> list[int]:
    """Recorded posts with a number that stand between the first and the last of an export, and that
    it no longer holds (F5)."""
    numbered = [post for post in posts if post.post_id]
    if len(numbered) < 2 or len(numbered) < len(posts):
        return []
    ids = {post.post_id for post in numbered}
    first, last = micros(posts[0].at), micros(posts[-1].at)
    between = log.numbered_between(table.name, first, last)
    return [seq for seq, post_id in between if post_id not in ids]
