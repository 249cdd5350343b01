"""The rule cases of Quadrille, a file each, through the code that `referee check` runs.

A case names its `clause` and what it `says`. `[table]` is the table as it opens: `zone`, `opened`,
`seats`, `options`, and of its state `floor`, `placed`, `points`, `week`, `last_player`,
`last_move_at`, `ranking_due`, `constraints`. Each `[[event]]` has a time `at` (a text is read as a
moderator would type it, so `21:03` is known to the minute) and is one of these:

- a post: `author`, `id`, and `text` as pasted, or `floor` (rows of `.1234`, drawn in emoji),
  `ranking` lines and `words`; `typed`, `new_player`, `new` are those of `check`. Expected:
  `verdict`, `clauses` (all of them, in order), `case`, `basis`, `move` (`3 b2`), `points` (the
  clause of each), `warnings`, `notes`, `newcomer`, `cells` (differing), `copied` (the event whose
  floor was copied), `missed`, `added`, `lacking` (seconds), `lines`, `broken`, `differences`.
  Points and warnings that are not given are none;
- a constraint: `constrain` or `lift`;
- either with `refused`, where it cannot be used as input, or with `revised`: `2 valid invalid`.

`[event.after]` is part of the table after it. `[tally]` is points and rewards by week and player.
"""

import json
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from referee.core.history import Change, reported
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.desk.check import check
from referee.desk.decide import Acting, constrain
from referee.desk.errors import Refused
from referee.desk.labels import Labels
from referee.desk.seal import count
from referee.desk.start import start_from
from referee.desk.table import now_of, rebuilt
from referee.desk.tables import Opening, open_table, zone_named
from referee.desk.verify import verify
from referee.posts.dates import BadStamp, Stamp, read_stamp
from referee.posts.reader import Said, read_post
from referee.render.reply import FORMATS
from referee.render.verdicts import post_record, reply_to, told
from referee.store.log import Log
from referee.words import LANGS
from referee.words.sentences import Speaker

FILES = sorted((Path(__file__).parents[2] / "fixtures/cases/quadrille").glob("*.toml"))
OPENED = datetime.fromisoformat("2026-11-23T08:00:00+01:00")
NOW = datetime(2028, 1, 1, tzinfo=UTC)
REFUSING = ("Q2", "Q3", "Q4", "Q5", "Q6", "Q8", "Q9", "Q12")
SHOWING = ("Q1", "Q10", "Q11", "Q13", "Q14")
SHARED = ("F1", "F2", "F3", "F4", "F6", "F7", "F8", "F11", "F12", "F13")
NO = ("invalid", "unclear", "no-move")
ZONES = ("🔴🔴🔵🔵", "🔴🔴🔵🔵", "⚪⚪⚫⚫", "⚪⚪⚫⚫")
KEYCAP = "\ufe0f\u20e3"
HAPPENS = {"at", "now", "after", "refused", "revised"}
POSTED = {"author", "id", "text", "floor", "ranking", "words", "typed", "new", "new_player"}
EXPECTED = {
    "verdict",
    "clauses",
    "case",
    "basis",
    "move",
    "points",
    "warnings",
    "notes",
    "newcomer",
    "cells",
    "copied",
    "missed",
    "added",
    "lacking",
    "lines",
    "broken",
    "differences",
}
HOUSE = {"constrain", "lift"}

Case = dict[str, Any]


class Play(NamedTuple):
    """A case under way: its log and table, and the log's event of each of its events."""

    log: Log
    table: Table
    seqs: list[int | None]

    def number(self, seq: int) -> int:
        """The event of the case, counted from 1, that is an event of the log; 0 for none."""
        return self.seqs.index(seq) + 1 if seq in self.seqs else 0

    def speaker(self, lang: str) -> Speaker:
        """Who tells of it."""
        zone = self.table.zone
        labels = Labels(self.log, zone, lang)
        return Speaker(lang, zone, labels.of, labels.post_id)


def load(file: Path) -> Case:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def is_post(event: Case) -> bool:
    return not HOUSE & event.keys()


def opened(case: Case, path: Path) -> Play:
    given = dict(case.get("table", {}))
    at = given.pop("opened", OPENED)
    opening = Opening(
        "quadrille",
        "bal",
        given.pop("zone", "Europe/Paris"),
        tuple(given.pop("seats", ())),
        tuple(given.pop("options", {}).items()),
    )
    log = Log.create(str(path / "referee.db"))
    if given:
        state = json.dumps({"state": under_way(given)}).encode()
        start = start_from("quadrille", state, zone_named(opening.zone), at)
        opening = opening._replace(start=start)
    table = open_table(log, opening, at=at, now=NOW, by="Marie")
    return Play(log, table, [])


def under_way(given: Case) -> Case:
    """The contract's state of a table, from the short form of the cases."""
    placed, points = given.pop("placed", {}), given.pop("points", {})
    state: Case = {"week": given.pop("week", "2026-W48")}
    state["players"] = {
        name: {"placed": placed.get(name, []), "points": points.get(name, 0)}
        for name in placed | points
    }
    state["floor"] = given.pop("floor", ".... .... .... ....").split()
    if "last_move_at" in given:
        state["last_move_at"] = given.pop("last_move_at").isoformat()
    for name in ("last_player", "ranking_due", "constraints"):
        if name in given:
            state[name] = given.pop(name)
    assert not given, f"unknown in [table]: {given}"
    return state


def drawn(floor: str) -> str:
    """Rows of `.1234` as players draw them."""
    return "\n".join(
        "".join(zone if step == "." else step + KEYCAP for step, zone in zip(*row, strict=True))
        for row in zip(floor.split(), ZONES, strict=True)
    )


def text_of(event: Case) -> str:
    if "text" in event:
        return str(event["text"])
    floor = drawn(event["floor"]) if "floor" in event else ""
    parts = (event.get("words", ""), floor, "\n".join(event.get("ranking", ())))
    return "\n\n".join(part for part in parts if part)


def stamp_of(event: Case, play: Play) -> Stamp:
    at = event["at"]
    now = event.get("now", NOW)
    return Stamp(at, 1) if isinstance(at, datetime) else read_stamp(at, play.table.zone, now)


def post_of(event: Case, play: Play) -> Post:
    said = Said(event["author"], stamp_of(event, play), event.get("id"))
    now = event.get("now", NOW)
    return read_post(text_of(event), said, zone=play.table.zone, now=now)


def posted(event: Case, play: Play) -> tuple[Judged, Case]:
    """A post judged, and what the case may say of it."""
    asked = {name: event.get(name, False) for name in ("typed", "new", "new_player")}
    now = event.get("now", NOW)
    post = post_of(event, play)
    (judged,) = check(play.log, play.table, [post], now=now, by="Marie", **asked)
    play.seqs.append(judged.seq)
    for lang in LANGS:
        assert all(told(judged, play.table, play.speaker(lang), colour=False))
        for form in FORMATS:
            reply = reply_to(judged, play.table, play.speaker(lang), form)
            assert (reply == "") == (judged.verdict == "duplicate" or silent(judged))
    return judged, seen(post_record(judged, play.table, play.speaker("en")), play)


def silent(judged: Judged) -> bool:
    """Whether a post needs no answer: chat, or a ranking that is right."""
    ruling = judged.ruling
    if ruling is None or judged.verdict != "no-move" or judged.revised:
        return False
    wrong = any((w.clause, w.case) == ("Q13", "differs") for w in ruling.warnings)
    return not wrong and all(o.clause in ("F3", "Q13") for o in ruling.objections)


def seen(record: Case, play: Play) -> Case:
    """A record of `check --json` in the short form of the cases."""
    move = record["move"]
    emptied = " emptied" if move and move["emptied"] else ""
    facts = record.get("facts", [])
    found: Case = {
        "verdict": record["verdict"],
        "clauses": record["clauses"],
        "case": facts[0]["case"] if facts else None,
        "basis": record.get("basis"),
        "move": f"{move['step']} {move['cell']}{emptied}" if move else None,
        "points": [award.clause for award in record["points"] for _ in range(award.points)],
        "warnings": [warning["clause"] for warning in record["warnings"]],
        "notes": [note.kind for note in record.get("notes", ())],
        "newcomer": record["new_player"],
    }
    for fact in facts:
        if isinstance(fact.get("cells"), list) and fact["clause"] == "Q4":
            found["cells"] = [cell for cell, *_ in fact["cells"]]
            found["added"] = " ".join(map(str, reversed(fact["added"] or ())))
        if "copied" in fact:
            found["copied"] = play.number(fact["copied"])
            found["missed"] = [f"{step} {cell}" for _, _, cell, step in fact["missed"]]
        found |= {name: fact[name] for name in ("lacking", "lines") if name in fact}
        found |= {"broken": fact["constraints"]} if "constraints" in fact else {}
    found["differences"] = [
        f"{entry['name']} {hand(entry['posted'])} / {hand(entry['expected'])}"
        for warning in record["warnings"]
        for entry in warning["facts"].get("differences", ())
    ]
    return found


def hand(entry: list[Any]) -> str:
    return f"({entry[0]}) : {entry[1]}"


def shown(state: Any, table: Table, week: str) -> Case:
    """The table in the short form of the cases."""
    view = table.game.view(state, week)
    players = view.pop("players")
    return view | {
        "floor": " ".join(view["floor"]),
        "placed": {name: entry["placed"] for name, entry in players.items()},
        "points": {name: entry["points"] for name, entry in players.items()},
    }


def changes(revised: tuple[Change, ...], play: Play) -> list[str]:
    return [
        f"{play.number(now.post)} {was.verdict} {now.verdict}"
        for was, now in revised
        if reported(was, now)
    ]


def happen(event: Case, play: Play) -> None:
    """One event of a case, with all that it expects."""
    unknown = event.keys() - HAPPENS - (POSTED | EXPECTED if is_post(event) else HOUSE)
    assert not unknown, f"unknown in [[event]]: {unknown}"
    before, head = now_of(play.table, play.log).state, play.log.head()
    expected = {name: event[name] for name in EXPECTED & event.keys()}
    if is_post(event):
        expected = {"warnings": [], "points": []} | expected
        judged, found = posted(event, play)
        state, revised = judged.state, judged.revised
        assert {name: found.get(name) for name in expected} == expected
        if not revised and judged.verdict != "valid":
            assert msgspec.structs.replace(state, ranked=before.ranked) == before
        if judged.verdict == "duplicate" and not judged.adopted:
            assert (state, play.log.head()) == (before, head)
    else:
        at, now = stamp_of(event, play).at, event.get("now", NOW)
        words = tuple(str(event.get("constrain") or event["lift"]).split())
        acting = Acting(play.log, play.table, now, "Marie")
        done = constrain(acting, words, lift="lift" in event, at=at)
        play.seqs.append(done.seq)
        state, revised = done.state, done.changes
    assert changes(revised, play) == event.get("revised", [])
    after = event.get("after", {})
    week = play.table.week(stamp_of(event, play).at).name
    view = shown(state, play.table, week)
    assert {name: view[name] for name in after} == after
    assert state == now_of(play.table, play.log).state


def refused(event: Case, play: Play) -> None:
    """Input that cannot be used: said why, and nothing appended."""
    head = play.log.head()
    kinds = (Refused, BadStamp)
    with pytest.raises(kinds) as caught:
        happen({name: event[name] for name in event if name != "refused"}, play)
    assert isinstance(caught.value, kinds)
    assert caught.value.case == event["refused"]
    assert play.log.head() == head
    play.seqs.append(None)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_case(file: Path, tmp_path: Path) -> None:
    case = load(file)
    assert file.stem.startswith(f"{case['clause']}-")
    assert case.keys() <= {"clause", "says", "table", "event", "tally"}
    assert case["says"]
    play = opened(case, tmp_path)
    for event in case["event"]:
        if "refused" in event:
            refused(event, play)
        else:
            happen(event, play)
    for week, expected in case.get("tally", {}).items():
        rows = count(play.log, play.table, week).rows
        assert {row.player: [row.points, row.rewards] for row in rows} == expected
    assert rebuilt(play.table, play.log) == now_of(play.table, play.log).state
    checked = verify(play.log, deep=True)
    assert (checked.fault, checked.otherwise) == (None, [])
    play.log.close()


def events_of(clause: str) -> Iterator[Case]:
    """Every event of the cases of a clause."""
    for file in FILES:
        case = load(file)
        if case["clause"] == clause:
            yield from case["event"]


def accepts(event: Case, _: str) -> bool:
    return event.get("verdict") == "valid"


def refuses(event: Case, clause: str) -> bool:
    return event.get("verdict") in NO and event["clauses"][0] == clause


@pytest.mark.parametrize("clause", REFUSING)
@pytest.mark.parametrize("answer", [accepts, refuses])
def test_clauses_that_can_refuse_do_so_and_do_not(
    clause: str, answer: Callable[[Case, str], bool]
) -> None:
    assert any(answer(event, clause) for event in events_of(clause))


@pytest.mark.parametrize("clause", [*SHOWING, *SHARED])
def test_other_clauses_are_shown(clause: str) -> None:
    assert any(is_post(event) for event in events_of(clause))


def test_posts_say_what_is_expected_of_them() -> None:
    for file in FILES:
        for event in load(file)["event"]:
            assert not is_post(event) or {"verdict", "refused"} & event.keys(), file.stem
            assert event.get("verdict") not in NO or "clauses" in event, file.stem
