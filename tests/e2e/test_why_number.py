"""Why a number is what it is, by one click from where the number stands."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

SUM = "int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }"
SCALE = "void scale(float *y, float *x, int n) { for (int i = 0; i < n; i++) y[i] = x[i] * 3; }"


@pytest.mark.parametrize(("pane", "button"), [("run", "why-computed"), ("step", "why-it")])
@pytest.mark.parametrize(("source", "value"), [(SUM, "return"), (SCALE, "y[")])
def test_one_click_explains_a_number_without_naming_it(
    browser_page: Callable[..., Page], pane: str, button: str, source: str, value: str
) -> None:
    page = browser_page(viewport={"width": 1280, "height": 900})
    page.goto(f"/loop?{urlencode({'source': source, 'flags': '-O2', 'pane': pane})}")
    page.locator(f"#{button}").click()
    answer = page.locator(".slice .headline")
    expect(answer).to_contain_text(" executed instructions")
    expect(answer).to_contain_text(value)
    expect(answer).to_be_in_viewport()
    _shows_what_was_chosen(page)


def _shows_what_was_chosen(page: Page) -> None:
    chosen = page.locator(".slice .headline + p code").inner_text()
    expect(page.locator(".slice input[name=element]")).to_have_value(chosen)


def test_the_value_that_a_long_run_chose_stands_in_the_field(
    browser_page: Callable[..., Page],
) -> None:
    page = browser_page(viewport={"width": 1280, "height": 900})
    asked = {"source": SUM, "flags": "-O1", "pane": "step", "n": "1500"}
    page.goto(f"/loop?{urlencode(asked)}")
    page.locator("#why-it").click()
    expect(page.locator(".slice .headline")).to_contain_text("return depends on")
    _shows_what_was_chosen(page)
