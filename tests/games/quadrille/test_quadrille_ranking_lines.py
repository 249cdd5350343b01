"""Ranking lines in every form that Q13 allows, and the chat that only looks like one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.quadrille.acts import Line
from referee.games.quadrille.ranking_lines import read_line

ALICE = Line("Alice", 2, (1, 3))


@pytest.mark.parametrize(
    "text",
    [
        "Alice (2) : [1, 3]",
        "Alice (2): [1,3]",
        "Alice (2) [1 3]",
        "Alice (2)[13]",
        "Alice(2):[1;3]",
        "Alice (2) - [1-3]",
        "Alice (2) = [ 1 , 3 ]",
        "Alice (2) → [1, 3]",
        "Alice (2) : [1 et 3]",
        "Alice (2) : [①, ❸]",
        "Alice (２)：［1, 3］",
        "Alice (2 pts) : [1, 3]",
        "Alice (2) pts : [1, 3]",
        "Alice : 2 pts [1, 3]",
        "Alice : 2pts : [1, 3]",
        "Alice 2 points [1, 3]",
        "Alice - 2 pts - [1, 3]",
        "Alice – 2 pt. [1, 3]",
        "Alice, 2 points : [1, 3]",
        "  Alice (2) : [1, 3]  ",
        "\tAlice (2) : [1, 3]",
        "- Alice (2) : [1, 3]",
        "• Alice (2) : [1, 3]",
        "* Alice (2) : [1, 3]",
        "1. Alice (2) : [1, 3]",
        "12) Alice (2) : [1, 3]",
        "1 - Alice (2) : [1, 3]",
        "- 1. Alice (2) : [1, 3]",
        "🥇 Alice (2) : [1, 3]",
        "@Alice (2) : [1, 3]",
        "**Alice** (2) : [1, 3]",
        "**Alice (2) : [1, 3]**",
        "__Alice__ (2) : [1, 3]",
        "~~Alice~~ (2) : [1, 3]",
        "`Alice (2) : [1, 3]`",
        "||Alice (2) : [1, 3]||",
        "| Alice | 2 pts | [1, 3] |",
        "Alice (2) : \\[1, 3\\]",
        "[b]Alice[/b] (2) : [1, 3]",
        "[color=#ff0000][b]Alice (2)[/b][/color] : [1, 3]",
        "[*]Alice (2) : [1, 3]",
        "[url=https://forum.example/u/2]Alice[/url] (2) : [1, 3]",
        "Alice (2) : [1, 3] (modifié)",
        "Alice (2) : [1, 3] 🎉",
        "Alice (2) : [1, 3] [b]bravo[/b]",
    ],
)
def test_one_line_in_many_forms(text: str) -> None:
    assert read_line(text) == ALICE


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Bruno (0) : []", Line("Bruno", 0, ())),
        ("Bruno (0) : [ ]", Line("Bruno", 0, ())),
        ("Bruno (0) : [-]", Line("Bruno", 0, ())),
        ("Bruno (-1) : [2]", Line("Bruno", -1, (2,))),
        ("Bruno (−1) : [2]", Line("Bruno", -1, (2,))),
        ("Bruno (+3) : [2]", Line("Bruno", 3, (2,))),
        ("Bruno -1 pts [2]", Line("Bruno", -1, (2,))),
        ("Bruno (999999) : [2]", Line("Bruno", 999999, (2,))),
        ("Le Danseur (1) : [4]", Line("Le Danseur", 1, (4,))),
        ("Chloé (la vraie) (1) : [4]", Line("Chloé (la vraie)", 1, (4,))),
        ("Bruno (2) (3) : [1]", Line("Bruno (2)", 3, (1,))),
        ("[TAG] David (1) : [4]", Line("[TAG] David", 1, (4,))),
        ("Jean–Luc (1) : [4]", Line("Jean–Luc", 1, (4,))),
        ("~Luna~ (1) : [4]", Line("~Luna~", 1, (4,))),
        ("zaza42 (1) : [4]", Line("zaza42", 1, (4,))),
        ("42 (1) : [4]", Line("42", 1, (4,))),
        ("ÉLODIE (1) : [4]", Line("ÉLODIE", 1, (4,))),
    ],
)
def test_names_and_scores_are_kept_as_written(text: str, line: Line) -> None:
    assert read_line(text) == line


@pytest.mark.parametrize(
    ("steps", "placed"),
    [("4, 1", (4, 1)), ("1, 1", (1, 1)), ("5", (5,)), ("0 9", (0, 9)), ("10", (1, 0))],
)
def test_steps_are_kept_as_read_for_the_judge_to_compare(
    steps: str, placed: tuple[int, ...]
) -> None:
    assert read_line(f"Alice (1) : [{steps}]") == Line("Alice", 1, placed)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1, 3]",
        "(2) : [1, 3]",
        "1. (2) : [1, 3]",
        "- : 2 pts [1]",
        "Alice : [1, 3]",
        "Alice: 3 messages [1]",
        "Alice 2 [1, 3]",
        "Alice (2) : 1, 3",
        "Alice (2) : [1, 3",
        "Alice (deux) : [1, 3]",
        "Alice (2,5) : [1, 3]",
        "Alice 2,5 pts [1, 3]",
        "Alice (2) : [aucun]",
        "Alice (2) : [1, b]",
        "Alice (2) a posé [1]",
        "Joueur (score) : [chiffres placés]",
        "Alice (1234567) : [1]",
        "Alice 1234567 pts [1]",
        "[b](2)[/b] : [1]",
        "[1](2)",
        "voir le message (2) de [Bruno]",
        "A" * 300 + " (2) : [1]",
        "A" * 61 + " (2) : [1]",
    ],
)
def test_what_is_no_ranking_line(text: str) -> None:
    assert read_line(text) is None


NAMES = st.from_regex(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ0-9 '.]{0,18}[A-Za-zÀ-ÿ0-9]", fullmatch=True)


@settings(deadline=None)
@given(
    NAMES.filter(lambda name: "×" not in name and "÷" not in name),
    st.integers(-999, 999999),
    st.lists(st.integers(1, 4), max_size=4),
    st.sampled_from([" : ", ": ", ":", " ", "", " - ", " → ", " = "]),
    st.sampled_from(["{}", "- {}", "• {}", "3. {}", "**{}**", "[b]{}[/b]", "  {}\t"]),
)
def test_round_trip(name: str, points: int, steps: list[int], separator: str, around: str) -> None:
    for comma in (", ", ",", " ", ""):
        text = around.format(f"{name} ({points}){separator}[{comma.join(map(str, steps))}]")
        assert read_line(text) == Line(name, points, tuple(steps))


@settings(deadline=None)
@given(st.text() | st.text(alphabet="A1()[]: -pts*.\\é１"))
def test_no_text_is_too_much(text: str) -> None:
    read_line(text)
