"""Whether a difference is no larger than what one rounding of the inputs changes in the runtime.

A sigmoid far from its middle, or a difference of large numbers, leaves results whose last digits
are the runtime's own order of sums. What a rounding of the inputs moves there, no other order of
the same sums can be blamed for. Source: Higham, "Accuracy and Stability of Numerical Algorithms",
section 1.6.
"""

from __future__ import annotations

from math import isfinite

import numpy as np

from compiler_core.amounts import raised
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.running.comparison import reference_outputs
from compiler_core.graph.running.records import ProgramResult
from compiler_core.graph.validation import largest_difference, moved_by_a_step

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
    others = [reference_outputs(reference, sample)[0] for sample in moved]
    for output in result.comparison:
        noise = max(_moved(usual[output.name], other[output.name]) for other in others)
        if not output.max_abs_error <= _STEPS * noise:
            return ""
        largest = max(largest, noise)
    return (
        f"The outputs are as near as they can be told to be: with each input moved by one rounding "
        f"step, those of {result.reference} move by up to "
        f"{raised(f'{largest:.2g}')} themselves."
    )


def _moved(first: np.ndarray, second: np.ndarray) -> float:
    """By how much. Integers, such as places, have no rounding; nor has what is no number."""
    difference = largest_difference(first, second, 1.0) if first.dtype.kind == "f" else 0.0
    return difference if isfinite(difference) else 0.0
