"""Exports that are cut off, bent or hostile: a reader skips what it cannot use and never raises."""

import json
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from referee.posts.engines import discourse, mattermost, reddit, slack, zulip
from referee.posts.source import Source
from tests.posts.engines.test_export_readers import EXPORTS, READERS, claimed, export, source

ODD: tuple[Any, ...] = (None, True, -1, 10**17, 1e300, "", "x", "\ud83d", [], [None], {}, {"a": 1})


def _try(given: Source) -> None:
    for reader in READERS:
        reader.looks(given)
        reader.read(given)


def _bent(value: Any) -> Iterator[Any]:
    """The value with each of its parts replaced in turn by something odd, or taken out."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield {name: other for name, other in value.items() if name != key}
            yield from ({**value, key: odd} for odd in (*ODD, *_bent(part)))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from ([*value[:at], odd, *value[at + 1 :]] for odd in (*ODD, *_bent(part)))


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_cut_off_anywhere(path: Path) -> None:
    text = export(path).text
    for end in range(0, len(text), max(1, len(text) // 60)):
        _try(source(text[:end]))
        _try(source(text[end:]))


@pytest.mark.parametrize(
    "value",
    [
        {
            "post_stream": {
                "posts": [
                    {
                        "id": 1,
                        "username": "alice",
                        "name": "Alice",
                        "created_at": "2026-11-21T19:41:00Z",
                        "updated_at": "2026-11-21T19:41:00Z",
                        "cooked": "<p>x</p>",
                        "raw": "x",
                        "post_number": 1,
                        "post_type": 1,
                        "version": 2,
                        "edit_reason": "x",
                    }
                ]
            }
        },
        {
            "guild": {"name": "x"},
            "channel": {"name": "x"},
            "messages": [
                {
                    "id": "1",
                    "type": "Default",
                    "timestamp": "2026-11-21T19:41:00Z",
                    "timestampEdited": "2026-11-21T19:41:00Z",
                    "content": ":one:",
                    "author": {"name": "alice", "nickname": "Alice", "discriminator": "1234"},
                    "inlineEmojis": [{"id": "1", "name": "one"}],
                }
            ],
        },
        {
            "kind": "Listing",
            "data": {
                "children": [
                    {
                        "kind": "t1",
                        "data": {
                            "id": "k1",
                            "author": "alice",
                            "body": "x",
                            "created_utc": 1795290060.0,
                            "edited": 1795290060.0,
                            "replies": {"kind": "Listing", "data": {"children": []}},
                        },
                    }
                ]
            },
        },
        [
            {
                "type": "message",
                "ts": "1795290060.000100",
                "text": "<@U1> <http://e.example|x>",
                "user": "U1",
                "user_profile": {"display_name": "Alice", "real_name": "x", "name": "x"},
                "edited": {"ts": "1795290061.000000"},
            }
        ],
        {
            "type": "post",
            "post": {
                "user": "alice",
                "message": "x",
                "create_at": 1795290060000,
                "edit_at": 1795290060001,
                "props": {"override_username": "Bruno"},
                "replies": [{"user": "alice", "message": "x", "create_at": 1795290060000}],
            },
        },
        {
            "messages": [
                {
                    "id": 1,
                    "sender_full_name": "Alice",
                    "content": "<p>x</p>",
                    "timestamp": 1795290060,
                    "edit_history": [{"timestamp": 1795290061, "prev_content": "y"}],
                }
            ],
            "found_newest": True,
        },
        {
            "zerver_message": [
                {"id": 1, "sender": 1, "content": "x", "date_sent": 1.0, "edit_history": "[]"}
            ],
            "zerver_userprofile": [{"id": 1, "full_name": "Alice"}],
        },
    ],
    ids=lambda value: next(iter(value[0] if isinstance(value, list) else value)),
)
def test_any_part_may_be_odd(value: Any) -> None:
    assert len(claimed(source(json.dumps(value)))) == 1
    for bent in _bent(value):
        _try(source(json.dumps(bent)))


def test_one_bad_post_spoils_no_other() -> None:
    good = {"type": "message", "ts": "1795290060.000100", "text": "x", "user": "U1"}
    posts = slack.read(source(json.dumps([{**good, "text": []}, {"ts": []}, 7, good])))
    assert [post.lacks for post in posts] == ["text", "record", "record", None]
    assert posts[-1].author == "U1"


@pytest.mark.parametrize(
    "text",
    [
        '{"post_stream":' + "[" * 100_000,
        '{"post_stream":{"posts":[],"more":' + "[" * 100_000 + "]" * 100_000 + "}}",
        '{"guild":{},"channel":{},"messages":' + '[{"a":' * 50_000,
        '{"kind":"Listing","data":{"children":[{"kind":"t1","data":{"replies":' * 20_000,
        '[{"ts":' * 50_000,
        '{"type":"post","post":' + '{"replies":[' * 50_000,
        '{"messages":[{"sender_full_name":' + "[" * 100_000,
    ],
    ids=range(7),
)
def test_nesting_without_end_is_nobodys(text: str) -> None:
    assert claimed(source(text)) == []
    _try(source(text))


def test_lone_surrogates_are_no_crash() -> None:
    _try(source('[{"type": "message", "ts": "1795290060.000100", "text": "\udcff"}]'))
    _try(source("bruno | 2026-11-21 19:41:00 UTC | #1\n\n\udcff\n"))


def test_time_grows_with_length_alone() -> None:
    """Ten times as much must not take a hundred times as long."""
    raw = "alice | 2026-11-21 19:41:00 UTC | #{}\n\n```\n[details]\n    x\n\n" + "-" * 25 + "\n\n"
    pages = {n: "".join(raw.format(at) for at in range(n)) for n in (400, 4000)}
    body = {n: ">!" * n + "<@" * n + "&gt;!x" * n + "```\n" * n for n in (2000, 20_000)}
    started = process_time()
    for text in pages.values():
        discourse.read(source(text))
    for text in body.values():
        thing = {"kind": "t1", "data": {"author": "a", "body": text, "id": "1"}}
        reddit.read(source(json.dumps({"kind": "Listing", "data": {"children": [thing]}})))
        message = {"type": "message", "ts": "1795290060.000100", "text": text, "user": "U1"}
        slack.read(source(json.dumps([message])))
        post = {"type": "post", "post": {"user": "a", "message": text, "create_at": 1}}
        mattermost.read(source(json.dumps(post)))
        told = {"content": text, "sender_full_name": "a", "timestamp": 1}
        zulip.read(source(json.dumps({"messages": [told]})))
    assert process_time() - started < 5
