"""Recorded posts that a source no longer holds: what is sure, what may be, what was seen (F5)."""

import json
from collections.abc import Iterable

import pytest

from tests.conftest import Referee
from tests.contract.test_import_command import AT, brought, file
from tests.contract.test_import_command import table as table  # noqa: PLC0414 - a fixture
from tests.desk.topics import chatexporter, discourse, game, phpbb_paste


def _topic(at: Iterable[int], listed: Iterable[int] = ()) -> str:
    """A topic of Discourse that lists those posts; without any, it does not say what it holds."""
    topic = json.loads(discourse([game()[n] for n in at]))
    if listed := list(listed):
        topic["post_stream"]["stream"] = [9001 + n for n in listed]
    return json.dumps(topic)


def _numbers(table: Referee, seqs: list[int]) -> list[int]:
    return [int(table.records("why", f"@{seq}")[0]["post"]) for seq in seqs]


@pytest.mark.parametrize(
    ("at", "listed", "gone", "absent"),
    [
        (range(9), range(9), [10], []),  # a whole topic: its ends are known
        (range(1, 10), range(1, 10), [1], []),
        ([0, 1, 3, 4], [0, 1, 3, 4], [3, 6, 7, 8, 9, 10], []),
        (range(9), (), [], [10]),  # may be on another page
        (range(1, 10), (), [], [1]),
        (range(9), range(10), [], [10]),
        ([0, 1, 3, 4, 5, 6, 7, 8], (), [3], [10]),
        ([0, 1], (), [], []),  # the rest fills pages of its own
        ([4, 5, 6], (), [], []),
    ],
)
def test_what_is_gone_and_what_may_be(
    table: Referee, at: list[int], listed: list[int], gone: list[int], absent: list[int]
) -> None:
    brought(table, file(table, "all.json", discourse(game())))
    summary = brought(table, file(table, "again.json", _topic(at, listed)))[-1]
    assert _numbers(table, summary["deleted"]) == gone
    assert _numbers(table, summary["absent"]) == absent
    (span,) = summary["compared"]
    assert span["whole"] == (bool(listed) and list(at) == list(listed))


@pytest.mark.parametrize(
    ("pages", "absent"),
    [
        (([0], [2, 3, 4, 5, 6, 7, 8, 9]), [2]),
        (([0, 1, 2, 3], [5, 6, 7, 8, 9]), [5]),
        (([0, 1], [8, 9]), []),  # a page lies between
        (([0, 1, 2, 3, 4], [5, 6, 7, 8, 9]), []),
    ],
)
def test_between_pages_that_are_given_together(
    table: Referee, pages: tuple[list[int], list[int]], absent: list[int]
) -> None:
    brought(table, file(table, "all.json", chatexporter(game())))
    files = [
        file(table, f"{n}.json", chatexporter([game()[at] for at in page]))
        for n, page in enumerate(pages)
    ]
    summary = brought(table, *files)[-1]
    assert summary["deleted"] == []
    assert [int(n) - 9000 for n in _numbers(table, summary["absent"])] == absent
    told = table("import", *files, "--now", AT).stdout
    assert ("no longer in this source, or beyond its pages" in told) == bool(absent)
    assert "compared: Sat 28 Nov 2026 20:41:07 – " in told


def test_pages_imported_apart_prove_nothing(table: Referee) -> None:
    brought(table, file(table, "one.json", discourse(game()[:5])))
    last = file(table, "two.json", discourse(game()[5:]))
    brought(table, last)
    assert brought(table, last)[-1]["absent"] == []


def test_without_numbers_nothing_is_said_to_be_there(table: Referee) -> None:
    topic = file(table, "topic.txt", phpbb_paste(game()))
    brought(table, topic)
    for lang, said in (("en", "nobody can tell"), ("fr", "on ne peut pas savoir")):
        told = table("import", topic, "--now", AT, "--lang", lang).stdout
        assert said in told
        assert "0 gone" not in told
        assert "disparu," not in told
