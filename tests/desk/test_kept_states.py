"""States kept on the way change nothing but time: whatever is kept, deleted or damaged, every
command does and says the same (F6, F9)."""

import hashlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, get_args
from unittest.mock import patch

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given

from referee.cli import main
from referee.core.history import EPOCH
from referee.core.marks import spared
from referee.desk.table import now_of, rebuilt
from referee.desk.verify import verify
from referee.games import load
from referee.store.log import Log
from tests.bench import logs
from tests.desk.invented import OPENED, PLAYERS, Step, Topic, topic
from tests.desk.keeping import FIELDS, kept_every
from tests.desk.story import Story
from tests.desk.test_any_order import SEEDS, TESTED, recorded


def held_back(chance: Random) -> Topic:
    """A topic of which some posts are pasted late, after edits of posts long before them."""
    posts = topic(chance, chance.randint(8, 30), 0)
    steps, waiting, now = list[Step](), list[int](), OPENED
    for number, post in enumerate(posts.posts):
        now = max(now, post.at)
        if chance.random() < 0.3:
            waiting.append(number)
        else:
            steps.append(Step("post", now, number))
        now += timedelta(seconds=1)
        while chance.random() < 0.4:
            steps.append(deed(chance, now))
        if waiting and chance.random() < 0.3:
            steps.append(Step("post", now, waiting.pop(chance.randrange(len(waiting)))))
    steps += [Step("post", now, number) for number in waiting]
    return Topic(posts.start, posts.posts, tuple(steps))


def deed(chance: Random, now: datetime) -> Step:
    """An edit, or something that touches posts and edits of long ago."""
    which, name = chance.randrange(1000), chance.choice(PLAYERS)
    text = chance.choice(("nothing", "=", "= !", f"=\n{name} (1) : [2]", "🔴🔴🔵🔵 = 2"))
    kind = chance.choice(("edit", "edit", "edit", "undo", "amend", "overrule"))
    if kind != "edit":
        text = ""
    edited = now - timedelta(seconds=chance.choice((0, 100, 3000)))
    return Step(kind, now, which, text, name, at=edited, flag=chance.random() < 0.5)


def long_ago(chance: Random) -> Topic:
    """Edits of the first posts of a topic, and a late post only then; some of the edits are taken
    back, a post is amended, and what is pasted at once at the end is late within the page."""
    written = topic(chance, 20, 0)
    posts = [*written.posts[:15], *written.posts[16:], written.posts[15]]
    now = written.posts[-1].at
    steps = [Step("post", now, number) for number in range(14)]
    for number in range(9):
        now += timedelta(seconds=1)
        ranking = f"=\n\n{chance.choice(PLAYERS)} (1) : [2]"
        text = chance.choice((f"nothing {number}", f"= {number}", ranking, ranking))
        at = now - timedelta(seconds=chance.randint(0, 5), microseconds=7)
        steps.append(Step("edit", now, number // 3, text, at=at))
    steps.append(Step("post", now, 14))
    steps += [Step("undo", now, chance.randint(1, 24)) for _ in range(2)]
    steps.append(Step("amend", now, chance.randint(0, 3), name=chance.choice(PLAYERS), flag=True))
    steps.append(Step("page", now, 15, number=5))
    return Topic(written.start, tuple(posts), tuple(steps))


Change = Callable[[Random, sqlite3.Connection], None]


def deleted(chance: Random, db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM snapshot")


def some_deleted(chance: Random, db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM snapshot WHERE rowid % ? = 0", (chance.randint(1, 3),))


def damaged(chance: Random, db: sqlite3.Connection) -> None:
    """A field of some of what is kept, also one that takes the place of another."""
    field = chance.choice(FIELDS)
    number = f"{field} + {chance.choice((-60_000_000, -1, 1, 2, 10_000_000))}"
    text = chance.choice((f"{field} || ' '", f"replace({field}, '1', '2')", "'{}'", "''"))
    change = number if field in FIELDS[1:7] else text
    db.execute(
        f"UPDATE OR REPLACE snapshot SET {field} = {change} WHERE rowid % ? = 0",  # noqa: S608 - ours
        (chance.randint(1, 2),),
    )


def left_over(chance: Random, db: sqlite3.Connection) -> None:
    """What was kept before comes back, also where something has taken a place before it since."""
    db.execute("CREATE TABLE IF NOT EXISTS once AS SELECT * FROM snapshot WHERE 0")
    db.execute("INSERT INTO once SELECT * FROM snapshot")
    some = f"abs(random()) % {chance.randint(1, 3)} = 0"
    db.execute(f"REPLACE INTO snapshot SELECT * FROM once WHERE {some}")  # noqa: S608 - ours


CHANGES = [deleted, some_deleted, damaged, left_over]


def changed(story: Story, change: Change, chance: Random) -> None:
    with closing(sqlite3.connect(story.path)) as db:
        change(chance, db)
        db.commit()


@pytest.mark.parametrize("change", CHANGES, ids=lambda one: one.__name__)
@TESTED
@given(SEEDS)
def test_what_is_kept_changes_nothing_but_time(change: Change, seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - invented posts, no secret
    made = chance.choice((held_back, long_ago, long_ago, None))
    invented = made(chance) if made else topic(chance, chance.randint(5, 25), chance.randint(0, 12))
    every = chance.randint(1, 3)
    # Of a move that is further back than the state remembers, the log has to be asked.
    trail = patch("referee.games.quadrille.state.KEPT", chance.choice((2, 8)))
    with trail, recorded(invented) as bare, recorded(invented) as story, kept_every(every):
        for step in invented.steps:
            changed(bare, deleted, chance)
            changed(story, change if change is not deleted else lambda *_: None, chance)
            done, wanted = story.do(step), bare.do(step)
            assert story.rows() == bare.rows(), step
            assert done == wanted
            now = now_of(story.table, story.log)
            assert now.state == rebuilt(story.table, story.log)
        checked = verify(story.log, deep=True)
        assert (checked.fault, checked.otherwise) == (None, [])


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A short log and a long one."""
    short, long = logs.made(tmp_path_factory.mktemp("games"), (200, 4_000))
    return short, long


def steps_of(path: Path, *words: str, stdin: str = "") -> int:
    """How much SQLite does for a command on a copy of a log: instructions of its machine, of which
    every row that is read takes several."""
    steps, connect = [0], sqlite3.connect

    def counting(*args: Any, **kwargs: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*args, **kwargs)

        def count() -> None:
            steps[0] += 1

        db.set_progress_handler(count, 10)
        return db

    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(path, folder)
        with patch("sqlite3.connect", counting):
            options = ["--log", copy, "--json"]
            done = CliRunner().invoke(main, [*options, *words], input=stdin)
    assert done.exit_code in (0, 1), done.output
    return 10 * steps[0]


def bare(path: Path) -> Path:
    """A copy of a log without what is kept."""
    made = path.with_suffix(".bare")
    shutil.copy(path, made)
    with closing(sqlite3.connect(made)) as db:
        db.execute("DELETE FROM snapshot")
        db.commit()
    return made


NAMES = ("check", "overrule", "amend", "undo", "pause", "constrain", "award", "show")


def commands(path: Path) -> dict[str, list[str]]:
    """Commands that reach some places back from the end of a log, in the week of its end."""
    with closing(sqlite3.connect(path)) as db:
        places = db.execute(
            "SELECT micros, seq FROM entry ORDER BY micros DESC LIMIT 21"
        ).fetchall()
    instants = [EPOCH + timedelta(microseconds=micros) for micros, _ in places]
    at, post = (instants[-1] + timedelta(seconds=1)).isoformat(), places[-1][1]
    amended = ["--at", at, "--reason", "a slip"]
    found = {
        "check": ["check", "--author", "Alice", "--at", at],
        "overrule": ["overrule", f"@{post}", "refuse", "--reason", "so decided"],
        "amend": ["amend", f"@{post}", *amended],
        "undo": ["undo", str(post), "--reason", "a mistake"],
        "pause": ["pause", "--at", at],
        "constrain": ["constrain", "knight"],
        "award": ["award", "Alice", "2", "--reason", "so decided"],
        "show": ["show", "--at", at],
    }
    now = (instants[0] + timedelta(minutes=1)).isoformat()
    return {name: ["--now", now, *words] for name, words in found.items()}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_read_depends_on_how_far_back_it_lies(games: tuple[Path, Path], name: str) -> None:
    short, long = (steps_of(path, *commands(path)[name], stdin="bonsoir") for path in games)
    assert long < 1.5 * short + 1_000
    whole = steps_of(bare(games[1]), *commands(games[1])[name], stdin="bonsoir")
    assert whole > 10 * long


def test_few_states_are_kept(games: tuple[Path, Path]) -> None:
    for path, most in zip(games, (6, 30), strict=True):
        with closing(Log.open(str(path))) as log:
            found = list(log.snapshots(logs.TABLE))
        assert 4 <= len(found) <= most
        counts = [one.things for one in found]
        assert counts == sorted(counts, reverse=True)
        # To reach a place, at most half as much again is read as lies after it.
        gaps = pairwise([counts[0], *counts])
        assert all(later - earlier <= 16 + (counts[0] - later) / 2 for later, earlier in gaps)


def test_few_are_kept_however_many_are_noted() -> None:
    """One more each time, as a game goes on, not always after the same number of things."""
    chance, kept, end = Random(7), set[int](), 0  # noqa: S311 - no secret
    for _ in range(3_000):
        end += chance.choice((1, 16, 16, 16, 17))
        kept = spared({*kept, end})
        assert end in kept
        assert len(kept) <= 50
        for earlier, later in pairwise([0, *sorted(kept)]):
            assert later - earlier <= 17 + (end - later) / 2


@pytest.mark.parametrize("name", ["quadrille", "qwixx", "azul", "deuxpas"])
def test_the_schema_of_a_state_is_told_from_its_fields(name: str) -> None:
    """A state that was kept is decoded only where its game still has these fields. Where this fails
    after a change of a state, write the new number into the game."""
    game = load(name)
    assert game.schema == hashlib.sha256(_told(game.state_type).encode()).hexdigest()[:16]


def _told(kind: Any) -> str:
    """A type with all that it is made of, in the words of Python's own annotations."""
    seen: dict[str, str] = {}
    waiting = [kind]
    while waiting:
        one = waiting.pop()
        waiting += get_args(one)
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one.__name__ not in seen:
            fields = [(field.encode_name, field.type) for field in msgspec.structs.fields(one)]
            seen[one.__name__] = ", ".join(f"{name}: {type_}" for name, type_ in fields)
            waiting += [type_ for _, type_ in fields]
    return "\n".join(f"{name}({seen[name]})" for name in sorted(seen))
