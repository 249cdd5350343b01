"""Twenty topics as players write them, told by a reference made apart from this program.

Every post, constraint and second reading goes through the desk, and verdict, clauses and table are
compared after each.
"""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.core.table import Judged, Table
from referee.desk.check import check
from referee.desk.decide import Acting, constrain
from referee.desk.seal import count
from referee.desk.table import now_of, rebuilt
from referee.desk.tables import Opening, open_table
from referee.desk.verify import verify
from referee.posts.dates import Stamp
from referee.posts.reader import Said, read_post
from referee.store.log import Log

Event = dict[str, Any]
TOPICS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "fixtures/games/quadrille/topics.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


class Topic(NamedTuple):
    """A topic under way at a table of its own."""

    log: Log
    table: Table

    def post(self, event: Event) -> Judged:
        """A post, or the second reading of one."""
        at = datetime.fromisoformat(event["time"])
        now = datetime.fromisoformat(event.get("read_at") or event["time"])
        edited = event.get("edited_at")
        edited_at = datetime.fromisoformat(edited) if edited else None
        said = Said(event["author"], Stamp(at, 1), event["id"], edited_at)
        post = read_post(event["text"], said, zone=self.table.zone, now=now)
        (judged,) = check(self.log, self.table, [post], now=now, by="Marie")
        return judged

    def constrain(self, event: Event) -> None:
        """A house constraint added or lifted."""
        at = datetime.fromisoformat(event["time"])
        words, lift = tuple(event["spec"].split()), event["op"] == "lift"
        constrain(Acting(self.log, self.table, at, "Marie"), words, lift=lift, at=at)

    def state(self, at: datetime) -> Event:
        """The table as the topics describe it."""
        view = self.table.view(now_of(self.table, self.log).state, at)
        players = view["players"].items()
        return {
            "floor": view["floor"],
            "placed": {name: hand["placed"] for name, hand in players},
            "points": {name: hand["points"] for name, hand in players},
            "week": view["week"],
            "last": view["last_player"],
            "ranked": not view["ranking_due"],
            "blocked": view["blocked"],
            "constraints": view["constraints"],
        }


def expected_state(expect: Event) -> Event:
    keys = ("floor", "placed", "points", "week", "last", "blocked", "constraints")
    ranked = expect["ranked"] is not False  # null before any move
    return {key: expect[key] for key in keys} | {"ranked": ranked}


def compare(judged: Judged, expect: Event) -> None:
    """A ruling against the expected one; `expect` holds only what the topics tell of it."""
    ruling = judged.ruling
    assert ruling is not None
    assert judged.verdict == expect["verdict"]
    clauses = [objection.clause for objection in ruling.objections]
    if judged.verdict == "valid":
        move = ruling.effect["move"]
        assert (clauses, ruling.basis) == ([], expect["clause"])
        assert (move["step"], move["cell"]) == (expect["step"], expect["cell"])
        assert move["emptied"] == expect["emptying"]
        assert sum(award.points for award in ruling.points) == expect["gained"]
    else:
        assert clauses[0] in expect["clauses"]
        assert clauses[0] == expect["clause"]
        assert (ruling.effect["move"], ruling.points) == (None, ())
    assert [warning.clause for warning in ruling.warnings] == expect["warnings"]
    assert differences(ruling.warnings) == said_differences(expect.get("ranking_diff", []))
    if "diff" in expect:
        (wrong,) = (fact.facts for fact in ruling.objections if fact.clause == "Q4")
        cells = [cell for cell, *_ in wrong["cells"]]
        assert cells in (expect["diff"], expect["diff_without_added"])


def differences(warnings: tuple[Any, ...]) -> set[str]:
    return {
        f"{entry['name']} {hand(entry['posted'])} / {hand(entry['expected'])}"
        for warning in warnings
        if warning.clause == "Q13"
        for entry in warning.facts["differences"]
    }


def hand(entry: list[Any]) -> str:
    return f"({entry[0]}) : {entry[1]}"


def said_differences(entries: list[Event]) -> set[str]:
    return {f"{entry['name']} {entry['posted']} / {entry['expected']}" for entry in entries}


@pytest.mark.parametrize("topic", TOPICS, ids=[f"{t['seed']}-{t['tag']}" for t in TOPICS])
def test_topic(topic: dict[str, Any], tmp_path: Path) -> None:
    first = datetime.fromisoformat(topic["events"][0]["time"])
    log = Log.create(str(tmp_path / "referee.db"))
    opening = Opening("quadrille", "bal", topic["tz"])
    since = first - timedelta(days=1)
    table = open_table(log, opening, at=since, now=first, by="Marie")
    told = Topic(log, table)
    for event in topic["events"]:
        expect, head = event["expect"], log.head()
        if event["kind"] == "constraint":
            told.constrain(event)
        else:
            judged = told.post(event)
            if event["kind"] == "post":
                compare(judged, expect)
            elif judged.verdict == "duplicate":
                assert (expect["verdict"], log.head()) == ("duplicate", head)
            else:
                compare_edit(judged, expect)
        at = datetime.fromisoformat(event.get("read_at") or event["time"])
        assert told.state(at) == expected_state(expect)
    compare_weeks(told, topic)
    assert rebuilt(table, log) == now_of(table, log).state
    checked = verify(log, deep=True)
    assert (checked.fault, checked.otherwise) == (None, [])
    log.close()


def compare_weeks(told: Topic, topic: dict[str, Any]) -> None:
    """Points and rewards of every week that closed."""
    for week, expected in topic["weeks"].items():
        rows = count(told.log, told.table, week).rows
        points = {row.player: row.points for row in rows if row.points}
        rewards = {row.player: row.rewards for row in rows if row.rewards}
        assert points == {name: n for name, n in expected["points_corrected"].items() if n}
        assert rewards == expected["rewards_corrected"]


def compare_edit(judged: Judged, expect: Event) -> None:
    """What an edit does (Q7), and the points that it takes back."""
    ruling = judged.ruling
    assert ruling is not None
    assert (judged.verdict, expect["verdict"]) == ("edited", "edited")
    assert [objection.clause for objection in ruling.objections] == expect["clauses"]
    taken = ruling.effect["withdraws"]
    effects = {None: "none", False: "points-withdrawn", True: "rolled-back"}
    assert effects[taken and taken["rolled_back"]] == expect["effect"]
    assert (taken["points"] if taken else 0) == expect["withdrawn"]
    assert judged.took_effect == (expect["effect"] != "none")


def test_all_events_are_there() -> None:
    assert sum(len(topic["events"]) for topic in TOPICS) == 1359
