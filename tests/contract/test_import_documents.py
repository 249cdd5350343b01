"""Files that are no post, files that are damaged, and texts that hold two posts."""

import json
import re

import pytest

from tests.conftest import Referee
from tests.contract.test_import_command import AT, file
from tests.contract.test_import_command import table as table  # noqa: PLC0414 - a fixture
from tests.desk.topics import chatexporter, discourse, game, phpbb_paste

SAID = ("--author", "Alice", "--at", "28/11/2026 20:41", "--now", AT)


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE html>\n<html><body><b>Alice</b><p>{}</p></body></html>",
        "\ufeff <html><body>{}</body></html>",
        '<?xml version="1.0"?><html><body>{}</body></html>',
        '{{"topic": "{}"}}',
    ],
)
def test_a_page_that_nobody_knows_is_no_post(table: Referee, text: str) -> None:
    before = table.rows()
    page = text.format(game()[0].text.replace("\n", "<br>"))
    for lang, said in (("en", "do not recognise"), ("fr", "ne reconnais pas")):
        result = table("check", file(table, "x.html", page), *SAID, "--lang", lang)
        assert (result.exit_code, result.stdout) == (2, "")
        assert said in result.stderr
    assert table("check", *SAID, stdin=page).exit_code == 2
    assert table.rows() == before


def test_one_post_of_an_export_takes_what_is_said_of_it(table: Referee) -> None:
    one = file(table, "one.json", discourse(game()[:1]))
    (record,) = table.records("check", one, *SAID)
    assert (record["verdict"], record["post"]) == ("valid", "1")


@pytest.mark.parametrize(
    "text",
    [
        "Alice, 28/11/2026 20:41\n\n{}\n\nBruno, 28/11/2026 20:43\n\n{}\n",
        "Alice — 28/11/2026 20:41\n{}\n\nBruno — 28/11/2026 20:43\n{}\n",
        "PASTE",
    ],
)
@pytest.mark.parametrize("words", [SAID, SAID[:2] + SAID[4:], SAID[2:]])
def test_two_headers_are_two_posts(table: Referee, text: str, words: tuple[str, ...]) -> None:
    one, two = game()[:2]
    pasted = phpbb_paste([one, two]) if text == "PASTE" else text.format(one.text, two.text)
    before = table.rows()
    result = table("check", *words, stdin=pasted)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Alice" in result.stderr or "2 posts" in result.stderr
    assert table.rows() == before
    assert len(table.records("check", "--now", AT, stdin=pasted)) == 2


def test_a_header_that_a_post_quotes_makes_no_two(table: Referee) -> None:
    quoted = "Bruno, 28/11/2026 20:39\n\net Chloé, 28/11/2026 20:40\n\n"
    text = f"Je réponds à :\n\n{quoted}{game()[0].text}"
    (record,) = table.records("check", *SAID, stdin=text)
    assert record["verdict"] == "valid"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (chatexporter(game())[:-300], r"line 1, column \d+"),
        (json.dumps(json.loads(discourse(game())), indent=1)[:-300], r"line \d\d+, column \d+"),
        (chatexporter(game()).replace('"content": "', '"content": "\\ud83d ', 1), "line 1"),
        ('{"type": "version", "version": 1}\n{"type": "post", "po', "line 2"),
    ],
    ids=["cut", "cut-indented", "half-a-character", "line"],
)
@pytest.mark.parametrize("source", ["auto", "given"])
def test_damaged_json_is_called_that(table: Referee, text: str, place: str, source: str) -> None:
    path = file(table, "x.json", text)
    name = "discourse" if "post_stream" in text else "chatexporter"
    words = ("--source", name) if source == "given" else ()
    for command in ("import", "check"):
        result = table(command, path, *words, "--now", AT)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "x.json is damaged JSON" in result.stderr
        assert re.search(place, result.stderr)
        assert "--source" not in result.stderr
        told = table(command, path, *words, "--now", AT, "--lang", "fr").stderr
        assert "JSON abîmé" in told


def test_a_wrong_source_is_not_answered_with_give_source(table: Referee) -> None:
    path = file(table, "topic.json", discourse(game()))
    for command in ("import", "check"):
        result = table(command, path, "--source", "phpbb", "--now", AT)
        assert result.exit_code == 2
        assert "another --source, or none" in result.stderr
