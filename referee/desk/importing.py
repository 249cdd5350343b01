"""Whole topics, and pastes of several posts: read, put in order, judged and appended at once."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

from referee.core.history import micros, place_of_post
from referee.core.names import key
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.desk.check import AHEAD, before_opening, judge_one, unjudged, with_due
from referee.desk.errors import Refused
from referee.desk.missing import AnyPost, Missing, missing
from referee.desk.session import Session
from referee.desk.table import recorded_post
from referee.store.errors import StaleHead
from referee.store.log import Log

_TRIES = 5

PIECE = 100
"""So many posts are judged before what came of them is appended, told and let go of, so that a
topic of any length takes no more memory."""

_Some = TypeVar("_Some", bound=AnyPost)


class Imported(NamedTuple):
    """What came of a topic: each post in order, unless it was told on the way; the last one;
    readings by verdict; what the log holds and the source does not."""

    results: list[Judged]
    last: Judged | None
    balance: dict[str, int]
    missing: Missing

    @property
    def deleted(self) -> list[int]:
        """Posts that are gone from a source that had them."""
        return self.missing.deleted


def in_order(posts: Iterable[_Some]) -> list[_Some]:
    """Posts as they were posted: time, then number. A post that is found in several states comes
    first as it was, and then, after everything else, as it was edited."""
    posts = list(posts)
    times = Counter(map(_identity, posts))
    firsts: list[_Some] = []
    found: dict[tuple[object, ...], tuple[int, dict[str, _Some]]] = {}
    for post in posts:
        same = _identity(post)
        if times[same] == 1:
            firsts.append(post)
            continue
        words = post.digest  # compared only where several posts may be one
        same = same if post.post_id else (*same, words)
        if same not in found:
            found[same] = len(firsts), {}
            firsts.append(post)
        found[same][1].setdefault(words, post)
    edits: list[_Some] = []
    for at, states in found.values():
        firsts[at], *later = sorted(states.values(), key=_last_edit)
        edits += later
    firsts.sort(key=lambda post: place_of_post(post.at, post.post_id, 0))
    return [*firsts, *sorted(edits, key=_last_edit)]


def _identity(post: AnyPost) -> tuple[object, ...]:
    return ("id", post.post_id) if post.post_id else (key(post.author), post.at)


def _last_edit(post: AnyPost) -> tuple[bool, int]:
    return post.edited, micros(post.edited_at) if post.edited_at else 0


def since_opening(table: Table, posts: Sequence[_Some]) -> tuple[list[_Some], int]:
    """The posts that the table can judge, and how many lie before it: a topic is older than its
    table."""
    kept = [post for post in posts if not before_opening(table, post.at)]
    return kept, len(posts) - len(kept)


def import_posts(
    log: Log,
    table: Table,
    posts: Sequence[AnyPost],
    *,
    now: datetime,
    by: str,
    dry_run: bool = False,
    left_out: frozenset[str] = frozenset(),
    whole: frozenset[int] = frozenset(),
    progress: Callable[[int], None] = lambda n: None,
    tell: Callable[[list[Judged]], None] | None = None,
) -> Imported:
    """Judge a topic's posts in the order they were posted and append them in one transaction.

    `tell` gets what came of them, some posts at a time and in their order, before the transaction
    ends: nothing of it holds if this raises.
    """
    latest = now + AHEAD
    for post in posts:
        if post.at > latest:
            raise Refused(
                "future-of", author=post.author, at=table.local(post.at), now=table.local(now)
            )
    _refuse_another_topic(log, table, posts)
    # Where there are seats, what came due is found at the end, from all that is to be appended.
    size = PIECE if table.game.seated is None else max(1, len(posts))
    for _ in range(_TRIES):
        session = Session(log, table, now=now, by=by)
        gone = missing(log, table, posts, left_out, whole)
        results: list[Judged] = []
        counts: Counter[str] = Counter()
        last = None
        try:
            with log.together():
                for start in range(0, len(posts), size):
                    piece = _piece(session, posts[start : start + size], progress)
                    last_one = start + size >= len(posts)
                    if last_one:
                        piece = with_due(session, piece, now, draw=not dry_run)
                    if not dry_run:
                        session.commit(last=last_one)
                    (tell or results.extend)(piece)
                    counts.update(judged.verdict for judged in piece)
                    last = piece[-1]
        except StaleHead:  # only the first piece can be late: others wait from then on
            continue
        return Imported(results, last, balance_of(counts), gone)
    raise Refused("busy")


def _refuse_another_topic(log: Log, table: Table, posts: Sequence[AnyPost]) -> None:
    """Numbers begin again in every topic of some forums: posts that bear those of recorded ones,
    and of which none has the time or the words of its own, are another topic's."""
    known = 0
    for post in posts:
        for seq in log.posts_with_id(table.name, post.post_id) if post.post_id else ():
            recorded = recorded_post(log, seq)
            if recorded is None:
                continue
            coarse = timedelta(seconds=max(post.precision, recorded.precision))
            if recorded.digest == post.digest or abs(recorded.posted_at - post.at) <= coarse:
                return
            known += 1
    if known > 1:
        raise Refused("other-topic", n=known, table=table.name)


def _piece(
    session: Session, posts: Sequence[AnyPost], progress: Callable[[int], None]
) -> list[Judged]:
    judged = []
    for post in posts:
        judged.append(_judged(session, post if isinstance(post, Post) else post.read()))
        progress(1)
    return judged


def balance_of(counts: Mapping[str, int]) -> dict[str, int]:
    """How many posts were read, and what became of them, by their verdicts."""
    verdicts = ("valid", "invalid", "unclear", "no-move", "duplicate", "edited")
    found = {verdict: counts.get(verdict, 0) for verdict in verdicts}
    return {"read": sum(counts.values()), **found}


def _judged(session: Session, post: Post) -> Judged:
    """A post judged; where several recorded ones could be this one it is unclear which, and
    nothing is recorded (F1)."""
    try:
        return judge_one(session, post)
    except Refused as refused:
        if refused.case != "several":
            raise
        return unjudged(session, post, "unclear", several=refused.facts["posts"])
