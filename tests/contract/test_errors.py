"""Input that cannot be used: one line, in two languages, exit 2, and nothing appended."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import EMPTY, OPENED, Referee, drawn

SAID = ["--author", "Alice", "--at", "2026-11-28 21:04"]
POST = drawn(("....", ".3..", "...1", "2..."))


class Case(NamedTuple):
    """A call that is refused, and what its line must name (the fault, and the way out)."""

    name: str
    words: list[str]
    names: list[str]
    stdin: str | bytes = POST


def at(text: str, *names: str) -> Case:
    return Case(text or "empty", ["check", "--author", "Alice", "--at", text], list(names))


CASES = [
    Case("empty paste", ["check", *SAID], ["vide|empty"], ""),
    Case("blank paste", ["check", *SAID], ["vide|empty"], " \n\t\u200b\ufeff\n"),
    Case("10 MB paste", ["check", *SAID], ["1048576"], "🔴 and more\n" * 800_000),
    Case("binary", ["check", *SAID], ["texte|text"], bytes(range(128, 256)) * 8),
    Case("picture", ["check", *SAID], ["texte|text"], b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    Case("NUL bytes", ["check", *SAID], ["texte|text"], f"{POST}\0"),
    Case("no such file", ["check", *SAID, "nowhere.txt"], ["nowhere.txt"]),
    Case("a folder", ["check", *SAID, "/"], ["/"]),
    Case("strange page", ["check"], ["collé|pasted", "--source"], "<!doctype html><p>x"),
    Case("strange page by name", ["check", "-"], ["collé|pasted", "--source"], "<html><p>x"),
    Case("export of none", ["check"], ["collé|pasted"], '{"post_stream":{"posts":[]}}'),
    Case("unknown source", ["check", *SAID, "--source", "fax"], ["fax", "auto", "text"]),
    Case("unknown table", ["show", "--table", "bol"], ["bol", "bal"]),
    Case("unknown table of a post", ["check", *SAID, "--table", "bol"], ["bol", "bal"]),
    Case("unknown table of the tally", ["tally", "--table", "bol"], ["bol", "bal"]),
    Case("unknown table of status", ["status", "--table", "bol"], ["bol", "bal"]),
    Case("unknown table of the log", ["log", "--table", "bol"], ["bol", "bal"]),
    Case("no author", ["check", "--at", "2026-11-28 21:04"], ["--author"]),
    Case("blank author", ["check", "--author", " ", "--at", "2026-11-28 21:04"], ["--author"]),
    Case("no time", ["check", "--author", "Alice"], ["--at"]),
    Case("neither", ["check"], ["--author"]),
    Case(
        "near miss", ["check", "--author", "Brumo", *SAID[2:]], ["Brumo", "Bruno", "--new-player"]
    ),
    at("2026-11-28 21:08", "21:08", "21:05", "--now"),
    at("2027-11-28 20:00", "2027", "--now"),
    at("2027-03-28 02:30", "2027-03-28 02:30", "03:00|3:00"),
    at("31/02/2026 20:58", "31/02/2026"),
    at("11/21/2026 20:58", "11/21/2026"),
    at("lundi 28/11/2026 20:58", "samedi|saturday", "lundi|monday"),
    at("Monday 28 November 2026 20:58", "samedi|saturday"),
    at("28/11/2026", "28/11/2026", "20:58"),
    at("25:61", "25:61"),
    at("", "21/11/2026 20:58"),
    at("soon", "soon", "21/11/2026 20:58"),
    at("9999-12-31T23:59:59-05:00", "9999-12-31"),
    Case("bad now", ["show", "--now", "soon"], ["soon", "21/11/2026 20:58"]),
    Case("bad show --at", ["show", "--at", "32/13/2026"], ["32/13/2026"]),
    Case("bad edited-at", ["check", *SAID, "--edited-at", "soon"], ["soon"]),
    Case("bad pasted-at", ["check", *SAID, "--pasted-at", "soon"], ["soon"]),
    Case("unknown zone of a post", ["check", *SAID, "--zone", "Europe/Pariz"], ["Europe/Pariz"]),
    Case("unknown command", ["chek"], ["chek", "--help"]),
    Case("command with a quote", ["it's"], ["it's", "--help"]),
    Case("unknown option", ["check", "--autor", "Alice"], ["--autor", "--author"]),
    Case("unknown option far off", ["show", "--zzz"], ["--zzz", "--help"]),
    Case("option of the group", ["--zzz", "show"], ["--zzz", "--help"]),
    Case("option without value", ["check", "--author"], ["--author"]),
    Case("unknown format", ["show", "--format", "pdf"], ["pdf", "markdown"]),
    Case("unknown reply", ["check", *SAID, "--reply", "pdf"], ["pdf", "bbcode"]),
    Case("unknown language", ["show", "--lang", "de"], ["de", "fr", "en"]),
    Case("too many words", ["show", "me"], ["me"]),
    Case("missing word", ["why"], ["POST", "--help"]),
    Case("missing kind", ["constrain"], ["KIND", "--help"]),
    Case("unknown game", ["open", "chess", "x"], ["chess", "quadrille"]),
    Case("name without table", ["open", "quadrille"], ["TABLE"]),
    Case("name used before", ["open", "quadrille", "bal"], ["bal"]),
    Case("name with a colon", ["open", "quadrille", "a:b"], ["a:b", ":"]),
    Case("empty name", ["open", "quadrille", " "], ["60"]),
    Case("long name", ["open", "quadrille", "x" * 61], ["60"]),
    Case("control in a name", ["open", "quadrille", "a\x1b[31mb"], ["a", "60"]),
    Case("unknown zone", ["open", "quadrille", "x", "--tz", "Mars"], ["Mars", "Europe/Paris"]),
    Case("zone that is a folder", ["open", "quadrille", "x", "--tz", "Europe"], ["Europe"]),
    Case("zone outside", ["open", "quadrille", "x", "--tz", "../../etc/passwd"], ["Europe/Paris"]),
    Case("set without =", ["open", "quadrille", "x", "--set", "lang"], ["lang", "--set"]),
    Case("set unknown key", ["open", "quadrille", "x", "--set", "a=b"], ["a", "lang", "rewards"]),
    Case("set lang", ["open", "quadrille", "x", "--set", "lang=de"], ["de", "fr", "en"]),
    Case("set reply", ["open", "quadrille", "x", "--set", "reply=html"], ["html", "discord"]),
    Case("set rewards", ["open", "quadrille", "x", "--set", "rewards=many"], ["many", "8:2"]),
    Case("set reward", ["open", "quadrille", "x", "--set", "reward="], ["reward", "1-30"]),
    Case(
        "two players in one", ["open", "quadrille", "x", "--player", "A", "--player", "a"], ["F8"]
    ),
    Case("player without name", ["open", "quadrille", "x", "--player", " "], ["--player"]),
    Case("opened tomorrow", ["open", "quadrille", "x", "--at", "2026-11-29 21:00"], ["--now"]),
    Case("unknown constraint", ["constrain", "ban", "5", "white"], ["ban 5 white", "knight"]),
    Case("lifted but not there", ["constrain", "knight", "--lift"], ["knight"]),
    Case("constraint of tomorrow", ["constrain", "knight", "--at", "2026-11-29 21:00"], ["--now"]),
    Case("unknown week", ["tally", "--week", "2026-W60"], ["2026-W60", "2026-W48"]),
    Case("unknown subject", ["why", "Zoé"], ["Zoé", "@12"]),
    Case("event that is no post", ["why", "@3"], ["@3"]),
    Case("unknown post", ["replay", "--post", "99"], ["99", "@12"]),
    Case("unknown book", ["rules", "chess"], ["chess", "quadrille", "forum"]),
    Case("unknown clause", ["rules", "quadrille", "Q99"], ["Q99", "Q14"]),
    Case("bad number", ["log", "--after", "x"], ["x", "--after"]),
    Case("negative number", ["log", "--after", "-1"], ["-1", "--after"]),
    Case("number without end", ["log", "--after", "9" * 30], ["--after"]),
    Case("week without end", ["tally", "--week", "9999-12-31"], ["9999-12-31"]),
    Case("now without end", ["show", "--now", "9999-12-31 23:00"], ["9999"]),
    Case("before the first week", ["tally", "--week", "last", "--now", "0001-01-02 00:00"], ["1"]),
    Case("table of two lines", ["show", "--table", "a\nb"], ["bal"]),
    Case("option of two lines", ["show", "--a\nb\x1b[31m"], ["--help"]),
    Case("subject of two lines", ["why", "a\nb\x1b[31m\u202e"], ["@12"]),
    Case("author that is no text", ["check", "--author", "\udcff", *SAID[2:]], []),
    Case("id that is no text", ["check", *SAID, "--id", "\udcff"], []),
    Case("subject that is no text", ["why", "\udcff"], []),
    Case("moderator that is no text", ["check", *SAID, "--by", "\udcff"], []),
    Case("table that is no text", ["open", "quadrille", "\udcff"], []),
]


def refused(referee: Referee, case: Case, lang: str) -> str:
    """The one line of a call that is refused, after looking that nothing was appended."""
    rows, raw = referee.rows(), hashlib.sha256(referee.log.read_bytes()).hexdigest()
    result = referee("--lang", lang, *case.words, stdin=case.stdin)
    assert referee.rows() == rows
    assert hashlib.sha256(referee.log.read_bytes()).hexdigest() == raw
    assert result.exit_code == 2, result.stderr
    assert result.stdout == ""
    assert result.stderr.endswith("\n")
    line = result.stderr[:-1]
    assert "\n" not in line
    assert all(char.isprintable() or char == "\u00a0" for char in line), ascii(line)
    return line


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_refused(game: Referee, case: Case, lang: str) -> None:
    line = refused(game, case, lang)
    if "--lang" not in case.words:
        assert line.startswith("referee : " if lang == "fr" else "referee: ")
    for name in case.names:
        assert any(word.casefold() in line.casefold() for word in name.split("|")), (name, line)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_several_tables_and_none_named(game: Referee, lang: str) -> None:
    game.ok("open", "quadrille", "bis", "--at", OPENED)
    for words in (["show"], ["moves"], ["check", *SAID], ["constrain", "knight"], ["why", "@2"]):
        line = refused(game, Case("", words, []), lang)
        assert "--table" in line
        assert "bal" in line
        assert "bis" in line


def test_two_posts_that_could_be_this_one(game: Referee) -> None:
    for post_id in ("7", "8"):
        game.post("David", "21:01", "hello", "--id", post_id)
    words = ["check", "--author", "David", "--at", "2026-11-28 21:01"]
    line = refused(game, Case("", words, [], "hello"), "en")
    assert "--id" in line
    assert "--new" in line


def test_constraints_do_not_repeat(game: Referee) -> None:
    game.ok("constrain", "knight")
    assert "knight" in refused(game, Case("", ["constrain", "knight"], []), "en")


STARTS = {
    "not json": "{",
    "a number": '{"state": 5}',
    "unknown key": '{"flor": []}',
    "three rows": '{"floor": ["....", "....", "...."]}',
    "a step too high": '{"floor": ["...5", "....", "....", "...."]}',
    "a placed step too high": '{"players": {"Alice": {"placed": [5]}}}',
    "no such constraint": '{"constraints": ["everything"]}',
    "no time": '{"last_player": "Alice", "last_move_at": "yesterday"}',
    "no such week": '{"week": "soon"}',
    "far too deep": '{"state":' * 5000 + "1" + "}" * 5000,
    "a post without floor": "hello",
    "empty": "",
    "NUL": "\0",
}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("start", STARTS)
def test_bad_start(game: Referee, start: str, lang: str) -> None:
    path = game.folder / "start.txt"
    path.write_text(STARTS[start], encoding="utf-8")
    line = refused(game, Case("", ["open", "quadrille", "x", "--from", str(path)], []), lang)
    assert "--from" in line or start in ("empty", "NUL")


def test_missing_start(game: Referee) -> None:
    words = ["open", "quadrille", "x", "--from", "nowhere.json"]
    assert "nowhere.json" in refused(game, Case("", words, []), "en")


def test_a_start_without_offset_is_read_in_the_zone_of_the_table(game: Referee) -> None:
    start = {"floor": EMPTY, "last_player": "Alice", "last_move_at": "2026-11-28T08:00:00"}
    path = game.folder / "start.json"
    path.write_text(json.dumps(start), encoding="utf-8")
    game.ok("open", "quadrille", "x", "--at", OPENED, "--from", str(path))
    (shown,) = game.records("show", "--table", "x")
    assert shown["state"]["last_move_at"] == "2026-11-28T08:00:00+01:00"
    words = ["check", "--table", "x", "--author", "Alice", "--at", "2026-11-28 20:30"]
    (record,) = game.records(*words, stdin=drawn((".1..", *EMPTY[1:])))
    assert record["verdict"] == "valid"


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize(
    "words", [[], ["show"], ["check", *SAID], ["verify"], ["tables"], ["log"]], ids=" ".join
)
def test_no_log_yet(referee: Referee, words: list[str], lang: str) -> None:
    result = referee("--lang", lang, *words, stdin=POST)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert str(referee.log) in result.stderr
    assert "referee open quadrille" in result.stderr
    assert not referee.log.exists()


def test_a_refused_opening_makes_no_table(referee: Referee, tmp_path: Path) -> None:
    for words in (["open", "chess", "x"], ["open", "quadrille", "a:b"], ["open", "quadrille"]):
        assert referee(*words).exit_code == 2
    assert not referee.log.exists() or referee.rows() == []
    assert "x" not in referee("tables").stdout
