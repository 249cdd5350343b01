"""Posts that stand on one page are apart, and what is told of them is told once (F1, F6, F8)."""

import json
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec
import pytest

from referee.cli.reading import layout
from referee.posts.source import Source
from tests.conftest import Referee, drawn

ROWS = ["....", "....", "....", "...."]
MOVES = [(0, 0, 1), (2, 2, 2), (1, 3, 3), (3, 1, 4), (0, 2, 4), (2, 0, 3)]


def floors() -> list[str]:
    """The floor after each of some moves that Alice and Bruno make in turn."""
    rows, found = [list(row) for row in ROWS], []
    for row, column, step in MOVES:
        rows[row][column] = str(step)
        found.append(drawn(tuple("".join(cells) for cells in rows)))
    return found


def paste(stamp: str) -> str:
    """The moves as XenForo shows old posts to a browser: a day, and no time."""
    blocks = [
        f"{name}\nMembre\n\n{stamp}\n#{number}\n{floor}\nRépondre\n"
        for number, (name, floor) in enumerate(
            zip(["Alice", "Bruno"] * 3, floors(), strict=True), 1
        )
    ]
    return "\n".join(blocks)


def opened(referee: Referee) -> Referee:
    referee.ok("open", "quadrille", "bal", "--at", "2026-11-16 20:00")
    return referee


def test_moves_of_one_day_without_a_time_are_no_edits(referee: Referee) -> None:
    file = opened(referee).folder / "topic.txt"
    file.write_text(paste("17 novembre 2026"), encoding="utf-8")
    for verdict in ("valid", "duplicate"):  # read again, all of them are known
        *posts, last = referee.records("import", str(file), "--now", "2026-11-18 10:00")
        assert [post["verdict"] for post in posts] == [verdict] * len(MOVES)
    assert last["summary"]["new"] == 0
    assert len(referee.rows()) == 1 + 2 * len(MOVES)


def test_an_earlier_page_tells_of_each_ruling_what_became_of_it(referee: Referee) -> None:
    """Read backwards, every ruling changes several times; it is told once, against what it was."""
    opened(referee).lang = "fr"
    said = []
    boards = list(zip(["Alice", "Bruno"] * 3, floors(), range(10, 16), strict=True))
    for number, page in enumerate((boards[4:], boards[:4])):
        file = referee.folder / f"{number}.txt"
        texts = [f"{name} — 17/11/2026 {hour}:00\n{floor}" for name, floor, hour in page]
        file.write_text("\n\n".join(texts), encoding="utf-8")
        said.append(referee.ok("import", str(file), "--now", "2026-11-18 10:00"))
    changed = [line for line in said[1].splitlines() if "↻" in line]
    assert len(changed) == 2
    assert all("REFUSÉ → VALIDE" in line for line in changed)
    assert "2 décisions changent" in said[1]
    assert "nouveaux noms à cette table\N{NO-BREAK SPACE}: Alice, Bruno." in said[0]


def test_new_names_are_told_once(referee: Referee) -> None:
    file = opened(referee).folder / "topic.txt"
    file.write_text(paste("17 novembre 2026"), encoding="utf-8")
    told = referee.ok("import", str(file), "--now", "2026-11-18 10:00")
    assert told.count("new names at this table: Alice, Bruno.") == 1
    assert "new names" not in referee.ok("import", str(file), "--now", "2026-11-18 10:00")


def discourse(folder: Path, name: str, day: int, words: list[str], listed: int = 0) -> str:
    """A topic of Discourse, whose posts are numbered from 1 as in every topic."""
    posts = [
        {
            "id": day * 100 + number,
            "post_number": number,
            "username": author,
            "created_at": f"2026-11-{day}T1{number}:00:00.000Z",
            "updated_at": f"2026-11-{day}T1{number}:00:00.000Z",
            "raw": raw,
            "version": 1,
        }
        for number, (author, raw) in enumerate(zip(["Alice", "Bruno"] * 3, words, strict=False), 1)
    ]
    stream = [post["id"] for post in posts] + list(range(9000, 9000 + listed))
    path = folder / name
    path.write_text(json.dumps({"post_stream": {"posts": posts, "stream": stream}}), "utf-8")
    return str(path)


def test_another_topic_with_the_same_numbers_is_refused(referee: Referee) -> None:
    folder = opened(referee).folder
    referee.ok("import", discourse(folder, "a.json", 17, floors()), "--now", "2026-11-28 10:00")
    before = referee.rows()
    for lang, word in (("fr", "pas le même sujet"), ("en", "hardly the same topic")):
        other = discourse(folder, "b.json", 19, floors()[::-1])
        result = referee("import", other, "--now", "2026-11-28 10:00", "--lang", lang)
        assert result.exit_code == 2
        assert word in result.stderr
    assert referee.rows() == before
    # The same topic, all of whose posts were edited, or whose times a zone has moved, is read.
    edited = discourse(folder, "c.json", 17, [f"{floor}\n\nJoli !" for floor in floors()])
    assert referee("import", edited, "--now", "2026-11-28 10:00").exit_code != 2


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_an_export_that_lacks_posts_of_its_topic_says_so(referee: Referee, lang: str) -> None:
    folder = opened(referee).folder
    part = discourse(folder, "a.json", 17, floors(), listed=12)
    said = referee("import", part, "--now", "2026-11-28 10:00", "--lang", lang).stderr
    assert {"fr": "il y manque 12 messages", "en": "12 posts of this topic not in it"}[lang] in said
    whole = discourse(folder, "b.json", 17, floors())
    assert "not in it" not in referee("import", whole, "--now", "2026-11-28 10:00").stderr
    more = {"kind": "more", "data": {"children": ["a1", "a2"]}}
    comment = {
        "kind": "t1",
        "data": {"id": "x", "author": "Alice", "body": "Bonjour", "created_utc": 1795000000},
    }
    listing = [{"kind": "Listing", "data": {"children": [comment, more]}}]
    (folder / "r.json").write_text(json.dumps(listing), "utf-8")
    said = referee("import", str(folder / "r.json"), "--now", "2026-11-28 10:00").stderr
    assert "2 posts of this topic not in it" in said


PAGES = [
    page
    for page in sorted((Path(__file__).parents[2] / "fixtures" / "posts").glob("*/*.html"))
    if "</html>" in page.read_text("utf-8", "replace") and page.parent.name != "chatexporter_html"
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_page_that_was_not_saved_to_its_end_leaves_its_last_post_out(page: Path) -> None:
    """What of it is missing nobody can tell: taken as it stands it would count as edited later."""
    text = page.read_text("utf-8", "replace")
    now = datetime(2026, 12, 1, tzinfo=UTC)
    whole = Source(text, ZoneInfo("Europe/Paris"), now)
    posts = layout(whole, "auto")[1] or []
    cut = layout(msgspec.structs.replace(whole, text=text[: text.rindex("</body>")]), "auto")[1]
    assert cut is not None
    assert [one.lacks == "cut" for one in cut] == [False] * (len(posts) - 1) + [True]
    assert "cut" not in [one.lacks for one in posts]
