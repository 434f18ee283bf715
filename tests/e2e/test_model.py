"""Models in a real browser: dropped, watched, walked through, drawn for; accessible and narrow."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from compiler_core.graph.stages import STAGES
from tests.e2e.accessibility import LOOKED_AT, sticking_out, violations
from tests.patience import PATIENCE_MILLISECONDS
from tests.web.models import tiny_model

NET = "depthwise"
NAMES = tuple(stage.name for stage in STAGES)
PAGES = ("/model", "/fusion", *(f"/model/{NET}/{name}" for name in NAMES))


def open_ended(page: Page, path: str) -> None:
    """Open a page and wait until its stage is there."""
    page.goto(path)
    page.locator("[data-events]").wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)


@pytest.mark.parametrize("path", PAGES)
def test_everyone_can_read_it(browser_page: Callable[..., Page], path: str) -> None:
    page = browser_page(**LOOKED_AT)
    open_ended(page, path)
    assert violations(page) == []
    assert sticking_out(page) == {}


def test_a_dropped_file_is_compiled_while_one_watches(page: Page) -> None:
    page.goto("/model")
    model = {"name": "tiny.onnx", "mimeType": "application/octet-stream", "buffer": tiny_model(2.0)}
    page.locator("#model-file").set_input_files([model])  # pyright: ignore[reportArgumentType]
    page.get_by_role("button", name="Compile it").click()
    expect(page).to_have_url(re.compile(r"/model/[0-9a-f]{20}/input$"))
    page.locator("[data-events]").wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)
    page.get_by_role("link", name="Next stage").click()
    expect(page.locator(".stage-headline")).to_contain_text("2 nodes")
    page.get_by_role("link", name="Next stage").click()
    page.locator("[data-events]").wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)
    expect(page.locator("h1")).to_have_text("3 Graph passes")


def test_a_file_dragged_onto_the_page_is_sent(page: Page) -> None:
    page.goto("/model")
    page.evaluate(
        """bytes => {
            const files = new DataTransfer();
            files.items.add(new File([new Uint8Array(bytes)], "dragged.onnx"));
            const drop = new DragEvent("drop", {dataTransfer: files, bubbles: true});
            document.querySelector("[data-drop]").dispatchEvent(drop);
        }""",
        list(tiny_model(3.0)),
    )
    expect(page).to_have_url(re.compile(r"/model/[0-9a-f]{20}/input$"))
    expect(page.locator(".model-name")).to_contain_text("dragged.onnx")


def test_the_row_of_stages_leads_through_all_seven(page: Page) -> None:
    open_ended(page, f"/model/{NET}/run")
    for number, stage in enumerate(STAGES, 1):
        page.locator("[data-stages] a").nth(number - 1).click()
        expect(page.locator("h1")).to_have_text(f"{number} {stage.title}")
        expect(page.locator(".stage-headline")).to_be_visible()


def test_steps_and_changes_open_by_click_and_by_arrow(page: Page) -> None:
    open_ended(page, f"/model/{NET}/passes?step=1")
    title = page.locator("#step-title")
    first = title.inner_text()
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(title).not_to_have_text(first)
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(title).to_have_text(first)
    page.locator(".step-list a", has_text="Batch norm folding").first.click()
    expect(title).to_have_text("Batch norm folding")
    page.locator(".change-list a").nth(2).click()
    chosen = page.locator(".change-list .is-chosen")
    expect(chosen).to_have_count(1)
    expect(chosen.locator("p")).to_be_visible()
    expect(page.locator(".graph .is-subject").first).to_be_visible()


def test_a_sign_drawn_on_the_page_gets_a_class(page: Page) -> None:
    open_ended(page, f"/model/{NET}/run")
    expect(page.locator("canvas")).to_be_hidden()
    page.locator(".says").get_by_role("link", name="Another picture").click()
    canvas = page.locator("canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 40, box["y"] + 150)
    page.mouse.down()
    for x, y in ((96, 40), (150, 150), (40, 150)):
        page.mouse.move(box["x"] + x, box["y"] + y, steps=8)
    page.mouse.up()
    page.get_by_role("button", name="Use this picture").click()
    expect(page).to_have_url(re.compile("picture="))
    page.locator("[data-events]").wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)
    expect(page.locator(".says .answer")).not_to_be_empty()
    expect(page.locator(".says img")).to_be_visible()
    page.locator("[data-stages] a").first.click()
    expect(page.locator(".stage-headline")).to_contain_text("Your PNG picture")


def test_without_scripts_stages_steps_and_settings_work(plain_page: Page, page: Page) -> None:
    open_ended(page, f"/model/{NET}/run")
    plain_page.goto(f"/model/{NET}/passes")
    plain_page.locator("summary", has_text="Step by step").click()
    plain_page.locator(".step-list a", has_text="Batch norm folding").first.click()
    expect(plain_page.locator("#step-title")).to_have_text("Batch norm folding")
    plain_page.get_by_role("link", name="Next stage").click()
    plain_page.locator("select[name=precision]").select_option("fp32")
    plain_page.get_by_role("button", name="Compile again").click()
    expect(plain_page).to_have_url(re.compile("precision=fp32"))
    expect(plain_page.locator(".stage-headline")).to_be_visible(timeout=PATIENCE_MILLISECONDS)


def test_tables_are_closed_until_asked_for_and_the_wish_is_kept(page: Page) -> None:
    open_ended(page, f"/model/{NET}/passes")
    tables = page.locator("details.fold")
    assert tables.count() > 4
    expect(page.locator("details.fold[open]")).to_have_count(0)
    page.get_by_role("link", name="Open all tables").click()
    expect(page.locator("details.fold:not([open])")).to_have_count(0)
    page.goto(f"/model/{NET}/fusion")
    expect(page.locator("details.fold:not([open])")).to_have_count(0)
    page.get_by_role("link", name="Close all tables").click()
    page.goto(f"/model/{NET}/engine#worst-title")
    expect(page.locator("details.fold[open]")).to_have_count(1)
    expect(page.locator("#worst-title")).to_be_in_viewport()


def test_without_scripts_every_table_opens_by_an_address(plain_page: Page, page: Page) -> None:
    open_ended(page, f"/model/{NET}/run")
    # What is still being run stands open, and says so.
    page.locator("[data-later]").wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)
    for stage in ("passes", "run"):
        plain_page.goto(f"/model/{NET}/{stage}")
        expect(plain_page.locator("details.fold[open]")).to_have_count(0)
        plain_page.get_by_role("link", name="Open all tables").click()
        expect(plain_page.locator("details.fold:not([open])")).to_have_count(0)
        plain_page.get_by_role("link", name="Close all tables").click()
        expect(plain_page.locator("details.fold[open]")).to_have_count(0)


STUB = """<!doctype html><script src="/static/any/vendor/htmx-4.0.1.min.js" defer></script>
<nav id="stage-tabs" data-stages></nav><div id="stage" data-later="/later">
<p data-later-text hidden>New <a href="">Show it</a></p>
<p id="what">{what}</p></div><script type="module" src="/static/any/js/model.js"></script>"""
# Checks behind the page end when the test says so.
FAKE_EVENTS = """window.EventSource = class extends EventTarget {
  constructor() { super(); window.source = this; }
  close() {}
};"""


@pytest.mark.parametrize("begins", [False, True])
def test_late_checks_do_not_replace_what_a_reader_has_begun(page: Page, begins: bool) -> None:
    """Not either where the reader begins while the new part is on its way."""
    held: list[Route] = []

    def answer(route: Route) -> None:
        if route.request.is_navigation_request():
            route.fulfill(body=STUB.format(what="first"), content_type="text/html")
        else:
            held.append(route)

    page.add_init_script(FAKE_EVENTS)
    page.route("**/model/stub/run", answer)
    page.goto("/model/stub/run#what")
    page.wait_for_function("window.source")
    page.evaluate("source.dispatchEvent(new Event('done'))")
    while not held:
        page.wait_for_timeout(50)
    if begins:
        page.keyboard.press("ArrowRight")
    held[0].fulfill(body=STUB.format(what="second"), content_type="text/html")
    expect(page.locator("#what")).to_have_text("first" if begins else "second")
    expect(page.locator("[data-later-text]")).to_be_visible(visible=begins)
    assert page.evaluate("location.hash") == "#what"
