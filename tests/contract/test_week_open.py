"""A point whose week a coarse stamp leaves open: what the moderator is told, and how it ends."""

import pytest

from tests.conftest import Referee, drawn

START = f"{drawn(('1..2', '..4.', '....', '....'))}\n\nAlice (2) : [1, 2, 4]\n"
POST = f"{drawn(('1..2', '..4.', '3...', '....'))}\n\nAlice (3) : []\n"
TOLD = {
    "en": (
        "The time of the post is only known to lie between Sat 28 Nov 2026 19:05 and Sat 28 Nov "
        "2026 21:05: the point counts for week 2026-W48, but that week closes in between (Sat 28 "
        'Nov 2026 21:00). With the exact time: referee amend @2 --at "..." --reason R'
    ),
    "fr": (
        "L'heure du message n'est connue qu'entre le sam. 28 nov. 2026 19:05 et le sam. 28 nov. "
        "2026 21:05 : le point compte pour la semaine 2026-W48, mais elle se ferme entre les deux "
        "(le sam. 28 nov. 2026 21:00). Avec l'heure exacte : referee amend @2 --at "
        '"..." --reason R'
    ),
}


@pytest.fixture
def table(referee: Referee) -> Referee:
    start = referee.folder / "start.txt"
    start.write_text(START, encoding="utf-8")
    referee.ok("open", "quadrille", "bal", "--from", str(start), "--at", "2026-11-28 10:00")
    return referee


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_point_that_may_be_of_the_next_week_is_told(table: Referee, lang: str) -> None:
    table.lang = lang
    told = table.ok("check", "--author", "Alice", "--at", "il y a 1 h", stdin=POST)
    assert f"(F11) {TOLD[lang]}" in told.replace("\N{NO-BREAK SPACE}", " ")
    assert "(F11)" in table.ok("why", "@2")
    assert table("verify", "--deep").exit_code == 0


def test_the_exact_time_ends_the_doubt(table: Referee) -> None:
    table.ok("check", "--author", "Alice", "--at", "il y a 1 h", stdin=POST)
    table.ok("amend", "@2", "--at", "2026-11-28 21:00:30", "--reason", "the page says so")
    assert "(F11)" not in table.ok("why", "@2")
    (week,) = table.records("tally", "--week", "2026-W49")
    assert [(row["player"], row["points"]) for row in week["rows"]] == [("Alice", 1)]


@pytest.mark.parametrize("at", ["2026-11-28 20:59", "2026-11-28 21:00", "il y a 3 min"])
def test_no_doubt_where_the_stamp_lies_in_one_week(table: Referee, at: str) -> None:
    (found,) = table.records("check", "--author", "Alice", "--at", at, stdin=POST)
    assert (found["verdict"], found["points"]) == ("valid", [{"clause": "Q3", "points": 1}])
    assert "F11" not in [warning["clause"] for warning in found["warnings"]]


def test_no_warning_where_no_point_is_earned(table: Referee) -> None:
    (found,) = table.records("check", "--author", "Bruno", "--at", "il y a 1 h", stdin=POST)
    assert found["verdict"] == "valid"
    assert "F11" not in [warning["clause"] for warning in found["warnings"]]
