"""`import` and several posts in one `check`: what is said, in which order, and exit codes."""

import json
import sys
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.conftest import Referee, drawn
from tests.desk.topics import NOW, OPENED, Wrote, chatexporter, discourse, game, phpbb_paste

POSTS = Path(__file__).parents[2] / "fixtures" / "posts"
AT = "2026-11-28 22:00"
BALANCE = {"read", "valid", "invalid", "unclear", "no-move", "duplicate", "edited"}
SUMMARY = {
    "posts",
    "new",
    "edited",
    "deleted",
    "revised",
    "early",
    "timeless",
    "unreadable",
    "left_out",
    "other_time",
    "other_author",
    "absent",
    "compared",
}
CHAT = Wrote("David", game()[3].at.replace(second=40), "bien joué !", 11)
WRONG = Wrote("Bruno", NOW.replace(hour=21, minute=30), drawn(("1...", "....", "....", "....")), 12)
DAMAGED = Wrote("Chloé", NOW.replace(hour=21, minute=40), game()[9].text.replace("🔴", "🟥"), 13)
UNCLEAR = DAMAGED._replace(text=drawn(("....", "....", "....", "....")).replace("⚫⚫", "⬤2", 1))


@pytest.fixture
def table(referee: Referee) -> Referee:
    """The table `bal`, opened at eight in the evening; nothing is played yet."""
    referee.ok("open", "quadrille", "bal", "--at", OPENED.isoformat(), "--now", AT)
    return referee


def file(referee: Referee, name: str, text: str) -> str:
    path = referee.folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def brought(referee: Referee, *words: str) -> list[dict[str, Any]]:
    """The lines of an import's JSON; the last one is the summary, which balances."""
    *lines, last = referee.records("import", *words, "--now", AT)
    assert set(last) == {"summary"}
    assert set(last["summary"]) == SUMMARY
    balance = dict(last["summary"]["posts"])
    assert set(balance) == BALANCE
    assert balance.pop("read") == sum(balance.values()) == len(lines)
    assert all("verdict" in line for line in lines)
    return [*lines, last["summary"]]


def test_a_topic_as_people_read_it(table: Referee) -> None:
    topic = file(table, "topic.json", discourse([*game(), CHAT, WRONG]))
    result = table("import", topic, "--now", AT)
    assert result.exit_code == 0, result.stderr
    first, second, authors = result.stderr.splitlines()
    assert first == "topic.json: discourse, 12 posts"
    assert second.startswith("12 posts by 4 authors, Sat 28 Nov 2026 20:41:07 – ")
    assert authors.startswith("  Alice 20:41:07, Bruno ")
    ruling, *rest = result.stdout.split("\n\n")
    assert "Bruno, Sat 28 Nov 2026 21:30" in ruling
    assert "REFUSED (" in ruling
    assert "Posts read 12 = 10 valid + 1 refused + 0 unclear + 1 without a move" in ruling
    assert rest[0].startswith("──── to paste into the topic ────")
    assert "3️⃣4️⃣1️⃣2️⃣" in rest[0]
    assert "Bruno (0) : [1, 2, 3]" in rest[1]


def test_the_split_is_said_before_the_rulings(table: Referee) -> None:
    """Item 9 of what moderators paste: a player can type a header, so the split comes first."""
    topic = file(table, "topic.txt", phpbb_paste([*game()[:2], WRONG]))
    output = table("import", topic, "--now", AT).output
    said = [output.index(text) for text in ("phpbb-paste, 3 posts", "3 posts by 2", "REFUSED")]
    assert said == sorted(said)


@pytest.mark.parametrize(
    ("lang", "said", "balance"),
    [
        ("en", "2 posts by 2 authors", "Posts read 2 = 2 valid"),
        ("fr", "2 messages de 2 auteurs", "Messages lus 2 = 2 valides"),
    ],
)
def test_both_languages(table: Referee, lang: str, said: str, balance: str) -> None:
    topic = file(table, "topic.json", discourse(game()[:2]))
    result = table("import", topic, "--now", AT, "--lang", lang)
    assert said in result.stderr.replace("\u00a0", " ")
    assert balance in result.stdout.replace("\u00a0", " ")


def test_json_is_one_object_a_line_with_the_summary_last(table: Referee) -> None:
    topic = file(table, "topic.json", discourse([*game(), WRONG]))
    *lines, summary = brought(table, topic)
    assert [line["post"] for line in lines] == [str(n) for n in (*range(1, 11), 12)]
    assert [line["author"] for line in lines][:3] == ["Alice", "Bruno", "Chloé"]
    assert lines[0]["posted_at"] == "2026-11-28T20:41:07+01:00"
    assert lines[0]["seq"] == 2
    assert lines[0]["state"]["floor"] == ["1...", "....", "....", "...."]
    assert lines[-2]["points"][0]["clause"] == "Q3"
    assert summary["posts"]["valid"] == 10
    assert (summary["new"], summary["edited"], summary["deleted"]) == (11, 0, [])
    assert table("import", topic, "--json", "--now", AT).stderr == ""


@pytest.mark.parametrize(
    ("post", "of_import", "of_check"), [(CHAT, 0, 0), (WRONG, 0, 1), (UNCLEAR, 1, 1)]
)
def test_exit_codes(table: Referee, post: Wrote, of_import: int, of_check: int) -> None:
    text = phpbb_paste([*game(), post])
    topic = file(table, "topic.txt", text)
    assert table("check", topic, "--dry-run", "--now", AT).exit_code == of_check
    assert table("check", "--dry-run", "--now", AT, stdin=text).exit_code == of_check
    assert table("import", topic, "--now", AT).exit_code == of_import
    assert table("import", topic, "--now", AT).exit_code == 0


def test_several_posts_in_one_check_have_no_summary(table: Referee) -> None:
    records = table.records("check", "--now", AT, stdin=phpbb_paste(game()))
    assert [record["verdict"] for record in records] == ["valid"] * 10
    result = table("check", "--now", AT, stdin=phpbb_paste(game()))
    assert "10 posts by 3 authors" in result.stderr
    assert "10 read before" in result.stdout


@pytest.mark.parametrize(
    "words", [("--author", "Alice"), ("--at", "20:41"), ("--id", "7"), ("--edited-at", "20:45")]
)
def test_what_is_said_of_one_post_goes_with_no_several(
    table: Referee, words: tuple[str, ...]
) -> None:
    before = table.rows()
    result = table("check", *words, "--now", AT, stdin=phpbb_paste(game()))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "10 posts" in result.stderr
    assert table.rows() == before


@pytest.mark.parametrize("command", ["import", "check"])
def test_a_dry_run_changes_nothing(table: Referee, command: str) -> None:
    topic = file(table, "topic.json", discourse([*game(), WRONG, UNCLEAR]))
    before = table.rows()
    dry = table(command, topic, "--dry-run", "--now", AT)
    assert "dry run: nothing was recorded" in dry.stdout
    records = table.records(command, topic, "--dry-run", "--now", AT)
    assert {record.get("seq") for record in records} == {None}
    assert table.rows() == before
    real = table.records(command, topic, "--now", AT)
    assert [r.get("verdict") for r in records] == [r.get("verdict") for r in real]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_files_come_in_any_order(table: Referee, order: tuple[int, ...]) -> None:
    spans = ((0, 4), (3, 7), (7, 10))
    pages = [file(table, f"{a}.json", discourse(game()[a:b])) for a, b in spans]
    *lines, summary = brought(table, *(pages[at] for at in order))
    assert [line["post"] for line in lines] == [str(n) for n in range(1, 11)]
    assert [line["verdict"] for line in lines] == ["valid"] * 10
    assert lines[-1]["state"]["floor"] == ["1234", "3412", ".32.", "...."]
    assert (summary["new"], summary["deleted"], summary["revised"]) == (10, [], 0)


def test_files_in_several_layouts_at_once(table: Referee) -> None:
    one = file(table, "one.json", discourse(game()[:5]))
    two = file(table, "two.txt", phpbb_paste(game()[5:]))
    result = table("import", two, one, "--now", AT)
    assert result.stderr.splitlines()[:2] == [
        "two.txt: phpbb-paste, 5 posts",
        "one.json: discourse, 5 posts",
    ]
    assert "10 valid" in result.stdout


def test_reading_again_says_what_is_new_edited_and_gone(table: Referee) -> None:
    brought(table, file(table, "topic.json", discourse([*game(), CHAT])))
    edited = CHAT._replace(text="bravo !", edited=NOW)
    posts = [*game()[:6], *game()[7:], edited, CHAT._replace(number=14, text="à samedi")]
    topic = file(table, "again.json", discourse(posts))
    told = table("import", topic, "--dry-run", "--now", AT).stdout
    assert "Since the last reading: 1 new, 1 edited, 1 gone" in told
    assert "Gone from the topic (yours to decide): " in told
    *_, summary = brought(table, topic)
    assert (summary["new"], summary["edited"], len(summary["deleted"])) == (1, 1, 1)
    number = table.records("why", f"@{summary['deleted'][0]}")[0]["post"]
    assert number == "7"


def test_posts_from_before_the_opening_are_counted(table: Referee) -> None:
    old = Wrote("Bruno", OPENED.replace(day=20), "ok", 30)
    topic = file(table, "topic.json", discourse([old, *game()]))
    result = table("import", topic, "--now", AT)
    assert "1 post from before the opening (Sat 28 Nov 2026 20:00) left out" in result.stderr
    assert "Posts read 10 = 10 valid" in result.stdout


def test_posts_without_a_time_are_named(table: Referee) -> None:
    lost = phpbb_paste([CHAT]).replace("28/11/2026 20:47", "31/11/2026 20:47")
    topic = file(table, "topic.txt", phpbb_paste(game()) + lost)
    result = table("import", topic, "--now", AT)
    assert "1 post without a time that can be read left out: David" in result.stderr
    assert "Posts read 10 = 10 valid" in result.stdout
    before = table.rows()
    checked = table("check", topic, "--now", AT)
    assert (checked.exit_code, checked.stdout) == (2, "")
    assert "David" in checked.stderr
    assert table.rows() == before


def test_where_no_post_has_a_time_the_import_is_refused(table: Referee) -> None:
    topic = POSTS / "chatexporter" / "text-ambiguous.txt"
    result = table("import", str(topic))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--pasted-at" in result.stderr


def test_a_source_can_be_forced(table: Referee) -> None:
    topic = file(table, "topic.json", discourse(game()))
    assert table("import", topic, "--source", "discourse", "--now", AT).exit_code == 0
    for lang in ("en", "fr"):
        result = table("import", topic, "--source", "phpbb4", "--lang", lang)
        assert result.exit_code == 2
        known = ("auto", "text", "phpbb", "phpbb-paste", "chatexporter-html", "zulip", "xenforo")
        assert all(f"{name}" in result.stderr for name in known)
        assert len(result.stderr.splitlines()) == 1


def test_the_zone_of_the_reader(table: Referee) -> None:
    london = [post._replace(at=post.at.replace(hour=19)) for post in game()]
    topic = file(table, "topic.txt", phpbb_paste(london))
    lines = brought(table, topic, "--zone", "Europe/London", "--dry-run")
    assert lines[0]["posted_at"] == "2026-11-28T20:41:00+01:00"
    result = table("import", topic, "--zone", "Europe/Londres")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Europe/Londres" in result.stderr


def test_relative_times_count_from_when_the_page_was_copied(table: Referee) -> None:
    text = f"Re: Q\nMessage par Alice » il y a 5 minutes\n\n{game()[0].text}\nHaut\n"
    topic = file(table, "topic.txt", text)
    (first, _) = brought(table, topic, "--pasted-at", "2026-11-28 21:00", "--dry-run")
    (second, _) = brought(table, topic, "--dry-run")
    assert first["posted_at"] == "2026-11-28T20:54:00+01:00"
    assert second["posted_at"] == "2026-11-28T21:54:00+01:00"


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"\xff\xfe\x00"])
def test_a_file_that_is_no_text_keeps_all_out(table: Referee, content: bytes) -> None:
    good = file(table, "good.json", discourse(game()))
    bad = table.folder / "bad.bin"
    bad.write_bytes(content)
    before = table.rows()
    for words in ([good, str(bad)], [str(bad), good], [good, str(table.folder / "none.json")]):
        result = table("import", *words, "--now", AT)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.splitlines()[-1].startswith("referee: ")
    assert table.rows() == before


def test_a_nickname_plays_for_the_login(table: Referee) -> None:
    brought(table, file(table, "one.json", chatexporter(game()[:3])))
    nick = game()[3]._replace(author="Alix", login="Alice")
    *lines, _ = brought(table, file(table, "two.json", chatexporter([nick, *game()[4:]])))
    assert [line["verdict"] for line in lines] == ["valid"] * 7
    assert lines[-1]["state"]["players"].keys() == {"Alice", "Bruno", "Chloé"}


class Clipboard(ModuleType):
    """A clipboard with a text in it."""

    PyperclipException = RuntimeError

    def __init__(self, text: str) -> None:
        super().__init__("pyperclip")
        self.text = text

    def paste(self) -> str:
        return self.text

    def copy(self, text: str) -> None:
        self.text = text


def test_the_clipboard_is_read_and_holds_the_reply(
    table: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Clipboard(f"Alice, 28/11/2026 20:41\n\n{game()[0].text}")
    monkeypatch.setitem(sys.modules, "pyperclip", board)
    result = table("check", "--clipboard", "--now", AT)
    assert result.exit_code == 0, result.stderr
    assert "VALID" in result.stdout
    assert board.text.startswith("1️⃣🔴🔵🔵\n")
    assert "Alice (0) : [1]" in board.text


def test_several_posts_from_the_clipboard(table: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyperclip", Clipboard(phpbb_paste(game())))
    records = table.records("check", "--clipboard", "--now", AT)
    assert [record["verdict"] for record in records] == ["valid"] * 10


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_without_a_clipboard_the_way_out_is_named(
    table: Referee, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    class Broken(Clipboard):
        def paste(self) -> str:
            raise self.PyperclipException("no display")

    before = table.rows()
    for module in (None, Broken("")):
        monkeypatch.setitem(sys.modules, "pyperclip", module)
        result = table("check", "--clipboard", "--lang", lang)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "pipx inject referee pyperclip" in result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert table.rows() == before


def test_an_empty_clipboard_is_no_post(table: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyperclip", Clipboard(" \n"))
    assert table("check", "--clipboard").exit_code == 2


def test_json_lines_hold_what_check_holds(table: Referee) -> None:
    one = table.records("check", "--dry-run", "--now", AT, stdin=phpbb_paste(game()[:1]))
    first, _ = brought(table, file(table, "one.txt", phpbb_paste(game()[:1])), "--dry-run")
    assert set(one[0]) - set(first) <= {"reply"}
    assert {key: one[0][key] for key in first} == json.loads(json.dumps(first))
