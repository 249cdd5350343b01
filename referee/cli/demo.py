"""`demo`: the main job on posts of its own, in a temporary log, with the commands behind it."""

import os
import shlex
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

import click

from referee.cli.shared import Call, command

NOW = "2026-11-28T21:05:00+01:00"
POSTS = ("valid", "invalid", "unclear")


@command
def demo_command(call: Call) -> None:
    """A temporary table; a valid, an invalid and an unclear post; floor, reply and tally."""
    if not call.json:
        call.out(call.bold(call.say("demo.title")))
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        log = str(Path(folder) / "demo.db")
        name = "bal" if call.lang == "fr" else "ball"
        start = _copied("start", folder)
        opening = ["--from", start, "--at", "2026-11-28 20:00", "--set", f"lang={call.lang}"]
        calls = [["open", "quadrille", name, *opening]]
        calls += [["check", _copied(post, folder)] for post in POSTS]
        calls += [["show"], ["why", "Alice"], ["tally", "--week", "last"], ["verify"]]
        for words in calls:
            _run(call, words, log, folder)
    if not call.json:
        call.out("\n" + call.say("demo.end"))


def _copied(name: str, folder: str) -> str:
    """A file of the demonstration, in the folder of this run: its path."""
    shipped = files("referee") / "demo"  # in a wheel; a checkout has it among the fixtures
    if not shipped.is_dir():
        shipped = Path(__file__).parents[2] / "fixtures" / "posts" / "demo"
    path = Path(folder) / f"{name}.txt"
    path.write_text((shipped / path.name).read_text(encoding="utf-8"), encoding="utf-8")
    return str(path)


def _run(call: Call, words: list[str], log: str, folder: str) -> None:
    if not call.json:
        _announce(call, words, folder)
    sys.stdout.flush()
    from referee.cli import main

    shared = ["--log", log, "--now", NOW, "--by", "David", "--lang", call.lang]
    if call.json:
        shared.append("--json")
    try:
        main.main([*shared, *words], prog_name="referee", standalone_mode=False)
    except (SystemExit, click.exceptions.Exit):
        return


def _announce(call: Call, words: list[str], folder: str) -> None:
    shown = " ".join(shlex.quote(word.removeprefix(folder + os.sep)) for word in words)
    call.out("\n" + call.bold(f"$ referee {shown}", "cyan"))
    if words[0] == "check":
        text = Path(words[1]).read_text(encoding="utf-8").rstrip("\n")
        call.out("\n".join(f"  | {line}" for line in text.splitlines()))
