"""Corners of `import` that were missing once: what is left out, several names, pages with gaps."""

from datetime import timedelta

import pytest

from tests.conftest import Referee
from tests.contract.test_import_command import AT, POSTS, brought, file
from tests.desk.topics import (
    NOW,
    OPENED,
    Wrote,
    chatexporter,
    discourse,
    game,
    phpbb_paste,
    raw_page,
)


@pytest.fixture
def table(referee: Referee) -> Referee:
    referee.ok("open", "quadrille", "bal", "--at", OPENED.isoformat(), "--now", AT)
    return referee


def test_a_hand_paste_under_another_name_of_its_author_is_the_same_post(table: Referee) -> None:
    table.ok("check", "--now", AT, file(table, "paste.txt", phpbb_paste(game()[:1])))
    renamed = game()[0]._replace(author="Alix", login="Alice")
    first, _ = brought(table, file(table, "export.json", chatexporter([renamed])))
    assert first["verdict"] == "duplicate"


def test_pages_with_a_gap_between_them_prove_no_deletion(table: Referee) -> None:
    pages = [file(table, f"{a}.json", discourse(game()[a:b])) for a, b in ((0, 4), (4, 7), (7, 10))]
    brought(table, *pages)
    assert brought(table, pages[0], pages[2])[-1]["deleted"] == []


def test_a_post_whose_time_cannot_be_read_is_not_gone(table: Referee) -> None:
    brought(table, file(table, "topic.txt", raw_page(game())))
    bent = raw_page(game()).replace("2026-11-28 19:47:07 UTC", "2026-11-31 19:47:07 UTC")
    assert brought(table, file(table, "bent.txt", bent))[-1]["deleted"] == []


def test_a_login_that_is_another_players_name_is_pointed_out(table: Referee) -> None:
    brought(table, file(table, "topic.json", discourse(game())))
    other = Wrote("Zoé", NOW - timedelta(minutes=20), "bonjour", 44, login="alice")
    told = table("import", file(table, "more.json", discourse([other])), "--now", AT)
    assert "Alice" in told.output.split("──── to paste")[0]


def test_one_post_that_could_be_two_keeps_no_topic_out(table: Referee) -> None:
    for at in ("20:10", "20:50"):
        table.ok("check", "--author", "Alice", "--at", f"2026-11-28 {at}", "--now", AT, stdin="ok")
    paste = f"alice\n5\n1 h\n\nok\n\nbruno\n2\n10 min\n\n{game()[0].text}\n"
    result = table("import", file(table, "paste.txt", paste), "--now", AT)
    assert result.exit_code == 1, result.stderr


def test_pages_that_meet_within_a_minute_come_in_any_order(table: Referee) -> None:
    posts = [
        Wrote("Alice", OPENED + timedelta(minutes=40), "ok", 1),
        game()[0],
        game()[1]._replace(at=game()[0].at),
        game()[2],
    ]
    one, two = (
        file(table, f"{n}.txt", phpbb_paste(part)) for n, part in enumerate((posts[:2], posts[2:]))
    )
    orders = [brought(table, *files, "--dry-run")[:-1] for files in ((one, two), (two, one))]
    first, second = ([line["verdict"] for line in lines] for lines in orders)
    assert first == second


def test_the_summary_comes_even_when_nothing_is_left(table: Referee) -> None:
    old = Wrote("Bruno", OPENED - timedelta(days=3), "ok", 1)
    *lines, summary = brought(table, file(table, "old.json", discourse([old])))
    assert (lines, summary["posts"]["read"]) == ([], 0)


def test_json_tells_how_many_posts_were_left_out(table: Referee) -> None:
    old = Wrote("Bruno", OPENED - timedelta(days=3), "ok", 30)
    path = file(table, "topic.json", discourse([old, *game()]))
    told = table("import", path, "--json", "--now", AT)
    assert "early" in told.stdout.splitlines()[-1]


@pytest.mark.parametrize("name", ["discourse/empty-topic.json", "slack", "reddit/empty.json"])
def test_an_empty_export_is_called_empty(table: Referee, name: str) -> None:
    path = file(table, "slack.json", "[]") if name == "slack" else str(POSTS / name)
    result = table("import", path, "--now", AT)
    assert result.exit_code == 2
    assert "author" not in result.stderr


def test_a_forced_source_is_the_one_that_reads(table: Referee) -> None:
    topic = file(table, "topic.txt", f"Alice, 28/11/2026 20:41\n\n{game()[0].text}")
    result = table("import", topic, "--source", "phpbb", "--dry-run", "--now", AT)
    assert result.exit_code == 2


@pytest.mark.parametrize("words", [("--new",), ("--new-player",)])
def test_what_several_posts_cannot_take_is_refused(table: Referee, words: tuple[str, ...]) -> None:
    result = table("check", *words, "--dry-run", "--now", AT, stdin=phpbb_paste(game()[:2]))
    assert result.exit_code == 2


def test_several_posts_are_answered_in_the_form_that_is_asked_for(table: Referee) -> None:
    paste = phpbb_paste(game()[:2])
    result = table("check", "--reply", "text", "--dry-run", "--now", AT, stdin=paste)
    markdown = table("check", "--reply", "markdown", "--dry-run", "--now", AT, stdin=paste)
    assert markdown.exit_code == result.exit_code == 0
    assert "🔵  \n" in markdown.stdout
    assert "  \n" not in result.stdout


def test_a_ranking_added_in_time_took_effect(table: Referee) -> None:
    bare = game()[0]._replace(text=game()[0].text.split("\n\n")[0])
    brought(table, file(table, "one.json", discourse([bare, game()[1]])))
    edited = game()[0]._replace(edited=game()[0].at + timedelta(minutes=1))
    result = table("check", file(table, "two.json", discourse([edited, game()[1]])), "--now", AT)
    assert result.exit_code == 1
