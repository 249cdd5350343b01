"""Pages as files: what they hold before any browser opens them."""

import json
import re
from pathlib import Path

import pytest

import referee.render
from tests.conftest import Referee

PAGES = Path(referee.render.__file__).parent / "pages"
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


def replayed(game: Referee, *words: str) -> str:
    path = game.folder / "page.html"
    game.ok("replay", "--html", str(path), *words)
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [p for p in PAGES.iterdir() if p.suffix in (".js", ".css")])
def test_scripts_and_styles_are_plain_and_fetch_nothing(path: Path) -> None:
    text = path.read_bytes().decode("ascii")
    for word in ("{{", "{%", "{#", "@import", "url(", "fetch(", "XMLHttp", "innerHTML", "eval("):
        assert word not in text, word
    assert re.findall(r"https?://[^\s\"']+", text) in ([], ["http://www.w3.org/2000/svg"])


def test_a_page_names_no_address(game: Referee) -> None:
    for page in (replayed(game), game.ok("tally", "--format", "html")):
        assert re.findall(r"(?:src|href)=\"(?!#)[^\"]*", page) == []
        assert set(re.findall(r"https?://[^\s\"'<]+", page)) <= {"http://www.w3.org/2000/svg"}
        assert "default-src &#39;none&#39;" in page


def test_a_page_keeps_each_board_once(game: Referee) -> None:
    (data,) = DATA.findall(replayed(game))
    found = json.loads(data)
    assert len(found["frames"]) == 4
    pictures = [json.dumps(part) for part in found["parts"] if isinstance(part, list)]
    assert len(pictures) == len(set(pictures)) == 3
    assert found["frames"][0][3] == [[0, 1, 1]]


def test_the_options_of_replay_choose_what_is_in_it(game: Referee) -> None:
    assert re.findall(r'id="(@\d+)"', replayed(game, "--player", "Bruno")) == ["@4", "@8"]
    assert re.findall(r'id="(@\d+)"', replayed(game, "--post", "1042")) == ["@6"]
    assert "Nothing at this table matches." in replayed(game, "--player", "Nobody")


def test_a_page_speaks_the_language_of_the_moderator(game: Referee) -> None:
    page = replayed(game, "--lang", "fr")
    assert '<html lang="fr">' in page
    assert "Événement suivant" in page
    assert "Next event" not in page


def test_where_the_page_went_is_said_also_in_json(game: Referee) -> None:
    path = str(game.folder / "page.html")
    (record,) = game.records("replay", "--html", path)
    assert record == {"table": "bal", "file": path, "events": 4}
    assert game.ok("replay", "--html", "-").startswith("<!doctype html>")
    result = game("replay", "--html", str(game.folder))
    assert result.exit_code == 2
    assert "is a folder" in result.stderr
    result = game("replay", "--html", str(game.folder / "none" / "page.html"))
    assert result.exit_code == 2
    assert f"there is no folder {game.folder / 'none'}" in result.stderr


def test_points_where_no_table_counts_any(referee: Referee) -> None:
    words = ["--player", "Alice", "--player", "Bruno"]
    referee.ok("open", "deuxpas", "pas", *words, "--at", "2026-11-21 21:00")
    page = referee.ok("tally", "--format", "html", "--now", "2026-11-22 21:00")
    assert "No table counts points by weeks here." in page
    page = referee.ok("tally", "--format", "html")
    assert "Bruno won" in page
    assert "<title>pas – Deux-Pas</title>" in referee.ok("replay", "--html", "-")
