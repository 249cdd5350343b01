"""Pictures and sentences: what a table shows and says, in both languages."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.core.house import Drawn, Life, Passed, Sealed
from referee.core.picture import Picture
from referee.core.reading import Note
from referee.core.ruling import Objection
from referee.core.seated import Outcome, Part
from referee.games.deuxpas.game import GAME
from referee.games.deuxpas.state import State
from referee.render.board import emoji, terminal
from referee.words.sentences import Speaker
from tests.games.deuxpas.playing import (
    HOUR,
    MINUTE,
    PLACED,
    SEATED,
    START,
    VARIED,
    opened,
    placed,
    post,
    said,
)

AT = START + 2 * HOUR


def speaker(lang: str) -> Speaker:
    return Speaker(lang, ZoneInfo("Europe/Paris"), lambda seq, **how: f"@{seq}")


def spoken(parts: tuple[Part, ...], lang: str = "fr") -> list[str]:
    said_so = [speaker(lang).note(part) for part in parts if isinstance(part, Note)]
    return [text.replace("\u00a0", " ") for text in said_so]


def midway() -> State:
    """Red painted around e3 and e5; a blue pawn on e4 stands on red."""
    rows = [
        "........",
        "....B...",
        "........",
        "...rrr..",
        "...r.r..",
        "...rrrR.",
        "........",
        "........",
    ]
    start = {
        "board": rows,
        "pawns": {"red": ["c1", "e3"], "blue": ["e6", "d4", "g8"]},
        "to_move": "blue",
        "moves": {"red": 3, "blue": 2},
        "destroyed": {"red": 1, "blue": 0},
    }
    return said(opened(start), "Bruno", "e6-g6", START + HOUR)[1]


def test_the_board_in_emoji() -> None:
    assert emoji(GAME.picture(midway())) == [
        "８⬛⬛⬛⬛⬛⬛🔵⬛",
        "７⬛⬛⬛⬛📘🟦🟦🟦",
        "６⬛⬛⬛⬛⬛🟦🔵🟦",
        "５⬛⬛⬛🟥🟥🟦🟦🟦",
        "４⬛⬛⬛🟥⬛🟥⬛⬛",
        "３⬛⬛⬛🟥🔴🟥📕⬛",
        "２⬛⬛⬛⬛⬛⬛⬛⬛",
        "１⬛⬛🔴⬛⬛⬛⬛⬛",
        "　ａｂｃｄｅｆｇｈ",
    ]


def test_the_board_in_letters_and_the_same_in_colour() -> None:
    picture = GAME.picture(midway())
    letters = terminal(picture, colour=False)
    assert letters == [
        "     a   b   c   d   e   f   g   h",
        " 8   .   .   .   .   .   .  o.   .",
        " 7   .   .   .   .   B + b + b + b",
        " 6   .   .   .   . - . + b >o. + b",
        " 5   .   .   .   r   r + b + b + b",
        " 4   .   .   .   r   .   r   .   .",
        " 3   .   .   .   r  xr   r   R   .",
        " 2   .   .   .   .   .   .   .   .",
        " 1   .   .  x.   .   .   .   .   .",
    ]
    coloured = terminal(picture, colour=True)
    plain = ["".join(piece.partition("m")[2] if at else piece for at, piece in enumerate(
        line.split("\x1b["))) for line in coloured]  # fmt: skip
    assert [line.rstrip() for line in plain] == letters
    assert "\x1b[97;41m" in coloured[4]
    assert "\x1b[1;97;104m" in coloured[2]


def test_a_pawn_in_danger_is_marked_and_named() -> None:
    state = said(opened({"pawns": {"red": ["c2"], "blue": ["d5", "h8"]}}), "Alice", "c2-e4", AT)[1]
    assert "🟣" in emoji(GAME.picture(state))[3]
    assert " 5   .   .   . !or + r + r" in terminal(GAME.picture(state), colour=False)[4]
    said_so = spoken(SEATED.bulletin(state, AT))
    assert (
        "⚠ En danger (Bleu) : d5 – à déplacer ou à repeindre ce tour-ci, sinon détruit." in said_so
    )


def test_the_bulletin_of_a_game_under_way() -> None:
    state = midway()
    parts = SEATED.bulletin(state, AT)
    assert isinstance(parts[0], Picture)
    assert spoken(parts) == [
        "Immuables : 📕 g3 – 📘 e7",
        "🔴 Alice : pions c1 e3 – arrivés 0/3, détruits 1 – 8 cases – coups 3/40",
        "🔵 Bruno : pions g6 g8 – arrivés 0/3, détruits 1 – 9 cases – coups 3/40",
        "Dernier coup : Bruno, e6-g6, qui peint 8 cases : f5 f6 f7 g5 g7 h5 h6 h7",
        "À Alice (Rouge) de jouer.",
        "Pendules : 🔴 6 j 23 h – 🔵 6 j 23 h",
        "La pendule d'Alice arrive à zéro le lun. 30 nov. 2026 22:00.",
    ]
    assert spoken(parts, "en")[-3:] == [
        "Alice (Red) to move.",
        "Clocks: 🔴 6 d 23 h – 🔵 6 d 23 h",
        "Alice's clock reaches zero on Mon 30 Nov 2026 22:00.",
    ]


def test_the_bulletins_before_play_give_nothing_away() -> None:
    state = opened(kind="varied")
    assert spoken(SEATED.bulletin(state, AT)) == [
        "🔴 Rouge : Alice – 🔵 Bleu : Bruno",
        "On attend le tirage des cases immuables.",
    ]
    state = GAME.apply(state, Drawn(START, "cells", VARIED, 1))
    assert "Chacun envoie en privé" in spoken(SEATED.bulletin(state, AT))[1]
    state = GAME.apply(state, Sealed(START, "Bruno"))
    assert spoken(SEATED.bulletin(state, AT))[1:] == [
        "Placement reçu : Bruno. On attend celui d'Alice.",
        "Immuables : 📕 a3 c5 e6 g4 – 📘 b5 d3 f4 h6",
    ]


ENDS = {
    "arrival": "Alice gagne : troisième arrivée.",
    "blocked": "Alice gagne : Bruno commence son tour sans pion ou sans déplacement possible.",
    "count": "Alice gagne au décompte des cases après 40 coups chacun : 8–5 (Rouge–Bleu).",
    "clock": "Bruno gagne : la pendule d'Alice est arrivée à zéro le lun. 30 nov. 2026 21:00.",
    "resignation": "Bruno gagne : Alice abandonne.",
}


@pytest.mark.parametrize(("end", "sentence"), [(end, f"🏆 {ENDS[end]}") for end in ENDS])
def test_every_end_is_told(end: str, sentence: str) -> None:
    pawns: dict[str, Any] = {"pawns": {"red": ["c6", "a1"], "blue": ["h8"]}}
    red = {"board": ["........"] * 7 + ["rrrrrrrr"], "to_move": "blue"}
    last = {"moves": {"red": 40, "blue": 39}}
    before, player, text = {
        "arrival": (opened(pawns | {"arrived": {"red": 2, "blue": 0}}), "Alice", "c6-c8"),
        "blocked": (opened({"pawns": {"red": ["a1"], "blue": []}}), "Alice", "a1-a3"),
        "count": (opened(pawns | red | last), "Bruno", "h8-h7"),
        "clock": (opened(), "Alice", "bonjour"),
        "resignation": (opened(), "Alice", "abandon"),
    }[end]
    after = said(before, player, text, AT)[1]
    if end == "clock":
        after = GAME.apply(after, Passed(START + timedelta(days=8)))
    assert spoken(SEATED.news(before, after, AT))[-1] == sentence
    assert spoken(SEATED.bulletin(after, AT))[-1] == sentence
    outcome = SEATED.outcome(after)
    assert isinstance(outcome, Outcome)
    assert outcome.reason == end
    assert len(outcome.winners) == 1


def test_what_a_move_did_is_told() -> None:
    rows = ["........"] * 7 + ["bb......"]
    pawns = {"red": ["a1", "b1", "e6"], "blue": ["h8"]}
    before = opened({"board": rows, "pawns": pawns})
    after = said(before, "Alice", "e6-e8", AT)[1]
    assert spoken(SEATED.news(before, after, AT)) == [
        "Alice arrive en e8 : 1 arrivée sur 3.",
        "Alice perd 2 pions : a1 b1",
        "Alice a perdu deux pions : trois arrivées ne sont plus possibles, il reste le blocage et"
        " le décompte.",
    ]
    assert SEATED.news(after, after, AT) == ()


def test_the_draw_and_the_reveal_are_told() -> None:
    new = opened(kind="varied")
    drawn = GAME.apply(new, Drawn(START, "cells", VARIED, 1))
    assert spoken(SEATED.news(new, drawn, AT)) == ["Les cases immuables sont tirées."]
    assert spoken(SEATED.news(drawn, placed(VARIED, PLACED), AT)) == [
        "Placements révélés : 🔴 a1 b1 g1 h1 – 🔵 a8 c8 f8 h8"
    ]


@pytest.mark.parametrize(
    ("player", "text", "french", "english"),
    [
        (
            "Alice",
            "c1-d1-e2",
            [
                "la case d1 porte un pion rouge, elle n'est pas libre.",
                "le chemin c1-d1-e2 n'est pas permis ; pour la même arrivée : c1-d2-e2.",
            ],
            [
                "the cell d1 holds a red pawn, it is not free.",
                "the path c1-d1-e2 is not allowed; for the same arrival: c1-d2-e2.",
            ],
        ),
        (
            "Bruno",
            "c8-e6",
            ["ce n'est pas son tour : c'est à Alice (Rouge) de jouer."],
            ["it is not their turn: Alice (Red) is to move."],
        ),
        (
            "Chloé",
            "c1-e3",
            [
                "Chloé n'a pas de place à cette table : Alice joue Rouge, Bruno joue Bleu.",
            ],
            ["Chloé has no seat at this table: Alice plays Red, Bruno plays Blue."],
        ),
        (
            "Alice",
            "c1-i3",
            ["hors du plateau, qui va de a à h et de 1 à 8 : i3."],
            ["off the board, which runs from a to h and from 1 to 8: i3."],
        ),
        (
            "Alice",
            "e3",
            [
                "« e3 » ne dit pas quel pion joue : il faut le départ et l'arrivée, par exemple"
                " c1-e3.",
            ],
            ["“e3” does not say which pawn moves: start and arrival are needed, such as c1-e3."],
        ),
    ],
)
def test_an_objection_says_which_cell_and_why(
    player: str, text: str, french: list[str], english: list[str]
) -> None:
    finding = GAME.judge(opened(), post(player, text, AT))
    for lang, expected in (("fr", french), ("en", english)):
        sentences = [speaker(lang).sentence(one) for one in finding.objections]
        assert [one.replace("\u00a0", " ") for one in sentences] == expected


def test_why_nothing_leads_there_is_one_sentence() -> None:
    rows = [*["........"] * 6, "...b....", "........"]
    state = opened({"board": rows, "pawns": {"red": ["c1", "d1"], "blue": ["g8"]}})
    (objection,) = GAME.judge(state, post("Alice", "c1-e1", AT)).objections
    assert isinstance(objection, Objection)
    assert speaker("fr").sentence(objection).replace("\u00a0", " ") == (
        "aucun chemin de deux pas ne mène de c1 en e1 : d1 porte un pion rouge ; d2 est bleue."
    )


def test_a_paused_table_names_no_deadline() -> None:
    state = GAME.apply(midway(), Life("paused", AT))
    told = spoken(SEATED.bulletin(state, AT + MINUTE))
    assert not [line for line in told if "arrive à zéro" in line]


def test_moves_in_words() -> None:
    assert speaker("fr").note(SEATED.said({"from": "c1", "to": "e3"})) == "c1-e3"
    assert speaker("fr").note(SEATED.said({"resign": True})) == "abandon"
    assert speaker("en").note(SEATED.said({"resign": True})) == "resignation"
