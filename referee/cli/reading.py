"""From files and pastes to posts, for `check` and `import`: bytes, layout, headers, names."""

from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import msgspec

from referee.cli.shared import Call
from referee.core.post import Post
from referee.core.table import Table
from referee.desk.errors import Refused
from referee.posts.decode import NotText, decode
from referee.posts.reader import Missing, Said, post_from, read_posts
from referee.posts.source import Found, Source
from referee.words.sentences import moment

NOBODY = Said()
_JSON = ('{"', "[{", "{\n", "[\n", "{}", "[]")
_PAGE = ("<!doctype", "<html", "<head", "<body")
LARGEST = 512 << 20
"""Bytes of a topic's export that are read; a paste may be much smaller (`decode.LIMIT`)."""


def read_files(
    call: Call, table: Table, paths: list[Path], now: datetime, asked: dict[str, Any]
) -> list[Post]:
    """The posts of all files, each in its own layout."""
    zone = zone_of(asked["zone"], table)
    pasted = call.stamp(asked["pasted_at"], zone, now).at if asked["pasted_at"] else now
    pages: list[list[Post]] = []
    for path in paths:
        text = decoded(path.read_bytes(), LARGEST)
        source = Source(text, zone, pasted, path.name)
        name, posts = posts_in(source, NOBODY, asked["source"], call=call, asked=asked)
        call.hint("import.source", file=path.name, source=name, n=len(posts))
        pages.append(posts)
    # Posts of one minute keep the order of their pages, whatever the order of the files.
    pages = sorted(filter(None, pages), key=lambda page: min(post.at for post in page))
    return [
        msgspec.structs.replace(post, page=number)
        for number, page in enumerate(pages)
        for post in page
    ]


def posts_in(
    source: Source,
    said: Said,
    wanted: str,
    call: Call | None = None,
    asked: dict[str, Any] | None = None,
) -> tuple[str, list[Post]]:
    """The layout and the posts of a source; what the moderator says goes with a single post. With
    `call`, of many posts those without a time that can be read are left out and named."""
    name, found = _layout(source, wanted)
    if found is None and call is not None:
        from referee.posts.engines import simple

        found = simple.read(source) if simple.has_header(source) else None
    try:
        if found is None:
            return name, read_posts(source.text, said, zone=source.zone, now=source.now)
        if len(found) > 1 and (said.author or said.stamp or said.post_id or said.edited_at):
            raise Refused("one-said", n=len(found))
        timeless = [one for one in found if one.stamp is None]
        if call is not None and 0 < len(timeless) < len(found):
            authors = ", ".join(one.author or "–" for one in timeless[:10])
            call.hint("import.timeless", n=len(timeless), authors=authors)
            if asked is not None:
                left = {one.post_id for one in timeless if one.post_id}
                asked["timeless"] = asked.get("timeless", 0) + len(timeless)
                asked["left_out"] = asked.get("left_out", frozenset()) | left
            found = [one for one in found if one.stamp is not None]
        late = [o for o in found if o.stamp and o.stamp.at > source.now + timedelta(minutes=2)]
        if late and late[0].stamp:
            at, pasted = late[0].stamp.at, source.now.astimezone(source.zone)
            raise Refused("after-paste", author=late[0].author, at=at, pasted=pasted)
        return name, [post_from(one, said, name, now=source.now) for one in found]
    except Missing as missing:
        case = f"no-{missing.what}" + ("-of" if missing.author else "")
        raise Refused(case, author=missing.author) from missing


def _layout(source: Source, wanted: str) -> tuple[str, list[Found] | None]:
    """The layout's name and what it holds; bare text needs no reader to be loaded."""
    if wanted == "text":
        return wanted, None
    from referee.posts.detect import detect, names

    if wanted != "auto" and wanted not in names():
        raise Refused("no-source", source=wanted, known=", ".join(("auto", *names())))
    name, found = detect(source, wanted)
    head = source.text.lstrip("\ufeff \t\r\n")[:15].lower()
    if found is None and (head[:2] in _JSON or head.startswith(_PAGE)):
        raise Refused("not-recognised", file=source.name or "–", known=", ".join(names()))
    return name, found


def zone_of(name: str | None, table: Table) -> tzinfo:
    """The reader's zone: as asked, or the table's."""
    from referee.desk.tables import zone_named

    return zone_named(name) if name else table.zone


def decoded(data: bytes, limit: int) -> str:
    """Bytes as text, or why they are none."""
    try:
        return decode(data, limit=limit)
    except NotText as error:
        raise Refused(f"text.{error.case}", **error.facts) from error


def split_told(call: Call, table: Table, posts: list[Post]) -> dict[str, Any]:
    """How a source was split: how many posts by how many authors, from when to when, edited."""
    return {
        "n": len(posts),
        "authors": len({post.author for post in posts}),
        "first": moment(min(post.at for post in posts), table.zone, call.lang),
        "last": moment(max(post.at for post in posts), table.zone, call.lang),
        "edited": sum(post.edited for post in posts),
    }
