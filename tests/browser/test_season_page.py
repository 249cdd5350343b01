"""The page of `tally --format html`, in a real browser."""

from pathlib import Path

import pytest

from tests.browser.conftest import HOSTILE, Browser, violations
from tests.conftest import OPENED, Referee, drawn


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The season and one week of a table of two weeks, one of them sealed and corrected."""
    made = Referee(tmp_path_factory.mktemp("season"))
    made.ok("open", "quadrille", "bal", "--at", OPENED)
    floor = drawn(("....", ".3..", "....", "...."))
    made.post("Alice", "2026-11-22 20:41:00", f"{floor}\n\nAlice (0) : [3]")
    made.post("<b>Zoé", "2026-11-22 20:55:00", f"bravo {HOSTILE}")
    made.post("Bruno", "2026-11-23 20:58:00", drawn(("....", ".3..", "...1", "....")))
    made.ok("award", "Alice", "2", "--week", "2026-W48", "--reason", "forgotten")
    made.ok("tally", "--week", "2026-W48", "--seal", "--yes")
    made.ok("award", "Bruno", "4", "--week", "2026-W48", "--reason", f"late {HOSTILE}")
    made.ok("award", "Bruno", "1", "--week", "2026-W49", "--reason", "forgotten")
    found = {}
    for name, asked in (("season", []), ("week", ["--week", "2026-W48"])):
        found[name] = made.folder / f"{name}.html"
        found[name].write_text(made.ok("tally", *asked, "--format", "html"), encoding="utf-8")
    return found


def test_the_season_by_weeks(browser: Browser, pages: dict[str, Path]) -> None:
    page = browser(pages["season"]).page
    heads = page.locator(".ranking thead th").all_inner_texts()
    assert [head.split()[0] for head in heads] == [
        "#", "Player", "Points", "Rewards", "2026-W48", "2026-W49",
    ]  # fmt: skip
    assert "sealed" in heads[4]
    rows = page.locator(".ranking tbody tr").all_inner_texts()
    assert [row.split()[:5] for row in rows] == [
        ["1", "Bruno", "5", "⭐", "4"],
        ["2", "Alice", "2", "2", "–"],
    ]
    assert page.locator("svg.chart .series").count() == 2
    assert "sealed" in page.inner_text(".seal")
    assert "Bruno: 0 → 4 points" in page.inner_text("main ul")


def test_each_players_posts_with_their_verdicts(browser: Browser, pages: dict[str, Path]) -> None:
    page = browser(pages["season"]).page
    page.click("summary >> text=Alice")
    assert "VALID" in page.inner_text("details[open] li")
    assert page.locator("details").count() == 3


def test_one_week(browser: Browser, pages: dict[str, Path]) -> None:
    page = browser(pages["week"]).page
    rows = page.locator(".ranking tbody tr").all_inner_texts()
    assert rows[0].split()[:3] == ["1", "Alice", "2"]
    assert page.locator("svg.chart .bar").count() == 2


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["season", "week"])
def test_it_is_accessible_inert_and_alone(
    browser: Browser, pages: dict[str, Path], axe: str, name: str, width: int, scheme: str
) -> None:
    opened = browser(pages[name], width=width, color_scheme=scheme)
    opened.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert violations(opened.page, axe) == []
    assert opened.page.evaluate("window.hacked") is None
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.said == []
    assert opened.asked == [pages[name].as_uri()]
