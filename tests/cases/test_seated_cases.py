"""The rule cases of Qwixx, Azul and Deux-Pas, a file each, through the command line."""

import json
from pathlib import Path

import pytest

from tests.cases.seated_case import NO, Case, Table, load
from tests.conftest import Referee

ROOT = Path(__file__).parents[2] / "fixtures/cases"
REFUSING: dict[str, tuple[str, ...]] = {
    "qwixx": ("X2", "X3", "X4", "X6", "X7", "X11", "X13", "X14", "F12", "F14", "F15"),
    "azul": ("F12", "F14", "F15", "A1", "A4", "A5", "A15", "A17", "A18"),
    "deuxpas": ("D1", "D5", "D6", "D13", "D16", "F12", "F14", "F15"),
}
SHOWING: dict[str, tuple[str, ...]] = {
    "qwixx": (
        *("X1", "X5", "X8", "X9", "X10", "X12"),
        *("F2", "F3", "F4", "F6", "F7", "F8", "F9", "F10", "F13"),
    ),
    "azul": (
        *("F3", "F5", "F6", "F9", "F10", "F13"),
        *("A2", "A3", "A6", "A7", "A8", "A9", "A10", "A11", "A12", "A13", "A14", "A16"),
    ),
    "deuxpas": (
        *("D2", "D3", "D4", "D7", "D8", "D9", "D10", "D11", "D12", "D14", "D15"),
        *("F2", "F6", "F7", "F9"),
    ),
}
"""By game: clauses that can refuse, which need a post they accept and one they refuse, and the
other clauses, which need a case that shows their effect."""

FILES = sorted(file for game in (REFUSING | SHOWING) for file in (ROOT / game).glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=[f"{f.parent.name}-{f.stem}" for f in FILES])
def test_case(file: Path, referee: Referee) -> None:
    case = load(file)
    known = {"clause", "says", "players", "opened", "set", "seed", "from", "step"}
    assert case.keys() <= known, case.keys() - known
    assert file.stem.startswith(f"{case['clause']}-")
    assert case["says"]
    table = Table(referee, file.parent.name, case)
    for step in case["step"]:
        assert step.get("expect") or "refused" in step or "roll" in step or "run" in step, step
        table.happen(step)
    verified = referee.bare("--log", str(referee.log), "--json", "verify", "--deep")
    assert json.loads(verified.stdout)["fault"] is None
    shown = referee.bare("--log", str(referee.log), "replay")
    assert shown.exit_code == 0


def posts_of(game: str, clause: str) -> list[Case]:
    """The posts in the cases of a clause, as expected."""
    cases = (load(file) for file in FILES if file.parent.name == game)
    steps = (step for case in cases if case["clause"] == clause for step in case["step"])
    return [step["expect"] for step in steps if "post" in step and "expect" in step]


@pytest.mark.parametrize(
    ("game", "clause"), [(game, clause) for game, found in REFUSING.items() for clause in found]
)
def test_a_clause_that_can_refuse_does_so_and_does_not(game: str, clause: str) -> None:
    posts = posts_of(game, clause)
    assert any(post.get("verdict") == "valid" for post in posts)
    assert any(post.get("verdict") in NO and clause in post.get("clauses", ()) for post in posts)


@pytest.mark.parametrize(
    ("game", "clause"), [(game, clause) for game, found in SHOWING.items() for clause in found]
)
def test_another_clause_is_shown(game: str, clause: str) -> None:
    assert any(file.name.startswith(f"{clause}-") for file in FILES if file.parent.name == game)
