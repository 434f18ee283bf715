"""Every scene of every page, in a real browser: without scripts, by keyboard, still, for everyone.

The pages come from the registries, so a new scene is tried without being named here. What one scene
does in depth is in test_scenes.py, what a page has around its scenes in the tests of the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from app.site.miniatures import MINIATURES
from app.soc.every_view import VIEWS
from compiler_core.graph.stages import STAGE_NAMES
from compiler_core.lessons.lesson import Figure, Lesson, LessonScene
from compiler_core.lessons.reading import load_lessons
from compiler_core.llm.stages import STAGE_NAMES as LANGUAGE_STAGE_NAMES
from tests.e2e.accessibility import LOOKED_AT, violations
from tests.e2e.scene_checks import DRAWN, NARROW, OUT_OF_SIGHT, OUTSIDE, SMALLEST_TEXT
from tests.patience import PATIENCE_MILLISECONDS

UNFINISHED = "[data-events], [data-waiting], .pending"
MOVING = ("lanes", "frames", "overlap", "profile", "textbook")
"""Kinds of figures with a scene; a lesson that has more of them than these says fails its count."""
# A table of what the models can be trusted with, and no picture.
_STILL_VIEWS = ("trust",)


def _pages() -> Iterator[tuple[str, int]]:
    """Addresses, and how many scenes are there."""
    yield "/", len(MINIATURES)
    for lesson in load_lessons():
        if count := _scenes_of(lesson):
            yield f"/learn/{lesson.id}", count
    for model, names in (("residual", STAGE_NAMES), ("workshop", LANGUAGE_STAGE_NAMES)):
        for name in names:
            yield f"/model/{model}/{name}", 1
    for view in VIEWS:
        if view.name not in _STILL_VIEWS:
            yield f"/soc/{view.name}", 1


def _scenes_of(lesson: Lesson) -> int:
    return sum(
        isinstance(section, LessonScene) or (isinstance(section, Figure) and section.kind in MOVING)
        for section in lesson.sections
    )


def opened(page: Page, path: str) -> Page:
    """The page with all its scenes; what waits for a prediction's answer is shown."""
    page.goto(path)
    page.locator(UNFINISHED).first.wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)
    return answered(page)


def answered(page: Page) -> Page:
    """What waits for a question's answer is shown, with scripts and without."""
    for question in page.locator(".prediction").all():
        question.locator("input").last.check()
    return page


@pytest.mark.slow
@pytest.mark.parametrize(("path", "count"), list(_pages()))
def test_it_is_there_for_everyone(
    browser_page: Callable[..., Page], plain_page: Page, path: str, count: int
) -> None:
    page = opened(browser_page(**LOOKED_AT), path)
    expect(page.locator("[data-scene]")).to_have_count(count)
    expect(page.locator(".scene-none")).to_have_count(0)
    for scene in page.locator("[data-scene]").all():
        steps_by_keyboard_and_stays_still(scene)
    assert violations(page, "[data-scene]") == []
    page.set_viewport_size(NARROW)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(SMALLEST_TEXT) >= 12
    for scene in page.locator("[data-scene]").all():
        assert scene.evaluate(OUT_OF_SIGHT) == []
    plain_page.goto(path)
    for scene in answered(plain_page).locator("[data-scene]").all():
        tells_all_without_scripts(scene)


def steps_by_keyboard_and_stays_still(scene: Locator) -> None:
    """There and back leads to the first picture; the last words are the list's last. Ends there."""
    picture, said = scene.locator("[data-scene-first]"), scene.locator("[data-scene-say]")
    first = picture.evaluate(DRAWN)
    picture.focus()
    picture.press("ArrowRight")
    assert scene.locator("[data-scene-scrub]").input_value() == "1"
    assert scene.locator(".shape.ghost").count() == 0
    assert scene.evaluate("scene => scene.getAnimations({ subtree: true }).length") == 0
    picture.press("Home")
    assert picture.evaluate(DRAWN) == first
    picture.press("End")
    assert picture.evaluate(DRAWN) != first
    last = scene.locator("[data-scene-says] li").last.text_content()
    assert said.text_content() == last


def tells_all_without_scripts(scene: Locator) -> None:
    """First and last picture, and every step as text."""
    expect(scene.locator("[data-scene-player]")).to_be_hidden()
    expect(scene.locator("[data-scene-last] svg").first).to_be_visible()
    assert (
        scene.locator("[data-scene-first] svg").count()
        == scene.locator("[data-scene-last] svg").count()
    )
    scene.locator(".scene-steps summary").click()
    expect(scene.locator("[data-scene-says] li").first).to_be_visible()
