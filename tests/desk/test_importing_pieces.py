"""A long topic is appended in pieces, and nobody can tell: one transaction, the same log."""

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.core.post import Post
from referee.core.table import Judged
from referee.desk import importing
from referee.desk.check import judge_one
from referee.desk.importing import import_posts, in_order
from referee.desk.session import Session
from referee.desk.table import now_of, rebuilt
from referee.desk.tables import find
from referee.desk.verify import verify
from referee.posts.detect import detect
from referee.posts.reader import Said, unread
from referee.posts.source import Source
from referee.store import connection as store
from referee.store.errors import LogError
from referee.store.log import Log
from tests.desk.topics import (
    LATER,
    NOW,
    PARIS,
    Wrote,
    discourse,
    events,
    game,
    imported,
    new_log,
    pasted,
    phpbb_paste,
    read,
    standing,
    verdicts,
)


@pytest.fixture
def log(folder: Path) -> Iterator[Log]:
    made = new_log(folder / "referee.db")
    yield made
    made.close()


def _edited(at: int) -> Wrote:
    when = game()[at].at + timedelta(minutes=3)
    return game()[at]._replace(text=f"{game()[at].text}\n\nvoilà", edited=when)


STORIES: dict[str, list[tuple[str, ...]]] = {
    "a game": [(discourse(game()),)],
    "late pages": [(discourse(game()[5:]),), (discourse(game()[:5]),), (discourse(game()),)],
    "edits": [(discourse(game()),), (discourse([*game()[:4], _edited(4), _edited(5)]),)],
    "two states": [(discourse(game()), discourse([_edited(4)]), discourse([_edited(9)]))],
    "numbers found later": [(phpbb_paste(game()[2:5]),), (discourse(game()),)],
}


@pytest.mark.parametrize("size", [1, 3, 10])
@pytest.mark.parametrize("story", STORIES)
def test_pieces_of_any_size_make_the_same_log(
    folder: Path, monkeypatch: pytest.MonkeyPatch, story: str, size: int
) -> None:
    whole, parts = (new_log(folder / f"{n}.db") for n in "ab")
    for texts in STORIES[story]:
        done = imported(whole, *texts, now=LATER)
        with monkeypatch.context() as patched:
            patched.setattr(importing, "PIECE", size)
            other = imported(parts, *texts, now=LATER)
        assert (verdicts(done), done.balance) == (verdicts(other), other.balance)
        # A number that is found judges again what waits to be appended, though nothing changes in
        # it: in pieces less waits.
        assert story == "numbers found later" or list(whole.events()) == list(parts.events())
    assert standing(whole) == standing(parts)
    table = find(parts, None)
    assert now_of(table, parts).state == rebuilt(table, parts)
    assert verify(parts, deep=True).fault is None


def test_what_came_of_the_posts_is_told_piece_by_piece(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "PIECE", 4)
    told: list[list[Judged]] = []
    seen: list[int] = []
    other = Log.open(log.path)

    def tell(piece: list[Judged]) -> None:
        told.append(piece)
        seen.append(other.head().seq)  # others see nothing of it yet

    posts = in_order(read(discourse(game())))
    done = import_posts(log, find(log, None), posts, now=NOW, by="David", tell=tell)
    assert ([len(piece) for piece in told], seen) == ([4, 4, 2], [1, 1, 1])
    assert (done.results, done.last) == ([], told[-1][-1])
    assert (done.balance["valid"], other.head().seq) == (10, 21)
    other.close()


@pytest.mark.parametrize("size", [1, 4])
@pytest.mark.parametrize("at", [5, 9])
def test_an_error_in_a_late_piece_appends_nothing(
    log: Log, monkeypatch: pytest.MonkeyPatch, at: int, size: int
) -> None:
    before, count = log.head(), iter(range(20))

    def failing(session: Session, post: Post) -> Any:
        if next(count) == at:
            raise KeyboardInterrupt
        return judge_one(session, post)

    monkeypatch.setattr(importing, "PIECE", size)
    monkeypatch.setattr(importing, "judge_one", failing)
    with pytest.raises(KeyboardInterrupt):
        imported(log, discourse(game()))
    assert (log.head(), events(log)) == (before, ["table_opened"])
    monkeypatch.undo()
    pasted(log, game()[0])
    assert imported(log, discourse(game())).balance["valid"] == 9


def test_others_wait_from_the_first_piece_on(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "PIECE", 4)
    monkeypatch.setattr(store, "WAIT", 0.01)
    other = Log.open(log.path)
    refused: list[str] = []

    def disturbed(piece: list[Judged]) -> None:
        with pytest.raises(LogError) as error:
            pasted(other, game()[0])
        refused.append(error.value.case)
        assert isinstance(error.value.__cause__, sqlite3.OperationalError)

    posts = in_order(read(discourse(game())))
    import_posts(log, find(log, None), posts, now=NOW, by="David", tell=disturbed)
    assert refused == ["locked"] * 3
    pasted(other, game()[0])
    assert events(log).count("post_recorded") == 10
    other.close()


@pytest.mark.parametrize("text", ["ok", "🔴🔵\r\n[quote]x[/quote]", "a\ud83d\udd34b\ud83d", ""])
def test_a_post_that_waits_is_the_post(text: str) -> None:
    name, found = detect(Source(discourse(game()), PARIS, NOW))
    assert found
    one = type(found[0])(found[0].author, found[0].stamp, text, "7", names=("x",), only_by=True)
    waiting = unread(one, Said(), name, now=NOW)
    post = waiting.read()
    assert (post.text, post.digest, post.post_id) == (text, waiting.digest, "7")
    assert (post.author, post.at, post.names) == (waiting.author, waiting.at, ("x",))
    assert post.notes[-1].kind == "only-by"


def test_order_compares_words_only_where_posts_may_be_one() -> None:
    posts = read(phpbb_paste(game()))
    twins = [posts[0], posts[3], posts[0], posts[1], posts[3]]
    assert in_order(twins) == [posts[0], posts[1], posts[3]]
    other = read(phpbb_paste([game()[0]._replace(text="bonsoir")]))
    assert in_order([posts[1], *other, posts[0], *other]) == [*other, posts[0], posts[1]]
