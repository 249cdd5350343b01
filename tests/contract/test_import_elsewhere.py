"""A post that is known by its number, and whose time or author the source gives otherwise."""

from datetime import timedelta

import pytest

from tests.conftest import Referee
from tests.contract.test_import_command import AT, brought, file
from tests.contract.test_import_command import table as table  # noqa: PLC0414 - a fixture
from tests.desk.topics import discourse, game, raw_page

HOUR = timedelta(hours=1)


def test_another_time_is_said_once_for_many(table: Referee) -> None:
    early = [post._replace(at=post.at - HOUR / 2) for post in game()]
    brought(table, file(table, "wrong.json", discourse(early)))
    before = table.rows()
    right = file(table, "right.json", discourse(game()))
    result = table("import", right, "--now", AT)
    assert result.exit_code == 0
    assert "10 posts stand in the log at another time" in result.stdout
    assert '@2 --at "2026-11-28 20:41"' in result.stdout
    assert result.stdout.count("referee amend") == 1
    told = table("import", right, "--now", AT, "--lang", "fr").stdout
    assert "10 messages sont au journal à une autre heure" in told
    *lines, summary = brought(table, right)
    assert [line["verdict"] for line in lines] == ["duplicate"] * 10
    assert summary["other_time"] == [line["same_as"] for line in lines]
    assert summary["other_author"] == []
    assert lines[0]["stands_at"] == "2026-11-28T20:11:07+01:00"
    assert table.rows() == before


def test_what_was_amended_is_said_no_more(table: Referee) -> None:
    one = game()[0]
    wrong = file(table, "wrong.json", discourse([one._replace(at=one.at + HOUR)]))
    brought(table, wrong)
    right = file(table, "right.json", discourse([one]))
    told = table("check", right, "--now", AT)
    assert (told.exit_code, told.stdout.count("referee amend @2")) == (0, 1)
    table.ok("amend", "@2", "--at", "2026-11-28 20:41:07", "--reason", "zone", "--now", AT)
    for path in (right, wrong):
        assert "stands_at" in table.records("check", path, "--now", AT)[0]
        assert table.records("check", path, "--now", AT)[0]["stands_at"] is None


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_another_author_is_said(table: Referee, lang: str) -> None:
    brought(table, file(table, "one.json", discourse(game())))
    topic = [post._replace(author=post.author.replace("Bruno", "Brunette")) for post in game()]
    other = file(table, "two.json", discourse(topic))
    result = table("import", other, "--now", AT, "--lang", lang)
    assert 'referee alias "Brunette" "Bruno"' in result.stdout
    assert ("3 posts" if lang == "en" else "3 messages") in result.stdout
    *lines, summary = brought(table, other)
    assert summary["other_author"] == [4, 10, 16]
    assert [line["stands_by"] for line in lines[:2]] == [None, "Bruno"]
    table.ok("alias", "Brunette", "Bruno", "--now", AT)
    assert brought(table, other)[-1]["other_author"] == []


def test_an_edit_by_another_name_is_said_too(table: Referee) -> None:
    brought(table, file(table, "one.json", discourse(game()[:1])))
    edited = game()[0]._replace(author="Alix", text=game()[0].text + "\nBonjour")
    (line, summary) = brought(table, file(table, "two.json", discourse([edited])))
    assert (line["verdict"], line["stands_by"]) == ("edited", "Alice")
    assert summary["other_author"] == [2]


def test_sources_that_agree_within_what_they_know_say_nothing(table: Referee) -> None:
    brought(table, file(table, "one.json", discourse(game())))
    summary = brought(table, file(table, "raw.txt", raw_page(game())))[-1]
    assert (summary["other_time"], summary["other_author"]) == ([], [])
