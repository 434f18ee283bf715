"""Row 5: what Chromium transfers for the first page with an empty cache."""

from __future__ import annotations

import shutil
from typing import Any

from script.benchmarks.measurement import Measurement

MOST_BYTES = 200_000
PAGES = ("/", "/loop")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


async def measure_page(host: str, port: int) -> Measurement:
    """The larger of the home page and the explorer, headers included, against its unpacked size."""
    measured = [await _transferred(f"http://{host}:{port}{page}") for page in PAGES]
    transferred, unpacked = max(measured)
    return Measurement(
        what="first page, empty cache",
        ours=" and ".join(
            f"{page} {size / 1000:.1f} kB" for page, (size, _) in zip(PAGES, measured, strict=True)
        ),
        other=f"unpacked {unpacked / 1000:.1f} kB",
        ratio=f"{transferred / unpacked:.2f} of it",
        limit=f"at most {MOST_BYTES // 1000} kB",
        met=transferred <= MOST_BYTES,
    )


def browser_path() -> str:
    """The installed Chromium."""
    for name in BROWSERS:
        path = shutil.which(name)
        if path:
            return path
    raise SystemExit("No Chromium is installed; on Debian: apt-get install chromium")


async def _transferred(url: str) -> tuple[int, int]:
    """Bytes over the wire and bytes after unpacking, of the page and all that it loads."""
    from playwright.async_api import async_playwright

    sizes = {"wire": 0, "unpacked": 0}

    def finished(event: dict[str, Any]) -> None:
        sizes["wire"] += int(event["encodedDataLength"])

    def received(event: dict[str, Any]) -> None:
        sizes["unpacked"] += int(event["dataLength"])

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=browser_path(), args=["--no-sandbox"]
        )
        page = await (await browser.new_context()).new_page()
        session = await page.context.new_cdp_session(page)
        session.on("Network.loadingFinished", finished)
        session.on("Network.dataReceived", received)
        await session.send("Network.enable")
        answer = await page.goto(url, wait_until="networkidle")
        assert answer is not None
        assert answer.status == 200, f"{url}: status {answer.status}"
        await browser.close()
    return sizes["wire"], sizes["unpacked"]
