"""Saved pages of Discourse: what the browser shows (elements as discourse/discourse's
components/post/*.gjs name them) and what crawlers and readers without scripts get
(app/views/topics/show.html.erb, seen in public saved pages of ziggit.dev).

A page is turned into the posts that the JSON would hold, and read as they are.
"""

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.posts.engines.discourse import Post, as_found
from referee.posts.engines.html import Clock, Page, first, holds, named, number, plain, value
from referee.posts.source import Found, Source

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

NAME = "discourse-html"

_EDITED_ON = r".*?\b(?:le|on)\s(.+)"


def looks(source: Source) -> bool:
    """Whether this is a topic page of Discourse."""
    if holds(source, r'id="post_\d', r'class="[^"]*\bcrawler-post\b'):
        return True
    return holds(source, r'id="post_\d', r'data-post-id="\d', r'class="[^"]*\bcooked\b')


def read(source: Source) -> list[Found]:
    """The posts of a page; what only tells of a closed or split topic is none."""
    page = Page(source, ())
    clock = Clock(source)
    posts = [_shown(clock, node) for node in page.posts('article[id^="post_"]')]
    if not posts:
        posts = [_crawled(node) for node in page.posts('.crawler-post[id^="post_"]')]
    return [found for post in posts if post and (found := as_found(post, source)) is not None]


def _shown(clock: Clock, node: "LexborNode") -> Post | None:
    body = first(node, ".cooked")
    if body is None:
        return None
    edits = first(node, ".post-info.edits")
    title = value(first(edits, "[title]"), "title") if edits is not None else ""
    edited_on = re.fullmatch(_EDITED_ON, title, re.IGNORECASE | re.DOTALL)
    touched = clock.read(edited_on[1]) if edited_on else None
    card = value(first(node, ".names [data-user-card]"), "data-user-card")
    outer = f"{value(node, 'class')} {value(node.parent, 'class')}".split()
    return Post(
        username=card or named(node, ".names .username", ".names"),
        name=named(node, ".names .full-name") or None,
        created_at=_created(node),
        post_number=_number(node),
        cooked=body.html or "",
        # A short edit, in the first five minutes, shows on no page: a version of 1 tells nothing.
        version=1 + _count(plain(edits)) if edits is not None else None,
        updated_at=touched.at.isoformat() if touched else None,
        user_deleted="deleted" in outer,
        hidden="post-hidden" in outer,
    )


def _created(node: "LexborNode") -> str | None:
    """Milliseconds since 1970 in the date of the post."""
    found = first(node, ".post-date [data-time]", ".post-date[data-time]")
    written = value(found, "data-time")
    if not re.fullmatch(r"\d{12,13}", written, re.ASCII):
        return None
    return datetime.fromtimestamp(int(written) // 1000, UTC).isoformat()


def _count(shown: str) -> int:
    found = re.search(r"\d{1,4}", shown, re.ASCII)
    return int(found[0]) if found else 1


def _crawled(node: "LexborNode") -> Post | None:
    body = first(node, ".post")
    if body is None:
        return None
    modified = first(node, ".crawler-post-infos [itemprop='dateModified']")
    return Post(
        username=named(node, ".creator [itemprop='name']", ".creator"),
        created_at=value(first(node, "time[datetime]"), "datetime") or None,
        updated_at=value(modified, "content") or None,
        post_number=_number(node),
        cooked=body.html or "",
        version=None,
    )


def _number(node: "LexborNode") -> int | None:
    found = number(value(node, "id"), "post_")
    return int(found) if found else None
