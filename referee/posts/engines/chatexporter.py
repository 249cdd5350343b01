"""DiscordChatExporter: its JSON, CSV and plain text.

Layouts from Tyrrrz/DiscordChatExporter, `DiscordChatExporter.Core/Exporting`:
`JsonMessageWriter.cs`, `CsvMessageWriter.cs`, `PlainTextMessageWriter.cs`. CSV and text tell
neither ids nor edits, and a system message there looks like a post.
"""

import csv
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from referee.posts.dates import Stamp
from referee.posts.engines.chatexporter_dates import in_one_order
from referee.posts.engines.exported import UNREAD, at_text, decoded, leniently, named, opens
from referee.posts.source import Edited, Found, Source

NAME = "chatexporter"

_POSTS = (None, "Default", "Reply", "0", "19")  # Discord's own numbers for the two
_COLUMNS = ("Author", "Date", "Content")
_CSV = r"\ufeff?\"?AuthorID\"?,\"?Author\"?,\"?Date\"?,\"?Content\"?[,\r\n]"
_TEXT = r"[\ufeff\s]*={62}\r?\nGuild: [^\n]*\nChannel: [^\n]*\n"
_DATE = r"(?=[^\]\n]{1,60}\d[:.h]\d\d)[^\[\]\n]{6,60}"
_HEAD = rf"\[(?P<date>{_DATE})\] (?P<author>[^\n]{{1,120}}?)(?: \(pinned\))?"
_AFTER = r"\{(?:Attachments|Embed|Stickers|Reactions)\}"
_RULE = "=" * 62


class _Emoji(msgspec.Struct):
    id: str | None = None
    name: str | None = None


class _Author(msgspec.Struct):
    name: str | None = None
    nickname: str | None = None
    discriminator: str | None = None


class _Message(msgspec.Struct, rename="camel"):
    timestamp: str | None = None
    author: _Author | None = None
    content: str | None = None
    id: str | None = None
    type: str | None = None
    timestamp_edited: str | msgspec.UnsetType | None = msgspec.UNSET
    inline_emojis: list[_Emoji] = []


class _Place(msgspec.Struct):
    name: str | None = None


class _Export(msgspec.Struct):
    guild: _Place
    channel: _Place
    messages: list[msgspec.Raw]


class _Row(NamedTuple):
    author: str
    date: str
    text: str
    read: bool = True


def looks(source: Source) -> bool:
    """Whether the source is an export of DiscordChatExporter other than HTML."""
    if opens(source.text) == "{":
        return _export(source.text) is not None
    return bool(re.match(_CSV, source.text) or re.match(_TEXT, source.text))


def read(source: Source) -> list[Found]:
    """The posts, replies among them, in the order of the export."""
    if opens(source.text) == "{":
        export = _export(source.text)
        messages = (leniently(raw, _Message) for raw in (export.messages if export else []))
        return [found for one in messages if (found := _found(one, source))]
    rows = list((_csv if re.match(_CSV, source.text) else _plain)(source.text))
    stamps = in_one_order([row.date for row in rows], source)
    return [_bare(row, stamp) for row, stamp in zip(rows, stamps, strict=True)]


def _export(text: str) -> _Export | None:
    if '"guild"' not in text or '"messages"' not in text:
        return None
    return decoded(text, _Export)


def _found(one: _Message | None, source: Source) -> Found | None:
    if one is None:
        return UNREAD
    if one.type not in _POSTS:  # somebody joined, a message was pinned, a command was answered
        return None
    who = one.author or _Author()
    tag = who.discriminator or "0000"
    full = None if tag.strip("0") == "" or not who.name else f"{who.name}#{tag}"
    author, names = named(who.nickname, who.name, full)
    told = one.timestamp_edited
    changed = at_text(told, source) if told else None
    return Found(
        author=author,
        stamp=at_text(one.timestamp, source),
        text=_with_emoji(one),
        post_id=one.id or None,
        names=names,
        edited=Edited(changed.at if changed else None) if told else None,
        tells_edits=told is not msgspec.UNSET,
        date=one.timestamp or "",
        lacks="text" if one.content is None else None,
    )


def _with_emoji(one: _Message) -> str:
    """The content, in which a server's own emoji called `one` must not read as a digit."""
    own = {emoji.name: emoji.id for emoji in one.inline_emojis if emoji.id}
    first, *parts = (one.content or "").split(":") if own else [one.content or ""]
    found = [first]
    at = 0
    while at < len(parts):
        name = parts[at]
        if at + 1 < len(parts) and name in own and not found[-1].endswith(("<", "<a")):
            found.extend((f"<:{name}:{own[name]}>", parts[at + 1]))
            at += 2
        else:
            found.append(f":{name}")
            at += 1
    return "".join(found)


def _bare(row: _Row, stamp: Stamp | None) -> Found:
    if not row.read:
        return Found(row.author, None, row.text, date=row.date, lacks="record")
    found = re.fullmatch(r"(?P<name>.+)#(?P<tag>\d{4})", row.author)
    if found is None:
        author, names = named(row.author)
    elif found["tag"] == "0000":
        author, names = named(found["name"])
    else:
        author, names = named(found["name"], row.author)
    return Found(author=author, stamp=stamp, text=row.text, names=names, date=row.date)


def _lines(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield text[at:end]
        at = end


def _csv(text: str) -> Iterator[_Row]:
    rows = csv.reader(_lines(text.removeprefix("\ufeff")))
    try:
        header = next(rows)
        at = [header.index(name) for name in _COLUMNS]
        for row in rows:
            if any(cell.strip() for cell in row):
                whole = len(row) > max(at)
                author, date, content = (row[k] if k < len(row) else "" for k in at)
                yield _Row(author, date, content, whole)
    except (StopIteration, ValueError):
        return
    except csv.Error:  # the rest hangs in a quotation mark that does not close
        yield _Row("", "", "", read=False)


def _plain(text: str) -> Iterator[_Row]:
    """The messages of a text export: two blank lines stand above a header, one above the first
    and below reactions."""
    head: re.Match[str] | None = None
    body: list[str] = []
    blank, first = 0, True
    for raw in _lines(text.removeprefix("\ufeff")):
        line = raw.rstrip("\r\n")
        above = 1 if first or body[-3:-2] == ["{Reactions}"] else 2
        found = re.fullmatch(_HEAD, line) if blank >= above else None
        if found:
            if head:
                yield _Row(head["author"], head["date"], _content(body))
            head, body, first = found, [], False
        elif head:
            body.append(line)
        blank = 0 if line.strip() else blank + 1
    if head:
        yield _Row(head["author"], head["date"], _content(_without_end(body)))


def _without_end(body: list[str]) -> list[str]:
    for at in range(len(body) - 1, max(-1, len(body) - 6), -1):
        if re.fullmatch(r"Exported [\d\s.,\u00a0\u202f']{1,20} message\(s\)", body[at]):
            return body[: at - 1] if at and body[at - 1] == _RULE else body[:at]
    return body


def _content(body: list[str]) -> str:
    end = len(body)
    for at, line in enumerate(body):
        if re.fullmatch(_AFTER, line) and (at == 0 or not body[at - 1].strip()):
            end = at
            break
    return "\n".join(body[:end]).rstrip("\n")
