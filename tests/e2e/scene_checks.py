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
OUT_OF_SIGHT = """
async (figure) => {
  const find = (name) => figure.querySelector(`[data-scene-${name}]`);
  const data = JSON.parse(find("data").content.textContent);
  figure.dispatchEvent(new KeyboardEvent("keydown", { key: "Home" }));
  find("first").scrollIntoView({ block: "start" });
  const missed = [];
  for (const [at, step] of data.steps.entries()) {
    find("on").click();
    await new Promise(requestAnimationFrame);
    const buttons = find("player").getBoundingClientRect();
    if (buttons.bottom > innerHeight + 1 || buttons.top < 0) missed.push(`${at + 1}: buttons`);
    const shape = find("first").querySelector(`[data-id="${step.focus}"]`);
    if (!shape) continue;
    const part = shape.getBoundingClientRect();
    const room = figure.querySelector(".scene-bar").getBoundingClientRect().top;
    const isTall = part.height > room && Math.abs(part.top) <= 1;
    const isSeen = part.top >= -1 && (part.bottom <= room + 1 || isTall);
    if (!isSeen) missed.push(`${at + 1}: ${step.focus}`);
  }
  return missed;
}
"""
"""Of a scene, with less motion: steps whose moving part or buttons leave the screen.

Of a part taller than the screen, the upper end is there.
"""
