"""How long a step of a slider on the chips' cost page takes until picture and table are others."""

from __future__ import annotations

from statistics import median

from script.benchmarks.measurement import Measurement
from script.benchmarks.page import browser_path

PATH = "/soc/cost?model=resnet50"
MOST_MILLISECONDS = 300
READ_MILLISECONDS = 60_000
FIGURE = "set.dram.transfer_rate_mtps"
STEPS = (0, 9, 1, 8, 0, 9, 1)
# One step, as an input event; milliseconds until the result is another element.
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


async def measure_slider(host: str, port: int) -> Measurement:
    """The median of several steps, beside the longest."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox"]
        )
        page = await browser.new_page()
        await page.goto(f"http://{host}:{port}{PATH}")
        await page.get_by_label("DRAM bandwidth").wait_for(timeout=READ_MILLISECONDS)
        times = [await page.evaluate(STEP, [FIGURE, value]) for value in STEPS]
        await browser.close()
    return Measurement(
        what="slider on a chip's cost, a step",
        ours=f"{median(times):.0f} ms",
        other=f"longest {max(times):.0f} ms",
        ratio="",
        limit=f"at most {MOST_MILLISECONDS} ms",
        met=median(times) <= MOST_MILLISECONDS,
    )
