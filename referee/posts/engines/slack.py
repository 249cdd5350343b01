"""Slack: one day of a channel as the workspace export writes it, or `conversations.history`.

Fields from the schemas in gist viccro/734581d3c9777f9733d1f665279e5b54 and Slack's reference of
message events; `<...>` and escapes from its "Formatting text".

Kept are plain messages and the subtypes in which somebody speaks: a bot among them, since bridges
post what players write elsewhere under the players' names. All other subtypes are notices.
"""

import re

import msgspec

from referee.posts.engines.exported import UNREAD, at_epoch, decoded, leniently, named, opens
from referee.posts.source import Edited, Found, Source

NAME = "slack"

_SPOKEN = (None, "", "me_message", "thread_broadcast", "file_share", "bot_message")
_SHOWN = 50
"""Entries that are looked at for a first message."""

_TS = r"\d{9,11}\.\d{1,6}"
_LINK = r"<(?P<mark>[@#!]?)(?P<target>[^<>|\n]{1,3000})(?:\|(?P<label>[^<>\n]{0,3000}))?>"


class _Profile(msgspec.Struct):
    display_name: str | None = None
    real_name: str | None = None
    name: str | None = None


class _Bot(msgspec.Struct):
    name: str | None = None


class _EditedBy(msgspec.Struct):
    ts: str | None = None


class _Message(msgspec.Struct):
    type: str | None = None
    ts: str | None = None
    text: str | None = None
    subtype: str | None = None
    user: str | None = None
    username: str | None = None
    user_profile: _Profile | None = None
    bot_profile: _Bot | None = None
    bot_id: str | None = None
    edited: _EditedBy | None = None
    hidden: bool | None = None


class _History(msgspec.Struct):
    ok: bool
    messages: list[msgspec.Raw]


def looks(source: Source) -> bool:
    """Whether the source is a list of messages with Slack's time stamps."""
    entries = _entries(source.text) or []
    return any(_is_message(decoded(entry, _Message)) for entry in entries[:_SHOWN])


def read(source: Source) -> list[Found]:
    """What was said, in the order of the file; the id of a message is its `ts`."""
    messages = [leniently(entry, _Message) for entry in _entries(source.text) or []]
    people = {
        one.user: one.user_profile for one in messages if one and one.user and one.user_profile
    }
    return [found for one in messages if (found := _found(one, people, source))]


def _entries(text: str) -> list[msgspec.Raw] | None:
    bracket = opens(text)
    if not bracket or '"ts"' not in text:
        return None
    if bracket == "[":
        return decoded(text, list[msgspec.Raw])
    history = decoded(text, _History)
    return history.messages if history else None


def _is_message(one: _Message | None) -> bool:
    return bool(one and one.type == "message" and re.fullmatch(_TS, one.ts or "", re.ASCII))


def _found(one: _Message | None, people: dict[str, _Profile], source: Source) -> Found | None:
    if one is None:
        return UNREAD
    if one.type not in (None, "message") or one.subtype not in _SPOKEN or one.hidden:
        return None
    profile = people.get(one.user or "", one.user_profile) or _Profile()
    bot = one.bot_profile or _Bot()
    author, names = named(
        one.username if one.subtype == "bot_message" else None,
        profile.display_name,
        profile.real_name,
        profile.name,
        one.username,
        bot.name,
        one.user,
        one.bot_id,
    )
    if one.type is None and one.ts is None and not author and one.text is None:
        return UNREAD
    changed = at_epoch(one.edited.ts, source) if one.edited else None
    return Found(
        author=author,
        stamp=at_epoch(one.ts, source),
        text=_readable(one.text or "", people),
        post_id=one.ts,
        names=names,
        edited=Edited(changed.at if changed else None) if one.edited else None,
        tells_edits=True,
        date=one.ts or "",
        lacks="text" if one.text is None and one.subtype is None else None,
    )


def _readable(text: str, people: dict[str, _Profile]) -> str:
    def words(found: re.Match[str]) -> str:
        mark, target, label = found["mark"], found["target"], found["label"]
        if mark == "!":  # <!here>, <!subteam^S1|@players>, <!date^1795290060^{date}|21 nov.>
            return label or f"@{target.split('^')[0]}"
        if mark == "@":
            profile = people.get(target)
            known = profile and (profile.display_name or profile.real_name)
            return f"@{label or known or target}"
        return f"{mark}{label or target}"

    if "<" in text:
        text = re.sub(_LINK, words, text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
