"""Games made for their ends: the highest and the lowest score, post by post."""

from datetime import UTC, datetime, timedelta

from referee.core.events import Overrule
from referee.games.qwixx import board
from referee.games.qwixx.acts import Posted
from referee.games.qwixx.game import GAME
from referee.games.qwixx.state import State
from tests.games.qwixx.topic import SEATED, Topic

START = datetime(2026, 11, 20, 20, tzinfo=UTC)


class Game:
    """A game of Alice, who begins, and Bruno, a minute between any two things."""

    def __init__(self) -> None:
        self.topic = Topic(["Alice", "Bruno"], START, first="Alice")
        self.at = START

    @property
    def now(self) -> datetime:
        """The next minute."""
        self.at += timedelta(minutes=1)
        return self.at

    @property
    def active(self) -> str:
        """Whose turn it is."""
        state: State = self.topic.state
        return state.players[state.active]

    def roll(self, one: int, other: int, coloured: tuple[int, ...] = (1, 1, 1, 1)) -> None:
        """Dice as wanted, those of closed rows left out."""
        shut = self.topic.state.closed_rows
        dice = {
            colour: None if shut >> row & 1 else coloured[row]
            for row, colour in enumerate(board.COLOURS)
        }
        self.topic.draw("roll", {"white": [one, other], **dice}, self.now)

    def say(self, player: str, text: str) -> None:
        """A valid answer, where one is possible."""
        if self.topic.state.turn is not None:
            finding = self.topic.post(player, text, self.now)
            assert finding.verdict == "valid", (text, finding)

    def score(self, player: str) -> int:
        """The points of a player."""
        state: State = self.topic.state
        return state.sheets[state.seat(player)].score


def whites(total: int) -> tuple[int, int]:
    one = min(6, total - 1)
    return one, total - one


def fill(game: Game, rows: dict[str, list[int]]) -> None:
    """Alice marks every number with the white dice; Bruno, when it is his turn, one of them too."""
    for row, numbers in rows.items():
        for number in numbers:
            game.roll(*whites(number))
            if game.active == "Bruno":
                rejoin = game.topic.post("Bruno", f"blanc : {row} {number}", game.now)
                if rejoin.verdict != "valid":  # the last number without five marks (X7)
                    game.say("Bruno", "rien")
            game.say("Alice", f"blanc : {row} {number}, couleur : rien" if game.active == "Alice"
                     else f"{row} {number}")  # fmt: skip
            if game.topic.state.turn is not None:
                game.say("Bruno", "rien")


UP, DOWN = list(range(2, 12)), list(range(12, 2, -1))


def test_the_maximum_of_the_boxed_game() -> None:
    game = Game()
    fill(game, {"rouge": UP, "jaune": UP, "vert": DOWN, "bleu": DOWN})
    assert game.score("Alice") == 4 * 55
    fill(game, {"rouge": [12], "vert": [2]})
    assert game.score("Alice") == 266 == 2 * 78 + 2 * 55
    assert game.topic.state.over is not None


def test_x8_allows_more_in_the_last_turn() -> None:
    """With a row closed before, the last turn can close two more: the white dice one, the coloured
    die another, for X7 leaves every row open until the turn is complete."""
    game = Game()
    fill(game, {"rouge": UP, "jaune": UP, "vert": DOWN, "bleu": DOWN})
    fill(game, {"vert": [2]})
    while game.active != "Alice":
        game.roll(1, 1)
        game.say("Bruno", "rien")
        game.say("Alice", "rien")
    game.roll(6, 6, (6, 6, 1, 1))
    assert game.topic.state.over is None
    game.say("Alice", "blanc : rouge 12, couleur : jaune 12")
    game.say("Bruno", "rien")
    assert game.score("Alice") == 3 * 78 + 55 == 289
    assert game.topic.state.over is not None


def test_the_minimum_by_the_rules() -> None:
    """Three penalties can always be taken; the fourth only without a legal mark (X6), so that at
    least one row has a mark: here one, with another row closed by Bruno."""
    game = Game()
    numbers = list(range(12, 6, -1))
    for number in [*numbers, 2]:
        game.roll(*whites(number))
        if game.active == "Alice":
            game.say("Alice", "rien" if number != 12 else "bleu 12")
        else:
            game.say("Alice", "rien")
        game.say("Bruno", f"vert {number}")
    assert game.topic.state.closed_rows == 1 << board.GREEN
    assert game.score("Alice") == 1 - 3 * 5
    while game.active != "Alice":
        game.roll(6, 6, (6, 6, 6, 6))
        game.say("Bruno", "rien")
    game.roll(6, 6, (6, 6, 6, 6))  # nothing that Alice could mark: she need not post (X11)
    assert SEATED.waiting(game.topic.state) == ("Bruno",)
    game.say("Bruno", "rien")
    assert game.topic.state.over is not None
    assert game.score("Alice") == 1 - 4 * 5 == -19


def test_minus_twenty_takes_a_decision() -> None:
    """On an empty sheet some box is always legal: X6 refuses the fourth penalty, and only the
    moderator can accept it (F9)."""
    game = Game()
    while game.topic.state.sheets[0].penalties < 3 or game.active != "Alice":
        game.roll(1, 2)
        game.say("Alice", "rien")
        game.say("Bruno", "rouge 3" if not game.topic.state.sheets[1].rows[0] else "rien")
    game.roll(3, 4)
    topic = game.topic
    assert topic.post("Alice", "je prends la pénalité", game.now).objections[0].clause == "X6"
    game.say("Bruno", "rien")
    act = Posted(99, "Alice", game.now, 1, "", GAME.read("je prends la pénalité", []).act)
    refused = GAME.judge(topic.state, act)
    decision = Overrule(100, accepted=True, by="Mod", reason="boîte")
    accepted = GAME.overruled(topic.state, act, refused, decision)
    assert (accepted.verdict, accepted.basis) == ("valid", "F9")
    assert [w.clause for w in accepted.warnings] == ["F9", "X6"]
    topic.state = topic.folded(topic.state, act, accepted)
    assert topic.state.over is not None
    assert game.score("Alice") == -20
