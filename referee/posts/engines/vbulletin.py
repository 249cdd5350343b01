"""vBulletin 4 and 5 (forumscraper's vbulletin/posts.reliq and examples/vbulletin; quotes as public
feeds of vBulletin blogs give them). A vBulletin 4 post is itself a <blockquote>."""

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
    ("code", ".bbcode_code"),
    ("quote", ".bbcode_quote"),
    ("drop", ".bbcode_description, .lastedited, .signature, .post-signature, .b-post__edit"),
)
_POSTS = 'li[id^="post_"], li.b-post[data-node-id]'


def looks(source: Source) -> bool:
    """Whether this is a thread page of vBulletin 4 or 5."""
    four = holds(source, r'id="post_message_\d', r'class="[^"]*\bpostcontent\b')
    return four or holds(source, r'class="[^"]*\bjs-post__content-text\b', r'data-node-id="\d')


def read(source: Source) -> list[Found]:
    """The posts of a page, deleted ones left out."""
    page = Page(source, _MARKS)
    nodes = list(page.posts(_POSTS))
    clock = Clock(source, (_visible(node) for node in nodes))
    return [post for node in nodes if (post := _post(page, clock, node)) is not None]


def _visible(node: "LexborNode") -> str:
    return plain(first(node, ".postdate .date", ".postdate", ".b-post__timestamp"))


def _post(page: Page, clock: Clock, node: "LexborNode") -> Found | None:
    body = first(node, '[id^="post_message_"]', ".js-post__content-text")
    if body is None or "postbitdeleted" in value(node, "class").split():
        return None
    words = first(body, "blockquote.postcontent") or body
    time = first(node, "time[itemprop='dateCreated']", ".b-post__timestamp time")
    notice = first(node, ".lastedited", ".b-post__edit")
    return Found(
        author=named(
            node, ".username_container .username", ".userinfo .username",
            ".author [itemprop='name']",
            ".author a", ".author", ".b-userinfo__details [itemprop='name']",
        ),
        stamp=clock.read(value(time, "datetime"), _visible(node)),
        date=_visible(node),
        text=page.text(words),
        post_id=number(value(node, "id"), "post_") or number(value(node, "data-node-id"), ""),
        edited=edited(plain(notice), clock) if notice is not None else None,
        tells_edits=True,
    )  # fmt: skip
