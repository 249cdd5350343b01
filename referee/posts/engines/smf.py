"""Simple Machines Forum 2.1 and 2.0 (Themes/default/Display.template.php and
Sources/BBCodeParser.php in SimpleMachines/SMF; forumscraper's smf2/posts.reliq), and 1.1 (its
Display.template.php, which draws a post as nested tables)."""

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

NAME = "smf"

_MARKS: Marks = (
    ("quote", "blockquote, div.quote"),
    ("code", "code.bbc_code, div.code"),
    ("drop", ".quoteheader, .quotefooter, .codeheader, .signature, .noticebox"),
)
_LEAD = r"^.*\b(?:le|on)\s?:\s"
_OLD = 'td[class^="windowbg"]:has([id^="subject_"]):has(div.post)'


def looks(source: Source) -> bool:
    """Whether this is a topic page of SMF."""
    if holds(source, r'class="post_wrapper"', r'id="msg_\d'):
        return True
    return holds(source, r'class="windowbg', r'id="subject_\d', r'name="msg\d', r'class="post"')


def read(source: Source) -> list[Found]:
    """The posts of a page."""
    page = Page(source, _MARKS)
    nodes = list(page.posts("div.post_wrapper")) or list(page.posts(_OLD))
    clock = Clock(source, (_date(node) for node in nodes))
    return [post for node in nodes if (post := _post(page, clock, node)) is not None]


def _date(node: "LexborNode") -> str:
    """2.1 shows the bare date, 2.0 `« Réponse #12 le: 21 Novembre 2026, 20:58:04 »`."""
    shown = plain(
        first(node, ".postinfo a.smalltext", ".keyinfo .smalltext", '[id^="subject_"] + .smalltext')
    )
    return re.sub(_LEAD, "", shown[:300]).strip("« »")


def _post(page: Page, clock: Clock, node: "LexborNode") -> Found | None:
    bodies = ((number(value(that, "id"), "msg_"), that) for that in node.css('.post [id^="msg_"]'))
    post_id, body = next((both for both in bodies if both[0]), (None, None))
    if body is None:
        post_id, body = _number(node), first(node, "div.post")
    if body is None:
        return None
    notice = plain(first(node, '[id^="modified_"]', ".modified"))
    return Found(
        author=named(node, ".poster h4 a", ".poster h4", "td[rowspan] > b"),
        stamp=clock.read(_date(node)),
        date=_date(node),
        text=page.text(body),
        post_id=post_id,
        edited=edited(notice, clock) if re.search(r"\d", notice) else None,
        tells_edits=True,
    )


def _number(node: "LexborNode") -> str | None:
    return number(value(first(node, '[id^="subject_"]'), "id"), "subject_")
