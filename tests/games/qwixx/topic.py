"""A topic without a desk: acts in the order of their places, judged again when one comes late."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from referee.core.game import Opening
from referee.core.history import DEADLINE, DECISION, POST, micros
from referee.core.house import Act, Drawn, Passed
from referee.core.names import key
from referee.core.reading import Reading
from referee.core.ruling import Finding
from referee.core.seated import Seated
from referee.games.qwixx.acts import Posted
from referee.games.qwixx.game import GAME
from referee.games.qwixx.state import Ruled, State
from referee.posts.emoji import canonical

Place = tuple[int, int, int]


def _seated() -> Seated:
    if GAME.seated is None:
        raise AssertionError("a game with seats")
    return GAME.seated


SEATED = _seated()


class Thing(NamedTuple):
    """An act at its place: something of the house, or a post to judge."""

    place: Place
    act: Act | None
    post: Posted | None = None


class Topic:
    """A table that grows by posts, draws and deadlines."""

    def __init__(self, players: list[str], since: datetime, **options: str) -> None:
        self.players = players
        self.start: State = GAME.setup(
            Opening(since, tuple(players), {"answer_limit": "48h", "first": ""} | options)
        )
        self.things: list[Thing] = []
        self.findings: dict[int, Finding] = {}
        self.state = self.start
        self.count = 0

    def player(self, author: str) -> str:
        """The seat's name, whatever the spelling (F8)."""
        return next((p for p in self.players if key(p) == key(author)), author)

    def post(self, author: str, text: str, at: datetime, precision: int = 1) -> Finding:
        """A post at its place; later ones are judged again."""
        reading: Reading = GAME.read(canonical(text)[0], self.players)
        self.count += 1
        act = Posted(self.count, self.player(author), at, precision, "", reading.act)
        self._insert(Thing((micros(at), POST, self.count), None, act))
        return self.findings[self.count]

    def house(self, act: Act, rank: int = DECISION) -> None:
        """Something that is no post."""
        assert not hasattr(act, "points")
        self.count += 1
        self._insert(Thing((micros(act.at), rank, self.count), act))

    def draw(self, kind: str, result: dict[str, Any], at: datetime, precision: int = 1) -> None:
        """A draw; a random mark goes to the instant that it belongs to (X11)."""
        rank = DEADLINE if kind == "act" else DECISION
        self.house(Drawn(at, kind, result, precision=precision), rank)

    def record(self, text: str, at: datetime) -> None:
        """A draw as a moderator writes it."""
        kind, result = SEATED.record(self.state, text)
        wanted: Any = SEATED.awaited(self.state)
        self.draw(kind, result, wanted.at or at)

    def clock(self, at: datetime) -> None:
        """Time has reached an instant."""
        self.house(Passed(at), DEADLINE)

    def _insert(self, thing: Thing) -> None:
        late = bool(self.things) and thing.place < self.things[-1].place
        self.things = sorted([*self.things, thing]) if late else [*self.things, thing]
        if not late:
            self.state = self._take(self.state, thing)
            return
        self.state = self.start
        for each in self.things:
            self.state = self._take(self.state, each)

    def _take(self, state: State, thing: Thing) -> State:
        if thing.post is None:
            after: State = GAME.apply(state, thing.act)
            return after
        finding = GAME.judge(state, thing.post)
        self.findings[thing.post.post] = finding
        return self.folded(state, thing.post, finding)

    def folded(self, state: State, post: Posted, finding: Finding) -> State:
        """The state after a ruling, which goes through JSON as in the log."""
        made = {
            "post": post.post,
            "player": post.player,
            "posted_at": post.at,
            "precision": post.precision,
            "week": "",
            "effect": finding.effect,
        }
        after: State = GAME.apply(state, msgspec.json.decode(msgspec.json.encode(made), type=Ruled))
        return after

    def view(self, at: datetime) -> dict[str, Any]:
        """The contract's state at a moment, as JSON has it."""
        found: dict[str, Any] = as_json(GAME.view(self.state, at, ""))
        return found


def as_json(value: Any) -> Any:
    """A value as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def move(finding: Finding) -> Any:
    """The move of a finding as JSON has it."""
    return as_json(finding.effect)["move"]


HOUR = timedelta(hours=1)
