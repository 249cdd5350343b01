"""`--json`: one object a line, nothing else on stdout, times with an offset, the keys promised."""

import json
import re
from typing import Any

import pytest

from referee.cli import COMMANDS
from tests.conftest import OPENED, Referee, drawn

CALLS: dict[str, list[str]] = {
    "open": ["open", "quadrille", "bis", "--at", OPENED],
    "import": ["import", "TOPIC"],
    "check": ["check", "--author", "Alice", "--at", "2026-11-28 21:04"],
    "status": ["status"],
    "show": ["show"],
    "moves": ["moves", "--player", "Alice"],
    "why": ["why", "1040"],
    "tally": ["tally", "--week", "current"],
    "constrain": ["constrain", "ban", "2", "white"],
    "replay": ["replay"],
    "log": ["log"],
    "verify": ["verify"],
    "tables": ["tables"],
    "rules": ["rules", "quadrille", "Q6"],
    "demo": ["demo"],
    "overrule": ["overrule", "1040", "refuse", "--reason", "x"],
    "award": ["award", "Alice", "1", "--reason", "x"],
    "amend": ["amend", "1040", "--at", "2026-11-28 20:40", "--reason", "x"],
    "undo": ["undo", "@2", "--reason", "x"],
    "alias": ["alias", "Ali", "Alice"],
    "pause": ["pause"],
    "timeouts": ["timeouts"],
    "close": ["close"],
    "backup": ["backup", "FILE"],
}
ELSEWHERE = {
    **dict.fromkeys(("replace", "extend", "roll", "salt", "place"), "refused at an open table"),
    "ranking": "of games with seats",
    "resume": "needs a paused table",
    "restore": "needs a backup",
}
NEXT = drawn(("....", ".3..", "...1", "2..."))

CHECK = {
    "table", "game", "seq", "post", "author", "posted_at", "verdict", "clauses", "reason", "move",
    "points", "warnings", "revised", "state",
}  # fmt: skip
STATE = {
    "floor", "blocked", "last_player", "last_move_at", "ranking_due", "gate_until", "may_empty_at",
    "week", "constraints", "players",
}  # fmt: skip
SHOW = {"table", "game", "at", "status", "state"}
TALLY = {
    "week",
    "from",
    "to",
    "closed",
    "sealed",
    "head",
    "posts",
    "rows",
    "corrections",
    "results",
}
POSTS = {"read", "valid", "invalid", "unclear", "no-move", "duplicate", "edited"}
ROW = {"table", "player", "rank", "points", "rewards", "awarded"}

TIMES = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d")
STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)")


def texts_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in texts_in(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in texts_in(inner)]
    return [value] if isinstance(value, str) else []


def test_every_command_is_called_here() -> None:
    assert set(CALLS) | set(ELSEWHERE) == set(COMMANDS)


@pytest.mark.parametrize("name", CALLS)
def test_one_object_a_line_and_nothing_beside(game: Referee, name: str) -> None:
    call = ["backup", str(game.folder / "copy.db")] if name == "backup" else CALLS[name]
    if name == "import":
        topic = game.folder / "topic.txt"
        topic.write_text(f"Alice, 28/11/2026 21:04\n\n{NEXT}\n", encoding="utf-8")
        call = ["import", str(topic)]
    result = game("--json", *call, stdin=NEXT)
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.split("\n")
    assert lines.pop() == ""
    assert lines
    for line in lines:
        assert isinstance(json.loads(line), dict)
    assert result.stderr == ""
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize(
    "name", [name for name in CALLS if name not in ("demo", "backup", "import")]
)
def test_times_are_iso_8601_with_an_offset(game: Referee, name: str) -> None:
    found = [text for r in game.records(*CALLS[name], stdin=NEXT) for text in texts_in(r)]
    times = [text for text in found if TIMES.match(text)]
    assert times or name in ("moves", "verify", "rules")
    assert [text for text in times if not STAMP.fullmatch(text)] == []
    assert [text for text in times if not text.endswith("+01:00")] == []


@pytest.mark.parametrize("name", ["show", "tally"])
def test_format_json_is_json(game: Referee, name: str) -> None:
    assert game.ok(*CALLS[name], "--format", "json") == game.ok("--json", *CALLS[name])


@pytest.mark.parametrize("name", [name for name in CALLS if name not in ("demo", "rules")])
def test_errors_leave_stdout_empty(referee: Referee, name: str) -> None:
    words = CALLS[name] if name != "open" else ["open", "chess", "bis"]
    result = referee("--json", *words, stdin=NEXT)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


def test_check(game: Referee) -> None:
    record = game.post("Alice", "21:04", NEXT, "--id", "1050")
    assert set(record) >= CHECK
    assert record["posted_at"] == "2026-11-28T21:04:00+01:00"
    assert record["move"] == {"step": 2, "cell": "a4", "emptied": False}
    assert (record["table"], record["game"], record["seq"]) == ("bal", "quadrille", 10)
    assert (record["post"], record["author"]) == ("1050", "Alice")
    assert (record["verdict"], record["clauses"], record["points"]) == ("valid", [], [])
    assert record["reason"]
    assert set(record["state"]) == STATE
    assert record["state"]["floor"] == ["....", ".3..", "...1", "2..."]
    assert record["state"]["players"]["Alice"] == {"points": 0, "placed": [2, 3]}


def test_check_of_a_refused_post(game: Referee) -> None:
    record = game.post("Alice", "20:59:00", drawn(("....", ".3.3", "....", "....")))
    assert record["clauses"] == ["Q6", "Q4", "Q3", "Q2"]
    assert record["move"] is None
    assert record["state"]["last_player"] == "Bruno"


def test_check_tells_what_it_revised(game: Referee) -> None:
    record = game.post("David", "20:40:00", drawn(("....", "...4", "....", "....")), "--id", "1039")
    posts = {revised["post"]: revised for revised in record["revised"]}
    assert set(posts) >= {"1040", "1043"}
    assert set(posts["1040"]) >= {"post", "seq", "author", "was", "now", "clauses"}
    assert (posts["1040"]["seq"], posts["1040"]["author"]) == (2, "Alice")
    assert (posts["1040"]["was"], posts["1040"]["now"]) == ("valid", "invalid")
    assert posts["1040"]["clauses"][0] == "Q6"


def test_check_of_points_and_warnings(referee: Referee) -> None:
    start = referee.folder / "start.txt"
    start.write_text(f"{drawn(('....',) * 4)}\n\nAlice (3) : [1, 2, 4]", encoding="utf-8")
    referee.ok("open", "quadrille", "bal", "--at", OPENED, "--from", str(start))
    text = drawn(("....", ".3..", "....", "....")) + "\n\nAlice (9) : [1]"
    record = referee.post("Alice", "2026-11-21 22:00", text)
    assert record["points"] == [{"clause": "Q3", "points": 1}]
    assert [set(w) >= {"clause", "message"} for w in record["warnings"]] == [True]
    assert record["warnings"][0]["clause"] == "Q13"


def test_show(game: Referee) -> None:
    (record,) = game.records("show")
    assert set(record) == SHOW
    assert record["at"] == "2026-11-28T21:05:00+01:00"
    assert (record["table"], record["game"], record["status"]) == ("bal", "quadrille", "open")
    assert record["state"] == {
        "floor": ["....", ".3..", "...1", "...."],
        "blocked": False,
        "last_player": "Bruno",
        "last_move_at": "2026-11-28T20:58:00+01:00",
        "ranking_due": True,
        "gate_until": "2026-11-28T21:03:00+01:00",
        "may_empty_at": "2026-11-29T08:58:00+01:00",
        "week": "2026-W49",
        "constraints": [],
        "players": {"Alice": {"points": 0, "placed": [3]}, "Bruno": {"points": 0, "placed": [1]}},
    }


def test_show_at_a_past_moment(game: Referee) -> None:
    (record,) = game.records("show", "--at", "2026-11-28 20:50")
    assert record["at"] == "2026-11-28T20:50:00+01:00"
    assert record["state"]["floor"] == ["....", ".3..", "....", "...."]
    assert record["state"]["week"] == "2026-W48"
    assert set(record["state"]["players"]) == {"Alice"}


def test_show_can_be_opened_again(game: Referee) -> None:
    saved = game.folder / "state.json"
    saved.write_text(game.ok("--json", "show"), encoding="utf-8")
    game.ok("open", "quadrille", "suite", "--from", str(saved))
    states = [game.records("show", "--table", table)[0]["state"] for table in ("bal", "suite")]
    assert states[0] == states[1]


def test_status(game: Referee) -> None:
    game.ok("open", "quadrille", "bis", "--at", OPENED)
    records = {record["table"]: record for record in game.records("status")}
    assert set(records) == {"bal", "bis"}
    assert set(records["bal"]) >= {"table", "game", "status", "awaited", "deadline", "unclear"}
    assert records["bal"]["unclear"] == [6]
    assert (records["bal"]["awaited"], records["bis"]["deadline"]) == ("move", None)


def test_moves(game: Referee) -> None:
    records = game.records("moves", "--player", "alice")
    assert all(set(r) >= {"table", "player", "step", "cell", "emptied", "points"} for r in records)
    assert {record["player"] for record in records} == {"Alice"}
    assert {record["step"] for record in records} == {1, 2, 4}
    assert game.records("moves", "--player", "Bruno") == []


def test_tally(game: Referee) -> None:
    (record,) = game.records("tally", "--week", "2026-W48")
    assert set(record) == TALLY
    assert (record["week"], record["closed"], record["sealed"]) == ("2026-W48", True, False)
    assert record["from"] == "2026-11-21T21:00:00+01:00"
    assert record["to"] == "2026-11-28T21:00:00+01:00"
    assert set(record["posts"]) == POSTS
    assert record["posts"]["read"] == 4 == sum(record["posts"].values()) - 4
    assert [set(row) for row in record["rows"]] == [ROW, ROW]
    assert record["head"] == game.rows()[-1][8]
    assert game.records("tally", "--week", "current")[0]["closed"] is False


def test_a_bare_week_is_the_last_closed_one_until_it_is_sealed(game: Referee) -> None:
    assert game.records("tally", "--week")[0]["week"] == "2026-W48"


@pytest.mark.parametrize("again", [["replay", "--post", "1040"], ["why", "1040"]])
def test_replay_and_why_say_what_check_said(referee: Referee, again: list[str]) -> None:
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    said = referee.post("Alice", "20:41", drawn(("....", ".3..", "....", "....")), "--id", "1040")
    (told,) = referee.records(*again)
    assert {key: told.get(key) for key in CHECK} == {key: said[key] for key in CHECK}


def test_replay_of_what_is_no_post(game: Referee) -> None:
    game.ok("constrain", "diagonals", "--at", "2026-11-28 21:04")
    *posts, house = game.records("replay")
    assert [record["post"] for record in posts] == ["1040", "1041", "1042", "1043"]
    assert all("event" not in record for record in posts)
    assert house["event"] == "constraint_added"
    assert "post" not in house
    assert house["state"]["constraints"] == ["diagonals"]


def test_replay_of_a_part(game: Referee) -> None:
    span = ["--from", "2026-11-28 20:45", "--to", "2026-11-28 20:52"]
    assert [r["post"] for r in game.records("replay", *span)] == ["1041", "1042"]
    assert [r["post"] for r in game.records("replay", "--player", "bruno")] == ["1041", "1043"]
    assert [r["post"] for r in game.records("replay", "--post", "@4")] == ["1041"]


def test_constrain(game: Referee) -> None:
    (record,) = game.records("constrain", "closed", "B2")
    assert (record["table"], record["seq"]) == ("bal", 10)
    assert record["event"] == "constraint_added"
    assert record["constraint"] == "closed b2"
    assert (record["revised"], record["state"]["constraints"]) == ([], ["closed b2"])
    assert game.records("constrain", "closed", "b2", "--lift")[0]["event"] == "constraint_lifted"


def test_open(referee: Referee) -> None:
    (record,) = referee.records("open", "quadrille", "bal", "--at", OPENED)
    assert set(record) >= {"table", "game", "seq", "at", "status", "state", "reply"}
    assert (record["table"], record["seq"], record["status"]) == ("bal", 1, "open")
    assert set(record["state"]) == STATE


def test_tables(game: Referee) -> None:
    (record,) = game.records("tables")
    assert set(record) >= {"table", "game", "status", "tz", "opened_at", "lang", "reply", "options"}
    assert record["opened_at"] == "2026-11-21T21:00:00+01:00"
    assert record["options"] == {"reward": "⭐", "rewards": "8:2,3:1"}


def test_rules(referee: Referee) -> None:
    (record,) = referee.records("rules", "quadrille", "q6")
    assert set(record) == {"book", "clause", "title", "text"}
    assert record["clause"] == "Q6"
    assert len(referee.records("rules", "quadrille")) == 14


def test_log(game: Referee) -> None:
    records = game.records("log")
    keys = ("seq", "table", "type", "version", "at", "recorded_at", "by", "data", "hash")
    for record, row in zip(records, game.rows(), strict=True):
        assert tuple(record) == keys
        assert [*record.values()] == [*row[:7], json.loads(row[7]), row[8]]
    assert game.records("log", "--after", "7") == records[7:]


def test_verify(game: Referee) -> None:
    (record,) = game.records("verify")
    assert record["ok"] is True
    assert record["fault"] is None
    assert record["head"] == game.rows()[-1][8]
    assert (record["events"], record["rulings"], record["otherwise"]) == (9, 4, [])
