"""What tests ask of scenes on a page, in the browser's own words."""

from __future__ import annotations

from playwright.sync_api import ViewportSize

NARROW = ViewportSize(width=360, height=740)
SMALLEST_TEXT = """
() => Math.min(...[...document.querySelectorAll("[data-scene-first] text")]
  .filter((text) => text.textContent.trim())
  .map((text) => parseFloat(getComputedStyle(text).fontSize) *
    text.ownerSVGElement.getBoundingClientRect().width /
    text.ownerSVGElement.viewBox.baseVal.width))
"""
"""Pixels on the screen of the smallest text that says something."""
OUTSIDE = """
() => [...document.querySelectorAll("[data-scene-first] text")].filter((text) => {
  const own = text.getBoundingClientRect(), room = text.ownerSVGElement.getBoundingClientRect();
  return own.left < room.left - 1 || own.right > room.right + 1 || own.bottom > room.bottom + 1;
}).map((text) => text.textContent)
"""
"""Texts that leave their picture."""
DRAWN = 'picture => picture.innerHTML.replace(/ ?style="[^"]*"/g, \'\')'
"""Of a scene's picture: what is drawn, without what the player set to get there."""
