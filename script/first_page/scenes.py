"""The scenes of the first page, made from runs now."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from app.drawing.scenes.graph_passes import PassWords, passes_scene
from app.drawing.scenes.record import Scene
from app.loop.lane_scenes import RecordedSetting, lane_scene
from app.loop.loop_request import request_from
from app.loop.views.settings import sentence
from app.model.decode_scenes import written_scene
from app.model.graph_scenes import pass_history_of
from app.model_runs.known import find_model
from app.model_runs.request import model_request
from app.model_runs.tracks import LANGUAGE
from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.passes.registry import PASSES
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import source_model
from compiler_core.host.compile import compile_source
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.llm.compile import compile_language_model
from compiler_core.llm.pipeline.decode_stage import DecodeDetails
from compiler_core.llm.settings import LanguageSettings
from compiler_core.llm.source import language_source

LOOP = "saxpy"
NETWORK = "residual"
LANGUAGE_MODEL = "workshop"
_UP_TO_PASSES = 3


def lanes() -> Scene:
    """The example loop, as the explorer steps through it."""
    request = request_from({"example": LOOP})
    sources = request.sources()
    compilation = compile_source(sources, request.compiler, request.flags)
    recording = record_steps(sources, request.compiler, request.flags, request.run.asked(""))
    setting = sentence(compilation.compiler_title, recording.flags)
    return lane_scene(recording, RecordedSetting("lanes", sources[0], setting))


def passes() -> Scene:
    """The network, as its third stage shows it."""
    settings = CompileSettings()
    source = source_model(NETWORK, settings)
    model = source.imported.model
    state = PipelineState(
        source=source, settings=settings, inputs=inputs_of(source), model=model, float_model=model
    )
    steps = ()
    for _, run in FUNCTIONS[:_UP_TO_PASSES]:
        end = run(state, lambda *_: None)
        state, steps = end.state, end.result.steps
    history = pass_history_of(steps)
    assert history is not None
    ideas = {described.name: described.idea for described in PASSES}
    return passes_scene(history, PassWords(ideas, find_model(NETWORK).title, ""))


def decode() -> Scene:
    """The language model, as its last stage shows it."""
    with tempfile.TemporaryDirectory(prefix="lowlab-miniature-") as folder:
        compilation = compile_language_model(
            language_source(LANGUAGE_MODEL), LanguageSettings(), Path(folder)
        )
    details = compilation.results[-1].details
    assert isinstance(details, DecodeDetails)
    return written_scene(model_request(LANGUAGE, LANGUAGE_MODEL, "decode", {}), details)


SCENES: Mapping[str, Callable[[], Scene]] = {"lanes": lanes, "passes": passes, "decode": decode}
"""By the name of their miniature."""
