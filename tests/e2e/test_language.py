"""A language model in a real browser: watched while it writes, walked through, accessible."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from compiler_core.llm.stages import STAGES
from tests.e2e.accessibility import LOOKED_AT, sticking_out, violations
from tests.e2e.test_model import open_ended
from tests.llm.tiny_models import tiny_gguf
from tests.patience import PATIENCE_MILLISECONDS

MODEL = "workshop"
NAMES = tuple(stage.name for stage in STAGES)
PAGES = tuple(f"/model/{MODEL}/{name}" for name in NAMES)
# Sent whole up to here; of a larger file only the header goes out.
LARGEST_SENT = 64 << 20


@pytest.mark.parametrize("path", PAGES)
def test_everyone_can_read_it(browser_page: Callable[..., Page], path: str) -> None:
    page = browser_page(**LOOKED_AT)
    open_ended(page, path)
    assert violations(page) == []
    assert sticking_out(page) == {}


def test_all_seven_stages_have_room_side_by_side(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    open_ended(page, PAGES[-1])
    taken, there = page.locator(".stages ol").evaluate("row => [row.scrollWidth, row.clientWidth]")
    assert taken <= there


def test_the_program_is_watched_while_it_writes(page: Page) -> None:
    page.goto(f"/model/{MODEL}/decode?tokens=40&prompt=There+was+a+loop")
    written = page.locator("[data-written]")
    expect(written).not_to_be_empty(timeout=PATIENCE_MILLISECONDS)
    seen = written.inner_text().strip()
    page.locator("[data-events]").wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)
    expect(page.locator(".written strong")).to_contain_text(seen.split("\n")[0][:8])


def test_another_prompt_and_word_are_a_click_away(page: Page) -> None:
    open_ended(page, f"/model/{MODEL}/tokens")
    page.get_by_label("Text to go on from").fill("Somebody knocked on the door")
    page.get_by_role("button", name="Take this text").click()
    page.locator("[data-events]").wait_for(state="detached", timeout=PATIENCE_MILLISECONDS)
    expect(page.locator(".chips")).to_contain_text("knocked")
    page.locator("summary", has=page.locator("#word-title")).click()
    page.locator(".words a", has_text="door").click()
    expect(page.locator("#word-title")).to_contain_text("door")


def test_a_block_is_drawn_for_the_chosen_tensor(page: Page) -> None:
    open_ended(page, f"/model/{MODEL}/weights")
    page.locator("summary", has_text="Tensor by tensor").click()
    page.get_by_role("link", name="blk.0.attn_q.weight").click()
    expect(page.locator(".fold:has(#block-title) > p").first).to_contain_text("blk.0.attn_q.weight")
    expect(page.locator(".byte-grid li")).to_have_count(18)


def test_a_slider_moves_decode_along_the_roof(page: Page) -> None:
    open_ended(page, f"/model/{MODEL}/decode?chip=raspberry-pi-5")
    told = page.locator("[data-batch] output")
    expect(told).to_contain_text("bound by memory")
    page.locator("[data-batch] input").focus()
    page.keyboard.press("End")
    expect(told).to_contain_text("decode of 128")
    expect(told).to_contain_text("bound by compute")
    expect(page.locator("circle.is-chosen")).to_have_count(1)


def test_of_a_large_file_only_the_header_is_sent(page: Page, tmp_path: Path) -> None:
    path = tiny_gguf(tmp_path / "large.gguf")
    with path.open("r+b") as file:
        file.truncate(LARGEST_SENT + 1)
    sent: list[int] = []
    page.on(
        "request",
        lambda request: (
            sent.append(len(request.post_data_buffer or b"")) if request.method == "POST" else None
        ),
    )
    page.goto("/model")
    page.locator("#model-file").set_input_files(path)
    page.get_by_role("button", name="Compile it").click()
    expect(page).to_have_url(
        re.compile(r"/model/[0-9a-f]{20}/tokens$"), timeout=PATIENCE_MILLISECONDS
    )
    open_ended(page, page.url.replace("/tokens", "/convert"))
    expect(page.locator("main")).to_contain_text("Only the header of this file was sent")
    assert max(sent) < LARGEST_SENT // 1.5
