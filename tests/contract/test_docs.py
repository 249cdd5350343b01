"""What the documents say is so."""

import re

import pytest

from referee.cli import COMMANDS
from referee.core.events import EVENTS
from tests.contract.readme import README, ROOT, answers, played, queries, sessions

TEXT = README.read_text(encoding="utf-8")


@pytest.mark.parametrize("session", sessions())
def test_session_prints_what_the_readme_shows(session: str) -> None:
    assert played(session) == session, "run `python -m tests.contract.readme` and read the change"


def test_queries_find_what_the_readme_shows() -> None:
    asked = queries()
    assert len(asked) == 3
    found = answers([query for query, _ in asked])
    assert found == [answer for _, answer in asked], "run `python -m tests.contract.readme`"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command: str) -> None:
    assert f"`referee {command}" in TEXT


def test_commands_of_the_readme_exist() -> None:
    named = re.findall(r"`(?:\$ )?referee ([a-z]+)", TEXT)
    assert set(named) <= set(COMMANDS)


def test_targets_of_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:`|^ {4})make ([a-z]+)", TEXT, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_folders_of_the_map_exist() -> None:
    (block,) = re.findall(r"## Where things are\n\n```\n(.*?)```", TEXT, re.DOTALL)
    assert len(block.splitlines()) <= 20
    for line in block.splitlines():
        name = line.strip().split("  ")[0]
        parents = [ROOT, ROOT / "referee"]
        assert any((parent / name).exists() for parent in parents), name


def test_changelog_names_the_version() -> None:
    from referee import __version__

    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_events_are_documented_where_readers_look() -> None:
    readme = (ROOT / "events" / "README.md").read_text(encoding="utf-8")
    assert all(f"`{kind}`" in readme for kind, _ in EVENTS)
