"""From files and pastes to posts, for `check` and `import`: bytes, layout, headers, names."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from referee.cli.shared import Call
from referee.core.patterns import lazy
from referee.core.post import Post
from referee.core.table import Table
from referee.desk.errors import Refused
from referee.posts.decode import NotText, decode
from referee.posts.documents import damage, is_document, two_headers
from referee.posts.reader import Missing, Said, Unread, post_from, read_posts, unread
from referee.posts.source import Found, Source
from referee.words.sentences import moment

if TYPE_CHECKING:
    from pathlib import Path

    from referee.cli.left_out import LeftOut

_HEADER = lazy(
    r"[^\W\d_][^,|—–:\n]{0,40}\s?[,|—–]\s?[^,\n]{0,40}"
    r"(?:\d[:h]\d\d|il y a \S+ \S+|\S+ \S+ ago|à l'instant|just now)[^,\n]{0,20}",
    re.IGNORECASE,
)
NOBODY = Said()
_HEAD = 4_000
"""Characters at the edges of a page in which its outermost tags stand."""
LARGEST = 512 << 20
"""Bytes of a topic's export that are read; a paste may be much smaller (`decode.LIMIT`)."""


class Topic(NamedTuple):
    """The posts that are judged together, those that cannot be, and the pages that are all of their
    topic."""

    posts: Sequence[Post | Unread]
    left_out: "tuple[LeftOut, ...]" = ()
    whole: frozenset[int] = frozenset()

    @property
    def left_numbers(self) -> frozenset[str]:
        """The numbers of those that cannot be judged: they were seen all the same."""
        ids = (one.found.post_id for one in self.left_out)
        return frozenset(post_id for post_id in ids if post_id)


def read_files(
    call: Call, log: Any, table: Table, paths: "list[Path]", now: datetime, asked: dict[str, Any]
) -> Topic:
    """The posts of all files, each in its own layout."""
    from referee.cli.left_out import not_waiting, tell
    from referee.cli.split import warn

    zone = zone_of(asked["zone"], table)
    pasted = call.stamp(asked["pasted_at"], zone, now).at if asked["pasted_at"] else now
    pages: list[list[Post | Unread]] = []
    left: list[LeftOut] = []
    whole: set[int] = set()
    for number, path in enumerate(paths):
        source = Source(decoded(path.read_bytes(), LARGEST, path.name), zone, pasted, path.name)
        name, posts, without = _topic_in(table, source, asked["source"], number)
        without = [not_waiting(one, log, table) for one in without]
        lacking = _not_given(name, source)
        if lacking == 0:
            whole.add(number)
        del source  # it is no smaller than what was found in it
        call.hint("import.source", file=path.name, source=name, n=len(posts))
        tell(call, without)
        if lacking:
            call.hint("import.partial", file=path.name, n=lacking)
        warn(call, log, table, name, posts)
        pages.append(posts)
        left += without
    # Posts of one minute keep the order of their pages, whatever the order of the files.
    pages = sorted(filter(None, pages), key=lambda page: min(post.at for post in page))
    return Topic([post for page in pages for post in page], tuple(left), frozenset(whole))


def _not_given(name: str, source: Source) -> int | None:
    """How many posts of its topic an export says that it does not hold; None where it says
    nothing of it."""
    if name not in ("discourse", "reddit"):
        return None
    lacking: int | None = import_module(f"referee.posts.engines.{name}").not_given(source)
    return lacking


def _topic_in(
    table: Table, source: Source, wanted: str, page: int
) -> tuple[str, list[Post | Unread], "list[LeftOut]"]:
    """The layout of a source and its posts, and those of many that are left out because they cannot
    be used. `page` tells the sources apart."""
    from referee.cli.left_out import left_out, refuse
    from referee.posts.engines import simple

    name, found = layout(source, wanted)
    if found is None and simple.has_header(source):
        found = simple.read(source)
    if found is None:
        bare = _bare_file(source)
        return name, [msgspec.structs.replace(post, page=page) for post in bare], []
    left = left_out(found, source, table)
    if left and len(left) == len(found):
        refuse(left[0])
    if left:
        found = [one for one in found if not one.missing]
    _refuse_late(source, found)
    posts: list[Post | Unread] = []
    found.reverse()
    with _refusing():
        while found:  # each is let go of, so that the longest topic is not held twice
            posts.append(unread(found.pop(), NOBODY, name, now=source.now, page=page))
    return name, posts, left


def posts_in(table: Table, source: Source, said: Said, wanted: str) -> tuple[str, list[Post]]:
    """The layout and the posts of a paste; what the moderator says goes with a single post."""
    name, found = layout(source, wanted)
    if found is None:
        return name, _bare(source, said)
    if len(found) > 1 and (said.author or said.stamp or said.post_id or said.edited_at):
        raise Refused("one-said", n=len(found))
    from referee.cli.left_out import left_out, refuse

    for left in left_out(found, source, table):
        told = {"author": said.author, "time": said.stamp}.get(left.case)
        if len(found) > 1 or (told is None and left.case != "author"):
            refuse(left)
    _refuse_late(source, found)
    with _refusing():
        return name, [post_from(one, said, name, now=source.now) for one in found]


def _bare_file(source: Source) -> list[Post]:
    """The posts of a file without a layout, which must begin with a header."""
    try:
        return _bare(source, NOBODY)
    except Refused as refused:
        if refused.case not in ("no-author", "no-time"):
            raise
        raise Refused(f"{refused.case}-in", file=source.name, **refused.facts) from refused


def _like_header(text: str) -> str | None:
    """The first line, if it looks like a name and a time that cannot be read."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return first if _HEADER.fullmatch(first) else None


def _bare(source: Source, said: Said) -> list[Post]:
    both = two_headers(source) if said.author or said.stamp else None
    if both is not None:
        raise Refused("two-headers", first=both[0], second=both[1])
    line = _like_header(source.text) if not (said.author and said.stamp) else None
    with _refusing(line):
        return read_posts(source.text, said, zone=source.zone, now=source.now)


@contextmanager
def _refusing(line: str | None = None) -> Iterator[None]:
    """What a post lacks, as input that cannot be used; `line`: what may be meant for a header."""
    try:
        yield
    except Missing as missing:
        if line is not None:
            raise Refused("header", line=line) from missing
        case = f"no-{missing.what}" + ("-of" if missing.author else "")
        raise Refused(case, author=missing.author, why="left.time") from missing


def _refuse_late(source: Source, found: list[Found]) -> None:
    """A post from after the paste shows that the time of the paste is wrong (F7)."""
    for one in found:
        if one.stamp and one.stamp.at > source.now + timedelta(minutes=2):
            pasted = source.now.astimezone(source.zone)
            raise Refused("after-paste", author=one.author, at=one.stamp.at, pasted=pasted)


def layout(source: Source, wanted: str) -> tuple[str, list[Found] | None]:
    """The layout's name and what it holds; bare text needs no reader to be loaded."""
    if wanted == "text":
        return wanted, None
    from referee.posts.detect import detect, names

    if wanted != "auto" and wanted not in names():
        raise Refused("no-source", source=wanted, known=", ".join(("auto", *names())))
    name, found = detect(source, wanted)
    nothing = all(one.lacks == "record" for one in found or ())
    if nothing and (place := damage(source.text)):
        file = source.name or "check.pasted"
        raise Refused("damaged-json", file=file, line=place[0], column=place[1])
    if found is None and is_document(source.text):
        raise Refused(
            "not-recognised" if source.name else "not-recognised-pasted",
            file=source.name,
            known=", ".join(names()),
        )
    if found and name != "chatexporter-html" and _is_cut(source.text):
        found[-1] = msgspec.structs.replace(found[-1], lacks="cut")
    return name, found


def _is_cut(text: str) -> bool:
    """Whether a page was not saved to its end. The exporter of Discord may leave the end tags out,
    as HTML allows; no forum does."""
    if "<html" not in text[:_HEAD].lower():
        return False
    end = text[-_HEAD:].lower()
    return "</html" not in end and "</body" not in end


def zone_of(name: str | None, table: Table) -> tzinfo:
    """The reader's zone: as asked, or the table's."""
    from referee.desk.tables import zone_named

    return zone_named(name) if name else table.zone


def decoded(data: bytes, limit: int, name: str = "") -> str:
    """Bytes as text, or why they are none; old Macs end a line with a carriage return alone."""
    try:
        text = decode(data, limit=limit)
    except NotText as error:
        at = error.facts.get("offset", -1)
        case = "nul" if data[at : at + 1] == b"\0" else error.case
        raise Refused(f"text.{case}", file=name or "check.pasted", **error.facts) from error
    return text if "\n" in text else text.replace("\r", "\n")


def split_told(call: Call, table: Table, posts: Sequence[Post | Unread]) -> dict[str, Any]:
    """How a source was split: how many posts by how many authors, from when to when, edited."""
    return {
        "n": len(posts),
        "authors": len({post.author for post in posts}),
        "first": moment(min(post.at for post in posts), table.zone, call.lang),
        "last": moment(max(post.at for post in posts), table.zone, call.lang),
        "edited": sum(post.edited for post in posts),
    }
