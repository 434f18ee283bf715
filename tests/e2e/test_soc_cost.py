"""A moved slider changes the picture and the table of a network's cost at once."""

from __future__ import annotations

from statistics import median

import pytest
from playwright.sync_api import Page, expect

PATH = "/soc/cost?model=resnet50"
MOST_MILLISECONDS = 300
READ_MILLISECONDS = 60_000
# One step of the slider, as an input event; milliseconds until the result is another element.
STEP = """([name, value]) => new Promise((done) => {
  const menu = document.querySelector(`select[name="${name}"]`);
  const range = menu.closest("label").querySelector("input");
  const old = document.getElementById("soc-result");
  const started = performance.now();
  const seen = new MutationObserver(() => {
    if (document.getElementById("soc-result") === old) return;
    seen.disconnect();
    done(performance.now() - started);
  });
  seen.observe(old.parentElement, { childList: true });
  range.value = value;
  range.dispatchEvent(new InputEvent("input", { bubbles: true }));
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_slider_changes_picture_and_table_at_once(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(PATH)
    slider = page.get_by_label("DRAM bandwidth")
    expect(slider).to_be_visible(timeout=READ_MILLISECONDS)
    before = _shown(page)
    name = "set.dram.transfer_rate_mtps"
    times = [page.evaluate(STEP, [name, value]) for value in (0, 9, 1, 8, 0)]
    after = _shown(page)
    assert median(times) <= MOST_MILLISECONDS, times
    assert after[0] != before[0]
    assert after[1] != before[1]
    assert "bound by main memory" in page.locator(".chart-keys").inner_text()
    expect(page.locator("label", has=slider).locator("output")).to_have_text("4.27 GB/s")
    assert "set.dram.transfer_rate_mtps=533.25" in page.url


def _shown(page: Page) -> tuple[str, str]:
    """The picture and the table of kernels."""
    table = page.get_by_role("group", name="Kernels", exact=True)
    return page.locator("svg.chart").first.inner_html(), table.inner_text()
