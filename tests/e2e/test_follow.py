"""A source line chosen anywhere is marked everywhere, at once with scripts, by forms without."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


def choose_line(page: Page, text: str) -> None:
    page.locator(".cm-line").filter(has_text=text).first.click()


@pytest.mark.parametrize(
    ("pane", "marked"),
    [
        ("listing", "[data-listing] .row.linked"),
        ("registers", ".map-code li.linked"),
        ("diff", ".aligned tr.linked"),
        ("why", ".why-card.linked"),
        ("cycles", ".why-card.linked"),
        ("run", ".heat tr.linked"),
        ("step", ".step-code li.linked"),
    ],
)
def test_a_line_chosen_in_the_editor_is_marked_at_once(page: Page, pane: str, marked: str) -> None:
    page.goto(f"/loop?example=saxpy&pane={pane}")
    expect(page.locator(".cm-line.linked")).to_have_count(0 if pane != "listing" else 1)
    choose_line(page, "y[i] = a * x[i] + y[i];")
    expect(page.locator(marked).first).to_be_visible()
    expect(page).to_have_url(re.compile("line=1-4"))
    expect(page.locator("#line")).to_have_value("1-4")
    expect(page.locator(".cm-line.linked")).to_contain_text("y[i]")


def test_the_line_stays_when_one_goes_to_another_pane(page: Page) -> None:
    page.goto("/loop?example=saxpy")
    page.locator("[data-listing] .row").filter(has_text="fmla").locator(".line").click()
    expect(page).to_have_url(re.compile("line=1-4"))
    page.get_by_role("button", name="Why", exact=True).click()
    expect(page.locator(".why-card.linked")).to_have_count(1)
    expect(page.locator(".remark-line.linked")).to_contain_text("y[i]")
    page.get_by_role("button", name="Passes").click()
    expect(page.locator(".moments h2")).to_contain_text("touched line 4")
    # The address follows the pane a moment later.
    expect(page).to_have_url(re.compile("pane=passes"))
    page.reload()
    expect(page.locator(".moments h2")).to_contain_text("touched line 4")


def test_the_touching_passes_are_stepped_through(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=passes&line=1-4")
    expect(page.locator(".moments [aria-current]")).to_have_count(1)
    before = page.locator(".pass-step .small code").first.inner_text()
    expect(page.locator(".changes tr.linked").first).to_be_in_viewport()
    page.get_by_role("button", name="Later touch of line 4").click()
    expect(page.locator(".pass-step .small code").first).not_to_have_text(before)
    expect(page.locator(".changes tr.linked").first).to_be_in_viewport()
    expect(page.locator(".moments [aria-current]")).to_be_in_viewport()
    assert page.locator(".pass-rows .touch-mark").count() >= 5


def test_another_line_changes_the_story_of_the_passes(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=passes&line=1-4")
    choose_line(page, "for (int i = 0; i < n; i++)")
    expect(page.locator(".moments h2")).to_contain_text("touched line 3")


def test_a_place_in_a_pane_leads_to_the_editor(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=why")
    page.locator(".why-card h2 .at").first.click()
    expect(page.locator(".cm-line.linked")).to_contain_text("for (int i")
    expect(page.locator(".why-card.linked")).to_have_count(1)


def test_no_line_takes_all_marks_away(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=run&line=1-4")
    expect(page.locator(".heat tr.linked").first).to_be_visible()
    page.locator("#line").select_option("")
    expect(page.locator(".linked")).to_have_count(0)
    assert "line=" not in page.url


def test_remarks_are_narrowed(page: Page) -> None:
    page.goto("/loop?example=saxpy&pane=why")
    page.locator("select[name=remarks]").select_option("passed")
    expect(page.locator(".remark.is-missed")).to_have_count(0)
    expect(page.locator(".remark.is-passed").first).to_contain_text("done")
    expect(page).to_have_url(re.compile("remarks=passed"))


def test_without_scripts_a_line_is_followed_by_the_form(
    browser_page: Callable[..., Page],
) -> None:
    page = browser_page(java_script_enabled=False)
    page.goto("/loop?example=saxpy&pane=why")
    page.locator("#line").select_option("1-4")
    page.locator(".scope").get_by_role("button", name="Apply").click()
    expect(page.locator(".why-card.linked")).to_have_count(1)
    page.get_by_role("button", name="Passes").click()
    expect(page.locator(".moments h2")).to_contain_text("touched line 4")
    page.locator(".changes .at").first.click()
    expect(page.locator("#line")).not_to_have_value("")
