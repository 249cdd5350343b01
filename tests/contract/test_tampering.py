"""Whatever is changed behind the back of the program, `verify` names the first event that is wrong;
what is damaged below SQLite is reported, or the events read back as they were."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.desk.verify import Fault, verify
from referee.store.errors import LogError
from referee.store.log import Log
from referee.store.rows import Snapshot
from tests.bench import logs
from tests.conftest import COLUMNS, Referee
from tests.desk.keeping import keep_states, kept_every

SAMPLE = 7
"""In the short form every so many bytes of a column are flipped, one more each column."""

SEED = "5f" * 32
CELLS = {"Alice": "a1 c1 e1 g1", "Bruno": "a8 c8 e8 g8"}
NO_TRIGGER = "SELECT name FROM sqlite_master WHERE type = 'trigger'"


class Forger:
    """A log kept open, and a connection that changes it without its triggers."""

    def __init__(self, path: Path) -> None:
        self.log = Log.open(str(path))
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA synchronous = OFF")
        for (name,) in self.db.execute(NO_TRIGGER).fetchall():
            self.db.execute(f"DROP TRIGGER {name}")

    def close(self) -> None:
        self.db.close()
        self.log.close()

    def fault(self, head: str | None = None) -> Fault | None:
        """What `verify` finds first."""
        return verify(self.log, head=head).fault

    def after(self, statement: str, *values: object) -> Fault | None:
        """What `verify` finds after a statement, which is taken back."""
        saved = sqlite3.connect(":memory:")
        self.db.backup(saved)
        assert self.db.execute(statement, values).rowcount > 0, statement
        found = self.fault()
        saved.backup(self.db)
        saved.close()
        return found


@pytest.fixture
def forger(game: Referee) -> Iterator[Forger]:
    with closing(Forger(game.log)) as made:
        yield made


def flips(value: int | str, column: str) -> Iterator[int | bytes]:
    """The value with each bit (of a number) or one bit of each byte changed."""
    if isinstance(value, int):
        bits = range(4, 40) if column == "seq" else range(40)  # no other row has such a number
        yield from (value ^ 1 << bit for bit in bits)
        return
    raw = value.encode()
    for at in range(len(raw)):
        yield raw[:at] + bytes([raw[at] ^ 1 << at % 8]) + raw[at + 1 :]


def flipped(forger: Forger, step: int) -> int:
    """Flip the bytes of every column of every row, each step-th; how many were found."""
    count = 0
    rows = forger.db.execute("SELECT * FROM event ORDER BY seq").fetchall()
    for row in rows:
        for number, column in enumerate(COLUMNS):
            where = f'UPDATE event SET "{column}" = CAST(? AS {{}}) WHERE seq = ?'  # noqa: S608 - the columns above
            update = where.format("INTEGER" if isinstance(row[number], int) else "TEXT")
            for change in list(flips(row[number], column))[number % step :: step]:
                forger.db.execute(update, (change, row[0]))
                found = forger.fault()
                key = change if column == "seq" else row[0]
                forger.db.execute(update, (row[number], key))
                wanted = row[0]
                if column == "seq":
                    wanted = row[0] + 1 if row[0] < len(rows) else change
                assert found is not None, (row[0], column, change)
                assert found.seq == wanted, (found, row[0], column, change)
                count += 1
    assert forger.fault() is None
    return count


def test_bytes_of_every_column_are_found(forger: Forger) -> None:
    assert flipped(forger, SAMPLE) > 400


@pytest.mark.slow
def test_every_byte_of_every_column_is_found(forger: Forger) -> None:
    assert flipped(forger, 1) > 4_000


@pytest.mark.parametrize("seq", range(2, 10))
def test_an_inserted_row_is_found(forger: Forger, seq: int) -> None:
    """A copy of the row before it, with its hash made to fit; those behind move on."""
    for last in range(9, seq - 1, -1):
        forger.db.execute("UPDATE event SET seq = seq + 1 WHERE seq = ?", (last,))
    columns = forger.db.execute("SELECT * FROM event WHERE seq = ?", (seq - 1,)).fetchone()
    row = (seq, *columns[1:-1])
    digest = chained(columns[-1], row)
    forger.db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, digest))
    found = forger.fault()
    assert found is not None
    assert (found.seq, found.case) == (seq + 1, "hash")


def chained(previous: str, columns: tuple[Any, ...]) -> str:
    parts = [str(column).encode() for column in columns]
    framed = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hashlib.sha256(previous.encode() + framed).hexdigest()


@pytest.mark.parametrize("seq", range(1, 10))
def test_a_replaced_row_is_found(game: Referee, seq: int) -> None:
    """INSERT OR REPLACE from a bare connection is refused; without the triggers it is found."""
    replace = "INSERT OR REPLACE INTO event SELECT seq, table_id, type, version, at, recorded_at, \"by\", data || ' ', hash FROM event WHERE seq = ?"  # noqa: E501 - one statement
    with closing(sqlite3.connect(game.log)) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute(replace, (seq,))
    with closing(Forger(game.log)) as forger:
        assert forger.fault() is None
        found = forger.after(replace, seq)
    assert found is not None
    assert (found.seq, found.case) == (seq, "hash")


@pytest.mark.parametrize("first", range(1, 9))
def test_rows_that_are_missing_or_moved_are_found(forger: Forger, first: int) -> None:
    last = min(first + 2, 8)
    found = forger.after("DELETE FROM event WHERE seq BETWEEN ? AND ?", first, last)
    assert found is not None
    assert (found.seq, found.case) == (last + 1, "gap")
    found = forger.after("UPDATE event SET seq = -seq WHERE seq BETWEEN ? AND ?", first, last)
    assert found is not None
    assert found.seq == -last
    found = forger.after("UPDATE event SET seq = seq + 20 WHERE seq = ?", first)
    assert found is not None
    assert found.seq == first + 1


@pytest.mark.parametrize("kept", range(9))
def test_a_cut_tail_is_found_by_the_published_head(
    game: Referee, forger: Forger, kept: int
) -> None:
    head = forger.log.head()
    for table in ("event", "entry", "snapshot"):
        forger.db.execute(f"DELETE FROM {table} WHERE seq > ?", (kept,))  # noqa: S608 - the names above
    forger.db.execute("UPDATE entry SET stands = seq WHERE stands > ?", (kept,))
    if kept % 2 or not kept:
        assert forger.fault() is None, "nothing in the file tells that there was more"
    else:
        assert forger.fault() == Fault(kept, "unruled", {})
        assert game("show").exit_code == 3
    found = forger.fault(head.hash)
    assert found is not None
    assert found.seq == kept


def forge_snapshots(forger: Forger, **changes: Any) -> None:
    """Change fields of all snapshots and prove them again, as a forger would."""
    rows = forger.db.execute("SELECT * FROM snapshot").fetchall()
    forger.db.execute("DELETE FROM snapshot")
    for table, *fields in rows:
        made = Snapshot(*fields)._replace(**changes)
        made = made._replace(proof=made.proved(table))
        marks = ", ".join("?" * 12)
        forger.db.execute(f"REPLACE INTO snapshot VALUES ({marks})", (table, *made))  # noqa: S608 - ours


FIELDS = {
    "state": ("state", '{"floor":0}'),
    "state that is nothing": ("state", "{"),
    "earlier": ("micros", 1),
    "later": ("micros", 2**62),
}


@pytest.mark.parametrize("field", FIELDS)
def test_a_snapshot_that_proves_what_is_not_so_is_found(
    game: Referee, forger: Forger, field: str
) -> None:
    assert keep_states(game.log) == 4
    assert forger.fault() is None
    seq = forger.db.execute("SELECT max(seq) FROM snapshot").fetchone()[0]
    name, value = FIELDS[field]
    forge_snapshots(forger, **{name: value})
    found = forger.fault()
    assert found is not None
    assert (found.seq, found.case) == (seq, "snapshot")
    assert f"@{seq}" in game("verify").stdout


ELSEWHERE: list[dict[str, object]] = [
    {"seq": 3},
    {"hash": "f" * 64},
    {"edition": "quadrille-0"},
    {"schema": "0"},
    {"micros": "soon"},
    {"things": "many"},
]


@pytest.mark.parametrize("change", ELSEWHERE, ids=lambda change: next(iter(change)))
def test_a_snapshot_of_elsewhere_is_not_used(
    game: Referee, forger: Forger, change: dict[str, object]
) -> None:
    told = game.ok("--json", "show")
    assert keep_states(game.log) == 4
    state = forger.db.execute("SELECT state FROM snapshot ORDER BY micros DESC").fetchone()[0]
    assert "Bruno" in state
    forge_snapshots(forger, state=state.replace("Bruno", "Zoé"), **change)
    assert game.ok("--json", "show") == told
    assert forger.fault() is None
    with kept_every(1):  # what is kept next goes beside it
        game.ok("constrain", "knight")
    assert forger.fault() is None


def test_a_wrong_index_is_found(forger: Forger) -> None:
    """Every column of every entry, an entry too many, an entry less."""
    columns = [row[1] for row in forger.db.execute("PRAGMA table_info(entry)")][1:]
    seqs = [seq for (seq,) in forger.db.execute("SELECT seq FROM entry").fetchall()]
    assert seqs == [2, 4, 6, 8]
    for seq in seqs:
        found = [forger.after("DELETE FROM entry WHERE seq = ?", seq)]
        for column in columns:
            change = f"UPDATE entry SET {column} = coalesce({column}, '') || '1' WHERE seq = ?"  # noqa: S608 - the columns above
            found.append(forger.after(change, seq))
        assert [(f.seq, f.case) if f else None for f in found] == [(seq, "misplaced")] * 11
    more = "INSERT INTO entry SELECT 3, table_id, micros, rank, 7, 3, NULL, author, digest, 1, 0"
    found = [forger.after(f"{more} FROM entry WHERE seq = 2")]
    assert [(f.seq, f.case) if f else None for f in found] == [(3, "misplaced")]


@pytest.fixture
def duel(referee: Referee) -> Iterator[Forger]:
    """A table with a secret seed, a draw made from it, and one sealed placement."""
    seed = referee.folder / "seed"
    seed.write_text(SEED)
    players = ["--player", "Alice", "--player", "Bruno"]
    options = ["--set", "start=varied", "--seed-file", str(seed), "--at", "2026-11-21 21:00"]
    referee.ok("open", "deuxpas", "duel", *players, *options)
    referee.ok("roll")
    referee.ok("place", "Alice", CELLS["Alice"])
    with closing(Forger(referee.log)) as made:
        yield made


SECRETS = {
    "UPDATE secret SET value = replace(value, '5f5f', '5f60') WHERE kind = 'seed'": (2, "seed"),
    "UPDATE secret SET value = 'no seed' WHERE kind = 'seed'": (2, "seed"),
    "DELETE FROM secret WHERE kind = 'seed'": (2, "seed-gone"),
    "UPDATE secret SET name = 'x' WHERE kind = 'seed'": (2, "seed-gone"),
    "UPDATE secret SET value = value || '.' WHERE kind = 'placement'": (4, "placement-gone"),
    "DELETE FROM secret WHERE kind = 'placement'": (4, "placement-gone"),
    "UPDATE secret SET table_id = 'other'": (2, "seed-gone"),
}  # fmt: skip


@pytest.mark.parametrize("statement", SECRETS)
def test_a_secret_that_is_not_what_was_committed_to_is_found(duel: Forger, statement: str) -> None:
    assert duel.fault() is None
    found = duel.after(statement)
    assert found is not None
    assert (found.seq, found.case) == SECRETS[statement]


def read_back(path: Path) -> tuple[list[Any] | None, str]:
    """The events of a file, and whether `verify` holds; None where the program reports the file."""
    try:
        with closing(Log.open(str(path))) as log:
            rows = list(log.events())
            fault = verify(log).fault
    except LogError as error:
        return None, error.case
    return (None, fault.case) if fault else (rows, "")


def flip_file(path: Path, whole: bytes, places: Iterator[int], rows: list[Any]) -> int:
    """Flip a bit of the byte at each place of the file; how often the program reported it."""
    reported = 0
    for at in places:
        raw = bytearray(whole)
        raw[at] ^= 1 << at % 8
        for side in ("-wal", "-shm"):
            Path(f"{path}{side}").unlink(missing_ok=True)
        path.write_bytes(raw)
        found, _ = read_back(path)
        assert found is None or found == rows, at
        reported += found is None
    return reported


def test_a_byte_flipped_in_the_file_is_reported_or_no_matter(game: Referee) -> None:
    whole, rows = game.log.read_bytes(), game.rows()
    dice = Random(8)  # noqa: S311 - no secret
    used = [at for at, byte in enumerate(whole) if byte]
    assert 20 < flip_file(game.log, whole, iter(dice.sample(used, 200)), rows) < 200


@pytest.mark.slow
def test_every_byte_flipped_in_the_file_is_reported_or_no_matter(game: Referee) -> None:
    whole, rows = game.log.read_bytes(), game.rows()
    used = [at for at, byte in enumerate(whole) if byte]
    assert flip_file(game.log, whole, iter(used), rows) > len(used) // 4


@pytest.fixture
def long(referee: Referee) -> Referee:
    """A log of several pages."""
    with closing(logs.new_log(referee.log)) as log:
        logs.grow(log, 30)
    return referee


def test_a_partly_broken_log_is_read_up_to_there_and_restored(long: Referee) -> None:
    """A page of events is overwritten: those before it are printed, the first lost one is named,
    and the backup takes the place of what is left."""
    copy = long.folder / "copy.db"
    long.ok("backup", str(copy))
    rows, raw = long.rows(), bytearray(long.log.read_bytes())
    page = raw.find(rows[40][8].encode()) // 4096
    lost = [row[0] for row in rows if raw.find(row[8].encode()) // 4096 == page]
    assert 1 < len(lost) < 20
    raw[page * 4096 : (page + 1) * 4096] = b"\xa5" * 4096
    long.log.write_bytes(raw)
    result = long("--json", "log")
    assert result.exit_code == 3
    assert [json.loads(line)["seq"] for line in result.stdout.splitlines()] == [*range(1, lost[0])]
    verified = long("--json", "verify")
    assert verified.exit_code == 1
    record = json.loads(verified.stdout)
    assert (record["fault"]["seq"], record["fault"]["case"]) == (lost[0], "unreadable")
    assert record["head"] == rows[lost[0] - 2][8]
    long.ok("restore", str(copy))
    assert long.rows() == rows
    long.ok("verify", "--deep")
    with suppress(sqlite3.Error):
        assert Path(f"{long.log}.before-1").read_bytes() == raw
