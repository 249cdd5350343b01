"""An amended post, read again: by the facts it was read with, and by those it has now (F1, F9)."""

import pytest

from tests.conftest import Referee, drawn

NOW = ("--now", "2026-10-25 12:00")
FLOOR = drawn(("....", "....", "....", "1..."))


@pytest.fixture
def table(referee: Referee) -> Referee:
    referee.ok("open", "quadrille", "bal", "--at", "2026-10-20 10:00", *NOW)
    assert check(referee, "Bruno", "19:31") == ("valid", 2)
    return referee


def check(referee: Referee, author: str, at: str, *more: str) -> tuple[str, int | None]:
    said = ("check", "--author", author, "--at", f"2026-10-23 {at}", *more, *NOW)
    (found,) = referee.records(*said, stdin=FLOOR)
    return found["verdict"], found["seq"]


@pytest.mark.parametrize("at", ["19:35", "19:15", "23:50", "00:10"])
def test_an_amended_time(table: Referee, at: str) -> None:
    table.ok("amend", "@2", "--at", f"2026-10-23 {at}", "--reason", "the page says so", *NOW)
    events = len(table.rows())
    for time in (at, "19:31"):
        assert check(table, "Bruno", time)[0] == "duplicate"
    assert len(table.rows()) == events


@pytest.mark.parametrize("number", [None, "50"])
def test_an_amended_author(table: Referee, number: str | None) -> None:
    named = ("--id", number) if number else ()
    if number:
        assert check(table, "Bruno", "19:31", *named)[0] == "duplicate"  # its number is found
    table.ok("amend", "@2", "--author", "Alice", "--reason", "her account", *NOW)
    events = len(table.rows())
    for author in ("Alice", "Bruno"):
        assert check(table, author, "19:31", *named)[0] == "duplicate"
        assert check(table, author, "19:31")[0] == "duplicate"
    assert len(table.rows()) == events


def test_an_amended_number(table: Referee) -> None:
    table.ok("amend", "@2", "--id", "50", "--reason", "the page says so", *NOW)
    events = len(table.rows())
    assert check(table, "Bruno", "19:31")[0] == "duplicate"
    assert check(table, "Bruno", "19:31", "--id", "50")[0] == "duplicate"
    assert len(table.rows()) == events
    assert check(table, "Bruno", "19:31", "--id", "51")[1] == events + 1  # another post


def test_an_alias_of_somebody_whose_posts_were_all_refused(table: Referee) -> None:
    """Every one of Alice's moves was refused because another name is hers too."""
    assert check(table, "Alice", "19:40")[0] == "no-move"  # a copy without a step
    told = table.ok("alias", "Ali42", "Alice", *NOW)
    assert "Alice" in told
    assert table("alias", "Ali43", "Nobody", *NOW).exit_code == 2
