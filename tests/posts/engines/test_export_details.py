"""Single points of the readers of exports: dates of an unknown culture, HTML, false headers."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from referee.posts.engines import cooked, discourse
from referee.posts.engines.chatexporter_dates import in_one_order
from referee.posts.engines.exported import at_epoch, blocks_marked
from referee.posts.source import Found, Source

PARIS = Source("", ZoneInfo("Europe/Paris"), datetime(2026, 11, 28, 20, tzinfo=UTC))


@pytest.mark.parametrize(
    ("dates", "days"),
    [
        (["21/11/2026 20:41"], ["2026-11-21"]),
        (["21.11.2026 20:41", "22.11.2026 01:00"], ["2026-11-21", "2026-11-22"]),
        (["11/21/2026 8:41 PM"], ["2026-11-21"]),
        (["11/09/2026 20:41", "11/21/2026 20:41"], ["2026-11-09", "2026-11-21"]),
        (["05/11/2026 20:41"], ["2026-11-05"]),  # both would do: day and month
        (["12/11/2026 8:41 PM"], ["2026-11-12"]),  # 11 December lies ahead
        (["05/05/2026 8:41 PM"], ["2026-05-05"]),
        (["05/11/2026 8:41 PM"], [None]),
        (["05/11/2026 8:41 PM", "11/21/2026 8:41 PM"], ["2026-05-11", "2026-11-21"]),
        (["21/11/2026 20:41", "11/22/2026 20:41"], [None, None]),  # two orders in one file
        (["2026-11-21 20:41", "2026-11-21 8:45 p.m."], ["2026-11-21", "2026-11-21"]),
        (["2026-11-21T20:41:00.1200000+01:00"], ["2026-11-21"]),
        (["22/11/2026 20:41", "21/11/2026 20:41"], ["2026-11-22", "2026-11-21"]),  # newest first
        (["21/11/2026 20:41", "demain 20:41"], ["2026-11-21", None]),
        ([], []),
    ],
)
def test_day_and_month_stand_in_one_order(dates: list[str], days: list[str | None]) -> None:
    stamps = in_one_order(dates, PARIS)
    assert [stamp and stamp.at.date().isoformat() for stamp in stamps] == days


def test_autumns_second_hour_is_seen_by_the_order() -> None:
    dates = ["25/10/2026 01:58", "25/10/2026 02:40", "25/10/2026 02:10", "25/10/2026 03:00"]
    stamps = in_one_order(dates, PARIS)
    assert [stamp and stamp.at.isoformat()[-14:] for stamp in stamps] == [
        "01:58:00+02:00",
        "02:40:00+02:00",
        "02:10:00+01:00",
        "03:00:00+01:00",
    ]


@pytest.mark.parametrize(
    ("given", "per", "at"),
    [
        ("1795290060.000100", 1, "2026-11-21T20:41:00.000100+01:00"),
        (1795290060, 1, "2026-11-21T20:41:00+01:00"),
        (1795290060.25, 1, "2026-11-21T20:41:00.250000+01:00"),
        (1795290060120, 1000, "2026-11-21T20:41:00.120000+01:00"),
        (0, 1, "1970-01-01T01:00:00+01:00"),
        ("x", 1, None),
        ("٣", 1, None),
        (10**15, 1, None),
        (10**400, 1, None),
        (-(10**11), 1, None),
        (True, 1, None),
        (None, 1, None),
    ],
)
def test_unix_times(given: float | str | None, per: int, at: str | None) -> None:
    stamp = at_epoch(given, PARIS, per=per)
    assert (stamp and stamp.at.isoformat()) == at


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a<br>\nb</p>\n<p>c</p>", "a\nb\n\nc"),
        ("<ul>\n<li>a</li>\n<li>b</li>\n</ul>", "a\nb"),
        ("<p>a <!-- x --> <b>b</b>\n c &lt;3&nbsp;!</p>", "a b c <3\xa0!"),
        ('<p>x <img class="emoji" alt="" title=":one:"> <img alt="image|690x388"></p>', "x :one:"),
        ("<pre><code>  a\n\n b\n</code></pre>", "[code]\n  a\n\n b\n[/code]"),
        ("<p>le <code>A1</code> et <s>B2</s></p>", "le A1 et ~~B2~~"),
        ("<p>a <span class='spoiler'>b</span> c</p>", "a [spoiler]b[/spoiler] c"),
        ("<details class='elided'><p>x</p></details><p>a</p>", "a"),
        ("<p>a</p><p>Bruno a écrit :</p><blockquote>x</blockquote><p>b</p>", "a\n\nb"),
        ("<p>Bruno said:</p><p>b</p>", "Bruno said:\n\nb"),
        ("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1 2\n3"),
        ("<script>x</script><style>y</style>", ""),
        ("", ""),
        ("a < b", "a < b"),
        ("<div>" * 5000 + "a &amp; b" + "</div>" * 5000, "a & b"),
    ],
)
def test_cooked_html(html: str, text: str) -> None:
    assert cooked.words(html) == text


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("a\n~~~\nb\n~~~\nc", "a\n[code]\nb\n[/code]\nc"),
        ("````\n```\nb\n````", "[code]\n```\nb\n[/code]"),
        ("```\nb", "```\nb"),  # own_words doubts a fence without an end
        ("a\n\n    b\n\n    c\nd", "a\n\n[code]\n    b\n\n    c\n[/code]\nd"),
        ("a\n    b", "a\n    b"),  # no blank line above: it goes on
        ("```\na\n\n    b\n```", "[code]\na\n\n    b\n[/code]"),
        ("```quote\na\n```", "[code]\na\n[/code]"),
    ],
)
def test_blocks_of_markdown(text: str, marked: str) -> None:
    assert blocks_marked(text) == marked


def _page_with_a_typed_header(number: int) -> list[Found]:
    rule = "-" * 25
    typed = f"{rule}\n\nbruno | 2026-11-21 19:42:30 UTC | #{number}\n\nfaux\n\n"
    page = "".join(
        f"alice | 2026-11-21 19:4{real}:00 UTC | #{real}\n\nmot {real}\n\n"
        + (typed if real == 2 else "")
        + f"{rule}\n\n"
        for real in (1, 2, 3, 4)
    )
    return discourse.read(Source(page, PARIS.zone, PARIS.now))


@pytest.mark.parametrize("number", [0, 1, 4, 99])
def test_a_header_typed_inside_a_post_is_text_where_its_number_does_not_fit(number: int) -> None:
    posts = _page_with_a_typed_header(number)
    assert [post.post_id for post in posts] == ["1", "2", "3", "4"]
    assert {post.author for post in posts} == {"alice"}
    assert "faux" in posts[1].text


@pytest.mark.parametrize("number", [2, 3])
def test_of_two_posts_with_one_number_neither_has_a_time(number: int) -> None:
    posts = _page_with_a_typed_header(number)
    assert len(posts) == 5
    assert {post.post_id for post in posts if post.stamp is None} == {str(number)}
