"""Invision Community 4 (forumscraper's examples/invision and invision/post.reliq; the comment on
`data-excludequote` in its own editor; its filter's list of classes), 5 (its compiled topic template
in public repositories) and IP.Board 3 (the elements that public scrapers of it name)."""

import json
import re
from typing import TYPE_CHECKING, Any

from referee.posts.engines.html import (
    Clock,
    Marks,
    Page,
    edited,
    first,
    holds,
    named,
    number,
    plain,
    value,
)
from referee.posts.source import Edited, Found, Source

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

NAME = "invision"

_MARKS: Marks = (
    ("quote", "blockquote.ipsQuote, [data-ipsquote], .ipsBlockquote, div.blockquote"),
    ("code", "pre.ipsCode, pre.prettyprint, pre._prettyXprint"),
    ("spoiler", ".ipsSpoiler, .ipsStyle_spoiler, .bbc_spoiler_content"),
    (
        "drop",
        '.ipsSpoiler_header, [data-excludequote], [data-role="memberSignature"], p.citation,'
        " .bbc_spoiler > .spoiler_title, p.edit",
    ),
)


def looks(source: Source) -> bool:
    """Whether this is a topic page of Invision Community."""
    if holds(source, r'id="post_id_\d', r'class="[^"]*\bpost_block\b'):
        return True
    return holds(source, r'id="elComment_\d', r'data-role="commentContent"')


def read(source: Source) -> list[Found]:
    """The posts of a page."""
    page = Page(source, _MARKS)
    clock = Clock(source)
    posts = [_post(page, clock, node) for node in page.posts('article[id^="elComment_"]')]
    if not posts:
        posts = [_old(page, clock, node) for node in page.posts('div.post_block[id^="post_id_"]')]
    return [post for post in posts if post is not None]


def _post(page: Page, clock: Clock, node: "LexborNode") -> Found | None:
    body = first(node, '[data-role="commentContent"]')
    if body is None:
        return None
    told = _quote_data(first(node, "[data-quotedata]"))
    time = first(node, ".ipsComment_meta time", ".ipsEntry__date time", "header time")
    return Found(
        author=named(node, ".cAuthorPane_author", ".ipsUsername", ".ipsComment_author h3")
        or told.get("username", ""),
        stamp=clock.read(value(time, "datetime"))
        or clock.epoch(told.get("timestamp", ""))
        or clock.read(value(time, "title"), plain(time)),
        date=plain(time),
        text=page.text(body),
        post_id=number(value(node, "id"), "elComment_"),
        edited=_edited(clock, body),
        tells_edits=True,
    )


def _quote_data(node: "LexborNode | None") -> dict[str, str]:
    try:
        told: Any = json.loads(value(node, "data-quotedata") or "{}")
    except (ValueError, RecursionError):
        return {}
    return {str(key): str(that) for key, that in told.items()} if isinstance(told, dict) else {}


def _edited(clock: Clock, body: "LexborNode") -> Edited | None:
    """The notice stands inside the words, its reason below a line break."""
    notices = body.css("[data-excludequote]")
    if not notices:
        return None
    notice = notices[-1]
    heading = first(notice, "strong")
    time = first(notice, "time")
    said = edited(plain(heading or notice), clock, clock.read(value(time, "datetime")))
    reason = plain(notice).removeprefix(plain(heading)).strip() if heading is not None else ""
    return Edited(at=said.at, count=said.count, reason=reason or None)


def _old(page: Page, clock: Clock, node: "LexborNode") -> Found | None:
    """A post of IP.Board 3."""
    body = first(node, "div.entry-content", "[itemprop='commentText']")
    if body is None:
        return None
    time = first(node, ".published", "[itemprop='commentTime']")
    notice = first(body, "p.edit")
    return Found(
        author=named(node, ".author [itemprop='name']", ".author a", ".author"),
        stamp=clock.read(value(time, "title"), plain(time)),
        date=plain(time),
        text=page.text(body),
        post_id=number(value(node, "id"), "post_id_"),
        edited=_old_edit(clock, notice) if notice is not None else None,
        tells_edits=True,
    )


def _old_edit(clock: Clock, notice: "LexborNode") -> Edited:
    """`Modifié par Alice, 21 novembre 2026 - 21:05.`: a comma before the date, and others in it."""
    told = plain(first(notice, "strong") or notice)
    commas = re.finditer(r",\s", told)
    stamp = clock.read(*(told[comma.end() :].strip(" .") for comma in commas))
    reason = plain(first(notice, ".reason"))
    return Edited(at=stamp.at if stamp else None, reason=reason or None)
