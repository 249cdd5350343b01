"""The sessions of README.md, run for real: `python -m tests.contract.readme` writes their output.

A session is a fenced block marked `console`; a line that begins with `$ ` is a command, and what
follows it is what it prints. Commands run in an empty folder that holds the files of
fixtures/posts/readme. A block marked `sql` is asked of the log that the session of a dispute
leaves; the block after it is the answer.
"""

import contextlib
import os
import re
import shlex
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner
from tabulate import tabulate

from referee.cli import main

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
QUERY = re.compile(r"(```sql\n(.*?)```\n\n```text\n)(.*?)(?=```)", re.DOTALL)
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
ENVIRONMENT = {
    "REFEREE_LOG": "bal.db",
    "REFEREE_LANG": "en",
    "REFEREE_BY": "David",
    "NO_COLOR": "1",
}
NOW = "2026-11-28T21:30:00+01:00"


@contextlib.contextmanager
def _folder() -> Iterator[None]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "fixtures" / "posts" / "readme", folder, dirs_exist_ok=True)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def commands(session: str) -> list[str]:
    """The commands of a session, as written."""
    return [line[2:] for line in session.splitlines() if line.startswith("$ ")]


def played(session: str) -> str:
    """The session with what its commands print today."""
    lines = []
    with _folder():
        for command in commands(session):
            words = shlex.split(command)
            if words.pop(0) != "referee":
                raise ValueError(command)
            arguments = ["--now", NOW, *words]
            result = CliRunner().invoke(main, arguments, env=ENVIRONMENT, prog_name="referee")
            if result.exception and not isinstance(result.exception, SystemExit):
                raise result.exception
            lines += [f"$ {command}", *result.stdout.rstrip("\n").splitlines()]
    return "\n".join(lines) + "\n"


def answers(queries: list[str]) -> list[str]:
    """What the queries of the README find, as tables."""
    found = []
    with _folder():
        for command in commands(sessions()[1]):
            arguments = ["--now", NOW, *shlex.split(command)[1:]]
            CliRunner().invoke(main, arguments, env=ENVIRONMENT)
        db = sqlite3.connect("bal.db")
        for query in queries:
            rows = db.execute(query)
            heads = [column[0] for column in rows.description]
            found.append(tabulate(rows.fetchall(), heads, disable_numparse=True) + "\n")
        db.close()
    return found


def queries() -> list[tuple[str, str]]:
    """The queries that README.md shows, with their answers."""
    return [(match[2], match[3]) for match in QUERY.finditer(README.read_text(encoding="utf-8"))]


def sessions() -> list[str]:
    """The sessions that README.md shows."""
    return BLOCK.findall(README.read_text(encoding="utf-8"))


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    text = BLOCK.sub(lambda match: played(match[0]), text)
    told = iter(answers([match[2] for match in QUERY.finditer(text)]))
    text = QUERY.sub(lambda match: match[1] + next(told), text)
    README.write_text(text, encoding="utf-8")
