"""Small things that a moderator meets: what is named, what is about, what is struck through."""

import pytest

from tests.conftest import Referee
from tests.contract.test_import_command import AT, file
from tests.contract.test_import_command import table as table  # noqa: PLC0414 - a fixture
from tests.desk.topics import Wrote, discourse, game, phpbb_paste

OTHER = game()[1].text.split("\n\n")[0]


def _page(content: str) -> str:
    """A page of phpBB whose only post holds that."""
    content = content.replace("\n", "<br>")
    return (
        '<!DOCTYPE html><html lang="fr"><body id="phpbb"><div id="p7" class="post bg2">'
        '<div class="postbody"><div id="post_content7"><p class="author">par <strong>'
        '<a class="username">Alice</a></strong> &raquo; 28 nov. 2026, 20:41</p>'
        f'<div class="content">{content}</div></div></div></div></body></html>'
    )


SPOILERS = [
    '<div class="spoiler"><div class="spoilertitle">Spoiler</div>'
    '<div class="spoilercontent">{}</div></div>',
    '<div class="spoiler"><div class="spoiler-header spoiler-trigger">Spoiler</div>'
    '<div class="spoiler-body">{}</div></div>',
    '<div><div class="quotetitle"><b>Spoiler:</b></div><div class="quotecontent">{}</div></div>',
    '<details class="spoiler"><summary>x</summary>{}</details>',
]
STRUCK = ["<s>{}</s>", "<del>{}</del>", "<strike>{}</strike>"]
STRUCK_TEXT = ["~~{}~~", "[s]{}[/s]", "[strike]{}[/strike]"]


@pytest.mark.parametrize("markup", [*SPOILERS, *STRUCK])
def test_what_is_hidden_or_struck_is_not_the_move(table: Referee, markup: str) -> None:
    content = game()[0].text + "\n" + markup.format(OTHER)
    (record, _) = table.records("import", file(table, "t.html", _page(content)), "--now", AT)
    assert record["verdict"] == "valid"
    assert record["move"]["cell"] == "a1"


@pytest.mark.parametrize("markup", STRUCK_TEXT)
def test_a_floor_that_is_struck_in_a_paste_is_not_the_move(table: Referee, markup: str) -> None:
    text = f"Alice, 28/11/2026 20:41\n\n{game()[0].text}\n\n{markup.format(OTHER)}"
    (record,) = table.records("check", "--now", AT, stdin=text)
    assert (record["verdict"], record["move"]["cell"]) == ("valid", "a1")


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "it holds a NUL byte (byte 5)"), ("fr", "octet nul (octet 5)")]
)
def test_a_nul_is_named_with_its_file(table: Referee, lang: str, said: str) -> None:
    path = table.folder / "nul.txt"
    path.write_bytes(b"Alice\0, 28/11/2026 20:41\n")
    for command in ("import", "check"):
        result = table(command, str(path), "--lang", lang)
        assert result.exit_code == 2
        assert "nul.txt" in result.stderr
        assert said in result.stderr


def test_old_line_ends_are_line_ends(table: Referee) -> None:
    text = f"Alice, 28/11/2026 20:41\n\n{game()[0].text}".replace("\n", "\r")
    (record,) = table.records("check", "--now", AT, stdin=text)
    assert (record["verdict"], record["author"]) == ("valid", "Alice")


@pytest.mark.parametrize(
    "line", ["Alice, il y a 5 minutes", "Alice, 28/11/2026 20:41 EST", "Alice, 5 minutes ago"]
)
def test_a_first_line_whose_time_is_the_trouble(table: Referee, line: str) -> None:
    result = table("check", "--now", AT, stdin=f"{line}\n\n{game()[0].text}")
    assert result.exit_code == 2
    assert f"time in the first line “{line}”" in result.stderr


def test_a_post_from_the_future_is_named(table: Referee) -> None:
    late = Wrote("Bruno", game()[1].at.replace(hour=23), "ok", 12)
    text = f"Alice, 28/11/2026 20:41\n\nok\n\nBruno, {late.at:%d/%m/%Y %H:%M}\n\nok\n"
    result = table("check", "--now", AT, stdin=text)
    assert result.exit_code == 2
    assert "the post by Bruno is dated Sat 28 Nov 2026 23:43" in result.stderr


def test_an_age_is_shown_as_about(table: Referee) -> None:
    words = ("--author", "Alice", "--at", "il y a 2 heures", "--now", AT)
    assert ", ≈ Sat 28 Nov 2026" in table("check", *words, stdin=game()[0].text).stdout


def test_a_code_without_a_code_point_has_no_brackets(table: Referee) -> None:
    text = game()[0].text.replace("🔴", ":rouge:", 1)
    result = table("check", "--author", "Alice", "--at", "20:41", "--now", AT, stdin=text)
    assert "()" not in result.stdout


def test_who_is_left_out_as_too_early_is_named(table: Referee) -> None:
    old = Wrote("Bruno", game()[0].at.replace(day=20), "ok", 30)
    topic = file(table, "topic.json", discourse([old, *game()]))
    assert "left out: Bruno" in table("import", topic, "--now", AT).stderr


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("command", ["import", "check"])
def test_a_header_inside_a_post_is_pointed_out(table: Referee, lang: str, command: str) -> None:
    text = "Alice, 28/11/2026 20:41\n\nSalut\n\nRappel, 28/11/2026 20:30\n\n" + game()[0].text
    path = file(table, "t.txt", f"{text}\n\nBruno, 28/11/2026 20:50\n\nok")
    result = table(command, path, "--dry-run", "--now", AT, "--lang", lang)
    older, unknown = (
        ("Rappel 20:30 is older", "Rappel is unknown here")
        if lang == "en"
        else ("Rappel 20:30 est plus ancien", "Rappel est inconnu ici")
    )
    assert older in result.stderr
    assert unknown in result.stderr
    assert "Alice is unknown" not in result.stderr


def test_a_plain_split_points_nothing_out(table: Referee) -> None:
    for posts in (game(), game()[::-1]):
        result = table("import", file(table, "t.txt", phpbb_paste(posts)), "--dry-run", "--now", AT)
        assert "header inside" not in result.stderr
