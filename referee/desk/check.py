"""The main path: a paste is read, found new or known, judged, and appended."""

from datetime import datetime, timedelta
from typing import Any

import msgspec

from referee.core.decisions import Facts
from referee.core.history import micros
from referee.core.names import key, near_misses
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.desk.errors import Refused
from referee.desk.session import Session
from referee.store.errors import StaleHead
from referee.store.log import Log
from referee.store.rows import Recorded

AHEAD = timedelta(minutes=2)
"""How far past now a post may be dated (F7)."""

BEFORE = timedelta(days=1)
"""How far before its opening a table that began empty takes posts."""

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
        refuse_bad_times(table, post, now)
    for _ in range(_TRIES):
        session = Session(log, table, now=now, by=by)
        results = []
        for post in posts:
            if typed and not new_player:
                refuse_near_miss(session, post.author)
            results.append(judge_one(session, post, new=new, typed=typed))
        results = [with_weeks(log, table, judged, now) for judged in results]
        results = with_due(session, results, now, draw=not dry_run)
        if dry_run:
            return results
        try:
            session.commit()
        except StaleHead:
            continue
        return results
    raise Refused("busy")


def with_weeks(log: Log, table: Table, judged: Judged, now: datetime) -> Judged:
    """The result with the past weeks whose points it moves, before it is in the log (F11)."""
    present = table.week(now).name
    own = judged.ruling
    old = own is not None and bool(own.points) and (own.week < present or judged.took_effect)
    if not judged.revised and not old:
        return judged
    from referee.desk.weeks import ALWAYS, given_by, moved

    more = given_by(own) if own is not None else ()
    weeks = tuple(moved(log, table, ALWAYS, judged.revised, more))
    return msgspec.structs.replace(judged, weeks=weeks)


def with_due(session: Session, results: list[Judged], now: datetime, *, draw: bool) -> list[Judged]:
    """The results, the last of them with what has come due by now (F6); where nothing is appended
    anyway, nothing comes due either (F4)."""
    if session.game.seated is None or not results or not session.pending:
        return results
    from referee.desk.due import settle

    return [
        *results[:-1],
        msgspec.structs.replace(results[-1], due=settle(session, now, draw=draw)),
    ]


def refuse_bad_times(table: Table, post: Post, now: datetime) -> None:
    """A post from after now, from before the table, or edited before it was posted, is a slip of
    the pen: refused as input (F7)."""
    refuse_before_opening(table, post.at)
    if post.at > now + AHEAD:
        raise Refused("future", at=table.local(post.at), now=table.local(now))
    edited = post.edited_at
    if edited is not None and not post.at <= edited <= now + AHEAD:
        raise Refused("edited-at", edited=table.local(edited), at=table.local(post.at))


def before_opening(table: Table, at: datetime) -> bool:
    """Whether an instant lies before what a table can judge."""
    return at < table.since - (timedelta(0) if table.opened.start else BEFORE)


def refuse_before_opening(table: Table, at: datetime) -> None:
    """What lies before the opening cannot be judged where a game was taken up under way; where it
    began empty, a day is allowed for whoever opens the table after the first posts."""
    if before_opening(table, at):
        raise Refused("before-opening", at=table.local(at), opened=table.since)


def refuse_near_miss(session: Session, author: str) -> None:
    """A typed name that is one slip away from a known player's must be confirmed (F8)."""
    names = session.names
    if key(author) in map(key, names):
        return
    near = near_misses(author, names)
    if near:
        raise Refused("near-miss", name=author, near=", ".join(near))


def judge_one(session: Session, post: Post, *, new: bool = False, typed: bool = False) -> Judged:
    """A post judged, or found to be one that is recorded: the same, edited, or with its id new."""
    known = None if new else same_post(session, post, typed=typed)
    taken = session.taken.setdefault(post.page, set())
    if known is None:
        judged = session.judge(post)
        taken.add(judged.seq or 0)
        return judged
    taken.add(known.seq)
    at, by = _stands(session, post, known)
    judged = _read_again(session, post, known)
    return msgspec.structs.replace(judged, stands_at=at, stands_by=by) if at or by else judged


def _stands(session: Session, post: Post, known: Recorded) -> tuple[datetime | None, str]:
    """Time and author of a recorded post where a source that gives its number says another; what
    the moderator amended is told by neither the old facts nor the new ones."""
    names = session.names_of(post) | {key(name) for name in post.names}
    if known.author in names and _overlap(post, known.micros, known.precision):
        return None, ""
    recorded = session.post(known.seq)
    if recorded is None:
        return None, ""
    first = Facts(recorded.author, recorded.posted_at, recorded.precision, recorded.post_id)
    facts = (first, session.decisions.facts(known.seq, recorded))
    latest = any(note.kind == "only-by" for note in post.notes)
    at = any(
        _overlap(post, micros(f.at), f.precision) or (latest and f.at < post.at) for f in facts
    )
    by = any(key(f.author) in names for f in facts)
    return (None if at else facts[-1].at), ("" if by else facts[-1].author)


def _overlap(post: Post, start: int, precision: int) -> bool:
    """Whether a stamp may be the same instant as a post's."""
    at = micros(post.at)
    return start < at + post.precision * _SECOND and at < start + precision * _SECOND


def _read_again(session: Session, post: Post, known: Recorded) -> Judged:
    """A post that is recorded: the same, edited, or with its id new."""
    gone = session.decisions.withdrawn_by(known.seq)
    other = known.digest != post.digest and not session.decisions.undone_edit(
        known.seq, post.digest
    )
    if other and not gone:
        return session.reread(post, known.seq, post.edited_at)
    if gone:
        return unjudged(session, post, "duplicate", same_as=known.seq, withdrawn_by=gone)
    if post.post_id is None or known.post_id is not None:
        return unjudged(session, post, "duplicate", same_as=known.seq)
    changes = session.adopt(post, known.seq)
    repeated = unjudged(session, post, "duplicate", same_as=known.seq, adopted=True)
    return msgspec.structs.replace(repeated, seq=known.seq, revised=changes)


def unjudged(session: Session, post: Post, verdict: str, **more: Any) -> Judged:
    """A post that gets no ruling: the table is as it was, `more` says why."""
    week = session.table.week(post.at).name
    return Judged(post, None, verdict, None, (), session.state, week, **more)


def _other_words(session: Session, post: Post, recorded: Recorded) -> bool:
    """Whether this is a recorded post with other words: if both hold a move (F1), or if neither
    does and both are stamped to the second, in which nobody posts twice."""
    moves = session.holds_move(post), session.recorded_move(recorded.seq)
    exact = post.precision == 1 and recorded.precision == 1
    return all(moves) or (exact and not any(moves))


def _elsewhere(recorded: Recorded, post: Post) -> bool:
    """Whether a recorded post has other words and another time, so that an id cannot make it one
    with a post of another author (who may only have changed their name)."""
    apart = abs(recorded.micros - micros(post.at))
    coarse = max(recorded.precision, post.precision) * _SECOND
    return recorded.digest != post.digest and apart > coarse


def same_post(session: Session, post: Post, *, typed: bool = False) -> Recorded | None:
    """The post already recorded that this one is, the same or edited (F1); None for a new one.
    An id that the moderator typed and that is somebody else's is refused."""
    recorded = session.known_posts(post)
    if not recorded:
        return None
    names = session.names_of(post)
    if post.post_id is not None:
        same = [r for r in recorded if r.post_id == post.post_id]
        if same:
            ways = [r for r in recorded if r.seq == same[-1].seq]
            other = all(r.author not in names for r in ways)
            if other and (typed or all(_elsewhere(r, post) for r in ways)):
                raise Refused("id-other", id=post.post_id, post=f"@{same[-1].seq}")
            standing = [r for r in same if not session.decisions.withdrawn_by(r.seq)]
            return _as_it_stands(recorded, (standing or same)[-1])
    overlapping = [
        r
        for r in recorded
        if r.author in names
        and _overlap(post, r.micros, r.precision)
        and (r.post_id is None or post.post_id is None)
    ]
    same = [r for r in overlapping if r.digest == post.digest]
    if not same:  # two posts that stand on one page are two, however coarse their stamps
        taken = session.taken.get(post.page, ())
        apart = (r for r in overlapping if r.seq not in taken)
        same = [r for r in apart if _other_words(session, post, r)]
    if len({r.seq for r in same}) > 1:
        numbers = sorted({r.seq for r in same})
        raise Refused("several", posts=", ".join(f"@{seq}" for seq in numbers))
    return _as_it_stands(recorded, same[0]) if same else None


def _as_it_stands(recorded: list[Recorded], found: Recorded) -> Recorded:
    """A post as it stands, of all ways in which it may be known."""
    return [r for r in recorded if r.seq == found.seq][-1]
