"""XenForo 2 (its macros as compiled in public repositories, forumscraper's xenforo2/post.reliq) and
XenForo 1 (its message templates as compiled in public repositories)."""

import re
from typing import TYPE_CHECKING

from referee.posts.dates import Stamp
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

NAME = "xenforo"

_MARKS: Marks = (
    ("code", ".bbCodeBlock--code, div.bbCodeCode, div.bbCodePHP, div.bbCodeHTML"),
    ("spoiler", ".bbCodeSpoiler, .bbCodeSpoilerContainer, .bbCodeInlineSpoiler"),
    ("quote", ".bbCodeBlock--quote, .bbCodeQuote"),
    (
        "drop",
        ".bbCodeBlock-title, .bbCodeBlock-expandLink, .bbCodeBlock--unfurl, .js-selectToQuoteEnd,"
        " .messageTextEndMarker, .newIndicator, .bbCodeSpoiler-button, .bbCodeSpoilerButton,"
        " .bbCodeBlock > .type, .attribution, .quoteExpand",
    ),
)


def looks(source: Source) -> bool:
    """Whether this is a thread page of XenForo 1 or 2."""
    two = holds(source, r'data-content="post-\d', r'class="[^"]*\bmessage-body\b')
    return two or holds(source, r'id="post-\d', r'class="[^"]*\bmessageText\b')


def read(source: Source) -> list[Found]:
    """The posts of a page; deleted ones hold no words."""
    page = Page(source, _MARKS)
    clock = Clock(source)
    posts = page.posts('[data-content^="post-"], li.message[id^="post-"]')
    return [post for node in posts if (post := _post(page, clock, node)) is not None]


def _post(page: Page, clock: Clock, node: "LexborNode") -> Found | None:
    body = first(node, ".message-body .bbWrapper", ".message-body", "blockquote.messageText")
    if body is None:
        return None
    notice = first(node, ".message-lastEdit", ".messageContent ~ .editDate", ".editDate")
    time = first(
        node, ".message-attribution-main time", ".message-attribution time",
        ".messageMeta .DateTime", ".datePermalink .DateTime",
    )  # fmt: skip
    return Found(
        author=value(node, "data-author")
        or named(node, ".message-name", ".messageUserInfo .username", ".username"),
        stamp=_stamp(clock, time),
        date=plain(time),
        text=page.text(body),
        post_id=number(value(node, "data-content"), "post-") or number(value(node, "id"), "post-"),
        edited=edited(plain(notice), clock, _stamp(clock, first(notice, "time, .DateTime")))
        if notice is not None
        else None,
        tells_edits=True,
    )


def _stamp(clock: Clock, time: "LexborNode | None") -> Stamp | None:
    """XenForo 2 has `datetime`, 1 has seconds in `data-time`; 2 has a clock under that name."""
    exact = (clock.epoch(value(time, name)) for name in ("data-timestamp", "data-time"))
    visible = re.sub(r"^.*:\s", "", plain(time))
    return clock.read(value(time, "datetime")) or next(
        (stamp for stamp in exact if stamp is not None),
        clock.read(value(time, "title"), visible),
    )
