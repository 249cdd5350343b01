"""Logs of every released version: opened, verified and read as that version read them."""

import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.core.events import EVENTS
from referee.store.rows import FORMAT
from tests.conftest import Referee
from tests.contract import make_log
from tests.contract.test_log_faults import nobody

RELEASED = sorted(make_log.LOGS.glob("*.db"))
CHANGES = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
TOLD = json.loads((make_log.LOGS / "told.json").read_text(encoding="utf-8"))
"""What each version itself said of its log: of every command its JSON."""

ASKED = [
    ["status"],
    ["show"],
    ["tally"],
    ["replay"],
    ["why", "1041"],
    ["verify", "--deep"],
    ["log"],
]

every = pytest.mark.parametrize("log", RELEASED, ids=lambda path: path.stem)


def told(referee: Referee, words: str) -> dict[str, object]:
    shared = ["--now", make_log.NOW, "--table", "bal", "--lang", "fr", "--json"]
    record: dict[str, object] = json.loads(referee.ok(*shared, *words.split()))
    return record


def test_every_released_version_has_its_log() -> None:
    versions = re.findall(r"^## (\d+\.\d+\.\d+) ", CHANGES, re.MULTILINE)
    assert {path.stem for path in RELEASED} == set(versions) == set(TOLD)


@every
def test_a_released_log_reads_as_its_version_read_it(referee: Referee, log: Path) -> None:
    shutil.copy(log, referee.log)
    before = referee.rows()
    for words, record in TOLD[log.stem].items():
        now = told(referee, words)
        assert {name: now[name] for name in record} == record  # names may be added
    assert json.loads(referee.ok("--json", "verify", "--deep"))["head"] == before[-1][8]
    assert make_log.format_of(referee.log) == FORMAT
    assert referee.rows() == before
    referee.ok("open", "quadrille", "bis", "--now", make_log.NOW)
    referee.ok("verify")


@pytest.fixture
def sealed(referee: Referee, request: pytest.FixtureRequest) -> Iterator[Referee]:
    """A released log that may only be read, in a folder that may only be read."""
    folder = referee.folder / "sealed"
    folder.mkdir()
    referee.log = Path(shutil.copy(request.param, referee.log))
    for words in ASKED:  # warm: nobody may not be allowed to import what they need
        referee("--table", "bal", *words)
    referee.log = Path(shutil.copy(request.param, folder / "referee.db"))
    referee.folder.chmod(0o755)
    referee.log.chmod(0o444)
    folder.chmod(0o555)
    yield referee
    folder.chmod(0o755)


@pytest.mark.parametrize("sealed", RELEASED, ids=lambda path: path.stem, indirect=True)
def test_a_released_log_is_read_where_nothing_can_be_written(sealed: Referee) -> None:
    whole = sealed.log.read_bytes()
    with nobody():
        for words in ASKED:
            result = sealed("--table", "bal", *words)
            assert result.exit_code == 0, (words, result.stderr)
    assert sealed.log.read_bytes() == whole


@every
@pytest.mark.parametrize("newer", [FORMAT + 1, 99])
def test_a_newer_log_is_refused_and_left_alone(referee: Referee, log: Path, newer: int) -> None:
    shutil.copy(log, referee.log)
    with closing(sqlite3.connect(referee.log)) as db:
        db.execute(f"PRAGMA user_version = {newer}")
    whole = referee.log.read_bytes()
    for words in (["show"], ["verify"], ["constrain", "knight"]):
        assert referee("--table", "bal", *words).exit_code == 3
    assert referee.log.read_bytes() == whole


def test_the_script_makes_a_log_of_all_events(referee: Referee) -> None:
    assert make_log.made(referee.log) == set()
    assert make_log.types(referee.log) == set(EVENTS)
    assert referee("verify", "--deep").exit_code == 0
