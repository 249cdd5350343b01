"""Time, chance, seats, decisions at a table of Azul, and how it begins (A2, A11, A16, F6-F12)."""

import hashlib
import hmac
import random
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from referee.core.chance import numbers
from referee.core.events import Overrule
from referee.core.game import Opening
from referee.core.house import Awarded, Drawn, Life, Passed, Seat, Time
from referee.core.ruling import Objection
from referee.core.seated import BadDraw, BadStart, Wanted
from referee.games.azul.acts import Posted, Sheet
from referee.games.azul.game import GAME, conserved
from referee.games.azul.state import State
from tests.games.azul.oracles import (
    OPENED,
    PLAYERS,
    SEATED,
    WEEK,
    dealt,
    moment,
    opened,
    play,
    posted,
)

FACTORIES = ["BBYR", "YYRK", "KKWB", "WWRY", "BKRW"]
DAY = timedelta(days=1)


def post(state: State, player: str, number: int, text: str) -> State:
    """The table after a valid post."""
    sheet = GAME.read(text, PLAYERS).act
    finding, after = play(state, posted(player, moment(number), sheet, number))
    assert finding.verdict == "valid", finding
    return after


def under_way(start: dict[str, Any], **options: str) -> State:
    state: State = GAME.setup(Opening(OPENED, PLAYERS[:2], options, start))
    return state


def limited() -> State:
    return dealt(opened(2, 0, turn_limit="48h"), FACTORIES, OPENED)


def late(state: State, hours: float) -> list[str]:
    return [one.player for one in SEATED.advance(state, OPENED + timedelta(hours=hours))[1]]


def test_a_limit_runs_out_once_and_not_before_its_instant() -> None:
    state = limited()
    assert late(state, 47.999) == []
    assert late(state, 48) == ["Alice"]
    after, expired = SEATED.advance(state, OPENED + 3 * DAY)
    assert [(e.at, e.clause, e.case) for e in expired] == [(OPENED + 2 * DAY, "A16", "late")]
    assert SEATED.advance(after, OPENED + 9 * DAY) == (after, ())
    assert GAME.apply(state, Passed(OPENED + 3 * DAY)) == after
    assert GAME.apply(after, Passed(OPENED + 3 * DAY)) == after


def test_running_out_changes_nothing_and_a_late_move_stands() -> None:
    state = limited()
    at = OPENED + 5 * DAY
    finding, after = play(state, posted("Alice", at, GAME.read("F2 jaune L2", ()).act))
    assert finding.verdict == "valid"
    assert SEATED.deadlines(after, at)[0].player == "Bruno"
    assert SEATED.deadlines(after, at)[0].at == at + 2 * DAY
    assert after.late == ()


def test_pauses_and_more_time_move_the_limit() -> None:
    state = limited()
    paused = GAME.apply(state, Life("paused", OPENED + DAY))
    assert late(paused, 500) == []
    assert SEATED.deadlines(paused, OPENED + 2 * DAY) == ()
    resumed = GAME.apply(paused, Life("resumed", OPENED + 2 * DAY))
    assert late(resumed, 71.9) == []
    assert late(resumed, 72) == ["Alice"]
    longer = GAME.apply(state, Time(OPENED + DAY, "Alice", 3600))
    assert late(longer, 48.5) == []
    assert late(longer, 49) == ["Alice"]
    assert GAME.apply(state, Time(OPENED, "Bruno", 3600)) == state


def test_time_given_after_the_limit_lets_it_run_again() -> None:
    out = GAME.apply(limited(), Passed(OPENED + 2 * DAY))
    assert out.late == (0,)
    assert isinstance(SEATED.awaited(out), Wanted)
    longer = GAME.apply(out, Time(OPENED + 2 * DAY, "alice", 86_400))
    assert isinstance(SEATED.awaited(longer), Objection)
    assert late(longer, 72) == ["Alice"]


def test_a_random_act_is_a_legal_move_of_who_is_late() -> None:
    state = GAME.apply(limited(), Passed(OPENED + 2 * DAY))
    result = SEATED.draw(state, lambda k: {96: 95}[k])
    assert result == {"player": "Alice", "move": {"source": 5, "colour": "white", "line": 0}}
    after = GAME.apply(state, Drawn(OPENED + 3 * DAY, "act", result))
    assert after.offer.turn == 1
    assert SEATED.record(state, SEATED.spelled("act", result)) == ("act", result)
    for text in ("F1 noir L2", "rien", "F1 b L2", ""):
        with pytest.raises(BadDraw):
            SEATED.record(state, text)


def test_a_random_act_that_is_no_longer_needed_is_left_unused() -> None:
    act = Drawn(
        OPENED + 3 * DAY,
        "act",
        {"player": "Alice", "move": {"source": 1, "colour": "blue", "line": 2}},
    )
    played = post(limited(), "Alice", 5, "F2 jaune L2")
    assert GAME.apply(played, act).offer == played.offer
    paused = GAME.apply(limited(), Life("paused", OPENED + DAY))
    assert GAME.apply(paused, act).offer == paused.offer
    wrong = Drawn(
        act.at, "act", {"player": "Alice", "move": {"source": 1, "colour": "black", "line": 2}}
    )
    assert GAME.apply(limited(), wrong).offer == limited().offer


def test_a_random_choice_for_the_grey_wall() -> None:
    state = post(grey(turn_limit="1h"), "Alice", 1, "C rouge P")
    assert state.phase == "tiling"
    state = GAME.apply(state, Passed(OPENED + DAY))
    result = SEATED.draw(state, lambda k: k - 1)
    assert result == {"player": "Alice", "move": {"choices": [{"line": 2, "column": 5}]}}
    assert GAME.apply(state, Drawn(OPENED + DAY, "act", result)).phase == "deal"


def grey(**options: str) -> State:
    lines = [None, ["blue", 2], None, None, None]
    boards = {"Alice": {"lines": lines}}
    start = {"phase": "offer", "active": "Alice", "marker": "Bruno", "centre": ["red"]}
    return under_way({**start, "boards": boards}, side="grey", **options)


def by_hand(seed: bytes, table: str, draw: int) -> Callable[[int], int]:
    """The numbers of a draw by F10, written down here once more."""
    stream = b"".join(
        hmac.new(seed, f"{table}:{draw}:{block}".encode(), hashlib.sha256).digest()
        for block in range(9)
    )
    at = 0

    def below(k: int) -> int:  # k is 256 at most here: a byte is enough
        nonlocal at
        while True:
            byte = stream[at] if k > 1 else 0
            at += k > 1
            if byte < k * (256 // k):
                return byte % k

    return below


def test_a_deal_from_the_seed_is_what_the_rulebook_computes() -> None:
    seed = bytes(range(32))
    state = opened(4, 2)
    result = SEATED.draw(state, numbers(seed, "carreaux", 1))
    below, bag = (
        by_hand(seed, "carreaux", 1),
        list("B" * 20 + "Y" * 20 + "R" * 20 + "K" * 20 + "W" * 20),
    )
    expected = ["".join(bag.pop(below(len(bag))) for _ in range(4)) for _ in range(9)]
    assert result == {"factories": expected}


def test_the_first_player_is_an_index_into_the_list() -> None:
    state = opened(3)
    assert SEATED.draw(state, lambda k: {3: 2}[k]) == {"first": "Chloé"}
    assert SEATED.record(state, " chloé ") == ("first", {"first": "Chloé"})
    with pytest.raises(BadDraw):
        SEATED.record(state, "Zoé")
    after = GAME.apply(state, Drawn(OPENED, "first", {"first": "Chloé"}))
    again = GAME.apply(after, Drawn(OPENED, "first", {"first": "Alice"}))
    assert again.first == after.first == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "BBYR YYRK KKWB WWRY",
        "BBYR YYRK KKWB WWRY BKR",
        "BBYR YYRK KKWB WWRY BKRW BBBB",
        "BBYR YYRK KKWB WWRY BKRX",
        "BBYRYYRKKKWBWWRYBKRW",
        "-",
    ],
)
def test_a_deal_from_outside_that_cannot_be(text: str) -> None:
    with pytest.raises(BadDraw):
        SEATED.record(opened(2, 0), text)


def test_a_short_supply_fills_what_it_can() -> None:
    """A11: bag and lid hold six tiles; the rest is on the boards."""
    state = short_supply()
    with pytest.raises(BadDraw):
        SEATED.record(state, "WWWW KKKK KKKK KKKK KKKK KKKK KKKK KKKK KKKK")
    wanted = SEATED.awaited(state)
    assert isinstance(wanted, Wanted)
    result = SEATED.draw(state, random.Random(1).randrange)  # noqa: S311 - nothing is at stake
    assert [len(factory) for factory in result["factories"]] == [4, 2, 0, 0, 0, 0, 0, 0, 0]
    kind, again = SEATED.record(state, SEATED.spelled("deal", result))
    assert (kind, again) == ("deal", result)
    assert SEATED.record(state, " ".join(result["factories"]))[1] == result
    after = GAME.apply(state, Drawn(OPENED, "deal", result))
    assert after.phase == "offer"
    assert conserved(after)


WALL = ["byrk.", "wbyr.", "kwby.", "rkwb.", "yrkw."]


def board(wall: dict[int, str], **lines: list[Any]) -> dict[str, Any]:
    """A board whose rows lack one tile each, but for those given; `l2=["black", 1]`: a line."""
    rows = [wall.get(number, row) for number, row in enumerate(WALL, 1)]
    return {"wall": rows, "lines": [lines.get(f"l{number}") for number in range(1, 6)]}


def four(phase: str, boards: list[dict[str, Any]], centre: list[str]) -> State:
    named = dict(zip(PLAYERS, boards, strict=True))
    start = {"phase": phase, "active": "David", "marker": "David", "centre": centre}
    state: State = GAME.setup(Opening(OPENED, PLAYERS, {}, {**start, "boards": named}))
    return state


def short_supply() -> State:
    """Four boards that hold 94 tiles: two black and four white ones are left."""
    black, red = ["black", 1], ["red", 2]
    alice = board({}, l2=black, l3=red, l4=["yellow", 3], l5=["blue", 4])
    bruno = board({}, l2=black, l3=red, l4=["yellow", 1])
    return four("deal", [alice, bruno, board({}), board({})], [])


def test_without_any_tile_left_the_game_is_over() -> None:
    """A11: every tile is on a wall or on a line that is not complete."""
    black, red = ["black", 1], ["red", 2]
    alice = board({}, l2=black, l3=red, l4=["yellow", 3], l5=["blue", 3])
    chloe = board({4: "rk.by"}, l2=black, l4=["white", 2])
    boards = [alice, board({}, l2=black, l3=red), chloe, board({5: "yrk.b"}, l2=black)]
    state = four("offer", boards, ["white"] * 4)
    assert sum(GAME.view(state, OPENED, WEEK)["bag"].values()) == 0
    over = post(state, "David", 1, "centre blanc L5")
    outcome = SEATED.outcome(over)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("tiles", ("Chloé", "David"))  # A14: shared
    assert list(outcome.scores.values()) == [4 * 7, 4 * 7, 3 * 7 + 10, 3 * 7 + 10]
    assert conserved(over)


def test_a_deal_that_does_not_fit_waits_for_the_moderator() -> None:
    state = dealt(opened(2, 0), FACTORIES, moment(1))
    stuck = dealt(state, ["BBBB", "YYYY", "RRRR", "KKKK", "WWWW"], moment(2))
    assert stuck.dispute is not None
    assert stuck.dispute.case == "phase"
    assert stuck.offer == state.offer
    assert isinstance(SEATED.awaited(stuck), Objection)
    assert SEATED.waiting(stuck) == ()
    finding, after = play(stuck, posted("Alice", moment(3), GAME.read("F1 bleu L2", ()).act))
    assert [o.clause for o in finding.objections] == ["F14"]
    assert after == stuck
    assert dealt(stuck, FACTORIES, moment(4)) == stuck
    kinds = [part.kind for part in SEATED.news(state, stuck, moment(4)) if hasattr(part, "kind")]
    bulletin = [part.kind for part in SEATED.bulletin(stuck, moment(4)) if hasattr(part, "kind")]
    assert kinds == []
    assert "azul-dispute-phase" in bulletin


def test_a_deal_of_tiles_that_are_not_there_is_disputed_too() -> None:
    start = {"round": 4, "phase": "deal", "active": "Alice", "bag": {"white": 6}}
    lid = {"blue": 20, "yellow": 20, "red": 20, "black": 20, "white": 14}
    stuck = dealt(under_way({**start, "lid": lid}), ["BBBB"] * 5, OPENED)
    assert stuck.dispute is not None
    assert stuck.dispute.case == "tiles"


def test_a_deal_after_the_end_is_left_unused() -> None:
    state = post(opened(2, 0), "Bruno", 1, "J'abandonne")
    assert state.phase == "over"
    assert dealt(state, FACTORIES, moment(2)) == state


def test_resigning_passes_the_turn_and_the_last_one_wins() -> None:
    state = dealt(opened(3, 1), [*FACTORIES, "BYRK", "YRKW"], moment(1))
    state = post(state, "Bruno", 2, "abandon")
    assert SEATED.waiting(state) == ("Chloé",)
    state = post(state, "Chloé", 3, "F1 bleu L2")
    assert SEATED.waiting(state) == ("Alice",)
    state = post(state, "Alice", 4, "F2 jaune L2")
    assert SEATED.waiting(state) == ("Chloé",)
    over = post(state, "Alice", 5, "j'abandonne")
    outcome = SEATED.outcome(over)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (("Chloé",), "resigned")
    assert conserved(over)


def test_who_resigns_while_choices_are_awaited_holds_nobody_up() -> None:
    start = {
        "phase": "offer",
        "active": "Alice",
        "marker": "Bruno",
        "centre": ["red"],
        "boards": {"Bruno": {"lines": [None, ["blue", 2], None, None, None]}},
    }
    state = GAME.setup(Opening(OPENED, PLAYERS[:3], {"side": "grey"}, start))
    state = post(state, "Alice", 1, "C rouge L1")
    assert SEATED.waiting(state) == ("Alice", "Bruno")
    state = post(post(state, "Alice", 2, "L1 C1"), "Bruno", 3, "abandon")
    assert state.phase == "deal"
    assert state.first == 2  # the marker was Bruno's
    assert GAME.view(state, moment(4), WEEK)["marker"] == "Chloé"


def test_a_seat_passes_with_all_that_belongs_to_it() -> None:
    state = post(limited(), "Alice", 2, "F1 bleu L2")
    passed = GAME.apply(state, Seat(moment(3), "bruno", "Zoé"))
    assert SEATED.seats(passed) == ("Alice", "Zoé")
    assert SEATED.waiting(passed) == ("Zoé",)
    assert passed.offer == state.offer


def test_points_are_given_and_taken_but_not_below_nothing() -> None:
    state = limited()
    assert GAME.apply(state, Awarded("Alice", 5, WEEK)).offer.boards[0].score == 5
    assert GAME.apply(state, Awarded("Alice", -5, WEEK)).offer.boards[0].score == 0


def overruled(state: State, act: Posted, accepted: bool, move: dict[str, Any] | None = None) -> Any:
    decision = Overrule(9, accepted, "David", "parce que", move)
    return GAME.overruled(state, act, GAME.judge(state, act), decision)


def test_an_accepted_move_out_of_turn_leaves_the_turn() -> None:
    state = limited()
    act = posted("Bruno", moment(2), GAME.read("F1 bleu L2", ()).act)
    found = overruled(state, act, accepted=True)
    assert (found.verdict, found.basis) == ("valid", "F9")
    ruled = GAME.standing_type(2, "Bruno", moment(2), 1, WEEK, found.effect)
    after = GAME.apply(state, ruled)
    assert after.offer.turn == 0
    assert after.offer.factories[0] == 0
    refused = overruled(state, posted("Alice", moment(2), act.sheet), accepted=False)
    assert (refused.verdict, refused.effect.move) == ("invalid", None)


def test_a_valid_move_stands_where_another_was_accepted_that_cannot_be_made() -> None:
    state = limited()
    act = posted("Alice", moment(2), GAME.read("F1 bleu L2", ()).act)
    judged = GAME.judge(state, act)
    found = overruled(state, act, accepted=True, move={"resign": False, "choices": []})
    assert found.warnings[-1].case == "azul-nothing"
    assert (found.verdict, found.basis, found.points) == ("valid", judged.basis, judged.points)


def test_an_acceptance_that_finds_nothing_says_so() -> None:
    state = limited()
    for text in ("salut", "F1 noir L2", "L4 C2"):
        act = posted("Alice", moment(2), GAME.read(text, ()).act)
        found = overruled(state, act, accepted=True)
        assert found.verdict != "valid"
        assert found.warnings[-1].case == "azul-nothing"
    assert not GAME.fits(state, {"source": 1, "colour": "black", "line": 2})
    assert GAME.fits(state, {"source": 1, "colour": "blue", "line": 2})
    assert GAME.move_from("F1 bleu L2", state) == {"source": 1, "colour": "blue", "line": 2}
    assert GAME.move_from("F1 b L2", state) is None


def test_a_doubtful_move_is_what_an_acceptance_takes() -> None:
    state = limited()
    for text in (
        "Je peux prendre F1 bleu L2 ?",
        "F1 bleu L2. Peut-être.",
        "si possible F1 bleu L2",
    ):
        act = posted("Alice", moment(2), GAME.read(text, ()).act)
        assert GAME.judge(state, act).verdict == "unclear"
        assert overruled(state, act, accepted=True).effect.move == {
            "source": 1,
            "colour": "blue",
            "line": 2,
        }
    for text in ("F1 b L2", "F1 bleu L2 ou L3", "F1 bleu"):
        act = posted("Alice", moment(2), GAME.read(text, ()).act)
        assert overruled(state, act, accepted=True).verdict == "unclear"


def test_an_accepted_colour_that_the_wall_has_falls_at_the_end() -> None:
    """F9: against A5 a line may come to hold what its wall row has; there is no space for it."""
    start = {"phase": "offer", "active": "Alice", "marker": "Bruno", "centre": ["blue"]}
    shown = {"score": 5, "wall": ["b....", ".....", ".....", ".....", "....."]}
    state = under_way({**start, "boards": {"Alice": shown}})
    act = posted("Alice", moment(2), GAME.read("C bleu L1", ()).act)
    found = overruled(state, act, accepted=True)
    after = GAME.apply(state, GAME.standing_type(2, "Alice", moment(2), 1, WEEK, found.effect))
    assert after.phase == "deal"
    assert after.offer.boards[0].score == 4
    assert conserved(after)


BAD_STARTS: list[dict[str, Any]] = [
    {"phase": "over"},
    {"phase": "offer"},
    {"phase": "offer", "active": "Zoé", "centre": ["red"]},
    {"phase": "offer", "active": "Alice"},
    {"phase": "tiling", "active": "Alice"},
    {"phase": "deal", "centre": ["red"]},
    {"phase": "offer", "active": "Alice", "centre": ["pink"]},
    {"phase": "offer", "active": "Alice", "centre": "red"},
    {"phase": "offer", "active": "Alice", "centre": ["red"] * 21},
    {"phase": "offer", "active": "Alice", "factories": [["red"] * 5, [], [], [], []]},
    {"phase": "offer", "active": "Alice", "factories": [["red"]]},
    {"round": 0},
    {"round": True},
    {"bag": {"blue": 12}},
    {"bag": {"blue": 21}},
    {"lid": {"pink": 1}},
    {"lid": []},
    {"marker": "Zoé"},
    {"boards": {"Zoé": {}}},
    {"boards": []},
    {"boards": {"Alice": []}},
    {"boards": {"Alice": {"score": -1}}},
    {"boards": {"Alice": {"score": 241}}},
    {"boards": {"Alice": {"lines": [None]}}},
    {"boards": {"Alice": {"lines": [["blue", 2], None, None, None, None]}}},
    {"boards": {"Alice": {"lines": [["pink", 1], None, None, None, None]}}},
    {"boards": {"Alice": {"lines": ["blue", None, None, None, None]}}},
    {"boards": {"Alice": {"wall": ["y....", ".....", ".....", ".....", "....."]}}},
    {"boards": {"Alice": {"wall": ["byrkw", ".....", ".....", ".....", "....."]}}},
    {"boards": {"Alice": {"wall": ["b...", ".....", ".....", ".....", "....."]}}},
    {"boards": {"Alice": {"wall": "....."}}},
    {"boards": {"Alice": {"floor": ["red"] * 8}}},
    {"boards": {"Alice": {"floor": ["marker", "marker"]}}},
    {"boards": {"Alice": {"floor": ["marker"]}}},
    {"boards": {"Alice": {"floor": 3}}},
]


@pytest.mark.parametrize("start", BAD_STARTS, ids=range(len(BAD_STARTS)))
def test_a_state_that_cannot_be_opens_no_table(start: dict[str, Any]) -> None:
    with pytest.raises(BadStart):
        under_way(start)


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ({"wall": ["bykr.", ".....", ".....", ".....", "....."]}, "k (A8: byrkw)"),
        ({"wall": [".....", "b....", ".....", ".....", "....."]}, "b (A8: wbyrk)"),
        ({"wall": ["byrkw", ".....", ".....", ".....", "....."]}, "byrkw (A12)"),
        ({"wall": ["x....", ".....", ".....", ".....", "....."]}, "x (A1)"),
        ({"lines": [["blue", 2], None, None, None, None]}, "(A5)"),
        ({"floor": ["red"] * 8}, "(A6)"),
        ({"score": -1}, "(A10)"),
    ],
)
def test_a_state_that_cannot_be_names_its_clause(board: dict[str, Any], why: str) -> None:
    with pytest.raises(BadStart, match=re.escape(why)):
        under_way({"boards": {"Bruno": board}})


def test_a_started_line_and_its_wall_row_cannot_share_a_colour() -> None:
    board = {
        "wall": ["b....", ".....", ".....", ".....", "....."],
        "lines": [["blue", 1], *[None] * 4],
    }
    with pytest.raises(BadStart):
        under_way({"boards": {"Alice": board}})


def test_options() -> None:
    good = {"side": ("coloured", "grey"), "turn_limit": ("none", "48h", "2d"), "first": ("Alice",)}
    for name, values in good.items():
        assert [GAME.check_option(name, value) for value in values] == [""] * len(values)
    for name, value in (("side", "blue"), ("turn_limit", "soon"), ("turn_limit", "0h")):
        assert GAME.check_option(name, value)
    with pytest.raises(BadStart):
        GAME.setup(Opening(OPENED, PLAYERS[:2], {"first": "Zoé"}))
    with pytest.raises(BadStart):
        GAME.setup(Opening(OPENED, PLAYERS[:1], {}))


def test_an_edit_changes_nothing_whatever_it_says() -> None:
    state = limited()
    before = GAME.read("F1 bleu L2", ()).act
    for text, clauses in (("F1 bleu L3", ["A17", "F5"]), ("F1, bleu, ligne 2 !", ["F5"])):
        sheet: Sheet = GAME.edited(before, GAME.read(text, ()).act, 2)
        finding, after = play(state, posted("Alice", moment(3), sheet))
        assert (finding.verdict, [o.clause for o in finding.objections]) == ("edited", clauses)
        assert after == state
