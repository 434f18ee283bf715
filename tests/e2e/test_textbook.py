"""The playground of the textbook compiler in a real browser: accessible, narrow, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from compiler_core.loop.passes.registry import USUAL_PASSES
from tests.e2e.accessibility import LOOKED_AT, sticking_out, violations

PATH = "/loop/textbook"
HOIST = USUAL_PASSES.index("loop-invariant-code-motion") + 1
COUNT_FLIGHTS = """() => {
  window.flights = 0;
  const own = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    window.flights++;
    return own.apply(this, given);
  };
}"""
PAGES = (
    PATH,
    f"{PATH}?step=0",
    f"{PATH}?step={HOIST}&moment=3",
    f"{PATH}?step={len(USUAL_PASSES)}",
    f"{PATH}?step={HOIST}&compare=1",
    f"{PATH}?passes=promotion,-loop-unrolling,loop-invariant-code-motion",
    f"{PATH}?source=int+f(int+n)%0A%7B%0A++goto+x%3B%0Ax%3A+return+n%3B%0A%7D",
)


@pytest.mark.parametrize("path", PAGES)
def test_everyone_can_read_it(browser_page: Callable[..., Page], path: str) -> None:
    page = browser_page(**LOOKED_AT)
    page.goto(path)
    assert violations(page) == []
    assert sticking_out(page) == {}


def test_without_scripts_order_switch_run_and_step(plain_page: Page) -> None:
    page = plain_page
    page.goto(f"{PATH}?passes=promotion,dead-code-elimination,loop-invariant-code-motion")
    page.get_by_role("button", name="Move Loop-invariant code motion up").click()
    expect(page.locator("#pass-2")).to_contain_text("Loop-invariant code motion")
    page.get_by_role("button", name="Switch off Dead code elimination").click()
    expect(page.locator("#pass-3")).to_contain_text("off")
    page.get_by_role("button", name="Switch on Dead code elimination").click()
    expect(page.locator("#pass-3")).to_contain_text("same result on")
    page.get_by_label("Another pass").select_option("loop-unrolling")
    page.get_by_role("button", name="Add at the end").click()
    expect(page.locator("#pass-4")).to_contain_text("Loop unrolling")
    page.locator("#pass-2").get_by_role("link").click()
    page.get_by_role("link", name="Step through it").click()
    expect(page.locator(".algorithm")).to_contain_text("Moment 1 of")
    page.get_by_role("link", name="On →").click()
    expect(page).to_have_url(re.compile("moment=2"))
    expect(page.locator(".program li.is-focus")).to_have_count(1)


def test_without_scripts_a_loop_of_ones_own(plain_page: Page) -> None:
    plain_page.goto(PATH)
    source = (
        "int twice(int n) {\n    int s = 0;\n    while (n) { s += 2; n--; }\n    return s;\n}\n"
    )
    plain_page.get_by_role("textbox", name="C source").fill(source)
    plain_page.get_by_role("button", name="Run the passes").click()
    expect(plain_page).to_have_url(re.compile(r"\?source="))
    expect(plain_page.locator(".textbook-headline")).to_contain_text("passes over twice")


def test_arrow_keys_step_in_place(page: Page) -> None:
    page.goto(f"{PATH}?step={HOIST}&moment=1")
    page.get_by_role("heading", name="Before").scroll_into_view_if_needed()
    page.evaluate("window.sameDocument = true")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".algorithm")).to_contain_text("Moment 2 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".algorithm")).to_contain_text("Moment 3 of")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".algorithm")).to_contain_text("Moment 2 of")
    expect(page).to_have_url(re.compile("moment=2"))
    assert page.evaluate("window.sameDocument")


def test_arrow_keys_in_the_editor_stay_there(page: Page) -> None:
    page.goto(f"{PATH}?step={HOIST}&moment=1")
    page.get_by_role("textbox", name="C source").click()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    expect(page.locator(".algorithm")).to_contain_text("Moment 1 of")


def test_a_chosen_line_shows_what_it_uses_its_reason_and_its_way(
    browser_page: Callable[..., Page],
) -> None:
    page = browser_page(bypass_csp=True)
    page.goto(f"{PATH}?step={HOIST}")
    page.evaluate(COUNT_FLIGHTS)
    moved = page.locator(".program li.is-hoisted").first
    moved.locator("code").click()
    told = page.locator(".line-told")
    expect(told).to_contain_text("It ran 16 times before, 1 after.")
    expect(page.locator(".reasons [data-picked]")).to_have_count(1)
    expect(page.locator(".operand-arrows path")).to_have_count(2)
    assert page.evaluate("window.flights") == 1
    expect(page.locator(".is-flying")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(told).to_contain_text("%dead uses %k")
    page.get_by_text("%v8 = load A[i]").last.click()
    expect(told).to_contain_text("This pass left it as it was.")
    assert violations(page) == []


def test_nothing_flies_for_who_wants_no_motion(browser_page: Callable[..., Page]) -> None:
    page = browser_page(reduced_motion="reduce")
    page.goto(f"{PATH}?step={HOIST}")
    page.evaluate(COUNT_FLIGHTS)
    page.locator(".program li.is-hoisted code").first.click()
    expect(page.locator(".operand-arrows path")).to_have_count(2)
    assert page.evaluate("window.flights") == 0
