"""Saved pages of forum engines: every post of the fixtures, and which module claims which page."""

import json
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.games.quadrille.notation import read as read_moves
from referee.posts.engines import (
    chatexporter_html,
    discourse_html,
    forumactif,
    invision,
    mybb,
    phpbb,
    smf,
    vbulletin,
    xenforo,
)
from referee.posts.reader import words_of
from referee.posts.source import Found, Source

PARIS = ZoneInfo("Europe/Paris")
FIXTURES = Path(__file__).parents[3] / "fixtures" / "posts"
ENGINES: dict[str, ModuleType] = {
    "phpbb": phpbb,
    "forumactif": forumactif,
    "xenforo": xenforo,
    "invision": invision,
    "vbulletin": vbulletin,
    "mybb": mybb,
    "smf": smf,
    "discourse_html": discourse_html,
    "chatexporter_html": chatexporter_html,
}
PAGES = sorted(path for name in ENGINES for path in (FIXTURES / name).glob("*.html"))


def page(path: Path) -> tuple[Source, dict[str, Any]]:
    expected = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
    now = datetime.fromisoformat(expected["now"])
    return Source(path.read_text("utf-8"), PARIS, now, path.name), expected


def seen(post: Found) -> dict[str, Any]:
    """A post in the shape of the fixtures."""
    words, hidden, _ = words_of(post.text)
    reading = read_moves(words)
    edited = post.edited
    return {
        "author": post.author,
        "names": list(post.names),
        "at": post.stamp and post.stamp.at.isoformat(),
        "precision": post.stamp and post.stamp.precision,
        "id": post.post_id,
        "words": words.split("\n"),
        "hidden": hidden.split("\n") if hidden else [],
        "floor": list(reading.act.floor) if reading.kind == "understood" else None,
        "edited": edited
        and {
            "at": edited.at and edited.at.isoformat(),
            "count": edited.count,
            "reason": edited.reason,
        },
        "tells_edits": post.tells_edits,
    }


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_post_of_a_page(path: Path) -> None:
    source, expected = page(path)
    found = [seen(post) for post in ENGINES[path.parent.name].read(source)]
    assert found == [{"names": [], "hidden": [], **post} for post in expected["posts"]]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_page_is_claimed_by_its_own_module_alone(path: Path) -> None:
    source, _ = page(path)
    claims = [name for name, engine in ENGINES.items() if engine.looks(source)]
    assert claims == [path.parent.name]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_page_is_claimed_once_it_is_quoted_in_a_paste(path: Path) -> None:
    source, expected = page(path)
    now = datetime.fromisoformat(expected["now"])
    html = source.text
    escaped = html.replace("&", "&amp;").replace("<", "&lt;")
    for text in (
        f"Alice, hier à 20:58\n{html}",
        f"<p>{escaped}</p>",
        json.dumps({"cooked": html}),
        f"🔴🔴🔵🔵\n{html}",
    ):
        pasted = Source(text, PARIS, now)
        assert [name for name, engine in ENGINES.items() if engine.looks(pasted)] == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "<",
        "<p>",
        "rouge 7",
        "<b>salut</b>",
        '<div class="post">rouge 7</div>',
        '<div id="p1042" class="post bg1">rouge 7</div>',
        '<a href="/t31-quadrille#2201">ici</a> <div class="post">x</div>',
        "<!DOCTYPE html><html><body><p>phpBB, XenForo, vBulletin, MyBB, SMF</p></body></html>",
        "<html><body><blockquote class='postcontent'>x</blockquote></body></html>",
    ],
)
def test_bare_texts_are_nobodys(text: str) -> None:
    source = Source(text, PARIS, datetime(2026, 11, 21, 21, tzinfo=PARIS))
    assert [name for name, engine in ENGINES.items() if engine.looks(source)] == []
    assert [post for engine in ENGINES.values() for post in engine.read(source)] == []


def test_a_link_to_a_forumactif_topic_makes_no_forumactif_page() -> None:
    source, _ = page(FIXTURES / "phpbb" / "subsilver-fr.html")
    link = '<a href="https://jeux.forumactif.com/t31-quadrille#2201">ici</a>'
    linked = Source(source.text.replace("1️⃣", link), PARIS, source.now)
    assert phpbb.looks(linked)
    assert not forumactif.looks(linked)


def test_every_engine_has_pages_in_two_layouts_or_languages() -> None:
    assert all(len(list((FIXTURES / name).glob("*.html"))) >= 2 for name in ENGINES)
