"""The twelve forum games of a reference referee, event by event, judged by the rules alone."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from referee.core.chance import key_of, numbers
from referee.core.reading import Note
from referee.core.ruling import Finding
from referee.core.seated import Wanted
from referee.games.qwixx.state import Complete, State
from referee.games.qwixx.telling import news
from tests.games.qwixx.topic import SEATED, Topic, move

FILE = Path(__file__).parents[3] / "fixtures/games/qwixx/topics.jsonl"
TOPICS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def instant(text: str) -> datetime:
    return datetime.fromisoformat(text)


def same_state(got: dict[str, Any], expect: dict[str, Any], free: list[str]) -> None:
    got, expect = dict(got), dict(expect)
    for name in free:
        got.pop(name), expect.pop(name)
    for state in (got, expect):
        if "waiting_for" in state:
            state["waiting_for"] = sorted(state["waiting_for"])
        state["closed"], state["winners"] = sorted(state["closed"]), sorted(state["winners"])
        if state.get("deadline"):
            state["deadline"] = instant(state["deadline"])
        state["sheets"] = {
            name: sheet | {"locks": sorted(sheet["locks"])}
            for name, sheet in state["sheets"].items()
        }
    assert got == expect


def completed(players: list[str], turn: Complete) -> dict[str, Any]:
    """A completed turn in the oracle's words."""
    locks: dict[str, list[str]] = {}
    for row, seat in turn.locks:
        colour = ("red", "yellow", "green", "blue")[row]
        locks.setdefault(colour, []).append(players[seat])
    return {
        "turn": turn.number,
        "active": players[turn.active],
        "ended_at": turn.at,
        "by": turn.by,
        "absent": [p for p, a in zip(players, turn.answers, strict=True) if a.absent],
        "penalty": turn.penalty,
        "random": None,
        "locks": sorted([colour, sorted(names)] for colour, names in locks.items()),
    }


def in_order(turn: dict[str, Any]) -> dict[str, Any]:
    """The oracle's completed turn, with sets in order."""
    locks = sorted([row, sorted(names)] for row, names in turn["locks"])
    return turn | {"ended_at": instant(turn["ended_at"]), "locks": locks}


def clauses(finding: Finding) -> list[str]:
    return list(dict.fromkeys(o.clause for o in finding.objections))


class Replay:
    """One topic, event after event."""

    def __init__(self, topic: dict[str, Any]) -> None:
        opening = topic["events"][0]
        self.players = opening["players"]
        self.topic = Topic(self.players, instant(opening["time"]))
        self.seed = bytes.fromhex(topic["seed_hex"]) if topic["seed_hex"] else b""
        self.table = topic["table"]
        self.posts: dict[int, int] = {}

    def take(self, event: dict[str, Any]) -> None:
        before = self.topic.state
        at, expect = instant(event["time"]), event["expect"]
        getattr(self, f"_{event['kind']}")(event, at, expect)
        same_state(self.topic.view(instant(event["now"])), expect["state"], expect["free"])
        if expect.get("completed") is not None or "completed" in expect:
            self._completed(before, expect["completed"] or [], late=bool(event.get("late")))

    def _completed(self, before: State, expected: list[Any], *, late: bool) -> None:
        if late:
            return
        fresh = self.topic.state.history[len(before.history) :]
        assert [completed(self.players, turn) for turn in fresh] == list(map(in_order, expected))
        told = news(before, self.topic.state, self.topic.state.since)
        kinds = [part.kind for part in told if isinstance(part, Note)]
        rolled = before.turn is None and self.topic.state.turn is not None
        again = rolled and not fresh and bool(before.history)  # the post of a roll begins with it
        assert kinds.count("qwixx-summary") == len(fresh) + again

    def _open(self, event: dict[str, Any], at: datetime, expect: dict[str, Any]) -> None:
        assert isinstance(SEATED.awaited(self.topic.state), Wanted)

    def _first(self, event: dict[str, Any], at: datetime, expect: dict[str, Any]) -> None:
        self._draw(event, at)

    def _roll(self, event: dict[str, Any], at: datetime, expect: dict[str, Any]) -> None:
        if event["draw"] is None:
            self.topic.clock(at)
            refused = SEATED.awaited(self.topic.state)
            assert not isinstance(refused, Wanted)
            assert [refused.clause] == expect["clauses"]
            return
        self._draw(event, at)

    def _draw(self, event: dict[str, Any], at: datetime) -> None:
        state = self.topic.state
        kind, result = SEATED.record(state, event["draw"])
        assert SEATED.spelled(kind, result) == event["draw"]
        if event["source"] == "seed":
            below = numbers(key_of(self.seed, ()), self.table, event["number"])
            assert SEATED.draw(state, below) == result
        self.topic.draw(kind, result, at)

    def _post(self, event: dict[str, Any], at: datetime, expect: dict[str, Any]) -> None:
        was = dict(self.topic.findings)
        turns = self.topic.state.history
        finding = self.topic.post(event["author"], event["text"], at)
        self.posts[self.topic.count] = event["n"]
        assert finding.verdict == expect["verdict"], (event, finding)
        assert clauses(finding)[:1] == ([expect["clause"]] if expect["clause"] else [])[:1] or (
            finding.verdict == "no-move"
        ), (event, finding)
        if finding.verdict == "invalid" and not expect["clauses_free"]:
            assert clauses(finding) == expect["clauses"], (event, finding)
        assert move(finding) == expect["move"], event
        if event.get("late"):
            self._revised(was, turns, expect)

    def _revised(
        self, was: dict[int, Finding], turns: tuple[Complete, ...], expect: dict[str, Any]
    ) -> None:
        changed = {
            self.posts[post]: (was[post], now)
            for post, now in self.topic.findings.items()
            if post in was
            and (was[post].verdict, clauses(was[post]), move(was[post]))
            != (now.verdict, clauses(now), move(now))
        }
        assert sorted(changed) == [revision["event"] for revision in expect["revised"]]
        for revision in expect["revised"]:
            before, now = changed[revision["event"]]
            assert (before.verdict, now.verdict) == (revision["was"], revision["now"])
            assert clauses(now)[0] == revision["clause"]
            assert (move(before), move(now)) == (revision["was_move"], revision["move"])
            if not revision["clauses_free"]:
                assert clauses(now) == revision["clauses"]
        after = self.topic.state.history
        differ = [
            {"turn": a.number, "was": completed(self.players, a), "now": completed(self.players, b)}
            for a, b in zip(turns, after, strict=False)
            if completed(self.players, a) != completed(self.players, b)
        ]
        assert differ == [
            {"turn": t["turn"], "was": in_order(t["was"]), "now": in_order(t["now"])}
            for t in expect["turns_changed"]
        ]
        assert self.topic.state.unused == expect["unused_rolls"]

    def _deadline(self, event: dict[str, Any], at: datetime, expect: dict[str, Any]) -> None:
        before = self.topic.state
        _, passed = SEATED.advance(before, instant(event["now"]))
        self.topic.clock(at)
        assert [e.player for e in passed] == expect["absent"]
        assert {e.at for e in passed} == {at}
        assert {e.clause for e in passed} == {"X11"}
        active = before.players[before.active]
        for expired in passed:
            assert expired.case == ("penalty" if expired.player == active else "absent")


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic["table"])
def test_every_event_of_the_topics(topic: dict[str, Any]) -> None:
    replay = Replay(topic)
    for event in topic["events"]:
        replay.take(event)
