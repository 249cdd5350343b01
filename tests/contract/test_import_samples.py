"""Every sample of `fixtures/posts` that says what must come of it, through the command line."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.games.quadrille.notation import read
from referee.posts.reader import words_of
from tests.conftest import Referee

POSTS = Path(__file__).parents[2] / "fixtures" / "posts"
EMPTY = ("....", "....", "....", "....")
PASTED = "2026-11-21T21:20:00+01:00"
EXPORTED = "2026-11-28T21:05:00+01:00"
VERDICTS = {"valid", "invalid", "unclear", "no-move", "duplicate"}


class Expected(NamedTuple):
    """What must come of a post; `board` is the floor that its own words hold."""

    author: str
    at: datetime
    board: tuple[str, ...] | None
    post_id: str | None
    edited: bool


class Sample(NamedTuple):
    """A file, the moment at which it is read, and the posts in it that have a time."""

    path: Path
    now: str
    posts: list[Expected]
    timeless: int


def _board(post: dict[str, Any]) -> tuple[str, ...] | None:
    floor = post["floor"] if "floor" in post else post["board"]
    return tuple(floor.split() if isinstance(floor, str) else floor) if floor else None


def _sample(path: Path) -> Sample | None:
    wanted = path.parent / f"{path.stem}.expected.json"
    beside = path.with_suffix(".json")
    told = wanted if wanted.is_file() else beside
    if ".expected" in path.name or not told.is_file() or told == path:
        return None
    read = json.loads(told.read_text("utf-8"))
    now = EXPORTED if isinstance(read, list) else read.get("now", PASTED)
    posts = read if isinstance(read, list) else read["posts"]
    timed = [
        Expected(
            post["author"],
            datetime.fromisoformat(post["at"]),
            _board(post),
            post["id"],
            post["edited"] is not None,
        )
        for post in posts
        if post["at"] and "lacks" not in post
    ]
    return Sample(path, now, timed, len(posts) - len(timed))


def _all() -> list[Sample]:
    """The samples; the damaged words of `emoji-damage.json` are no posts."""
    paths = sorted(path for path in POSTS.glob("*/*") if path.is_file())
    beside_a_paste = {path.with_suffix(".json") for path in paths if path.suffix == ".txt"}
    found = [_sample(path) for path in paths if path not in beside_a_paste or _own(path)]
    return [sample for sample in found if sample]


def _own(path: Path) -> bool:
    """Whether a JSON file with a text of the same name is an export all the same."""
    return (path.parent / f"{path.stem}.expected.json").is_file()


SAMPLES = _all()
READABLE = [sample for sample in SAMPLES if sample.posts and sample.path.parent.name != "simple"]
each_sample = pytest.mark.parametrize(
    "sample", READABLE, ids=lambda sample: f"{sample.path.parent.name}/{sample.path.name}"
)


@pytest.fixture
def table(referee: Referee) -> Referee:
    referee.ok("open", "quadrille", "bal", "--at", "2010-01-01 00:00", "--now", EXPORTED)
    return referee


def test_no_sample_is_forgotten() -> None:
    layouts = {path.name for path in POSTS.iterdir() if path.is_dir()}
    assert layouts - {sample.path.parent.name for sample in SAMPLES} <= {"demo", "readme", "finds"}
    assert len(READABLE) > 60
    assert sum(len(sample.posts) for sample in READABLE) > 140


def _compare(sample: Sample, records: list[dict[str, Any]], referee: Referee) -> None:
    in_time = sorted(sample.posts, key=lambda post: post.at)
    assert sorted((_instant(r), r["author"]) for r in records) == sorted(
        (post.at, _player(post, records)) for post in in_time
    )
    assert {record["verdict"] for record in records} <= VERDICTS
    assert [_instant(record) for record in records] == sorted(_instant(r) for r in records)
    wanted = {(post.at, post.author, post.post_id): post for post in sample.posts}
    rows = referee.rows()
    recorded = {row[0]: json.loads(row[7]) for row in rows if row[2] == "post_recorded"}
    assert len(recorded) == len(wanted)
    for row in rows:
        told = json.loads(row[7])
        if row[2] == "ruling_made":
            post = recorded[told["post"]]
            expected = wanted[_moment(post["posted_at"]), post["author"], post["post_id"]]
            floor = tuple(told["reading"].get("floor", ())) or None
            assert floor == expected.board or _hidden(post["text"], floor, expected)


def _hidden(text: str, floor: tuple[str, ...] | None, expected: Expected) -> bool:
    """Whether a floor stands in code or a spoiler, which count where nothing else does (F2)."""
    if expected.board is not None:
        return False
    return bool(read(words_of(text)[1]).act.floor == floor)


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at)


def _instant(record: dict[str, Any]) -> datetime:
    return _moment(record["posted_at"])


def _player(post: Expected, records: list[dict[str, Any]]) -> str:
    """The author as the record spells him: a known player keeps his first spelling (F8)."""
    near: set[str] = {r["author"] for r in records if _instant(r) == post.at}
    folded = {name.casefold(): name for name in near}
    return folded.get(post.author.casefold(), post.author)


@each_sample
def test_a_sample_imported(table: Referee, sample: Sample) -> None:
    words = ("import", str(sample.path), "--now", sample.now)
    *records, last = table.records(*words)
    assert last["summary"]["posts"]["read"] == len(records) == len(sample.posts)
    _compare(sample, records, table)
    before = table.rows()
    again = table.records(*words)
    assert [record["verdict"] for record in again[:-1]] == ["duplicate"] * len(records)
    assert (again[-1]["summary"]["new"], table.rows()) == (0, before)
    assert table("verify").exit_code == 0


@each_sample
def test_a_sample_checked(table: Referee, sample: Sample) -> None:
    words = ("check", str(sample.path), "--now", sample.now)
    result = table(*words, "--json")
    if sample.timeless:
        assert (result.exit_code, result.stdout) == (2, "")
        assert len(table.rows()) == 1
        return
    records = [json.loads(line) for line in result.stdout.splitlines()]
    _compare(sample, records, table)
    no = any(record["verdict"] in ("invalid", "unclear") for record in records)
    assert result.exit_code == int(no)
