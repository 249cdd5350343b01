"""A dispute played on the command line: `python -m tests.desk.golden` writes what is expected anew.

`fixtures/games/quadrille/dispute` holds the posts, the commands (`dispute.toml`) and, for each
question that is asked at the end, the answer in each language. Hashes are left out of them.
"""

import re
import shlex
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from tests.conftest import Referee

FOLDER = Path(__file__).parents[2] / "fixtures/games/quadrille/dispute"
QUESTIONS = {
    "replay": "replay",
    "why-1045": "why 1045",
    "why-1040": "why 1040",
    "why-bruno": "why Bruno",
    "tally": "tally --week 2026-W48",
}
AFTER = "2026-11-29 12:30"
_HASH = re.compile(r"\b[0-9a-f]{64}\b")


def steps() -> list[dict[str, Any]]:
    """The commands of the dispute, in order."""
    return list(tomllib.loads((FOLDER / "dispute.toml").read_text(encoding="utf-8"))["step"])


def words_of(line: str) -> list[str]:
    """A command as its words; posts are found in their folder."""
    posts = FOLDER / "posts"
    return [str(posts / w) if (posts / w).is_file() else w for w in shlex.split(line)]


def play(referee: Referee) -> None:
    """The whole dispute, each command with the exit code that it should have."""
    for step in steps():
        result = referee(*words_of(step["run"]), "--now", step["now"], "--by", "Marie")
        assert result.exit_code == step.get("exit", 0), (step, result.stdout, result.stderr)


def answer(referee: Referee, question: str, lang: str) -> str:
    """What a question is answered with after the dispute."""
    words = [*QUESTIONS[question].split(), "--now", AFTER, "--lang", lang]
    return _HASH.sub("…", referee.ok(*words))


def file_of(question: str, lang: str) -> Path:
    """Where an answer is kept."""
    return FOLDER / f"{question}.{lang}.txt"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        played = Referee(Path(made))
        play(played)
        for asked in QUESTIONS:
            for spoken in ("fr", "en"):
                text = answer(played, asked, spoken)
                file_of(asked, spoken).write_text(text, encoding="utf-8")
