"""Scenes in a real browser: played, stepped, scrubbed, by keyboard, with less motion, without."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.accessibility import LOOKED_AT, sticking_out, violations
from tests.e2e.scene_checks import DRAWN, NARROW, OUTSIDE, SMALLEST_TEXT
from tests.e2e.test_lessons import answer_all, settled
from tests.e2e.test_model import open_ended

LANES = "/loop?example=axpy-restrict&pane=step&flags=-O3"


def at(page: Page) -> str:
    return page.locator("[data-scene-at]").inner_text()


def drawn(page: Page) -> str:
    return page.locator("[data-scene-first]").evaluate(DRAWN)


def test_a_step_does_not_restyle_the_page_around_the_scene(page: Page, browser: Browser) -> None:
    page.goto(LANES)
    page.locator("[data-scene-first]").focus()
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(250)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    restyled = [
        event["args"].get("elementCount", 0)
        for event in events
        if event["name"] == "UpdateLayoutTree"
    ]
    assert 0 < max(restyled) <= page.locator("[data-scene] *").count()


def test_it_plays_and_pauses(page: Page) -> None:
    page.goto(LANES)
    expect(page.locator("[data-scene-last]")).to_be_hidden()
    button = page.locator("[data-scene-play]")
    button.click()
    expect(button).to_have_text("Pause")
    expect(page.locator("[data-scene-at]")).to_contain_text("3 of")
    button.click()
    expect(button).to_have_text("Play")
    stopped = at(page)
    page.wait_for_timeout(1500)
    assert at(page) == stopped
    # The last words of a step stand in the list as well, in the same order.
    number = int(stopped.split()[0])
    said = page.locator("[data-scene-says] li").nth(number - 1).text_content()
    expect(page.locator("[data-scene-say]")).to_have_text(said or "")
    expect(page.locator(".shape.ghost")).to_have_count(0)


def test_back_is_the_same_as_never_gone_on(page: Page) -> None:
    page.goto(LANES)
    scrub = page.locator("[data-scene-scrub]")
    scrub.fill("5")
    fifth = drawn(page)
    page.locator("[data-scene-first]").focus()
    page.keyboard.press("End")
    total = scrub.get_attribute("max")
    assert at(page) == f"{total} of {total}"
    assert drawn(page) != fifth
    page.keyboard.press("Home")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".shape.ghost")).to_have_count(0)
    assert drawn(page) == fifth
    page.keyboard.press("ArrowLeft")
    assert at(page).startswith("4 of")
    # The stepper below has the same keys, and keeps its own place.
    expect(page.locator(".frame-title")).to_contain_text("Before the first step")
    page.keyboard.press(" ")
    expect(page.locator("[data-scene-play]")).to_have_text("Pause")


def test_an_address_leads_to_a_step(page: Page) -> None:
    page.goto(f"{LANES}#step=4")
    assert at(page).startswith("4 of")


def test_with_less_motion_nothing_moves(browser_page: Callable[..., Page]) -> None:
    page = browser_page(reduced_motion="reduce")
    page.goto(LANES)
    page.locator("[data-scene-on]").click()
    assert page.locator(".shape.ghost").count() == 0
    assert page.evaluate("() => document.getAnimations().length") == 0
    assert at(page).startswith("1 of")


def test_without_scripts_all_is_there(plain_page: Page) -> None:
    plain_page.goto(LANES)
    states = plain_page.locator(".scene svg")
    expect(states).to_have_count(4)
    expect(plain_page.locator("[data-scene-last]")).to_be_visible()
    expect(plain_page.locator("[data-scene-player]")).to_be_hidden()
    plain_page.get_by_text(re.compile("^All .* as text")).click()
    expect(plain_page.locator("[data-scene-says] li").first).to_contain_text("Round 1.")


def test_everyone_can_read_it(browser_page: Callable[..., Page]) -> None:
    page = browser_page(**LOOKED_AT)
    page.goto(LANES)
    page.locator("[data-scene-scrub]").fill("4")
    assert violations(page) == []
    assert sticking_out(page) == {}
    page.set_viewport_size(NARROW)
    assert page.evaluate(SMALLEST_TEXT) >= 12
    assert page.evaluate(OUTSIDE) == []


def test_decode_writes_a_token_a_step(page: Page) -> None:
    open_ended(page, "/model/workshop/decode")
    text = page.locator("[data-scene-first] .token")
    page.locator("[data-scene-on]").click()
    expect(page.locator("[data-scene-say]")).to_contain_text("Prefill.")
    expect(page.locator("[data-scene-first] .token.now")).to_have_count(1)
    page.locator("[data-scene-on]").click()
    expect(page.locator("[data-scene-say]")).to_contain_text("Decode.")
    expect(page.locator("[data-scene-first]")).to_contain_text("starting kernels")
    page.locator("[data-scene-first]").focus()
    page.keyboard.press("End")
    shown = text.evaluate_all("all => all.filter(one => one.style.opacity !== '0').length")
    assert shown == text.count()
    page.set_viewport_size(NARROW)
    assert page.evaluate(SMALLEST_TEXT) >= 12
    assert page.evaluate(OUTSIDE) == []


def test_a_lesson_plays_its_loop(page: Page) -> None:
    page.goto("/learn/vectorise")
    scene = page.locator("[data-scene]").first
    expect(scene.locator("[data-scene-player]")).to_be_visible()
    scene.locator("[data-scene-on]").click()
    expect(scene.locator("[data-scene-say]")).to_contain_text("Round 1.")


def test_a_shape_leads_to_the_steps_that_change_it(page: Page) -> None:
    page.goto(LANES)
    held = page.locator("[data-scene-data]").evaluate("held => held.content.textContent")
    changed = [
        {*step.get("set", {}), *(name for names in step.get("look", {}).values() for name in names)}
        for step in json.loads(held)["steps"]
    ]
    name = sorted(changed[2])[0]
    places = [number for number, names in enumerate(changed, 1) if name in names]
    shape = page.locator(f"[data-scene-first] [data-id='{name}'] rect")
    for place in [*places, places[0]]:
        shape.dispatch_event("click")
        expect(page.locator("[data-scene-at]")).to_have_text(f"{place} of {len(changed)}")


@pytest.mark.slow
def test_the_end_of_a_range_is_dragged(page: Page) -> None:
    settled(page, "/learn/int8")
    answer_all(page)
    scene = page.locator("[data-scene].kind-histogram").first
    panel = scene.locator("svg.has-handle")
    panel.scroll_into_view_if_needed()
    box = panel.bounding_box()
    assert box is not None
    handle = scene.locator("[data-id='end']")
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 50, steps=6)
    page.mouse.up()
    # Until the handle has followed.
    page.wait_for_timeout(500)
    end = handle.bounding_box()
    assert end is not None
    assert abs(end["x"] - box["x"] - 0.8 * box["width"]) < 0.03 * box["width"]
    expect(scene.locator("[data-scene-at]")).to_contain_text("end at ")
    assert page.evaluate("getSelection().toString()") == ""
