"""A token in the program's memory, against the engine's plan and the weights of its kernels."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.drawing.scenes.layer_memory import LayerFacts, layer_scene
from app.drawing.scenes.states import state_at
from app.drawing.scenes.views.scene import scene_view
from compiler_core.llm.engine.records import EngineBuild
from compiler_core.llm.engine.settings import settings_of
from compiler_core.llm.engine.step_reads import step_reads
from compiler_core.llm.engine.write import write_engine
from compiler_core.llm.reading.header import read_header
from tests.drawing.test_lesson_scenes import assert_inside
from tests.llm.engine.engines import tiny_model
from tests.llm.tiny_models import KINDS, tiny_configuration

CACHE = ("KEYS", "VALUES")


def built(directory: Path, kind: str) -> EngineBuild:
    model = tiny_model(directory / "tiny.gguf", "Q8_0", kind)
    settings = settings_of(0, 16, 16, "matrix", "")
    return write_engine(read_header(model), model, directory / "engine", settings)


@pytest.mark.parametrize("kind", [one for one in KINDS if not tiny_configuration(one).experts])
def test_the_picture_is_the_plan_of_the_engine(tmp_path: Path, kind: str) -> None:
    build = built(tmp_path, kind)
    reads = step_reads(build.steps, build.kernels)
    embedding = sum(
        kernel.bytes_per_token
        for kernel in build.kernels
        if kernel.phase == "decode" and kernel.role == "embedding"
    )
    assert sum(one.bytes for one in reads) + embedding == build.bytes_per_token
    scene = layer_scene(LayerFacts(build, "A tiny model", "lowlab llm compile"))
    scene_view(scene)
    parts = [one for one in build.arena if one.name not in CACHE]
    for number in range(1, len(scene.steps) + 1):
        state, said = state_at(scene, number), scene.steps[number - 1].say
        lit = {
            at for at in range(len(parts)) if {"now", "held"} & set(state[f"m{at}"].classes.split())
        }
        alive = {at for at, part in enumerate(parts) if part.first < number <= part.last + 1}
        assert lit == alive
        size = sum(parts[at].bytes for at in alive)
        assert state["alive"].label == f"{size:,}"
        assert f"{size:,} bytes are in use" in said
        for panel in scene.panels:
            for element in panel.elements:
                assert_inside(state[element.id], panel.width, panel.height)
    assert state_at(scene, len(scene.steps))["read"].label == f"{build.bytes_per_token:,}"
