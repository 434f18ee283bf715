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
    expect(page.locator("input[name=element]")).not_to_have_value("usual")
