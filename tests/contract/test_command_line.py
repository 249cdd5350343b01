"""The contract of the command line: shared options, environment, languages, exit codes, help."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.cli import COMMANDS
from tests.conftest import EMPTY, NOW, OPENED, Referee, drawn

FIRST = drawn(("....", ".3..", "....", "...."))
READING = [
    ["status"],
    ["show"],
    ["moves"],
    ["tally"],
    ["replay"],
    ["why", "@2"],
    ["log"],
    ["tables"],
]


def alone(referee: Referee, *words: str, **env: str) -> str:
    """The stdout of a command that gets its log from the environment."""
    result = referee.bare(*words, env={"REFEREE_LOG": str(referee.log), **env})
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("words", READING, ids=lambda words: words[0])
def test_options_stand_before_or_after_the_command(game: Referee, words: list[str]) -> None:
    options = ["--log", str(game.log), "--lang", "en", "--table", "bal", "--now", NOW, "--json"]
    before = game.bare(*options, *words)
    after = game.bare(*words, *options)
    assert before.exit_code == 0
    assert before.stdout == after.stdout
    assert json.loads(before.stdout.splitlines()[0])["table" if words != ["tally"] else "head"]


def test_the_option_after_the_command_wins(game: Referee) -> None:
    assert "Last valid move" in game.ok("--lang", "fr", "show", "--lang", "en")


def test_the_moderator_is_recorded(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"a": ["--by", "Chloé"], "b": [], "c": []}
    for table, words in said.items():
        monkeypatch.setenv("LOGNAME", "bruno")
        if table == "b":
            monkeypatch.setenv("REFEREE_BY", "Alice")
        else:
            monkeypatch.delenv("REFEREE_BY", raising=False)
        alone(referee, *words, "open", "quadrille", table, "--at", OPENED)
    assert [row[6] for row in referee.rows()] == ["Chloé", "Alice", "bruno"]


def test_the_moment_of_the_moderator_is_recorded(game: Referee) -> None:
    assert {row[5] for row in game.rows()} == {"2026-11-28T21:05:00+01:00"}


def test_now_is_the_clock_when_nothing_is_said(referee: Referee) -> None:
    alone(referee, "open", "quadrille", "bal")
    (row,) = referee.rows()
    assert row[4] == row[5] > "2026-01-01"


def test_log_option_goes_before_the_environment(game: Referee, tmp_path: Path) -> None:
    other = str(tmp_path / "other.db")
    assert "bal" in alone(game, "tables")
    assert "bal" in alone(game, "--log", str(game.log), "tables", REFEREE_LOG=other)
    assert game.bare("tables", env={"REFEREE_LOG": other}).exit_code == 2


def test_default_log_lies_in_the_folder_of_the_application(referee: Referee) -> None:
    assert referee.bare("open", "quadrille", "bal").exit_code == 0
    assert [p.name for p in referee.folder.rglob("*.db")] == ["referee.db"]
    assert not referee.log.exists()
    assert "bal" in referee.bare("tables").stdout


@pytest.mark.parametrize("words", [["show"], ["moves"], ["replay"], ["status"], ["tally"], ["log"]])
def test_table_by_option_and_by_environment(game: Referee, words: list[str]) -> None:
    game.ok("open", "quadrille", "bis", "--at", OPENED)
    named = game.ok("--json", *words, "--table", "bis")
    assert alone(game, "--now", NOW, "--json", *words, REFEREE_TABLE="bis") == named
    assert '"bal"' not in named
    both = alone(game, "--now", NOW, "--json", *words, "--table", "bis", REFEREE_TABLE="bal")
    assert both == named


@pytest.mark.parametrize(
    ("words", "env", "french"),
    [
        ([], {}, True),
        ([], {"LC_ALL": "en_GB.UTF-8"}, False),
        ([], {"LANG": "en_US.UTF-8"}, False),
        ([], {"LANG": "fr_FR.UTF-8"}, True),
        ([], {"LC_ALL": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, True),
        ([], {"LC_MESSAGES": "en_US.UTF-8", "LANG": "fr_FR.UTF-8"}, False),
        ([], {"LANG": "C"}, True),
        ([], {"LANG": "de_DE.UTF-8"}, True),
        ([], {"REFEREE_LANG": "en"}, False),
        ([], {"REFEREE_LANG": "fr", "LANG": "en_US.UTF-8"}, True),
        (["--lang", "en"], {"REFEREE_LANG": "fr", "LANG": "fr_FR.UTF-8"}, False),
        (["--lang", "fr"], {"REFEREE_LANG": "en", "LANG": "en_US.UTF-8"}, True),
    ],
)
def test_language_of_the_moderator(
    game: Referee, words: list[str], env: dict[str, str], french: bool
) -> None:
    assert ("Dernier coup valide" in alone(game, *words, "show", **env)) is french


@pytest.mark.parametrize("words", [["nonsense"], ["show", "--nonsense"], ["show", "--at", "never"]])
def test_errors_too_are_in_the_language_of_the_moderator(game: Referee, words: list[str]) -> None:
    log = ["--log", str(game.log)]
    for shared in (["--lang", "en", *words], [*words, "--lang", "en"]):
        assert game.bare(*log, *shared).stderr.startswith("referee: ")
        assert game.bare(*log, *shared, env={"REFEREE_LANG": "fr"}).stderr.startswith("referee: ")
        assert game.bare(*log, *words, env={"REFEREE_LANG": "en"}).stderr.startswith("referee: ")
        assert game.bare(*log, *words).stderr.startswith("referee : ")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_topic_is_answered_in_the_language_of_the_table(referee: Referee, lang: str) -> None:
    referee.ok("open", "quadrille", "bal", "--at", OPENED, "--set", f"lang={lang}")
    assert referee.post("Alice", "20:41", FIRST)["verdict"] == "valid"
    reply = referee.post("Bruno", "20:49", drawn(("....", ".33.", "....", "....")))["reply"]
    assert ("coup refusé" in reply) is (lang == "fr")
    assert ("move refused" in reply) is (lang == "en")


def test_bare_referee_is_status(game: Referee) -> None:
    assert game.ok() == game.ok("status")
    assert game.ok("--json") == game.ok("--json", "status")


@pytest.mark.parametrize(
    "written", ["21/11/2026 20:58", "2026-11-21T20:58:00+01:00", "2026-11-21 20:58"]
)
def test_times_as_people_write_them(referee: Referee, written: str) -> None:
    (record,) = referee.records("open", "quadrille", "bal", "--at", written)
    assert record["at"] == "2026-11-21T20:58:00+01:00"


def test_times_are_in_the_zone_of_the_table_unless_they_carry_an_offset(referee: Referee) -> None:
    referee.ok("open", "quadrille", "bal", "--tz", "America/New_York", "--at", "2026-11-21 09:00")
    assert referee.post("Alice", "09:30", FIRST)["posted_at"] == "2026-11-28T09:30:00-05:00"
    there = referee.post("Bruno", "2026-11-28T15:30:00+01:00", "hello")
    assert there["posted_at"] == "2026-11-28T09:30:00-05:00"
    other = referee.post("Chloé", "15:31", "hello", "--zone", "Europe/Paris")
    assert other["posted_at"] == "2026-11-28T09:31:00-05:00"


def test_a_post_from_file_from_stdin_and_with_a_header(game: Referee, tmp_path: Path) -> None:
    paste = tmp_path / "post.txt"
    paste.write_text("David, 28/11/2026 21:01\n\nhello", encoding="utf-8")
    game.ok("check", str(paste))
    game.ok("check", "-", stdin="David, 28/11/2026 21:02\n\nhello")
    game.ok("check", stdin="David, 28/11/2026 21:03\n\nhello")
    said = [json.loads(row[7]) for row in game.rows() if row[2] == "post_recorded"][-3:]
    assert [data["author"] for data in said] == ["David"] * 3
    assert [data["posted_at"][11:16] for data in said] == ["21:01", "21:02", "21:03"]


@pytest.mark.parametrize(
    ("name", "author", "text", "code"),
    [
        ("valid", "Alice", drawn(("....", ".3..", "...1", "2...")), 0),
        ("no-move", "Alice", "hello", 0),
        ("duplicate", "Bruno", drawn(("....", ".3..", "...1", "....")), 0),
        ("invalid", "Alice", drawn(("....", ".3..", "...1", "...1")), 1),
        ("unclear", "Alice", drawn(EMPTY).replace("⚫", "⬤"), 1),
    ],
)
def test_exit_codes_of_check(game: Referee, name: str, author: str, text: str, code: int) -> None:
    at = "2026-11-28 20:58:00" if name == "duplicate" else "2026-11-28 21:04"
    words = ["--author", author, "--at", at]
    result = game("--json", "check", *words, stdin=text)
    record = json.loads(result.stdout)
    assert (record["verdict"], result.exit_code) == (name, code)
    assert (record["seq"] is None) is (name == "duplicate")


def edited(game: Referee, text: str) -> tuple[int, dict[str, Any]]:
    """Bruno's last valid move, read again with other words."""
    words = ["--author", "Bruno", "--at", "2026-11-28 20:58:00", "--id", "1043"]
    result = game("--json", "check", *words, stdin=text)
    assert result.stdout, result.stderr
    return result.exit_code, json.loads(result.stdout)


def test_exit_code_of_an_edit_without_effect(game: Referee) -> None:
    same_move = drawn(("....", ".3..", "...1", "....")) + "\n\nAlice (0) : [3]\nBruno (0) : [1]"
    code, record = edited(game, same_move)
    assert (record["verdict"], code) == ("edited", 0)


def test_exit_code_of_an_edit_that_took_effect(game: Referee) -> None:
    code, record = edited(game, drawn(("....", ".3..", "....", "...1")))
    assert (record["verdict"], code) == ("edited", 1)


def test_several_posts_in_one_paste(game: Referee) -> None:
    first, second = ("....", ".3..", "...1", "2..."), ("4...", ".3..", "...1", "2...")
    paste = (
        f"Alice, 28/11/2026 21:03\n\n{drawn(first)}\n\nBruno, 28/11/2026 21:04\n\n{drawn(second)}"
    )
    records = game.records("check", stdin=paste)
    assert [record["author"] for record in records] == ["Alice", "Bruno"]
    assert [record["verdict"] for record in records] == ["valid", "invalid"]


def test_of_several_posts_none_is_recorded_if_one_cannot_be_used(game: Referee) -> None:
    before = game.rows()
    paste = "Alice, 28/11/2026 21:03\n\nhello\n\nBruno, 29/11/2027 21:04\n\nhello"
    assert game("check", stdin=paste).exit_code == 2
    assert game.rows() == before


def test_dry_run_says_the_same_and_records_nothing(game: Referee) -> None:
    before = game.rows()
    words = ["check", "--author", "Alice", "--at", "2026-11-28 21:04"]
    text = drawn(("....", ".3..", "...1", "2..."))
    (dry,) = game.records(*words, "--dry-run", stdin=text)
    assert game.rows() == before
    (done,) = game.records(*words, stdin=text)
    assert dry["seq"] is None
    assert {**done, "seq": None} == dry


def test_exit_code_of_verify(game: Referee) -> None:
    assert game("verify").exit_code == 0
    assert game("verify", "--deep").exit_code == 0
    assert game("verify", "--head", "f" * 64).exit_code == 1


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_leads_with_an_example(referee: Referee, command: str, lang: str) -> None:
    result = referee.bare("--lang", lang, *command.split(), "--help")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout.lstrip().startswith(f"referee {command}".strip())
    for option in ("--log", "--lang", "--table", "--now", "--by", "--json", "--help"):
        assert option in result.stdout
    for name in COMMANDS if not command else ():
        assert f"\n  {name} " in result.stdout
    assert all(len(line) <= 100 for line in result.stdout.splitlines())


def test_version(referee: Referee) -> None:
    assert referee.bare("--version").stdout.startswith("referee")


def test_as_a_module(game: Referee) -> None:
    words = ["--log", str(game.log), "--now", NOW, "--lang", "en", "show"]
    done = subprocess.run(
        [sys.executable, "-m", "referee", *words], capture_output=True, check=True
    )
    assert done.stdout.decode() == game.ok("show")
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("table", "word"),
    [("bal", "bal"), ("bal d'hiver", '"bal d\'hiver"'), ("le $bal", "'le $bal'")],
)
def test_what_open_says_next_can_be_typed(referee: Referee, table: str, word: str) -> None:
    said = referee("open", "quadrille", table, "--at", OPENED).stderr
    assert f"--table {word}`" in said
