"""The row of stages is longer than a small screen: the stage that is shown can be seen in it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from compiler_core.graph.stages import STAGES
from tests.patience import PATIENCE_MILLISECONDS

# How far the current stage stands out of its row, or of the window, in pixels on each side.
HIDDEN = """() => {
  const row = document.querySelector("[data-stages] ol").getBoundingClientRect();
  const tab = document.querySelector("[data-stages] [aria-current]").getBoundingClientRect();
  const left = Math.max(row.left, 0);
  const right = Math.min(row.right, document.documentElement.clientWidth);
  return [left - tab.left, tab.right - right, -tab.top, tab.bottom - innerHeight];
}"""


@pytest.mark.parametrize("width", [720, 360])
def test_the_current_stage_is_in_sight(browser_page: Callable[..., Page], width: int) -> None:
    page = browser_page(viewport={"width": width, "height": 800})
    for stage in STAGES:
        page.goto(f"/model/depthwise/{stage.name}")
        page.locator("[data-events]").wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)
        assert max(page.evaluate(HIDDEN)) <= 1, stage.name
