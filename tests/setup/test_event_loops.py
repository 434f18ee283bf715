"""What a browser's test leaves in its thread does not reach the next test."""

from __future__ import annotations

import asyncio

from playwright.sync_api import Browser

from tests.event_loops import no_loop_left_behind


async def nothing() -> bool:
    return True


def test_a_loop_that_runs_is_not_met_and_comes_back() -> None:
    async def outer() -> bool:
        before = asyncio.get_running_loop()
        with no_loop_left_behind():
            assert asyncio.run(nothing())
        return asyncio.get_running_loop() is before

    assert asyncio.run(outer())


def test_a_browser_is_driven(browser: Browser) -> None:
    assert browser.is_connected()


def test_a_loop_starts_after_a_browser_was_driven() -> None:
    assert asyncio.run(nothing())


def test_the_browser_is_driven_again(browser: Browser) -> None:
    page = browser.new_page()
    assert page.evaluate("1 + 1") == 2
    page.close()
