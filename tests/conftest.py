"""The command line on a log of its own, in one process: what the contract tests drive."""

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from referee.cli import main

NOW = "2026-11-28 21:05"
OPENED = "2026-11-21 21:00"
EMPTY = ("....", "....", "....", "....")
COLUMNS = ("seq", "table_id", "type", "version", "at", "recorded_at", "by", "data", "hash")
_GROUNDS = ("🔴🔴🔵🔵", "🔴🔴🔵🔵", "⚪⚪⚫⚫", "⚪⚪⚫⚫")


def drawn(rows: Iterable[str]) -> str:
    """A floor of the contract (`.3..` a row) as players post it."""
    return "\n".join(
        "".join(
            ground if mark == "." else f"{mark}\ufe0f\u20e3"
            for ground, mark in zip(*pair, strict=True)
        )
        for pair in zip(_GROUNDS, rows, strict=True)
    )


class Referee:
    """`referee` with its log in a folder, at the moment NOW, spoken to in `lang`.

    Calling it runs a command and returns click's result; a traceback fails the test there and
    then. `stdin` is what is pasted, `env` what is set for this command only (None takes it away).
    """

    def __init__(self, folder: Path, lang: str = "en") -> None:
        self.folder, self.lang, self.log = folder, lang, folder / "referee.db"

    def __call__(
        self,
        *words: str,
        stdin: str | bytes | None = None,
        env: dict[str, str | None] | None = None,
    ) -> Result:
        shared = ["--log", str(self.log), "--now", NOW, "--by", "David", "--lang", self.lang]
        return self.bare(*shared, *words, stdin=stdin, env=env)

    def bare(
        self,
        *words: str,
        stdin: str | bytes | None = None,
        env: dict[str, str | None] | None = None,
    ) -> Result:
        """Run with these words alone, without the log, moment, moderator and language."""
        result = CliRunner().invoke(main, words, input=stdin, env=env)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise AssertionError(
                f"traceback of {words}: {result.exception!r}"
            ) from result.exception
        return result

    def ok(self, *words: str, stdin: str | bytes | None = None) -> str:
        """What a command that succeeds writes to stdout."""
        result = self(*words, stdin=stdin)
        assert result.exit_code == 0, (words, result.stdout, result.stderr)
        return result.stdout

    def records(self, *words: str, stdin: str | bytes | None = None) -> list[dict[str, Any]]:
        """The JSON objects of a command, whatever its exit code; stdout must hold nothing else."""
        found = [
            json.loads(line) for line in self("--json", *words, stdin=stdin).stdout.splitlines()
        ]
        assert all(isinstance(record, dict) for record in found)
        return found

    def post(self, author: str, at: str, text: str, *options: str) -> dict[str, Any]:
        """The JSON of one checked post; `at` without a day is on 28 November 2026."""
        when = at if len(at) > 8 else f"2026-11-28 {at}"
        (record,) = self.records("check", "--author", author, "--at", when, *options, stdin=text)
        return record

    def rows(self) -> list[tuple[Any, ...]]:
        """The events as raw SQLite gives them, in the order of COLUMNS."""
        if not self.log.is_file():
            return []
        db = sqlite3.connect(f"{self.log.as_uri()}?mode=ro", uri=True)
        try:
            return db.execute("SELECT * FROM event ORDER BY seq").fetchall()
        finally:
            db.close()

    def forge(self, *statements: str) -> None:
        """Change the file behind the back of the program, without its triggers."""
        db = sqlite3.connect(self.log)
        names = [n for (n,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for statement in (*(f"DROP TRIGGER {name}" for name in names), *statements):
            db.execute(statement)
        db.commit()
        db.close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes minutes is left out of a run that does not ask for it."""
    if not config.getoption("markexpr"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        items[:] = [item for item in items if item not in slow]
        config.hook.pytest_deselected(items=slow)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where the system has one: every log of the tests is synced often."""
    memory = "/dev/shm"  # noqa: S108 - only a folder with a name of its own is made there
    usable = os.access(memory, os.W_OK | os.X_OK)
    made = Path(tempfile.mkdtemp(prefix="referee-", dir=memory if usable else None))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def referee(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Referee:
    """A command line without a log, in an environment that says nothing."""
    for name in os.environ:
        if name.startswith(("REFEREE", "LC_", "LANG")) or name in ("NO_COLOR", "LOGNAME", "USER"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(folder / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    return Referee(folder)


@pytest.fixture(scope="session")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of `game`, made once."""
    made = Referee(tmp_path_factory.mktemp("game"))
    made.ok("open", "quadrille", "bal", "--at", OPENED)
    step = drawn(("....", ".3..", "....", "...."))
    made.post("Alice", "20:41:00", f"{step}\n\nAlice (0) : [3]", "--id", "1040")
    made.post("Bruno", "20:47:00", drawn(("....", ".3..", ".3..", "....")), "--id", "1041")
    made.post("Chloé", "20:52:00", step.replace("⚫⚫", "⬤2", 1), "--id", "1042")
    made.post("Bruno", "20:58:00", drawn(("....", ".3..", "...1", "....")), "--id", "1043")
    assert len(made.rows()) == 9
    return made.log


@pytest.fixture
def game(referee: Referee, played_once: Path) -> Referee:
    """The table `bal`: Alice's valid 3 b2 (1040), Bruno's refused 3 b3 (1041), Chloé's unreadable
    post (1042), Bruno's valid 1 d3 without a ranking (1043)."""
    shutil.copy(played_once, referee.log)
    return referee
