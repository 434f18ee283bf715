"""The stages of the light ResNet-50 in int8, all but the run, beside the reference runtime alone.

The floor is what calibration cannot do without: eight pictures through the network as it was
imported, in ONNX Runtime.
"""

from __future__ import annotations

import time
from statistics import median

import onnx_ir as ir

from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.model_inputs import ModelInputs, inputs_of
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import SourceModel, source_model
from script.benchmarks.measurement import Measurement

NET = "resnet50"
LIMIT_SECONDS = 5.0
ROUNDS = 3


async def measure_stages(_host: str, _port: int) -> Measurement:
    """The median of some rounds, each of ours beside one of the runtime's."""
    settings = settings_of({"weights": "random"})
    source = source_model(NET, settings)
    inputs = inputs_of(source)
    rounds = [(_stages(source, inputs), _runtime(source, inputs)) for _ in range(ROUNDS)]
    ours = median(own_time for own_time, _ in rounds)
    other = median(other_time for _, other_time in rounds)
    return Measurement(
        what=f"stages 1 to 6 of {NET}, int8, {len(inputs.samples)} pictures",
        ours=f"{ours:.2f} s",
        other=f"{other:.2f} s, these pictures in ONNX Runtime",
        ratio=f"{ours / other:.1f} x",
        limit=f"<= {LIMIT_SECONDS:g} s",
        met=ours <= LIMIT_SECONDS,
    )


def _stages(source: SourceModel, inputs: ModelInputs) -> float:
    model = source.imported.model
    state = PipelineState(
        source=source, settings=settings_of({}), inputs=inputs, model=model, float_model=model
    )
    began = time.perf_counter()
    for name, stage in FUNCTIONS:
        if name != "run":
            state = stage(state, lambda _text, _done, _total: None).state
    return time.perf_counter() - began


def _runtime(source: SourceModel, inputs: ModelInputs) -> float:
    import onnxruntime

    content = ir.to_proto(source.imported.model).SerializeToString()
    began = time.perf_counter()
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    for sample in inputs.samples:
        session.run(None, sample)
    return time.perf_counter() - began
