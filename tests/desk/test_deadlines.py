"""Limits that run out, at tables of three games, whatever is posted or decided around them (F6)."""

import json
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from referee.core.events import DeadlinePassed, DeadlineRevised
from referee.desk.due import settle
from referee.desk.session import Session
from referee.desk.table import instant_of, rebuilt
from referee.desk.tables import all_tables
from referee.store.log import Log
from tests.conftest import Referee

OPENED = datetime(2026, 11, 2, 10, tzinfo=UTC)
PLAYERS = ("Alice", "Bruno")
SETTINGS: dict[str, tuple[str, ...]] = {
    "azul": ("first=Alice", "turn_limit=2h"),
    "azul grey": ("first=Alice", "turn_limit=2h", "side=grey"),
    "qwixx": ("first=Alice", "answer_limit=2h"),
    "deuxpas": ("clock=5h",),
}
GREY = {
    "phase": "tiling",
    "active": "Alice",
    "marker": "Alice",
    "boards": {name: {"lines": [["blue", 1], None, ["red", 3], None, None]} for name in PLAYERS},
}
POSTS = {
    "chat": "Belle partie !",
    "unclear": "peut-être F1 bleu L1, rouge 7, c1-d2 ?",
    "azul": "F1 bleu L1",
    "qwixx": "rien",
    "refused": "F9 bleu L1",
    "deuxpas": "a1-a8",
}


class Played:
    """A table that is played at random: posts of all kinds, draws, and what a moderator does."""

    def __init__(self, referee: Referee, kind: str, chance: Random) -> None:
        self.referee, self.chance, self.now = referee, chance, OPENED
        self.game, self.decided = kind.split(maxsplit=1)[0], False
        words = [word for name in PLAYERS for word in ("--player", name)]
        words += [word for option in SETTINGS[kind] for word in ("--set", option)]
        if "grey" in kind:
            (start := referee.folder / "start.json").write_text(json.dumps(GREY))
            words += ["--from", str(start)]
        self.run("open", self.game, "t", *words)

    def run(self, *words: str, stdin: str | None = None) -> list[Any]:
        shared = ("--log", str(self.referee.log), "--by", "David", "--now", self.now.isoformat())
        result = self.referee.bare(*shared, "--json", *words, stdin=stdin)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def step(self, *, decisions: bool) -> None:
        self.now += timedelta(minutes=self.chance.choice((1, 5, 40, 130)))
        what = self.chance.random()
        if what < 0.15:
            self.run("roll")
        elif what < 0.25 and decisions:
            self.decided = True
            self.run(*self.chance.choice(self._decisions()))
        elif what < 0.5:
            self._move()
        else:
            self._post(self.chance.choice(list(POSTS.values())), decisions=decisions)

    def _decisions(self) -> list[tuple[str, ...]]:
        late = (self.now - timedelta(minutes=90)).isoformat()
        return [
            ("extend", self.chance.choice(PLAYERS), "3h", "--reason", "x"),
            ("pause", "--at", late),
            ("resume",),
            ("award", "Alice", "1", "--reason", "x"),
        ]

    def _post(self, text: str, *, decisions: bool) -> None:
        ago = self.chance.choice((0, 0, 30, 200)) if decisions else 0
        at = max(OPENED, self.now - timedelta(minutes=ago))
        self.decided |= ago > 0
        author = self.chance.choice((*PLAYERS, "Zoé"))
        self.run("check", "--author", author, "--at", at.isoformat(), stdin=text)

    def _move(self) -> None:
        """A valid move, where one can be made; `moves` says what a post of it would be."""
        for player in PLAYERS:
            found = [m for m in self.run("moves", "--player", player) if m.get("move")]
            if found:
                text = written(self.game, self.chance.choice(found)["move"])
                self.run("check", "--author", player, "--at", self.now.isoformat(), stdin=text)
                return


def written(game: str, move: dict[str, Any]) -> str:
    if game == "azul":
        from referee.games.azul.chance import written as azul

        return azul(move)
    if game == "deuxpas":
        return f"{move['from']}-{move['to']}"
    marks = [mark for mark in (move["white"], move["colour"]) if mark]
    return ", ".join(f"{row} {number}" for row, number in marks) or "rien"


def recorded(log: Log) -> tuple[Counter[tuple[datetime, str]], int]:
    """The limits that stand recorded, and how many of them have been taken back."""
    (table,) = all_tables(log)
    rows = {row.seq: row.event for row in log.decided("t")}
    revised = sum(isinstance(event, DeadlineRevised) for event in rows.values())
    found: Counter[tuple[datetime, str]] = Counter()
    for place, _, _ in log.standing(table.name):
        event = rows.get(place.seq)
        if isinstance(event, DeadlinePassed):
            found[instant_of(place), repr(event)] += 1
    return found, revised


@pytest.mark.parametrize("decisions", [False, True], ids=["posts", "decisions"])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", SETTINGS)
def test_a_limit_runs_out_once(referee: Referee, kind: str, seed: int, *, decisions: bool) -> None:
    played = Played(referee, kind, Random(f"{kind} {seed}"))  # noqa: S311 - a game
    for _ in range(25):
        played.step(decisions=decisions)
        with closing(Log.open(str(referee.log))) as log:
            found, revised = recorded(log)
            assert set(found.values()) <= {1}
            assert played.decided or not revised
            (table,) = all_tables(log)
            session = Session(log, table, now=played.now, by="David")
            assert session.state == rebuilt(table, log)
            settled_now = settle(session, played.now)
            session.reordered = True
            again = settle(session, played.now)
            assert not settled_now.revised
            assert not (again.passed)
            assert not (again.revised)
    assert referee("verify").exit_code == 0


def test_verify_finds_a_limit_that_is_recorded_twice(referee: Referee) -> None:
    played = Played(referee, "azul", Random(1))  # noqa: S311 - a game
    played.run("roll")
    played.now += timedelta(hours=3)
    played.run("check", "--author", "Alice", "--at", played.now.isoformat(), stdin="Salut !")
    with closing(Log.open(str(referee.log))) as log:
        (table,) = all_tables(log)
        (row,) = [row for row in log.decided("t") if isinstance(row.event, DeadlinePassed)]
        session = Session(log, table, now=played.now, by="David")
        again = session.add(OPENED + timedelta(hours=2), row.event)
        session.commit()
    assert again == row.seq + 1
    result = referee("--json", "verify")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["fault"]["seq"] == again
    for lang in ("fr", "en"):
        told = referee("--lang", lang, "verify").stdout
        assert f"@{again}" in told
        assert "Alice" in told
