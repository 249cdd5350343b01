"""Disputes of a few lines each, in which several things come together (F5, F6, F8, F9)."""

from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from referee.core.post import Post
from referee.core.table import Judged
from referee.desk import decide
from referee.desk.check import check
from referee.desk.decide import Acting, Decided
from referee.desk.errors import Refused
from referee.desk.seal import count
from referee.desk.table import now_of
from referee.desk.tables import Opening, open_table
from referee.desk.verify import verify
from referee.games.quadrille import floor as fl
from referee.posts.dates import Stamp
from referee.posts.reader import Said, read_post
from referee.store.log import Log
from tests.desk.invented import drawn
from tests.desk.story import verdicts

ZONE = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 25, 12, tzinfo=ZONE)
A1, D4, C3 = "4... .... .... ....", ".... .... .... ...4", ".... .... ..1. ...."
NEARLY = {"placed": [1, 2, 3], "points": 0}


class Desk:
    """A table of the week 2026-W48, where Alice and Bruno lack only the 4."""

    def __init__(self, folder: Path) -> None:
        start = {"week": "2026-W48", "players": {"Alice": NEARLY, "Bruno": NEARLY}}
        self.log = Log.create(str(folder / "referee.db"))
        opened = datetime(2026, 11, 23, 8, tzinfo=ZONE)
        opening = Opening("quadrille", "bal", start=start)
        self.table = open_table(self.log, opening, at=opened, now=opened, by="David")
        self.acting = Acting(self.log, self.table, NOW, "David")

    def read(self, author: str, at: str, text: str, post_id: str | None, precision: int) -> Post:
        """A post of 23 November; a text of rows is drawn."""
        stamp = Stamp(datetime.fromisoformat(f"2026-11-23T{at}:00+01:00"), precision)
        if "...." in text:
            a, b, c, d = text.split()
            text = drawn(fl.from_rows((a, b, c, d)))
        return read_post(text, Said(author, stamp, post_id), zone=ZONE, now=NOW)

    def paste(self, *posts: tuple[str, str, str, str | None], precision: int = 1) -> list[Judged]:
        """Posts in one paste: author, time, floor or text, id."""
        read = [self.read(*post, precision) for post in posts]
        return check(self.log, self.table, read, now=NOW, by="David")

    def overrule(self, post: int, *, accept: bool, move: str | None = None) -> Decided:
        return decide.overrule(self.acting, post, accept=accept, move=move, reason="so decided")

    def amend(self, post: int, **changed: Any) -> Decided:
        given = {"author": None, "stamp": None, "post_id": None} | changed
        return decide.amend(self.acting, post, **given, reason="a slip")

    def undo(self, seq: int) -> Decided:
        return decide.undo(self.acting, seq, reason="a mistake")

    @property
    def state(self) -> Any:
        return now_of(self.table, self.log).state

    def points(self, week: str = "2026-W48") -> dict[str, int]:
        rows = count(self.log, self.table, week).rows
        return {row.player: row.points for row in rows if row.points}

    def holds(self) -> bool:
        """Whether `verify --deep` finds no fault."""
        return verify(self.log, deep=True).fault is None


@pytest.fixture
def desk(folder: Path) -> Desk:
    return Desk(folder)


def test_author_amended_of_a_post_whose_floor_was_edited(desk: Desk) -> None:
    desk.paste(("Bruno", "20:00", A1, "1"))
    desk.paste(("Bruno", "20:00", D4, "1"))
    desk.amend(2, author="Alice")
    assert desk.points() == {}
    assert {n: hand.points for n, hand in desk.state.hands.items()} == {"Alice": 0, "Bruno": 0}


def test_floor_edited_of_a_post_whose_author_was_amended(desk: Desk) -> None:
    desk.paste(("Bruno", "20:00", A1, "1"))
    desk.amend(2, author="Alice")
    desk.paste(("Bruno", "20:00", D4, "1"))
    assert desk.points() == {}


def test_late_post_and_edit_in_one_paste(desk: Desk) -> None:
    desk.paste(("Alice", "20:00", A1, "2"))
    desk.paste(("Bruno", "19:59", D4, "1"), ("Alice", "20:00", "3... .... .... ....", "2"))
    assert desk.points() == {"Bruno": 1}  # Alice's move was too soon, her edit takes nothing back
    assert desk.holds()


def test_post_withdrawn_after_an_edit(desk: Desk) -> None:
    desk.paste(("Alice", "20:00", A1, "1"))
    desk.paste(("Alice", "20:00", D4, "1"))
    desk.undo(2)
    assert desk.points() == {}
    assert desk.holds()


def test_edit_pasted_by_mistake_put_right_and_withdrawn(desk: Desk) -> None:
    desk.paste(("Alice", "20:00", A1, "1"))
    desk.paste(("Alice", "20:00", D4, "1"))  # the wrong text pasted, @4
    desk.paste(("Alice", "20:00", A1, "1"))
    desk.undo(4)
    assert fl.to_rows(desk.state.floor)[0] == "4..."
    assert desk.points() == {"Alice": 1}


def test_number_adopted_in_one_paste(desk: Desk) -> None:
    desk.paste(
        ("Bruno", "20:00", A1, "5"),
        ("Alice", "20:00", D4, None),
        ("Alice", "20:00", D4, "3"),
        precision=60,
    )
    assert fl.to_rows(desk.state.floor)[3] == "...4"  # number 3 comes before number 5
    assert desk.holds()


def test_valid_move_overruled_with_another(desk: Desk) -> None:
    desk.paste(("Alice", "20:00", A1, "1"))
    desk.overrule(2, accept=True, move="4 d4")
    assert fl.to_rows(desk.state.floor)[3] == "...4"


def test_move_given_as_a_floor(desk: Desk) -> None:
    desk.paste(("Alice", "20:00", "1️⃣🔴🔵🔵\n🔴🔴🔵🔵\n⚪⚪⚫⚫", "1"))
    desk.overrule(2, accept=True, move="4️⃣🔴🔵🔵\n🔴🔴🔵🔵\n⚪⚪⚫⚫\n⚪⚪⚫⚫")
    assert fl.to_rows(desk.state.floor)[0] == "4..."


def test_refused_move_accepted_of_a_player_spelled_otherwise(desk: Desk) -> None:
    desk.paste(("Chloé", "20:00", A1, "1"))
    desk.paste(("david", "20:01", "4... .... ..1. ....", "2"))
    desk.paste(("David", "20:06", "4... .... .... ..1.", "3"))
    desk.overrule(4, accept=True)
    desk.paste(("David", "20:30", "bonsoir", "4"))
    assert "David" in desk.state.hands or len(desk.state.hands) == 4
    moved = {ruling.player for ruling in verdicts(desk.log, desk.table).values()}
    assert len({name.casefold() for name in moved}) == len(moved)


def test_ranking_pasted_before_the_move_in_another_spelling(desk: Desk) -> None:
    desk.paste(("chloé", "20:01", "Chloé (0) : [4]", "2"))
    desk.paste(("Chloé", "20:00", A1, "1"))
    assert desk.state.ranked


def test_alias_of_a_name_that_was_awarded_points(desk: Desk) -> None:
    desk.paste(("Ali", "20:00", C3, "1"))
    decide.award(desk.acting, "Ali", 2, week=None, reason="so decided")
    decide.alias(desk.acting, "Ali", "Alice", reason=None)
    assert desk.points() == {"Alice": 2}


def test_alias_taken_back_after_a_ranking_was_read(desk: Desk) -> None:
    desk.paste(("Chloé", "20:00", A1, "1"))
    decide.alias(desk.acting, "Chl", "Chloé", reason=None)
    lines = "Alice (0) : [1, 2, 3]\nBruno (0) : [1, 2, 3]\nChl (0) : [4]"
    (judged,) = desk.paste(("Chloé", "20:02", lines, "2"))
    assert judged.ruling is not None
    assert judged.ruling.warnings == ()
    desk.undo(4)
    ruling = verdicts(desk.log, desk.table)[judged.ruling.post]
    assert [warning.case for warning in ruling.warnings] == ["differs"]


def test_points_awarded_for_a_week_to_come(desk: Desk) -> None:
    desk.paste(("Alice", "20:00", A1, "1"))
    with pytest.raises(Refused, match="week-ahead"):
        decide.award(desk.acting, "Bruno", 2, week="2026-W50", reason="so decided")
    view = desk.table.game.view(desk.state, desk.table.since, "2026-W48")
    assert view["players"]["Alice"]["points"] == 1


def test_number_of_a_withdrawn_post_given_to_another(desk: Desk) -> None:
    desk.paste(("Alice", "20:00", "bonsoir", "7"))
    desk.paste(("Bruno", "20:05", "bonsoir à tous", "8"))
    desk.undo(2)
    desk.amend(4, post_id="7")


def test_accepted_step_when_the_past_changes(desk: Desk) -> None:
    desk.paste(("Chloé", "20:00", "1... .... .... ....", "1"))
    desk.paste(("David", "20:01", "1... .... .... ...2", "2"))
    desk.overrule(4, accept=True)  # 2 on d4, too soon, @6
    desk.paste(("Chloé", "20:10", "3... ..3. .... ...2", "3"))
    desk.overrule(8, accept=True)  # 3 on c2, with a wrong a1
    desk.undo(6)
    assert fl.to_rows(desk.state.floor) == ("1...", "..3.", "....", "....")


def test_accepted_stale_copy_whose_cell_is_taken(desk: Desk) -> None:
    desk.paste(("Chloé", "19:00", "..1. .... .... ....", "1"))
    desk.paste(("Alice", "20:00", "4.1. .... .... ....", "2"))
    desk.paste(("David", "20:10", "2.1. .... .... ....", "3"))
    with pytest.raises(Refused):
        desk.overrule(6, accept=True)
    assert fl.to_rows(desk.state.floor)[0] == "4.1."


def test_author_amended_to_a_near_miss(desk: Desk) -> None:
    desk.paste(("Alice", "20:00", A1, "1"))
    with pytest.raises(Refused):
        desk.amend(2, author="Brnuo")


def test_standing_rulings_keep_their_form(desk: Desk) -> None:
    """A decision that changes nothing appends no ruling."""
    desk.paste(("Alice", "20:00", A1, "1"))
    before = msgspec.json.encode(verdicts(desk.log, desk.table)[2])
    done = decide.award(desk.acting, "Alice", 1, week=None, reason="so decided")
    assert done.changes == ()
    assert msgspec.json.encode(verdicts(desk.log, desk.table)[2]) == before
