"""The scenes of lessons against the records they come from, and within their panels."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import get_args

import numpy as np
import pytest

import compiler_core.pipelines.model_runs as model_runs
from app.drawing.scenes.awq_scales import AwqFacts, awq_scene
from app.drawing.scenes.head_shares import MOST_TOKENS
from app.drawing.scenes.pieces import WIDTH
from app.drawing.scenes.record import Element, Scene
from app.drawing.scenes.states import state_at
from app.drawing.views.scene import scene_view
from app.lesson.chip_scenes import LANGUAGE_MODEL, TYPE
from app.lesson.language import HEAD, LAYER, ROW_TOKENS
from app.lesson.scenes import SCENE_MAKERS
from app.serving.templating import environment
from compiler_core.claims.facts.chips import chip_record
from compiler_core.lessons.lesson import SceneName
from compiler_core.llm.cache.requests import drawn_requests
from compiler_core.llm.cache.simulation import serve_contiguous, serve_paged
from compiler_core.llm.converting.page_reads import page_reads
from compiler_core.llm.evaluation.shipped import calibration_text, shipped_language_model
from compiler_core.llm.pipeline import cache_stage
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.head_scores import head_scores
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.source import language_source
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.llm.weight_quantisation.records import AwqChannel, AwqCurve, AwqPoint
from compiler_core.soc.decoding.decode import DecodeSpeed
from tests.conftest import ROOT
from tests.facts.recorded import place_recorded

LETTER, SOFT_LETTER = 7.6, 6.6
MOST_PICTURE_BYTES = 20_000
MOST_PLAYER_BYTES = 6_000
"""As it is sent, compressed."""
# Its search takes as long as all others together; the scene is tried with a curve made up here.
SLOW = ("awq",)
CURVE = AwqCurve(
    ("a.weight",), "norm.weight", (AwqPoint(0.0, 0.004), AwqPoint(0.5, 0.002), AwqPoint(1, 0.006)),
    0.5, 0.004, 0.002, (AwqChannel(3, 9.0, 2.5),), "",
)  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def recorded_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Runs that scenes show, as they were written down."""
    kept = list(model_runs._shared)
    model_runs.share_runs_of(tmp_path_factory.mktemp("runs"))
    for run in {run for one in SCENE_MAKERS for run in one.runs()}:
        place_recorded(run)
    yield
    model_runs._shared[:] = kept


@cache
def drawn(name: str) -> Scene:
    if name in SLOW:
        return awq_scene(AwqFacts(CURVE, "A model", ""))
    return next(one for one in SCENE_MAKERS if one.name == name).make()


NAMES = [one.name for one in SCENE_MAKERS]


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
        assert sum(len(one.encode()) for one in pictures) <= MOST_PICTURE_BYTES


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
    boxes = sorted((one for name, one in state.items() if name[0] == "s" and one.opacity),
                   key=lambda one: (one.y, one.x))  # fmt: skip
    assert [one.label.replace("␣", "Ġ") for one in boxes] == [
        text for word in walk.words for text in word.final
    ]
    numbers_below = sorted((one for name, one in state.items() if name.startswith("id")),
                           key=lambda one: (one.y, one.x))  # fmt: skip
    assert tuple(int(one.label) for one in numbers_below) == walk.ids
    merges = [merge for word in walk.words for merge in word.steps]
    for step, merge in zip(scene.steps, merges, strict=False):
        assert f"rank {merge.rank:g}." in step.say


def test_the_file_has_come_when_the_first_token_is_there() -> None:
    scene = drawn("file")
    pages = page_reads(read_header(shipped_language_model("workshop").path))
    for number in range(1, len(scene.steps) + 1):
        read = label(scene, number, "read")
        assert float(read.replace(",", "")) in numbers(scene.steps[number - 1].say) or number in (
            len(scene.steps),
        )
    first = len(scene.steps) - 1
    assert label(scene, first, "read") == f"{pages.header_pages + pages.first_token_pages:,}"
    assert label(scene, first, "touched") == f"{pages.next_token_pages:,}"
    assert label(scene, first + 1, "touched") == f"{2 * pages.next_token_pages:,}"


def test_caches_show_what_each_request_holds() -> None:
    scene = drawn("cache")
    requests = drawn_requests(cache_stage.SEED, cache_stage.REQUESTS, cache_stage.LONGEST_ANSWER)
    runs = {"one": serve_contiguous(requests, cache_stage.CAPACITY),
            "pages": serve_paged(requests, cache_stage.CAPACITY, 16)}  # fmt: skip
    for number, step in enumerate(scene.steps, 1):
        at = int(numbers(step.say)[0])
        state = state_at(scene, number)
        for name, run in runs.items():
            moment = run.moments[min(at, run.steps - 1)]
            assert state[f"{name}-running"].label == str(len(moment.running))
            filled = sum(one.w for key, one in state.items()
                         if key.startswith(f"{name}-f") and one.opacity)  # fmt: skip
            assert filled == pytest.approx(moment.used * WIDTH / run.capacity, abs=2)
    for name, run in runs.items():
        assert label(scene, len(scene.steps), f"{name}-waited") == str(run.waited)


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


def test_each_head_is_drawn_and_told_as_its_own_layer_computes_it() -> None:
    scene, source = drawn("heads"), language_source("workshop")
    model = load_reference(shipped_language_model("workshop").path)
    tokens = tokeniser_of(source.header.tokeniser).encode(source.prompt)[:MOST_TOKENS]
    layers = [head_scores(model, tokens, layer) for layer in range(model.configuration.layers)]
    squares = [square for one in layers for square in one.weights]
    assert len(squares) == len(scene.steps) + 1
    for number, square in enumerate(squares):
        state = state_at(scene, number)
        told = scene.steps[number - 1].say if number else scene.start
        layer, head = divmod(number, model.configuration.heads)
        assert told.startswith(f"Layer {layer}, head {head}:")
        assert (state["layer"].label, state["head"].label) == (str(layer), str(head))
        for row in range(MOST_TOKENS):
            shown = [state[f"s{row}-{column}"].opacity for column in range(row + 1)]
            assert shown == pytest.approx(square[row, : row + 1].tolist(), abs=0.006)
            assert sum(shown) == pytest.approx(1, abs=0.03)
        assert f"number {int(square[-1].argmax()) + 1}," in told
        assert told.endswith(f"{100 * square[-1].max():.0f} %.")
        assert state["own"].label == f"{100 * np.trace(square) / MOST_TOKENS:.0f} %"


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
            assert f"{label(scene, number, 'memory')} ms for memory" in step.say
            assert f"{label(scene, number, 'tokens')} tokens a second" in step.say


def modelled(context: int, batch: int) -> DecodeSpeed:
    """As claims ask for it."""
    values = {"config": LANGUAGE_MODEL, "type": TYPE, "context": context, "batch": batch}
    found = chip_record("generic", "decode", values)
    assert isinstance(found, DecodeSpeed)
    return found


def test_the_slider_has_each_batch_as_the_model_says() -> None:
    scene = drawn("batches")
    bound = {part: set() for part in ("memory", "compute", "launch")}
    for number in range(len(scene.steps) + 1):
        speed, state = modelled(128, number + 1), state_at(scene, number)
        assert speed.tokens_per_second
        assert state["batch"].label == str(number + 1)
        assert state["all"].label == f"{speed.tokens_per_second:.1f}"
        said = scene.steps[number - 1].say if number else scene.start
        for part in bound:
            milliseconds = f"{(getattr(speed, f'{part}_seconds') or 0) * 1e3:.1f} ms"
            assert state[f"ms-{part}"].label == milliseconds
            assert part == "launch" or milliseconds in said
            if "now" in state[f"t-{part}"].classes:
                bound[part].add(number + 1)
        longest = max(bound, key=lambda part: state[f"t-{part}"].w)
        assert "now" in state[f"t-{longest}"].classes
    assert bound["memory"] == set(range(1, min(bound["compute"])))
    assert 16 < min(bound["compute"]) <= 32
    assert sum("Now the step waits for" in step.say for step in scene.steps) == 1


def test_the_strong_line_of_speeds_parts_reading_from_arithmetic() -> None:
    scene = drawn("speeds")
    state, table = state_at(scene, 0), scene.table
    assert table is not None
    line = {(float(x), float(y), way) for x, y, way in
            re.findall(r"M([\d.]+) ([\d.]+)([vh])", state["turns"].d)}  # fmt: skip
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
    assert {way for *_, way in line} == {"v", "h"}
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
            framed = sum("read" in one.classes.split() for one in boxes)
            assert framed == changed
            if label(scene, number, f"moves{net}") != "–":
                assert int(label(scene, number, f"moves{net}")) == changed


def test_tiles_written_never_fall_and_end_with_all() -> None:
    scene = drawn("gantt")
    for run in range(3):
        told = [int(label(scene, number, f"tiles{run}").replace(",", ""))
                for number in range(len(scene.steps) + 1)]  # fmt: skip
        assert told == sorted(told)
        assert told[-1] == 128
    cycles = [label(scene, len(scene.steps), f"cycles{run}") for run in range(3)]
    assert all(one in scene.steps[-1].say for one in cycles)


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
        "2", "2", "4", "0",
    ]  # fmt: skip
    assert "2 are answered with 1 buffer and 4 are answered with 2 buffers" in scene.steps[-1].say
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
