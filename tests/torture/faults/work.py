"""What a process does while it is killed: each kind of work, and the log that it begins with.

A work says `acknowledge(head)` when it was told that something is recorded.
"""

import io
import shutil
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.cli import main
from referee.core.post import Post
from referee.core.table import Table
from referee.desk.importing import import_posts
from referee.desk.session import Session
from referee.desk.table import instant_of
from referee.desk.tables import Opening, find, open_table
from referee.posts.dates import Stamp
from referee.posts.reader import Said, read_post
from referee.store.copies import backup, restore
from referee.store.errors import LogError, StaleHead
from referee.store.log import Log
from referee.store.rows import Head
from tests.torture.faults.outcome import unsound

PARIS = ZoneInfo("Europe/Paris")
OPENED = datetime(2026, 11, 21, 21, tzinfo=PARIS)
NOW = datetime(2026, 12, 6, 12, tzinfo=PARIS)
TOPIC = 60
"""Posts of the topic that is imported."""

OLD = Path(__file__).parents[3] / "fixtures" / "logs" / "0.1.0.db"
Acknowledge = Callable[[Head], None]


def new_log(path: Path) -> Path:
    """A log with one open table."""
    with closing(Log.create(str(path))) as log:
        open_table(log, Opening("quadrille", "bal"), at=OPENED, now=NOW, by="torture")
    return path


def post_of(table: Table, text: str, at: datetime) -> Post:
    """A post without a move, by a player of that hour."""
    said = Said(f"Player {at.minute}", Stamp(at, 1), None)
    return read_post(text, said, zone=table.zone, now=NOW)


def append_one(log: Log, table: Table, text: str) -> Head:
    """Record one post behind everything else, again where others come first."""
    while True:
        session = Session(log, table, now=NOW, by="torture")
        last = instant_of(session.last) if session.last else OPENED
        session.judge(post_of(table, text, last.astimezone(PARIS) + timedelta(seconds=1)))
        try:
            return session.commit()
        except StaleHead:
            continue


def append(path: Path, acknowledge: Acknowledge, name: str) -> None:
    """Post after post, for as long as the process lives."""
    with closing(Log.open(str(path))) as log:
        table, number = find(log, None), 0
        while True:
            number += 1
            acknowledge(append_one(log, table, f"bonsoir {name}-{number}"))


def topic(table: Table) -> list[Post]:
    """The posts of a whole topic."""
    return [
        post_of(table, f"message {n}", OPENED + timedelta(hours=1, minutes=n)) for n in range(TOPIC)
    ]


class Work(NamedTuple):
    """`begin(folder)` makes what there is before, `run(folder, acknowledge, name)` is what is
    killed, `check(folder, acknowledged)` says what is wrong afterwards; `longest`: seconds in which
    a kill still meets the work."""

    begin: Callable[[Path], None]
    run: Callable[[Path, Acknowledge, str], None]
    check: Callable[[Path, list[Head]], str]
    longest: float


def _copied(source: str) -> Callable[[Path], None]:
    def begin(folder: Path) -> None:
        base = folder / source
        if not base.exists():
            new_log(base)
            if source == "played.db":
                with closing(Log.open(str(base))) as log:
                    import_posts(log, find(log, None), topic(find(log, None)), now=NOW, by="t")
        for path in folder.glob("log.db*"):
            path.unlink()
        shutil.copyfile(base, folder / "log.db")

    return begin


def _keep(folder: Path) -> None:
    """The log of the kill before goes on, until it is long."""
    path = folder / "log.db"
    if not path.exists() or path.stat().st_size > 2_000_000:
        _copied("base.db")(folder)


def _sound(folder: Path, acknowledged: list[Head]) -> str:
    return unsound(folder / "log.db", acknowledged)


def _import(folder: Path, acknowledge: Acknowledge, name: str) -> None:
    with closing(Log.open(str(folder / "log.db"))) as log:
        table = find(log, None)
        import_posts(log, table, topic(table), now=NOW, by="torture")
        acknowledge(log.head())


def _all_or_nothing(folder: Path, acknowledged: list[Head]) -> str:
    path = folder / "log.db"
    with closing(Log.open(str(path))) as log:
        seq = log.head().seq
    wrong = "" if seq in (1, 1 + 2 * TOPIC) else f"{seq} events of an import"
    return wrong or unsound(path, acknowledged)


def _seal(folder: Path, acknowledge: Acknowledge, name: str) -> None:
    words = ["--log", str(folder / "log.db"), "--now", NOW.isoformat(), "--by", "torture"]
    with redirect_stdout(io.StringIO()):
        words += ["tally", "--week", "2026-W48", "--seal", "--yes"]
        code = main.main(words, standalone_mode=False)
    if code:
        raise LogError("seal", str(folder), f"exit {code}")
    with closing(Log.open(str(folder / "log.db"))) as log:
        acknowledge(log.head())


def _sealed(folder: Path, acknowledged: list[Head]) -> str:
    with closing(Log.open(str(folder / "log.db"))) as log:
        kinds = [row.type for row in log.events(after=1 + 2 * TOPIC)]
    wrong = "" if kinds in ([], ["week_sealed"]) else f"{kinds} of a seal"
    return wrong or _sound(folder, acknowledged)


def _old(folder: Path) -> None:
    for path in folder.glob("log.db*"):
        path.unlink()
    shutil.copyfile(OLD, folder / "log.db")


def _migrate(folder: Path, acknowledge: Acknowledge, name: str) -> None:
    with closing(Log.open(str(folder / "log.db"))) as log:
        acknowledge(log.head())


def _migrated(folder: Path, acknowledged: list[Head]) -> str:
    with closing(Log.open(str(folder / "log.db"))) as log:
        wrong = "" if log.head().seq == 25 else f"@{log.head().seq} after a migration"
    return wrong or _sound(folder, acknowledged)


def _nothing(folder: Path) -> None:
    for path in folder.glob("log.db*"):
        path.unlink()


def _open(folder: Path, acknowledge: Acknowledge, name: str) -> None:
    new_log(folder / "log.db")
    with closing(Log.open(str(folder / "log.db"))) as log:
        acknowledge(log.head())


def _opened(folder: Path, acknowledged: list[Head]) -> str:
    """Whatever stands there, a table can be opened in it, unless it is open already."""
    path = folder / "log.db"
    with closing(Log.create(str(path))) as log:
        if not log.opened("bal"):
            if acknowledged:
                return "the table is gone"
            open_table(log, Opening("quadrille", "bal"), at=OPENED, now=NOW, by="torture")
    return unsound(path, acknowledged)


def _backup(folder: Path, acknowledge: Acknowledge, name: str) -> None:
    with closing(Log.open(str(folder / "log.db"))) as log:
        backup(log, str(folder / "copy.db"))
        acknowledge(log.head())


def _backed_up(folder: Path, acknowledged: list[Head]) -> str:
    """The copy is whole, or has not that name."""
    copy = folder / "copy.db"
    wrong = _sound(folder, acknowledged)
    if copy.exists():
        wrong = wrong or _all_or_nothing_of(copy)
    elif acknowledged:
        wrong = "the copy is gone"
    for path in folder.glob("copy.db*"):
        path.unlink()
    return wrong


def _all_or_nothing_of(path: Path) -> str:
    with closing(Log.open(str(path))) as log:
        seq = log.head().seq
    return unsound(path) if seq == 1 + 2 * TOPIC else f"a copy with {seq} events"


def _restore(folder: Path, acknowledge: Acknowledge, name: str) -> None:
    restore(str(folder / "base.db"), str(folder / "log.db"))
    with closing(Log.open(str(folder / "log.db"))) as log:
        acknowledge(log.head())


def _before_restore(folder: Path) -> None:
    if not (folder / "base.db").exists():
        new_log(folder / "base.db")
    _copied("played.db")(folder)


def _restored(folder: Path, acknowledged: list[Head]) -> str:
    """One of the two logs stands there, whole; the old one if need be beside it."""
    with closing(Log.open(str(folder / "log.db"))) as log:
        seq = log.head().seq
    wrong = _sound(folder, acknowledged)
    if not wrong and seq == 1:
        wrong = _all_or_nothing_of(folder / "log.db.before-1")
    elif not wrong and seq != 1 + 2 * TOPIC:
        wrong = f"{seq} events after a restore"
    return wrong


def _append(folder: Path, acknowledge: Acknowledge, name: str) -> None:
    append(folder / "log.db", acknowledge, name)


KINDS = ("append", "import", "seal", "migrate", "open", "backup", "restore")
WORKS = {
    "careless": Work(_copied("base.db"), _append, _sound, 0.06),
    "append": Work(_keep, _append, _sound, 0.06),
    "import": Work(_copied("base.db"), _import, _all_or_nothing, 0.12),
    "seal": Work(_copied("played.db"), _seal, _sealed, 0.06),
    "migrate": Work(_old, _migrate, _migrated, 0.06),
    "open": Work(_nothing, _open, _opened, 0.06),
    "backup": Work(_copied("played.db"), _backup, _backed_up, 0.03),
    "restore": Work(_before_restore, _restore, _restored, 0.04),
}
