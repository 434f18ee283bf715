"""What a swap changes is read out, the focus stays where it was, and Back and Forward lead through
what was shown, on each kind of page that swaps a part of itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from compiler_core.graph.stages import STAGES
from compiler_core.loop.passes.registry import USUAL_PASSES
from tests.e2e.classes import Class, hosted_class, solved
from tests.patience import PATIENCE_MILLISECONDS

HOIST = USUAL_PASSES.index("loop-invariant-code-motion") + 1
ATTEMPT_ENDS = "**/attempts/*/events"
STAGE = f"/model/depthwise/{STAGES[1].name}"
# What becomes text of a live region that was there before, and stays, is read out.
LISTEN = """addEventListener("DOMContentLoaded", () => {
  window.heard = [];
  for (const region of document.querySelectorAll("[role=status], [aria-live]")) {
    const hear = () => region.isConnected && window.heard.push(region.innerText);
    new MutationObserver(hear).observe(region, {
      childList: true, characterData: true, subtree: true,
    });
  }
})"""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of page that swaps a part of itself."""

    begins: Callable[[Page, pytest.FixtureRequest], None]
    """Opens what is shown before."""
    swaps: Callable[[Page], Locator]
    """Does what leads to the swap; the control that has the focus when it comes."""
    shows: str
    """The element that tells one view from another."""
    later: str
    """What stands in it after the swap, and is read out."""


def opened(address: str) -> Callable[[Page, pytest.FixtureRequest], None]:
    return lambda page, _: page.goto(address) and None


def pressed(control: str, key: str) -> Callable[[Page], Locator]:
    def swaps(page: Page) -> Locator:
        page.locator(control).press(key)
        return page.locator(control)

    return swaps


def open_first_stage(page: Page, _: pytest.FixtureRequest) -> None:
    page.goto(f"/model/depthwise/{STAGES[0].name}")
    page.locator("[data-events]").wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)


def end_a_stage(page: Page) -> Locator:
    """The next one is still worked on when its page is opened, and ends while one looks."""

    def begin(route: Route) -> None:
        if "hx-request" in route.request.headers:
            return route.fallback()
        answer = route.fetch()
        under_way = (
            '<div role="status" data-events="/ending"><p data-progress-text></p>'
            "<p data-written></p><progress></progress></div>"
        )
        text = answer.text().replace("<h1>", f"{under_way}<h1>")
        return route.fulfill(response=answer, body=text.replace('data-says="', 'data-was="'))

    ending: list[Route] = []
    page.route("**/ending", lambda route: ending.append(route))
    page.route(f"**{STAGE}", begin)
    with page.expect_request("**/ending"):
        page.locator("[data-stages] a").nth(1).click()
    tab = page.locator("[data-stages] [aria-current]")
    tab.focus()
    ending[0].fulfill(content_type="text/event-stream", body="event: done\ndata: {}\n\n")
    return tab


def open_exercise(page: Page, request: pytest.FixtureRequest) -> None:
    lab: Class = request.getfixturevalue("lab")
    page.goto(f"{lab.server}/lab")
    page.get_by_label("Code").fill(lab.code)
    page.get_by_label("Nickname").fill("sonya")
    page.get_by_role("button", name="Join").click()
    page.goto(f"{lab.address}/x/memory-sum-vectorises")
    page.get_by_role("button", name="Try", exact=True).click()
    expect(page.locator(".lab-result")).to_be_visible(timeout=PATIENCE_MILLISECONDS)


def try_another_answer(page: Page) -> Locator:
    given = page.locator("textarea#source").input_value()
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(solved(given))
    grading: list[Route] = []
    page.route(ATTEMPT_ENDS, lambda route: grading.append(route))
    with page.expect_request(ATTEMPT_ENDS):
        page.get_by_role("button", name="Try", exact=True).press("Enter")
    button = page.get_by_role("button", name="Hand in")
    button.focus()
    # Early perhaps: then the page waits on.
    grading[0].fulfill(content_type="text/event-stream", body="event: graded\ndata: {}\n\n")
    page.unroute(ATTEMPT_ENDS)
    return button


KINDS = {
    "explorer pane": Kind(
        begins=opened("/loop?example=sum"),
        swaps=pressed("#tab-why", "Enter"),
        shows="[data-tab-strip] [aria-current]",
        later="Why",
    ),
    "textbook step": Kind(
        begins=opened(f"/loop/textbook?step={HOIST}&moment=1"),
        swaps=pressed("#step a[data-moment=later]", "Enter"),
        shows=".algorithm-head > .small:not(.keys)",
        later="Moment 2 of",
    ),
    "stage": Kind(
        begins=open_first_stage,
        swaps=end_a_stage,
        shows="h1",
        later=STAGES[1].title,
    ),
    "soc view": Kind(
        begins=opened("/soc?part=npu"),
        swaps=pressed("input[name='set.npu.clock_ghz']", "ArrowUp"),
        shows=".soc-headline",
        later="operations with each byte",
    ),
    "lab exercise": Kind(
        begins=open_exercise,
        swaps=try_another_answer,
        shows=".lab-checks",
        later="5 of 5",
    ),
}


@pytest.fixture(scope="module")
def lab(
    emulator: None, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Class]:
    with hosted_class(browser, tmp_path_factory.mktemp("lab")) as made:
        yield made


@pytest.mark.parametrize("name", KINDS)
def test_a_swap_is_read_out_keeps_the_focus_and_stands_in_the_history(
    page: Page, request: pytest.FixtureRequest, name: str
) -> None:
    kind = KINDS[name]
    page.add_init_script(LISTEN)
    kind.begins(page, request)
    shown = page.locator(kind.shows)
    former = (page.url, shown.inner_text())
    control = kind.swaps(page)
    expect(shown).not_to_have_text(former[1])
    expect(shown).to_contain_text(kind.later)
    page.wait_for_function("said => heard.some((text) => text.includes(said))", arg=kind.later)
    expect(control).to_be_focused()
    later = (page.url, shown.inner_text())
    assert later[0] != former[0]
    for leave, (address, text) in ((page.go_back, former), (page.go_forward, later)):
        leave()
        expect(page).to_have_url(address)
        expect(shown).to_have_text(text, use_inner_text=True)


def test_a_number_that_is_still_changed_makes_one_entry(page: Page) -> None:
    page.goto("/soc?part=npu")
    before = page.url
    clock = page.locator("input[name='set.npu.clock_ghz']")
    for _ in range(3):
        clock.press("ArrowUp")
        expect(page).to_have_url(re.compile(re.escape(f"clock_ghz={clock.input_value()}")))
    page.go_back()
    expect(page).to_have_url(before)
    expect(clock).to_have_value("1")


def test_what_was_typed_outlives_going_back(page: Page) -> None:
    page.goto("/loop?example=sum")
    page.locator("#tab-why").press("Enter")
    expect(page).to_have_url(re.compile("pane=why"))
    page.locator(".cm-content").first.click()
    page.keyboard.type("/* not compiled yet */")
    page.go_back()
    expect(page).to_have_url(re.compile(r"example=sum$"))
    expect(page.locator(".cm-content").first).to_contain_text("not compiled yet")
    expect(page.locator("#result")).to_have_class(re.compile("stale"))
