"""The scenes of lessons against the records they come from, and within their panels."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import get_args

import numpy as np
import pytest

from app.drawing.scenes.record import Element, Scene
from app.drawing.scenes.states import state_at
from app.drawing.scenes.views.scene import scene_view
from app.lesson.language import COUNTED_TOKENS, HEAD, LAYER, ROW_TOKENS, scene_run
from app.serving.templating import environment
from compiler_core.lessons.lesson import SceneName
from compiler_core.llm.evaluation.shipped import calibration_text, shipped_language_model
from compiler_core.llm.pipeline.convert_stage import ConvertDetails
from compiler_core.llm.reference.head_scores import head_scores
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.source import language_source
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.pipelines.model_runs import stage_result
from tests.conftest import ROOT
from tests.drawing.recorded_scenes import CURVE, NAMES, drawn, recorded_runs
from tests.drawing.test_told_scenes import modelled

LETTER, SOFT_LETTER = 7.6, 6.6
MOST_PICTURE_BYTES = 20_000
MOST_PLAYER_BYTES = 6_000
"""As it is sent, compressed."""


@pytest.fixture(scope="module", autouse=True)
def placed_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with recorded_runs(tmp_path_factory.mktemp("runs")):
        yield


def test_each_name_that_lessons_may_use_has_a_scene() -> None:
    assert sorted(get_args(SceneName)) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_scene_keeps_its_limits_and_its_panels(name: str) -> None:
    scene = drawn(name)
    scene_view(scene)
    for number in range(len(scene.steps) + 1):
        state = state_at(scene, number)
        for panel in scene.panels:
            for one in (state[element.id] for element in panel.elements):
                if one.opacity:
                    assert_inside(one, panel.width, panel.height)


@pytest.mark.parametrize("name", NAMES)
def test_the_pictures_of_a_state_are_small(name: str) -> None:
    template = environment.from_string(
        '{% from "partials/scene.html" import scene %}{{ scene(v) }}'
    )
    text = template.render(v=scene_view(drawn(name)))
    first, _, last = text.partition("data-scene-last")
    for state in (first, last):
        pictures = re.findall(r"<svg.*?</svg>", state, re.DOTALL)
        assert len(pictures) == len(drawn(name).panels)
        assert sum(len(picture.encode()) for picture in pictures) <= MOST_PICTURE_BYTES


def test_the_player_is_small() -> None:
    player = (ROOT / "static" / "js" / "scene.js").read_bytes()
    assert len(gzip.compress(player)) <= MOST_PLAYER_BYTES


def assert_inside(one: Element, width: float, height: float) -> None:
    assert one.x >= -0.5, one
    assert -0.5 <= one.y <= height, one
    if one.shape == "rect":
        assert one.x + one.w <= width + 1, one
        assert one.y + one.h <= height + 1, one
        assert LETTER * len(one.label) <= max(one.w, 0) + 1 or not one.label, one
    if one.shape == "text" and not {"end", "mid"} & set(one.classes.split()):
        assert one.x + SOFT_LETTER * len(one.label) <= width + 1, one


@pytest.mark.parametrize("name", NAMES)
def test_every_step_changes_what_is_drawn(name: str) -> None:
    """A step that says something and moves nothing is a mistake of the drawing."""
    scene = drawn(name)
    for number, step in enumerate(scene.steps):
        assert state_at(scene, number) != state_at(scene, number + 1), step.say


def numbers(text: str) -> list[float]:
    return [float(one.replace(",", "")) for one in re.findall(r"\d[\d,]*\.?\d*", text)]


def label(scene: Scene, number: int, name: str) -> str:
    return state_at(scene, number)[name].label


def test_merges_leave_the_tokens_of_the_tokeniser() -> None:
    source = language_source("workshop")
    walk = tokeniser_of(source.header.tokeniser).merge_walk(source.prompt)
    scene = drawn("tokens")
    state = state_at(scene, len(scene.steps))
    boxes = sorted(
        (one for name, one in state.items() if name[0] == "s" and one.opacity),
        key=lambda one: (one.y, one.x),
    )
    assert [box.label.replace("␣", "Ġ") for box in boxes] == [
        text for word in walk.words for text in word.final
    ]
    numbers_below = sorted(
        (one for name, one in state.items() if name.startswith("id")),
        key=lambda one: (one.y, one.x),
    )
    assert tuple(int(one.label) for one in numbers_below) == walk.ids
    merges = [merge for word in walk.words for merge in word.steps]
    for step, merge in zip(scene.steps, merges, strict=False):
        assert f"rank {merge.rank:g}." in step.say


def test_the_file_has_come_when_the_first_token_is_there() -> None:
    scene = drawn("file")
    file = stage_result(scene_run(COUNTED_TOKENS[0]), "convert").details
    assert isinstance(file, ConvertDetails)
    pages = file.reads
    # The lesson's claims are of that file.
    assert f"the header, {file.header.header_bytes:,} bytes" in scene.steps[0].say
    for number in range(1, len(scene.steps) + 1):
        read = label(scene, number, "read")
        assert float(read.replace(",", "")) in numbers(scene.steps[number - 1].say) or number in (
            len(scene.steps),
        )
    first = len(scene.steps) - 1
    assert label(scene, first, "read") == f"{pages.header_pages + pages.first_token_pages:,}"
    assert label(scene, first, "touched") == f"{pages.next_token_pages:,}"
    assert label(scene, first + 1, "touched") == f"{2 * pages.next_token_pages:,}"


def test_the_last_row_of_attention_is_the_softmax_of_all_its_scores() -> None:
    scene = drawn("attention")
    state = state_at(scene, len(scene.steps))
    shares = [one.opacity for name, one in state.items() if re.fullmatch(r"k\d+", name)]
    assert sum(shares) == pytest.approx(1, abs=0.02)
    model = load_reference(shipped_language_model("workshop").path)
    text = tokeniser_of(language_source("workshop").header.tokeniser).encode(calibration_text())
    head = head_scores(model, text[:ROW_TOKENS], LAYER)
    assert np.abs(head.weights.sum(axis=-1) - 1).max() < 1e-6
    assert shares == pytest.approx(head.weights[HEAD, -1].tolist(), abs=1e-3)


def test_weights_end_on_levels_of_their_block() -> None:
    scene = drawn("levels")
    state = state_at(scene, len(scene.steps))
    levels = {one.y for name, one in state.items() if re.fullmatch(r"level\d+", name)}
    assert {one.y for name, one in state.items() if name[0] == "d"} <= levels
    assert len(levels) == 16


def test_attention_grows_on_a_line_through_both_runs() -> None:
    scene = drawn("engine")
    widths = [state_at(scene, number)["bar1"].w for number in range(1, len(scene.steps) + 1)]
    rises = [after - before for before, after in pairwise(widths)]
    assert min(rises) > 0
    assert max(rises) - min(rises) < 1
    totals = [numbers(step.say) for step in scene.steps]
    assert all(part < whole for _, part, whole, *_ in totals)


def test_under_a_cap_the_share_of_cells_is_that_of_watts() -> None:
    scene = drawn("power")
    for number, step in enumerate(scene.steps, 1):
        state = state_at(scene, number)
        cap, full = (float(state[name].label.replace(",", "")) for name in ("cap", "full"))
        lit = sum("now" in one.classes for name, one in state.items() if name[0] == "b")
        assert lit == pytest.approx(100 * min(1, cap / full), abs=1)
        assert state["on"].label in step.say


def test_the_dot_stays_where_it_is_when_only_the_flat_roof_is_raised() -> None:
    scene = drawn("roof")
    titles = [label(scene, number, "name") for number in range(len(scene.steps) + 1)]
    before, raised = titles.index("Weights in Q4_0"), titles.index("Twice the NPU")
    dots = [state_at(scene, number)["dot"] for number in (before, raised)]
    assert (dots[0].x, dots[0].y) == (dots[1].x, dots[1].y)
    assert state_at(scene, before)["line"].d != state_at(scene, raised)["line"].d
    for number, step in enumerate(scene.steps, 1):
        if label(scene, number, "memory") != "–":
            assert f"memory takes {label(scene, number, 'memory')} ms" in step.say
            assert f"{label(scene, number, 'tokens')} tokens a second" in step.say


def test_the_strong_line_of_speeds_parts_reading_from_arithmetic() -> None:
    scene = drawn("speeds")
    state, table = state_at(scene, 0), scene.table
    assert table is not None
    line = {
        (float(x), float(y), way)
        for x, y, way in re.findall(r"M([\d.]+) ([\d.]+)([vh])", state["turns"].d)
    }
    batches = [int(name.split()[0]) for name in table.head[1:]]
    bounds = {}
    for row, (context, *cells) in enumerate(table.rows):
        for column, (batch, told) in enumerate(zip(batches, cells, strict=True)):
            speed, box = modelled(int(context.replace(",", "")), batch), state[f"m{row}-{column}"]
            assert told.endswith(speed.bound or "does not fit")
            assert (box.label == "✗") == (not speed.fits)
            bounds[row, column] = speed.bound
            above, left = bounds.get((row - 1, column)), bounds.get((row, column - 1))
            for way, other in (("v", left), ("h", above)):
                is_turn = {other, speed.bound} == {"memory", "compute"}
                assert ((round(box.x - 1, 1), box.y - 1, way) in line) == is_turn
    assert "v" in {way for *_, way in line}
    assert [step.say.count("does not fit") for step in scene.steps] == [0] * (
        len(scene.steps) - 1
    ) + [1]


def test_frames_mark_where_the_unit_changes() -> None:
    scene = drawn("units")
    for number in range(1, len(scene.steps) + 1):
        state = state_at(scene, number)
        for net in (0, 1):
            boxes = [one for name, one in state.items() if re.fullmatch(rf"n{net}k\d+", name)]
            changed = sum(a.label != b.label for a, b in pairwise(boxes))
            framed = sum("read" in box.classes.split() for box in boxes)
            assert framed == changed
            if label(scene, number, f"moves{net}") != "–":
                assert int(label(scene, number, f"moves{net}")) == changed


def test_awq_ends_at_the_best_exponent() -> None:
    scene = drawn("awq")
    assert label(scene, len(scene.steps), "alpha") == f"{CURVE.alpha:g}"
    assert label(scene, len(scene.steps), "factor") == "2.50"
    assert label(scene, len(scene.steps), "error") in scene.steps[-1].say


def test_gptq_shows_its_rounded_columns() -> None:
    scene = drawn("gptq")
    for number, step in enumerate(scene.steps[:-1], 1):
        found = [int(one) for one in re.findall(r"-?\d+", step.say)]
        assert label(scene, number, f"w{number - 1}-0") == str(found[2])


def test_frames_are_lost_with_one_buffer_and_not_with_two() -> None:
    scene = drawn("frames")
    end = state_at(scene, len(scene.steps))
    assert [end[f"{name}{at}"].label for at in (0, 1) for name in ("answered", "lost")] == [
        "2",
        "2",
        "4",
        "0",
    ]
    assert "2 with 1 buffer and 4 with 2 buffers are answered" in scene.steps[-1].say
    missed = [one.id for one in end.values() if "gone" in one.classes.split() and one.opacity]
    assert missed == ["m0-1", "m0-3"]
    for number in range(len(scene.steps) + 1):
        state = state_at(scene, number)
        for at in (0, 1):
            told = [int(state[f"{name}{at}"].label) for name in ("answered", "lost")]
            done = [one for name, one in state.items() if re.fullmatch(rf"s{at}-\d-answer", name)]
            assert told[0] == sum(one.opacity == 1 for one in done)
            drawn_lost = [one for name, one in state.items() if name.startswith(f"m{at}-")]
            assert told[1] == sum(one.opacity == 1 for one in drawn_lost)
