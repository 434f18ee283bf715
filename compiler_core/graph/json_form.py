"""The JSON of a network's compilation."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from compiler_core.graph.compile import GraphCompilation
from compiler_core.graph.pipeline.final_accuracy import final_accuracy
from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails
from compiler_core.json_form import step_form
from compiler_core.pipelines.json_form import stage_summary
from compiler_core.pipelines.stages import StageResult


def graph_json(compilation: GraphCompilation, artifact: str) -> bytes:
    """`lowlab graph compile`: a Trace over the seven stages, what each said, and the figures.

    artifact: the directory of the program. Its accuracy is None for a network not trained here.
    """
    return orjson.dumps(
        {
            "pipeline": compilation.trace.pipeline,
            "steps": [step_form(step) for step in compilation.trace.steps],
            "stages": [stage_summary(result) for result in compilation.results],
            "nodes": {
                "source": int(compilation.metric("export", "nodes")),
                "final": int(compilation.metric("fusion", "nodes")),
            },
            "kernels": int(compilation.metric("fusion", "kernels_after")),
            "arena_bytes": int(compilation.metric("engine", "arena_bytes")),
            "naive_bytes": int(compilation.metric("engine", "naive_bytes")),
            "agrees": compilation.agrees,
            "accuracy": final_accuracy(compilation.state),
            "artifact": artifact,
            "calibration": _calibration_form(compilation.results),
        }
    )


def _calibration_form(results: Sequence[StageResult]) -> dict[str, object] | None:
    """Decibels by method, of the output and of each tensor; None where nothing became int8."""
    details = next((result.details for result in results if result.stage == "quantise"), None)
    if not isinstance(details, QuantiseDetails):
        return None
    calibration = details.calibration
    return {
        "method": details.method,
        "pinned": details.pinned,
        "output": calibration.output,
        "tensors": {
            name: {"winner": tensor.winner, "decibel": tensor.decibel}
            for name, tensor in calibration.tensors.items()
        },
    }
