"""What the moderator and the topic are told: recaps once, one time for a limit, errors in words."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.games.qwixx.game import GAME
from referee.posts.emoji import canonical
from tests.conftest import Referee
from tests.games.qwixx.test_qwixx_corpus import NAMES, PHRASES

LIMIT = "20 nov. 2026 20:01"


def desk(folder: Path) -> Referee:
    """A table of two whose first turn ran out without Bruno, to the minute."""
    referee = Referee(folder, "fr")
    seats = ("--player", "Alice", "--player", "Bruno", "--set", "chance=outside")
    referee.ok("open", "qwixx", "des", *seats, "--set", "first=Alice", "--at", "2026-11-18 20:00")
    now = ("--now", "2026-11-18 20:30")
    referee.ok("roll", "--record", "6 2 5 2 3 1", "--at", "2026-11-18 20:01", *now)
    referee("check", "--author", "Alice", "--at", "2026-11-18 20:05", *now, stdin="rouge 8")
    return referee


def test_a_limit_is_shown_at_one_time(tmp_path: Path) -> None:
    referee = desk(tmp_path)
    assert LIMIT in referee.ok("show", "--now", "2026-11-18 20:30")
    assert LIMIT in referee.ok("timeouts", "--apply", "--now", "2026-11-21 20:00")
    late = ("--at", "2026-11-21 20:01", "--now", "2026-11-21 20:02")
    refused = referee("check", "--author", "Bruno", *late, stdin="vert 8").stdout
    assert LIMIT in refused
    assert "20:02" not in refused


def test_a_turn_is_summed_up_once_and_before_the_new_dice(tmp_path: Path) -> None:
    referee = desk(tmp_path)
    now = ("--now", "2026-11-21 20:30")
    rolled = referee.ok("roll", "--record", "6 1 5 2 3 1", "--at", "2026-11-21 20:07", *now)
    topic = rolled.partition("────")[2]
    assert topic.count("Tour 1 d'Alice") == 1
    assert topic.index("Tour 1 d'Alice") < topic.index("Les dés") < topic.index("Tour 2, Bruno")
    found = ("--at", "2026-11-18 21:05", *now)
    late = referee("check", "--author", "Bruno", *found, stdin="vert 8").stdout
    assert late.count("Tour 1 d'Alice") == 1


STARTS: list[tuple[dict[str, Any], str]] = [
    ({"sheets": {"Alice": {"red": [2], "score": 43}}}, "donne 43 points, mais"),
    ({"sheets": {"Zoé": {}}}, "l'un de ceux-ci : Alice, Bruno"),
    ({"turn": 0}, "turn contient 0, mais il faut un nombre de 1 à 9999"),
    ({"foo": 1}, "foo n'est pas un nom connu"),
    ({"active": "Alice", "dice": {"white": [3, 9]}}, "la forme attendue : [3, 4]"),
    ({"dice": {"white": [3, 4]}}, "de qui c'est le tour"),
    ({"sheets": {"Alice": {"red": [2, 2]}}}, "deux fois"),
    ({"sheets": {"Alice": {"red": [12]}}}, "cadenas"),
    ({"active": "Alice", "closed": ["red"], "dice": {"white": [3, 4], "red": 2}}, "null"),
    ({"over": True}, "deux lignes fermées"),
]


@pytest.mark.parametrize(("start", "said"), STARTS, ids=[said for _, said in STARTS])
def test_a_start_is_refused_in_words(start: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = tmp_path / "start.json"
    file.write_text(json.dumps(start), encoding="utf-8")
    seats = ("--player", "Alice", "--player", "Bruno", "--from", str(file))
    result = Referee(tmp_path, "fr")("open", "qwixx", "des", *seats, "--at", "2026-11-18 20:00")
    assert result.exit_code == 2
    assert said in result.stderr.replace("\u00a0", " ")


@pytest.mark.parametrize("tail", ["", " ?", ", peut-être", " ou non", " finalement non"])
def test_readings_are_never_an_empty_list(tail: str) -> None:
    for phrase in PHRASES:
        doubt = GAME.read(canonical(phrase["text"] + tail)[0], NAMES).act.doubt
        assert doubt is None or doubt.facts.get("readings", ["-"])


def test_a_sum_that_fits_neither_mark_is_said_once(tmp_path: Path) -> None:
    said = desk_of_alice(tmp_path, "jaune 7 puis jaune 4")
    assert said.partition("────")[0].count("les dés blancs (6 + 2) donnent 8") == 1


def desk_of_alice(folder: Path, text: str) -> str:
    """What is told of a post of Alice's at a new table."""
    referee = Referee(folder, "fr")
    seats = ("--player", "Alice", "--player", "Bruno", "--set", "chance=outside")
    referee.ok("open", "qwixx", "des", *seats, "--set", "first=Alice", "--at", "2026-11-18 20:00")
    now = ("--now", "2026-11-18 20:30")
    referee.ok("roll", "--record", "6 2 5 2 3 1", "--at", "2026-11-18 20:01", *now)
    return referee(
        "check", "--author", "Alice", "--at", "2026-11-18 20:05", *now, stdin=text
    ).stdout
