"""Sealed placements (D3): secret until both are in, revealed at the time of the later one."""

import hashlib
import json
from typing import Any

import pytest

from referee.core.decisions import Decided
from referee.core.events import PlacementSealed, PlacementsRevealed
from referee.desk.proof import placements_wrong
from tests.conftest import Referee

DAY = "2026-11-21"
ALICE, BRUNO = "a1 c1 g1 h1", "b8 c8 e8 f8"


def run(referee: Referee, at: str, *words: str) -> dict[str, Any]:
    """The JSON of a command at an hour of the day; the last line where there are several."""
    return referee.records(*words, "--now", f"{DAY} {at}")[-1]


@pytest.fixture
def table(referee: Referee) -> Referee:
    """A table whose immutable cells are drawn."""
    players = ("--player", "Alice", "--player", "Bruno")
    how = ("--set", "start=varied", "--set", "chance=outside", "--at", f"{DAY} 20:00")
    referee.ok("open", "deuxpas", "pas", *players, *how, "--now", f"{DAY} 20:00")
    run(referee, "20:01", "roll", "--record", "a3 c5 g4 e6")
    return referee


def event(referee: Referee, kind: str) -> tuple[str, dict[str, Any]]:
    """When the only event of a kind happened, and its data."""
    (row,) = [row for row in referee.rows() if row[2] == kind]
    return row[4], json.loads(row[7])


def test_nothing_gives_a_placement_away_before_both_are_in(table: Referee) -> None:
    run(table, "20:10", "place", "Alice", ALICE)
    for words in (
        ["show"], ["status"], ["replay"], ["log"], ["why", "Alice"], ["verify", "--deep"],
        ["timeouts"], ["tally", "--week", "current"], ["moves"], ["tables"],
        ["show", "--format", "markdown"], ["show", "--format", "bbcode"],
    ):  # fmt: skip
        for form in ([], ["--json"]):
            result = table(*form, *words, "--now", f"{DAY} 20:11")
            said = result.stdout + result.stderr
            assert ALICE not in said, words
            assert not any(f'"{cell}"' in said for cell in ALICE.split()), words
    assert all(ALICE not in str(row) for row in table.rows())
    state = run(table, "20:11", "show")["state"]
    assert (state["placed"], state["pawns"]) == (["Alice"], {"red": [], "blue": []})


def test_both_are_revealed_in_one_event_at_the_time_of_the_second(table: Referee) -> None:
    run(table, "20:10", "place", "Alice", ALICE)
    run(table, "20:30", "place", "Bruno", BRUNO)
    at, data = event(table, "placements_revealed")
    assert at.startswith(f"{DAY}T20:30")
    assert data["placements"] == {"Alice": ALICE.split(), "Bruno": BRUNO.split()}
    state = run(table, "20:40", "show")["state"]
    assert state["pawns"] == {"red": ALICE.split(), "blue": BRUNO.split()}
    assert state["clock"] == {"red": 604800 - 600, "blue": 604800}


def test_the_second_is_the_later_one_whichever_was_recorded_last(table: Referee) -> None:
    run(table, "20:30", "place", "Alice", ALICE)
    run(table, "20:40", "place", "Bruno", BRUNO, "--at", f"{DAY} 20:10")
    at, _ = event(table, "placements_revealed")
    assert at.startswith(f"{DAY}T20:30")
    assert run(table, "20:20", "show", "--at", f"{DAY} 20:20")["state"]["placed"] == ["Bruno"]
    assert run(table, "20:41", "verify", "--deep")["fault"] is None


def test_a_placement_that_was_taken_back_is_handed_in_again(table: Referee) -> None:
    seq = run(table, "20:10", "place", "Alice", ALICE)["seq"]
    again = table("place", "Alice", "a1 b1 c1 d1", "--now", f"{DAY} 20:11")
    assert again.exit_code == 2
    run(table, "20:12", "undo", str(seq), "--reason", "she thought again")
    assert run(table, "20:13", "show")["state"]["placed"] == []
    run(table, "20:14", "place", "Alice", "a1 b1 c1 d1")
    run(table, "20:15", "place", "Bruno", BRUNO)
    assert run(table, "20:16", "show")["state"]["pawns"]["red"] == ["a1", "b1", "c1", "d1"]


def test_a_seat_that_passes_takes_its_placement_along(table: Referee) -> None:
    run(table, "20:10", "place", "Bruno", BRUNO)
    run(table, "20:20", "replace", "Bruno", "Chloé", "--reason", "x")
    run(table, "20:30", "place", "Alice", ALICE)
    state = run(table, "20:31", "show")["state"]
    assert (state["phase"], state["seats"]["blue"]) == ("play", "Chloé")
    assert state["pawns"]["blue"] == BRUNO.split()
    assert run(table, "20:32", "verify")["fault"] is None


def test_a_reveal_of_other_cells_is_a_fault() -> None:
    digest = hashlib.sha256(f"00ff {ALICE}".encode()).hexdigest()
    sealed = Decided(1, "David", PlacementSealed("Alice", digest))
    for cells, nonce, wrong in ((ALICE, "00ff", False), (BRUNO, "00ff", True), (ALICE, "0", True)):
        placements = {"Alice": tuple(cells.split())}
        opened = Decided(2, "David", PlacementsRevealed(placements, {"Alice": nonce}))
        found = placements_wrong([sealed, opened])
        assert (found is not None) == wrong
        assert found is None or (found.seq, found.case) == (2, "placement")
