"""Posts of a source that cannot be used: `import` leaves none out silently."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import Referee
from tests.contract.test_import_command import AT, brought, file
from tests.contract.test_import_command import table as table  # noqa: PLC0414 - a fixture
from tests.desk.topics import chatexporter, discourse, game, phpbb_paste

Bend = Callable[[dict[str, Any]], object]

WITHOUT: list[tuple[str, Bend, str, bool]] = [
    ("created_at null", lambda p: p.update(created_at=None), "timeless", True),
    ("created_at missing", lambda p: p.pop("created_at"), "timeless", True),
    ("created_at no date", lambda p: p.update(created_at="2026-11-31"), "timeless", True),
    ("no words", lambda p: p.update(raw=None, cooked=None), "unreadable", False),
    ("no name", lambda p: p.update(name=None, username=None), "unreadable", True),
    ("hidden", lambda p: p.update(raw=None, cooked="<p>x</p>", hidden=True), "unreadable", False),
    ("name a list", lambda p: p.update(name=[1], username={}), "unreadable", True),
]
READ: list[tuple[str, Bend]] = [
    ("post_number in quotes", lambda p: p.update(post_number="3")),
    ("id in quotes", lambda p: p.update(id="9003")),
    ("version null", lambda p: p.update(version=None)),
    ("version odd", lambda p: p.update(version=[])),
    ("name null", lambda p: p.update(name=None)),
    ("cooked null", lambda p: p.update(cooked=None)),
    ("updated_at null", lambda p: p.update(updated_at=None)),
]


def bent(bend: Bend) -> str:
    """A topic of Discourse whose third post is odd."""
    topic = json.loads(discourse(game()))
    bend(topic["post_stream"]["posts"][2])
    return json.dumps(topic)


@pytest.mark.parametrize(
    ("paste", "more", "told"),
    [
        ("Message par Alice » 31 févr. 2026, 20:58\n\nok", (), "31 févr. 2026"),
        ("Beitrag von Alice » Sa 21. Nov 2026, 20:58\n\nok", (), "Sa 21. Nov 2026, 20:58"),
        ("[quote=Bruno]x[/quote]\nok", ("--author", "Alice"), "Alice"),
    ],
)
def test_one_pasted_post_without_a_time_is_refused_in_a_line(
    table: Referee, paste: str, more: tuple[str, ...], told: str
) -> None:
    result = table("check", "-", *more, "--dry-run", "--now", AT, stdin=paste)
    assert result.exit_code == 2
    assert told in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    read = table("check", "-", "--author", "Alice", "--at", AT, "--now", AT, stdin=paste)
    assert read.exit_code == 0


@pytest.mark.parametrize(
    ("bend", "key", "move"), [one[1:] for one in WITHOUT], ids=[one[0] for one in WITHOUT]
)
def test_a_post_that_cannot_be_used_is_named(
    table: Referee, bend: Bend, key: str, move: bool
) -> None:
    topic = file(table, "topic.json", bent(bend))
    result = table("import", topic, "--dry-run", "--now", AT)
    assert result.exit_code == int(move)
    assert "left out" in result.stderr
    assert "#3" in result.stderr
    assert "--id 3" in result.stderr
    assert ("seems to hold a move" in result.stderr) is move
    told = table("import", topic, "--dry-run", "--now", AT, "--lang", "fr").stderr
    assert "laissé de côté" in told
    *_, summary = brought(table, topic)
    (left,) = summary["left_out"]
    assert (left["post"], left["move"]) == ("3", move)
    assert left["reason"]
    assert summary["posts"]["read"] == 9
    assert (summary["timeless"], summary["unreadable"]) == ((1, 0) if key == "timeless" else (0, 1))


@pytest.mark.parametrize("bend", [one[1] for one in READ], ids=[one[0] for one in READ])
def test_what_can_be_read_is_read(table: Referee, bend: Bend) -> None:
    *lines, summary = brought(table, file(table, "topic.json", bent(bend)))
    assert [line["verdict"] for line in lines] == ["valid"] * 10
    assert summary["left_out"] == []
    assert lines[2]["post"] == "3"


def test_notices_and_deleted_posts_stay_silent(table: Referee) -> None:
    topic = json.loads(discourse(game()))
    posts = topic["post_stream"]["posts"]
    posts.append({**posts[0], "post_number": 20, "post_type": 3, "raw": None})
    posts.append({**posts[0], "post_number": 21, "deleted_at": "2026-11-28T20:00:00Z"})
    result = table("import", file(table, "topic.json", json.dumps(topic)), "--now", AT)
    assert "left out" not in result.stderr
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("bend", "post", "move"),
    [
        (lambda m: m.update(timestamp="n/a"), "9003", True),
        (lambda m: m.pop("timestamp"), "9003", True),
        (lambda m: m.update(author=None), "9003", True),
        (lambda m: m.pop("content"), "9003", False),
        (lambda m: m.clear(), None, False),
    ],
)
def test_a_chat_leaves_none_out_silently(
    table: Referee, bend: Bend, post: str | None, move: bool
) -> None:
    chat = json.loads(chatexporter(game()))
    bend(chat["messages"][2])
    chat["messages"][0]["id"] = 9001
    topic = file(table, "chat.json", json.dumps(chat))
    *lines, summary = brought(table, topic)
    assert (lines[0]["post"], len(lines)) == ("9001", 9)
    (left,) = summary["left_out"]
    assert (left["post"], left["move"]) == (post, move)


def test_a_wrong_weekday_is_said_with_its_post(table: Referee) -> None:
    text = phpbb_paste(game()).replace("» 28/11/2026 20:45", "» mar. 28 nov. 2026 20:45")
    topic = file(table, "topic.txt", text)
    result = table("import", topic, "--now", AT, "--dry-run")
    assert result.exit_code == 1
    assert "Chloé: “mar. 28 nov. 2026 20:45”: that day is a Saturday, not a Tuesday" in (
        result.stderr
    )
    told = table("import", topic, "--now", AT, "--dry-run", "--lang", "fr").stderr
    assert "ce jour est un samedi, pas un mardi" in told
    *_, summary = brought(table, topic)
    (left,) = summary["left_out"]
    assert left["date"] == "mar. 28 nov. 2026 20:45"
    assert (left["author"], left["post"]) == ("Chloé", None)


def test_a_post_that_was_pasted_by_hand_waits_no_longer(table: Referee) -> None:
    topic = file(table, "topic.json", bent(lambda post: post.update(created_at=None)))
    assert table("import", topic, "--now", AT).exit_code == 1
    third = game()[2]
    words = ("--author", third.author, "--at", third.at.isoformat(), "--id", "3")
    table("check", *words, "--now", AT, stdin=third.text)
    assert table("import", topic, "--now", AT).exit_code == 0


def test_a_hidden_post_is_no_edit(table: Referee) -> None:
    brought(table, file(table, "topic.json", discourse(game())))
    topic = bent(lambda post: post.update(raw=None, cooked="<p>Masqué</p>", hidden=True))
    *_, summary = brought(table, file(table, "again.json", topic))
    assert (summary["edited"], summary["deleted"], summary["unreadable"]) == (0, [], 1)


def test_nothing_that_can_be_used_is_refused_with_the_reason(table: Referee) -> None:
    topic = json.loads(discourse(game()[:1]))
    topic["post_stream"]["posts"][0]["created_at"] = "2026-11-31T20:00:00Z"
    path = file(table, "topic.json", json.dumps(topic))
    result = table("import", path, "--now", AT)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Alice" in result.stderr
    topic["post_stream"]["posts"][0].update(raw=None)
    path = file(table, "topic.json", json.dumps(topic))
    result = table("check", path, "--now", AT)
    assert result.exit_code == 2
    assert "does not give its words" in result.stderr


def test_advice_can_be_followed(table: Referee) -> None:
    """`import` has no --author."""
    result = table("import", file(table, "bare.txt", game()[0].text), "--now", AT)
    assert result.exit_code == 2
    assert "add --author" not in result.stderr
    assert "referee check bare.txt --author A --at T" in result.stderr
