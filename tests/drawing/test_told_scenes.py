"""Every state of a scene against what the core computes apart from it, and mutants of it.

A mutant is the scene with one change of one element left out of one step: a cell that stays lit, a
number that is not brought up to date. The check of its scene has to notice it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise

import numpy as np
import pytest

from app.drawing.scenes.head_shares import MOST_TOKENS
from app.drawing.scenes.pieces import WIDTH
from app.drawing.scenes.record import Element, Scene
from app.drawing.scenes.states import state_at
from app.lesson.chip_scenes import LANGUAGE_MODEL, TYPE
from compiler_core.claims.facts.chips import chip_record
from compiler_core.llm.cache.moments import CacheMoment, CacheRun
from compiler_core.llm.cache.requests import drawn_requests
from compiler_core.llm.cache.simulation import serve_contiguous, serve_paged
from compiler_core.llm.evaluation.shipped import shipped_language_model
from compiler_core.llm.pipeline import cache_stage
from compiler_core.llm.reference.head_scores import head_scores
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.source import language_source
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.soc.decoding.decode import DecodeSpeed
from tests.drawing.recorded_scenes import drawn

State = Mapping[str, Element]


def states(scene: Scene) -> Iterator[tuple[str, State]]:
    """What is said and drawn, from the first state on."""
    state = state_at(scene, 0)
    yield scene.start, state
    for step in scene.steps:
        changed = {
            name: replace(state[name], **values)  # pyright: ignore[reportArgumentType]
            for name, values in step.set.items()
        }
        state = {**state, **changed}
        yield step.say, state


@cache
def cache_runs() -> dict[str, CacheRun]:
    requests = drawn_requests(cache_stage.SEED, cache_stage.REQUESTS, cache_stage.LONGEST_ANSWER)
    return {
        "one": serve_contiguous(requests, cache_stage.CAPACITY),
        "pages": serve_paged(requests, cache_stage.CAPACITY, 16),
    }


def check_caches(scene: Scene) -> None:
    for said, state in states(scene):
        found = re.search(r"Step (\d+)\.", said)
        assert found
        for name, run in cache_runs().items():
            at = min(int(found[1]), run.steps - 1)
            check_memory(name, run, run.moments[at], state)
            waited = sum(len(moment.waiting) for moment in run.moments[: at + 1])
            assert state[f"{name}-waited"].label == str(waited)
    last = state_at(scene, len(scene.steps))
    assert {name: last[f"{name}-waited"].label for name in cache_runs()} == {
        name: str(run.waited) for name, run in cache_runs().items()
    }


def check_memory(name: str, run: CacheRun, moment: CacheMoment, state: State) -> None:
    """The boxes are the reserved cells, each washed as far as it holds something."""
    cells, scale = [one for one in moment.cells if one.owners], WIDTH / run.capacity
    for part, sizes in (("b", [one.size for one in cells]), ("f", [one.used for one in cells])):
        shown = [
            one
            for key, one in state.items()
            if re.fullmatch(rf"{name}-{part}\d+", key) and one.opacity
        ]
        wanted = [(one.start * scale, size * scale) for one, size in zip(cells, sizes, strict=True)]
        assert [(one.x, one.w) for one in shown] == [pytest.approx(one, abs=0.1) for one in wanted]
    labels = [state[f"{name}-b{place}"].label for place in range(len(cells))]
    assert all(label in ("", cell.owners[0]) for label, cell in zip(labels, cells, strict=True))
    assert all(label or cell.size * scale < 16.1 for label, cell in zip(labels, cells, strict=True))
    reserved = sum(one.size for one in cells)
    used = f"{100 * moment.used / reserved:.0f}%" if reserved else "–"
    assert state[f"{name}-used"].label == used
    assert state[f"{name}-running"].label == str(len(moment.running))
    assert state[f"{name}-time"].label == f"step {moment.step}"
    queue = state[f"{name}-queue"]
    assert ("waiting" in queue.classes) == bool(moment.waiting)
    assert queue.label.removeprefix("waiting: ").split() == (
        list(moment.waiting) or ["nobody", "waits"]
    )


@cache
def head_squares() -> list[tuple[int, int, np.ndarray]]:
    """Layer, head, shares."""
    source, model = (
        language_source("workshop"),
        load_reference(shipped_language_model("workshop").path),
    )
    tokens = tokeniser_of(source.header.tokeniser).encode(source.prompt)[:MOST_TOKENS]
    return [
        (layer, head, square)
        for layer in range(model.configuration.layers)
        for head, square in enumerate(head_scores(model, tokens, layer).weights)
    ]


def check_heads(scene: Scene) -> None:
    for (said, state), (layer, head, square) in zip(states(scene), head_squares(), strict=True):
        assert said.startswith(f"Layer {layer}, head {head}:")
        assert (state["layer"].label, state["head"].label) == (str(layer), str(head))
        for row in range(MOST_TOKENS):
            shown = [state[f"s{row}-{column}"].opacity for column in range(row + 1)]
            assert shown == pytest.approx(square[row, : row + 1].tolist(), abs=0.0051)
        assert f"number {int(square[-1].argmax()) + 1}," in said
        assert said.endswith(f"{100 * square[-1].max():.0f}%.")
        assert state["own"].label == f"{100 * np.trace(square) / MOST_TOKENS:.0f}%"
        assert state["first"].label == f"{100 * square[1:, 0].mean():.0f}%"


@cache
def modelled(context: int, batch: int) -> DecodeSpeed:
    """As claims ask for it."""
    values = {"config": LANGUAGE_MODEL, "type": TYPE, "context": context, "batch": batch}
    found = chip_record("generic", "decode", values)
    assert isinstance(found, DecodeSpeed)
    return found


PARTS = ("memory", "compute", "launch")


def milliseconds(speed: DecodeSpeed, part: str) -> float:
    return (getattr(speed, f"{part}_seconds") or 0.0) * 1e3


def check_batches(scene: Scene) -> None:
    bound: dict[str, list[int]] = {part: [] for part in PARTS}
    last = len(scene.steps) + 1
    longest = max(milliseconds(modelled(128, last), part) for part in PARTS)
    fastest = max(modelled(128, batch).tokens_per_second or 0.0 for batch in range(1, last + 1))
    left, right = 6, WIDTH - 6
    bottom, end = state_at(scene, 0)["from"].y - 16, state_at(scene, last - 1)
    widest = max(end[f"t-{part}"].w for part in PARTS)
    for batch, (said, state) in enumerate(states(scene), 1):
        speed = modelled(128, batch)
        rate = speed.tokens_per_second or 0.0
        assert state["batch"].label == str(batch)
        assert state["all"].label == f"{rate:.1f}"
        assert state["each"].label == f"{rate / batch:.1f}"
        assert state["dot"].x == pytest.approx(
            left + (right - left) * (batch - 1) / (last - 1), 0.1
        )
        assert bottom - state["dot"].y == pytest.approx((bottom - 8) * rate / fastest, abs=0.1)
        for part in PARTS:
            took, bar = milliseconds(speed, part), state[f"t-{part}"]
            assert state[f"ms-{part}"].label == f"{took:.1f} ms"
            assert bar.w == pytest.approx(max(1, widest * took / longest), abs=0.06)
            assert part == "launch" or f"{took:.1f} ms" in said
            if "now" in bar.classes:
                bound[part].append(batch)
        assert "now" in state[f"t-{speed.bound}"].classes
    assert sorted(chain.from_iterable(bound.values())) == list(range(1, last + 1))
    assert 2 < min(bound["compute"]) <= 4
    assert sum("Now the step waits for" in said for said, _ in states(scene)) == 1


def check_speeds(scene: Scene) -> None:
    table = scene.table
    assert table is not None
    contexts = [int(row[0].replace(",", "")) for row in table.rows]
    batches = [int(name.split()[0]) for name in table.head[1:]]
    dull = {name: one.classes for name, one in state_at(scene, len(scene.steps)).items()}
    for number, (said, state) in enumerate(states(scene)):
        lit = [name for name, one in state.items() if one.classes == "cell now"]
        assert len(lit) == 1
        row, column = (int(one) for one in lit[0][1:].split("-"))
        speed, rate = modelled(contexts[row], batches[column]), table.rows[row][column + 1]
        told = state["all"].label
        assert rate.startswith(told)
        assert f"{contexts[row]:,} positions" in said
        assert told in said.replace("It does not", "does not")
        assert state["needs"].label.split()[0] == f"{speed.needed_bytes / 2**30:.3g}"
        each = (speed.tokens_per_second or 0.0) / batches[column]
        assert state["each"].label == "–" or float(state["each"].label) == pytest.approx(each, 0.01)
        assert (state["each"].label == "–") == (not speed.fits)
        if number < len(scene.steps):
            others = {name: one.classes for name, one in state.items() if name not in lit}
            assert all(
                dull[name] == classes
                for name, classes in others.items()
                if dull[name] != "cell now"
            )


CHECKS: dict[str, Callable[[Scene], None]] = {
    "cache": check_caches,
    "heads": check_heads,
    "batches": check_batches,
    "speeds": check_speeds,
}


@pytest.mark.parametrize("name", CHECKS)
def test_each_state_is_what_the_core_computes(name: str) -> None:
    CHECKS[name](drawn(name))


def mutants(scene: Scene) -> Iterator[tuple[str, Scene]]:
    """Of each element that changes one: the middle of its changes is left out."""
    moments = list(pairwise(state for _, state in states(scene)))
    for name in {name for step in scene.steps for name in step.set}:
        told = [at for at, (before, after) in enumerate(moments) if before[name] != after[name]]
        if told:
            at = told[len(told) // 2]
            step = scene.steps[at]
            less = {key: values for key, values in step.set.items() if key != name}
            steps = (*scene.steps[:at], replace(step, set=less), *scene.steps[at + 1 :])
            yield f"{name} in step {at + 1}", replace(scene, steps=steps)


@pytest.mark.parametrize("name", CHECKS)
def test_a_change_that_is_left_out_is_noticed(name: str) -> None:
    tried, survived = 0, []
    for told, mutant in mutants(drawn(name)):
        tried += 1
        try:
            CHECKS[name](mutant)
        except AssertionError:
            continue
        survived.append(told)
    assert tried > 5
    assert survived == []
