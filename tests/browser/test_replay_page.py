"""The page of `replay --html`, used in a real browser as a reader would."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import LONG, Browser, Opened, violations

WIDTHS = (360, 1280)
SCHEMES = ("light", "dark")
STEP = """async () => {
  const times = [];
  for (let n = 0; n < 40; n++) {
    const begun = performance.now();
    document.getElementById("next").click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b);
}"""
"""Forty steps, each to the frame that shows it; milliseconds, sorted."""


@pytest.fixture
def opened(browser: Browser, disputed: Path) -> Opened:
    return browser(disputed)


def follow(page: Any, event: str) -> None:
    """Go to an event as a link does."""
    page.evaluate(f"location.hash = '#{event}'")
    page.locator(f".current[id='{event}']").wait_for()


def test_buttons_step_through_the_events(opened: Opened) -> None:
    page = opened.page
    assert opened.current() == "@2"
    assert page.locator("#first").is_disabled()
    page.click("#next")
    assert opened.current() == "@4"
    page.click("#last")
    assert opened.current() == "@16"
    assert page.locator("#next").is_disabled()
    page.click("#previous")
    assert opened.current() == "@12"
    page.click("#first")
    assert opened.current() == "@2"
    assert page.locator("[aria-current=step]").count() == 1


def test_keys_step_through_the_events(opened: Opened) -> None:
    page = opened.page
    for key, then in (
        ("ArrowRight", "@4"),
        ("ArrowRight", "@6"),
        ("ArrowLeft", "@4"),
        ("End", "@16"),
        ("Home", "@2"),
    ):
        page.keyboard.press(key)
        assert opened.current() == then, key
    page.keyboard.press("b")
    assert page.locator("#show input[value=before]").is_checked()


def test_the_slider_steps_with_its_own_keys(opened: Opened) -> None:
    opened.page.focus("#slider")
    opened.page.keyboard.press("ArrowRight")
    opened.page.keyboard.press("ArrowRight")
    assert opened.current() == "@6"
    said = opened.page.locator("#slider").get_attribute("aria-valuetext")
    assert said == "Event 3 of 8"


def test_a_screen_reader_hears_each_step(opened: Opened) -> None:
    opened.page.click("#next")
    said = opened.page.inner_text("#said")
    assert said.startswith("Event 2 of 8. @4 Bruno")
    label = opened.page.locator("#board svg").first.get_attribute("aria-label")
    assert label is not None
    assert "2: empty, 3 (last move), empty, empty;" in label


def test_the_board_shows_before_and_after_and_marks_what_changed(opened: Opened) -> None:
    page = opened.page
    pair = page.locator("#board .pair")
    assert pair.count() == 1
    assert [pair.locator("figure").nth(n).is_visible() for n in (0, 1)] == [True, True]
    assert pair.locator(".is-after .ring-in").count() == 1
    assert page.locator("#legend").inner_text().strip() == "Changed by this event"
    assert "b2: empty → 3" in page.inner_text(".event.current .changed")


def test_on_a_phone_one_board_is_shown_and_the_other_on_demand(
    browser: Browser, disputed: Path
) -> None:
    page = browser(disputed, width=360).page
    sides = [page.locator(f"#board .is-{side}") for side in ("before", "after")]
    assert [side.is_visible() for side in sides] == [False, True]
    page.locator("#show label").first.click()
    assert [side.is_visible() for side in sides] == [True, False]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_link_leads_to_its_event(browser: Browser, disputed: Path) -> None:
    opened = browser(disputed, "#@10")
    assert opened.current() == "@10"
    assert opened.page.locator("[id='@10']").is_visible()
    opened.page.click("[id='@4'] .seq")
    assert opened.current() == "@4"
    assert opened.page.url.endswith("#@4")
    follow(opened.page, "@12")


def test_filters_by_player_verdict_and_clause(opened: Opened) -> None:
    page = opened.page
    everything = ["@2", "@4", "@6", "@8", "@10", "@15", "@12", "@16"]
    assert opened.visible() == everything
    page.select_option("#by-player", label="Bruno")
    assert opened.visible() == ["@4", "@10"]
    assert page.inner_text("#count") == "2 of 8 events"
    assert opened.current() == "@4"
    page.select_option("#by-verdict", "invalid")
    assert opened.visible() == ["@10"]
    page.keyboard.press("End")
    page.select_option("#by-clause", "F3")
    assert opened.visible() == []
    assert page.locator("#nothing").is_visible()
    page.click("#reset")
    page.locator("#reset").wait_for(state="hidden")
    assert opened.visible() == everything
    page.select_option("#by-clause", "F9")
    assert "@4" in opened.visible()
    follow(page, "@6")
    assert opened.visible() == everything


def test_the_text_of_a_clause_on_hover_press_and_key(opened: Opened) -> None:
    page = opened.page
    text = page.locator("#clause-Q5")
    chip = page.locator("[id='@10'] button.clause", has_text="Q5").first
    assert not text.is_visible()
    chip.hover()
    text.wait_for(state="visible")
    page.mouse.move(5, 5)
    text.wait_for(state="hidden")
    chip.click()
    text.wait_for(state="visible")
    page.keyboard.press("Escape")
    text.wait_for(state="hidden")
    chip.focus()
    page.keyboard.press("Enter")
    text.wait_for(state="visible")
    chip.click()
    text.wait_for(state="hidden")
    page.mouse.move(5, 5)
    chip.click()
    text.get_by_role("button").click()
    text.wait_for(state="hidden")


def test_what_no_longer_stands_is_struck_through_with_its_reason(opened: Opened) -> None:
    page = opened.page
    follow(page, "@4")
    ruled = page.locator("[id='@4']")
    assert "REFUSED" in ruled.locator("s").inner_text()
    assert "judged again because of @12" in ruled.locator(".cause").inner_text()
    assert "VALID" in ruled.locator(".ruling:not(.old)").inner_text()
    page.keyboard.press("End")
    assert page.locator("[id='@15'] s").count() == 1
    assert "too generous" in page.inner_text("[id='@15'] .cause")


def test_hostile_words_are_shown_and_do_nothing(opened: Opened) -> None:
    page = opened.page
    follow(page, "@6")
    shown = page.inner_text("[id='@6'] .words")
    assert '<script>window.hacked = 1</script><img src=x onerror="window.hacked = 2">' in shown
    assert "{{ 7 * 7 }}" in shown
    assert page.evaluate("window.hacked") is None
    assert page.locator("main img, main b b").count() == 0
    assert "<b>Zoé" in page.inner_text("[id='@8'] .who")
    page.evaluate("const s = document.createElement('script'); s.textContent = 'window.hacked = 3';"
                  "document.body.append(s)")  # fmt: skip
    assert page.evaluate("window.hacked") is None, "the policy of the page lets a script in"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_is_said_on_the_console_and_nothing_leaves_the_page(
    browser: Browser, disputed: Path, width: int, scheme: str
) -> None:
    opened = browser(disputed, width=width, color_scheme=scheme)
    for key in ("ArrowRight", "End", "Home", "b"):
        opened.page.keyboard.press(key)
    opened.page.click("#theme")
    assert opened.said == []
    assert opened.asked == [disputed.as_uri()]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_no_violation(
    browser: Browser, disputed: Path, axe: str, width: int, scheme: str
) -> None:
    page = browser(disputed, "#@4", width=width, color_scheme=scheme).page
    assert violations(page, axe) == []


def test_the_theme_changes_on_demand(opened: Opened) -> None:
    page = opened.page
    ground = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(ground)
    page.click("#theme")
    assert page.evaluate(ground) != before
    page.click("#theme")
    assert page.evaluate(ground) == before


def test_without_script_it_is_a_list_to_read(browser: Browser, disputed: Path) -> None:
    opened = browser(disputed, "#@10", java_script_enabled=False)
    page = opened.page
    assert page.locator(".event").count() == 8
    assert page.locator("[id='@6'] .words").is_visible()
    assert page.locator("#board svg").is_visible()
    assert page.locator("noscript p").is_visible()
    assert not page.locator("#controls").is_visible()
    assert not page.locator("#filters").is_visible()


def test_print_shows_every_event_in_full(opened: Opened) -> None:
    page = opened.page
    assert not page.locator("[id='@6'] .words").is_visible()
    page.emulate_media(media="print")
    assert page.locator("[id='@6'] .words").is_visible()
    assert not page.locator("#controls").is_visible()
    assert len(page.pdf()) > 10_000


def test_five_thousand_events_open_in_two_seconds_and_step_without_lag(
    browser: Browser, long_page: Path
) -> None:
    page = browser(long_page).page
    timing = (
        "(([n]) => [n.domComplete, n.loadEventEnd])(performance.getEntriesByType('navigation'))"
    )
    ready = max(page.evaluate(timing))
    assert page.locator(".event").count() == LONG
    assert ready < 2_000
    page.wait_for_selector(".event.current")
    times = page.evaluate(STEP)
    assert times[20] < 100, times
    assert times[37] < 300, times
    page.keyboard.press("End")
    page.locator("ol:last-child > .event.current:last-child").wait_for()
    filtered = page.evaluate(
        "() => { const begun = performance.now(); const by = document.getElementById('by-player');"
        " by.value = by.options[2].value; by.dispatchEvent(new Event('change', {bubbles: true}));"
        " document.body.offsetHeight; return performance.now() - begun; }"
    )
    assert filtered < 500
