"""A moved slider changes the picture and the table of a network's cost at once."""

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
