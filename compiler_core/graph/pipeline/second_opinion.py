"""Where the program and ONNX Runtime differ, the standard's own reference is asked.

Runtimes do not follow the standard everywhere: ONNX Runtime resizes by the ratio of whole sizes
where the standard takes the scales. The reference of the onnx package is plain numpy, and slow.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.amounts import raised
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.running.records import ProgramResult

# The reference loops over elements in Python for some operators.
_MOST_MULTIPLIES = 1 << 22
_MOST_ELEMENTS = 1 << 18


def second_opinion(state: PipelineState, result: ProgramResult, tolerance: float) -> str:
    """That the program follows the standard and the runtime does not, in words; else empty.

    Only float32 models are asked about: what int8 rounds differently is no question of meaning.
    """
    if state.settings.precision != "fp32" or not _is_small(state):
        return ""
    expected = _reference_outputs(state)
    if expected is None or set(expected) != set(result.outputs):
        return ""
    if not all(_close(result.outputs[name], expected[name], tolerance) for name in expected):
        return ""
    return (
        "The output agrees with the reference implementation of the ONNX standard; "
        f"{result.reference} differs from both by up to "
        f"{raised(f'{result.max_abs_error or 0:.2g}')}."
    )


def _is_small(state: PipelineState) -> bool:
    values = (value for node in state.source.imported.model.graph for value in node.outputs)
    shapes = (value.shape.numpy() for value in values if value.shape and value.shape.is_static())
    elements = sum(int(np.prod(shape)) for shape in shapes)
    report = state.source.imported.report
    return report.multiplies <= _MOST_MULTIPLIES and elements <= _MOST_ELEMENTS


def _reference_outputs(state: PipelineState) -> dict[str, np.ndarray] | None:
    """Of the model as imported; None where the reference does not run it."""
    from onnx.reference import ReferenceEvaluator

    model = ir.to_proto(state.source.imported.model)
    names = [output.name for output in model.graph.output]
    try:
        with np.errstate(all="ignore"):
            values = ReferenceEvaluator(model).run(None, dict(state.inputs.run))
    except Exception:  # noqa: BLE001  # Its operators raise whatever numpy and Python raise.
        return None
    return {name: np.asarray(value) for name, value in zip(names, values, strict=True)}


def _close(ours: np.ndarray, expected: np.ndarray, tolerance: float) -> bool:
    if ours.shape != expected.shape:
        return False
    wide, other = ours.astype(np.float64), expected.astype(np.float64)
    scale = max(float(np.abs(other).max(initial=0.0)), 1e-6)
    return bool(np.allclose(wide, other, rtol=0.0, atol=tolerance * scale, equal_nan=True))
