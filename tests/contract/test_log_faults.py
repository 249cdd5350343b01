"""A log that cannot be used: exit 3, one line that says where and what to do, nothing appended.

The tests may run as root, whom permissions do not stop and for whom no disk can be filled. So a
full disk is SQLite's own limit of pages, set on the connection that the program gets; a log that
cannot be written is one whose process has given up root, or a connection that may only query.
"""

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.store import connection as store
from tests.conftest import OPENED, Referee, drawn

CHECK = ["check", "--author", "Alice", "--at", "2026-11-28 21:04"]
POST = drawn(("....", ".3..", "...1", "2..."))
READING = [
    ["status"],
    ["show"],
    ["moves"],
    ["tally"],
    ["replay"],
    ["why", "@2"],
    ["verify"],
    ["log"],
]
WRITING = [CHECK, ["constrain", "knight"], ["open", "quadrille", "bis", "--at", OPENED]]
NOBODY = 65534


def fault(referee: Referee, words: list[str], hint: str, stdin: str = POST) -> None:
    """The command ends with 3 and one line, in French and in English, and changes nothing."""
    before = referee.log.read_bytes() if referee.log.is_file() else b""
    for lang in ("fr", "en"):
        result = referee("--lang", lang, *words, stdin=stdin)
        assert result.exit_code == 3, (result.exit_code, result.stdout, result.stderr)
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1
        assert result.stderr.startswith("referee : " if lang == "fr" else "referee: ")
        assert str(referee.log) in result.stderr
        assert any(word in result.stderr for word in hint.split("|")), result.stderr
    after = referee.log.read_bytes() if referee.log.is_file() else b""
    assert hashlib.sha256(after).digest() == hashlib.sha256(before).digest()


def every(words: list[list[str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("words", words, ids=lambda words: words[0])


@every([*READING, *WRITING])
def test_log_of_a_newer_version(game: Referee, words: list[str]) -> None:
    game.forge("PRAGMA user_version = 99")
    fault(game, words, "99")


@every([*READING, *WRITING])
def test_somebody_elses_database(referee: Referee, words: list[str]) -> None:
    db = sqlite3.connect(referee.log)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    fault(referee, words, "--log")


@every([*READING, *WRITING])
def test_text_file_as_log(referee: Referee, words: list[str]) -> None:
    referee.log.write_text("Alice, 21/11/2026 20:58\n" * 100, encoding="utf-8")
    fault(referee, words, "sauvegarde|backup")


@every([*READING, *WRITING])
def test_folder_as_log(referee: Referee, words: list[str]) -> None:
    referee.log.mkdir()
    fault(referee, words, "droits|permissions")
    assert list(referee.log.iterdir()) == []


@every([["open", "quadrille", "bis"]])
def test_log_below_a_file(referee: Referee, words: list[str]) -> None:
    (referee.folder / "file").write_text("")
    referee.log = referee.folder / "file" / "referee.db"
    fault(referee, words, "droits|permissions")


@every([["show"], ["replay"], ["verify"], ["log"], CHECK])
def test_garbage_in_the_middle(game: Referee, words: list[str]) -> None:
    raw = bytearray(game.log.read_bytes())
    raw[4096 : len(raw)] = b"\xa5" * (len(raw) - 4096)
    game.log.write_bytes(raw)
    fault(game, words, "sauvegarde|backup")


@every([["show"], ["verify"], CHECK])
def test_log_cut_short(game: Referee, words: list[str]) -> None:
    game.log.write_bytes(game.log.read_bytes()[: 4096 * 2 + 100])
    fault(game, words, "sauvegarde|backup")


DAMAGE = {
    "opening that is no JSON": "data = '{' WHERE seq = 1",
    "opening of another version": "version = 9 WHERE seq = 1",
    "unknown game": "data = replace(data, '\"quadrille\"', '\"halma\"') WHERE seq = 1",
    "unknown zone": "data = replace(data, 'Europe/Paris', 'Europe/Pariz') WHERE seq = 1",
    "no time of opening": "at = 'soon' WHERE seq = 1",
    "post that is no JSON": "data = '{' WHERE seq = 2",
    "ruling that is no JSON": "data = '{' WHERE seq = 3",
    "ruling without effect": "data = replace(data, '\"effect\"', '\"affect\"') WHERE seq = 3",
    "no text at all": "data = CAST(x'ff' AS TEXT) WHERE seq = 3",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_row_is_never_a_traceback(game: Referee, damage: str) -> None:
    """A command that needs the row says that the log is corrupt; `verify` may name it (1)."""
    game.forge(f"UPDATE event SET {DAMAGE[damage]}")  # noqa: S608 - the texts above
    kept, wrong = game.log.read_bytes(), []
    for words in (*READING, ["--json", "verify"], ["--json", "show"], ["tables"], CHECK):
        game.log.write_bytes(kept)
        try:
            result = game(*words, stdin=POST)
        except AssertionError as error:
            wrong.append(f"{words}: {error.__cause__!r}")
            continue
        assert result.exit_code in (0, 1, 3)
        assert result.exit_code != 1 or "verify" in words
        assert len(result.stderr.splitlines()) <= 1 or words[0] == "why"
    assert wrong == []


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program waits a moment for a writer, not seconds."""
    monkeypatch.setattr(store, "WAIT", 0.02)


@pytest.mark.usefixtures("hasty")
@every(WRITING)
def test_log_held_by_another_writer(game: Referee, words: list[str]) -> None:
    other = sqlite3.connect(game.log, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        fault(game, words, "ferme|close")
        assert game("show").exit_code == 0, "readers go on"
    finally:
        other.close()
    assert len(game.rows()) == 9
    assert game(*words, stdin=POST).exit_code == 0


@pytest.mark.usefixtures("hasty")
@every([["show"], CHECK])
def test_log_that_another_has_for_itself(game: Referee, words: list[str]) -> None:
    other = sqlite3.connect(game.log, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    try:
        fault(game, words, "ferme|close")
    finally:
        other.close()


def connections(monkeypatch: pytest.MonkeyPatch, *pragmas: str) -> None:
    """Every connection that the program makes from now on begins with these."""
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def connected(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        db = connect(*args, **kwargs)
        for pragma in pragmas:
            db.execute(pragma)
        return db

    monkeypatch.setattr(sqlite3, "connect", connected)


@every(WRITING)
def test_full_disk(game: Referee, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    rows = game.rows()
    pages = game.log.stat().st_size // 4096
    with monkeypatch.context() as full:
        connections(full, f"PRAGMA max_page_count = {pages}")
        long = ["--player", "Chloé" * 4000]
        more = long if words[0] == "open" else ["--by", "David" * 4000]
        fault(game, [*words, *more], "place|room", POST + "\n" + "hello " * 4000)
    assert game.rows() == rows
    assert game(*words, stdin=POST).exit_code == 0


def test_full_disk_where_the_log_would_be_made(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["open", "quadrille", "bal", "--at", OPENED]
    with monkeypatch.context() as full:
        connections(full, "PRAGMA max_page_count = 4")
        result = referee(*words)
        assert result.exit_code == 3
        assert len(result.stderr.splitlines()) == 1
    assert referee(*words).exit_code == 0, "once there is room, it opens"


def test_opening_that_was_interrupted_can_be_done_again(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power goes after the schema is made and before the log says which schema that is."""
    from referee.store import schema

    words = ["open", "quadrille", "bal", "--at", OPENED]
    with monkeypatch.context() as broken:
        broken.setattr(schema, "_RANKINGS", "interrupted(")
        assert referee(*words).exit_code == 3
    again = referee(*words)
    assert (again.exit_code, len(referee.rows())) == (0, 1), again.stderr


@every(WRITING)
def test_connection_that_may_only_query(
    game: Referee, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as query_only:
        connections(query_only, "PRAGMA query_only = ON")
        fault(game, words, "droits|permissions")
        assert game("show").exit_code == 0
    assert len(game.rows()) == 9


@contextmanager
def nobody() -> Iterator[None]:
    """Without the rights of root, where the tests have them."""
    if os.getuid() != 0:
        yield
        return
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.fixture
def protected(game: Referee) -> Iterator[Referee]:
    """The game in a folder and a file that may be read and not be written."""
    folder = Path(tempfile.mkdtemp())
    log = Path(shutil.copy(game.log, folder / "referee.db"))
    for words in (*READING, *WRITING):  # nobody may not be allowed to import what they need
        assert game(*words, stdin=POST).exit_code == 0
    game.log = log
    log.chmod(0o444)
    folder.chmod(0o555)
    yield game
    folder.chmod(0o755)
    shutil.rmtree(folder)


@every(READING)
def test_a_log_that_cannot_be_written_can_be_read(protected: Referee, words: list[str]) -> None:
    with nobody():
        result = protected(*words)
    assert result.exit_code == 0, result.stderr
    assert [path.name for path in protected.log.parent.iterdir()] == ["referee.db"]
    assert result.stdout == protected(*words).stdout


@every(WRITING)
def test_a_log_that_cannot_be_written_is_not(protected: Referee, words: list[str]) -> None:
    with nobody():
        fault(protected, words, "droits|permissions")


def test_a_folder_that_cannot_be_written(referee: Referee) -> None:
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    referee.log = folder / "referee.db"
    referee("open", "quadrille", "bal", "--log", str(referee.folder / "warm.db"))
    with nobody():
        fault(referee, ["open", "quadrille", "bal"], "droits|permissions")
    folder.rmdir()
