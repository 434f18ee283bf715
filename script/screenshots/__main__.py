"""The explorer with an example loop and one vector instruction chosen, as the README shows it."""

from __future__ import annotations

import sys

from playwright.sync_api import sync_playwright

from script.benchmarks.page import browser_path
from script.benchmarks.server import ROOT, running_server

ADDRESS = "/loop?example=axpy-restrict"
INSTRUCTION = 'a.pick[aria-label*=": fmla "]'
PICTURE = ROOT / "docs" / "images" / "explorer.png"
WIDTH, HEIGHT = 1440, 900


def main() -> int:
    """Open, choose, take the picture."""
    with running_server() as (host, port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox", "--force-color-profile=srgb"]
        )
        context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT},
            color_scheme="light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        answer = page.goto(f"http://{host}:{port}{ADDRESS}", wait_until="networkidle")
        assert answer is not None
        assert answer.status == 200
        page.locator(INSTRUCTION).first.click()
        page.wait_for_load_state("networkidle")
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURE)
        browser.close()
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
