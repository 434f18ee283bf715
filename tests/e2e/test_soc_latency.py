"""What is moved or typed has an effect at once, or says why it has none."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_a_slider_named_like_a_property_of_forms_moves_the_ladder(page: Page) -> None:
    page.goto("/soc/latency?kernel=vector-add")
    before = page.locator(".soc-headline").inner_text()
    page.locator("summary", has_text="More settings").click()
    slider = page.get_by_role("slider", name="Elements", exact=True)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".soc-headline")).not_to_have_text(before)
    expect(slider).to_be_focused()
    assert "elements=" in page.url
    page.goto("/soc")
    page.locator("summary", has_text="Each part and its figures").click()
    clock = page.locator("input[name='set.npu.clock_ghz']")
    clock.fill("99999999999")
    said = page.locator(".field-problem")
    expect(said).to_contain_text("Give a number from 0.000001 to 1,000,000.")
    expect(clock).to_have_attribute("aria-invalid", "true")
    clock.fill("2")
    expect(page.locator("svg.chip-picture")).to_contain_text("4.1 TOPS int8")
    expect(said).to_be_hidden()


def test_a_chart_of_many_marks_is_one_stop_and_arrows_go_on(page: Page) -> None:
    page.goto("/soc/decode?model=qwen2.5-1.5b")
    page.locator("summary", has_text="Tokens a second over context and batch").click()
    marks = page.locator("svg.chart:has(a)").last.locator("a")
    marks.first.focus()
    page.keyboard.press("End")
    expect(marks.last).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(marks.last).to_be_focused()
    expect(page.locator(".chart-hint").last).to_be_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('svg.chart')") is None
    page.keyboard.press("Shift+Tab")
    expect(marks.last).to_be_focused()
