"""What a new visitor finds from the first page, with the clicks that it takes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

PATIENCE = 60_000


class Visitor:
    """Somebody at the first page, who counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        page.goto("/")

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1

    def link(self, name: str) -> None:
        self.click(self.page.get_by_role("link", name=name, exact=True).first)

    def miniature(self, place: int) -> Locator:
        return self.page.locator(".miniature").nth(place)

    def drag(self, slider: Locator, value: str) -> None:
        slider.fill(value)
        self.clicks += 1


def a_lane_moves(visitor: Visitor) -> None:
    lanes = visitor.miniature(0)
    before = lanes.locator("[data-scene-first]").inner_html()
    visitor.click(lanes.get_by_role("button", name="Play"))
    expect(lanes.locator("[data-scene-at]")).not_to_have_text(re.compile("^0 of"))
    assert lanes.locator("[data-scene-first]").inner_html() != before


def draw_and_classify(visitor: Visitor) -> None:
    visitor.link("Bring a model")
    canvas = visitor.page.locator("[data-signs] canvas")
    box = canvas.bounding_box()
    assert box is not None
    draw_cross(visitor.page, box["x"], box["y"], box["width"])
    visitor.clicks += 1
    says = visitor.page.locator("[data-signs-says]")
    expect(says).to_contain_text("the network says", timeout=PATIENCE)
    expect(visitor.page.locator(".is-likeliest")).to_have_attribute(
        "data-sign", re.compile("cross|plus")
    )


def draw_cross(page: Page, x: float, y: float, side: float) -> None:
    """Two strokes from corner to corner."""
    low, high = 0.25 * side, 0.75 * side
    for start, end in (((low, low), (high, high)), ((high, low), (low, high))):
        page.mouse.move(x + start[0], y + start[1])
        page.mouse.down()
        page.mouse.move(x + end[0], y + end[1], steps=8)
        page.mouse.up()


def why_a_loop_is_scalar(visitor: Visitor) -> None:
    visitor.link("Loops")
    visitor.click(visitor.page.locator(".starters li a").last)
    visitor.click(visitor.page.get_by_role("button", name="Why", exact=True))
    expect(visitor.page.locator("main")).to_contain_text("did not vectorise", timeout=PATIENCE)


def which_pass_took_a_batch_norm(visitor: Visitor) -> None:
    passes = visitor.miniature(1)
    visitor.drag(passes.locator("[data-scene-scrub]"), "4")
    expect(passes.locator("[data-scene-say]")).to_contain_text("BatchNorm")


def drag_a_threshold(visitor: Visitor) -> None:
    visitor.link("Watch the graph shrink")
    visitor.click(visitor.page.locator('[data-stages] a[href*="/quantise"]').first)
    scene = visitor.page.locator("[data-scene]")
    expect(scene).to_contain_text("Where should it end?", timeout=PATIENCE)
    visitor.drag(scene.locator("[data-scene-scrub]"), "6")
    expect(scene.locator("[data-scene-say]")).to_contain_text("times the error of the whole range")


def who_frees_an_arena_byte(visitor: Visitor) -> None:
    visitor.link("Watch the graph shrink")
    visitor.click(visitor.page.locator('[data-stages] a[href*="/engine"]').first)
    scene = visitor.page.locator("[data-scene]")
    expect(scene).to_contain_text("Tensors share one piece of memory", timeout=PATIENCE)
    visitor.drag(scene.locator("[data-scene-scrub]"), "5")
    expect(scene.locator("[data-scene-say]")).to_contain_text("Free again")


def rivals_of_token_five(visitor: Visitor) -> None:
    decode = visitor.miniature(2)
    # The first picture shows the first token already.
    visitor.drag(decode.locator("[data-scene-scrub]"), "4")
    expect(decode.locator("[data-scene-at]")).to_contain_text("token 5 of ")
    expect(decode.locator("[data-scene-first]")).to_contain_text("%")


def does_8b_in_f16_fit(visitor: Visitor) -> None:
    visitor.link("8 billion parameters in F16 fit")
    expect(visitor.page.locator("main")).to_contain_text(re.compile("does not fit"))


def what_binds_decode(visitor: Visitor) -> None:
    visitor.link("Chips")
    visitor.click(visitor.page.locator('main a[href^="/soc/decode"]').first)
    expect(visitor.page.locator("main")).to_contain_text("it waits for main memory")


def a_wrong_prediction_is_answered(visitor: Visitor) -> None:
    visitor.link("Begin the first lesson")
    wrong = visitor.page.locator(".choice.is-wrong").first
    visitor.click(wrong.locator("input"))
    expect(wrong.locator(".reply")).to_be_visible()
    assert len(wrong.locator(".reply").inner_text().split()) > 5


TASKS: tuple[tuple[Callable[[Visitor], None], int], ...] = (
    (a_lane_moves, 2),
    (draw_and_classify, 2),
    (why_a_loop_is_scalar, 3),
    (which_pass_took_a_batch_norm, 4),
    (drag_a_threshold, 3),
    (who_frees_an_arena_byte, 4),
    (rivals_of_token_five, 3),
    (does_8b_in_f16_fit, 3),
    (what_binds_decode, 3),
    (a_wrong_prediction_is_answered, 3),
)
"""What is to be found, and the most clicks that it may take."""


@pytest.mark.parametrize(("task", "most"), TASKS, ids=lambda one: getattr(one, "__name__", ""))
def test_a_new_visitor_finds_it(page: Page, task: Callable[[Visitor], None], most: int) -> None:
    visitor = Visitor(page)
    task(visitor)
    assert 0 < visitor.clicks <= most


def test_without_scripts_signs_are_links(plain_page: Page) -> None:
    plain_page.goto("/model")
    plain_page.get_by_role("link", name="heart").click()
    expect(plain_page.locator("[data-signs-says]")).to_contain_text("the network says heart")
    expect(plain_page.locator("canvas")).to_have_count(0)
