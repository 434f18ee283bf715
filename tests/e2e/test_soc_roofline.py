"""The roofline in a real browser: the stage is moved by keyboard, a mark leads to its numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.e2e.accessibility import violations

LOOP = urlencode({"example": "saxpy", "flags": "-O3", "n": "1000"})
PATH = "/soc/roofline?" + urlencode(
    {"model": "mobilenet-v2", "language": "llama-2-7b", "loop": LOOP, "open": "all"}
)


def test_the_stage_moves_the_points_and_a_mark_leads_to_its_row(
    browser_page: Callable[..., Page],
) -> None:
    page = browser_page(bypass_csp=True)
    page.goto(PATH)
    expect(page.locator(".mark.is-before").first).to_be_attached()
    slider = page.locator("label", has_text="Stage").locator("input[type=range]")
    slider.focus()
    slider.press("ArrowLeft")
    expect(page.locator(".mark.is-before")).to_have_count(0)
    expect(page).to_have_url(re.compile("stage=fused"))
    expect(page.locator(".soc-headline")).to_contain_text("fp32")
    expect(page.locator(".mark.is-loop").first).to_be_attached()
    slider.press("ArrowRight")
    expect(page.locator(".mark.is-before").first).to_be_attached()
    link = page.locator("a[href^='#kernel-']:has(circle)").last
    link.focus()
    link.press("Enter")
    row = page.locator(str(link.get_attribute("href")))
    expect(row).to_be_in_viewport()
    assert violations(page) == []
