"""vBulletin 4 and 5 (forumscraper's vbulletin/posts.reliq and examples/vbulletin; quotes as public
feeds of vBulletin blogs give them), and 3 (a public saved page of www.linuxquestions.org). A
vBulletin 4 post is itself a <blockquote>; vBulletin 3 tells quotes and code by their looks."""

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

NAME = "vbulletin"

_MARKS: Marks = (
    ("code", ".bbcode_code, .smallfont + pre, .smallfont + div.alt2"),
    ("quote", ".bbcode_quote, .smallfont + table"),
    (
        "drop",
        ".bbcode_description, .lastedited, .signature, .post-signature, .b-post__edit,"
        ' [id^="post_message_"] div > .smallfont:first-child:not(:last-child)',
    ),
)
_EDITED = r"\b(?:modifi|édit|edit)"
_POSTS = 'li[id^="post_"], li.b-post[data-node-id], table[id^="post"]:has([id^="post_message_"])'


def looks(source: Source) -> bool:
    """Whether this is a thread page of vBulletin 3, 4 or 5."""
    if holds(source, r'id="post_message_\d'):
        three = holds(source, r'id="postmenu_\d', r'id="post\d')
        return three or holds(source, r'class="[^"]*\bpostcontent\b')
    return holds(source, r'class="[^"]*\bjs-post__content-text\b', r'data-node-id="\d')


def read(source: Source) -> list[Found]:
    """The posts of a page, deleted ones left out."""
    page = Page(source, _MARKS)
    nodes = list(page.posts(_POSTS))
    clock = Clock(source, (_visible(node) for node in nodes))
    return [post for node in nodes if (post := _post(page, clock, node)) is not None]


def _visible(node: "LexborNode") -> str:
    return plain(first(node, ".postdate .date", ".postdate", ".b-post__timestamp", ".thead"))


def _post(page: Page, clock: Clock, node: "LexborNode") -> Found | None:
    body = first(node, '[id^="post_message_"]', ".js-post__content-text")
    if body is None or "postbitdeleted" in value(node, "class").split():
        return None
    words = first(body, "blockquote.postcontent") or body
    time = first(node, "time[itemprop='dateCreated']", ".b-post__timestamp time")
    notice = first(node, ".lastedited", ".b-post__edit") or _old_notice(node, body)
    return Found(
        author=named(
            node, ".username_container .username", ".userinfo .username",
            ".author [itemprop='name']",
            ".author a", ".author", ".b-userinfo__details [itemprop='name']",
            ".bigusername", '[id^="postmenu_"]',
        ),
        stamp=clock.read(value(time, "datetime"), _visible(node)),
        date=_visible(node),
        text=page.text(words),
        post_id=number(value(node, "id"), "post_?") or number(value(node, "data-node-id"), ""),
        edited=edited(plain(notice), clock) if notice is not None else None,
        tells_edits=True,
    )  # fmt: skip


def _old_notice(node: "LexborNode", body: "LexborNode") -> "LexborNode | None":
    """vBulletin 3 tells of an edit in italics below the words; a player may do so inside them."""
    inside = {that.mem_id for that in body.css(".smallfont > em")}
    below = (that for that in node.css(".smallfont > em") if that.mem_id not in inside)
    return next((that for that in below if re.search(_EDITED, plain(that), re.IGNORECASE)), None)
