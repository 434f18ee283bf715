"""Whether everyone can read a page: what axe-core finds in both themes, and what sticks out.

A page is loaded once: themes and widths are media features, which pages answer by style sheets
alone. Rules other than contrast look at the document, which is the same in both themes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
# 360 px is a phone; 720 px is what a 1440 px screen has left at 200 % zoom.
WIDTHS = (720, 360)
HEIGHT = 700
# For pages that are looked at by axe: its script may come in, and colours do not fade over.
LOOKED_AT: dict[str, Any] = {"bypass_csp": True, "reduced_motion": "reduce"}
# Two frames later style sheets and observers of sizes have answered.
_SETTLE = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
_OUT_OF_SIGHT = """() => [...document.querySelectorAll("button, a[href], select, summary")]
  .filter(one => !one.matches('a[href="#main"]') && one.checkVisibility())
  .filter(one => {
    const box = one.getBoundingClientRect();
    return box.width && (box.right + scrollX <= -1000 || box.bottom + scrollY <= -1000);
  })
  .map(one => one.textContent.trim())"""
_RUN = """([within, options]) =>
  axe.run(within || document, options).then(result => result.violations)"""


def violations(page: Page, within: str = "") -> list[str]:
    """What axe-core finds on the page as it stands: theme, rule and the first places.

    within: a selector of the parts that are looked at, "" for all of the page.
    """
    page.add_script_tag(path=AXE)
    light = _found(page, within, "light", {"resultTypes": ["violations"]})
    contrast = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
    return light + _found(page, within, "dark", contrast)


def _found(
    page: Page, within: str, theme: Literal["light", "dark"], options: dict[str, Any]
) -> list[str]:
    page.emulate_media(color_scheme=theme)
    page.evaluate(_SETTLE)
    found: list[dict[str, Any]] = page.evaluate(_RUN, [within, options])
    return [
        f"{theme}: {rule['id']}: {node['target']} {node.get('failureSummary', '')}"
        for rule in found
        for node in rule["nodes"][:3]
    ]


def sticking_out(page: Page) -> dict[int, tuple[int, int]]:
    """For each width at which the page scrolls sideways: what it takes, and what there is, px."""
    rooms = {width: _room(page, width) for width in WIDTHS}
    return {width: room for width, room in rooms.items() if room[0] > room[1]}


def out_of_sight(page: Page) -> list[str]:
    """Buttons and links that are drawn, but so far left of the page or above it that no scrolling
    leads there.

    Only the link over the page's head stands there on purpose, until it has the focus.
    """
    return page.evaluate(_OUT_OF_SIGHT)


def _room(page: Page, width: int) -> tuple[int, int]:
    page.set_viewport_size({"width": width, "height": HEIGHT})
    page.evaluate(_SETTLE)
    taken, there = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return taken, there
