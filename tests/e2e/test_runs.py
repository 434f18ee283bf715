"""Running, stepping, linking and profiling in a real browser, as a student would."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from app.loop.loop_request import LoopRequest
from app.loop.views.two_files import two_files_address

SVE = "-O3+-march%3Darmv8-a%2Bsve"


def frame(page: Page) -> str:
    return page.locator("[data-frame]").get_attribute("data-frame") or ""


def test_run_with_another_n(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=run")
    figure = page.locator(".figures b").first
    before = figure.inner_text()
    page.get_by_label("n", exact=True).fill("100")
    page.get_by_role("button", name="Run", exact=True).last.click()
    expect(figure).not_to_have_text(before)
    expect(page.locator(".headline")).to_contain_text("n = 100")
    expect(page).to_have_url(re.compile("n=100"))
    expect(page.locator(".heat .heat-5").first).to_be_visible()


def test_a_value_is_set_in_its_own_field(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=run&n=64")
    digest = page.locator("#outputs-title code").inner_text()
    page.get_by_text("Values, array sizes and the cache").click()
    page.get_by_label("Value of a", exact=True).fill("0.5")
    page.keyboard.press("Enter")
    expect(page.locator("#outputs-title code")).not_to_have_text(digest)
    expect(page.get_by_label("Value of a", exact=True)).to_have_value("0.5")
    expect(page).to_have_url(re.compile("values=a%3D0.5"))


def test_a_wrong_value_is_said_where_one_looks(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=run&n=64")
    page.get_by_label("n", exact=True).fill("lots")
    page.get_by_role("button", name="Run", exact=True).last.click()
    expect(page.locator(".note")).to_contain_text("whole number")
    expect(page.get_by_label("n", exact=True)).to_have_value("lots")


def test_the_experiments(page: Page) -> None:
    page.goto("/loop?example=axpy-restrict&pane=run&n=64")
    page.get_by_text("What if a promise of restrict is broken?").click()
    page.get_by_role("button", name="Run on overlapping arrays").click()
    expect(page.locator(".overlap .is-removed").first).to_contain_text("✗")
    page.get_by_text("Does another setting compute the same bits?").click()
    page.get_by_label("Other flags").fill("-O0")
    page.get_by_role("button", name="Compare the results").click()
    expect(page.locator(".experiments")).to_contain_text(re.compile("The same bits|Different bits"))
    expect(page).to_have_url(re.compile("experiment=compare"))


def test_longer_vectors_as_a_chart_and_a_table(page: Page) -> None:
    page.goto(f"/loop?example=axpy-restrict&pane=run&flags={SVE}")
    page.get_by_text("What do longer vectors save?").click()
    page.get_by_role("button", name="Run at 128 to 2,048 bits").click()
    bars = page.locator(".sweep rect")
    expect(bars).to_have_count(5)
    widths = [float(bars.nth(n).get_attribute("width") or 0) for n in range(5)]
    assert widths == sorted(widths, reverse=True)


def test_scrubbing_by_buttons_keys_and_slider(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=step")
    expect(page.locator(".frame-title")).to_contain_text("Before the first step")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".frame-title")).to_contain_text("Step 1 of")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".frame-title")).to_contain_text("Step 5 of")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".frame-title")).to_contain_text("Step 4 of")
    expect(page.locator(".step-code .ran")).to_have_count(1)
    expect(page).to_have_url(re.compile("at=4"))
    page.locator("[data-scrub]").fill("50")
    expect(page.locator(".frame-title")).to_contain_text("Step 50 of")
    page.reload()
    expect(page.locator(".frame-title")).to_contain_text("Step 50 of")


def test_what_a_step_changed_is_marked(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=step")
    for _ in range(60):
        page.keyboard.press("ArrowRight")
        ran = page.locator(".step-code .ran")
        expect(ran).to_have_count(1)
        if "fmla" in ran.inner_text():
            break
    changed = page.locator(".registers > .changed")
    expect(changed).to_have_count(1)
    expect(changed.locator("dt")).to_contain_text("v1")
    assert changed.locator(".lane.changed").count() >= 1
    expect(page.locator(".step-code .ran")).to_be_in_viewport()


def test_scrubbing_to_the_end_and_back_gives_the_same_state(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=step&at=7")
    registers = page.locator(".frame .registers").first
    before = registers.inner_text()
    page.locator(".frame-title").click()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.keyboard.press("Home")
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".frame-title")).to_contain_text("Step 7 of")
    assert registers.inner_text() == before


def test_another_recording_forgets_the_old_moments(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=step&at=3")
    first = page.locator(".frame-title code").inner_text()
    page.get_by_label("from round").fill("3")
    page.get_by_role("button", name="Record").click()
    expect(page.locator(".headline")).to_contain_text("round 3")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".frame-title")).to_contain_text("Step 1 of")
    assert first


def test_sve_lanes_and_predicates(page: Page) -> None:
    page.goto(f"/loop?example=saxpy&pane=step&sve=512&at=20&flags={SVE}")
    expect(page.locator(".registers .is-predicate").first).to_contain_text("lanes active")
    lanes = page.locator(".registers .is-vector").first.locator(".lane")
    expect(lanes).to_have_count(16)


def test_two_files_as_one_program(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=whole")
    page.get_by_role("link", name="Start from two files").click()
    expect(page.locator(".why-card h2")).to_contain_text("Inlined")
    expect(page.locator(".aligned").first).to_be_visible()


def test_a_profile_on_demand(page: Page) -> None:
    page.goto("/loop?example=clamp&pane=profile&flags=-O2")
    expect(page.locator("svg.blocks")).to_have_count(0)
    page.get_by_role("button", name="Build, run and compare").click()
    expect(page.locator("svg.blocks")).to_have_count(3)
    expect(page.locator(".layouts section").first).to_contain_text("without a profile")
    page.locator(".layouts summary").first.click()
    expect(page.locator(".layouts details[open] li").first).to_contain_text("ran")


def test_the_measured_panes_work_without_scripts(browser_page: Callable[..., Page]) -> None:
    page = browser_page(java_script_enabled=False)
    page.goto("/loop?example=saxpy&pane=run")
    page.get_by_label("n", exact=True).fill("100")
    page.get_by_role("button", name="Run", exact=True).last.click()
    expect(page.locator(".headline")).to_contain_text("n = 100")
    page.get_by_role("button", name="Step", exact=True).click()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".frame-title")).to_contain_text("Step 1 of")
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".frame-title")).to_contain_text("Step 2 of")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".frame-title")).to_contain_text("Step 1 of")
    page.goto(two_files_address(LoopRequest(flags="-O3", pane="whole")))
    expect(page.locator(".why-card h2")).to_contain_text("Inlined")


def test_the_measured_panes_by_keyboard(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=step")
    page.locator("#step-on").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".frame-title")).to_contain_text("Step 1 of")
    expect(page.locator("#step-on")).to_be_focused()
    page.locator("#tab-run").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#result")).to_have_attribute("data-pane", "run")
    expect(page.locator("#tab-run")).to_be_focused()


def test_the_picture_and_the_registers_are_at_the_same_step(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=step&at=3", wait_until="load")
    at = page.locator("[data-scene-at]")
    expect(at).to_contain_text("3 of")
    page.locator("[data-scene-on]").click()
    expect(page).to_have_url(re.compile(r"[?&]at=4\b"))
    # Below the picture, registers follow when they are looked at.
    page.locator(".frame-title").scroll_into_view_if_needed()
    expect(page.locator(".frame-title")).to_contain_text("Step 4 of")
    page.locator("#step-back").click()
    expect(at).to_contain_text("3 of")
    page.locator("#step-last").click()
    expect(page.locator("#step-last")).to_be_disabled()
    last = page.locator("[data-scene-scrub]").get_attribute("max")
    expect(at).to_contain_text(f"{last} of {last}")


def test_long_work_shows_that_it_goes_on(page: Page) -> None:
    page.goto("/loop?example=clamp&pane=profile&flags=-O2")
    page.route("**/loop", lambda route: (page.wait_for_timeout(1500), route.continue_()))
    page.get_by_role("button", name="Build, run and compare").click()
    expect(page.locator(".waiting")).to_be_visible()
    expect(page.locator("svg.blocks").first).to_be_visible()
