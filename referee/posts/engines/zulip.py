"""Zulip: the messages of `GET /messages`, or the `messages-*.json` of an organisation's export.

Fields from zulip.com/api/get-messages, zulip/zulip `zerver/lib/message_cache.py` and
`zerver/lib/export.py`.
"""

import re

import msgspec

from referee.posts.dates import Stamp
from referee.posts.engines import cooked
from referee.posts.engines.exported import (
    UNREAD,
    at_epoch,
    blocks_marked,
    decoded,
    leniently,
    named,
    opens,
)
from referee.posts.source import Edited, Found, Source

NAME = "zulip"

_NOTHING = msgspec.Raw(b"")  # a union of Raw and None takes null alone

_SHOWN = 50
"""Entries that are looked at for a first message."""

# What Zulip's "Quote message" writes above the quote: @_**Bruno|3** [said](link):
_SAID = r"^@_?\*\*[^*\n]{1,200}\*\* \[[^\]\n]{1,80}\]\([^)\n]{1,1000}\):[ \t]*\n+(?=\[quote\])"


class _Edit(msgspec.Struct):
    timestamp: float | None = None
    prev_content: str | None = None
    prev_rendered_content: str | None = None


class _Message(msgspec.Struct):
    """A message of the API (`sender_full_name`, `timestamp`) or of an export (`sender`,
    `date_sent`, `last_edit_time`, and the history as JSON in a string)."""

    content: str | None = None
    id: int | None = None
    sender_full_name: str | None = None
    sender_email: str | None = None
    sender: int | None = None
    timestamp: float | None = None
    date_sent: float | None = None
    last_edit_timestamp: float | None = None
    last_edit_time: float | None = None
    edit_history: list[_Edit] | str | None = None
    content_type: str | None = None


class _Person(msgspec.Struct):
    id: int
    full_name: str


class _File(msgspec.Struct):
    messages: list[msgspec.Raw] | None = None
    message: msgspec.Raw = _NOTHING
    zerver_message: list[msgspec.Raw] | None = None
    zerver_userprofile: list[msgspec.Raw] = []
    found_newest: bool | None = None


def looks(source: Source) -> bool:
    """Whether the source holds messages of Zulip, or is an answer of its API that holds none."""
    file = _file(source.text)
    if file is None:
        return False
    entries = _entries(file)
    empty = not entries and (file.zerver_message is not None or file.found_newest is not None)
    return empty or any(_is_message(decoded(entry, _Message)) for entry in entries[:_SHOWN])


def read(source: Source) -> list[Found]:
    """The messages in the order of the source."""
    file = _file(source.text) or _File()
    people = {
        person.id: person.full_name
        for raw in file.zerver_userprofile
        if (person := decoded(raw, _Person))
    }
    messages = (leniently(entry, _Message) for entry in _entries(file))
    return [_found(message, people, source) if message else UNREAD for message in messages]


def _file(text: str) -> _File | None:
    bracket = opens(text)
    if '"sender_full_name"' not in text and not re.search(
        r'"(?:zerver_message|found_newest)"\s*:', text
    ):
        return None
    if bracket == "[":
        entries = decoded(text, list[msgspec.Raw])
        return None if entries is None else _File(messages=entries)
    return decoded(text, _File) if bracket else None


def _entries(file: _File) -> list[msgspec.Raw]:
    if file.zerver_message is not None:
        return file.zerver_message
    return file.messages or ([file.message] if file.message else [])


def _is_message(message: _Message | None) -> bool:
    if message is None or message.content is None:
        return False
    told = message.sender_full_name and message.timestamp is not None
    stored = message.sender is not None and message.date_sent is not None
    return bool(told or stored)


def _found(message: _Message, people: dict[int, str], source: Source) -> Found:
    number = None if message.sender is None else str(message.sender)
    author, names = named(
        message.sender_full_name, people.get(message.sender or 0), message.sender_email, number
    )
    sent = message.date_sent if message.timestamp is None else message.timestamp
    return Found(
        author=author,
        stamp=at_epoch(sent, source),
        text=_words(message.content or "", message.content_type),
        post_id=None if message.id is None else str(message.id),
        names=names,
        edited=_edited(message, source),
        tells_edits=True,
        date="" if sent is None else str(sent),
        lacks="text" if message.content is None else None,
    )


def _words(content: str, content_type: str | None) -> str:
    rendered = content.lstrip().startswith("<") and content.rstrip().endswith(">")
    if content_type == "text/html" or (content_type is None and rendered):
        return cooked.words(content)
    text = blocks_marked(content, named_fences=True, indented=False)
    return re.sub(_SAID, "", text, flags=re.MULTILINE)


def _edited(message: _Message, source: Source) -> Edited | None:
    """The last edit of the words: a message that was only moved to another topic is not edited."""
    history = message.edit_history
    if isinstance(history, str):
        history = decoded(history, list[_Edit])
    last = message.last_edit_timestamp
    whole = at_epoch(message.last_edit_time if last is None else last, source)
    if not history:
        return Edited(whole.at) if whole else None
    stamps: list[Stamp | None] = [
        at_epoch(edit.timestamp, source)
        for edit in history
        if edit.prev_content is not None or edit.prev_rendered_content is not None
    ]
    if not stamps:
        return None
    known = [stamp.at for stamp in stamps if stamp]
    return Edited(max(known) if known else None, len(stamps))
