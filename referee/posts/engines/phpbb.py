"""phpBB 3 as prosilver shows it (viewtopic_body.html, bbcode.html and s9e's factory.php in
phpbb/phpbb) and as subsilver2 does (its viewtopic_body.html), and phpBB 2 as subSilver does
(viewtopic_body.tpl, bbcode.tpl), from which Xooit and Clicforum come (public pages of vdlo.xooit.fr
and mistubishi-asx-c4aircross-4008.clicforum.com)."""

import re
from collections.abc import Iterator
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
from referee.posts.profiles import ADVERT
from referee.posts.source import Edited, Found, Source

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

NAME = "phpbb"

_MARKS: Marks = (
    ("code", ".codebox"),
    ("drop", ".codebox > p, .codebox > dt, .signature, .notice, .inline-attachment, .attachbox"),
    # Extensions: nothing of phpBB's own hides words, and none of them has one form.
    ("spoiler", "div.spoiler, .spoilercontent, .spoiler-content, .spoiler-body, .quotecontent"),
    ("drop", ".spoilertitle, .spoiler-title, .spoiler-header, .spoiler-trigger, .quotetitle"),
    ("quote", "blockquote"),
)
_EDITED = r"\b(?:modifi|édit|edit)"  # a bump is told in the same element: "Last bumped by"
_POSTED = r"\s*(?:Posted|Posté(?: le)?|Publié(?: le)?|Message)\s?:\s*(.*)"
_QUOTES = r"(?:a écrit|a dit|wrote|said)\s?:|^(?:citation|citer|quote)\s?:?$"
_SUBSILVER = r"\bclass=[\"']postdetails[\"'][^<>]*>\s*Post(?:ed|(?:é|&eacute;|&#233;)(?: le)?)\s?:"


def looks(source: Source) -> bool:
    """Whether this is a topic page of phpBB: Forumactif has elements of the same names."""
    if holds(source, r'id="post_content\d', r'class="[^"]*\bpostbody\b'):
        return True
    if not holds(source, r'class="postbody"'):
        return False
    if holds(source, r'class="name"', r'name="p?\d', r'class="postdetails"'):
        linked = holds(source, r'href="[^"]*\bviewtopic\.php\?')
        return linked or re.search(_SUBSILVER, source.text) is not None
    if not holds(source, r'href="[^"]*\bviewtopic\.php\?'):
        return False
    three = holds(source, r'class="postprofile" id="profile\d', r'id="p\d+" class="post\b')
    return three or holds(source, r'class="postauthor"', r'name="p\d')


def read(source: Source) -> list[Found]:
    """The posts of a page, soft-deleted ones left out."""
    page = Page(source, _MARKS)
    clock = Clock(source)
    for title in page.tree.css(".quotetitle"):
        content = title.next
        while content is not None and not content.is_element_node:
            content = content.next
        if content is not None and re.search(_QUOTES, plain(title), re.IGNORECASE):
            page.mark(content, "quote")  # else a spoiler, which extensions draw alike
    posts = [_post(page, clock, node) for node in page.posts('div.post[id^="p"]:not(.deleted)')]
    if not posts:
        posts = [_table(page, clock, node) for node in page.posts("table.tablebg:has(.postauthor)")]
    if not posts:
        mark_tables(page)
        posts = [_row(page, clock, *both) for both in _rows(page)]
    return [post for post in posts if post is not None]


def _post(page: Page, clock: Clock, node: "LexborNode") -> Found | None:
    post_id = number(value(node, "id"), "p")
    body = first(node, "div.content")
    if post_id is None or body is None:
        return None
    time = first(node, "p.author time[datetime]")
    visible = plain(time) or plain(first(node, "p.author")).rpartition("»")[2]
    notice = _notice(page, clock, node)
    return Found(
        author=named(
            node, "p.author .username, p.author .username-coloured", "p.author strong",
            ".postprofile .username, .postprofile .username-coloured", ".postprofile dt strong",
        ),
        stamp=clock.read(value(time, "datetime"), visible),
        date=visible.strip(),
        text=page.text(body),
        post_id=post_id,
        edited=notice,
        # An edit leaves no trace while the post is the topic's last one, nor does a moderator's.
        tells_edits=notice is not None,
    )  # fmt: skip


def _notice(page: Page, clock: Clock, node: "LexborNode") -> Edited | None:
    for notice in node.css("div.notice:not(.post_deleted_msg)"):
        text = page.text(notice)
        if re.search(_EDITED, text, re.IGNORECASE):
            return edited(text, clock)
    return None


def _table(page: Page, clock: Clock, node: "LexborNode") -> Found | None:
    """A post of subsilver2, each in a table of its own."""
    anchors = (number(value(that, "name"), "p") for that in node.css("a[name]"))
    post_id = next((that for that in anchors if that), None)
    body = first(node, "div.postbody")
    if post_id is None or body is None:
        return None
    cells = (plain(that) for that in node.css(".gensmall"))
    told = next((that for that in cells if re.search(_EDITED, that, re.IGNORECASE)), "")
    dates = [found[1] for that in node.css(".gensmall div") if (found := _posted(plain(that)))]
    return Found(
        author=named(node, ".postauthor"),
        stamp=clock.read(*dates),
        date=next(iter(dates), ""),
        text=page.text(body),
        post_id=post_id,
        edited=edited(told, clock) if told else None,
        tells_edits=bool(told),
    )


def _posted(text: str) -> re.Match[str] | None:
    return re.match(_POSTED, text)


def mark_tables(page: Page) -> None:
    """phpBB 2 draws quotes and code as tables, the heading in a row of its own."""
    headings: dict[int, LexborNode | None] = {}  # of each table, looked for once
    for cell in page.tree.css("td.quote, td.code"):
        row = cell.parent
        table = row
        while table is not None and table.tag not in ("table", "body"):
            table = table.parent
        if row is None or table is None or table.tag != "table":
            continue
        page.mark(table, "quote" if "quote" in value(cell, "class").split() else "code")
        if table.mem_id not in headings:
            headings[table.mem_id] = first(table, "tr")
        heading = headings[table.mem_id]
        if heading is not None and heading.mem_id != row.mem_id:
            page.mark(heading, "drop")


def _rows(page: Page) -> "Iterator[tuple[LexborNode, LexborNode]]":
    """The rows of a topic, each with the anchor beside its author's name; not those inside one of
    them, each of which would be read with all that it holds."""
    taken: set[int] = set()
    for anchor in page.tree.css(".name > a[name]"):
        row, above = None, anchor.parent
        while above is not None and above.mem_id not in taken:
            row = above if row is None and above.tag == "tr" else row
            above = above.parent
        if row is not None and above is None:
            taken.add(row.mem_id)
            yield row, anchor


def _row(page: Page, clock: Clock, row: "LexborNode", anchor: "LexborNode") -> Found | None:
    post_id = number(value(anchor, "name"), "p?")
    if post_id is None or plain(anchor.parent) == ADVERT:
        return None
    message = first(row, ".postbody")
    body = message.parent if message is not None else None
    if body is None:
        return None
    told_at = (_posted(_own_text(that)) for that in row.css("span.postdetails"))
    dates = [found[1] for found in told_at if found]
    notice = plain(body.css_first("span.gensmall"))
    told = edited(notice, clock) if re.search(_EDITED, notice, re.IGNORECASE) else None
    return Found(
        author=plain(anchor.parent),
        stamp=clock.read(*dates),
        date=next(iter(dates), ""),
        text=page.text(body, but=body.css_first("span.gensmall") if told else None),
        post_id=post_id,
        edited=told,
        tells_edits=told is not None,
    )


def _own_text(node: "LexborNode") -> str:
    """The first text of an element, up to its first child element."""
    child = node.first_child
    return " ".join((child.text_content or "").split()) if child and child.is_text_node else ""
