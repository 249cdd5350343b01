"""The main path: a paste is read, found new or known, judged, and appended."""

from datetime import datetime, timedelta

from referee.core.history import micros
from referee.core.names import key, near_misses
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.desk.errors import Refused
from referee.desk.session import Session
from referee.store.errors import StaleHead
from referee.store.log import Log

AHEAD = timedelta(minutes=2)
"""How far past now a post may be dated (F7)."""

_TRIES = 20
_SECOND = 1_000_000


def check(
    log: Log,
    table: Table,
    posts: list[Post],
    *,
    now: datetime,
    by: str,
    typed: bool = False,
    new: bool = False,
    new_player: bool = False,
    dry_run: bool = False,
) -> list[Judged]:
    """Judge posts in the order given and append all of them or, if one cannot be used, none.

    `typed`: the author was typed by the moderator, so that a near miss of a known player is
    refused (F8) unless `new_player`. `new` records a post that would count as an edit of another.
    """
    for post in posts:
        if post.at > now + AHEAD:
            raise Refused("future", at=post.at, now=now)
    for _ in range(_TRIES):
        session = Session(log, table, now=now, by=by)
        results = []
        for post in posts:
            if typed and not new_player:
                _refuse_near_miss(session, post.author)
            results.append(_one(session, post, new=new))
        if dry_run:
            return results
        try:
            session.commit()
        except StaleHead:
            continue
        return results
    raise Refused("busy")


def _refuse_near_miss(session: Session, author: str) -> None:
    names = session.names
    if key(author) in map(key, names):
        return
    near = near_misses(author, names)
    if near:
        raise Refused("near-miss", name=author, near=", ".join(near))


def _one(session: Session, post: Post, *, new: bool) -> Judged:
    known = None if new else _same_post(session, post)
    if known is None:
        return session.judge(post)
    seq, digest = known
    if digest != post.digest:
        raise Refused("edited", post=seq)
    week = session.table.week(post.at).name
    return Judged(post, None, "duplicate", None, (), session.state, week, same_as=seq)


def _same_post(session: Session, post: Post) -> tuple[int, str] | None:
    """The post already recorded that this one is (F1), and the digest of its words."""
    recorded = session.known_posts(post)
    if post.post_id is not None:
        same = [r for r in recorded if r.post_id == post.post_id]
        if same:
            return same[0].seq, same[0].digest
    start, end = micros(post.at), micros(post.at) + post.precision * _SECOND
    overlapping = [
        r
        for r in recorded
        if r.author == key(post.author)
        and r.micros < end
        and start < r.micros + r.precision * _SECOND
        and (r.post_id is None or post.post_id is None)
    ]
    same = [r for r in overlapping if r.digest == post.digest]
    if len(same) > 1:
        raise Refused("several", posts=[r.seq for r in same])
    return (same[0].seq, same[0].digest) if same else None
