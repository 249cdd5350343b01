"""The twelve forum games through the command line: states, verdicts, clauses, deadlines, draws."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Referee
from tests.games.qwixx.test_qwixx_topics import TOPICS, same_state


class Desk:
    """A topic as a moderator keeps it, one command an event."""

    def __init__(self, referee: Referee, topic: dict[str, Any]) -> None:
        self.referee, self.topic = referee, topic
        self.posts: dict[int, str] = {}

    def run(self, now: str, *words: str, stdin: str | None = None) -> tuple[int, list[Any]]:
        shared = ["--log", str(self.referee.log), "--by", "Mod", "--now", now, "--json"]
        result = self.referee.bare(*shared, *words, stdin=stdin)
        assert result.exit_code in (0, 1), (words, result.stderr)
        return result.exit_code, [json.loads(line) for line in result.stdout.splitlines()]

    def take(self, event: dict[str, Any]) -> None:
        getattr(self, f"_{event['kind']}")(event, event["expect"])
        _, shown = self.run(event["now"], "show")
        same_state(shown[0]["state"], event["expect"]["state"], event["expect"]["free"])

    def _open(self, event: dict[str, Any], expect: dict[str, Any]) -> None:
        words = ["open", "qwixx", event["table"], "--tz", event["tz"], "--at", event["time"]]
        for player in event["players"]:
            words += ["--player", player]
        if event["seed_hex"]:
            file = self.referee.folder / "seed"
            file.write_text(event["seed_hex"])
            words += ["--seed-file", str(file)]
        else:
            words += ["--set", "chance=outside"]
        self.run(event["now"], *words)

    def _first(self, event: dict[str, Any], expect: dict[str, Any]) -> None:
        self._roll(event, expect)

    def _roll(self, event: dict[str, Any], expect: dict[str, Any]) -> None:
        refused = event["draw"] is None
        outside = event["source"] != "seed"
        record = ["--record", event["draw"] or "1 1 1 1 1 1"] if outside else []
        code, records = self.run(event["now"], "roll", "--at", event["time"], *record)
        assert code == (1 if refused else 0)
        if refused:
            assert records[-1]["clauses"] == expect["clauses"]
        elif not outside:
            assert records[-1]["number"] == event["number"]
            assert records[-1]["draw"] == event["draw"]

    def _post(self, event: dict[str, Any], expect: dict[str, Any]) -> None:
        words = ["check", "--author", event["author"], "--at", event["time"], "--id", event["id"]]
        code, records = self.run(event["now"], *words, stdin=event["text"])
        ruling = records[-1]
        assert ruling["verdict"] == expect["verdict"], (event, ruling)
        assert code == (1 if expect["verdict"] == "invalid" else 0)
        if expect["verdict"] == "invalid":
            assert ruling["clauses"][0] == expect["clause"]
            if not expect["clauses_free"]:
                assert ruling["clauses"] == expect["clauses"]
        assert ruling["move"] == expect["move"]
        same_state(ruling["state"], expect["state"], expect["free"])
        if event.get("late"):
            revised = {row["post"]: row for row in ruling["revised"]}
            assert sorted(revised) == sorted(row["post"] for row in expect["revised"])
            for row in expect["revised"]:
                mine = revised[row["post"]]
                assert (mine["was"], mine["now"]) == (row["was"], row["now"])
                assert mine["clauses"][0] == row["clause"]

    def _deadline(self, event: dict[str, Any], expect: dict[str, Any]) -> None:
        _, records = self.run(event["now"], "timeouts", "--apply")
        passed = [record for record in records if record.get("passed")]
        assert [row["player"] for row in passed] == expect["absent"]
        assert {row["clause"] for row in passed} == {"X11"}
        at = datetime.fromisoformat(event["time"])
        assert {datetime.fromisoformat(row["at"]) for row in passed} == {at}


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic["table"])
def test_every_event_through_the_command_line(topic: dict[str, Any], tmp_path: Path) -> None:
    desk = Desk(Referee(tmp_path), topic)
    for event in topic["events"]:
        desk.take(event)
    last = topic["events"][-1]
    code, records = desk.run(last["now"], "verify", "--deep")
    assert (code, records[0]["fault"]) == (0, None)
    desk.run(last["now"], "replay")
