"""What people read: the table in pictures, points told tile by tile, sentences in two languages."""

import json
import re
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.core.picture import Picture
from referee.core.reading import Note
from referee.core.seated import Part
from referee.games.azul.game import GAME
from referee.games.azul.picture import board_picture
from referee.games.azul.state import State
from referee.render.board import emoji, terminal
from referee.words.en import azul as en
from referee.words.fr import azul as fr
from referee.words.sentences import Speaker
from tests.conftest import Referee
from tests.games.azul.oracles import PLAYERS, SEATED, dealt, moment, opened, play, posted
from tests.games.azul.test_azul_table import post, under_way

SPEAKERS = {
    lang: Speaker(lang, ZoneInfo("Europe/Paris"), lambda seq, **_: f"@{seq}")
    for lang in ("fr", "en")
}
FACTORIES = ["BBYR", "YYRK", "KKWB", "WWRY", "BKRW"]
START: dict[str, Any] = {
    "round": 4,
    "phase": "offer",
    "active": "Alice",
    "marker": "Bruno",
    "centre": ["white"],
    "boards": {
        "Alice": {
            "score": 12,
            "lines": [None, ["blue", 2], ["black", 3], ["red", 2], None],
            "wall": ["byrk.", "w.y..", ".....", ".....", "....."],
            "floor": ["red", "blue"],
        },
        "Bruno": {"score": 1, "lines": [None, ["red", 2], None, None, None], "floor": ["marker"]},
    },
}


def told(parts: tuple[Part, ...], lang: str) -> list[str]:
    return [SPEAKERS[lang].note(part) for part in parts if isinstance(part, Note)]


def ended() -> tuple[State, State]:
    before = under_way(START)
    return before, post(before, "Alice", 1, "C blanc L1")


def test_a_round_is_told_tile_by_tile() -> None:
    before, after = ended()
    assert told(SEATED.news(before, after, moment(2)), "en") == [
        "Alice: 1 white (centre) → line 1.",
        "End of round 4. The score:",
        "Alice: from 12 to 25 points",
        "· white in row 1, column 5: 5 across = 5",
        "· blue in row 2, column 2: 3 across + 2 down = 5",
        "· black in row 3, column 1: 3 down = 3",
        "· floor: 2 spaces taken = −2",
        "· bonus: 1 row (+2), 0 columns (+7), 0 colours (+10) = +2",
        "Bruno: from 1 to 1 point",
        "· red in row 2, column 4: alone = 1",
        "· floor: 1 space taken = −1",
    ]


def test_the_same_in_french() -> None:
    before, after = ended()
    lines = told(SEATED.news(before, after, moment(2)), "fr")
    assert "· bleu en ligne 2, colonne 2\u00a0: 3 à l'horizontale + 2 à la verticale = 5" in lines
    assert told(SEATED.bulletin(after, moment(2)), "fr") == [
        "La partie est finie\u00a0: une rangée horizontale est complète.",
        "🏆 Alice gagne.",
        "Points\u00a0: Alice 25\u00a0; Bruno 1",
    ]


def test_a_floor_line_that_costs_more_than_there_is() -> None:
    start = {**START, "boards": {"Alice": {"score": 1, "floor": ["red", "red", "red"]}}}
    before = under_way(start)
    after = post(before, "Alice", 1, "C blanc L2")
    assert "· floor: 3 spaces taken = −4, held at −1 (never below 0)" in told(
        SEATED.news(before, after, moment(2)), "en"
    )


def test_news_tells_a_move_with_what_falls() -> None:
    state = dealt(opened(2, 0), FACTORIES, moment(1))
    first = post(state, "Alice", 2, "F2 jaune L1")
    second = post(first, "Bruno", 3, "C rouge P")
    assert told(SEATED.news(state, first, moment(3)), "fr") == [
        "Alice\u00a0: 2 jaunes (fabrique 2) → ligne 1 (1 tuile tombe au plancher)."
    ]
    assert told(SEATED.news(first, second, moment(4)), "en") == [
        "Bruno: 1 red (centre) → floor (takes the first-player marker)."
    ]
    assert SEATED.news(second, second, moment(5)) == ()
    assert SEATED.news(second, opened(2, 0), moment(5)) == ()  # a late post led back


def test_a_table_in_pictures() -> None:
    state = post(dealt(opened(2, 0), FACTORIES, moment(1)), "Alice", 2, "F2 jaune L2")
    pictures = [part for part in SEATED.bulletin(state, moment(3)) if isinstance(part, Picture)]
    assert [picture.title for picture in pictures] == ["", "Alice", "Bruno"]
    assert emoji(pictures[0]) == [
        "F1 🟦🟦🟨🟥",
        "F2 –",
        "F3 🟦⬛⬛⬜",
        "F4 🟨🟥⬜⬜",
        "F5 🟦🟥⬛⬜",
        "C 🥇🟥⬛",
    ]
    assert emoji(pictures[1]) == [
        "L1 🔵🟡🔴⚫⚪ ◂ ➖",
        "L2 ⚪🔵🟡🔴⚫ ◂ 🟨🟨",
        "L3 ⚫⚪🔵🟡🔴 ◂ ➖➖➖",
        "L4 🔴⚫⚪🔵🟡 ◂ ➖➖➖➖",
        "L5 🟡🔴⚫⚪🔵 ◂ ➖➖➖➖➖",
        "P ➖➖➖➖➖➖➖",
    ]
    assert terminal(pictures[0], colour=False)[-1] == " C  1  R  K"


def test_a_board_on_a_terminal() -> None:
    board = board_picture(under_way(START), 0)
    assert terminal(board, colour=False) == [
        " " * 20 + "C1 C2 C3 C4 C5",
        " L1             .  | B  Y  R  K  w",
        " L2          B  B  | W  b  Y  r  k",
        " L3       K  K  K  | k  w  b  y  r",
        " L4    .  .  R  R  | r  k  w  b  y",
        " L5 .  .  .  .  .  | y  r  k  w  b",
        " P  R  B  .  .  .  .  .",
        "    -1 -1 -2 -2 -2 -3 -3",
    ]
    plain = [strip(line) for line in terminal(board, colour=True)]
    assert plain == terminal(board, colour=False)
    grey = board_picture(under_way({}, side="grey"), 1)
    assert terminal(grey, colour=False)[1] == " L1             .  | .  .  .  .  ."
    assert emoji(grey)[0] == "L1 ➖➖➖➖➖ ◂ ➖"


def strip(line: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", line).rstrip()


@pytest.mark.parametrize("lang", SPEAKERS)
def test_every_objection_can_be_said(lang: str) -> None:
    """Texts that break every clause; each sentence must name what it speaks of."""
    state = dealt(opened(2, 0), FACTORIES, moment(1))
    texts = {
        "F9 vert L9": ["9", "5"],
        "F1 noir L1": ["1"],
        "F1 les trois bleus L2": ["3", "2"],
        "F1 b L2": ["b"],
        "F1 bleu": [],
        "F1 orange L1": [],
        "F1 bleu L1 ?": [],
        "L4 C2": [],
    }
    for text, named in texts.items():
        act = posted("Alice", moment(2), GAME.read(text, PLAYERS).act)
        finding, _ = play(state, act)
        assert finding.verdict in ("invalid", "unclear")
        said = " ".join(SPEAKERS[lang].sentence(objection) for objection in finding.objections)
        assert all(word in said for word in named), said
        assert not any(f"{o.clause} {o.case}" in said for o in finding.objections)


def test_what_is_awaited_is_said() -> None:
    for lang in SPEAKERS:
        assert len(told(SEATED.bulletin(opened(2), moment(1)), lang)) == 2
    limited = dealt(opened(2, 0, turn_limit="48h"), FACTORIES, moment(1))
    assert "Alice a jusqu'au mer. 25 nov. 2026 09:01." in told(
        SEATED.bulletin(limited, moment(2)), "fr"
    )
    assert any(
        "le modérateur décide" in line
        for line in told(SEATED.bulletin(limited, moment(9000)), "fr")
    )
    start = {**START, "boards": {"Alice": {"lines": [None, ["blue", 2], None, None, None]}}}
    tiling = post(under_way(start, side="grey"), "Alice", 1, "C blanc P")
    assert "Alice chooses on the wall: line 2 (blue), column 1, 2, 3, 4, 5" in told(
        SEATED.bulletin(tiling, moment(2)), "en"
    )


def test_a_random_move_is_told_in_the_language_of_the_reader(referee: Referee) -> None:
    """F10: to the moderator in theirs, in the topic in the table's."""
    players = ("--player", "Alice", "--player", "Bruno")
    sets = [
        f"--set={pair}" for pair in ("first=Alice", "turn_limit=2h", "chance=outside", "lang=en")
    ]
    opened_at = ("--now", "2026-11-02 10:00")
    late = ("--now", "2026-11-02 13:00")
    assert referee(*opened_at, "open", "azul", "t", *players, *sets).exit_code == 0
    assert referee(*opened_at, "roll", "--record", " ".join(FACTORIES)).exit_code == 0
    tried = referee(*late, "--json", "roll", "--record", "F1 jaune L1", "--dry-run").stdout
    assert json.loads(tried)["draw"] == "F1 jaune L1"
    shown = referee(*late, "--lang", "fr", "roll", "--record", "F1 jaune L1").stdout
    mine, topic = shown.split("────", 1)
    assert "fabrique 1, jaune, ligne 1" in mine
    assert "factory 1, yellow, line 1" in topic
    assert "jaune" not in topic
    assert "The time of Alice has run out." in topic
    assert "referee" not in topic


@pytest.mark.parametrize("texts", [fr.TEXTS, en.TEXTS], ids=["fr", "en"])
def test_what_players_read_names_no_command(texts: dict[str, str]) -> None:
    for key, text in texts.items():
        if not key.startswith("error."):
            assert not re.search(r"\breferee\b|\b(overrule|amend|undo)\b", text), key
