"""A moved slider changes the pictures and the table of a network's cost at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from script.benchmarks.slider import FIGURE, PATH, READ_MILLISECONDS, STEP, STEPS


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_slider_changes_picture_and_table_at_once(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(PATH)
    slider = page.get_by_label("DRAM bandwidth")
    expect(slider).to_be_visible(timeout=READ_MILLISECONDS)
    page.get_by_role("link", name="Open all tables").click()
    before = _shown(page)
    for value in (*STEPS, 0):
        page.evaluate(STEP, [FIGURE, value])
    after = _shown(page)
    assert after[0] != before[0]
    assert after[1] != before[1]
    assert "bound by main memory" in page.locator(".chart-keys").inner_text()
    expect(page.locator("label", has=slider).locator("output")).to_have_text("4.27 GB/s")
    assert "set.dram.transfer_rate_mtps=533.25" in page.url


def _shown(page: Page) -> tuple[str, str]:
    """The picture and the table of kernels."""
    table = page.get_by_role("group", name="Kernels", exact=True)
    return page.locator("svg.chart").first.inner_html(), table.inner_text()


def test_a_picture_stays_at_its_step_and_open_tables_stay_open(page: Page) -> None:
    page.goto(PATH)
    slider = page.get_by_label("DRAM bandwidth")
    expect(slider).to_be_visible(timeout=READ_MILLISECONDS)
    expect(page.locator("details.fold[open]")).to_have_count(0)
    page.locator("summary", has_text="Kernel by kernel").click()
    for _ in range(3):
        page.locator("[data-scene-on]").click()
    said = page.locator("[data-scene-say]")
    before = said.inner_text()
    page.evaluate(STEP, [FIGURE, 0])
    expect(page.locator("[data-scene-at]")).to_have_text("3 of 12")
    expect(said).not_to_have_text(before)
    expect(page.locator("details.fold[open]")).to_have_count(1)
    page.get_by_role("link", name="Open all tables").click()
    page.goto("/soc/energy?model=resnet50#why-title")
    expect(page.locator("details.fold:not([open])")).to_have_count(0)
    expect(page.locator("#why-title")).to_be_in_viewport()
