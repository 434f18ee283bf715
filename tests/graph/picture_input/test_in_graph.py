"""The choice to prepare pictures in the graph, through all stages: less input, same answers."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.graph.compile import GraphCompilation, compile_model
from compiler_core.graph.evaluation.accuracy import accuracy
from compiler_core.graph.evaluation.splits import Split, split
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.input_stage import InputDetails
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import source_model
from compiler_core.graph.stages import STAGE_NAMES

pytestmark = pytest.mark.usefixtures("emulator")


def compiled(preprocessing: str, precision: str) -> GraphCompilation:
    settings = settings_of({"preprocessing": preprocessing, "precision": precision})
    source = source_model("depthwise", settings)
    return compile_model(source, settings, inputs_of(source))


@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_the_program_reads_pixels_and_says_the_same(precision: str) -> None:
    outside, inside = (compiled(one, precision) for one in ("outside", "graph"))
    assert inside.agrees
    first = inside.results[0].details
    assert isinstance(first, InputDetails)
    assert first.in_graph is not None
    assert first.in_graph.comparison.same_answers == first.in_graph.comparison.pictures == 32
    assert first.in_graph.comparison.relative_difference < 1e-5
    assert inside.metric("input", "bytes") * 4 == outside.metric("input", "bytes")
    assert [one.name for one in inside.state.artifact.manifest.inputs] == ["pixels"]  # pyright: ignore[reportOptionalMemberAccess]
    folding = inside.results[STAGE_NAMES.index("passes")].steps[0]
    assert folding.pass_name == "fold-input"
    assert [one.kind for one in folding.changes] == ["folded", "refused"]
    said = [one.results[-1].details for one in (outside, inside)]
    assert [one.classes[0].name for one in said if isinstance(one, RunDetails)] == ["no entry"] * 2


def test_a_camera_twice_as_large_is_made_smaller_in_the_graph() -> None:
    inside = compiled("graph-with-resize", "int8")
    assert inside.agrees
    assert inside.metric("input", "bytes") == 64 * 64 * 3
    some = Split("test", split("test").pictures[:100], split("test").labels[:100])
    settings = inside.state.source.picture
    assert settings is not None
    assert inside.state.quantised is not None
    assert accuracy(inside.state.quantised, some, settings).share > 0.95


def test_another_word_is_refused() -> None:
    with pytest.raises(InputError, match="graph-with-resize"):
        settings_of({"preprocessing": "camera"})
