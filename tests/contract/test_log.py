"""The log as a file: its chain, its triggers, appends that meet, caches to throw away."""

import hashlib
import json
import os
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from referee.core.events import ConstraintAdded
from referee.store.errors import StaleHead
from referee.store.log import Log
from referee.store.rows import Head, Kept, New, Secret
from tests.conftest import COLUMNS, OPENED, Referee, drawn
from tests.desk.keeping import keep_states

START = "0" * 64
REST = 'table_id, type, version, at, recorded_at, "by", data, hash'
NEXT = drawn(("....", ".3..", "...1", "2..."))
CHECK = ["check", "--author", "Alice", "--at", "2026-11-28 21:04"]
READING = [
    ["status"], ["show"], ["show", "--at", "2026-11-28 20:50"], ["moves"], ["tally"], ["replay"],
    ["tally", "--week", "2026-W48"], ["why", "1040"], ["why", "Alice"], ["log"], ["tables"],
]  # fmt: skip


def chained(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """The hash of each row by the words of the design: SHA-256 over the hash before and the stored
    columns, each behind its length (8 bytes, big-endian)."""
    found = [START]
    for row in rows:
        parts = [str(column).encode() for column in row[:-1]]
        framed = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
        found.append(hashlib.sha256(found[-1].encode() + framed).hexdigest())
    return found[1:]


def test_chain_can_be_recomputed_from_the_file_alone(game: Referee) -> None:
    game.ok("constrain", "knight")
    rows = game.rows()
    assert len(rows) == 10
    assert [row[0] for row in rows] == [*range(1, 11)]
    assert chained(rows) == [row[8] for row in rows]


def test_columns_can_be_read_by_others(game: Referee) -> None:
    db = sqlite3.connect(game.log)
    assert [row[1] for row in db.execute("PRAGMA table_info(event)")] == list(COLUMNS)
    views = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'view'")}
    assert views == {"posts", "rulings", "rankings", "weeks"}
    counts = [db.execute(f"SELECT count(*) FROM {view}").fetchone() for view in sorted(views)]  # noqa: S608 - the names above
    assert counts == [(4,), (2,), (4,), (1,)]
    assert all(json.loads(data) for (data,) in db.execute("SELECT data FROM event"))
    db.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET data = '{}' WHERE seq = 3",
        "UPDATE event SET seq = 100 WHERE seq = 9",
        "UPDATE OR REPLACE event SET seq = 3 WHERE seq = 9",
        "UPDATE event SET rowid = 100 WHERE seq = 9",
        "DELETE FROM event WHERE seq = 9",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event SELECT * FROM event WHERE seq = 3",
        "REPLACE INTO event SELECT * FROM event WHERE seq = 9",
        f"INSERT INTO event SELECT seq + 2, {REST} FROM event WHERE seq = 9",  # noqa: S608 - the names above
        f"INSERT INTO event SELECT -1, {REST} FROM event WHERE seq = 9",  # noqa: S608 - the names above
        f"INSERT INTO event SELECT NULL, {REST} FROM event WHERE seq = 9",  # noqa: S608 - the names above
        "INSERT INTO event SELECT * FROM event WHERE seq = 3 ON CONFLICT DO UPDATE SET data = '{}'",
    ],
)  # fmt: skip
@pytest.mark.parametrize("recursive", ["OFF", "ON"])
def test_a_bare_connection_can_only_append(game: Referee, statement: str, recursive: str) -> None:
    before = game.rows()
    db = sqlite3.connect(game.log)
    db.execute(f"PRAGMA recursive_triggers = {recursive}")
    with pytest.raises(sqlite3.IntegrityError, match="the log only grows"):
        db.execute(statement)
    db.commit()
    db.close()
    assert game.rows() == before


def test_log_is_in_wal_mode_and_every_append_is_synced(game: Referee) -> None:
    log = Log.open(str(game.log))
    assert log._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert log._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    log.close()


def test_log_can_be_read_by_its_owner_alone(referee: Referee) -> None:
    mask = os.umask(0)
    try:
        referee.log = referee.folder / "deep" / "er" / "referee.db"
        referee.ok("open", "quadrille", "bal", "--at", OPENED)
        log = Log.open(str(referee.log))
        log.append([added("knight")], log.head())
        files = {path.name: path.stat().st_mode & 0o777 for path in referee.log.parent.iterdir()}
        log.close()
    finally:
        os.umask(mask)
    assert files == dict.fromkeys(("referee.db", "referee.db-wal", "referee.db-shm"), 0o600)


def added(constraint: str) -> New:
    at = datetime.fromisoformat("2026-11-28T21:00:00+01:00")
    return New("bal", at, at, "David", ConstraintAdded(constraint))


def test_append_with_a_stale_head_appends_nothing(game: Referee) -> None:
    first, second = Log.open(str(game.log)), Log.open(str(game.log))
    head = first.head()
    second.append([added("knight")], second.head())
    rows = game.rows()
    for stale in (head, Head(10, "f" * 64), Head(11, second.head().hash), Head(0, START)):
        with pytest.raises(StaleHead):
            first.append([added("touching"), added("diagonals")], stale)
    assert game.rows() == rows
    first.append([added("touching")], first.head())
    assert chained(game.rows()) == [row[8] for row in game.rows()]
    first.close()
    second.close()


def test_an_append_that_fails_half_way_appends_nothing(game: Referee) -> None:
    log = Log.open(str(game.log))
    rows = game.rows()
    with pytest.raises((TypeError, AttributeError)):
        log.append([added("knight"), added("touching")._replace(event=None)], log.head())  # type: ignore[arg-type]  # what fails
    assert game.rows() == rows
    log.append([added("knight")], log.head())
    log.close()


def compete(monkeypatch: pytest.MonkeyPatch, game: Referee, *words: str, stdin: str = "") -> None:
    """Before the next append of the program, another one comes and appends."""
    append = Log.append

    def late(
        self: Log,
        events: Sequence[New],
        expected: Head,
        keep: Sequence[Kept] = (),
        secrets: Sequence[Secret] = (),
    ) -> Head:
        monkeypatch.setattr(Log, "append", append)
        assert game(*words, stdin=stdin).exit_code == 0
        return append(self, events, expected, keep, secrets)

    monkeypatch.setattr(Log, "append", late)


def test_check_that_meets_another_judges_again(
    game: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ["check", "--author", "Chloé", "--at", "2026-11-28 21:03:30"]
    compete(monkeypatch, game, *first, stdin=drawn(("4...", ".3..", "...1", "....")))
    result = game("--json", *CHECK, stdin=NEXT)
    record = json.loads(result.stdout)
    assert result.exit_code == 1
    assert record["seq"] == 12
    assert record["clauses"] == ["Q6", "Q4"]
    assert record["state"]["last_player"] == "Chloé"
    assert [row[0] for row in game.rows()] == [*range(1, 14)]
    assert game("verify", "--deep").exit_code == 0


def test_the_same_post_pasted_twice_at_once_is_recorded_once(
    game: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    compete(monkeypatch, game, *CHECK, stdin=NEXT)
    (record,) = game.records(*CHECK, stdin=NEXT)
    assert record["verdict"] == "duplicate"
    assert len(game.rows()) == 11


def test_constrain_and_open_that_meet_another(
    game: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    compete(monkeypatch, game, "constrain", "knight")
    assert game("constrain", "knight").exit_code == 2
    compete(monkeypatch, game, "open", "quadrille", "bis")
    assert game("open", "quadrille", "bis").exit_code == 2
    compete(monkeypatch, game, "constrain", "touching", "--table", "bal")
    assert game("constrain", "diagonals", "--table", "bal").exit_code == 0
    assert [row[2] for row in game.rows()[9:]] == [
        "constraint_added", "table_opened", "constraint_added", "constraint_added",
    ]  # fmt: skip
    assert game("verify").exit_code == 0


def answers(referee: Referee) -> dict[str, str]:
    """What every command says of a log, and what a next post and the same post become."""
    found = {" ".join(words): referee.ok("--json", *words) for words in READING}
    seen = ["check", "--author", "Bruno", "--at", "2026-11-28 20:58:00", "--id", "1043"]
    same = drawn(("....", ".3..", "...1", "...."))
    found["again"] = referee("--json", *seen, "--dry-run", stdin=same).stdout
    late = ["check", "--author", "David", "--at", "2026-11-28 20:40:00", "--dry-run"]
    found["late"] = referee("--json", *late, stdin=drawn((".4..", "....", "....", "...."))).stdout
    found["check"] = referee("--json", *CHECK, stdin=NEXT).stdout
    found["verify"] = referee.ok("--json", "verify", "--deep")
    return found


@pytest.fixture
def expected(game: Referee, played_once: Path) -> dict[str, str]:
    """The answers of the whole log, which is put back as it was."""
    found = answers(game)
    assert [json.loads(found[name])["verdict"] for name in ("again", "late", "check")] == [
        "duplicate", "valid", "valid",
    ]  # fmt: skip
    game.log.write_bytes(played_once.read_bytes())
    return found


def test_a_newcomer_is_told_without_reading_every_post(
    game: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the plans of the statements say that ask for an author alone."""
    seen: list[str] = []
    connect = sqlite3.connect

    def traced(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*args, **kwargs)
        db.set_trace_callback(seen.append)
        return db

    monkeypatch.setattr(sqlite3, "connect", traced)
    (record,) = game.records("check", "--author", "Zoé", *CHECK[3:], stdin=NEXT)
    monkeypatch.undo()
    assert record["new_player"] is True
    queries = [said for said in seen if "author = " in said and "micros" not in said]
    db = connect(game.log)
    plans = [str(db.execute(f"EXPLAIN QUERY PLAN {said}").fetchall()) for said in queries]
    db.close()
    assert plans
    assert all("entry_author (table_id=? AND author=?)" in plan for plan in plans), plans


CACHES = {
    "no snapshot": ["DELETE FROM snapshot"],
    "no entry": ["DELETE FROM entry"],
    "neither": ["DELETE FROM snapshot", "DELETE FROM entry"],
    "the last entry less": ["DELETE FROM snapshot", "DELETE FROM entry WHERE post_id = '1043'"],
    "one entry less": ["DELETE FROM entry WHERE post_id = '1040'"],
    "snapshots of another table": ["UPDATE snapshot SET table_id = 'bis'"],
    "snapshots earlier": ["UPDATE snapshot SET micros = micros - 1"],
    "snapshots of another rank": ["UPDATE snapshot SET rank = rank + 1"],
    "snapshots of another number": ["UPDATE snapshot SET number = number + 1"],
    "snapshots after another event": ["UPDATE snapshot SET after = after + 1"],
    "snapshots of more things": ["UPDATE snapshot SET things = things + 1"],
    "snapshot seq": ["UPDATE snapshot SET seq = seq - 1"],
    "snapshot hash": ["UPDATE snapshot SET hash = replace(hash, 'a', 'b')"],
    "snapshot edition": ["UPDATE snapshot SET edition = 'quadrille-0'"],
    "snapshot schema": ["UPDATE snapshot SET schema = '0'"],
    "snapshot state": ["UPDATE snapshot SET state = replace(state, 'Bruno', 'Alice')"],
    "snapshot proof": ["UPDATE snapshot SET proof = replace(proof, 'a', 'b')"],
    "snapshots that are nothing": ["UPDATE snapshot SET state = '', proof = ''"],
}  # fmt: skip


@pytest.mark.parametrize("damage", CACHES)
def test_caches_change_no_answer(game: Referee, expected: dict[str, str], damage: str) -> None:
    assert keep_states(game.log) == 4
    db = sqlite3.connect(game.log)
    for statement in CACHES[damage]:
        assert db.execute(statement).rowcount > 0
    db.commit()
    db.close()
    assert answers(game) == expected


@pytest.mark.parametrize(
    "change", ["micros = micros + 1", "rank = 1", "number = 7", "stands = 5", "author = 'bruno'",
               "digest = ''", "precision = 60", "post_id = '7'", "table_id = 'bis'"]
)  # fmt: skip
def test_an_index_that_is_wrong_is_found_and_made_anew(game: Referee, change: str) -> None:
    game.forge(f"UPDATE entry SET {change} WHERE seq = 2")  # noqa: S608 - the texts above
    result = game("--json", "verify")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["fault"]["seq"] == 2
    log = Log.open(str(game.log))
    log.rebuild()
    log.close()
    assert game("verify").exit_code == 0


def test_rebuilding_the_caches_changes_no_answer(game: Referee, expected: dict[str, str]) -> None:
    log = Log.open(str(game.log))
    log.rebuild()
    log.close()
    assert answers(game) == expected
