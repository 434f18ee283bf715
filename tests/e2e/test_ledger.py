"""The ledger in a real browser: each row is a name, its words, its numbers, its button."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import out_of_sight

SUM = "int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }"
ASKED = {"source": SUM, "flags": "-O3", "pane": "passes", "ledger": "1!"}
ROWS = "table.priced tbody tr"
MOST_HIGH = 84


@pytest.mark.parametrize("compiler", ["clang-19", "gcc-12"])
def test_beside_the_list_of_passes_numbers_stand_in_columns_below_their_names(
    browser_page: Callable[..., Page], compiler: str
) -> None:
    page = browser_page(viewport={"width": 1280, "height": 900})
    page.goto(f"/loop?{urlencode({**ASKED, 'compiler': compiler})}")
    rows = page.locator(ROWS)
    edges = rows.evaluate_all(
        """rows => rows.map(row =>
          [...row.querySelectorAll("td.number")].map(one => one.getBoundingClientRect().right))"""
    )
    assert len(edges) > 1
    assert all(row == edges[0] for row in edges)
    assert max(rows.evaluate_all("rows => rows.map(row => row.offsetHeight)")) <= MOST_HIGH
    assert page.locator("table.priced").evaluate("e => e.scrollWidth <= e.clientWidth")
    said = page.locator(f"{ROWS}:not(.is-end) .what")
    assert said.count() == page.locator(f"{ROWS}:not(.is-end)").count()


@pytest.mark.parametrize("width", [1920, 1280, 360])
def test_a_pass_can_be_left_out_by_whoever_sees_the_page(
    browser_page: Callable[..., Page], width: int
) -> None:
    page = browser_page(viewport={"width": width, "height": 800})
    page.goto(f"/loop?{urlencode({**ASKED, 'compiler': 'clang-19'})}")
    assert out_of_sight(page) == []
    page.get_by_role("button", name="Leave it out").first.click()
    expect(page.locator("#skip-title")).to_be_in_viewport()
    later = page.locator(".ledger-rows:not(.priced)")
    assert later.count() == 0 or later.evaluate("e => e.scrollWidth <= e.parentElement.clientWidth")
    page.locator("table.priced [data-step]").first.click()
    expect(page.locator("#step-title")).to_be_in_viewport()
    page.locator(".pass-rows [data-step]").last.click()
    expect(page.locator("#step-title")).to_be_in_viewport()


@pytest.mark.parametrize("width", [1920, 1280, 360])
def test_a_click_on_a_bar_opens_the_changes_of_its_pass(
    browser_page: Callable[..., Page], width: int
) -> None:
    page = browser_page(viewport={"width": width, "height": 800})
    page.goto(f"/loop?{urlencode({**ASKED, 'compiler': 'clang-19'})}")
    rows = page.locator(f"{ROWS}:has([data-step])")
    for row in (rows.first, rows.last):
        name = row.locator("[data-step] code").inner_text()
        bar = row.locator(".bar svg").bounding_box()
        assert bar is not None
        row.scroll_into_view_if_needed()
        row.locator(".bar svg").click(force=True)
        expect(page.locator("#step-title")).to_be_in_viewport()
        expect(page.locator(".pass-side")).to_contain_text(name)
