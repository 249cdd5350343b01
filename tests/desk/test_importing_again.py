"""A topic read again, at the desk: pasted before, edited, deleted, posted under another name."""

import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.desk.importing import import_posts, in_order, since_opening
from referee.desk.tables import find
from referee.desk.verify import verify
from referee.store.log import Log
from tests.desk.topics import (
    LATER,
    NOW,
    OPENED,
    Wrote,
    chatexporter,
    discourse,
    events,
    game,
    imported,
    new_log,
    pasted,
    phpbb_paste,
    read,
    rulings,
    scratch,
    verdicts,
)


@pytest.fixture
def log(folder: Path) -> Iterator[Log]:
    made = new_log(folder / "referee.db")
    yield made
    made.close()


def test_hand_pastes_without_a_number_then_the_export(log: Log) -> None:
    for post in (game()[0], game()[1], game()[2]):
        pasted(log, post)
    talk = Wrote("David", game()[2].at + timedelta(seconds=30), "bien joué !", 11)
    pasted(log, talk)
    stood = rulings(log, find(log, None))
    done = imported(log, discourse((*game(), talk)), now=LATER)
    assert sorted(verdicts(done)) == ["duplicate"] * 4 + ["valid"] * 7
    assert [judged.adopted for judged in done.results[:4]] == [True] * 4
    assert events(log).count("post_recorded") == 11
    assert events(log).count("post_identified") == 4
    kept = [(r[0], *r[2:]) for r in rulings(log, find(log, None))]
    assert kept[:4] == [(r[0], *r[2:]) for r in stood]
    before = log.head()
    assert verdicts(imported(log, discourse((*game(), talk)), now=LATER)) == ["duplicate"] * 11
    assert log.head() == before
    assert verify(log, deep=True).fault is None


def test_an_export_then_a_hand_paste_of_the_same(log: Log) -> None:
    imported(log, discourse(game()))
    before = log.head()
    for post in game():
        pasted(log, post)
    assert log.head() == before


@given(pasted_first=st.sets(st.integers(0, 9)), exact=st.booleans())
@settings(max_examples=15, deadline=None)
def test_whatever_was_pasted_before_the_game_is_the_same(
    pasted_first: set[int], exact: bool
) -> None:
    with scratch() as log:
        for at in sorted(pasted_first):
            pasted(log, game()[at], precision=1 if exact else 60)
        done = imported(log, discourse(game()), now=LATER)
        assert done.balance["duplicate"] == len(pasted_first)
        assert events(log).count("post_recorded") == 10
        assert [row[2] for row in rulings(log, find(log, None))] == ["valid"] * 10


def _edit(at: int, text: str, when: datetime) -> tuple[Wrote, ...]:
    posts = list(game())
    posts[at] = posts[at]._replace(text=text, edited=when)
    return tuple(posts)


def test_an_edited_floor_between_two_exports_takes_its_move_back(log: Log) -> None:
    """Q7: when it is noticed the move loses its points; rulings on other posts do not change."""
    imported(log, discourse(game()))
    other = game()[9].text.replace("3️⃣", "🔴", 1)
    when = NOW + timedelta(minutes=10)
    done = imported(log, discourse(_edit(9, other, when)), now=LATER)
    assert verdicts(done) == ["duplicate"] * 9 + ["edited"]
    (edited,) = (judged for judged in done.results if judged.verdict == "edited")
    assert edited.ruling is not None
    assert [award.points for award in edited.ruling.points] == [-1]
    assert edited.revised == ()
    (row,) = (row for row in log.events() if row.type == "post_edited")
    told = json.loads(row.data)
    assert datetime.fromisoformat(told["edited_at"]) == when
    assert datetime.fromisoformat(row.at) == LATER
    before = log.head()
    assert imported(log, discourse(_edit(9, other, when)), now=LATER).balance["duplicate"] == 10
    assert log.head() == before
    assert verify(log, deep=True).fault is None


@pytest.mark.parametrize("together", [True, False])
def test_a_ranking_added_by_an_edit_opens_the_gate_from_its_own_time(
    log: Log, together: bool
) -> None:
    """Q6: Bruno plays within five minutes of a post without a ranking; once the edit is known, he
    stands if it came before him, whenever it is read."""
    first, second = game()[0], game()[1]
    bare = first._replace(text=first.text.split("\n\n")[0])
    assert "Alice" not in bare.text
    edited = first._replace(edited=first.at + timedelta(minutes=1))
    if not together:
        done = imported(log, discourse([bare, second]))
        assert verdicts(done) == ["valid", "invalid"]
    done = imported(log, discourse([edited, second]), now=LATER)
    assert done.balance["read"] == 2
    assert [row[2] for row in rulings(log, find(log, None)) if row[0] == "Bruno"] == ["valid"]
    if not together:
        (revised,) = (change for judged in done.results for change in judged.revised)
        assert (revised.was.verdict, revised.now.verdict) == ("invalid", "valid")


def test_a_ranking_added_too_late_changes_nothing(log: Log) -> None:
    first, second = game()[0], game()[1]
    bare = first._replace(text=first.text.split("\n\n")[0])
    imported(log, discourse([bare, second]))
    edited = first._replace(edited=second.at + timedelta(minutes=1))
    done = imported(log, discourse([edited, second]), now=LATER)
    assert verdicts(done) == ["edited", "duplicate"]
    assert [row[2] for row in rulings(log, find(log, None)) if row[0] == "Bruno"] == ["invalid"]


def test_other_words_are_an_edit_even_where_the_source_marks_none(log: Log) -> None:
    """Forums leave the first minutes after a post unmarked."""
    imported(log, discourse(game()))
    other = game()[3]._replace(text=game()[3].text + "\n\nbravo")
    posts = [*game()[:3], other, *game()[4:]]
    done = imported(log, discourse(posts), now=LATER)
    assert verdicts(done) == [*["duplicate"] * 3, "edited", *["duplicate"] * 6]
    assert not any(judged.took_effect or judged.revised for judged in done.results)


def test_white_space_and_shortcodes_are_no_edit(log: Log) -> None:
    imported(log, discourse(game()))
    before = log.head()
    codes = {"🔴": ":red_circle:", "1️⃣": ":one:", "🔵": ":large_blue_circle:"}
    posts = []
    for post in game():
        text = post.text
        for emoji, code in codes.items():
            text = text.replace(emoji, code)
        posts.append(post._replace(text=text.replace("\n", " \r\n") + "\n\n"))
    assert imported(log, discourse(posts), now=LATER).balance["duplicate"] == 10
    assert log.head() == before


@pytest.mark.parametrize(
    ("exported", "gone"),
    [
        (range(10), []),
        ([0, 1, 2, 4, 5, 6, 7, 8, 9], [4]),
        ([0, 2, 3, 4, 5, 6, 7, 8, 9], [2]),
        ([4, 5, 6], []),  # a page of the middle says nothing of the others
        ([4, 6], [6]),
        (range(1, 10), []),  # the first and the last one cannot be missed
        (range(9), []),
        ([5], []),
    ],
)
def test_only_what_lies_between_can_be_gone(
    log: Log, exported: Sequence[int], gone: list[int]
) -> None:
    imported(log, discourse(game()))
    before = log.head()
    done = imported(log, discourse([game()[at] for at in exported]), now=LATER)
    ids = {row.seq: json.loads(row.data)["post_id"] for row in log.events() if _is_post(row)}
    assert [int(ids[seq]) for seq in done.deleted] == gone
    assert log.head() == before


def _is_post(row: Any) -> bool:
    return bool(row.type == "post_recorded")


def test_a_source_without_numbers_proves_no_deletion(log: Log) -> None:
    imported(log, discourse(game()))
    done = imported(log, phpbb_paste([game()[at] for at in (0, 9)]), now=LATER)
    assert done.deleted == []


def test_posts_from_before_the_opening_are_left_out(log: Log) -> None:
    table = find(log, None)
    old = [Wrote("Bruno", OPENED - timedelta(days=at, seconds=1), "ok", 20 + at) for at in (1, 9)]
    posts = in_order(read(discourse([*old, *game()])))
    kept, early = since_opening(table, posts)
    assert (early, len(kept)) == (2, 10)
    assert [post.at for post in kept] == [post.at for post in game()]


def test_a_player_by_another_name_that_the_source_gives(log: Log) -> None:
    """F8: the nickname of today is new, the login is the player who sits here."""
    imported(log, chatexporter(game()[:3]))
    nick = game()[3]._replace(author="Alix la Grande", login="Alice")
    done = imported(log, chatexporter([nick, *game()[4:]]), now=LATER)
    assert verdicts(done) == ["valid"] * 7
    first = done.results[0]
    assert first.ruling is not None
    assert (first.ruling.player, first.newcomer) == ("Alice", False)
    assert first.post.author == "Alix la Grande"


@pytest.mark.parametrize("layout", [discourse, chatexporter])
def test_a_display_name_that_changed_is_no_other_person(
    log: Log, layout: Callable[[Sequence[Wrote]], str]
) -> None:
    first = [post._replace(login=post.author.lower()) for post in game()]
    imported(log, layout(first))
    before = log.head()
    renamed = [
        post._replace(author="✨Alice✨") if post.author == "Alice" else post for post in first
    ]
    done = imported(log, layout(renamed), now=LATER)
    assert (verdicts(done), log.head()) == (["duplicate"] * 10, before)


def test_the_same_post_twice_in_one_export_counts_once(log: Log) -> None:
    done = imported(log, discourse([*game(), *game()]))
    assert verdicts(done) == ["valid"] * 10


def test_of_one_post_in_two_exports_the_last_edit_counts(log: Log) -> None:
    when = game()[9].at + timedelta(minutes=3)
    other = _edit(9, game()[9].text + "\n\nvoilà", when)
    for order in ((discourse(game()), discourse(other)), (discourse(other), discourse(game()))):
        done = imported(log, *order, dry_run=True)
        assert done.results[-1].post.text.endswith("voilà")


def test_progress_counts_every_post(log: Log) -> None:
    steps: list[int] = []
    table = find(log, None)
    posts = in_order(read(discourse(game())))
    import_posts(log, table, posts, now=NOW, by="David", progress=steps.append)
    assert steps == [1] * 10


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12), st.integers(0, 3))
@settings(max_examples=25, deadline=None)
def test_any_selection_balances_and_repeats_to_nothing(picked: list[int], junk: int) -> None:
    chat = [
        Wrote("Bruno", OPENED + timedelta(hours=1, seconds=n), f"ok {n}", 50 + n)
        for n in range(junk)
    ]
    text = discourse([*(game()[at] for at in picked), *chat])
    with scratch() as log:
        done = imported(log, text)
        assert done.balance["read"] == len(set(picked)) + junk
        before = log.head()
        assert imported(log, text).balance["duplicate"] == len(set(picked)) + junk
        assert log.head() == before
