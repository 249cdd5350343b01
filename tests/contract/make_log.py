"""Make the example log of this version: `python -m tests.contract.make_log [FILE]`.

One event of every type that the program writes, made through its command line alone; without FILE
it goes to `fixtures/logs/`, under the version and the format of the log. What a release wrote is
never made again.
"""

import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner

from referee import __version__
from referee.cli import main
from referee.core.events import EVENTS

LOGS = Path(__file__).parents[2] / "fixtures" / "logs"
NOW = "2026-12-06 12:00"
_GROUNDS = ("🔴🔴🔵🔵", "🔴🔴🔵🔵", "⚪⚪⚫⚫", "⚪⚪⚫⚫")


def floor(*rows: str) -> str:
    """A floor (`.3..` a row) as players post it."""
    return "\n".join(
        "".join(
            ground if mark == "." else f"{mark}\ufe0f\u20e3"
            for ground, mark in zip(*pair, strict=True)
        )
        for pair in zip(_GROUNDS, rows, strict=True)
    )


FIRST = floor("....", ".3..", "....", "....")
SECOND = floor("....", ".3..", "...1", "....")
WRONG = floor("....", ".3..", ".3.1", "....")
THIRD = floor("....", ".3..", "...1", "2...")


def quadrille() -> Iterator[tuple[list[str], str]]:
    """The commands of a Quadrille table, each with what is pasted."""
    yield ["open", "quadrille", "bal", "--at", "2026-11-21 21:00"], ""
    yield ["constrain", "knight", "--at", "2026-11-21 22:00"], ""
    yield ["constrain", "knight", "--lift", "--at", "2026-11-21 23:00"], ""
    yield ["check", "--author", "Alice", "--at", "2026-11-22 20:00"], FIRST
    yield ["check", "--author", "Alice", "--at", "2026-11-22 20:00", "--id", "1040"], FIRST
    second = ["check", "--author", "Bruno", "--at", "2026-11-22 21:00", "--id", "1041"]
    yield second, f"{SECOND}\n\nAlice (0) : [3]\nBruno (0) : [1]"
    yield ["check", "--author", "Chloe", "--at", "2026-11-22 22:00", "--id", "1042"], WRONG
    yield [*second[:-2], "--id", "1041"], f"{SECOND}\n\nAlice (0) : [3]\nBruno (2) : [1]"
    yield ["amend", "1042", "--at", "2026-11-22 22:05", "--reason", "the clock of the forum"], ""
    yield ["alias", "Brunetto", "Bruno", "--reason", "two accounts"], ""
    yield ["overrule", "1042", "accept", "--reason", "a slip of the pen"], ""
    yield ["award", "Bruno", "1", "--week", "2026-W48", "--reason", "a fine dance"], ""
    yield ["undo", "9", "--reason", "posted in the wrong topic"], ""
    yield ["pause", "--at", "2026-11-23 12:00"], ""
    yield ["resume", "--at", "2026-11-24 12:00"], ""
    yield ["check", "--author", "Diego", "--at", "2026-11-25 20:00", "--id", "1050"], THIRD
    yield ["tally", "--week", "2026-W48", "--seal", "--yes"], ""
    yield ["close", "--at", "2026-12-05 12:00"], ""


def seats(seed: Path) -> Iterator[tuple[list[str], str]]:
    """The commands of a table with seats, chance and deadlines."""
    players = ["--player", "Alice", "--player", "Bruno"]
    options = ["--set", "start=varied", "--set", "clock=7d", "--seed-file", str(seed)]
    yield ["open", "deuxpas", "duel", *players, *options, "--at", "2026-11-21 21:00"], ""
    yield ["salt", "Alice", "Noël", "--at", "2026-11-21 22:00"], ""
    yield ["roll", "--at", "2026-11-21 23:00"], ""
    yield ["place", "Alice", "a1 c1 e1 g1", "--at", "2026-11-22 10:00"], ""
    yield ["place", "Bruno", "a8 c8 e8 g8", "--at", "2026-11-22 11:00"], ""
    yield ["extend", "Alice", "24h", "--reason", "a journey", "--at", "2026-11-22 12:00"], ""
    yield ["replace", "Bruno", "Chloé", "--reason", "a new job", "--at", "2026-11-22 13:00"], ""
    yield ["timeouts", "--apply"], ""
    yield ["extend", "Alice", "48h", "--reason", "illness", "--at", "2026-11-23 12:00"], ""
    yield ["close"], ""


def play(path: Path, commands: Iterator[tuple[list[str], str]]) -> None:
    """Run commands on the log at `path`; each has to end with 0 or 1."""
    shared = ["--log", str(path), "--now", NOW, "--by", "David", "--lang", "fr"]
    table = ""
    for words, pasted in commands:
        if words[0] == "open":
            table = words[2]
        where = [] if words[0] == "open" else ["--table", table]
        done = CliRunner().invoke(main, [*shared, *where, *words], input=pasted)
        if done.exit_code not in (0, 1) or (done.exception and done.exit_code != 1):
            raise SystemExit(f"{words}: {done.exit_code} {done.stderr}{done.exception!r}")


def types(path: Path) -> set[tuple[str, int]]:
    """The event types of a log, each with its version."""
    with closing(sqlite3.connect(path)) as db:
        return set(db.execute("SELECT DISTINCT type, version FROM event"))


def made(path: Path) -> set[tuple[str, int]]:
    """Play the story into a new log; the event types that are missing in it."""
    with tempfile.TemporaryDirectory() as folder:
        log, seed = Path(folder) / "log.db", Path(folder) / "seed"
        seed.write_text("5f" * 32)
        play(log, quadrille())
        if ("chance_drawn", 1) in EVENTS:
            play(log, seats(seed))
        with closing(sqlite3.connect(log)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("VACUUM INTO ?", (str(path),))
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode = WAL")
    return set(EVENTS) - types(path)


def format_of(path: Path) -> int:
    """The format of a log, as it says itself."""
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(tempfile.mkdtemp()) / "log.db"
    missing = made(target)
    if len(sys.argv) == 1:
        LOGS.mkdir(exist_ok=True)
        target = target.replace(LOGS / f"{__version__}-format-{format_of(target)}.db")
    print(json.dumps({"log": target.name, "missing": sorted(missing)}))  # noqa: T201 - a report
    sys.exit(bool(missing))
