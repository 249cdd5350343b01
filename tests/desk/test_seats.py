"""Tables with seats at the desk: seeds, draws, secrets, deadlines, seats; any such game will do."""

import hashlib
import json
from typing import Any

import pytest

from referee.core.chance import key_of, numbers
from tests.conftest import Referee
from tests.contract.test_log_verify import rechain

SEED = "11" * 32
CELLS = [f"{file}{rank}" for rank in range(2, 8) for file in "abcdefgh"]
DAY = "2026-11-21"


def run(referee: Referee, now: str, *words: str, stdin: str | None = None) -> dict[str, Any]:
    """The last JSON record of a command that ends with 0 or 1."""
    when = now if len(now) > 8 else f"{DAY} {now}"
    result = referee("--json", *words, "--now", when, stdin=stdin)
    assert result.exit_code in (0, 1), (words, result.stderr)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    return records[-1] if records else {}


def opened(referee: Referee, *options: str, seed: str | None = SEED) -> dict[str, Any]:
    """A varied table of Deux-Pas, from a known seed where there is one."""
    words = ["open", "deuxpas", "pas", "--player", "Alice", "--player", "Bruno", "--at", "20:00"]
    words[-1] = f"{DAY} 20:00"
    if seed is not None:
        file = referee.folder / "seed"
        file.write_text(f"{seed}\n")
        words += ["--seed-file", str(file)]
    for option in ("start=varied", *options):
        words += ["--set", option]
    return run(referee, "20:00", *words)


def classic(referee: Referee, *options: str) -> None:
    words = ["open", "deuxpas", "pas", "--player", "Alice", "--player", "Bruno"]
    for option in options:
        words += ["--set", option]
    run(referee, "20:00", *words, "--at", f"{DAY} 20:00")


def post(referee: Referee, author: str, at: str, text: str, *more: str) -> dict[str, Any]:
    when = at if len(at) > 8 else f"{DAY} {at}"
    words = ["check", "--author", author, "--at", when, *more]
    if "--now" in more:
        return run(referee, more[more.index("--now") + 1], *words, stdin=text)
    return run(referee, when, *words, stdin=text)


def cells_of(key: bytes, draw: int) -> list[str]:
    """The red immutable cells as F10 says, from the key alone."""
    left, found = list(CELLS), []
    below = numbers(key, "pas", draw)
    for _ in range(4):
        cell = left[below(len(left))]
        opposite = "hgfedcba"["abcdefgh".index(cell[0])] + str(9 - int(cell[1]))
        found.append(cell)
        left = [other for other in left if other not in (cell, opposite)]
    return found


def everything(referee: Referee) -> str:
    """Whatever the program shows of a table."""
    shown = [
        referee(*words, "--now", f"{DAY} 23:00").stdout
        for words in (
            ["log"], ["replay"], ["--json", "replay"], ["show"], ["--json", "show"], ["status"],
            ["tables"], ["--json", "tables"], ["verify"], ["why", "Alice"],
        )
    ]  # fmt: skip
    return "\n".join(shown) + "\n".join(str(row) for row in referee.rows())


def test_the_seed_is_committed_to_and_draws_as_the_rule_says(referee: Referee) -> None:
    record = opened(referee)
    digest = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    assert record["seed_sha256"] == digest
    assert digest in record["reply"]
    drawn = run(referee, "20:01", "roll")
    assert (drawn["number"], drawn["source"]) == (1, "seed")
    assert drawn["draw"].split() == cells_of(bytes.fromhex(SEED), 1)
    assert SEED not in everything(referee)


def test_salts_count_in_seat_order_and_only_before_the_first_draw(referee: Referee) -> None:
    opened(referee)
    run(referee, "20:01", "salt", "Bruno", "deux")
    run(referee, "20:02", "salt", "alice", "un")
    drawn = run(referee, "20:03", "roll")
    assert drawn["draw"].split() == cells_of(key_of(bytes.fromhex(SEED), ["un", "deux"]), 1)
    late = referee("salt", "Alice", "trois", "--now", f"{DAY} 20:04")
    assert late.exit_code == 2
    assert "verify" not in late.stderr
    assert run(referee, "20:05", "verify")["fault"] is None


def test_closing_reveals_the_seed_and_reopening_makes_a_new_one(referee: Referee) -> None:
    opened(referee)
    run(referee, "20:01", "roll")
    closed = run(referee, "20:05", "close")
    assert closed["seed_revealed"]["seed"] == SEED
    again = run(referee, "20:06", "undo", str(closed["seq"]), "--reason", "x")
    assert again["chance_committed"]["sha256"] != hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
    other = run(referee, "20:07", "close")
    assert (
        hashlib.sha256(bytes.fromhex(other["seed_revealed"]["seed"])).hexdigest()
        == (again["chance_committed"]["sha256"])
    )
    assert run(referee, "20:08", "verify", "--deep")["fault"] is None


@pytest.mark.parametrize(
    ("old", "new", "case"),
    [
        ('"numbers":[[48,', '"numbers":[[48,1', "draw"),
        ('"number":1,', '"number":2,', "draw-number"),
        ('"red":["', '"red":["h7","', "draw-result"),
    ],
)
def test_a_forged_draw_is_found(referee: Referee, old: str, new: str, case: str) -> None:
    opened(referee)
    run(referee, "20:01", "roll")
    ((seq, data),) = [(row[0], row[7]) for row in referee.rows() if row[2] == "chance_drawn"]
    assert old in data
    forged = data.replace(old, new)
    if case == "draw-result":
        forged = data.replace(
            json.loads(data)["result"]["red"][0], "a2" if "a2" not in data else "b2"
        )
    referee.forge(f"UPDATE event SET data = '{forged}' WHERE seq = {seq}", "DELETE FROM snapshot")  # noqa: S608 - ours
    rechain(referee)
    fault = run(referee, "20:05", "verify")["fault"]
    assert (fault["seq"], fault["case"]) == (seq, case)


def test_a_changed_seed_is_found(referee: Referee) -> None:
    opened(referee)
    run(referee, "20:01", "roll")
    referee.forge(f"UPDATE secret SET value = '{'22' * 32}'")  # noqa: S608 - ours
    assert run(referee, "20:05", "verify")["fault"]["case"] == "seed"


def test_no_seed_means_draws_from_outside(referee: Referee) -> None:
    assert opened(referee, "chance=outside", seed=None)["seed_sha256"] is None
    refused = referee("roll", "--now", f"{DAY} 20:01")
    assert refused.exit_code == 2
    assert "--record" in refused.stderr
    drawn = run(referee, "20:02", "roll", "--record", "a3 c5 g4 e6")
    assert (drawn["number"], drawn["source"]) == (None, "outside")
    second = referee("roll", "--record", "a3 c5 g4 e6", "--now", f"{DAY} 20:03")
    assert second.exit_code == 1  # nothing can be rolled twice


def test_placements_stay_secret_until_both_are_in(referee: Referee) -> None:
    opened(referee)
    run(referee, "20:01", "roll")
    run(referee, "20:02", "place", "Alice", "-", stdin="a1 b1 g1 h1\n")
    shown = everything(referee)
    assert "a1 b1" not in shown
    assert "a1,b1" not in shown
    sealed = run(referee, "20:02", "show")["state"]
    assert (sealed["placed"], sealed["pawns"]) == (["Alice"], {"red": [], "blue": []})
    both = run(referee, "20:04", "place", "Bruno", "a8 c8 f8 h8")
    revealed = both["placements_revealed"]
    assert revealed["placements"] == {
        "Alice": ["a1", "b1", "g1", "h1"],
        "Bruno": ["a8", "c8", "f8", "h8"],
    }
    nonce = revealed["nonces"]["Alice"]
    digest = hashlib.sha256(f"{nonce} a1 b1 g1 h1".encode()).hexdigest()
    assert digest in everything(referee)
    gone = referee("undo", str(both["seq"]), "--reason", "x", "--now", f"{DAY} 20:05")
    assert gone.exit_code == 2


@pytest.mark.parametrize("cells", ["a1 b1 g1", "a1 a1 b1 c1", "a8 b8 c8 d8", "bonjour", ""])
def test_a_placement_that_cannot_be_is_refused(referee: Referee, cells: str) -> None:
    opened(referee)
    run(referee, "20:01", "roll")
    before = len(referee.rows())
    result = referee("place", "Alice", cells, "--now", f"{DAY} 20:02")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert len(referee.rows()) == before


def passed(referee: Referee) -> list[tuple[str, str]]:
    """The deadlines recorded: when, and whose."""
    return [
        (row[4], json.loads(row[7])["player"])
        for row in referee.rows()
        if row[2] == "deadline_passed"
    ]


def test_a_deadline_is_recorded_once_by_whoever_appends(referee: Referee) -> None:
    classic(referee, "clock=1h")
    post(referee, "Alice", "20:10", "c1-e3")
    before = len(referee.rows())
    shown = run(referee, "21:30", "show")["state"]
    assert shown["result"] == {"winner": "red", "reason": "clock"}
    run(referee, "21:30", "timeouts")
    assert len(referee.rows()) == before
    late = post(referee, "Bruno", "21:20", "c8-e6", "--now", "21:30")
    assert late["verdict"] == "invalid"
    assert [one["player"] for one in late["due"]["passed"]] == ["Bruno"]
    run(referee, "21:40", "timeouts", "--apply")
    post(referee, "Bruno", "21:45", "c8-e6", "--now", "21:50")
    assert passed(referee) == [("2026-11-21T21:10:00+01:00", "Bruno")]


def test_a_late_post_takes_a_deadline_back(referee: Referee) -> None:
    classic(referee, "clock=1h")
    post(referee, "Alice", "20:10", "c1-e3")
    run(referee, "23:00", "timeouts", "--apply")
    late = post(referee, "Bruno", "20:40", "c8-e6", "--now", "23:05")
    assert late["verdict"] == "valid"
    assert [one["player"] for one in late["due"]["revised"]] == ["Bruno"]
    assert [one["player"] for one in late["due"]["passed"]] == ["Alice"]
    state = run(referee, "23:06", "show")["state"]
    assert state["result"] == {"winner": "blue", "reason": "clock"}
    assert run(referee, "23:07", "verify", "--deep")["fault"] is None
    replayed = referee("replay", "--now", f"{DAY} 23:08").stdout
    assert "no longer holds" in replayed


@pytest.mark.parametrize(
    "words",
    [
        ["extend", "Bruno", "2d", "--reason", "x", "--at", f"{DAY} 20:30"],
        ["pause", "--at", f"{DAY} 20:30", "--until", "2026-11-23 20:00"],
    ],
)
def test_more_time_takes_a_deadline_back(referee: Referee, words: list[str]) -> None:
    classic(referee, "clock=1h")
    post(referee, "Alice", "20:10", "c1-e3")
    run(referee, "22:00", "timeouts", "--apply")
    record = run(referee, "22:10", *words)
    assert [one["player"] for one in record["due"]["revised"]] == ["Bruno"]
    assert run(referee, "22:11", "show")["state"]["result"] is None
    assert passed(referee)  # the log only grows
    assert run(referee, "22:12", "verify")["fault"] is None


def test_a_seat_passes_from_a_given_time_on(referee: Referee) -> None:
    classic(referee)
    post(referee, "Alice", "20:10", "c1-e3")
    run(referee, "20:20", "replace", "Bruno", "Chloé", "--reason", "x")
    assert post(referee, "Bruno", "20:25", "c8-e6")["clauses"] == ["F12"]
    assert post(referee, "Chloé", "20:30", "c8-e6")["verdict"] == "valid"
    state = run(referee, "20:31", "show")["state"]
    assert state["seats"] == {"red": "Alice", "blue": "Chloé"}
    assert run(referee, "20:32", "verify", "--deep")["fault"] is None


def test_finished_games_are_tallied(referee: Referee) -> None:
    classic(referee)
    post(referee, "Alice", "20:10", "abandon")
    tally = run(referee, "20:20", "tally", "--week", "current")
    assert [(r["table"], r["winners"]) for r in tally["results"]] == [("pas", ["Bruno"])]
    assert tally["rows"] == []
    assert run(referee, "20:20", "status")["status"] == "over"


def test_what_only_tables_with_seats_have_is_refused_at_open_ones(game: Referee) -> None:
    for words in (["roll"], ["salt", "Alice", "x"], ["place", "Alice", "a1"],
                  ["replace", "Alice", "Eva", "--reason", "x"],
                  ["extend", "Alice", "1h", "--reason", "x"]):  # fmt: skip
        result = game(*words)
        assert result.exit_code == 2, words
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--player", "Alice"],
        ["--player", "Alice", "--player", "Bruno", "--player", "Chloé"],
        ["--player", "Alice", "--player", "alice"],
        ["--player", "Alice", "--player", "Bruno", "--set", "chance=dice"],
        ["--player", "Alice", "--player", "Bruno", "--set", "clock=soon"],
    ],
)
def test_an_opening_that_cannot_be_is_refused(referee: Referee, words: list[str]) -> None:
    result = referee("open", "deuxpas", "pas", *words)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert not referee.log.exists() or referee.rows() == []


def test_a_seed_file_that_holds_no_seed_is_refused(referee: Referee) -> None:
    file = referee.folder / "seed"
    for text in ("", "zz" * 32, "11" * 31):
        file.write_text(text)
        result = referee("open", "deuxpas", "pas", "--player", "Alice", "--player", "Bruno",
                         "--set", "start=varied", "--seed-file", str(file))  # fmt: skip
        assert result.exit_code == 2


def test_why_a_player_lists_moves_deadlines_and_decisions(referee: Referee) -> None:
    classic(referee, "clock=1h")
    post(referee, "Alice", "20:10", "c1-e3")
    run(referee, "20:20", "extend", "Bruno", "30min", "--reason", "train")
    run(referee, "22:00", "timeouts", "--apply")
    told = referee.records("why", "bruno", "--now", f"{DAY} 22:01")
    kinds = [record.get("event", "post") for record in told]
    assert kinds == ["time_given", "deadline_passed"]
    (mine,) = referee.records("why", "Alice", "--now", f"{DAY} 22:01")
    assert mine["move"] == {"from": "c1", "to": "e3"}
    assert "train" in referee("why", "Bruno", "--now", f"{DAY} 22:01").stdout


def test_a_post_read_twice_appends_nothing_whatever_is_due(referee: Referee) -> None:
    classic(referee, "clock=1h")
    post(referee, "Alice", "20:10", "c1-e3")
    before = len(referee.rows())
    again = post(referee, "Alice", "20:10", "c1-e3", "--now", "22:30")
    assert again["verdict"] == "duplicate"
    assert len(referee.rows()) == before


def test_a_trial_shows_no_secret(referee: Referee) -> None:
    opened(referee)
    trial = referee("roll", "--dry-run", "--now", f"{DAY} 20:01")
    assert trial.exit_code == 0
    assert cells_of(bytes.fromhex(SEED), 1)[0] not in trial.stdout
    assert run(referee, "20:01", "roll", "--dry-run")["drawn"] is False
    run(referee, "20:02", "roll")
    run(referee, "20:03", "place", "Alice", "a1 b1 g1 h1")
    for words in (["place", "Bruno", "a8 c8 f8 h8", "--dry-run"], ["close", "--dry-run"]):
        shown = referee(*words, "--now", f"{DAY} 20:04").stdout
        assert "a1 b1" not in shown
        assert SEED not in shown
        plain = referee("--json", *words, "--now", f"{DAY} 20:04").stdout
        assert '"a1"' not in plain
        assert SEED not in plain
    assert len([row for row in referee.rows() if row[2] == "chance_drawn"]) == 1


@pytest.mark.parametrize("name", ["Bo\nb", "Bo\tb"])
def test_a_name_that_no_line_can_hold_is_refused(referee: Referee, name: str) -> None:
    words = ["open", "deuxpas", "pas", "--player", "Alice", "--player", name]
    assert referee(*words).exit_code == 2


def test_a_week_without_quadrille_is_named_and_not_sealed(referee: Referee) -> None:
    classic(referee)
    post(referee, "Alice", "20:10", "abandon")
    tally = run(referee, "20:20", "tally", "--week", "current")
    assert tally["sealed"] is False
    assert "2026-W47" in referee("tally", "--week", "current", "--now", f"{DAY} 20:20").stdout


def test_a_post_refused_for_another_reason_says_which(referee: Referee) -> None:
    classic(referee)
    post(referee, "Alice", "20:30", "c1-e3")
    post(referee, "Bruno", "20:40", "c8-c8")
    post(referee, "Alice", "20:10", "abandon", "--now", "20:50")
    shown = referee("replay", "--player", "Bruno", "--now", f"{DAY} 20:51").stdout
    assert "F14" in shown
    assert "(Bruno)" not in shown


def test_the_salts_are_told_with_the_seed(referee: Referee) -> None:
    opened(referee)
    run(referee, "20:01", "salt", "Bruno", "deux")
    run(referee, "20:02", "salt", "Alice", "un")
    closed = run(referee, "20:03", "close")
    assert closed["seed_revealed"]["salts"] == ["un", "deux"]
    again = referee("replay", "--now", f"{DAY} 20:04").stdout
    assert "“un”, “deux”" in again


def test_nothing_to_draw_is_no_waiting(referee: Referee) -> None:
    opened(referee)
    run(referee, "20:01", "roll")
    run(referee, "20:02", "close")
    shown = referee("roll", "--now", f"{DAY} 20:03")
    assert shown.exit_code == 1
    assert "Not yet" not in shown.stdout


def test_time_given_to_a_clock_that_has_run_out_says_what_it_does(referee: Referee) -> None:
    classic(referee, "clock=1h")
    late = referee("extend", "Alice", "30min", "--reason", "x", "--now", f"{DAY} 23:00")
    assert late.exit_code == 0
    assert "still over" in late.stderr
    saved = referee("extend", "Alice", "1d", "--reason", "x", "--now", f"{DAY} 23:01")
    assert "still over" not in saved.stderr
    assert run(referee, "23:02", "show")["status"] == "open"


def test_a_game_that_is_over_from_the_start_is_opened_as_over(referee: Referee) -> None:
    file = referee.folder / "over.json"
    file.write_text('{"arrived": {"red": 3, "blue": 0}, "pawns": {"red": ["a1"], "blue": ["a8"]}}')
    players = ("--player", "Alice", "--player", "Bruno")
    how = ("--from", str(file), "--at", f"{DAY} 20:00", "--now", f"{DAY} 20:00")
    told = referee.records("open", "deuxpas", "fini", *players, *how)[-1]
    assert told["status"] == "over"
    assert "🏆 Alice" in told["reply"]
    assert run(referee, "20:01", "show")["status"] == "over"


def test_the_page_says_what_took_a_deadline_back(referee: Referee) -> None:
    classic(referee, "clock=1h")
    post(referee, "Alice", "20:10", "c1-e3")
    run(referee, "23:00", "timeouts", "--apply")
    post(referee, "Bruno", "20:40", "c8-e6", "--now", "23:05")
    file = referee.folder / "page.html"
    assert referee("replay", "--html", str(file), "--now", f"{DAY} 23:06").exit_code == 0
    page = file.read_text(encoding="utf-8")
    assert "no longer holds, because of @" in page
    assert "undone by" not in page
