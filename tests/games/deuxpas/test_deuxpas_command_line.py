"""Every independent game and position through the command line: open, roll, place, check."""

import json
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from referee.games.deuxpas.state import COLOURS
from tests.conftest import Referee
from tests.games.deuxpas.playing import PLAYERS, lines

ALL = lines("games.jsonl") + lines("games_extra.jsonl")
CASES = lines("cases.jsonl")
NAMES = dict(zip(COLOURS, PLAYERS, strict=True))
START = datetime(2026, 11, 23, 20, 0, 0, tzinfo=ZoneInfo("Europe/Paris"))
FORMS = ("{}", "coup : {}", "Salut !\n\n{}\n\nÀ toi, bonne chance.", "{} !", "« {} »")


def stamp(at: datetime) -> str:
    return at.isoformat()


def begin(referee: Referee, *options: str) -> None:
    players = ["--player", "Alice", "--player", "Bruno"]
    words = ["open", "deuxpas", "duel", *players, *options]
    referee.ok(*words, "--at", stamp(START), "--now", stamp(START))


def compare(state: dict[str, Any], after: dict[str, Any]) -> None:
    assert state["board"] == after["board"]
    assert state["pawns"] == {colour: sorted(after[colour]) for colour in COLOURS}
    assert (state["arrived"], state["destroyed"]) == (after["arrivals"], after["destroyed"])


@pytest.mark.parametrize("number", range(len(ALL)))
def test_a_game_pasted_at_once(referee: Referee, number: int) -> None:
    game = ALL[number]
    setup = game["setup"]
    if setup["kind"] == "classic":
        begin(referee)
    else:
        begin(referee, "--set", "start=varied", "--set", "chance=outside")
        drawn = " ".join(setup["immutable_red"])
        (rolled,) = referee.records("roll", "--record", drawn, "--now", stamp(START))
        assert rolled["state"]["phase"] == "placement"
        for colour in COLOURS:
            cells = " ".join(setup[f"{colour}_pawns"])
            referee.ok("place", NAMES[colour], cells, "--now", stamp(START))
    posts, at = [], START
    for ply, told in enumerate(game["plies"]):
        at += timedelta(minutes=7)
        text = FORMS[(number + ply) % len(FORMS)].format(told["move"])
        posts.append(f"{PLAYERS[ply % 2]}, {at:%d/%m/%Y %H:%M:%S}\n{text}\n")
    records = referee.records("check", "--now", stamp(at), stdin="\n".join(posts))
    assert [record["verdict"] for record in records] == ["valid"] * len(posts)
    for record, told in zip(records, game["plies"], strict=True):
        assert "{from}-{to}".format(**record["move"]) == told["move"]
        compare(record["state"], told)
    result = {key: game["result"][key] for key in ("winner", "reason")}
    assert records[-1]["state"]["result"] == result
    (shown,) = referee.records("show", "--now", stamp(at))
    assert (shown["status"], shown["state"]["result"]) == ("over", result)
    (verified,) = referee.records("verify", "--deep", "--now", stamp(at))
    assert verified["fault"] is None


def taken_up(referee: Referee, case: dict[str, Any]) -> str:
    """The table of a position, and who is to move."""
    before = case["before"]
    start = {
        "board": before["board"],
        "pawns": {"red": before["red"], "blue": before["blue"]},
        "arrived": before["arrivals"],
        "destroyed": before["destroyed"],
        "to_move": before["turn"],
    }
    start |= {"moves": before["made"]} if "made" in before else {}
    file = referee.folder / "start.json"
    file.write_text(json.dumps({"state": start}))
    begin(referee, "--from", str(file))
    return NAMES[before["turn"]]


@pytest.mark.parametrize(
    "case", [case for case in CASES if "move" in case], ids=lambda case: case["label"]
)
def test_a_position(referee: Referee, case: dict[str, Any]) -> None:
    player = taken_up(referee, case)
    at = stamp(START + timedelta(hours=1))
    moves = [record["move"] for record in referee.records("moves", "--now", at)]
    assert sorted("{from}-{to}".format(**move) for move in moves) == sorted(case["legal_before"])
    words = ["check", "--author", player, "--at", at, "--now", at]
    (record,) = referee.records(*words, stdin=case["move"])
    assert record["verdict"] == "valid"
    compare(record["state"], case["after"])
    result = case["result"] and {key: case["result"][key] for key in ("winner", "reason")}
    assert record["state"]["result"] == result


@pytest.mark.parametrize(
    ("text", "legal"), next(case for case in CASES if "texts" in case)["texts"].items()
)
def test_a_path(referee: Referee, text: str, legal: bool) -> None:
    player = taken_up(referee, next(case for case in CASES if "texts" in case))
    at = stamp(START + timedelta(hours=1))
    words = ["check", "--author", player, "--at", at, "--now", at]
    (record,) = referee.records(*words, stdin=text)
    assert record["verdict"] == ("valid" if legal else "invalid")
    assert bool(set(record["clauses"]) & {"D5", "D6"}) != legal


def test_a_game_is_taken_up_as_it_was_shown(referee: Referee) -> None:
    begin(referee)
    at = stamp(START + timedelta(hours=1))
    referee.records("check", "--author", "Alice", "--at", at, "--now", at, stdin="c1-e3")
    (shown,) = referee.records("show", "--now", at)
    file = referee.folder / "start.json"
    file.write_text(json.dumps(shown))
    words = ("open", "deuxpas", "suite", "--from", str(file), "--at", at, "--now", at)
    (opened,) = referee.records(*words)
    assert opened["state"] == shown["state"]
    result = referee("open", "deuxpas", "autre", "--player", "Alice", "--lang", "fr")
    assert result.exit_code == 2
    assert "se joue à 2" in result.stderr
