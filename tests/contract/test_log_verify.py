"""`verify` finds what was changed behind the back of the program, and names the event."""

import hashlib
import json
import sqlite3
from typing import Any

import pytest

from tests.conftest import COLUMNS, Referee, drawn

START = "0" * 64
FIRST_FLOOR = drawn(("....", ".3..", "....", "...."))


def quoted(value: Any) -> str:
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def flipped(value: Any) -> Any:
    """The value with one byte changed, or a number with one bit; JSON stays JSON if it can."""
    if isinstance(value, int):
        return value ^ 64
    middle = next(at for at in range(len(value) // 2, len(value)) if value[at].isalnum())
    return value[:middle] + ("0" if value[middle] != "0" else "1") + value[middle + 1 :]


def verified(game: Referee, *words: str) -> tuple[dict[str, Any], str]:
    """The fault that `verify` finds, and its line for people; both exit with 1."""
    machine, people = game("--json", "verify", *words), game("verify", *words)
    assert (machine.exit_code, people.exit_code) == (1, 1)
    assert (machine.stderr, people.stderr) == ("", "")
    record = json.loads(machine.stdout)
    assert record["ok"] is False
    return record["fault"], people.stdout


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("seq", range(1, 10))
def test_a_flipped_byte_is_found(game: Referee, seq: int, column: str) -> None:
    value = game.rows()[seq - 1][COLUMNS.index(column)]
    game.forge(f'UPDATE event SET "{column}" = {quoted(flipped(value))} WHERE seq = {seq}')  # noqa: S608 - the columns above
    fault, told = verified(game)
    if column == "seq":
        missing = seq + 1 if seq < 9 else seq ^ 64
        assert fault["seq"] == missing
    else:
        assert fault["seq"] == seq
    assert f"@{fault['seq']}" in told


@pytest.mark.parametrize("seq", range(1, 9))
def test_a_deleted_row_is_found(game: Referee, seq: int) -> None:
    game.forge(f"DELETE FROM event WHERE seq = {seq}")  # noqa: S608 - a number
    fault, _ = verified(game)
    assert fault["seq"] == seq + 1


@pytest.mark.parametrize("seq", range(1, 9))
def test_a_reordered_pair_is_found(game: Referee, seq: int) -> None:
    game.forge(
        f"UPDATE event SET seq = -1 WHERE seq = {seq}",  # noqa: S608 - a number
        f"UPDATE event SET seq = {seq} WHERE seq = {seq + 1}",  # noqa: S608 - a number
        f"UPDATE event SET seq = {seq + 1} WHERE seq = -1",  # noqa: S608 - a number
    )
    fault, _ = verified(game)
    assert fault["seq"] == seq


def test_a_row_with_a_new_hash_breaks_the_next(game: Referee) -> None:
    data = game.rows()[2][7].replace("2026-W48", "2026-W47")
    game.forge(f"UPDATE event SET data = {quoted(data)} WHERE seq = 3")  # noqa: S608 - quoted
    rechain(game, upto=3)
    assert verified(game)[0]["seq"] == 4


def rechain(game: Referee, upto: int = 10**6) -> None:
    """Recompute the hashes, as a forger would who knows how the chain is made."""
    previous, statements = START, []
    for row in game.rows():
        if row[0] > upto:
            break
        parts = [str(column).encode() for column in row[:-1]]
        framed = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
        previous = hashlib.sha256(previous.encode() + framed).hexdigest()
        statements.append(f"UPDATE event SET hash = '{previous}' WHERE seq = {row[0]}")  # noqa: S608 - a hash
    game.forge(*statements)


def forged(game: Referee, seq: int, old: str, new: str) -> None:
    """One row rewritten, the chain and the snapshot made to fit."""
    data = game.rows()[seq - 1][7]
    assert old in data
    game.forge(
        f"UPDATE event SET data = {quoted(data.replace(old, new))} WHERE seq = {seq}",  # noqa: S608 - quoted
        "DELETE FROM snapshot",
    )
    rechain(game)


FORGERIES = {
    "verdict": ('"verdict":"invalid"', '"verdict":"valid"'),
    "objection": ('"clause":"Q2"', '"clause":"Q3"'),
    "facts": ('"cells":["b2"]', '"cells":["b1"]'),
    "points": ('"points":[]', '"points":[{"clause":"Q3","points":1}]'),
    "move": ('"move":null', '"move":{"step":3,"cell":"b3","emptied":false}'),
    "player": ('"player":"Bruno"', '"player":"Alice"'),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_ruling_with_a_new_chain_is_found(game: Referee, forgery: str) -> None:
    forged(game, 5, *FORGERIES[forgery])
    fault, told = verified(game)
    assert fault["case"] == "ruling"
    assert fault["seq"] in (4, 5)
    assert fault["table"] == "bal"
    assert "@4" in told or "@5" in told
    assert "In the log:" in told
    assert "Judged again:" in told
    assert sum(line.lstrip().startswith("⚪") for line in told.splitlines()) == 4, "both boards"


def test_both_boards_of_a_forged_move_are_shown(game: Referee) -> None:
    forged(game, 3, '"cell":"b2"', '"cell":"b1"')
    fault, told = verified(game)
    assert (fault["seq"], fault["case"]) in ((2, "ruling"), (3, "ruling"))
    was, now = told.split("Judged again:")
    assert was.splitlines()[-4].strip() == "🔴3\ufe0f\u20e3🔵🔵"
    assert now.splitlines()[-4].strip() == "🔴3\ufe0f\u20e3🔵🔵"
    assert fault["was"]["move"] == {"step": 3, "cell": "b1", "emptied": False}
    assert fault["now"]["move"] == {"step": 3, "cell": "b2", "emptied": False}


def test_a_forged_reading_is_found_from_the_text(game: Referee) -> None:
    forged(
        game, 3, '"floor":["....",".3..","....","...."]', '"floor":["...3","....","....","...."]'
    )
    game.forge(
        'UPDATE event SET data = replace(data, \'"cell":"b2"\', \'"cell":"d1"\') WHERE seq = 3'
    )
    rechain(game)
    fault, _ = verified(game, "--deep")
    assert fault["case"] == "ruling"


def test_a_ruling_of_an_older_edition_is_listed_and_no_fault(game: Referee) -> None:
    forged(game, 5, '"clause":"Q2"', '"clause":"Q3"')
    forged(game, 5, '"edition":"quadrille-2"', '"edition":"quadrille-1"')
    assert game("verify").exit_code == 0
    (record,) = game.records("verify")
    assert [(other["table"], other["seq"]) for other in record["otherwise"]] == [("bal", 4)]
    assert "@4 Bruno" in game.ok("verify")


def test_a_cut_tail_is_found_by_the_published_head(game: Referee) -> None:
    head = game.records("verify")[0]["head"]
    assert game("verify", "--head", head).exit_code == 0
    assert head in game.ok("tally")
    game.forge(
        "DELETE FROM event WHERE seq > 7", "DELETE FROM entry WHERE seq > 7", "DELETE FROM snapshot"
    )
    assert game("verify").exit_code == 0, "nothing in the file tells that there was more"
    fault, told = verified(game, "--head", head)
    assert fault["case"] == "head"
    assert head in told


@pytest.mark.parametrize("seq", range(1, 10))
def test_every_published_head_stays_in_the_chain(game: Referee, seq: int) -> None:
    assert game("verify", "--head", game.rows()[seq - 1][8]).exit_code == 0


def test_a_tail_made_anew_is_found_by_the_published_head(game: Referee) -> None:
    head = game.records("verify")[0]["head"]
    forged(game, 9, '"cause":null', '"cause":1')
    fault, _ = verified(game, "--head", head)
    assert fault["case"] == "head"


def test_an_unknown_event_is_named(game: Referee) -> None:
    db = sqlite3.connect(game.log)
    values = "10, table_id, 'pie_thrown', 1, at, recorded_at, \"by\", '{}', ''"
    db.execute(f"INSERT INTO event SELECT {values} FROM event WHERE seq = 9")  # noqa: S608 - the line above
    db.commit()
    db.close()
    rechain(game)
    fault, told = verified(game)
    assert (fault["seq"], fault["type"]) == (10, "pie_thrown")
    assert "pie_thrown" in told


STRANGE = {
    "no effect": ('"effect":{"move":{"step":3,"cell":"b2","emptied":false},', '"effect":{'),
    "no basis": ('"basis":"Q4"', '"basis":null'),
    "a cell elsewhere": ('"cell":"b2"', '"cell":"z9"'),
    "a verdict of its own": ('"verdict":"valid"', '"verdict":"x"'),
}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("strange", STRANGE)
def test_forged_content_of_any_form_is_no_traceback(game: Referee, strange: str, lang: str) -> None:
    """The chain holds, the form is that of a ruling, and yet nothing could have written it."""
    game.lang = lang
    forged(game, 3, *STRANGE[strange])
    check = ["check", "--author", "Chloé", "--at", "2026-11-28 21:04"]
    for words in (["show"], ["moves"], ["replay"], ["why", "@2"], ["tally"], ["status"], check):
        result = game(*words, stdin=drawn(("....", ".3..", "...1", "2...")))
        assert result.exit_code in (0, 1, 3), (words, result.stderr)
        assert result.exit_code != 3 or "referee verify" in result.stderr
    assert game("verify").exit_code == 1, game("verify").stderr


def test_an_event_of_another_type_is_told_by_every_command(game: Referee) -> None:
    game.forge("UPDATE event SET type = 'x' WHERE seq = 4", "DELETE FROM snapshot")
    for words in (["show"], ["moves"], ["why", "Alice"], ["constrain", "knight"]):
        result = game(*words)
        assert (result.exit_code, len(result.stderr.splitlines())) == (3, 1), result.stderr
        assert "@4" in result.stderr


def test_places_deleted_with_the_mark_that_says_so_are_made_again(game: Referee) -> None:
    shown, head = game.ok("show"), game.records("verify")[0]
    game.forge("DELETE FROM entry", "DELETE FROM snapshot", "DELETE FROM stale")
    assert game.ok("show") == shown
    assert game.records("verify")[0] == head


@pytest.mark.parametrize("head", ["zz", "0" * 63, "ab12", ""])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_head_that_is_no_hash_is_refused(game: Referee, head: str, lang: str) -> None:
    result = game("--lang", lang, "verify", "--head", head)
    assert result.exit_code == 2
    assert "64" in result.stderr
    whole = game.records("verify")[0]["head"]
    assert game("verify", "--head", whole.upper()).exit_code == 0
