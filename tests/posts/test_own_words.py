"""Whose words (F2): what is taken out of a post, what is kept, and what must never be lost."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.posts.own_words import Words, own_words, split_words

OLD = "🔴🔴🔵🔵\n🔴🔴🔵🔵\n⚪⚪⚫⚫\n⚪2️⃣⚫⚫\nBruno (1) : [2]"
NEW = "🔴🔴🔵🔵\n1️⃣🔴🔵🔵\n⚪⚪⚫⚫\n⚪2️⃣⚫⚫\nAlice (2) : [1, 3]"
QUOTED = "\n".join(f"> {line}" for line in OLD.split("\n"))


@pytest.mark.parametrize(
    "text",
    [
        NEW,
        f"[quote]{OLD}[/quote]{NEW}",
        f"[quote=Bruno]\n{OLD}\n[/quote]\n{NEW}",
        f"[QUOTE=Bruno;1042]{OLD}[/Quote]\n\n{NEW}",
        f'[quote="Bruno, post:11, topic:31"]\n{OLD}\n[/quote]\n{NEW}',
        f'[quote="Bruno \\"le 2\\" [x]" post_id=3]{OLD}[/quote]{NEW}',
        f"[quote='Bruno [x]']{OLD}[/quote]{NEW}",
        f"[quote=Bruno post_id=1042 time=1795290060 user_id=3]{OLD}[/quote ]{NEW}",
        f"[quote]a[quote]{OLD}[/quote]b[/quote]{NEW}",
        f"[quote]{OLD}[code]{OLD}[/code][spoiler]{OLD}[/spoiler][/quote]{NEW}",
        f"[quote]{OLD}[spoiler]{OLD}[/quote]{NEW}",
        f"{NEW}\n[quote]{OLD}[/quote]",
        f"Bruno a écrit :\n[quote]{OLD}[/quote]\n{NEW}",
        f"Bruno a écrit : ↑Aujourd’hui, 20:41\n[quote]{OLD}[/quote]\n{NEW}",
        f"{QUOTED}\n{NEW}",
        f"Bruno wrote:\n{QUOTED}\n{NEW}",
        f"Le 21/11/2026 à 20:41, Bruno a écrit :\n\n{QUOTED}\n\n{NEW}",
        f"  > {QUOTED}\n>> {OLD.splitlines()[0]}\n>\n{NEW}",
        f">>> deep\n>> less\n> {OLD.splitlines()[0]}\n{NEW}",
        f"{NEW}\n>>> {OLD}",
        f"{NEW}\n>>> ||{OLD}||",
        f"{NEW}\n-- \n⚪⚫ Alice",
        f"{NEW}\n--\n{OLD}",
        f"{NEW}\n_____\n{OLD}",
        f"{NEW}\n\n_________________\n[quote]x[/quote]⚪⚫ Alice",
        f"{NEW} (modifié)",
        f"{NEW} (edited)\n",
        f"{NEW}\n(modifié)",
        f"{NEW}\nDernière modification par Alice le 21 novembre 2026, 21:05, modifié 2 fois.",
        f"{NEW}\nDernière modification par Alice le 21 novembre 2026, 21:05, modifié 1 fois.\n"
        "Raison : ligne 2",
        f"{NEW}\n\nDernière édition par Alice le Sam 21 Nov - 21:05, édité 1 fois\n\n"
        "_________________\n⚪⚫ Alice",
        f"{NEW}\nDernière édition: 21 Novembre 2026",
        f"{NEW}\nDernière édition: Aujourd'hui à 21:05:30 par Alice Raison: ligne 2",
        f"{NEW}\nDernière modification par Alice ; 21/11/2026 à 21h05. Motif: ligne 2",
        f"{NEW}\n« Modifié: Aujourd'hui à 20:58:04 par Alice »",
        f"{NEW}\nModifié il y a 25 minutes par Alice",
        f"{NEW}\nModifié le 21 novembre 2026 par Jean Paul",
        f"{NEW}\nModifié par Alice",
        f"{NEW}\nÉdité le 21/11/2026 à 20h58",
        f"{NEW}\nLast edited by Alice on Sat Nov 21, 2026 9:05 pm, edited 1 time in total.",
        f"{NEW}\nEdited November 21, 2026 by Alice",
        f"{NEW}\nEdited 25 minutes ago by Alice\n\n",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_the_authors_words_are_left(text: str, end: str) -> None:
    assert own_words(text.replace("\n", end)) == NEW
    words = split_words(text.replace("\n", end))
    assert (words.outside, words.inside) == (NEW, "")


@pytest.mark.parametrize(
    "text",
    [
        "* * · ·\n* * · ·\n· · * *\n· 2 * *",
        "**rouge 7**",
        "- b2\n- c3",
        "____\n1___\n____\n__2_",
        "_ _ _ _",
        "---",
        "---- 1",
        "-- b2",
        "b2 > c3",
        "c1->e3",
        "| 1 | . | . | . |",
        "a || b",
        "rouge 7 (modifié par erreur)",
        "Modifié mon coup : rouge 7",
        "Modifié : rouge 7",
        "Édité : finalement rouge 7",
        "Édité 20:58 : finalement rouge 7",
        "Édité à 20:58, je prends rouge 7",
        "Modifié par erreur, rouge 7",
        "Modifié par erreur le 7 rouge",
        "Modifié par Alice : rouge 7",
        "edit: 7",
        "Raison : rouge 7",
        "Il a écrit : rouge 7",
        "Bruno a écrit :\nrouge 7",
        "Bruno wrote:\n\nrouge 7",
        "[b]rouge 7[/b]",
        "[quotes]rouge 7",
        "[code",
        "`rouge 7`",
    ],
)
def test_words_that_must_survive(text: str) -> None:
    assert own_words(text) == text
    assert split_words(text) == Words(outside=text, inside="")


@pytest.mark.parametrize(
    ("text", "outside", "inside"),
    [
        (f"[code]{NEW}[/code]", "", NEW),
        (f"voilà\n[code]\n{NEW}\n[/code]\nmerci", "voilà\nmerci", NEW),
        (f"[code=text]{NEW}[/code]", "", NEW),
        (f"[spoiler]{NEW}[/spoiler]", "", NEW),
        (f'[spoiler="mon coup"]{NEW}[/spoiler] fin', " fin", NEW),
        (f"```\n{NEW}\n```", "", NEW),
        (f"voilà\n```{NEW}```\nmerci", "voilà\nmerci", NEW),
        (f"||{NEW}||", "", NEW),
        ("||1...||\n||..3.||", "", "1...\n..3."),
        ("rouge ||7|| bleu", "rouge\n bleu", "7"),
        (f"{NEW}[spoiler]{OLD}[/spoiler][code]a[/code]", NEW, f"{OLD}\na"),
        ("[code]a[/code]b[spoiler]c[/spoiler]\n```\nd\n```\n||e||", "b", "a\nc\nd\ne"),
        ("[spoiler]a[quote]b[/quote]c[/spoiler]", "", "a\nc"),
        ("[spoiler]a\n> b\nc[/spoiler]", "", "a\nc"),
        ("[spoiler][spoiler]a[/spoiler]b[/spoiler]", "", "a\nb"),
        # in code a mark is text
        ("[code]a [quote]b[/quote] [spoiler][/code]c", "c", "a [quote]b[/quote] [spoiler]"),
        ("[code]> a\n--\nb[/code]", "", "> a\n--\nb"),
        ("```\n> a\n-- \nb\n```\nc", "c", "> a\n--\nb"),
        ("> ```\n> a\n> ```\nb", "b", ""),
        ("```\na\n```\n```\nb\n```", "", "a\nb"),
        ("```a``` b ```c```", "b", "a\nc"),
        ("||a|| b || c", "b || c", "a"),
    ],
)
def test_code_and_spoilers_are_kept_apart(text: str, outside: str, inside: str) -> None:
    words = split_words(text)
    assert (words.outside.strip(), words.inside) == (outside.strip(), inside)


def test_own_words_keep_code_and_spoilers_in_their_places() -> None:
    text = "a\n[code]b[/code]\n[quote]x[/quote]\n||c||\n\nd"
    assert own_words(text) == "a\nb\nc\n\nd"


def test_blank_lines_of_the_author_stay() -> None:
    assert own_words("\n\na\n\n[quote]x[/quote]\n\nb\n\n\nc\n") == "a\n\n\nb\n\n\nc"


@pytest.mark.parametrize(
    ("text", "outside", "doubts"),
    [
        ("[quote]a\nrouge 7", "a\nrouge 7", ("unclosed-quote",)),
        ("[quote=Bruno]a[quote]b[/quote]\nrouge 7", "a\nrouge 7", ("unclosed-quote",)),
        ("a[/quote]\nrouge 7", "a\nrouge 7", ("unopened-quote",)),
        ("[code]rouge 7", "rouge 7", ("unclosed-code",)),
        ("rouge 7[/code]", "rouge 7", ("unclosed-code",)),
        ("[spoiler]rouge 7", "rouge 7", ("unclosed-spoiler",)),
        ("```\nrouge 7", "rouge 7", ("unclosed-code",)),
        ("```\na\n```\n```\nrouge 7\n-- \nAlice", "rouge 7", ("unclosed-code",)),
        ("rouge 7\n>>> a\nb", "rouge 7", ("rest-quoted",)),
        ("[quote][code]a[/quote]rouge 7", "rouge 7", ("unclosed-code",)),
    ],
)
def test_broken_marks_lose_no_words_and_are_noted(
    text: str, outside: str, doubts: tuple[str, ...]
) -> None:
    words = split_words(text)
    assert (words.outside, words.doubts) == (outside, doubts)


def test_quotes_five_hundred_deep() -> None:
    deep = "[quote=Bruno]x" * 500 + "[/quote]y" * 500
    assert own_words(deep + "\n" + NEW).removeprefix("y").strip() == NEW
    half_open = "[quote]x" * 500 + "[/quote]" * 250 + NEW
    assert own_words(half_open).endswith(NEW)
    assert own_words("[quote]" * 100_000 + NEW) == NEW


@pytest.mark.parametrize(
    "piece",
    [
        "[quote]", "[/quote]", "[quote=", '[quote="', '[quote="\\', "[quote=[quote=a", "[code]",
        "[spoiler][quote][/spoiler]", "[code][/quote]", "```", "||", ">", "\n>>> ", "\n> ", "_",
        "Modifié par ", "\nModifié par a le ", "\na écrit :", "a a écrit", "(modifié) ", " ", "\n",
        "[code]a[/code]", "Raison ", "\n```",
    ],
)  # fmt: skip
def test_a_mebibyte_of_marks_costs_linear_time(piece: str) -> None:
    hostile = piece * ((1 << 20) // len(piece))
    start = time.process_time()
    split_words(hostile)
    assert time.process_time() - start < 8


@given(
    st.lists(
        st.sampled_from(
            ["[quote]", "[/quote]", "[quote=B]", "[code]", "[/code]", "[spoiler]", "[/spoiler]",
             "```", "||", "\n", "> ", ">>> ", "-- ", "_____", "a écrit :", "rouge 7", " ", "x"]
        ),
        max_size=25,
    ).map("".join)
)  # fmt: skip
def test_any_heap_of_marks_is_split(text: str) -> None:
    words = split_words(text)
    kept = sorted("".join(own_words(text).split()))
    assert kept == sorted("".join((words.outside + words.inside).split()))


@given(st.text(alphabet="ab 12.*·\n🔴", max_size=80))
def test_text_without_marks_is_its_authors(text: str) -> None:
    assert own_words(text).split() == text.split()
