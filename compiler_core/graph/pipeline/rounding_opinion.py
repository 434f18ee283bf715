"""Whether a difference is no larger than what one rounding of the inputs changes in the runtime.

A sigmoid far from its middle, or a difference of large numbers, leaves results whose last digits
are the runtime's own order of sums. What a rounding of the inputs moves there, no other order of
the same sums can be blamed for. Source: Higham, "Accuracy and Stability of Numerical Algorithms",
section 1.6.
"""

from __future__ import annotations

import numpy as np

from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.running.comparison import reference_outputs
from compiler_core.graph.running.records import ProgramResult
from compiler_core.graph.validation import moved_by_a_step

# Each draw moves every input up or down; another draw moves outputs by up to a few times as much.
_DRAWS = 3
_STEPS = 4.0


def rounding_opinion(state: PipelineState, result: ProgramResult, reference: bytes) -> str:
    """That every output is as near as that, in words; else empty. Only float32 is asked about.

    reference: the ONNX model that the program was compared with.
    """
    if state.settings.precision != "fp32":
        return ""
    usual = reference_outputs(reference, state.inputs.run)[0]
    largest = 0.0
    moved = [moved_by_a_step(state.inputs.run, seed) for seed in range(_DRAWS)]
    others = [reference_outputs(reference, one)[0] for one in moved]
    for one in result.comparison:
        noise = max(_largest(usual[one.name], other[one.name]) for other in others)
        if not one.max_abs_error <= _STEPS * noise:
            return ""
        largest = max(largest, noise)
    return (
        f"The outputs are as near as they can be told to be: with each input moved by one rounding "
        f"step, those of {result.reference} move by up to {largest:.2g} themselves."
    )


def _largest(first: np.ndarray, second: np.ndarray) -> float:
    """Of finite differences; integers, such as places, have no rounding."""
    if first.dtype.kind != "f" or first.shape != second.shape or not first.size:
        return 0.0
    with np.errstate(invalid="ignore"):
        differences = np.abs(first.astype(np.float64) - second.astype(np.float64))
    finite = differences[np.isfinite(differences)]
    return float(finite.max()) if finite.size else 0.0
