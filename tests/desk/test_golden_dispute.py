"""A whole dispute, and what `replay`, `why` and `tally` tell of it afterwards (F5, F6, F9, F11)."""

import pytest

from referee.words import LANGS
from tests.conftest import Referee
from tests.desk.golden import FOLDER, QUESTIONS, answer, file_of, play


@pytest.fixture
def disputed(referee: Referee) -> Referee:
    """The table `bal` after the dispute."""
    play(referee)
    return referee


def test_answers_are_those_kept(disputed: Referee) -> None:
    for question in QUESTIONS:
        for lang in LANGS:
            kept = file_of(question, lang).read_text(encoding="utf-8")
            assert answer(disputed, question, lang) == kept, (question, lang)


def test_the_log_holds(disputed: Referee) -> None:
    disputed.ok("verify", "--deep")


def test_no_answer_is_kept_that_nobody_asks_for() -> None:
    kept = {path.name for path in FOLDER.glob("*.txt")}
    assert kept == {file_of(q, lang).name for q in QUESTIONS for lang in LANGS}


def test_each_clause_is_told_once(disputed: Referee) -> None:
    told = answer(disputed, "why-1040", "en").splitlines()
    assert len([line for line in told if line.startswith("Q7 (")]) == 1


def test_replay_tells_every_decision(disputed: Referee) -> None:
    told = answer(disputed, "replay", "en")
    for reason in ("auteur mal saisi", "message de David invisible", "Bruno avait répondu à David"):
        assert reason in told


def test_time_of_an_edit_is_told_afterwards(disputed: Referee) -> None:
    assert "09:15" in answer(disputed, "replay", "en")
    assert "09:15" in answer(disputed, "why-1040", "en")
