"""A real Chromium for the pages: required where REFEREE_BROWSER says so, skipped where it is
missing, saying how to get it."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest

from tests.bench.logs import grow, new_log
from tests.conftest import OPENED, Referee, drawn

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOW = "apt-get install chromium npm, then make browser"
HOSTILE = '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">{{ 7 * 7 }}'
LONG = 5_000
FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""Until the first frame is drawn."""


def missing(what: str) -> NoReturn:
    """End the test: failed where the browser is required, else skipped."""
    said = f"no {what}: {HOW}"
    if os.environ.get("REFEREE_BROWSER") == "required":
        pytest.fail(said)
    pytest.skip(said)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        missing("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    places = (Path(sys.prefix), Path(__file__).parents[2] / ".venv")
    found = [place / "axe.min.js" for place in places if (place / "axe.min.js").exists()]
    given = os.environ.get("REFEREE_AXE")
    if given:
        found.insert(0, Path(given))
    if not found:
        missing("axe-core")
    return found[0].read_text(encoding="utf-8")


def violations(page: Any, axe: str) -> list[str]:
    """What axe-core finds wrong with a page, with where."""
    page.evaluate(axe)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{one['id']}: {json.dumps([node['html'][:120] for node in one['nodes'][:3]])}"
        for one in found["violations"]
    ]


class Opened(NamedTuple):
    """A page in the browser, with what it said on the console and asked of the network."""

    page: Any
    said: list[str]
    asked: list[str]

    def current(self) -> str:
        """The id of the event that is shown."""
        return str(self.page.locator(".event.current").get_attribute("id"))

    def visible(self) -> list[str]:
        """The ids of the events that the filters leave."""
        listed = self.page.locator(".event:not([hidden])")
        return [str(one) for one in listed.evaluate_all("all => all.map(one => one.id)")]


class Browser:
    """Opens files as pages of a given width, and closes them all."""

    def __init__(self, chromium: Any) -> None:
        self._chromium = chromium
        self._contexts: list[Any] = []

    def __call__(self, path: Path, fragment: str = "", *, width: int = 1280, **how: Any) -> Opened:
        context = self._chromium.new_context(viewport={"width": width, "height": 800}, **how)
        self._contexts.append(context)
        page = context.new_page()
        opened = Opened(page, [], [])
        page.on("console", lambda message: opened.said.append(message.text))
        page.on("pageerror", lambda error: opened.said.append(str(error)))
        page.on("request", lambda request: opened.asked.append(request.url))
        page.goto(path.as_uri() + fragment)
        if how.get("java_script_enabled", True):  # what is drawn late is no part of a page before
            page.evaluate(FRAME)
        return opened

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def browser(chromium: Any) -> Iterator[Browser]:
    """Opens pages for one test."""
    made = Browser(chromium)
    yield made
    made.close()


@pytest.fixture(scope="session")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a table with a refused post, one accepted against the rules, one undone, an edit,
    hostile words and a hostile name."""
    made = Referee(tmp_path_factory.mktemp("page"))
    made.ok("open", "quadrille", "bal", "--at", OPENED)
    step = drawn(("....", ".3..", "....", "...."))
    made.post("Alice", "20:41:00", f"{step}\n\nAlice (0) : [3]", "--id", "1040")
    made.post("Bruno", "20:47:00", drawn(("....", ".3..", ".3..", "....")), "--id", "1041")
    made.post("Chloé", "20:52:00", f"{HOSTILE}\nbravo", "--id", "1042")
    made.post("<b>Zoé", "20:55:00", f"bravo {HOSTILE}", "--id", "1043", "--new-player")
    made.post("Bruno", "20:58:00", drawn(("....", ".3..", "...1", "....")), "--id", "1044")
    made.ok("overrule", "1041", "accept", "--move", "2 d4", "--reason", f"photo {HOSTILE}")
    made.ok("award", "Alice", "1", "--reason", "forgotten")
    made.ok("undo", "@15", "--reason", "too generous")
    path = made.folder / "replay.html"
    made.ok("replay", "--html", str(path))
    return path


@pytest.fixture(scope="session")
def long_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a history of 5,000 posts."""
    made = Referee(tmp_path_factory.mktemp("long"))
    log = new_log(made.log)
    grow(log, LONG)
    log.close()
    path = made.folder / "replay.html"
    made.ok("replay", "--html", str(path))
    return path
