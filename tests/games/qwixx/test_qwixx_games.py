"""Random games of somebody else's engine under the boxed rules: every difference is X7's or X8's,
but for two last turns in which a fourth penalty was taken that X6 refuses."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

from referee.games.qwixx import board
from referee.games.qwixx.acts import Said, Sheet
from referee.games.qwixx.game import GAME
from referee.games.qwixx.state import State
from tests.games.qwixx.oracles import lines
from tests.games.qwixx.topic import Topic

LETTERS = dict(zip("rygb", board.COLOURS, strict=True))
START = datetime(2026, 11, 20, 20, tzinfo=UTC)
STEP = timedelta(minutes=1)


def said(text: str | None, action: str) -> tuple[Said, ...]:
    return (Said(LETTERS[text[0]], int(text[1:]), action),) if text else ()


def legal(state: State, player: str, at: datetime, action: str) -> set[str]:
    """The single boxes of an action that are legal, in the oracle's spelling."""
    found = set()
    for act in GAME.legal(state, player, at, ""):
        marks = act.sheet.marks
        if len(marks) == 1 and marks[0].action == action:
            found.add(f"{marks[0].row[0]}{marks[0].number}")
    return found


class Replayed:
    """A game of the other engine, played through posts; `differences` counts what X6, X7 and X8
    make different, and anything else fails."""

    def __init__(self, game: dict[str, Any]) -> None:
        names = [f"P{seat}" for seat in range(game["players"])]
        self.game, self.names, self.at = game, names, START
        first = names[game["turns"][0]["active"]]
        self.topic = Topic(names, START, first=first)
        self.differences: Counter[str] = Counter()

    def play(self) -> None:
        turns = self.game["turns"]
        for number, turn in enumerate(turns):
            self.turn(turn, last=number == len(turns) - 1)
        refused = self.differences["X6: the fourth penalty is refused"]
        assert (self.topic.state.over is not None) is not bool(refused)

    def turn(self, turn: dict[str, Any], *, last: bool) -> None:
        state = self.topic.state
        assert self.names[state.active] == self.names[turn["active"]]
        before = state.closed_rows
        self.roll(turn)
        white = {name: self.white(turn, seat) for seat, name in enumerate(self.names)}
        active = self.names[turn["active"]]
        for name in self.names:
            if name != active:
                self.answer(name, white[name])
        stopped = "colour" not in turn  # the boxed game ended after the white dice
        if stopped:
            self.differences["X8: the second action is still played"] += 1
            self.last_answer(active, white[active])
        else:
            self.colour(turn, active, white[active], before)
            marks = (*white[active], *said(turn["colour"], "colour"))
            if not marks and self.must_mark(active):
                assert last
                return
            self.answer(active, marks)
        self.compare(turn, active, before, stopped=stopped, last=last)

    def roll(self, turn: dict[str, Any]) -> None:
        dice = turn["dice"]
        coloured = {
            LETTERS[letter]: None if self.topic.state.closed_rows >> row & 1 else dice[letter]
            for row, letter in enumerate("rygb")
        }
        self.at += STEP
        self.topic.draw("roll", {"white": dice["w"], **coloured}, self.at)
        if self.topic.state.turn is None:  # nobody could mark anything: complete at the roll (X12)
            assert not any(turn["white"])
            assert not turn.get("colour")

    def white(self, turn: dict[str, Any], seat: int) -> tuple[Said, ...]:
        if self.topic.state.turn is not None:
            name = self.names[seat]
            assert legal(self.topic.state, name, self.at, "white") == set(turn["white_legal"][seat])
        else:
            assert turn["white_legal"][seat] == []
        return said(turn["white"][seat], "white")

    def colour(
        self, turn: dict[str, Any], active: str, white: tuple[Said, ...], before: int
    ) -> None:
        """The boxes of the second action: more than in the boxed game only in rows that were
        closed by the first one (X7)."""
        if self.topic.state.turn is None:
            assert turn["colour_legal"] == []
            return
        ours = legal(self.topic.state, active, self.at, "colour")
        if white:
            ours = {
                f"{marks[1].row[0]}{marks[1].number}"
                for act in GAME.legal(self.topic.state, active, self.at, "")
                if len(marks := act.sheet.marks) == 2 and marks[0] == white[0]
            }
        more = ours - set(turn["colour_legal"])
        assert set(turn["colour_legal"]) <= ours
        closed_now = {row[0] for row in turn["closed_after_white"]} - {
            name[0] for name in board.named(before)
        }
        assert {box[0] for box in more} <= closed_now
        if more:
            self.differences["X7: open to the second action"] += 1

    def answer(self, name: str, marks: tuple[Said, ...]) -> None:
        if self.topic.state.turn is None:
            return
        self.at += STEP
        words = ", ".join(
            f"{'blanc' if mark.action == 'white' else 'couleur'} : {mark.row} {mark.number}"
            for mark in marks
        )
        finding = self.topic.post(name, words or "rien", self.at)
        assert finding.verdict == "valid", (words, finding)

    def must_mark(self, active: str) -> bool:
        """Whether the active player may not pass, as in the boxed game: then the fourth penalty
        that ends the other engine's game is refused (X6)."""
        state = self.topic.state
        if state.turn is None or state.sheets[state.active].penalties < 3:
            return False
        if not legal(state, active, self.at, "white") | legal(state, active, self.at, "colour"):
            return False
        self.at += STEP
        finding = self.topic.post(active, "je prends la pénalité", self.at)
        assert [o.clause for o in finding.objections] == ["X6"]
        self.differences["X6: the fourth penalty is refused"] += 1
        return True

    def last_answer(self, active: str, white: tuple[Said, ...]) -> None:
        """The active player's answer where the boxed game has stopped: the second action is
        declined, unless X6 forbids to pass."""
        state = self.topic.state
        sheet = state.sheets[state.active]
        boxes = legal(state, active, self.at, "colour") if state.turn else set()
        if not white and sheet.penalties == 3 and boxes:
            self.differences["X8: X6 still applies"] += 1
            white = said(min(boxes), "colour")
        self.answer(active, white)

    def compare(
        self, turn: dict[str, Any], active: str, before: int, *, stopped: bool, last: bool
    ) -> None:
        state = self.topic.state
        assert state.turn is None
        penalised = state.history[-1].penalty
        if stopped:
            answer = state.history[-1].answers[turn["active"]]
            assert penalised is not bool(answer.white or answer.colour)
            assert last
            if penalised:
                self.differences["X8: a penalty in the last turn"] += 1
            return
        assert penalised == turn["penalty"]
        closed = {LETTERS[row[0]] for row in turn["closed"]}
        assert set(board.named(state.closed_rows)) - set(board.named(before)) <= closed
        for seat, sheet in enumerate(state.sheets):
            *rows, penalties = turn["sheets"][seat]
            for row, (crosses, number) in enumerate(rows):
                mask = sheet.rows[row]
                assert mask.bit_count() == crosses
                marks = board.numbers(row, mask)
                assert (marks[-1] if marks else 0) == number
            assert sheet.penalties == penalties
            assert sheet.score == turn["scores"][seat]
        assert (state.over is not None) == last


def test_all_games_of_another_engine_but_for_x7_and_x8() -> None:
    games = lines("qwixx_games.jsonl")
    total: Counter[str] = Counter()
    for game in games:
        replayed = Replayed(game)
        replayed.play()
        total += replayed.differences
    assert len(games) == len({(g["seed"], g["players"]) for g in games}) == 20
    assert set(total) <= {
        "X7: open to the second action",
        "X8: the second action is still played",
        "X8: a penalty in the last turn",
        "X8: X6 still applies",
        "X6: the fourth penalty is refused",
    }
    # Two of the other engine's players take the fourth penalty although they could mark a box.
    assert total["X6: the fourth penalty is refused"] == 2
    assert total["X8: the second action is still played"] > 0


def test_an_answer_is_read_as_it_was_said() -> None:
    assert Sheet(said("r7", "white")).marks == (Said("red", 7, "white"),)
