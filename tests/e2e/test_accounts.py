"""Passes, why with its trials, and cycles, as a student uses them."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_step_of_the_story_shows_its_difference(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=passes")
    expect(page.locator(".story [data-step]").first).to_be_visible()
    page.locator(".story [data-step]", has_text="Test at the bottom of the loop").click()
    expect(page.locator("#step-title")).to_have_text("Test at the bottom of the loop")
    expect(page.locator(".changes .is-added").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"step=\d+"))
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#step-title")).to_have_text("Test at the bottom of the loop")


def test_arrow_keys_walk_the_passes_and_enter_shows_one(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=passes")
    first = page.locator(".pass-rows [data-step]").first
    first.focus()
    page.keyboard.press("ArrowDown")
    second = page.locator(".pass-rows [data-step]").nth(1)
    expect(second).to_be_focused()
    name = second.locator("code").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".pass-step .small code").first).to_have_text(name)


def test_the_filter_narrows_and_unchanged_passes_can_be_shown(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=passes")
    rows = page.locator(".pass-rows li")
    shown = rows.count()
    page.locator("[data-pass-filter]").fill("vect")
    expect(page.locator(".pass-rows li:visible").first).to_contain_text("vect")
    assert page.locator(".pass-rows li:visible").count() < shown
    page.locator("[data-pass-filter]").fill("")
    page.get_by_label("Also passes that changed nothing").check()
    expect(page.locator(".pass-rows .is-unchanged").first).to_be_visible()
    assert rows.count() > shown


def test_trying_a_suggestion_shows_both_sides(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=why")
    expect(page.locator(".why-card h2")).to_contain_text("Vectorised")
    page.get_by_role("button", name="Mark the pointers restrict").click()
    trial = page.locator(".trial")
    expect(trial).to_contain_text("restrict y")
    expect(trial.locator(".sides h4")).to_have_count(2)
    trial.get_by_role("link", name="Open this version").click()
    expect(page.locator("#source")).to_have_value(re.compile("restrict"))
    expect(page.locator(".why-card")).not_to_contain_text("overlap check")


def test_another_core_gives_another_figure(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=cycles")
    figure = page.locator(".figure-line b").first
    expect(figure).to_contain_text("cycles per element")
    before = figure.inner_text()
    expect(page.locator(".cycle-picture svg").first).to_be_visible()
    page.get_by_label("Core").select_option("cortex-a55")
    expect(page.locator(".figure-line b").first).not_to_have_text(before)
    expect(page.locator(".cycle-model").first).to_contain_text("modelled")


def test_the_panes_work_without_scripts(browser_page: Callable[..., Page]) -> None:
    page = browser_page(java_script_enabled=False)
    page.goto("/loop?example=saxpy")
    page.get_by_role("button", name="Passes").click()
    page.locator(".story [data-step]").first.click()
    expect(page.locator("#step-title")).to_be_visible()
    page.get_by_role("button", name="Why").click()
    page.get_by_role("button", name="Compile for SVE").click()
    expect(page.locator(".trial")).to_contain_text("sve")


def test_nothing_is_wider_than_a_phone(browser_page: Callable[..., Page]) -> None:
    page = browser_page(viewport={"width": 360, "height": 780})
    for pane in ("passes", "why&trial=restrict@3", "cycles"):
        page.goto(f"/loop?example=saxpy&pane={pane}")
        expect(page.locator(".pane-scroll")).to_be_visible()
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360, pane
