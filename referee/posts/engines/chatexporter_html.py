"""Discord channels as DiscordChatExporter writes them in HTML (MessageGroupTemplate.cshtml,
PostambleTemplate.cshtml and HtmlMarkdownVisitor.cs in Tyrrrz/DiscordChatExporter)."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING

from referee.posts.engines.html import (
    Clock,
    Marks,
    Page,
    first,
    holds,
    number,
    plain,
    value,
)
from referee.posts.source import Edited, Found, Source

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

NAME = "chatexporter-html"

_MARKS: Marks = (
    ("raw", ".chatlog__markdown-preserve, .preserve-whitespace"),
    ("quote", ".chatlog__markdown-quote, .chatlog__content .quote"),
    ("spoiler", ".chatlog__markdown-spoiler, .chatlog__content .spoiler-text"),
    ("code", ".chatlog__markdown-pre--multiline, .chatlog__content .pre--multiline"),
    ("drop", ".chatlog__edited-timestamp"),
)


def looks(source: Source) -> bool:
    """Whether this is an HTML export of DiscordChatExporter."""
    return holds(source, r'class="chatlog__message\b', r'data-message-id="\d')


def read(source: Source) -> list[Found]:
    """The messages of an export; what Discord itself says in a channel is no message."""
    page = Page(source, _MARKS)
    entries = [*_entries(page)]
    dates = [_date(node) for _, node in entries]
    clock = Clock(source, (short for _, short in dates), _zone(page, source))
    return [
        _message(page, clock, head, node, date)
        for (head, node), date in zip(entries, dates, strict=True)
    ]


def _entries(page: Page) -> "Iterator[tuple[LexborNode | None, LexborNode]]":
    """Each message with the element that names its author, which only a group's first one has (up
    to version 2.33 the group itself)."""
    for group in page.posts(".chatlog__message-group"):
        head: LexborNode | None = first(group, ".chatlog__author-name")
        for node in group.css("[data-message-id]"):
            if first(node, ".chatlog__system-notification-author") is not None:
                continue
            head = first(node, ".chatlog__author") or head
            yield head, node


def _date(node: "LexborNode") -> tuple[str, str]:
    """The long date, which leaves no doubt of the order, and the short one."""
    shown = first(node, ".chatlog__timestamp")
    if shown is not None:
        return value(shown, "title"), plain(shown)
    later = value(first(node, ".chatlog__short-timestamp"), "title")
    if later:  # a later message of its group
        return "", later
    told = value(node, "title")  # up to version 2.33: `Message sent: 21-Nov-21 08:41 PM`
    if told:
        return "", told.partition(": ")[2]
    above = node.prev
    while above is not None and above.tag == "-text":
        above = above.prev
    # Of a group without such titles only the first message has a time.
    is_first = above is not None and "chatlog__timestamp" in (above.attributes.get("class") or "")
    return "", plain(above) if is_first else ""


def _zone(page: Page, source: Source) -> tzinfo | None:
    """The zone of an export that names it. The offset is that of the day of the export: where the
    reader's own zone has it in summer or winter, the messages' own days decide."""
    entries = (plain(node) for node in page.tree.css(".postamble__entry"))
    found = next(filter(None, (re.fullmatch(_ZONE, entry, re.ASCII) for entry in entries)), None)
    if found is None or int(found[2] or 0) > 14:
        return None
    offset = timedelta(hours=int(found[2] or 0), minutes=int(found[3] or 0))
    offset = -offset if found[1] in ("-", "−") else offset
    year = source.now.year
    seasons = (datetime(year, month, 1, tzinfo=UTC).astimezone(source.zone) for month in (1, 7))
    if offset in [moment.utcoffset() for moment in seasons]:
        return None
    return timezone(offset)


_ZONE = r"Timezone: UTC(?:([+\u2212-])(\d{1,2})(?::?(\d\d))?)?"


def _message(
    page: Page,
    clock: Clock,
    head: "LexborNode | None",
    node: "LexborNode",
    date: tuple[str, str],
) -> Found:
    content = first(node, ".chatlog__content")
    mark = first(node, ".chatlog__edited-timestamp")
    at = clock.read(value(mark, "title"))
    login = value(head, "title")
    author = plain(head)
    return Found(
        author=author,
        stamp=clock.read(*date),
        date=next(filter(None, date), ""),
        text=page.text(content),
        post_id=number(value(node, "data-message-id"), ""),
        names=(login,) if login and login != author else (),
        edited=Edited(at=at.at if at else None) if mark is not None else None,
        tells_edits=True,
    )
