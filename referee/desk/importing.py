"""Whole topics, and pastes of several posts: read, put in order, judged and appended at once."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from referee.core.history import micros, place_of_post
from referee.core.names import key
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.desk.check import AHEAD, before_opening, judge_one, with_due
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
    left_out: frozenset[str] = frozenset(),
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
            results.append(_judged(session, post))
            progress(1)
        results = with_due(session, results, now)
        deleted = _deleted(log, table, posts, left_out)
        if not dry_run:
            try:
                session.commit()
            except StaleHead:
                continue
        return Imported(results, balance_of(results), deleted)
    raise Refused("busy")


def balance_of(results: list[Judged]) -> dict[str, int]:
    """How many posts were read, and what became of them."""
    counts = Counter(result.verdict for result in results)
    verdicts = ("valid", "invalid", "unclear", "no-move", "duplicate", "edited")
    return {"read": len(results), **{verdict: counts[verdict] for verdict in verdicts}}


def _judged(session: Session, post: Post) -> Judged:
    """A post judged; where several recorded ones could be this one it is unclear which, and
    nothing is recorded (F1)."""
    try:
        return judge_one(session, post)
    except Refused as refused:
        if refused.case != "several":
            raise
        week = session.table.week(post.at).name
        return Judged(
            post, None, "unclear", None, (), session.state, week, several=refused.facts["posts"]
        )


def _deleted(log: Log, table: Table, posts: list[Post], left_out: frozenset[str]) -> list[int]:
    """Recorded posts with a number that stand between the first and the last of a page, and that no
    page holds (F5); `left_out`: numbers that were seen but could not be judged."""
    ids = {post.post_id for post in posts} | left_out
    gone: set[int] = set()
    for page in {post.page for post in posts}:
        mine = [post for post in posts if post.page == page]
        if len(mine) < 2 or not all(post.post_id for post in mine):
            continue
        first, last = min(micros(p.at) for p in mine), max(micros(p.at) for p in mine)
        between = log.numbered_between(table.name, first, last)
        gone |= {seq for seq, post_id in between if post_id not in ids}
    return sorted(gone)
