"""Short forms of what `make torture` does to a log at length, and that it would tell a loss."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.desk.tables import find
from referee.store.log import Log
from referee.store.rows import Head
from tests.torture.faults import calls, surroundings
from tests.torture.faults.crowd import crowd
from tests.torture.faults.kills import killed
from tests.torture.faults.outcome import Outcome, unsound
from tests.torture.faults.power import lost
from tests.torture.faults.work import KINDS, append_one, new_log


def survived(outcome: Outcome, at_least: int = 1) -> None:
    if outcome.note == calls.MISSING:
        pytest.skip(outcome.note)
    assert (outcome.survived, outcome.lost) == (outcome.tried, "")
    assert outcome.tried >= at_least


@pytest.mark.parametrize("kind", KINDS)
def test_a_process_killed_at_any_instant(folder: Path, kind: str) -> None:
    survived(killed(kind, 6, 8, folder), 6)


@pytest.mark.parametrize("kind", ["append", "backup"])
def test_power_lost_at_any_write(folder: Path, kind: str) -> None:
    survived(lost(kind, 1, 8, folder), 50)


@pytest.mark.parametrize("fault", calls.FAULTS)
def test_a_call_that_fails(folder: Path, fault: str) -> None:
    survived(calls.failing(fault, "append", iter(("2", "3+")), folder), 2)


def test_processes_that_append_at_once(folder: Path) -> None:
    survived(crowd(8, 1, folder), 20)


def test_a_log_that_is_locked_protected_or_gone(folder: Path) -> None:
    survived(surroundings.locked(4, folder), 4)
    survived(surroundings.protected(), 3)  # in a folder that others may enter
    survived(surroundings.vanished(6, folder), 6)


def test_a_clock_that_jumps_back(folder: Path) -> None:
    survived(surroundings.jumping(20, 8, folder), 20)


def test_power_that_is_lost_before_a_sync_loses_what_was_not_synced(folder: Path) -> None:
    outcome = lost("careless", 1, 8, folder)
    if outcome.note == calls.MISSING:
        pytest.skip(outcome.note)
    assert 0 < outcome.survived < outcome.tried
    assert outcome.lost.startswith("acknowledged and gone")


def test_what_is_lost_half_recorded_or_there_twice_is_told(folder: Path) -> None:
    path = new_log(folder / "log.db")
    with closing(Log.open(str(path))) as log:
        head = append_one(log, find(log, None), "bonsoir")
        assert unsound(path, [head]) == ""
        assert unsound(path, [Head(3, "f" * 64)]) == "acknowledged and gone: @3"
        assert unsound(path, [Head(5, head.hash)]) == "acknowledged and gone: @5"
        append_one(log, find(log, None), "bonsoir")
    assert unsound(path) == "recorded twice: 'bonsoir'"
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER event_is_never_deleted")
        db.execute("DELETE FROM event WHERE seq = 5")
        db.execute("UPDATE entry SET stands = seq WHERE stands = 5")
        db.commit()
    assert unsound(path).startswith("@4 unruled")
