"""MyBB 1.8 (postbit as its functions_post.php and public plugins write it, mycode_quote and
codeblock as a public list of its class_parser.php's output gives them)."""

import re
from typing import TYPE_CHECKING

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
from referee.posts.source import Found, Source

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

NAME = "mybb"

_MARKS: Marks = (
    ("quote", "blockquote"),
    ("code", ".codeblock"),
    ("spoiler", ".spoiler_body"),
    ("drop", ".codeblock > .title, .post_edit, .spoiler_header, .spoiler_title, .signature"),
)


def looks(source: Source) -> bool:
    """Whether this is a thread page of MyBB."""
    return holds(source, r'id="post_\d', r'id="pid_\d', r'class="post_body\b')


def read(source: Source) -> list[Found]:
    """The posts of a page, soft-deleted ones left out."""
    page = Page(source, _MARKS)
    nodes = list(page.posts('div[id^="post_"].post:not(.deleted_post)'))
    dates = [_date(page, node) for node in nodes]
    clock = Clock(source, dates)
    posts = [_post(page, clock, *both) for both in zip(nodes, dates, strict=True)]
    return [post for post in posts if post is not None]


def _date(page: Page, node: "LexborNode") -> str:
    """The visible date; `Yesterday` and `5 minutes ago` carry what they stand for as a title."""
    shown = first(node, ".post_date")
    text = " ".join(page.text(shown).split())
    return _written_out(text, first(node, ".post_date > span[title]"))


def _written_out(text: str, relative: "LexborNode | None") -> str:
    full = " ".join(value(relative, "title").split())
    return text.replace(plain(relative), full, 1) if re.search(r"\d", full) else text


def _post(page: Page, clock: Clock, node: "LexborNode", date: str) -> Found | None:
    body = first(node, '.post_body[id^="pid_"]', ".post_body")
    if body is None:
        return None
    notice = _notice(node)
    return Found(
        author=named(node, ".author_information .largetext", ".post_author strong", ".largetext"),
        stamp=clock.read(date),
        date=date,
        text=page.text(body),
        post_id=number(value(node, "id"), "post_"),
        edited=edited(notice, clock) if notice else None,
        tells_edits=True,
    )


def _notice(node: "LexborNode") -> str:
    """The element is there even where there is nothing to tell."""
    notice = first(node, ".post_edit")
    return _written_out(plain(notice), first(notice, "span[title]")) if notice else ""
