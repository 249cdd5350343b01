"""What a moderator accepted, when a late post makes it impossible (F6, F9)."""

from tests.conftest import Referee, drawn

NOW = ("--now", "2026-10-25 12:00")


def test_an_accepted_step_whose_cell_a_late_post_takes(referee: Referee) -> None:
    referee.ok("open", "quadrille", "bal", "--at", "2026-10-20 10:00", *NOW)
    two = drawn((".1..", "....", "....", ".2.."))
    said = ("--author", "Bruno", "--at", "2026-10-23 19:41", *NOW)
    assert referee("check", *said, stdin=two).exit_code == 1
    accept = ("accept", "--move", "3 b1", "--reason", "seen together")
    referee.ok("overrule", "@2", *accept, *NOW)
    one = drawn((".1..", "....", "....", "...."))
    (late,) = referee.records(
        "check", "--author", "Alice", "--at", "2026-10-23 19:31", *NOW, stdin=one
    )
    (change,) = late["revised"]
    assert (change["was"], change["now"]) == ("valid", "valid")
    (told,) = referee.records("why", "@2")
    assert (told["verdict"], told["basis"]) == ("valid", "Q4")
    assert told["move"] == {"step": 2, "cell": "b4", "emptied": False}
    assert [(warning["clause"], warning["facts"]["by"]) for warning in told["warnings"]] == [
        ("F9", "David")
    ]
    for command in (("replay",), ("tally",), ("show", *NOW), ("verify", "--deep")):
        referee.ok(*command)
