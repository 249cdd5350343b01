"""The page of each game with seats, opened in a real browser after some turns at random."""

import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.games import NAMES
from tests.browser.conftest import Browser, violations
from tests.conftest import Referee

Move = dict[str, Any]
COLOURS = {
    "blue": "bleu",
    "yellow": "jaune",
    "red": "rouge",
    "black": "noir",
    "white": "blanc",
    "green": "vert",
}


def _deuxpas(move: Move) -> str:
    return f"{move['from']}-{move['to']}" if "from" in move else "abandon"


def _azul(move: Move) -> str:
    source = f"F{move['source']}" if move["source"] else "centre"
    line = f"L{move['line']}" if move["line"] else "plancher"
    return f"{source} {COLOURS[move['colour']]} {line}"


def _qwixx(move: Move) -> str:
    marks = [move[kind] for kind in ("white", "colour") if move.get(kind)]
    return " puis ".join(f"{COLOURS[row]} {number}" for row, number in marks) or "passe"


SPOKEN: dict[str, Callable[[Move], str]] = {"deuxpas": _deuxpas, "azul": _azul, "qwixx": _qwixx}
"""A move of `moves --json` as a player posts it."""

SEATED = [name for name in NAMES if name in SPOKEN]


def played(folder: Path, game: str) -> Path:
    """The page of a table at which eight rounds were played, one post refused."""
    referee = Referee(folder)
    now, dice = datetime(2026, 11, 21, 20, tzinfo=UTC), random.Random(7)  # noqa: S311 - which game is played matters little

    def run(*words: str, stdin: str | None = None) -> list[Move]:
        said = referee("--json", *words, "--now", now.isoformat(), stdin=stdin).stdout
        return [json.loads(line) for line in said.splitlines()]

    (folder / "seed").write_text("11" * 32, encoding="utf-8")
    seed = ["--seed-file", str(folder / "seed")] if game != "deuxpas" else []
    seats = ["--player", "Alice", "--player", "<b>Bruno"]
    run("open", game, "tab", *seats, *seed, "--at", now.isoformat())
    for turn in range(8):
        now += timedelta(minutes=5)
        run("roll")
        run("roll")
        moves = [one for one in run("moves") if "resign" not in one["move"]]
        for player in dict.fromkeys(one["player"] for one in moves):
            now += timedelta(minutes=5)
            move = dice.choice([one["move"] for one in moves if one["player"] == player])
            text = "a1-a8 F1 bleu L9 rouge 99" if turn == 3 else SPOKEN[game](move)
            run("check", "--author", player, "--post-time", now.isoformat(), stdin=text)
    page = folder / "page.html"
    referee.ok("replay", "--html", str(page), "--now", now.isoformat())
    return page


@pytest.mark.parametrize("game", SEATED)
def test_the_page_of_a_game(
    browser: Browser, axe: str, game: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = played(tmp_path_factory.mktemp(game), game)
    for width, scheme in ((1280, "light"), (360, "dark")):
        opened = browser(path, width=width, color_scheme=scheme)
        page = opened.page
        assert page.locator(".event").count() >= 8
        marked = 0
        for _ in range(page.locator(".event").count()):
            marked += page.locator("#board .ring-in").count()
            page.keyboard.press("ArrowRight")
        assert marked > 8
        assert page.locator("#next").is_disabled()
        assert page.locator("#board svg").first.get_attribute("aria-label")
        assert page.locator("#board b").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page, axe) == []
        assert opened.said == []
        assert opened.asked == [path.as_uri()]
