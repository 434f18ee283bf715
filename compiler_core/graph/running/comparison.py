"""Our outputs beside ONNX Runtime's."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from compiler_core.errors import InputError
from compiler_core.graph.running.records import OutputComparison
from compiler_core.graph.runtime_options import runtime_options, runtime_session

REFERENCE = "ONNX Runtime"


def reference_outputs(
    model: bytes, inputs: Mapping[str, np.ndarray]
) -> tuple[dict[str, np.ndarray], str]:
    """What ONNX Runtime computes with the model as given, and its name with version.

    Its own graph optimisations are off, so that it computes what the file says. Raises InputError
    when it does not take the model or the inputs.
    """
    import onnxruntime

    options = runtime_options(threads=1)
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    try:
        session = runtime_session(model, options)
        names = [output.name for output in session.get_outputs()]
        values = session.run(names, dict(inputs))
    except Exception as error:  # ONNX Runtime's errors share no base but Exception.
        message = str(error).splitlines()[0][:300]
        raise InputError(f"{REFERENCE} does not run this model: {message}") from error
    arrays = {name: np.asarray(value) for name, value in zip(names, values, strict=True)}
    return arrays, f"{REFERENCE} {onnxruntime.__version__}"


def compare_outputs(
    ours: Mapping[str, np.ndarray], reference: Mapping[str, np.ndarray]
) -> tuple[OutputComparison, ...]:
    """Every output that both have. Raises InputError when shapes differ or none is common."""
    common = [name for name in ours if name in reference]
    if not common:
        raise InputError("The reference has none of the program's outputs.")
    return tuple(_compared(name, ours[name], reference[name]) for name in common)


def _compared(name: str, ours: np.ndarray, reference: np.ndarray) -> OutputComparison:
    if ours.shape != reference.shape:
        raise InputError(f"{name!r} has shape {ours.shape}, in the reference {reference.shape}.")
    if not ours.size:
        return OutputComparison(
            name=name, max_abs_error=0.0, position=(), ours=0.0, reference=0.0, largest=0.0
        )
    first, second = ours.astype(np.float64), reference.astype(np.float64)
    errors = _errors(first, second)
    at = np.unravel_index(int(np.argmax(errors)), errors.shape)
    finite = np.abs(second[np.isfinite(second)])
    largest = float(finite.max()) if finite.size else 0.0
    position = tuple(int(coordinate) for coordinate in at)
    return OutputComparison(
        name=name,
        max_abs_error=float(errors[at]),
        position=position,
        ours=float(first[at]),
        reference=float(second[at]),
        largest=largest,
    )


def _errors(ours: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Absolute differences; no number beside a number is as wrong as can be."""
    with np.errstate(invalid="ignore"):
        errors = np.abs(ours - reference)
    same = (ours == reference) | (np.isnan(ours) & np.isnan(reference))
    return np.where(same, 0.0, np.where(np.isnan(errors), np.inf, errors))
