"""Plain pastes of forums and chats: how they are split, and what every post says.

A fixture is a paste and, beside it, what must come of it. What the samples' INDEX calls order C is
a guess at the lines of a paste; such fixtures say what the reader does, not what browsers do.
"""

import json
import time
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.quadrille import notation
from referee.posts.own_words import own_words
from referee.posts.reader import words_of
from referee.posts.source import Found, Source

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 21, 21, 20, tzinfo=PARIS)  # a Saturday
NAMES = (
    "paste_phpbb", "paste_phpbb2", "paste_forumactif", "paste_discourse", "paste_discord",
    "paste_invision", "paste_xenforo", "paste_xenforo1", "paste_vbulletin", "paste_smf",
    "paste_mybb", "paste_reddit", "paste_slack", "paste_mattermost", "bbcode", "simple",
)  # fmt: skip
ENGINES = [import_module(f"referee.posts.engines.{name}") for name in NAMES]
BY_NAME = {engine.NAME: engine for engine in ENGINES}
POSTS = Path(__file__).parents[3] / "fixtures" / "posts"
FIXTURES = sorted(
    path
    for path in POSTS.glob("*/*.txt")
    if path.parent.name.endswith("-paste") or path.parent.name in ("bbcode", "simple")
)
BOARD = "🔴🔴🔵🔵\n1️⃣🔴🔵🔵\n⚪⚪⚫⚫\n⚪2️⃣⚫⚫"
OLD = "🔴🔴🔵🔵\n🔴🔴🔵🔵\n⚪⚪⚫⚫\n⚪2️⃣⚫⚫"
RANKING = "Alice (2) : [1, 3]"


def source(text: str) -> Source:
    return Source(text, PARIS, NOW)


def claims(text: str) -> list[str]:
    return [engine.NAME for engine in ENGINES if engine.looks(source(text))]


def read(text: str) -> list[Found]:
    (name,) = claims(text)
    return list(BY_NAME[name].read(source(text)))


def record(found: Found) -> dict[str, Any]:
    sheet = notation.read(words_of(found.text)[0]).act
    edited = found.edited
    return {
        "author": found.author,
        "at": found.stamp.at.isoformat() if found.stamp else None,
        "precision": found.stamp.precision if found.stamp else None,
        "id": found.post_id,
        "board": " ".join(sheet.floor) if sheet.floor else None,
        "boards": sheet.boards,
        "ranking": [[line.name, line.points, *line.placed] for line in sheet.ranking],
        "chat": own_words(found.text) if not sheet.floor else None,
        "edited": {
            "at": edited.at.isoformat() if edited.at else None,
            "count": edited.count,
            "reason": edited.reason,
        }
        if edited
        else None,
        "tells_edits": found.tells_edits,
    }


def seen(path: Path) -> dict[str, Any]:
    text = path.read_bytes().decode()
    names = claims(text)
    posts = [record(found) for name in names for found in BY_NAME[name].read(source(text))]
    return {"engines": names, "posts": posts}


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_fixture_gives_what_stands_beside_it(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert expected["engines"] == [path.parent.name]
    assert seen(path) == expected


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: f"{path.parent.name}/{path.stem}")
@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_make_no_difference(path: Path, end: str) -> None:
    text = path.read_bytes().decode().replace("\r\n", "\n")
    if path.parent.name.endswith("-paste"):
        assert read(text.replace("\n", end)) == read(text)
    elif end != "\r":  # no browser of today ends a line so
        assert claims(text.replace("\n", end)) == [path.parent.name]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n \n",
        BOARD,
        f"{BOARD}\n{RANKING}",
        f"{RANKING}\n\n{BOARD}",
        "1...\n....\n....\n....",
        "ok pour moi",
        f"Bruno a écrit :\n{OLD}\n\n{BOARD}",
        f"Il y a 1 heure, Bruno a dit :\n{OLD}\n\n{BOARD}",
        f"Citation de: Bruno le Aujourd'hui à 20:41:12\n{OLD}\n\n{BOARD}",
        f"{BOARD}\nMessage par Bruno » 21 nov. 2026, 20:41\n{OLD}",
        f"{BOARD}\nBruno — 20:41\n{OLD}",
        f"{BOARD}\n\nBruno\n2\n20 min\n\n{OLD}",
        f"{BOARD}\nDernière modification par Alice le 21 nov. 2026, 21:05, modifié 1 fois.",
        "Message de David, à 20:58 je joue",
        "On se retrouve samedi à 21:00",
        "Clôture samedi à 21:00",
        "Terminé il y a 3 h",
        "Posté il y a 3 h",
        "Je joue\n#2\nhier à 20:58 ou plus tard",
        "5 min",
        "[20:43]\nok",
        "— 20:58",
        '{"raw": "[quote=Bruno]x[/quote]"}',
        "x" * (1 << 20),
        "\n" * (1 << 18),
        "Message par " * 90_000,
        "[quote" * 100_000,
    ],
)
def test_nobody_claims(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("paste", "typed"),
    [
        ("Message par {} » 21 nov. 2026, {}", "par Bruno » 21 nov. 2026, 20:50"),
        ("Message par {} » 21 nov. 2026, {}", "Post by Bruno » Nov 21, 2026 8:50 pm"),
        ("Post by {} » Nov 21, 2026 {}", "Message par Bruno » 21 nov. 2026, 20:50"),
        ("Message  {} Sam 21 Nov - {}", "Message par Bruno Sam 21 Nov - 20:50"),
        ("Message  {} Sam 21 Nov - {}", "Bruno a écrit le Sam 21 Nov - 20:50 :"),
        ("{} — Hier à {}\n[20:41]\nok", "Bruno, hier à 20:50"),
    ],
)
def test_a_header_of_another_form_is_a_players_words(paste: str, typed: str) -> None:
    text = f"{paste.format('Alice', '20:40')}\n{OLD}\n{typed}\n{BOARD}\n"
    last = read(text)[-1]
    assert last.author == "Alice"
    assert typed in last.text
    assert notation.read(words_of(last.text)[0]).act.boards == 2


def test_a_header_of_the_pastes_own_form_cannot_be_told_from_a_real_one() -> None:
    head = "Message par {} » 21 nov. 2026, {}"
    text = f"{head.format('Alice', '20:40')}\n{OLD}\n{head.format('Bruno', '20:50')}\n{BOARD}"
    assert [post.author for post in read(text)] == ["Alice", "Bruno"]


def test_a_board_below_what_only_resembles_a_foot_or_a_signature_is_kept() -> None:
    head = "Message par Alice » 21 nov. 2026, 20:40"
    (post,) = read(f"{head}\n{OLD}\nHaut\n{BOARD}")
    assert post.text.endswith(BOARD)
    notice = "Dernière modification par Alice le 21 nov. 2026, 21:05, modifié 1 fois."
    long = "\n".join(f"ligne {n}" for n in range(20))
    (post,) = read(f"{head}\n{notice}\n{BOARD}\n{long}")
    assert (post.edited, post.text.endswith(long)) == (None, True)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2009", "\t"])
def test_unicode_spaces_in_headers_and_notices(space: str) -> None:
    text = (
        f"Re: Quadrille\nMessage par Alice » 21 nov. 2026, 20:58\n{BOARD}\n"
        "Dernière modification par Alice le 21 nov. 2026, 21:05, modifié 1 fois.\nRaison : rangée 2"
    )
    (post,) = read(text.replace(" ", space))
    assert post.stamp is not None
    assert (post.author, post.stamp.at.hour, post.text) == ("Alice", 20, BOARD)
    assert post.edited is not None
    assert (post.edited.count, post.edited.reason) == (1, "rangée 2")


def test_an_impossible_date_keeps_the_post() -> None:
    head = "Message par {} » {}"
    february, march = "31 févr. 2026, 20:58", "29 mars 2026, 02:30"
    text = f"{head.format('Alice', february)}\nun\n{head.format('Bruno', march)}\ndeux"
    assert [(post.author, post.stamp, post.text) for post in read(text)] == [
        ("Alice", None, "un"),
        ("Bruno", None, "deux"),
    ]


@pytest.mark.parametrize(
    ("dates", "days"),
    [
        (["11/21/2026 8:58 PM", "11/05/2026 8:58 PM"], ["2026-11-21", "2026-11-05"]),
        (["11/05/2026 8:58 PM", "11/06/2026 8:58 PM"], [None, None]),
        (["11/11/2026 8:58 PM", "10/10/2026 8:58 PM"], ["2026-11-11", "2026-10-10"]),
        (["21/11/2026 8:58 PM", "05/11/2026 8:58 PM"], ["2026-11-21", "2026-11-05"]),
        (["05/11/2026 20:58", "06/11/2026 20:58"], ["2026-11-05", "2026-11-06"]),
        (["11/21/2026 20:58", "21/11/2026 20:58"], [None, "2026-11-21"]),
    ],
)
def test_day_and_month_are_told_by_the_whole_paste(dates: list[str], days: list[str]) -> None:
    text = "\n".join(f"Alice — {date}\nok" for date in dates)
    stamps = [post.stamp for post in read(text)]
    assert [str(stamp.at.date()) if stamp else None for stamp in stamps] == days


def test_the_order_of_a_paste_shows_the_second_of_two_equal_hours() -> None:
    text = "".join(f"Alice — 25/10/2026 {hour}\nok\n" for hour in ("02:50", "02:10", "03:10"))
    stamps = [post.stamp.at.isoformat() for post in read(text) if post.stamp]
    assert [stamp[11:] for stamp in stamps] == [
        "02:50:00+02:00",
        "02:10:00+01:00",
        "03:10:00+01:00",
    ]


def test_a_nested_quote_whose_end_is_marked_is_left_out() -> None:
    text = (
        "Alice\nMembre\nAujourd'hui à 20:58\n#2\nBruno a dit :\nChloé a dit :\n"
        f"{OLD}\nCliquez pour agrandir...\n{OLD}\nCliquez pour agrandir...\nChloé a dit :\n{BOARD}"
    )
    (post,) = read(text)
    assert post.text == f"Chloé a dit :\n{BOARD}"


BIG = {
    "phpbb-paste": "Re: Q\nMessage par Alice » 21 nov. 2026, 20:{:02}\n\nok {}\nHaut\n",
    "phpbb2-paste": "Alice\nMessages: 3\nPosté le: Hier à 20:{:02}    Sujet: Q\nok {}\nHaut\n",
    "xenforo1-paste": "Alice\nMembre\n\nok {1}\nAlice, Hier à 20:{0:02}\n#2\n",
    "forumactif-paste": "Re: Q\nMessage  Alice Sam 21 Nov - 20:{:02}\n\nok {}\n____________\nici\n",
    "discourse-paste": "alice\n2\n{} min\n\nok {}\n\n",
    "discord-paste": "Alice — Hier à 20:{:02}\nok {}\n[20:59]\nici\n",
    "invision-paste": "Alice\nMembres\n31 messages\nPosté(e) hier à 20:{:02}\nok {}\nCiter\n",
    "xenforo-paste": "Alice\nMembre\nHier à 20:{:02}\n#2\nok {}\nRépondre\n",
    "vbulletin-paste": "21/11/2026, 20h{:02} #12\nAlice\nRe : Q\nok {}\nCiter\n",
    "smf-paste": "Alice\nMembre\nRe : Q\n« Réponse #1 le: Hier à 20:{:02} »\nok {}\n\n",
    "mybb-paste": "Alice\nMessages : 3\n#2\n21-11-2026, 20:{:02}\nok {}\nTrouver\n",
    "reddit-paste": "alice\n•\n{}m ago\nok {}\nUpvote\n1\nDownvote\nReply\n",
    "slack-paste": "Alice  20:{:02}\nok {}\n:heart:\n1\n\n",
    "mattermost-paste": "alice\n20:{:02}\n\nok {}\n\n",
    "simple": "Alice, 21/11/2026 20:{:02}\nok {}\n\n",
}


@pytest.mark.parametrize("name", BIG)
def test_many_posts_cost_linear_time(name: str) -> None:
    count = 100_000 if name in ("phpbb-paste", "discord-paste") else 10_000
    text = "".join(BIG[name].format(n % 60, n) for n in range(count))
    start = time.process_time()
    assert BY_NAME[name].looks(source(text))
    posts = BY_NAME[name].read(source(text))
    assert time.process_time() - start < count / 5_000
    each = 2 if name == "discord-paste" else 1
    assert len(posts) == count * each
    assert posts[-each].text == f"ok {count - 1}" or posts[-1].text.endswith(f"ok {count - 1}\n\n")


_LINES = st.sampled_from(
    [BOARD, RANKING, "", " ", "Alice", "Membre", "31 messages", "Messages : 31", "#2", "2", "5 min",
     "Haut", "_____", "[20:43]", "— ", "20:58", "@Bruno", "Citer", "Re: Q", "Bruno a dit :",
     "Cliquez pour agrandir...", "Message par Alice » 21 nov. 2026, 20:58",
     "Message  Alice Dim 29 Nov - 20:58",
     "Alice — Hier à 20:41", "Posté(e) il y a 3 h", "Hier à 20:58", "21/11/2026, 20h58 #12",
     "« Réponse #1 le: Hier à 20:58:04 »", "11-21-2026, 08:58 PM", "Alice, 31/02/2026 20:58",
     "Modifié il y a 9999 ans par Alice", "(modifié)", "[quote]", "[/quote]"]
)  # fmt: skip


@given(st.lists(_LINES | st.text(max_size=30), max_size=14).map("\n".join))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for engine in ENGINES:
        if engine.looks(source(text)):
            assert engine.read(source(text))
        for post in engine.read(source(text)):
            words_of(post.text)


@settings(derandomize=True)  # only pastes have to be told apart, and no heap of lines is one
@given(st.lists(_LINES, max_size=14).map("\n".join))
def test_at_most_one_reader_claims_a_text(text: str) -> None:
    assert len(claims(text)) <= 1
