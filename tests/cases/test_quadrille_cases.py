"""The rule cases of Quadrille, a file each, through the code that `referee check` runs.

What a file may say is told in `quadrille_case`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.desk.errors import Refused
from referee.desk.seal import count
from referee.desk.table import now_of, rebuilt
from referee.desk.verify import verify
from referee.posts.dates import BadStamp
from tests.cases.quadrille_case import Case, Play, corrected, happen, is_post, load, opened

FILES = sorted((Path(__file__).parents[2] / "fixtures/cases/quadrille").glob("*.toml"))
REFUSING = ("Q2", "Q3", "Q4", "Q5", "Q6", "Q8", "Q9", "Q12", "F14")
SHOWING = ("Q1", "Q7", "Q10", "Q11", "Q13", "Q14")
SHARED = ("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F11", "F12", "F13")
NO = ("invalid", "unclear", "no-move")


def refused(event: Case, play: Play) -> None:
    """Input that cannot be used: said why, and nothing appended."""
    head = play.log.head()
    kinds = (Refused, BadStamp)
    with pytest.raises(kinds) as caught:
        happen({name: event[name] for name in event if name != "refused"}, play)
    assert isinstance(caught.value, kinds)
    assert caught.value.case == event["refused"]
    assert play.log.head() == head
    play.seqs.append(None)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_case(file: Path, tmp_path: Path) -> None:
    case = load(file)
    assert file.stem.startswith(f"{case['clause']}-")
    assert case.keys() <= {"clause", "says", "table", "event", "tally", "corrections"}
    assert case["says"]
    play = opened(case, tmp_path)
    for event in case["event"]:
        if "refused" in event:
            refused(event, play)
        else:
            happen(event, play)
    for week, expected in case.get("tally", {}).items():
        rows = count(play.log, play.table, week).rows
        assert {row.player: [row.points, row.rewards] for row in rows} == expected
    told = case.get("corrections", [])
    weeks = dict.fromkeys(line.split()[0] for line in told)
    assert [line for week in weeks for line in corrected(play, week)] == told
    assert rebuilt(play.table, play.log) == now_of(play.table, play.log).state
    checked = verify(play.log, deep=True)
    assert (checked.fault, checked.otherwise) == (None, [])
    play.log.close()


def events_of(clause: str) -> Iterator[Case]:
    """Every event of the cases of a clause."""
    for file in FILES:
        case = load(file)
        if case["clause"] == clause:
            yield from case["event"]


def accepts(event: Case, _: str) -> bool:
    return event.get("verdict") == "valid"


def refuses(event: Case, clause: str) -> bool:
    return event.get("verdict") in NO and event["clauses"][0] == clause


@pytest.mark.parametrize("clause", REFUSING)
@pytest.mark.parametrize("answer", [accepts, refuses])
def test_clauses_that_can_refuse_do_so_and_do_not(
    clause: str, answer: Callable[[Case, str], bool]
) -> None:
    assert any(answer(event, clause) for event in events_of(clause))


@pytest.mark.parametrize("clause", [*SHOWING, *SHARED])
def test_other_clauses_are_shown(clause: str) -> None:
    assert any(is_post(event) for event in events_of(clause))


def test_posts_say_what_is_expected_of_them() -> None:
    for file in FILES:
        for event in load(file)["event"]:
            assert not is_post(event) or {"verdict", "refused"} & event.keys(), file.stem
            assert event.get("verdict") not in NO or "clauses" in event, file.stem


EDITS = ("rolled-back", "points")


@pytest.mark.parametrize("effect", [*EDITS, None])
def test_edits_take_a_move_back_and_do_not(effect: str | None) -> None:
    edits = [event for event in events_of("Q7") if "edit" in event]
    assert any(event.get("effect") == effect for event in edits)


@pytest.mark.parametrize(
    "kind", ["overrule", "award", "amend", "undo", "alias", "pause", "resume", "close", "seal"]
)
def test_every_decision_is_shown(kind: str) -> None:
    clauses = ("F1", "F5", "F6", "F8", "F9", "F11", "F14", "Q6", "Q7", "Q8")
    assert any(kind in event for clause in clauses for event in events_of(clause))
