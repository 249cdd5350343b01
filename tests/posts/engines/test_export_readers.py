"""Every export in `fixtures/posts/<engine>/` against what its neighbour `*.expected.json` says."""

import json
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.games.quadrille.notation import read
from referee.posts.engines import chatexporter, discourse, mattermost, reddit, slack, zulip
from referee.posts.reader import words_of
from referee.posts.source import Found, Source

READERS: tuple[ModuleType, ...] = (chatexporter, discourse, mattermost, reddit, slack, zulip)
POSTS = Path(__file__).parents[3] / "fixtures/posts"
ZONE = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 28, 21, 5, tzinfo=ZONE)

EXPORTS = sorted(
    path
    for reader in READERS
    for path in (POSTS / reader.NAME).iterdir()
    if (path.parent / f"{path.stem}.expected.json").is_file()
)


def source(text: str, name: str = "") -> Source:
    """A text as the readers are given it."""
    return Source(text, ZONE, NOW, name)


def export(path: Path) -> Source:
    """A fixture with its line ends as they stand."""
    return source(path.read_bytes().decode("utf-8"), path.name)


def claimed(given: Source) -> list[str]:
    """The readers that take a source for theirs."""
    return [reader.NAME for reader in READERS if reader.looks(given)]


def _title(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _instant(at: str | None) -> datetime | None:
    return datetime.fromisoformat(at) if at else None


def _told(found: Found) -> dict[str, Any]:
    """What a reader found, in the form of the expected files; `words` are canonical."""
    words = words_of(found.text)[0]
    sheet = read(words).act
    edited = found.edited
    return {
        "author": found.author,
        "names": list(found.names),
        "at": found.stamp.at if found.stamp else None,
        "precision": found.stamp.precision if found.stamp else None,
        "id": found.post_id,
        "board": list(sheet.floor) if sheet.floor else None,
        "ranking": [[line.name, line.points, list(line.placed)] for line in sheet.ranking],
        "edited": edited and {"at": edited.at, "count": edited.count, "reason": edited.reason},
        "tells_edits": found.tells_edits,
        "only_by": found.only_by,
        "words": words,
    }


def _lacking(found: Found) -> str | None:
    """What a post lacks of what it takes to be used."""
    return found.lacks or (not found.author and "author") or (not found.stamp and "time") or None


@pytest.mark.parametrize("path", EXPORTS, ids=_title)
def test_export_is_read_as_expected(path: Path) -> None:
    expected = json.loads((path.parent / f"{path.stem}.expected.json").read_text("utf-8"))
    (reader,) = (reader for reader in READERS if path.parent.name == reader.NAME)
    posts = reader.read(export(path))
    for one, wanted in zip(posts, expected, strict=False):
        wanted["at"] = _instant(wanted["at"])
        post = _told(one)
        if "lacks" in wanted:
            told = {name: post[name] for name in ("author", "at", "id")}
            assert told | {"lacks": _lacking(one)} == wanted
            continue
        if wanted["edited"]:
            wanted["edited"]["at"] = _instant(wanted["edited"]["at"])
        wanted.setdefault("only_by", False)
        wanted.setdefault("words", post["words"])
        assert post == wanted
    assert len(posts) == len(expected)


@pytest.mark.parametrize("path", EXPORTS, ids=_title)
def test_export_is_claimed_by_its_reader_alone(path: Path) -> None:
    assert claimed(export(path)) == [path.parent.name]


@pytest.mark.parametrize(
    "path",
    sorted(path for path in POSTS.rglob("*") if path.is_file() and path not in EXPORTS),
    ids=_title,
)
def test_other_fixtures_are_claimed_by_none(path: Path) -> None:
    assert claimed(export(path)) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\ufeff\n",
        "Bruno - 21/11/2026 20:41\n\n🔴🔴🔵🔵\n",
        "bruno | hier à 20:41 | #11\n\nbonjour\n",
        "[21/11/2026 20:41] bruno\nbonjour\n",
        "AuthorID;Author;Date\n",
        "<!DOCTYPE html><html><body><p>post_stream</p></body></html>",
        '<script>{"post_stream": {"posts": []}}</script>',
        "[]",
        "{}",
        "[1, 3]",
        "[quote]🔴[/quote]",
        "{Reactions}",
        "null",
        '"ts"',
        '[{"ts": "hier", "type": "message"}]',
        '[{"ts": "1795290060.000100"}]',
        '{"post_stream": {"posts": {}}}',
        '{"post_stream": []}',
        '{"username": "alice", "cooked": "<p>x</p>"}',
        '{"kind": "Listing"}',
        '{"kind": "Listing", "data": {"children": [{"kind": "t5", "data": {}}]}}',
        '{"kind": "Listing", "data": {"children": 3}}',
        '{"type": "version"}',
        '{"type": "post", "post": {"user": "alice"}}',
        '{"type": "post", "post": null}',
        '{"messages": []}',
        '{"guild": {}, "messages": []}',
        '{"ok": true, "messages": [], "ts": "1"}',
        '{"messages": [{"sender_full_name": "Alice"}]}',
        '{"zerver_message": 3}',
        '{"result": "error", "found_newest": null}',
    ],
)
def test_other_texts_are_claimed_by_none_and_read_without_harm(text: str) -> None:
    assert claimed(source(text)) == []
    for reader in READERS:
        assert all(_lacking(post) for post in reader.read(source(text)))
