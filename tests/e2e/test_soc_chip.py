"""The picture of a chip in a browser: a typed number moves it, by keyboard, in both themes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.accessibility import LOOKED_AT, violations


def test_a_typed_number_moves_the_picture_and_the_keyboard_reaches_every_part(
    browser_page: Callable[..., Page],
) -> None:
    page = browser_page(**LOOKED_AT)
    page.goto("/soc?part=dram")
    page.locator("svg.chip-picture a").last.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#part-title")).to_contain_text("Multiply-accumulate array")
    clock = page.locator("input[name='set.npu.clock_ghz']")
    clock.focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("2")
    expect(page.locator(".soc-headline")).to_contain_text("120 operations with each byte")
    expect(page.locator("svg.chip-picture")).to_contain_text("4.1 TOPS int8")
    expect(clock).to_be_focused()
    assert "set.npu.clock_ghz=2" in page.url
    assert violations(page) == []
    page.get_by_role("link", name="Take it back").click()
    expect(page.locator(".soc-headline")).to_contain_text("60 operations with each byte")
    expect(clock).to_have_value("1")
