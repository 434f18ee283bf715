"""One page in Chromium, as a first visitor meets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

_WIDE, _NARROW, _HEIGHT = 1280, 360, 900
_SLOWER = 4
_A_STEP = 260
_WALKS = 3
_TRIES = 30
_LONGEST_WAIT = 240_000
# Text in pictures, the choices of a menu and the tabs of a row are looked at, not read: those of a
# model's stages stand above #stage, those of a chip's views in the same place.
_WORDS = """() => {
  const main = document.querySelector('#stage') ?? document.querySelector('main') ?? document.body;
  const texts = [];
  const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest('svg, select, textarea, .tab-row, .byte-grid')) continue;
    if (parent.closest('.hidden, .listing, template')) continue;
    if (parent.checkVisibility({ checkVisibilityCSS: true })) texts.push(node.data);
  }
  return texts.join(' ').split(/\\s+/).filter(Boolean).length;
}"""
_TABLES = """() =>
  [...document.querySelectorAll('main table')].filter((one) => one.checkVisibility()).length"""
_PICTURES = """() =>
  [...document.querySelectorAll('main :is(svg, canvas, img)')].filter((one) =>
    one.checkVisibility() && one.getBoundingClientRect().width >= 100
    && one.getBoundingClientRect().height >= 40).length"""
# What moves on a page and what moves it: the first scene with its player, and the page's form.
_ACTION = """() => {
  const names = ['.scene .scene-state', '.scene .scene-player', '#stage form.model-settings',
                 '#soc-controls'];
  const parts = names.map(
    (name) => [...document.querySelectorAll(name)].find((one) => one.checkVisibility()));
  const ends = parts.filter(Boolean).map((one) => one.getBoundingClientRect().bottom + scrollY);
  return ends.length ? Math.round(Math.max(...ends)) : null;
}"""
_ASSEMBLY = """() => {
  const line = document.querySelector('[data-listing] .line');
  return line ? Math.round(line.getBoundingClientRect().top + scrollY) : null;
}"""
# The longest task after each key: a task belongs to the last key that was pressed before it ended.
_WATCH = """() => {
  window.keys = [];
  window.watcher?.disconnect();
  window.heard ??= addEventListener('keydown', () => {
    window.keys.push({ at: performance.now(), longest: 0 });
  }, true) ?? true;
  window.watcher = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const key = window.keys.findLast(({ at }) => at <= startTime + duration);
      if (key) key.longest = Math.max(key.longest, duration);
    }
  });
  window.watcher.observe({ type: 'longtask', buffered: false });
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """One page in Chromium, as a first visitor meets it."""

    height: int
    """Of the whole page, in pixels, at 1280 wide."""
    narrow: int
    """Of the whole page, in pixels, at 360 wide."""
    words: int
    """That are visible in the main part, without those in pictures, menus and tabs."""
    tables: int
    """That are visible in the main part."""
    pictures: int
    """That are visible in the main part and at least 100 by 40 pixels large."""
    action: int | None
    """Where the first scene and the page's own form end, None without either."""
    kilobytes: int
    """Thousands of bytes on the wire for the first view, rounded."""
    assembly: int | None
    """Pixels above the first line, None without a listing."""
    task: int | None
    """Milliseconds of the longest while a scene is stepped through; None without a scene."""


def measured(browser: Browser, address: str) -> Measures:
    """Waits until the page is whole, and opens it anew."""
    context = browser.new_context(viewport={"width": _WIDE, "height": _HEIGHT})
    page = context.new_page()
    _open(page, address)
    context.close()
    context = browser.new_context(viewport={"width": _WIDE, "height": _HEIGHT})
    page = context.new_page()
    wire = _counted(page)
    _open(page, address)
    # What walking through a scene and loading again fetch is no part of the first view.
    kilobytes = round(sum(wire) / 1000)
    size = "document.documentElement.scrollHeight"
    height, words = page.evaluate(size), page.evaluate(_WORDS)
    tables, assembly = page.evaluate(_TABLES), page.evaluate(_ASSEMBLY)
    pictures, action = page.evaluate(_PICTURES), page.evaluate(_ACTION)
    task = _longest_task(page)
    page.set_viewport_size({"width": _NARROW, "height": _HEIGHT})
    page.reload(wait_until="networkidle")
    narrow = page.evaluate(size)
    context.close()
    return Measures(
        height=height,
        narrow=narrow,
        words=words,
        tables=tables,
        pictures=pictures,
        action=action,
        kilobytes=kilobytes,
        assembly=assembly,
        task=task,
    )


def worked_out(browser: Browser, address: str) -> None:
    """Wait until the server has made this page."""
    context = browser.new_context()
    _open(context.new_page(), address)
    context.close()


def _open(page: Page, address: str) -> None:
    answer = page.goto(address, wait_until="load", timeout=_LONGEST_WAIT)
    assert answer is not None
    assert answer.status == 200, f"{address}: status {answer.status}"
    unfinished = page.locator("[data-events], [data-waiting], .pending").first
    unfinished.wait_for(state="detached", timeout=_LONGEST_WAIT)
    page.wait_for_timeout(300)


def _counted(page: Page) -> list[int]:
    """Bytes of all that is loaded from now on, as they come."""
    sizes: list[int] = []

    def finished(event: dict[str, Any]) -> None:
        sizes.append(int(event["encodedDataLength"]))

    session = page.context.new_cdp_session(page)
    session.on("Network.loadingFinished", finished)
    session.send("Network.enable")
    return sizes


def _longest_task(page: Page) -> int | None:
    """Of each step the least of a few walks: what else the machine does only lengthens a task, and
    which step it meets is another each time.
    """
    if not page.locator("[data-scene-first]:visible").count():
        return None
    page.locator(".is-live [data-scene-first]:visible").first.wait_for()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    walks = [_tasks_of_a_walk(page) for _ in range(_WALKS)]
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return round(max(map(min, zip(*walks, strict=True)), default=0))


def _tasks_of_a_walk(page: Page) -> list[float]:
    """Milliseconds of the longest task of each step; 0 where none takes 50."""
    _until_keys_move_it(page)
    page.keyboard.press("Home")
    page.wait_for_timeout(2 * _A_STEP)
    steps = int(page.locator("[data-scene-scrub]:visible").first.get_attribute("max") or 0)
    page.evaluate(_WATCH)
    # By key: for a click the driver looks for its target with scripts in the page, tasks as well.
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(_A_STEP)
    at = page.locator("[data-scene-scrub]:visible").first.input_value()
    assert at == str(steps), f"the scene is at {at} of {steps}"
    return page.evaluate("window.keys.map((key) => key.longest)")


def _until_keys_move_it(page: Page) -> None:
    """Some seconds after a page has come, a browser without a window may still pass no keys on."""
    at = page.locator("[data-scene-scrub]:visible").first
    for _ in range(_TRIES):
        page.bring_to_front()
        page.locator("[data-scene-first]:visible").first.focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(2 * _A_STEP)
        if at.input_value() == "1":
            return
