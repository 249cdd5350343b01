"""Copies of the log, and logs brought back from them."""

import sqlite3
import threading
from datetime import datetime
from pathlib import Path

import pytest

from referee.desk.check import check
from referee.desk.tables import find
from referee.desk.verify import verify
from referee.posts.dates import Stamp
from referee.posts.reader import Said, read_post
from referee.store.log import Log
from tests.conftest import Referee

NOW = datetime.fromisoformat("2026-11-28T21:05:00+01:00")


def rows_of(path: Path) -> list[tuple[object, ...]]:
    db = sqlite3.connect(path)
    try:
        return db.execute("SELECT * FROM event ORDER BY seq").fetchall()
    finally:
        db.close()


def write(path: Path, posts: int, begun: threading.Event) -> None:
    """Chat, post after post, from a connection of its own."""
    log = Log.open(str(path))
    table = find(log, "bal")
    for n in range(posts):
        said = Said("Alice", Stamp(NOW.replace(second=n % 60, microsecond=n), 1), str(2000 + n))
        post = read_post(f"bonsoir {n}", said, zone=table.zone, now=NOW)
        check(log, table, [post], now=NOW, by="David")
        begun.set()
    log.close()


def test_copy_while_somebody_writes(game: Referee) -> None:
    begun = threading.Event()
    writer = threading.Thread(target=write, args=(game.log, 60, begun))
    writer.start()
    assert begun.wait(10)
    copies = [game.folder / f"copy-{n}.db" for n in range(4)]
    for copy in copies:
        game.ok("backup", str(copy))
    writer.join()
    whole = game.rows()
    for copy in copies:
        rows = rows_of(copy)
        assert rows == whole[: len(rows)]
        log = Log.open(str(copy))
        assert verify(log, deep=True).fault is None
        log.close()
    assert len(whole) == 9 + 120


def test_copy_says_what_it_holds(game: Referee) -> None:
    copy = game.folder / "copy.db"
    (record,) = game.records("backup", str(copy))
    (checked,) = game.records("verify")
    assert record == {"file": str(copy), "events": 9, "head": checked["head"]}
    assert rows_of(copy) == game.rows()
    assert copy.stat().st_mode & 0o777 == 0o600


def test_copy_never_takes_the_place_of_a_file(game: Referee) -> None:
    other = game.folder / "other.txt"
    other.write_text("mine", encoding="utf-8")
    for path in (other, game.log):
        before = path.read_bytes()
        assert game("backup", str(path)).exit_code == 2
        assert path.read_bytes() == before
    assert game("backup", str(game.folder / "nowhere" / "copy.db")).exit_code == 3


@pytest.fixture
def copied(game: Referee) -> Path:
    """A copy of `game`, to which a post was added since."""
    copy = game.folder / "copy.db"
    game.ok("backup", str(copy))
    game.ok("check", "--author", "Alice", "--at", "2026-11-28 21:04", stdin="bonsoir")
    return copy


def test_restored_log_is_that_of_the_copy(game: Referee, copied: Path) -> None:
    newer = game.rows()
    (record,) = game.records("restore", str(copied))
    assert game.rows() == rows_of(copied) == newer[:9]
    assert rows_of(Path(record["kept"])) == newer
    game.ok("verify", "--deep")
    game.ok("check", "--author", "Alice", "--at", "2026-11-28 21:04", stdin="bonsoir")
    assert [row[:8] for row in game.rows()] == [row[:8] for row in newer]


def test_each_old_log_is_kept(game: Referee, copied: Path) -> None:
    kept = [game.records("restore", str(copied))[0]["kept"] for _ in range(3)]
    assert len(set(kept)) == 3
    assert all(Path(path).is_file() for path in kept)


def test_restored_where_there_was_no_log(game: Referee, copied: Path) -> None:
    game.log = game.folder / "elsewhere" / "referee.db"
    (record,) = game.records("restore", str(copied))
    assert record["kept"] is None
    assert len(game.rows()) == 9


def test_restored_over_a_log_that_is_broken(game: Referee, copied: Path) -> None:
    game.log.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    (record,) = game.records("restore", str(copied))
    assert Path(record["kept"]).read_bytes()[16:20] == b"\xff" * 4
    game.ok("verify", "--deep")


def forged(copy: Path, statement: str) -> None:
    made = Referee(copy.parent)
    made.log = copy
    made.forge(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET data = replace(data, 'Alice', 'Bruno') WHERE seq = 2",
        "DELETE FROM event WHERE seq = 5",
        "UPDATE entry SET micros = micros + 60000000 WHERE seq = 2",
        "UPDATE event SET \"by\" = 'Bruno' WHERE seq = 9",
    ],
)
def test_a_copy_that_does_not_hold_is_refused(game: Referee, copied: Path, statement: str) -> None:
    before = game.rows()
    forged(copied, statement)
    result = game("restore", str(copied))
    assert (result.exit_code, result.stdout) == (2, "")
    assert game.rows() == before
    assert not list(game.folder.glob("*.before-*"))


@pytest.mark.parametrize(
    "content", [b"no log at all", b"SQLite format 3\0" + b"\0" * 4000], ids=len
)
def test_a_file_that_is_no_log_is_refused(game: Referee, copied: Path, content: bytes) -> None:
    before = game.rows()
    copied.write_bytes(content)
    result = game("restore", str(copied))
    assert result.exit_code in (2, 3)
    assert (result.stdout, game.rows()) == ("", before)


def test_half_a_copy_is_refused(game: Referee, copied: Path) -> None:
    before, content = game.rows(), copied.read_bytes()
    copied.write_bytes(content[: len(content) // 2])
    assert game("restore", str(copied)).exit_code in (2, 3)
    assert game.rows() == before


def test_an_empty_file_is_refused(game: Referee, copied: Path) -> None:
    before = game.rows()
    copied.write_bytes(b"")
    assert game("restore", str(copied)).exit_code in (2, 3)
    assert game.rows() == before


def test_a_copy_that_is_not_there_is_refused(game: Referee) -> None:
    before = game.rows()
    assert game("restore", str(game.folder / "nothing.db")).exit_code in (2, 3)
    assert game.rows() == before
