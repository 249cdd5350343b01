"""The views that other programs read: they say what the tally says."""

import sqlite3
from typing import Any

from tests.conftest import Referee, drawn

RANKS = "SELECT player, rank, points FROM rankings WHERE week = ? ORDER BY rank, player"


def asked(referee: Referee, query: str, *values: str) -> list[Any]:
    db = sqlite3.connect(f"{referee.log.as_uri()}?mode=ro", uri=True)
    try:
        return db.execute(query, values).fetchall()
    finally:
        db.close()


def tallied(referee: Referee, week: str) -> list[tuple[str, int, int]]:
    (record,) = referee.records("tally", "--week", week)
    return sorted((row["player"], row["rank"], row["points"]) for row in record["rows"])


def test_rankings_are_those_of_the_tally(game: Referee) -> None:
    game.ok("award", "Alice", "3", "--week", "2026-W48", "--reason", "forgotten")
    game.ok("award", "Bruno", "2", "--week", "2026-W48", "--reason", "forgotten")
    award = game.records("award", "Bruno", "5", "--week", "2026-W48", "--reason", "slip")[0]
    game.ok("undo", f"@{award['seq']}", "--reason", "slip")
    game.ok("overrule", "1041", "accept", "--reason", "photo")
    for week in ("2026-W48", "2026-W49"):
        assert sorted(asked(game, RANKS, week)) == tallied(game, week)


def test_rankings_count_what_a_game_under_way_brought(referee: Referee) -> None:
    start = referee.folder / "start.txt"
    floor = drawn(("1..2", "..4.", "....", ".1.."))
    start.write_text(f"{floor}\n\nAlice (2) : [1]\nBruno (0) : [3]\n", encoding="utf-8")
    referee.ok("open", "quadrille", "bal", "--from", str(start), "--at", "2026-11-28 20:00")
    assert asked(referee, RANKS, "2026-W48") == [("Alice", 1, 2)]
    assert tallied(referee, "2026-W48") == [("Alice", 1, 2)]


def test_a_post_has_the_ruling_that_stands(game: Referee) -> None:
    query = "SELECT verdict, clause FROM posts WHERE post_id = '1041'"
    assert asked(game, query) == [("invalid", "Q2")]
    game.ok("overrule", "1041", "accept", "--reason", "photo")
    assert asked(game, query) == [("valid", "F9")]
    game.ok("undo", "@4", "--reason", "not of this topic")
    gone = asked(game, "SELECT verdict, withdrawn FROM posts WHERE seq = 4")
    assert gone == [(None, 1)]


def test_a_week_has_its_posts_and_its_seal(game: Referee) -> None:
    query = "SELECT posts, valid, invalid, unclear, leaders, sealed_by FROM weeks WHERE week = ?"
    (record,) = game.records("tally", "--week", "2026-W48")
    read = tuple(record["posts"][kind] for kind in ("read", "valid", "invalid", "unclear"))
    assert asked(game, query, "2026-W48") == [(*read, None, None)]
    game.ok("overrule", "1042", "refuse", "--reason", "cannot be read")
    game.ok("award", "Alice", "3", "--week", "2026-W48", "--reason", "forgotten")
    game.ok("tally", "--week", "2026-W48", "--seal", "--yes")
    ((*_, leaders, sealed),) = asked(game, query, "2026-W48")
    assert (leaders, sealed) == ("Alice", "David")
    ((head,),) = asked(game, "SELECT head FROM weeks WHERE week = '2026-W48'")
    assert game("verify", "--head", head).exit_code == 0


def test_a_log_of_before_the_views_gets_them(game: Referee) -> None:
    game.forge(
        "DROP VIEW weeks",
        "DROP VIEW posts",
        "CREATE VIEW posts AS SELECT seq FROM event WHERE type = 'post_recorded'",
        "DELETE FROM _sqlite_migrations WHERE name = 'm003_views'",
        "PRAGMA user_version = 2",
    )
    game.ok("status")
    assert len(asked(game, "SELECT verdict FROM posts")) == 4
    assert asked(game, "SELECT count(*) FROM weeks") == [(1,)]
    assert asked(game, "PRAGMA user_version") == [(3,)]
