"""A reader goes through lessons in a real browser: by mouse, by keys, without scripts, narrow."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.accessibility import LOOKED_AT, sticking_out, violations
from tests.patience import PATIENCE_SECONDS

LESSON = "/learn/vectorise"
COMPARE = "/loop/textbook/compare"
PAGES = ("/learn", "/learn/map", LESSON, "/learn/cse", "/learn/strength-reduction",
         "/learn/roofline", "/learn/dce/claims", "/glossary", COMPARE)  # fmt: skip


# Lines of code whose text begins before their number ends, or that are cut off at their left.
COVERED = """() => [...document.querySelectorAll('.lesson-source li')].filter((line) => {
  const text = document.createRange();
  text.selectNodeContents(line.querySelector('code'));
  return text.getBoundingClientRect().left
    < line.querySelector('.line-number').getBoundingClientRect().right;
}).map((line) => line.textContent)"""


def settled(page: Page, path: str) -> None:
    """Open a page and wait until nothing on it is still being made."""
    page.goto(path, wait_until="load")
    end = time.monotonic() + PATIENCE_SECONDS
    while page.locator(".pending, .survey-progress").count() and time.monotonic() < end:
        page.wait_for_timeout(300)
    assert page.locator(".pending, .survey-progress").count() == 0


def opened(page: Page, path: str) -> None:
    """Settled, but for the comparison: its rows look the same before all of them are there."""
    if path == COMPARE:
        page.goto(path)
    else:
        settled(page, path)


def predictions(page: Page) -> list[Locator]:
    return page.locator(".prediction").all()


def answer_all(page: Page) -> None:
    for prediction in predictions(page):
        prediction.locator("input").last.check()


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_everyone_can_read_it(browser_page: Callable[..., Page], path: str) -> None:
    page = browser_page(**LOOKED_AT)
    opened(page, path)
    assert violations(page) == []
    answer_all(page)
    assert sticking_out(page) == {}
    assert page.evaluate(COVERED) == []
    for one in page.locator("main details").all():
        one.evaluate("details => { details.open = true; }")
    assert violations(page) == []


def test_a_reader_goes_through_the_first_lesson(page: Page) -> None:
    settled(page, LESSON)
    questions = predictions(page)
    assert len(questions) >= 3
    for question in questions:
        expect(question.locator(".answer")).to_be_hidden()
        expect(question.locator(".lesson-source")).to_be_visible()
    first = questions[0]
    proof = page.locator(".prediction + .lesson-figure").first
    expect(proof).to_be_hidden()
    first.locator(".choice.is-wrong label").first.click()
    expect(first.locator(".is-wrong .reply").first).to_have_text(re.compile("Not quite. .{20}"))
    expect(first.locator(".is-wrong .reply").last).to_be_hidden()
    expect(first.locator(".answer")).to_contain_text("check for overlap")
    expect(first.locator(".answer .verdict")).to_contain_text("GCC")
    expect(proof).to_be_visible()
    first.locator(".choice.is-right label").click()
    expect(first.locator(".is-right .reply")).to_have_text(re.compile("Right. *"))


def test_an_exercise_opens_in_the_explorer_with_its_loop(page: Page) -> None:
    settled(page, LESSON)
    exercise = page.locator(".exercise").first
    exercise.locator("summary").click()
    expect(exercise).to_contain_text("-fassociative-math")
    exercise.get_by_role("link", name="Open in the explorer").click()
    expect(page).to_have_url(re.compile("/loop\\?.*pane=why"))
    expect(page.locator("main")).to_contain_text("did not vectorise this loop")


def test_terms_lead_to_the_glossary_and_back(page: Page) -> None:
    settled(page, LESSON)
    page.locator(".prose").get_by_role("link", name="scalar", exact=True).click()
    expect(page).to_have_url(re.compile("/glossary#scalar$"))
    expect(page.locator("dt#scalar + dd")).to_contain_text("One element at a time")
    page.locator("dt#scalar + dd").get_by_role("link", name="Writing loops that vectorise").click()
    expect(page.locator("h1")).to_have_text("Writing loops that vectorise")


def test_figures_follow_the_chosen_compiler(page: Page) -> None:
    settled(page, LESSON)
    page.get_by_label("Figures and verdicts from").select_option("clang-19")
    expect(page).to_have_url(re.compile("compiler=clang-19"))
    expect(page.locator(".claim .verdict").first).to_contain_text("Clang 19")


def test_what_was_read_is_marked_on_the_ways(page: Page) -> None:
    page.goto("/learn")
    expect(page.locator("[data-begin]")).to_have_text("Begin: Reading AArch64")
    mark = page.locator("svg [data-read-mark=vectorise]")
    expect(mark).to_be_hidden()
    page.goto(LESSON)
    page.get_by_role("button", name="Mark as read").click()
    page.goto("/learn/map")
    page.get_by_role("button", name="Mark as read").click()
    page.goto("/learn")
    expect(mark).to_be_visible()
    expect(page.locator("[data-read-count]")).to_contain_text("You have read 2 of")
    expect(page.locator("[data-begin]")).to_have_text("Go on: Reading AArch64")


def test_the_map_by_keyboard(page: Page) -> None:
    settled(page, "/learn/map")
    boxes = page.locator("svg a[data-stage]")
    boxes.first.focus()
    page.keyboard.press("ArrowRight")
    expect(boxes.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(boxes.first).to_be_focused()
    page.keyboard.press("Tab")
    expect(boxes.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/loop/textbook"))


def test_arrows_down_reach_the_lessons_of_a_stage(page: Page) -> None:
    page.goto("/learn")
    page.locator("svg a[data-stage]").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("svg a[data-lesson-line]").first).to_be_focused()


def test_arrows_in_a_prediction_give_nothing_away(page: Page) -> None:
    settled(page, LESSON)
    question = page.locator(".prediction").first
    options = question.locator("input[type=radio]")
    options.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(options.nth(2)).to_be_focused()
    expect(question.locator(".answer")).to_be_hidden()
    page.keyboard.press("Space")
    expect(question.locator(".answer")).to_be_visible()


def test_a_menu_that_loads_the_page_keeps_the_keyboard(page: Page) -> None:
    page.goto("/soc/decode")
    menu = page.locator("select[data-reloads]").first
    menu.focus()
    before = page.url
    menu.press("ArrowDown")
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("select[data-reloads]").first).to_be_focused()


def test_on_a_phone_the_ways_are_lists(browser_page: Callable[..., Page]) -> None:
    page = browser_page(viewport={"width": 360, "height": 700})
    for path in ("/learn", "/learn/map"):
        page.goto(path)
        expect(page.locator("[data-track-picture]").first).to_be_hidden()
        lists = page.locator(".track-list")
        expect(lists.first).to_be_visible()
        expect(lists.first.locator("> li")).to_have_count(7)


def test_without_scripts_questions_and_pages_work(plain_page: Page) -> None:
    settled_by_reloading(plain_page, LESSON)
    question = plain_page.locator(".prediction").first
    expect(question.locator(".answer")).to_be_hidden()
    question.get_by_label("I do not know: show me").check()
    expect(question.locator(".answer")).to_be_visible()
    settled_by_reloading(plain_page, "/learn/map")
    expect(plain_page.locator("#way")).to_contain_text("instructions executed")


def settled_by_reloading(page: Page, path: str) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    page.goto(path)
    while page.locator(".pending").count() and time.monotonic() < end:
        page.wait_for_timeout(500)
        page.goto(path)
    assert page.locator(".pending").count() == 0


@pytest.mark.slow
def test_the_comparison_fills_while_the_reader_looks(page: Page) -> None:
    settled(page, COMPARE)
    for concept in ("hoist", "remove-dead", "reuse", "induction"):
        rows = page.locator(f"#{concept} tbody tr")
        assert rows.count() >= 20
        expect(page.locator(f"#{concept} tr.is-pending")).to_have_count(0)
        assert page.locator(f"#{concept} tr.is-differs").count() >= 1
    page.locator("#hoist tr.is-differs a").first.click()
    expect(page.locator("#compare .column")).to_have_count(3)


def test_a_program_that_was_sent_is_said_to_be_worked_on(page: Page) -> None:
    """Also by a form that came into the page behind its scripts."""
    page.goto("/learn/atlas/nvvm")
    page.locator("#answer .headline").wait_for()
    page.evaluate("document.addEventListener('submit', (event) => event.preventDefault())")
    note = page.locator(".atlas-own [data-while-sent]")
    page.locator(".atlas-own summary").click()
    expect(note).to_be_hidden()
    page.locator(".atlas-own button").click()
    expect(note).to_be_visible()
    expect(note).to_contain_text("The tool works on it")
