"""Simple headers: the forms that are read, and the lines that must never be taken for one (F1)."""

import time
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.posts.dates import BadStamp
from referee.posts.headers import Header, split_header

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 24, 12, 0, tzinfo=PARIS)
MONDAY = "2026-11-23T20:58:00+01:00"
SATURDAY = "2026-11-21T20:58:00+01:00"
BOARD = "1️⃣🔴🔵🔵\n🔴🔴🔵🔵\n⚪⚪⚫⚫\n⚪2️⃣⚫⚫\n"


def header_of(text: str) -> Header:
    header, _ = split_header(text, PARIS, NOW)
    assert header is not None
    return header


@pytest.mark.parametrize(
    "line",
    [
        "Alice, 23/11/2026 20:58",
        "Alice, 23/11/2026, 20:58",
        "Alice, le 23/11/2026 à 20h58",
        "Alice — 23/11/2026 20:58",
        "Alice – 23/11/2026 20:58",
        "Alice - 23/11/2026 20:58",
        "Alice | 23/11/2026 20:58",
        "Alice · 23/11/2026 20:58",
        "Alice » 23/11/2026 20:58",
        "Alice • 23/11/2026 20:58",
        "Alice — Hier à 20:58",
        "Alice — 20:58",
        "Alice (23/11/2026 20:58)",
        "Alice (hier à 20:58) :",
        "[23/11/2026 20:58] Alice :",
        "[2026-11-23T20:58:00+01:00] Alice:",
        "Alice » 23 nov. 2026, 20:58",
        "par Alice » 23 nov. 2026, 20:58",
        "Message par Alice » lun. 23 nov. 2026 20:58",
        "Message\u00a0 Alice Lun 23 Nov - 20:58",
        "Post by Alice » Mon Nov 23, 2026 8:58 pm",
        "Posted by Alice, Nov 23, 2026 8:58 pm",
        "by Alice on Mon Nov 23, 2026 8:58 pm",
        "Alice a écrit le 23/11/2026 à 20:58 :",
        "Alice wrote on Nov 23, 2026 8:58 pm:",
        "Alice le 23/11/2026 à 20:58",
        "Alice hier à 20:58",
        "Alice 23/11/2026 20:58",
        "Alice, 2026-11-23 19:58:00 UTC",
        "De : Alice\nDate : 23/11/2026 20:58",
        "Auteur : Alice\nLe : 23/11/2026 à 20:58",
        "Author: Alice\n\nDate: Nov 23, 2026 8:58 pm",
        "Sujet : Quadrille\nDe : Alice\nDate : hier 20:58",
        "Date : hier 20:58\nDe : Alice",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_forms(line: str, end: str) -> None:
    header, rest = split_header(f"\n \n{line}{end}{BOARD}".replace("\n", end), PARIS, NOW)
    assert header is not None
    assert (header.author, header.stamp.at.isoformat(), header.post_id) == ("Alice", MONDAY, None)
    assert rest == BOARD.replace("\n", end)


@pytest.mark.parametrize(
    "line",
    [
        "#1042 Alice, 23/11/2026 20:58",
        "#1042 — Alice — 23/11/2026 20:58",
        "Alice #1042, 23/11/2026 20:58",
        "Alice, 23/11/2026 20:58 #1042",
        "Alice — 23/11/2026 20:58 — #1042",
        "Alice — #1042 — 23/11/2026 20:58",
        "Alice (23/11/2026 20:58) #1042",
        "Alice (23/11/2026 20:58) (#1042)",
        "[23/11/2026 20:58] Alice #1042 :",
        "Alice | 2026-11-23 19:58:00 UTC | #1042",
        "De : Alice\nDate : 23/11/2026 20:58\nId : 1042",
        "De : Alice\n#1042\nDate : 23/11/2026 20:58",
        "De : Alice\nDate : 23/11/2026 20:58\n#1042",
        "Id : #1042\nDe : Alice\nDate : 23/11/2026 20:58",
    ],
)
def test_ids(line: str) -> None:
    header, rest = split_header(f"{line}\n{BOARD}", PARIS, NOW)
    assert header is not None
    assert (header.author, header.stamp.at.isoformat()) == ("Alice", MONDAY)
    assert header.post_id == "1042"
    assert rest == BOARD


@pytest.mark.parametrize(
    ("line", "author", "at"),
    [
        ("Sam, 21/11/2026 20:58", "Sam", SATURDAY),
        ("Message  Sam Sam 21 Nov - 20:58", "Sam", SATURDAY),
        ("Mar — 21/11/2026 20:58", "Mar", SATURDAY),
        ("Avril, 21 nov. 2026 20:58", "Avril", SATURDAY),
        ("Mai (21/11/2026 20:58)", "Mai", SATURDAY),
        ("Jean-Paul, 21/11/2026 20:58", "Jean-Paul", SATURDAY),
        ("Jean Paul de la Tour — 21/11/2026 20:58", "Jean Paul de la Tour", SATURDAY),
        ("Alice (modo) (21/11/2026 20:58)", "Alice (modo)", SATURDAY),
        ("Message par le chat botté » Sam 21 Nov 2026 - 20:58", "le chat botté", SATURDAY),
        ("De : le chat botté\nLe : 21/11/2026 20:58", "le chat botté", SATURDAY),
        ("Bruno59, 21/11/2026 20:58", "Bruno59", SATURDAY),
        ("Chloé ⭐ — 21/11/2026 20:58", "Chloé ⭐", SATURDAY),
        ("Alice#1234 — 21/11/2026 20:58", "Alice#1234", SATURDAY),
    ],
)
def test_authors(line: str, author: str, at: str) -> None:
    header = header_of(line)
    assert (header.author, header.stamp.at.isoformat()) == (author, at)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        BOARD,
        "1234\n....\n....\n....",
        "* * · ·\n1 * · ·",
        "| 1 | . | . | . |",
        "Alice (2) : [1, 3]",
        "Alice (2) : [1, 3]\nDate : 23/11/2026 20:58",
        "Alice : 2 pts [1, 3]",
        "rouge 7, bleu 9",
        "F3 bleu L4",
        "c1-e3",
        "b2, 20:58",
        "Je joue en b2, comme hier à 20:58",
        "J'ai posté ça, hier à 20:58",
        "J'ai joué hier à 20:58",
        "Bruno a joué le 23/11/2026 à 20:58",
        "Joué le 23/11/2026 à 20:58",
        "Posté le 23/11/2026 à 20:58",
        "rendez-vous demain, 20:58",
        "rendez-vous, 20:58",
        "prochaine partie — samedi 28/11/2026 21:00",
        "On se retrouve samedi 28/11/2026 à 21:00",
        "[20:43]\nok pour moi",
        "[20:43] attention : je joue",
        "Bruno a écrit : ↑Aujourd’hui, 20:41",
        "Bruno wrote: Today, 20:41",
        "> Alice, 23/11/2026 20:58",
        "Modifié le 23/11/2026 à 20:58",
        "Dernière modification par Alice le 21 novembre 2026, 21:05, modifié 1 fois.",
        "Last edited by Alice on Sat Nov 21, 2026 9:05 pm",
        "Alice, 23/11/2026",
        "Alice le 23/11",
        "Alice",
        "23/11/2026 20:58",
        "Sam 21 Nov - 20:58",
        "21 Nov - 20:58",
        "lundi 23/11/2026 20:58",
        "le 23/11/2026 à 20:58",
        "hier à 20:58",
        "Bonjour, 23/11/2026 20:58",
        "1042, 23/11/2026 20:58",
        "#12 Alice, 23/11/2026 20:58 #13",
        "Al\x07ice, 23/11/2026 20:58",
        "x" * 61 + ", 23/11/2026 20:58",
        "Alice, 23/11/2026 20:58" + " " * 300 + "x",
        "De : Alice\nje joue en b2",
        "De : Alice à Bruno\nLe : prochain coup",
        "Il est parti.\nDe : Alice\nDate : 23/11/2026 20:58",
        "bonjour\nAlice, 23/11/2026 20:58",
        "a\nb\nc\nd\ne\nDe : Alice\nDate : 23/11/2026 20:58",
    ],
)
def test_no_header(text: str) -> None:
    assert split_header(text, PARIS, NOW) == (None, text)


@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("Alice, 31/02/2026 20:58", "no-date"),
        ("Alice, 11/21/2026 20:58", "order"),
        ("Alice — 29/03/2026 02:30", "skipped"),
        ("Message  Alice Lun 21 Nov 2026 - 20:58", "weekday"),
        ("De : Alice\nDate : 23/11/2026", "no-time"),
    ],
)
def test_a_plain_header_with_a_bad_date_is_refused(line: str, case: str) -> None:
    with pytest.raises(BadStamp) as bad:
        split_header(f"{line}\n{BOARD}", PARIS, NOW)
    assert bad.value.case == case


def test_words_behind_a_bracketed_header_are_the_posts() -> None:
    header, rest = split_header("[23/11/2026 20:58] Alice : rouge 7\nbleu 9", PARIS, NOW)
    assert header is not None
    assert header.author == "Alice"
    assert rest == "rouge 7\nbleu 9"


@pytest.mark.parametrize(
    "hostile",
    [
        " " * 299 + "x",
        "a " * 140 + "20:58",
        "," * 280 + "20:58",
        "Alice" + " — " * 90 + "20:58",
        "(" * 280 + "20:58)",
        "[" * 280 + "20:58] x :",
        "#1 " * 90 + "20:58",
        "Lun 23 Nov - " * 20 + "20:58",
        "De : " * 50,
        "\n" * (1 << 19),
        " \n" * (1 << 18),
        "x" * (1 << 20),
    ],
)
def test_hostile_first_lines_cost_little(hostile: str) -> None:
    start = time.process_time()
    split_header(hostile + "\n" + BOARD, PARIS, NOW)
    assert time.process_time() - start < 0.5


@given(st.text(max_size=200))
def test_any_text_is_split_or_left(text: str) -> None:
    try:
        header, rest = split_header(text, PARIS, NOW)
    except BadStamp:
        return
    assert header is not None or rest == text


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("Bruno · 3 h", "2026-11-21 16:20"),  # an age, as sites print it; known to the hour
        ("Bruno • 2 hours ago", "2026-11-21 17:20"),
        ("Bruno — il y a 2 h", "2026-11-21 17:20"),
        ("Bruno — 20 h", "2026-11-21 20:00"),  # a time of day, as people write it
        ("Bruno, 21/11/2026  20:58", "2026-11-21 20:58"),
    ],
)
def test_ages_and_days_after_a_sign(line: str, at: str) -> None:
    now = datetime(2026, 11, 21, 20, 20, tzinfo=ZoneInfo("Europe/Paris"))
    if "20:58" in line:
        now += timedelta(hours=1)
    header, text = split_header(f"{line}\nmots", ZoneInfo("Europe/Paris"), now)
    assert header is not None
    assert (header.author, text) == ("Bruno", "mots")
    assert header.stamp.at.strftime("%Y-%m-%d %H:%M") == at


@pytest.mark.parametrize(
    "line", ["Terminé il y a 3 h", "Fini, il y a 3 h", "Clôture samedi à 21:00"]
)
def test_sentences_that_end_with_an_age_are_none(line: str) -> None:
    now = datetime(2026, 11, 21, 20, 20, tzinfo=ZoneInfo("Europe/Paris"))
    assert split_header(f"{line}\nmots", ZoneInfo("Europe/Paris"), now)[0] is None
