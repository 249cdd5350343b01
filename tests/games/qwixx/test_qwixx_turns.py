"""Turns, deadlines, the random mark, pauses, seats, decisions: what no topic of the oracle has."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from referee.core.house import Awarded, Drawn, Life, Passed, Seat, Time
from referee.core.picture import Picture
from referee.core.reading import Note
from referee.core.ruling import Finding, Objection
from referee.core.seated import BadDraw, BadStart, Wanted
from referee.games.qwixx.acts import Edit, Posted, Sheet, edited, renamed
from referee.games.qwixx.game import GAME
from referee.games.qwixx.naming import box_note
from referee.games.qwixx.start import check_option
from tests.games.qwixx.topic import SEATED, Topic, as_json, move

AT = datetime(2026, 11, 20, 20, tzinfo=UTC)
H, M = timedelta(hours=1), timedelta(minutes=1)
DAY = 24 * H
PLAIN = {"white": [3, 4], "red": 2, "yellow": 5, "green": 6, "blue": 1}
SIXES = {"white": [6, 6], "red": 6, "yellow": 6, "green": 6, "blue": 6}


def table(*players: str, start: dict[str, Any] | None = None, **options: str) -> Topic:
    """A table whose first player begins, or one under way."""
    from referee.core.game import Opening

    names = list(players) or ["Alice", "Bruno", "Chloé"]
    topic = Topic(names, AT, first=names[0], **options)
    if start is not None:
        known = {"answer_limit": "48h", "first": names[0]} | options
        topic.start = topic.state = GAME.setup(Opening(AT, tuple(names), known, start))
    return topic


def three(player: str, **sheet: Any) -> dict[str, Any]:
    """A start at which a player has three penalties."""
    return {"active": player, "sheets": {player: {"penalties": 3, **sheet}}}


def clauses(finding: Finding) -> list[str]:
    return [objection.clause for objection in finding.objections]


def awaited(topic: Topic) -> Wanted:
    wanted = SEATED.awaited(topic.state)
    assert isinstance(wanted, Wanted)
    return wanted


def not_yet(topic: Topic) -> Objection:
    refused = SEATED.awaited(topic.state)
    assert isinstance(refused, Objection)
    return refused


# X11, X12: the clock


def test_the_exact_limit_is_in_time_and_the_next_second_is_not() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    assert topic.post("Bruno", "rouge 7", AT + 2 * DAY).verdict == "valid"
    late = topic.post("Chloé", "rouge 7", AT + 2 * DAY + timedelta(seconds=1))
    assert clauses(late) == ["X11", "F14"]


def test_the_clock_runs_from_the_later_of_the_roll_and_the_end_of_the_turn_before() -> None:
    topic = table("Alice", "Bruno")
    topic.draw("roll", PLAIN, AT)
    topic.post("Bruno", "rien", AT + H)
    topic.post("Alice", "rouge 7", AT + 3 * H)
    topic.draw("roll", PLAIN, AT + 2 * H)  # comes before the answer that ended the turn: ends it
    assert topic.state.history[0].by == "roll"
    assert clauses(topic.findings[3]) == []  # and so Alice's answer belongs to the second turn
    assert topic.view(AT + 4 * H)["deadline"] == "2026-11-22T22:00:00Z"


def test_more_time_is_for_one_player() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    topic.house(Time(AT + H, "Chloé", 24 * 3600))
    _, passed = SEATED.advance(topic.state, AT + 2 * DAY + M)
    assert [e.player for e in passed] == ["Alice", "Bruno"]
    assert topic.post("Chloé", "rouge 7", AT + 3 * DAY).verdict == "valid"
    assert topic.state.history[0].at == AT + 3 * DAY
    late = topic.post("Bruno", "rouge 7", AT + 2 * DAY + H)
    assert clauses(late) == ["X11"]


def test_more_time_between_turns_is_for_the_next() -> None:
    topic = table("Alice", "Bruno")
    topic.house(Time(AT, "Bruno", 3600))
    topic.draw("roll", PLAIN, AT + M)
    ends = {d.player: d.at for d in SEATED.deadlines(topic.state, AT + M)}
    assert ends["Bruno"] - ends["Alice"] == H


def test_more_time_brings_back_who_was_absent_while_the_turn_is_open() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    topic.house(Time(AT + H, "Chloé", 48 * 3600))
    topic.house(Time(AT + 2 * DAY + H, "Bruno", 24 * 3600))
    assert topic.post("Bruno", "rouge 7", AT + 2 * DAY + 2 * H).verdict == "valid"


def test_a_pause_counts_towards_no_limit() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    topic.house(Life("paused", AT + H))
    assert topic.view(AT + 5 * DAY)["deadline"] is None
    assert topic.view(AT + 5 * DAY)["waiting_for"] == ["Alice", "Bruno", "Chloé"]
    assert clauses(topic.post("Bruno", "rouge 7", AT + 2 * H)) == ["F14"]
    assert not_yet(topic).case == "paused"
    topic.house(Life("resumed", AT + 11 * H))
    assert topic.view(AT + 12 * H)["deadline"] == "2026-11-23T06:00:00Z"
    assert topic.post("Bruno", "rouge 7", AT + 2 * DAY + 10 * H).verdict == "valid"


@pytest.mark.parametrize(
    ("rolled", "posted", "after", "verdict", "warned"),
    [
        (1, 60, 0, "valid", True),  # at the limit to the minute: perhaps later
        (60, 1, 30, "valid", True),  # the roll may have been half a minute later
        (60, 60, 0, "valid", True),
        (60, 1, 60, "invalid", False),
        (1, 60, 60, "invalid", False),
        (1, 1, 0, "valid", False),
        (60, 1, -1, "valid", False),
    ],
)
def test_the_player_has_the_benefit_of_the_doubt(
    rolled: int, posted: int, after: int, verdict: str, warned: bool
) -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT, precision=rolled)
    at = AT + 2 * DAY + timedelta(seconds=after)
    finding = topic.post("Bruno", "rouge 7", at, precision=posted)
    assert finding.verdict == verdict
    assert [w.case for w in finding.warnings] == (["qwixx-doubt"] if warned else [])


def test_a_limit_that_passes_twice_has_passed_once() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    topic.clock(AT + 2 * DAY)
    once = topic.state
    topic.clock(AT + 2 * DAY)
    topic.clock(AT + 2 * DAY + M)
    assert topic.state == once
    unaided = GAME.apply(topic.start, Drawn(AT, "roll", PLAIN))
    assert SEATED.advance(unaided, AT + 3 * DAY)[0] == once


def test_nobody_with_a_legal_mark_ends_the_turn_at_the_roll() -> None:
    rows = {"red": [11], "yellow": [11], "green": [12], "blue": [12]}
    start = {"active": "Alice", "sheets": dict.fromkeys(("Alice", "Bruno"), rows)}
    topic = table("Alice", "Bruno", start=start)
    topic.draw("roll", SIXES, AT + H)
    (turn,) = topic.state.history
    assert (turn.by, turn.at, turn.penalty) == ("answers", AT + H, True)
    assert [answer.absent for answer in turn.answers] == [False, False]
    assert awaited(topic).kind == "roll"


# X11: the random mark


def test_the_random_mark_is_drawn_at_the_deadline() -> None:
    topic = table("Alice", "Bruno", start=three("Alice", red=[4], penalties=3))
    topic.draw("roll", PLAIN, AT)
    assert clauses(topic.post("Alice", "je prends la pénalité", AT + H)) == ["X6"]
    topic.post("Bruno", "rien", AT + 2 * H)
    passed = SEATED.advance(topic.state, AT + 3 * DAY)[1]
    assert [(e.player, e.clause, e.case, e.at) for e in passed] == [
        ("Alice", "X11", "random", AT + 2 * DAY)
    ]
    assert passed[0].facts["boxes"] == [box_note(*box) for box in BOXES]
    topic.clock(AT + 2 * DAY)
    assert topic.view(AT + 3 * DAY)["turn"] == 1
    wanted = awaited(topic)
    assert (wanted.kind, wanted.at) == ("act", AT + 2 * DAY)
    assert wanted.facts["boxes"] == [list(box) for box in BOXES]
    assert clauses(topic.post("Bruno", "rouge 7", AT + 3 * DAY)) == ["F14"]
    asked: list[int] = []

    def below(k: int) -> int:
        asked.append(k)
        return 5

    drawn = SEATED.draw(topic.state, below)
    assert asked == [len(BOXES)]
    assert drawn == {"player": "Alice", "row": "yellow", "number": 9, "as": "colour"}
    topic.draw("act", drawn, AT + 2 * DAY)
    (turn,) = topic.state.history
    assert turn.answers[0].random
    assert turn.answers[0].colour == (1, 9)
    assert not turn.penalty
    assert turn.at == AT + 2 * DAY
    told = [part.kind for part in SEATED.news(topic.start, topic.state, AT + 3 * DAY)
            if isinstance(part, Note)]  # fmt: skip
    assert told[:2] == ["qwixx-summary", "qwixx-did"]


BOXES: list[tuple[str, int]] = [
    ("red", 5), ("red", 6), ("red", 7),
    ("yellow", 7), ("yellow", 8), ("yellow", 9),
    ("green", 10), ("green", 9), ("green", 7),
    ("blue", 7), ("blue", 5), ("blue", 4),
]  # fmt: skip
"""Each box once, red, yellow, green, blue, left to right."""


def test_both_dice_make_it_as_white() -> None:
    topic = table("Alice", "Bruno", start=three("Alice"))
    topic.draw("roll", PLAIN | {"red": 3}, AT)
    topic.clock(AT + 2 * DAY)
    assert SEATED.record(topic.state, "rouge 7") == (
        "act",
        {"player": "Alice", "row": "red", "number": 7, "as": "white"},
    )
    assert SEATED.spelled("act", SEATED.record(topic.state, "R6")[1]) == "🔴 6"
    with pytest.raises(BadDraw):
        SEATED.record(topic.state, "rouge 8")
    with pytest.raises(BadDraw):
        SEATED.record(topic.state, "rouge 7, bleu 4")


def test_one_box_is_a_draw_too() -> None:
    rows = {"red": [11], "yellow": [11], "green": [12], "blue": []}
    topic = table("Alice", "Bruno", start=three("Alice", **rows))
    topic.draw("roll", SIXES | {"blue": 6}, AT)
    topic.clock(AT + 2 * DAY)
    assert awaited(topic).facts["boxes"] == [["blue", 12]]
    asked: list[int] = []

    def below(k: int) -> int:
        asked.append(k)
        return 0

    assert SEATED.draw(topic.state, below)["as"] == "white"
    assert asked == [1]


def test_without_a_legal_box_the_fourth_penalty_is_taken() -> None:
    rows = {"red": [11], "yellow": [11], "green": [12], "blue": [12]}
    topic = table("Alice", "Bruno", start=three("Alice", **rows))
    topic.draw("roll", SIXES, AT)
    assert SEATED.waiting(topic.state) == ("Bruno",)
    topic.post("Bruno", "rien", AT + H)
    assert topic.state.sheets[0].penalties == 4
    outcome = SEATED.outcome(topic.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.at) == ("penalty", ("Bruno",), AT + H)


def late_answer(text: str) -> Topic:
    """A random mark was drawn for Alice, then a post of hers turned up that came in time."""
    topic = table("Alice", "Bruno", start=three("Alice", red=[4]))
    topic.draw("roll", PLAIN, AT + M)
    topic.post("Bruno", "rien", AT + H)
    topic.clock(AT + 2 * DAY + M)
    topic.record("rouge 5", AT + 3 * DAY)
    topic.draw("roll", PLAIN, AT + 3 * DAY)
    topic.post("Alice", text, AT + 2 * H)
    return topic


def test_a_draw_no_longer_needed_is_kept_unused() -> None:
    topic = late_answer("rouge 7")
    assert topic.state.unused == 1
    assert topic.state.history[0].answers[0].white == (0, 7)
    assert topic.view(AT + 3 * DAY)["sheets"]["Alice"]["red"] == [4, 7]
    assert topic.state.number == 2


def test_a_box_that_is_no_longer_legal_is_for_the_moderator() -> None:
    """A late post of the turn before changes the sheet: the box drawn is behind a mark now."""
    topic = table("Alice", "Bruno", start=three("Bruno"))
    topic.draw("roll", PLAIN, AT + M)
    topic.post("Bruno", "rouge 7", AT + H)
    topic.clock(AT + 2 * DAY + M)  # Alice is absent, her turn is next
    topic.house(Seat(AT + 2 * DAY + 2 * M, "Alice", "Zoé"))
    topic.players = ["Zoé", "Bruno"]
    topic.draw("roll", PLAIN, AT + 3 * DAY)
    assert topic.post("Zoé", "rouge 7", AT + 3 * DAY + M).verdict == "valid"
    assert "Alice" not in topic.view(AT + 4 * DAY)["sheets"]


def disputed() -> Topic:
    start = {"active": "Bruno", "sheets": {"Alice": {"penalties": 3}}}
    topic = table("Alice", "Bruno", start=start)
    topic.draw("roll", PLAIN, AT + M)
    topic.post("Bruno", "rouge 7", AT + H)
    topic.clock(AT + 2 * DAY + M)
    topic.draw("roll", PLAIN, AT + 3 * DAY)
    topic.post("Bruno", "rien", AT + 3 * DAY + M)
    topic.clock(AT + 5 * DAY)
    topic.record("rouge 5", AT + 6 * DAY)
    assert topic.state.turn is None
    topic.post("Alice", "rouge 7", AT + 2 * H)  # found later: 5 is behind it now
    return topic


def test_a_drawn_box_out_of_reach_waits_for_the_moderator() -> None:
    topic = disputed()
    wanted = awaited(topic)
    assert (wanted.kind, wanted.at, wanted.facts["disputed"]) == ("act", None, True)
    assert ["red", 5] not in wanted.facts["boxes"]
    assert topic.state.unused == 1
    kinds = [p.kind for p in SEATED.bulletin(topic.state, AT + 6 * DAY) if isinstance(p, Note)]
    assert "qwixx-disputed" in kinds
    topic.record("bleu 4", AT + 7 * DAY)
    assert topic.state.turn is None
    assert topic.view(AT + 7 * DAY)["sheets"]["Alice"]["blue"] == [4]
    assert awaited(topic).kind == "roll"


def test_a_turn_ended_by_a_roll_owes_its_random_mark() -> None:
    """A decision takes away Alice's answer after the next roll: absent with three penalties."""
    topic = table("Alice", "Bruno", start=three("Alice"))
    topic.draw("roll", PLAIN, AT + M)
    topic.post("Bruno", "rien", AT + H)
    answer = topic.post("Alice", "rouge 7", AT + 2 * H)
    assert answer.verdict == "valid"
    topic.draw("roll", PLAIN, AT + 3 * H)
    topic.post("Bruno", "bleu 7", AT + 4 * H)
    topic.things = [t for t in topic.things if not (t.post and t.post.player == "Alice")]
    topic.clock(AT + 3 * H)  # folds everything again
    assert topic.state.history[0].by == "roll"
    wanted = awaited(topic)
    assert (wanted.kind, wanted.at) == ("act", AT + 3 * H)
    assert topic.state.number == 2
    assert topic.view(AT + 5 * H)["sheets"]["Bruno"]["blue"] == [7]
    topic.record("jaune 8", AT + 5 * H)
    assert topic.view(AT + 5 * H)["sheets"]["Alice"]["yellow"] == [8]
    assert topic.state.history[0].answers[0].random
    assert not_yet(topic).facts == {"players": ["Alice"]}


def test_a_late_random_lock_closes_its_row() -> None:
    red = {"red": [2, 3, 4, 5, 6]}
    start = {
        "active": "Alice",
        "sheets": {"Alice": {"penalties": 3, **red}, "Bruno": {"green": [12, 11, 10, 9, 8, 7]}},
    }
    topic = table("Alice", "Bruno", start=start)
    topic.draw("roll", SIXES, AT + M)
    topic.draw("roll", PLAIN, AT + 3 * H)
    topic.record("rouge 12", AT + 3 * H)
    assert topic.view(AT + 4 * H)["closed"] == ["red"]
    assert topic.view(AT + 4 * H)["dice"] == PLAIN | {"red": None}
    assert clauses(topic.post("Bruno", "rouge 7", AT + 4 * H)) == ["X7"]


# X7, F6: rows


def test_a_row_locked_with_the_white_dice_is_open_for_the_second_action() -> None:
    five = {"red": [2, 3, 4, 5, 6]}
    start = {"active": "Alice", "sheets": {"Alice": five, "Bruno": five}}
    topic = table("Alice", "Bruno", start=start)
    topic.draw("roll", SIXES | {"red": 6, "yellow": 1}, AT + M)
    assert topic.post("Bruno", "rouge 12", AT + H).verdict == "valid"
    assert topic.view(AT + H)["closed"] == []
    assert topic.post("Alice", "couleur : rouge 12", AT + 2 * H).verdict == "valid"
    assert topic.view(AT + 3 * H)["closed"] == ["red"]
    assert topic.view(AT + 3 * H)["sheets"]["Alice"]["locks"] == ["red"]
    assert topic.state.history[0].locks == ((0, 0), (0, 1))
    with pytest.raises(BadDraw) as bad:
        SEATED.record(topic.state, "1 2 3 4 5 6")
    assert bad.value.case == "qwixx-closed"
    assert SEATED.draw(topic.state, lambda k: 0)["red"] is None


def test_two_rows_closed_in_one_turn_end_the_game_when_it_is_complete() -> None:
    start = {
        "active": "Alice",
        "sheets": {"Alice": {"red": [2, 3, 4, 5, 6], "yellow": [2, 3, 4, 5, 6]}},
    }
    topic = table("Alice", "Bruno", start=start)
    topic.draw("roll", SIXES, AT + M)
    topic.post("Alice", "rouge 12, jaune 12", AT + H)
    assert topic.view(AT + H)["over"] is False
    topic.post("Bruno", "bleu 12", AT + 2 * H)
    view = topic.view(AT + 3 * H)
    assert (view["over"], view["winners"], view["active"], view["dice"]) == (
        True, ["Alice"], None, None,
    )  # fmt: skip
    assert clauses(topic.post("Bruno", "rien", AT + 4 * H)) == ["F14"]
    assert not_yet(topic).case == "qwixx-over"
    topic.draw("roll", PLAIN, AT + 5 * H)
    assert topic.state.unused == 1


def test_equal_scores_share_the_win() -> None:
    start = {"active": "Alice", "over": True, "sheets": {"Alice": {"penalties": 4}}}
    rows = {"red": [11], "yellow": [11], "green": [12], "blue": [12]}
    three_left = {"Alice": {"penalties": 3, **rows}, "Bruno": rows}
    assert table("Alice", "Bruno", start=start).view(AT)["winners"] == ["Bruno"]
    topic = table("Alice", "Bruno", start={"active": "Alice", "sheets": three_left})
    topic.house(Life("paused", AT, AT + H))
    topic.state = GAME.apply(topic.state, Awarded("Alice", 20, ""))
    topic.state = GAME.apply(topic.state, Drawn(AT + 2 * H, "roll", SIXES))
    assert topic.view(AT + 3 * H)["winners"] == ["Alice", "Bruno"]
    kinds = [p.kind for p in SEATED.bulletin(topic.state, AT + 3 * H) if isinstance(p, Note)]
    assert kinds[:2] == ["qwixx-over-penalty", "qwixx-shared"]


# F12, F9, F5: seats, decisions, edits


def test_who_resigns_is_not_waited_for_and_skipped() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    finding = topic.post("Bruno", "Bonne suite\nj'abandonne", AT + H)
    assert (finding.verdict, finding.basis) == ("valid", "F12")
    assert move(finding) == {"white": None, "colour": None, "resign": True}
    assert clauses(topic.post("Bruno", "rouge 7", AT + 2 * H)) == ["F12"]
    topic.post("Alice", "rouge 7", AT + 3 * H)
    topic.post("Chloé", "rouge 7", AT + 3 * H)
    assert topic.view(AT + 4 * H)["active"] == "Chloé"
    topic.post("Chloé", "resign", AT + 5 * H)
    outcome = SEATED.outcome(topic.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("resignation", ("Alice",))


def test_the_active_player_resigns() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    topic.post("Bruno", "rien", AT + H)
    topic.post("Chloé", "rien", AT + H)
    assert topic.post("Alice", "abandon", AT + 2 * H).verdict == "valid"
    (turn,) = topic.state.history
    assert (turn.by, turn.penalty) == ("resignation", False)
    topic.post("Bruno", "abandon", AT + 3 * H)
    assert topic.view(AT + 4 * H)["winners"] == ["Chloé"]


def test_a_stranger_has_no_seat() -> None:
    topic = table()
    assert clauses(topic.post("Zoé", "rien", AT)) == ["F12", "F14"]
    topic.draw("roll", PLAIN, AT + M)
    assert clauses(topic.post("Zoé", "rouge 7", AT + H)) == ["F12"]
    assert topic.post("Zoé", "Bonne chance", AT + H).verdict == "no-move"


def judged(topic: Topic, sheet: Sheet, player: str = "Alice") -> Finding:
    return GAME.judge(topic.state, Posted(9, player, AT + H, 1, "", sheet))


def test_an_edit_changes_nothing() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    was = GAME.read("rouge 7", []).act
    for text, found in (("bleu 7", ["X13", "F5"]), ("rouge 7 !", ["F5"])):
        sheet = GAME.edited(was, GAME.read(text, []).act, 4)
        finding = judged(topic, sheet)
        assert (finding.verdict, clauses(finding), move(finding)) == ("edited", found, None)
    assert edited(Sheet(), Sheet(), 4).edit == Edit(4, floor=False)


@pytest.mark.parametrize(("at", "case"), [("", "first-seen-unknown"), ("2026", "first-seen")])
def test_a_post_first_seen_edited_is_judged_with_a_warning(at: str, case: str) -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    finding = judged(topic, Sheet(declined=("all",), edited_at=at))
    assert [w.case for w in finding.warnings] == [case]


def test_a_name_follows_its_alias() -> None:
    sheet = GAME.read("Bruno a pris le 7 rouge", ["Bruno"]).act
    assert renamed(sheet, lambda name: "B2").marks[0].who == "B2"
    assert renamed(Sheet(declined=("all",)), str.upper) == Sheet(declined=("all",))


def test_a_doubt_between_turns_is_refused_with_it() -> None:
    topic = table()
    assert clauses(topic.post("Alice", "rouge 7 ?", AT)) == ["F14", "F15"]
    topic.draw("roll", PLAIN, AT + M)
    assert topic.post("Alice", "rouge 7 ?", AT + H).verdict == "unclear"


def test_a_closed_table_takes_no_answer() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    topic.house(Life("closed", AT + H))
    assert clauses(topic.post("Alice", "rouge 7", AT + 2 * H)) == ["F14"]
    assert clauses(topic.post("Alice", "abandon", AT + 2 * H)) == ["F14"]
    assert not_yet(topic).case == "closed"
    assert topic.view(AT + 3 * H)["waiting_for"] == []
    assert topic.view(AT + 3 * H)["deadline"] is None
    assert [type(p) for p in SEATED.bulletin(topic.state, AT + 3 * H)] == [Picture] * 3
    assert SEATED.advance(topic.state, AT + 9 * DAY)[1] == ()


# the state in and out


def test_a_table_under_way_comes_back_as_it_was() -> None:
    topic = table()
    topic.draw("roll", PLAIN, AT)
    topic.post("Bruno", "rouge 7", AT + H)
    for _ in range(2):
        view = topic.view(AT + 2 * H)
        again = table("Alice", "Bruno", "Chloé", start=view)
        assert again.view(AT + 2 * H) == view
        topic.post("Alice", "rouge 7", AT + 3 * H)
        topic.post("Chloé", "rien", AT + 3 * H)


WRONG: list[dict[str, Any]] = [
    {"colour": 1},
    {"turn": 0},
    {"turn": "two"},
    {"active": "Zoé"},
    {"closed": ["white"]},
    {"closed": "red"},
    {"sheets": [1]},
    {"sheets": {"Zoé": {}}},
    {"sheets": {"Alice": {"rows": []}}},
    {"sheets": {"Alice": {"red": [13]}}},
    {"sheets": {"Alice": {"red": "2"}}},
    {"sheets": {"Alice": {"red": [2, 2]}}},
    {"sheets": {"Alice": {"red": [12]}}},
    {"sheets": {"Alice": {"red": [2, 3, 4, 5, 12], "locks": ["red"]}}},
    {"sheets": {"Alice": {"locks": ["red"]}}},
    {"sheets": {"Alice": {"penalties": 5}}},
    {"sheets": {"Alice": {"penalties": True}}},
    {"sheets": {"Alice": {"red": [2], "score": 2}}},
    {"over": True},
    {"dice": PLAIN},
    {"active": "Alice", "dice": {"white": [3]}},
    {"active": "Alice", "dice": PLAIN | {"red": 7}},
    {"active": "Alice", "dice": PLAIN | {"orange": 7}},
    {"active": "Alice", "dice": PLAIN, "closed": ["red"]},
    {"active": "Alice", "dice": PLAIN, "waiting_for": []},
    {"active": "Alice", "dice": PLAIN, "waiting_for": ["Zoé"]},
    {"active": "Alice", "dice": PLAIN, "deadline": "soon"},
    {"active": "Alice", "dice": PLAIN, "deadline": "2026-11-20T20:00:00"},
]


@pytest.mark.parametrize("start", WRONG, ids=[str(start) for start in WRONG])
def test_a_start_that_cannot_be_is_refused(start: dict[str, Any]) -> None:
    with pytest.raises(BadStart):
        table(start=start)


@pytest.mark.parametrize(
    ("name", "value", "fine"),
    [
        ("answer_limit", "48h", True), ("answer_limit", "2d", True),
        ("answer_limit", "90min", True),
        ("answer_limit", "soon", False), ("answer_limit", "", False), ("first", "Alice", True),
    ],
)  # fmt: skip
def test_options(name: str, value: str, fine: bool) -> None:
    assert (check_option(name, value) == "") is fine


def test_another_limit() -> None:
    topic = table(answer_limit="90min")
    topic.draw("roll", PLAIN, AT)
    assert topic.view(AT)["deadline"] == "2026-11-20T21:30:00Z"


def test_a_state_survives_json() -> None:
    import msgspec

    topic = disputed()
    raw = msgspec.json.encode(topic.state)
    assert msgspec.json.decode(raw, type=GAME.state_type) == topic.state
    assert as_json(topic.state)["players"] == ["Alice", "Bruno"]
    assert GAME.position(topic.state, "Alice") != GAME.position(topic.start, "Alice")


def test_acts_that_fit_nothing_change_nothing() -> None:
    topic = table()
    for act in (
        Passed(AT + DAY),
        Time(AT, "Zoé", 60),
        Seat(AT, "Zoé", "Yann"),
        Awarded("Zoé", 5, ""),
    ):
        assert GAME.apply(topic.state, act) == topic.state
    for kind, result in (("first", {"first": "Zoé"}), ("act", {"player": "Zoé"})):
        assert GAME.apply(topic.state, Drawn(AT, kind, result)).unused == 1
