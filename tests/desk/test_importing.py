"""Whole topics at the desk: one transaction, read twice, in parts, in any order."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.core.post import Post
from referee.desk import importing
from referee.desk.check import judge_one
from referee.desk.errors import Refused
from referee.desk.session import Session
from referee.desk.tables import find
from referee.desk.verify import verify
from referee.store.log import Log
from tests.desk.topics import (
    LATER,
    LAYOUTS,
    NOW,
    Wrote,
    discourse,
    events,
    game,
    imported,
    new_log,
    pasted,
    standing,
    verdicts,
)


@pytest.fixture
def log(folder: Path) -> Iterator[Log]:
    made = new_log(folder / "referee.db")
    yield made
    made.close()


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_game_in_every_layout(log: Log, name: str) -> None:
    done = imported(log, LAYOUTS[name](game()))
    assert verdicts(done) == ["valid"] * 10
    assert [judged.post.author for judged in done.results] == [post.author for post in game()]
    state = done.results[-1].state
    assert find(log, None).game.ranking(state, done.results[-1].week)[0][:2] == ("Alice", 1)
    assert verify(log, deep=True).fault is None
    assert len(events(log)) == 21


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_topic_read_twice_appends_nothing(log: Log, name: str) -> None:
    text = LAYOUTS[name](game())
    imported(log, text)
    before = log.head()
    for _ in range(2):
        done = imported(log, text, now=LATER)
        assert verdicts(done) == ["duplicate"] * 10
        assert (log.head(), done.deleted) == (before, [])


def test_a_topic_that_went_on_appends_only_what_is_new(log: Log) -> None:
    imported(log, discourse(game()[:6]))
    done = imported(log, discourse(game()), now=LATER)
    assert verdicts(done) == ["duplicate"] * 6 + ["valid"] * 4
    assert len(events(log)) == 21


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("name", LAYOUTS)
def test_pages_come_in_any_order(folder: Path, order: tuple[int, ...], name: str) -> None:
    pages = [LAYOUTS[name](game()[start:end]) for start, end in ((0, 4), (3, 7), (7, 10))]
    ordered, shuffled = (new_log(folder / f"{n}.db") for n in "ab")
    first = imported(ordered, *pages)
    other = imported(shuffled, *(pages[at] for at in order))
    assert first.balance == other.balance
    assert [list(row)[:8] for row in ordered.events()] == [
        list(row)[:8] for row in shuffled.events()
    ]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_pages_read_one_by_one_in_any_order_end_alike(folder: Path, order: tuple[int, ...]) -> None:
    pages = [discourse(game()[start:end]) for start, end in ((0, 4), (3, 7), (7, 10))]
    whole, single = (new_log(folder / f"{n}.db") for n in "ab")
    imported(whole, *pages)
    for at in order:
        imported(single, pages[at])
    assert standing(single) == standing(whole)
    assert verify(single, deep=True).fault is None


@pytest.mark.parametrize("at", [0, 4, 9])
def test_an_error_in_the_middle_appends_nothing(
    log: Log, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    before, count = log.head(), iter(range(20))

    def failing(session: Session, post: Post) -> Any:
        if next(count) == at:
            raise KeyboardInterrupt
        return judge_one(session, post)

    monkeypatch.setattr(importing, "judge_one", failing)
    with pytest.raises(KeyboardInterrupt):
        imported(log, discourse(game()))
    assert log.head() == before
    monkeypatch.undo()
    assert imported(log, discourse(game())).balance["valid"] == 10


_KILLED = """
import os, signal, sys
from tests.desk import topics as t
from referee.store.log import Log
log = Log.open(sys.argv[1])
inserts = iter(range(1000))
def seen(statement):
    if statement.startswith(sys.argv[2]) and next(inserts) == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
log._db.set_trace_callback(seen)
t.imported(log, t.discourse(t.game()))
"""


@pytest.mark.parametrize(
    "where", [("INSERT INTO event", 7), ("INSERT INTO event", 19), ("COMMIT", 0)]
)
def test_a_kill_in_the_middle_appends_nothing(log: Log, where: tuple[str, int]) -> None:
    before = log.head()
    root = str(Path(referee.__file__).parents[1])
    command = (sys.executable, "-c", _KILLED, log.path, where[0], str(where[1]))
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": root}, check=False, stderr=subprocess.PIPE
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    log.close()
    again = Log.open(log.path)
    assert again.head() == before
    assert imported(again, discourse(game())).balance["valid"] == 10
    again.close()


def test_one_post_from_the_future_keeps_all_out(log: Log) -> None:
    ahead = Wrote("Bruno", NOW + timedelta(minutes=3), "ok", 11)
    before = log.head()
    with pytest.raises(Refused) as refused:
        imported(log, discourse((*game(), ahead)))
    assert (refused.value.case, log.head()) == ("future-of", before)


def test_others_who_append_meanwhile_are_taken_up(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody checks the first post while the topic is read: it is judged again, not twice."""
    met = [False]

    def disturbed(session: Session, post: Post) -> Any:
        if not met[0]:
            met[0] = True
            pasted(log, game()[0])
        return judge_one(session, post)

    monkeypatch.setattr(importing, "judge_one", disturbed)
    done = imported(log, discourse(game()))
    assert verdicts(done) == ["duplicate"] + ["valid"] * 9
    assert events(log).count("post_recorded") == 10


def test_a_dry_run_changes_nothing_and_says_the_same(log: Log) -> None:
    before = log.head()
    dry = imported(log, discourse(game()), dry_run=True)
    assert log.head() == before
    done = imported(log, discourse(game()))
    assert (dry.balance, verdicts(dry)) == (done.balance, verdicts(done))
