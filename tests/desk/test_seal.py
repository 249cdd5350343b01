"""Sealing a week, and the corrections of one that is sealed (F11)."""

from typing import Any

import pytest

from tests.conftest import Referee, drawn

CLOSED = ("--now", "2026-11-28 21:30")
LATER = ("--now", "2026-11-29 10:00")
START = "bal.txt"
A1, AB = ("4...", "....", "....", "...."), ("4...", "....", "....", "...4")
BROKEN = drawn(("4...", "....", "....", "....")).replace("⚫⚫", "⚫⬤", 1)


@pytest.fixture
def week(referee: Referee) -> Referee:
    """Table `bal` in the week 2026-W48: Alice (2 at the start) and Bruno score one point each."""
    lines = "Alice (2) : [1, 2, 3]\nBruno (2) : [1, 2, 3]"
    start = referee.folder / START
    start.write_text(f"{drawn(['....'] * 4)}\n\n{lines}\n", encoding="utf-8")
    opened = ("--at", "2026-11-28 19:00")
    referee.ok("open", "quadrille", "bal", "--from", str(start), *opened)
    referee.post("Alice", "20:00:00", drawn(A1), "--id", "1")
    referee.post("Bruno", "20:10:00", drawn(AB), "--id", "2")
    return referee


def tally(referee: Referee, *words: str) -> dict[str, Any]:
    (record,) = referee.records("tally", "--week", "2026-W48", *words)
    return record


def sealed(referee: Referee) -> dict[str, Any]:
    return tally(referee, "--seal", "--yes", *CLOSED)


def corrections(referee: Referee) -> list[tuple[int, str, list[int], list[int]]]:
    """Cause, player, points and rewards before and after."""
    found = tally(referee, *LATER)["corrections"]
    return [(c["cause"], c["player"], c["points"], c["rewards"]) for c in found]


def refused(referee: Referee, *words: str) -> str:
    """What is said of a command that is wrong usage, and that nothing was appended."""
    before = referee.rows()
    result = referee("tally", "--week", "2026-W48", "--seal", "--yes", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert referee.rows() == before
    return result.stderr


def test_rows_are_sealed_as_they_stand(week: Referee) -> None:
    head = tally(week, *CLOSED)["head"]
    record = sealed(week)
    assert (record["closed"], record["sealed"], record["corrections"]) == (True, True, [])
    rows = [(row["player"], row["rank"], row["points"], row["rewards"]) for row in record["rows"]]
    assert rows == [("Alice", 1, 3, 1), ("Bruno", 1, 3, 1)]
    assert week.rows()[-1][2] == "week_sealed"
    (told,) = [r for r in week.records("log") if r.get("type") == "week_sealed"]
    assert told["data"]["head"] == head
    week.ok("verify", "--head", head)


def test_not_before_the_week_is_closed(week: Referee) -> None:
    assert "21:00" in refused(week, "--now", "2026-11-28 20:59:59")
    assert sealed(week)["sealed"]


def test_not_while_a_post_is_unclear(week: Referee) -> None:
    record = week.post("Chloé", "20:30:00", BROKEN, "--id", "3")
    assert record["verdict"] == "unclear"
    assert f"@{record['seq']}" in refused(week, *CLOSED)
    week.ok("overrule", "3", "refuse", "--reason", "unreadable", *CLOSED)
    assert sealed(week)["sealed"]


def test_an_unclear_post_of_another_week_is_no_matter(week: Referee) -> None:
    at = ("--now", "2026-11-28 21:20")
    week("check", "--author", "Chloé", "--at", "2026-11-28 21:10", *at, stdin=BROKEN)
    assert sealed(week)["sealed"]


def test_not_twice(week: Referee) -> None:
    sealed(week)
    assert "2026-W48" in refused(week, *LATER)


def test_the_question_answered_no(week: Referee) -> None:
    before = week.rows()
    result = week("tally", "--week", "2026-W48", "--seal", *CLOSED, stdin="n\n")
    assert result.exit_code == 1
    assert week.rows() == before


def test_the_question_answered_yes(week: Referee) -> None:
    result = week("tally", "--week", "2026-W48", "--seal", *CLOSED, stdin="y\n")
    assert result.exit_code == 0
    assert [row[2] for row in week.rows()][-1] == "week_sealed"


def test_nobody_there_to_answer(week: Referee) -> None:
    before = week.rows()
    result = week("tally", "--week", "2026-W48", "--seal", *CLOSED, stdin="")
    assert result.exit_code == 1
    assert week.rows() == before


def test_the_question_leaves_json_alone(week: Referee) -> None:
    words = ("--json", "tally", "--week", "2026-W48", "--seal", *CLOSED)
    assert week(*words, stdin="y\n").stdout.lstrip().startswith("{")


def test_two_tables_are_sealed_both_or_neither(week: Referee) -> None:
    week.ok("open", "quadrille", "lac", "--at", "2026-11-28 19:00", "--table", "lac")
    words = ("--table", "lac", "--author", "Chloé", "--at", "2026-11-28 20:30:00", "--id", "9")
    assert week("check", *words, stdin=BROKEN).exit_code == 1
    assert "lac" in refused(week, *CLOSED)
    week.ok("overrule", "9", "refuse", "--reason", "unreadable", "--table", "lac", *CLOSED)
    assert sealed(week)["sealed"]
    assert [row[1] for row in week.rows() if row[2] == "week_sealed"] == ["bal", "lac"]


def test_bare_week_is_the_last_one_until_it_is_sealed(week: Referee) -> None:
    assert week.records("tally", "--week", *LATER)[0]["week"] == "2026-W48"
    sealed(week)
    assert week.records("tally", "--week", *LATER)[0]["week"] == "2026-W49"
    assert week.records("tally", "--week", "last", *LATER)[0]["sealed"]


def test_correction_by_a_late_post(week: Referee) -> None:
    published = sealed(week)["rows"]
    late = drawn(("....", "....", ".1..", "...."))
    words = ("--author", "Chloé", "--at", "2026-11-28 19:59:00", "--id", "0", *LATER)
    (record,) = week.records("check", *words, stdin=late)
    assert [change["seq"] for change in record["revised"]] == [2, 4]
    assert corrections(week) == [
        (record["seq"], "Alice", [3, 2], [1, 0]),
        (record["seq"], "Bruno", [3, 2], [1, 0]),
    ]
    assert tally(week, *LATER)["rows"] == published


def test_correction_by_an_edit(week: Referee) -> None:
    sealed(week)
    words = ("--author", "Alice", "--at", "2026-11-28 20:00:00", "--id", "1", *LATER)
    (record,) = week.records("check", *words, stdin=drawn(("....", "4...", "....", "....")))
    assert corrections(week) == [(record["seq"], "Alice", [3, 2], [1, 0])]
    (one,) = tally(week, *LATER)["corrections"]
    assert (one["table"], one["at"]) == ("bal", "2026-11-29T10:00:00+01:00")


def test_corrections_by_decisions(week: Referee) -> None:
    sealed(week)
    why = ("--reason", "so decided", *LATER)
    (refusing,) = week.records("overrule", "2", "refuse", *why)
    (award,) = week.records("award", "Bruno", "5", "--week", "2026-W48", *why)
    (undone,) = week.records("undo", str(refusing["seq"]), *why)
    (again,) = week.records("undo", str(undone["seq"]), *why)
    (amended,) = week.records("amend", "1", "--author", "Chloé", *why)
    assert corrections(week) == [
        (refusing["seq"], "Bruno", [3, 2], [1, 0]),
        (award["seq"], "Bruno", [2, 7], [0, 1]),
        (undone["seq"], "Bruno", [7, 8], [1, 2]),
        (again["seq"], "Bruno", [8, 7], [2, 1]),
        (amended["seq"], "Alice", [3, 2], [1, 0]),
    ]


def test_what_moves_no_point_is_no_correction(week: Referee) -> None:
    sealed(week)
    words = ("--author", "Chloé", "--at", "2026-11-28 20:30:00", "--id", "3", *LATER)
    week.ok("check", *words, stdin="bonsoir")
    week.ok("award", "Alice", "2", "--reason", "for this week", *LATER)
    assert corrections(week) == []


def test_a_correction_in_words(week: Referee) -> None:
    sealed(week)
    week.ok("award", "Bruno", "5", "--week", "2026-W48", "--reason", "so decided", *LATER)
    told = week.ok("tally", "--week", "2026-W48", *LATER)
    assert "Bruno: 3 → 8 points, 1 → 2 rewards" in told
    assert "Bruno     3" in told
