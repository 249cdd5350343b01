"""The rule cases of games with seats, through the command line: what a case file may say.

    clause = "X5"                        # what the case is about; the file's name begins so
    says = "one sentence"
    players = ["Alice", "Bruno"]
    opened = "2026-11-21 20:00"          # optional
    set = {first = "Alice"}              # optional, options; chance = "outside" by default
    seed = "00…"                         # optional, 64 hex digits: chance from this seed instead
    from = {…}                           # optional, a state to start from

    [[step]]                             # one after the other
    at = "2026-11-21 20:05"              # the moment, and of a post its stamp
    roll = "3 4 2 5 6 1"                 # `roll --record`; `roll = true` draws from the seed
    # or: author = "Alice", post = "rouge 7", and where they matter id = "12", edited = true
    # or: run = ["extend", "Alice", "24h", "--reason", "x"]
    # or nothing: only what is shown then
    now = "…"                            # optional, where it is recorded later than it happened
    expect = {verdict = "valid", move = {…}, state = {…}, due = {…}}   # a part of the JSON
    refused = "a part of the message"    # instead: input that cannot be used, exit 2

A post that is refused or unclear must leave the state as it was, which the runner asserts; and the
command is run without recording in both languages first, so that every sentence is spoken once.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

from tests.conftest import Referee

Case = dict[str, Any]
OPENED = "2026-11-21 20:00"
NO = ("invalid", "unclear")
TABLE = "table"


def load(file: Path) -> Case:
    """A case, as its file says it."""
    with file.open("rb") as source:
        return tomllib.load(source)


def differences(given: Any, expected: Any, where: str = "") -> list[str]:
    """Where `given` lacks what is expected: dictionaries by the keys expected, lists whole."""
    if isinstance(expected, dict) and isinstance(given, dict):
        found = []
        for key, value in expected.items():
            found += differences(given.get(key), value, f"{where}.{key}")
        return found
    if isinstance(expected, list) and isinstance(given, list) and len(given) == len(expected):
        pairs = enumerate(zip(given, expected, strict=True))
        return [line for n, (a, b) in pairs for line in differences(a, b, f"{where}[{n}]")]
    same = given == expected
    return [] if same else [f"{where}: {given!r} instead of {expected!r}"]


class Table:
    """A table that a case opens, in a log of its own."""

    def __init__(self, referee: Referee, game: str, case: Case) -> None:
        self.referee, self.game = referee, game
        self.records: list[dict[str, Any]] = []
        options = {"chance": "seed" if "seed" in case else "outside", **case.get("set", {})}
        words = ["open", game, TABLE, "--at", case.get("opened", OPENED)]
        for player in case["players"]:
            words += ["--player", player]
        for name, value in options.items():
            words += ["--set", f"{name}={value}"]
        if "seed" in case:
            file = referee.folder / "seed"
            file.write_text(case["seed"])
            words += ["--seed-file", str(file)]
        if "from" in case:
            file = referee.folder / "start.json"
            file.write_text(json.dumps(case["from"]))
            words += ["--from", str(file)]
        self._run("--now", case.get("opened", OPENED), *words)

    def state(self, now: str) -> dict[str, Any]:
        """What `show` says at a moment."""
        shown = json.loads(self._run("--now", now, "--json", "show").stdout)
        state: dict[str, Any] = {"status": shown["status"], **shown["state"]}
        return state

    def happen(self, step: Case) -> None:
        """Let a step of a case happen, and compare what comes of it."""
        now = str(step.get("now", step["at"]))
        words, stdin = self._words(step)
        if not words:
            self._compare(step, {"state": self.state(now)})
            return
        shared = ["--now", now]
        if "refused" in step:
            before = len(self.referee.rows())
            result = self.referee.bare(*self._shared(), *shared, *words, stdin=stdin)
            assert result.exit_code == 2, (step, result.stdout, result.stderr)
            assert step["refused"] in result.stderr, result.stderr
            assert len(self.referee.rows()) == before, step
            return
        if words[0] in ("check", "roll"):
            for lang in ("fr", "en"):
                spoken = [*shared, "--lang", lang, *words, "--dry-run"]
                self.referee.bare(*self._shared(), *spoken, stdin=stdin)
        before_state = self.state(now) if "post" in step else {}
        result = self.referee.bare(*self._shared(), *shared, "--json", *words, stdin=stdin)
        assert result.exit_code in (0, 1), (step, result.stdout, result.stderr)
        records = [json.loads(line) for line in result.stdout.splitlines()]
        self.records += records
        self._compare(step, records[-1] if records else {}, records)
        if records and "post" in step and records[-1].get("verdict") in NO:
            assert self.state(now) == before_state, step

    def _words(self, step: Case) -> tuple[list[str], str | None]:
        at = step["at"]
        if "post" in step:
            words = ["check", "--author", step["author"], "--at", at]
            words += ["--id", step["id"]] if "id" in step else []
            words += ["--edited-at", step["edited_at"]] if "edited_at" in step else []
            return [*words, *step.get("options", [])], step["post"]
        if "roll" in step:
            record = [] if step["roll"] is True else ["--record", step["roll"]]
            return ["roll", *record, "--at", at], None
        return step.get("run", []), step.get("stdin")

    def _compare(
        self, step: Case, given: dict[str, Any], records: list[dict[str, Any]] | None = None
    ) -> None:
        expected = dict(step.get("expect", {}))
        if "lines" in expected:
            wrong = differences(records, expected.pop("lines"))
            assert wrong == [], (step, wrong)
        wrong = differences(given, expected)
        assert wrong == [], (step, wrong)

    def _shared(self) -> list[str]:
        return ["--log", str(self.referee.log), "--by", "David"]

    def _run(self, *words: str) -> Any:
        result = self.referee.bare(*self._shared(), *words)
        assert result.exit_code == 0, (words, result.stdout, result.stderr)
        return result
