"""On a phone nothing that a pane has to say lies beside the page or is cut off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

BESIDE = """selector => [...document.querySelectorAll(selector)]
  .filter(cell => cell.innerText.trim() && cell.getBoundingClientRect().right > innerWidth + 1)
  .map(cell => cell.innerText)"""
CUT = """selector => [...document.querySelectorAll(selector)]
  .filter(cell => getComputedStyle(cell).overflowX === "hidden"
    && cell.scrollWidth > cell.clientWidth + 1)
  .map(cell => cell.innerText)"""


@pytest.fixture
def phone(browser_page: Callable[..., Page]) -> Page:
    return browser_page(viewport={"width": 360, "height": 780})


def test_the_flag_matrix_says_what_each_setting_changed(phone: Page) -> None:
    phone.goto("/loop?example=saxpy&pane=matrix&wait=!")
    phone.locator(".matrix tbody tr").first.wait_for()
    assert phone.evaluate(BESIDE, ".matrix tbody :is(th, td) > *") == []


def test_no_counted_line_is_cut(phone: Page) -> None:
    phone.goto("/loop?example=saxpy&pane=run&wait=!")
    phone.locator(".heat tbody tr").first.wait_for()
    assert phone.evaluate(CUT, ".heat td") == []
