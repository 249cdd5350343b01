"""Posts, names and tables that mean harm: recorded as they are, shown inert everywhere."""

import json
import sqlite3
import unicodedata

import pytest

from referee.render.reply import FORMATS
from tests.conftest import OPENED, Referee, drawn

HOSTILE = {
    "escape": "Eve\x1b[31m\x1b]0;title\x07\x1b[2J",
    "c1": "Eve\x9b31m\x90\x85",
    "bidi": "Eve\u202e\u2066evil\u2069\u200f",
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "bbcode": "[url=javascript:alert(1)]Eve[/url][img]x[/img]",
    "markdown": "**Eve** [x](javascript:y) `code` # | ~~s~~",
    "discord": "@everyone <@1> ||spoiler|| *Eve*",
    "format": "{0.__class__.__mro__} {player} %s %(name)s ${HOME} $(id)",
    "sql": "Eve'); DROP TABLE event; --",
    "formula": "=HYPERLINK(1)",
    "long": "E" * 5000,
    "zero width": "E\u200bv\u200de\ufeff",
}
STEP = drawn(("....", "..1.", "....", "...."))
READING = [
    ["status"], ["show"], ["moves"], ["tally"], ["replay"], ["why", "@2"], ["log"], ["tables"],
    ["tally", "--format", "bbcode"], ["tally", "--format", "markdown"],
    ["tally", "--format", "discord"],
]  # fmt: skip
TURNING = set(map(chr, (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def inert(text: str) -> None:
    """Nothing in it moves a terminal's cursor, changes its colours or turns its lines round."""
    wild = {
        char
        for char in text
        if (unicodedata.category(char) == "Cc" and char not in "\n\t") or char in TURNING
    }
    assert wild == set()


@pytest.mark.parametrize("name", HOSTILE)
def test_text_of_a_post(referee: Referee, name: str) -> None:
    text = f"{HOSTILE[name]}\n{'hello ' * 30}\n{STEP}\n\n{HOSTILE[name][:50]} (3) : [1]"
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    inert(referee.ok("check", "--author", "Alice", "--at", "2026-11-28 20:41", stdin=text))
    assert json.loads(referee.rows()[1][7])["text"] == text
    for words in READING:
        inert(referee.ok(*words))


@pytest.mark.parametrize("name", HOSTILE)
def test_author_of_a_post(referee: Referee, name: str) -> None:
    author = HOSTILE[name]
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    shown = referee("check", "--author", author, "--at", "2026-11-28 20:41", stdin=STEP)
    assert shown.exit_code == 0
    inert(shown.stdout + shown.stderr)
    assert json.loads(referee.rows()[1][7])["author"] == " ".join(author.split())
    for words in (*READING, ["why", author], ["moves", "--player", author]):
        result = referee(*words)
        assert result.exit_code == 0, words
        inert(result.stdout + result.stderr)
    assert referee("verify", "--deep").exit_code == 0


@pytest.mark.parametrize("name", HOSTILE)
def test_name_of_a_player_and_of_the_moderator(referee: Referee, name: str) -> None:
    words = ["--player", HOSTILE[name], "--by", HOSTILE[name]]
    inert(referee.ok("open", "quadrille", "bal", "--at", OPENED, *words))
    assert json.loads(referee.rows()[0][7])["players"] == [HOSTILE[name]]
    assert referee.rows()[0][6] == HOSTILE[name]
    for reading in (["status"], ["show"], ["log"], ["tables"]):
        inert(referee.ok(*reading))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", [name for name in HOSTILE if name != "long"])
def test_name_of_a_table(referee: Referee, name: str, form: str) -> None:
    """A table may be refused such a name; one that is taken is shown inert."""
    table = HOSTILE[name].replace(":", "")[:60]
    options = ["--at", OPENED, "--set", f"reply={form}"]
    result = referee("open", "quadrille", table, *options)
    inert(result.stdout + result.stderr)
    assert result.exit_code in (0, 2)
    if result.exit_code == 2:
        return
    assert referee.rows()[0][1] == table
    post = result.stdout.split("────\n")[1]
    obeys_nothing(post, form)
    for words in (["status"], ["show"], ["tally"], ["tables"], ["log"], ["why", "Zoé"]):
        shown = referee("--table", table, *words)
        inert(shown.stdout + shown.stderr)


def obeys_nothing(reply: str, form: str) -> None:
    """No markup of the forum is left in a reply that holds only a hostile name."""
    inert(reply)
    if form == "bbcode":
        assert "[url" not in reply
        assert "[img" not in reply
    if form in ("markdown", "discord"):
        for mark in ("<script", "<img", "<@", "](", "**Eve", "~~s", "`code", "||sp", "*Eve"):
            assert mark not in reply.replace("\\" + mark[0], ""), mark
    if form in ("markdown", "discord"):
        assert "@everyone" not in reply


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", HOSTILE)
def test_reply_to_a_hostile_author(referee: Referee, name: str, form: str) -> None:
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    words = ["check", "--author", HOSTILE[name], "--at", "2026-11-28 20:41", "--reply", form]
    (valid,) = referee.records(*words, stdin=f"{STEP}\n")
    assert valid["verdict"] == "valid"
    obeys_nothing(valid["reply"], form)
    words[4] = "2026-11-28 20:45"
    (refused,) = referee.records(*words, stdin=drawn(("....", "..1.", "....", "...2")))
    assert refused["verdict"] == "invalid"
    obeys_nothing(refused["reply"], form)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", HOSTILE)
def test_reply_that_quotes_a_hostile_row(referee: Referee, name: str, form: str) -> None:
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    rows = STEP.splitlines()
    rows[2] += f" {HOSTILE[name][:60]}"
    words = ["check", "--author", "Alice", "--at", "2026-11-28 20:41", "--reply", form]
    (record,) = referee.records(*words, stdin="\n".join(rows))
    obeys_nothing(record["reply"] or "", form)


def test_a_name_that_is_a_template_is_said_as_it_is(referee: Referee) -> None:
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    author = HOSTILE["format"]
    words = ["check", "--author", author, "--at", "2026-11-28 20:41"]
    assert author in referee.ok(*words, stdin=STEP)
    assert author in referee.ok("show")
    assert author in referee.ok("why", author)


def test_a_name_that_is_sql_drops_nothing(referee: Referee) -> None:
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    for text in ("' OR 1=1 --", HOSTILE["sql"], '"; DELETE FROM entry; --'):
        referee("--table", text, "show")
        referee("why", text)
        referee("replay", "--player", text)
        referee("check", "--author", text, "--at", "2026-11-28 20:41", "--id", text, stdin="hello")
    db = sqlite3.connect(referee.log)
    assert db.execute("SELECT count(*) FROM event").fetchone() == (7,)
    assert db.execute("SELECT count(*) FROM entry").fetchone() == (3,)
    db.close()


@pytest.mark.parametrize("name", HOSTILE)
def test_author_in_a_table_for_spreadsheets(referee: Referee, name: str) -> None:
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    words = ["check", "--author", HOSTILE[name], "--at", "2026-11-28 20:41"]
    referee.ok(*words, stdin=STEP)
    inert(referee.ok("tally", "--format", "csv"))


def test_a_table_of_points_is_no_formula(referee: Referee) -> None:
    referee.ok("open", "quadrille", "bal", "--at", OPENED)
    words = ["check", "--author", HOSTILE["formula"], "--at", "2026-11-28 20:41"]
    referee.ok(*words, stdin=STEP)
    assert ",'=HYPERLINK(1)," in referee.ok("tally", "--format", "csv")
