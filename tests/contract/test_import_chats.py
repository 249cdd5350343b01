"""Pastes of chats as a moderator brings them in: what is split, has no day, is left out."""

import pytest

from tests.conftest import Referee, drawn

BOARD = drawn(("....", "....", "....", ".2.."))
NO_DAY = {
    "en": "the post by Alice has no time that I can read (the source gives a time and no day)",
    "fr": "le message d'Alice n'a pas d'heure que je sache lire (la source donne une heure sans",
}


@pytest.fixture
def table(referee: Referee) -> Referee:
    referee.ok("open", "quadrille", "bal", "--at", "2026-11-21 21:00")
    return referee


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("head", ["[20:41] Alice:", "Alice  20:41\n"])
def test_a_time_without_a_day_is_said_and_given_by_hand(
    table: Referee, head: str, lang: str
) -> None:
    table.lang = lang
    told = table("check", stdin=f"{head}{BOARD}\n")
    assert told.exit_code == 2
    assert NO_DAY[lang] in told.stderr
    (found,) = table.records("check", "--at", "2026-11-28 20:41", stdin=f"{head}{BOARD}\n")
    assert (found["author"], found["verdict"]) == ("Alice", "valid")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_undated_messages_of_a_dated_paste_are_named(table: Referee, lang: str) -> None:
    table.lang = lang
    paste = table.folder / "compact.txt"
    paste.write_text(
        f"[20:41] Alice:{BOARD}\n28 novembre 2026\n[20:58] Bruno:ok\n", encoding="utf-8"
    )
    told = table("import", str(paste))
    assert told.exit_code == 1  # what is left out seems to hold a move
    assert "Alice" in told.stderr
    assert {"fr": "une heure sans le jour", "en": "a time and no day"}[lang] in told.stderr


def test_a_preview_is_no_word_of_whoever_answers(table: Referee) -> None:
    flat = BOARD.replace("\n", " ")
    paste = f"Bruno — 20:41\n{BOARD}\n\n@Bruno\n{flat}\n\nAlice — 20:58\nok\n"
    first, second = table.records("check", stdin=paste)[:2]
    assert (first["author"], first["verdict"]) == ("Bruno", "valid")
    assert (second["author"], second["verdict"]) == ("Alice", "no-move")


def test_the_same_message_with_another_reaction_is_no_edit(table: Referee) -> None:
    table.ok("check", stdin=f"Bruno — 20:41\n{BOARD}\n👍\n1\n")
    (again,) = table.records("check", stdin=f"Bruno — 20:41\n{BOARD}\n👍\n2\n🎉\n1\n")
    assert again["verdict"] == "duplicate"


@pytest.mark.parametrize("tag", ["APP", "[QUAD]", "[:3]", ""])
def test_a_badge_is_nobodys_name(table: Referee, tag: str) -> None:
    paste = f"Alice\n{tag}\n — Hier à 20:41\n{BOARD}\nBruno\n{tag}\n — Hier à 20:58\nok\n"
    authors = [found.get("author") for found in table.records("check", stdin=paste)]
    assert authors[:2] == ["Alice", "Bruno"]


def test_a_line_that_begins_like_a_notice_of_discord_hides_no_post(table: Referee) -> None:
    paste = f"Alice — Hier à 20:41\nje joue\n a priori\nBruno\n\n — Hier à 20:58\n{BOARD}\n"
    found = table.records("check", stdin=paste)[:2]
    assert [(one["author"], one["verdict"]) for one in found] == [
        ("Alice", "no-move"),
        ("Bruno", "valid"),
    ]
