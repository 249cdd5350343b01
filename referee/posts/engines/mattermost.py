"""Mattermost: the bulk export, a JSON object a line.

Fields from mattermost/mattermost `server/channels/app/imports/import_types.go`, which
`export_converters.go` fills; it gives posts no id.
"""

from collections.abc import Iterator

import msgspec

from referee.posts.dates import Stamp
from referee.posts.engines.exported import (
    UNREAD,
    at_epoch,
    blocks_marked,
    decoded,
    in_order,
    leniently,
    named,
    opens,
)
from referee.posts.source import Edited, Found, Source

NAME = "mattermost"

_NOTHING = msgspec.Raw(b"")  # a union of Raw and None takes null alone


class _Props(msgspec.Struct):
    override_username: str | None = None


class _Post(msgspec.Struct):
    user: str | None = None
    message: str | None = None
    create_at: int | str | None = None
    edit_at: int | None = None
    delete_at: int | None = None
    type: str | None = None
    id: str | None = None
    props: msgspec.Raw = _NOTHING
    replies: list[msgspec.Raw] | None = None


class _User(msgspec.Struct):
    username: str
    nickname: str | None = None
    first_name: str | None = None
    last_name: str | None = None


class _Line(msgspec.Struct):
    type: str | None = None
    version: int | None = None
    post: msgspec.Raw = _NOTHING
    direct_post: msgspec.Raw = _NOTHING
    user: msgspec.Raw = _NOTHING


def looks(source: Source) -> bool:
    """Whether the first line is that of a bulk export, or of a part of one."""
    if opens(source.text) != "{":
        return False
    line = decoded(next(_lines(source.text), ""), _Line)
    if line is None:
        return False
    raw = _raw_post(line)
    post = decoded(raw, _Post) if raw else None
    told = post and post.user and post.message is not None and isinstance(post.create_at, int)
    return bool((line.type == "version" and line.version is not None) or told)


def read(source: Source) -> list[Found]:
    """Posts and direct posts with their replies, by time; the server's notices are no posts."""
    if opens(source.text) != "{":
        return []
    people: dict[str, _User] = {}
    found: list[tuple[Stamp | None, Found]] = []
    for text in _lines(source.text):
        line = leniently(text, _Line)
        if line and line.type == "user" and line.user and (user := decoded(line.user, _User)):
            people[user.username] = user
        for one in _posts(line, people, source):
            found.append((one.stamp, one))
    return in_order(found)


def _lines(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end].strip("\ufeff \t\r")
        if line:
            yield line
        at = end + 1


def _raw_post(line: _Line) -> msgspec.Raw | None:
    return {"post": line.post, "direct_post": line.direct_post}.get(line.type or "")


def _posts(line: _Line | None, people: dict[str, _User], source: Source) -> Iterator[Found]:
    """The post of a line and its replies."""
    if line is None:
        yield UNREAD
        return
    raw = _raw_post(line)
    if raw is None:
        return
    post = leniently(raw, _Post) if raw else None
    replies = post.replies if post and post.replies else []
    for each in (post, *(leniently(reply, _Post) for reply in replies)):
        if (one := _found(each, people, source)) is not None:
            yield one


def _found(post: _Post | None, people: dict[str, _User], source: Source) -> Found | None:
    if post is None:
        return UNREAD
    if (post.type or "").startswith("system_") or post.delete_at:
        return None
    props = decoded(post.props, _Props) if post.props else None  # of a webhook that lends a name
    person = people.get(post.user or "") or _User(post.user or "")
    lent = props.override_username if props else None
    whole = f"{person.first_name or ''} {person.last_name or ''}"
    author, names = named(lent, post.user, person.nickname, whole)
    sent = post.create_at
    if isinstance(sent, str) and sent.isdecimal():
        sent = int(sent[:18])
    changed = at_epoch(post.edit_at, source, per=1000) if post.edit_at else None
    return Found(
        author=author,
        stamp=at_epoch(sent, source, per=1000) if isinstance(sent, int) else None,
        text=blocks_marked(post.message or ""),
        post_id=post.id or None,
        names=names,
        edited=Edited(changed.at) if changed else None,
        tells_edits=post.edit_at is not None,
        date="" if post.create_at is None else str(post.create_at),
        lacks="text" if post.message is None else None,
    )
