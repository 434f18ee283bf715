"""What is moved or typed has an effect at once, or says why it has none."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_a_slider_named_like_a_property_of_forms_moves_the_ladder(page: Page) -> None:
    page.goto("/soc/latency?kernel=vector-add")
    before = page.locator(".soc-headline").inner_text()
    slider = page.get_by_role("slider", name="Elements", exact=True)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".soc-headline")).not_to_have_text(before)
    expect(slider).to_be_focused()
    assert "elements=" in page.url
    page.goto("/soc")
    clock = page.locator("input[name='set.npu.clock_ghz']")
    clock.fill("99999999999")
    said = page.locator(".field-problem")
    expect(said).to_contain_text("Give a number from 0.000001 to 1,000,000.")
    expect(clock).to_have_attribute("aria-invalid", "true")
    clock.fill("2")
    expect(page.locator("svg.chip-picture")).to_contain_text("4.1 TOPS int8")
    expect(said).to_be_hidden()
