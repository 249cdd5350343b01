"""Saved pages that are broken, enormous or made to hurt: no exception, and linear time."""

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import ModuleType
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from referee.posts.engines.html import shallow
from referee.posts.reader import words_of
from referee.posts.source import Found, Source

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 21, 21, 10, tzinfo=PARIS)
FIXTURES = Path(__file__).parents[3] / "fixtures" / "posts"
PAGES: dict[str, tuple[ModuleType, str]] = {
    "phpbb/prosilver-fr": (phpbb, "Alice (2) : [1, 3]"),
    "phpbb/subsilver-fr": (phpbb, "Alice (2) : [1, 3]"),
    "forumactif/phpbb3-fr": (forumactif, "Alice (2) : [1, 3]"),
    "forumactif/punbb-fr": (forumactif, "Alice (2) : [1, 3]"),
    "xenforo/xf2-fr": (xenforo, "Alice (2) : [1, 3]"),
    "xenforo/xf1-fr": (xenforo, "Alice (2) : [1, 3]"),
    "invision/ips4-fr": (invision, "Alice (2) : [1, 3]"),
    "vbulletin/vb4-fr": (vbulletin, "Alice (2) : [1, 3]"),
    "mybb/mybb18-fr": (mybb, "Alice (2) : [1, 3]"),
    "smf/smf21-fr": (smf, "Alice (2) : [1, 3]"),
    "phpbb/subsilver2-fr": (phpbb, "Alice (2) : [1, 3]"),
    "forumactif/awesomebb-fr": (forumactif, "Alice (2) : [1, 3]"),
    "vbulletin/vb3-fr": (vbulletin, "Alice (2) : [1, 3]"),
    "invision/ipb3-fr": (invision, "Alice (2) : [1, 3]"),
    "smf/smf11-fr": (smf, "Alice (2) : [1, 3]"),
    "discourse_html/shown-fr": (discourse_html, "Alice (2) : [1, 3]"),
    "chatexporter_html/fr": (chatexporter_html, "Alice (2) : [1, 3]"),
}
each_page = pytest.mark.parametrize("name", PAGES)


def html(name: str) -> str:
    return (FIXTURES / f"{name}.html").read_text("utf-8")


def read(name: str, text: str) -> list[Found]:
    engine, _ = PAGES[name]
    source = Source(text, PARIS, NOW)
    engine.looks(source)
    found: list[Found] = engine.read(source)
    return found


def with_words(name: str, extra: str) -> str:
    """The page with something more in Alice's own words."""
    mark = PAGES[name][1]
    assert html(name).count(mark) == 1
    return html(name).replace(mark, f"{mark}<br>{extra}")


def seconds(name: str, text: str) -> float:
    begun = time.process_time()
    read(name, text)
    return time.process_time() - begun


@each_page
@pytest.mark.parametrize(
    "tag", ["div", "blockquote", "span", "b", "table", "ul><li", "x-y", "font"]
)
def test_nesting_of_ten_thousand(name: str, tag: str) -> None:
    calm = len(read(name, html(name)))
    deep = f"<{tag}>" * 10_000
    closing = "".join(f"</{part}>" for part in reversed(tag.split("><"))) * 10_000
    assert len(read(name, with_words(name, f"{deep}fin{closing}"))) == calm
    assert read(name, with_words(name, f"{deep}fin"))


@each_page
def test_a_deep_quote_stays_a_quote(name: str) -> None:
    floor = "🔵🔵🔵🔵<br>" * 4
    opening = '<blockquote class="ipsQuote bbCodeQuote"><div class="bbcode_quote">'
    nested = opening * 600 + floor + "</div></blockquote>" * 600
    if name.startswith("chatexporter"):
        nested = nested.replace("bbcode_quote", "chatlog__markdown-quote")
    (alice,) = (post for post in read(name, with_words(name, nested)) if post.author == "Alice")
    assert "🔵🔵🔵🔵" not in words_of(alice.text)[0]
    assert "Alice (2) : [1, 3]" in words_of(alice.text)[0]


@each_page
@pytest.mark.parametrize(
    "extra",
    [
        "\0",
        "\ud83d",
        "&#0;&#xD800;&#x110000;&#99999999999999999999;&nbsp",
        "&amp;" * 5_000,
        "&lol9;" * 5_000,
        "<!--",
        "<!--" * 1_000,
        "<![CDATA[",
        "<script>",
        "<svg><path/><style>",
        '<a href="',
        "<a b='" * 5_000,
        "<" * 5_000,
        "</div>" * 5_000,
        "</p>" * 5_000,
        "<table><tr><td></div>" * 2_000,
        "<b><i><u><p>x</b>" * 2_000,
        "<plaintext>",
        "<frameset>",
        "<select><option>",
        "<math><mi><annotation-xml><div>",
        "[/code][/spoiler][/quote]",
        "\u202e\u2066\ufeff",
    ],
)
def test_broken_markup(name: str, extra: str) -> None:
    for post in read(name, with_words(name, extra)):
        words_of(post.text)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_page_cut_and_pasted_together_anyhow(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(PAGES)))
    text = html(name)
    places = st.integers(0, len(text))
    cuts = data.draw(st.lists(st.tuples(places, places), max_size=4))
    for post in read(name, "".join(text[start:end] for start, end in cuts)):
        words_of(post.text)


def test_an_entity_bomb_in_a_document_type() -> None:
    bomb = '<!DOCTYPE html [<!ENTITY a "🔴🔴"><!ENTITY b "&a;&a;&a;&a;">]>'
    text = bomb + with_words("smf/smf21-fr", "&b;&b;")
    (post,) = read("smf/smf21-fr", text)
    assert "&b;&b;" in post.text


@each_page
def test_time_grows_with_the_number_of_posts(name: str) -> None:
    text = html(name)
    small, big = (seconds(name, text * times) for times in (75, 300))
    assert big < 10 * small + 0.2


@pytest.mark.parametrize("tag", ["div", "span", "b", "blockquote", "table", "x-y"])
@pytest.mark.parametrize("end", ["", "</x>", "</b>", "</div>", "<p>x"])
def test_time_grows_with_the_depth(tag: str, end: str) -> None:
    name = "mybb/mybb18-fr"
    small, big = (
        seconds(name, with_words(name, f"<{tag}>" * n + end * n)) for n in (8_000, 32_000)
    )
    assert big < 10 * small + 0.2


NAMED = '<td><span class="name"><a name="7"></a>Bruno</span></td>'
TABLES: dict[str, Callable[[int], str]] = {
    "quotes": lambda n: '<table><tr><td class="quote">' * n,
    "code": lambda n: '<table><tr><td>x</td></tr><tr><td class="code">' * n,
    "one table": lambda n: (
        f"<table><caption>{'<b>x</b>' * n}</caption>{'<tr><td class=quote>x</td></tr>' * n}"
    ),
    "names": lambda n: f"<table><tr>{NAMED}<td>" * n,
    "posts": lambda n: f'<table><tr>{NAMED}<td><span class="postbody">x</span>' * n,
}


@pytest.mark.parametrize("name", ["phpbb/subsilver-fr", "forumactif/phpbb3-fr"])
@pytest.mark.parametrize("kind", TABLES)
def test_twice_the_tables_take_twice_the_time(name: str, kind: str) -> None:
    small, big = (
        min(seconds(name, with_words(name, TABLES[kind](n))) for _ in range(2))
        for n in (4_000, 8_000)
    )
    assert big < 3 * small + 0.2
    assert big < 2


def test_a_row_inside_a_post_is_no_post() -> None:
    name = "phpbb/subsilver-fr"
    row = f'<table><tr>{NAMED}<td><span class="postbody">x</span></td></tr></table>'
    posts = read(name, with_words(name, row))
    assert [post.post_id for post in posts] == [post.post_id for post in read(name, html(name))]


def test_shallow_changes_nothing_that_a_browser_would_show() -> None:
    page = html("phpbb/prosilver-fr") * 30
    assert shallow(page) == page
    svg = "<svg>" + "<path/>" * 3_000 + "</svg>"
    script = f"<script>{'<div>' * 3_000}</script><!-- {'<div>' * 3_000} -->"
    assert shallow(svg + script) == svg + script
    assert shallow("<p>a" * 3_000 + "<li>b" * 3_000) == "<p>a" * 3_000 + "<li>b" * 3_000
    assert shallow("<div><b></div>" * 3_000) == "<div><b></div>" * 3_000
    cut = shallow("<div>" * 600 + "</div>" * 600 + "<div>x</div>")
    assert cut.count("<div>") == 501
    assert cut.count("</div>") == 501
    assert cut.endswith("<div>x</div>")
