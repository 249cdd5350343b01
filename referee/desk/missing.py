"""Recorded posts that a source no longer holds (F5): what is gone, what may be, what was seen."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from referee.core.history import micros
from referee.core.post import Post
from referee.core.table import Table
from referee.desk.table import recorded_post
from referee.posts.reader import Unread
from referee.store.log import Log

_EVER = 1 << 62
_NEAR = 200
"""So many posts beyond the edge of a page are looked at."""

AnyPost = Post | Unread


class Span(NamedTuple):
    """From which post to which one a page was compared; `whole`: it is all of its topic."""

    first: datetime
    last: datetime
    whole: bool


class Missing(NamedTuple):
    """`deleted`: gone for sure; `absent`: gone, or on pages that are not given; `compared`: the
    pages whose posts all have numbers."""

    deleted: list[int]
    absent: list[int]
    compared: list[Span]


class _Page:
    """The posts of one page: its span, its layout, and how many."""

    def __init__(self, posts: Sequence[AnyPost], *, whole: bool) -> None:
        ordered = sorted(posts, key=lambda post: post.at)
        self.span = Span(ordered[0].at, ordered[-1].at, whole)
        self.first, self.last = micros(ordered[0].at), micros(ordered[-1].at)
        self.source, self.size = ordered[0].source, len(ordered)
        self.edges = ordered[0].post_id, ordered[-1].post_id


def missing(
    log: Log,
    table: Table,
    posts: Iterable[AnyPost],
    left_out: frozenset[str],
    whole: frozenset[int],
) -> Missing:
    """What is in the log with a number, and in none of the pages; `left_out`: numbers that were
    seen but could not be judged; `whole`: the pages that are all of their topic."""
    found: dict[int, list[AnyPost]] = {}
    ids = set(left_out)
    for post in posts:
        found.setdefault(post.page, []).append(post)
        if post.post_id is not None:
            ids.add(post.post_id)
    pages = [
        _Page(page, whole=number in whole)
        for number, page in found.items()
        if all(post.post_id for post in page)
    ]
    pages.sort(key=lambda page: page.first)
    look = _Look(log, table.name, ids)
    gone: set[int] = set()
    for page in pages:
        gone |= set(look.between(page.first, page.last))
        if page.span.whole:
            gone |= set(look.between(0, _EVER, page.source))
    absent = set() if any(page.span.whole for page in pages) else _absent(look, pages)
    return Missing(sorted(gone), sorted(absent - gone), [page.span for page in pages])


def _absent(look: "_Look", pages: Sequence[_Page]) -> set[int]:
    """What lies between two pages, or directly beyond the first and the last one and came into the
    log with its neighbour; unless it would fill a page of its own, which then was not given."""
    found: set[int] = set()
    last: _Page | None = None
    for page in pages:
        if last is not None and last.last < page.first:
            some = look.between(last.last, page.first, page.source)
            found |= set(some) if len(some) < max(last.size, page.size) else set()
        last = page if last is None or page.last > last.last else last
    if last is not None:
        below = look.beside(last.edges[1], last.last, _EVER, last.source)
        above = look.beside(pages[0].edges[0], 0, pages[0].first, pages[0].source)
        found |= set(below) if len(below) < last.size else set()
        found |= set(above) if len(above) < pages[0].size else set()
    return found


class _Look:
    """Looks up posts of a table that are in the log, and not among the numbers seen."""

    def __init__(self, log: Log, table: str, ids: set[str]) -> None:
        self._log, self._table, self._ids = log, table, ids

    def between(self, first: int, last: int, source: str = "") -> list[int]:
        """Posts with a number between two instants, of a layout where one is named."""
        found = self._log.numbered_between(self._table, first, last)
        unseen = [seq for seq, post_id in found if post_id not in self._ids]
        return [seq for seq in unseen if not source or self._source(seq) == source]

    def beside(self, post_id: str | None, first: int, last: int, source: str) -> list[int]:
        """Posts between two instants that were recorded together with the one of that number."""
        known = self._log.posts_with_id(self._table, post_id or "")
        anchor = self._log.event(known[-1]) if known else None
        if anchor is None:
            return []
        unseen = self.between(first, last)[:_NEAR]
        rows = ((seq, self._log.event(seq)) for seq in unseen)
        together = [seq for seq, row in rows if row and row.recorded_at == anchor.recorded_at]
        return [seq for seq in together if self._source(seq) == source]

    def _source(self, seq: int) -> str:
        post = recorded_post(self._log, seq)
        return post.source if post is not None else ""
