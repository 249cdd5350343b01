"""The rule cases of Quadrille as data: what a file may say, and how each of its events happens.

A case names its `clause` and what it `says`. `[table]` is the table as it opens: `zone`, `opened`,
`seats`, `options`, and of its state `floor`, `placed`, `points`, `week`, `last_player`,
`last_move_at`, `ranking_due`, `constraints`. Each `[[event]]` has a time `at` (a text is read as a
moderator would type it, so `21:03` is known to the minute), perhaps the moment `now` at which it is
recorded, and is one of these:

- a post: `author`, `id`, and `text` as pasted, or `floor` (rows of `.1234`, drawn in emoji),
  `ranking` lines and `words`; `edited_at` where it was first seen edited; `typed`, `new_player`,
  `new` are those of `check`. Expected: `verdict`, `clauses` (all of them, in order), `case`,
  `basis`, `move` (`3 b2`), `points` (the clause of each), `warnings`, `notes`, `newcomer`, `cells`
  (differing), `copied` (the event whose floor was copied), `missed`, `added`, `lacking` (seconds),
  `lines`, `broken`, `differences`. Points and warnings that are not given are none;
- an edit: `edit`, the event of a post that is read again, with what it says then and `edited_at`
  where the source tells; author, time and id are those of the post. `at` is when it is noticed.
  Expected besides: `effect` (`rolled-back` or `points`) where it takes a move back;
- a decision at the moment `at`: `overrule` (the event of a post) with `accept` and `move`; `award`
  (`Alice +2`) with `week`; `amend` (the event of a post) with `author`, `time` or `id`; `undo` (an
  event); `alias` (`Bob = Bruno`);
- of the house, from `at` on: `constrain` or `lift`, `pause` (true, or until when), `resume`,
  `close`; or `seal`, the name of a week;
- any of them with `refused`, where it cannot be used as input, or with `revised`, the rulings that
  change: `2 valid invalid`.

`[event.after]` is part of the table after it, with `status` and `tally` (the points of a week by
player, `2026-W48 Alice 1`). `[tally]` is points and rewards by week and player, and `corrections`
what sealed weeks became: `2026-W48 Alice 1>0 0>0 by 4`
(points, rewards, and the event of the case that is the cause).
"""

import json
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from referee.core.history import Change, reported
from referee.core.post import Post
from referee.core.table import Judged, Table
from referee.core.week import Week
from referee.desk import decide
from referee.desk.check import check
from referee.desk.decide import Acting, Decided
from referee.desk.labels import Labels
from referee.desk.queries import status_at
from referee.desk.seal import count, counted, seal
from referee.desk.start import start_from
from referee.desk.table import now_of
from referee.desk.tables import Opening, open_table, zone_named
from referee.posts.dates import Stamp, read_stamp
from referee.posts.reader import Said, read_post
from referee.render.decisions import event_told
from referee.render.reply import FORMATS
from referee.render.verdicts import post_record, reply_to, told
from referee.store.log import Log
from referee.words import LANGS
from referee.words.sentences import Speaker

OPENED = datetime.fromisoformat("2026-11-23T08:00:00+01:00")
NOW = datetime(2028, 1, 1, tzinfo=UTC)
ZONES = ("🔴🔴🔵🔵", "🔴🔴🔵🔵", "⚪⚪⚫⚫", "⚪⚪⚫⚫")
KEYCAP = "\ufe0f\u20e3"
HAPPENS = {"at", "now", "after", "refused", "revised"}
WORDS = {"text", "floor", "ranking", "words", "edited_at"}
POSTED = {"author", "id", "typed", "new", "new_player"} | WORDS
EXPECTED = {
    *("verdict", "clauses", "case", "basis", "move", "points", "warnings", "notes", "newcomer"),
    *("cells", "copied", "missed", "added", "lacking", "lines", "broken", "differences", "effect"),
}
DECIDED = {
    "constrain": set[str](),
    "lift": set[str](),
    "pause": set[str](),
    "resume": set[str](),
    "close": set[str](),
    "overrule": {"accept", "move"},
    "award": {"week"},
    "amend": {"author", "time", "id"},
    "undo": set[str](),
    "alias": set[str](),
    "seal": set[str](),
}
"""What a moderator can do besides, and what each takes."""


Case = dict[str, Any]


class Play(NamedTuple):
    """A case under way: its log and table, and the log's event of each of its events."""

    log: Log
    table: Table
    seqs: list[int | None]
    events: list[Case]

    def number(self, seq: int) -> int:
        """The event of the case, counted from 1, that is an event of the log; 0 for none."""
        return self.seqs.index(seq) + 1 if seq in self.seqs else 0

    def post(self, number: int) -> int:
        """The event of the log that is an event of the case."""
        seq = self.seqs[number - 1]
        assert seq is not None
        return seq

    def speaker(self, lang: str) -> Speaker:
        """Who tells of it."""
        labels = Labels(self.log, self.table.zone, lang)
        return Speaker(lang, self.table.zone, labels.of, labels.post_id)


def load(file: Path) -> Case:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def is_post(event: Case) -> bool:
    """Whether an event is a post or an edit of one."""
    return not DECIDED.keys() & event.keys()


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
    return Play(log, table, [], case["event"])


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


def moment_of(event: Case, play: Play) -> datetime:
    """When an event is recorded."""
    if is_post(event) and "edit" not in event:
        now: datetime = event.get("now", NOW)
        return now
    return event["now"] if "now" in event else stamp_of(event, play).at


def post_of(event: Case, play: Play) -> Post:
    """The post of an event; one that is read again keeps who, when and number."""
    now = moment_of(event, play)
    base = play.events[event["edit"] - 1] if "edit" in event else event
    author, post_id = event.get("author", base["author"]), event.get("id", base.get("id"))
    said = Said(author, stamp_of(base, play), post_id, event.get("edited_at"))
    return read_post(text_of(event), said, zone=play.table.zone, now=now)


def posted(event: Case, play: Play) -> tuple[Judged, Case]:
    """A post judged, and what the case may say of it."""
    asked = {name: event.get(name, False) for name in ("typed", "new", "new_player")}
    now, post = moment_of(event, play), post_of(event, play)
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
    if ruling is None or judged.verdict not in ("no-move", "edited") or judged.revised:
        return False
    if judged.verdict == "edited":
        return not judged.took_effect
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
        "points": [award.clause for award in record["points"] for _ in range(abs(award.points))],
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
    taken = record["edit"]["took_effect"] if "edit" in record else False
    found["effect"] = facts[0]["case"] if taken else None
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
    view = table.game.view(state, table.since, week)
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


def decided(event: Case, play: Play) -> Decided:
    """What a moderator decides."""
    at = stamp_of(event, play).at
    acting = Acting(play.log, play.table, event.get("now", at), "Marie")
    why = "as decided"
    (kind,) = DECIDED.keys() & event.keys()
    match kind, event[kind]:
        case "overrule", number:
            given = {"accept": event["accept"], "move": event.get("move")}
            return decide.overrule(acting, play.post(number), **given, reason=why)
        case "award", words:
            player, points = words.rsplit(" ", 1)
            week = event.get("week")
            return decide.award(acting, player, int(points), week=week, reason=why)
        case "amend", number:
            given = {"author": event.get("author"), "post_id": event.get("id")}
            time = event.get("time")
            stamp = stamp_of({"at": time}, play) if time is not None else None
            return decide.amend(acting, play.post(number), **given, stamp=stamp, reason=why)
        case "undo", number:
            return decide.undo(acting, play.post(number), reason=why)
        case "alias", words:
            name, player = words.split(" = ")
            return decide.alias(acting, name, player, reason=why)
        case "pause", until:
            return decide.pause(acting, at, None if until is True else until, why)
        case "resume", _:
            return decide.resume(acting, at, why)
        case "close", _:
            return decide.close(acting, at, why)
    words = tuple(str(event[kind]).split())
    return decide.constrain(acting, words, lift=kind == "lift", at=at)


def sealed(event: Case, play: Play) -> None:
    """A week's tally published."""
    table, now = play.table, stamp_of(event, play).at
    (week,) = (w for w in (table.week(now), *weeks_before(table, now)) if w.name == event["seal"])
    seal(play.log, table, week, now=now, by="Marie")
    play.seqs.append(play.log.head().seq)


def weeks_before(table: Table, now: datetime) -> list[Week]:
    return [table.week(now - timedelta(weeks=n)) for n in (1, 2, 3)]


def same(found: object, expected: object) -> None:
    """Both are equal, or both are shown."""
    assert found == expected, f"{found} instead of {expected}"


def happen(event: Case, play: Play) -> None:
    """One event of a case, with all that it expects."""
    kinds = DECIDED.keys() & event.keys()
    takes = set().union(*(DECIDED[kind] for kind in kinds)) | kinds
    allowed = POSTED | EXPECTED | {"edit"} if is_post(event) else takes
    unknown = event.keys() - HAPPENS - allowed
    assert not unknown, f"unknown in [[event]]: {unknown}"
    if is_post(event):
        state, revised = judged_as_expected(event, play)
    elif "seal" in event:
        sealed(event, play)
        state, revised = now_of(play.table, play.log).state, ()
    else:
        done = decided(event, play)
        play.seqs.append(done.seq)
        facts = msgspec.to_builtins(done.event)
        for lang in LANGS:
            assert event_told(play.speaker(lang), done.event.TYPE, facts, "Marie")
        state, revised = done.state, done.changes
    same(changes(revised, play), event.get("revised", []))
    same(table_after(event, play, state), event.get("after", {}))
    assert state == now_of(play.table, play.log).state


def judged_as_expected(event: Case, play: Play) -> tuple[Any, tuple[Change, ...]]:
    """A post or an edit, its ruling compared with what the case expects."""
    before, head = now_of(play.table, play.log).state, play.log.head()
    expected: Case = {"warnings": [], "points": []} | ({"effect": None} if "edit" in event else {})
    expected |= {name: event[name] for name in EXPECTED & event.keys()}
    judged, found = posted(event, play)
    same({name: found.get(name) for name in expected}, expected)
    state = judged.state
    if not judged.revised and judged.verdict != "valid" and not judged.took_effect:
        assert msgspec.structs.replace(state, ranked=before.ranked) == before
    if judged.verdict == "duplicate" and not judged.adopted:
        assert (state, play.log.head()) == (before, head)
    return state, judged.revised


def table_after(event: Case, play: Play, state: Any) -> Case:
    """What the case asks of the table after an event."""
    after, at = event.get("after", {}), stamp_of(event, play).at
    view = shown(state, play.table, play.table.week(at).name)
    view["status"] = status_at(play.table, state, at)
    if "tally" in after:
        view["tally"] = [
            f"{week} {row.player} {row.points}"
            for week in dict.fromkeys(line.split()[0] for line in after["tally"])
            for row in count(play.log, play.table, week).rows
        ]
    return {name: view[name] for name in after}


def corrected(play: Play, week: str) -> list[str]:
    """The corrections of a sealed week, by the event of the case that caused each."""
    return [
        f"{week} {line.player} {line.points[0]}>{line.points[1]}"
        f" {line.rewards[0]}>{line.rewards[1]} by {play.number(line.cause)}"
        for line in counted(play.log, play.table, week).corrections
    ]
