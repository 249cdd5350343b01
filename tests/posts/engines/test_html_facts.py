"""What one walk makes of markup, and what dates, edit notices and headings say."""

import subprocess
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from referee.posts.engines import chatexporter_html, forumactif, phpbb
from referee.posts.engines.html import Clock, Page, edited
from referee.posts.source import Found, Source

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 21, 21, 10, tzinfo=PARIS)


def source(text: str) -> Source:
    return Source(text, PARIS, NOW)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a<br>b<br/>c<br />\nd", "a\nb\nc\nd"),
        ("a<br><br>b", "a\n\nb"),
        ("<p>a</p><p>b</p>\n<div><div>c</div></div>d", "a\nb\nc\nd"),
        ("<p>a<br></p><p>b</p>", "a\nb"),
        ("  a \t\n <i> b</i>c  <br>  d ", "a bc\nd"),
        ("a&nbsp;b", "a\u00a0b"),
        ('<img alt="🔴"><img alt=":one:" title="x"><img>', "🔴:one:"),
        ('<img title="🔵"><img alt="" title="⚪">', "🔵⚪"),
        ("<span>🔴</span>\n<span>🔵</span>", "🔴 🔵"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>", "a b\nc"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<pre>a\n  b</pre>c", "a\n  b\nc"),
        ("<pre>a<br />\nb\r\nc</pre>", "a\nb\nc"),
        ("a<script>b</script><style>c</style><!-- d -->e", "ae"),
        ("a<noscript>b</noscript><button>c</button>d", "ad"),
        ("<svg><title>a</title></svg><select><option>b</select><textarea>c</textarea>d", "d"),
        ("a<q>b</q><wbr>c", "abc"),
        ("a<details><summary>b</summary>c</details>d", "a\n[spoiler]\nc\n[/spoiler]\nd"),
        ("a<em class=q>b</em>c", "a\nc"),
        ("a<kbd class=c>b<br>c</kbd>d", "a\n[code]\nb\nc\n[/code]\nd"),
        ("&lt;br&gt; &amp;lt;", "<br> &lt;"),
        ("", ""),
    ],
)
def test_markup_to_text(html: str, text: str) -> None:
    page = Page(source(f"<div id=top>{html}</div>"), (("quote", ".q"), ("code", ".c")))
    assert page.text(page.tree.css_first("#top")) == text


def at(stamp_text: str, *seen: str) -> str | None:
    stamp = Clock(source(""), seen).read(stamp_text)
    return stamp.at.strftime("%Y-%m-%d %H:%M") if stamp else None


@pytest.mark.parametrize(
    ("text", "seen", "expected"),
    [
        ("11-12-2026, 20:41", (), "2026-12-11 20:41"),  # the house reads the day first
        ("11-12-2026, 08:41 PM", (), None),
        ("11-12-2026, 08:41 PM", ("11-21-2026, 08:58 PM",), "2026-11-12 20:41"),
        ("11-12-2026, 20:41", ("11-21-2026, 20:58",), "2026-11-12 20:41"),
        ("11-12-2026, 08:41 PM", ("21-11-2026, 08:58 PM",), "2026-12-11 20:41"),
        ("11-12-2026, 08:41 PM", ("21-11-2026", "11-21-2026"), "2026-12-11 20:41"),
        ("11-21-2026, 08:58 PM", (), "2026-11-21 20:58"),
        ("11-11-2026, 08:58 PM", (), "2026-11-11 20:58"),
        ("Saturday, November 21, 2026 8:41\u202fPM", (), "2026-11-21 20:41"),
        ("samedi 21 novembre 2026 20:41", (), "2026-11-21 20:41"),
        ("dimanche 21 novembre 2026 20:41", (), None),
        ("31-31-2026, 20:41", (), None),
        ("[1, 3]", (), None),
        ("", (), None),
        ("21/11/2026 " * 1_000, (), None),
    ],
)
def test_the_order_of_day_and_month(text: str, seen: tuple[str, ...], expected: str | None) -> None:
    assert at(text, *seen) == expected


def test_seconds_since_1970() -> None:
    stamp = Clock(source("")).epoch("1795291080")
    assert stamp is not None
    assert (stamp.at.isoformat(), stamp.precision) == ("2026-11-21T20:58:00+01:00", 1)
    assert Clock(source("")).epoch("8:58 PM") is None
    assert Clock(source("")).epoch("99999999999999") is None


@pytest.mark.parametrize(
    ("notice", "time", "count", "reason"),
    [
        ("Dernière modification par Alice le 21 novembre 2026, 21:05, modifié 2 fois.", 1, 2, None),
        (
            "Dernière modification par Jean le Bon le 21/11/2026, 21:05. Raison : a:b",
            1,
            None,
            "a:b",
        ),
        ("Last edited by Alice on Sat Nov 21, 2026 9:05 pm, edited 12 times in total", 1, 12, None),
        ("Last edited by Alice on Sat Nov 21, 2026 9:05 pm; edited 1 time in total", 1, 1, None),
        ("Last edited by Alice on Sat Nov 21, 2026 9:05 pm Reason: row 2", 1, None, "row 2"),
        ("Dernière édition par Al le Sam 21 Nov - 21:05, édité 1 fois (Raison : (a))", 1, 1, "(a)"),
        ("Dernière modification par Alice ; 21/11/2026 à 21h05. Motif: ici", 1, None, "ici"),
        ("Last edited by Alice; Today at 09:05 PM.", 1, None, None),
        ("Dernière édition: Aujourd'hui à 21:05:30 par Alice Raison: a", 1, None, "a"),
        ("« Dernière édition: 21 Novembre 2026, 21:05:30 par Alice »", 1, None, None),
        (
            "(This post was last modified: 21-11-2026, 09:05 PM by A. Edit Reason: :))",
            1,
            None,
            ":)",
        ),
        ("Dernière édition par Alice le bientôt", 0, None, None),
        ("par " * 10_000, 0, None, None),
        ("", 0, None, None),
    ],
)
def test_edit_notices(notice: str, time: int, count: int | None, reason: str | None) -> None:
    said = edited(notice, Clock(source("")))
    assert (said.count, said.reason) == (count, reason)
    assert (said.at.strftime("%d/%m/%Y %H:%M") if said.at else "") == "21/11/2026 21:05" * time


def forumactif_post(author_line: str, message: str = "<div>x</div>", after: str = "") -> Found:
    (post,) = forumactif.read(
        source(
            '<div id="p7" class="post row1"><div class="postbody">'
            f'<p class="author">{author_line}</p>'
            f'<div class="content clearfix">{message}</div>{after}</div></div>'
        )
    )
    return post


@pytest.mark.parametrize(
    ("line", "author", "time"),
    [
        ("&nbsp;par&nbsp;<a>Alice</a> Sam 21 Nov 2026 - 20:58", "Alice", "2026-11-21 20:58"),
        ("par Chloé Sam 21 Nov 2026 - 20:58", "Chloé", "2026-11-21 20:58"),
        ("Message par Jean le Bon Hier à 20:58", "Jean le Bon", "2026-11-20 20:58"),
        ("par <strong>Sam</strong> Sam 21 Nov - 20:58", "Sam", "2026-11-21 20:58"),
        ("par <a>Mar</a> Mar 17 Nov - 20:58", "Mar", "2026-11-17 20:58"),
        ("by <a>Alice</a> Sat Nov 21, 2026 8:58 pm", "Alice", "2026-11-21 20:58"),
        ("par <a>Partie 3</a> 21/11/2026, 20:58", "Partie 3", "2026-11-21 20:58"),
        ("par <a>Alice</a> Dim 21 Nov 2026 - 20:58", "Alice", None),  # it was a Saturday
        ("par <a>Alice</a>", "Alice", None),
    ],
)
def test_forumactif_puts_nothing_between_name_and_date(
    line: str, author: str, time: str | None
) -> None:
    post = forumactif_post(line)
    written = post.stamp and post.stamp.at.strftime("%Y-%m-%d %H:%M")
    assert (post.author, written) == (author, time)


def test_forumactif_reads_an_edit_notice_only_outside_the_words() -> None:
    notice = "Dernière édition par Alice le Sam 21 Nov 2026 - 21:05, édité 1 fois"
    typed = forumactif_post("par <a>Alice</a>", f"<div>rouge 7<br>{notice}</div>")
    shown = forumactif_post("par <a>Alice</a>", "<div>rouge 7</div>", f"<p>{notice}</p>")
    assert typed.edited is None
    assert shown.edited is not None
    assert shown.text == "rouge 7"


def test_forumactif_words_without_an_element_of_their_own() -> None:
    assert forumactif_post("par <a>Alice</a>", "a<div>b</div>c").text == "a\nb\nc"
    assert forumactif_post("par <a>Alice</a>", "<b>a</b><div>b</div>").text == "a\nb"


@pytest.mark.parametrize(
    ("entry", "time"),
    [
        ("Timezone: UTC+1", "20:41"),
        ("Timezone: UTC+2", "20:41"),  # Paris in summer: exported then, perhaps
        ("Timezone: UTC+0", "21:41"),
        ("Timezone: UTC", "21:41"),
        ("Timezone: UTC-5", "02:41"),
        ("Timezone: UTC+5:30", "16:11"),
        ("Timezone: UTC+99", "20:41"),
        ("Timezone: here", "20:41"),
        ("", "20:41"),
    ],
)
def test_the_zone_of_a_discord_export(entry: str, time: str) -> None:
    (post,) = chatexporter_html.read(
        source(
            '<div class="chatlog__message-group"><div class="chatlog__message-container"'
            ' data-message-id="1"><span class="chatlog__author" title="bruno">Bruno</span>'
            '<span class="chatlog__timestamp" title="samedi 21 novembre 2026 20:41">x</span>'
            '<div class="chatlog__content">x</div></div></div>'
            f'<div class="postamble__entry">{entry}</div>'
        )
    )
    assert post.stamp is not None
    assert post.stamp.at.strftime("%H:%M") == time


def test_phpbb_tells_no_edit_that_was_made_while_the_post_was_the_last() -> None:
    post = (
        '<div id="p7" class="post"><p class="author"><strong>Alice</strong> » 21/11/2026, 20:58</p>'
        '<div class="content">x</div>{}</div>'
    )
    (plain,) = phpbb.read(source(post.format("")))
    (noted,) = phpbb.read(
        source(post.format('<div class="notice">Last edited by Alice on 21/11/2026, 21:05</div>'))
    )
    assert (plain.edited, plain.tells_edits) == (None, False)
    assert noted.tells_edits
    assert noted.edited is not None


def test_the_parser_is_imported_only_when_a_page_is_read() -> None:
    names = [
        "chatexporter_html",
        "discourse_html",
        "forumactif",
        "invision",
        "mybb",
        "phpbb",
        "smf",
        "vbulletin",
        "xenforo",
    ]
    code = "".join(f"import referee.posts.engines.{name}\n" for name in names)
    code += "import sys; print('selectolax' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
