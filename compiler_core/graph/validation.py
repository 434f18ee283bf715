"""Does a changed model compute what it did? Both are run by ONNX Runtime on random inputs.

The runtime's own optimisations are off, so that it runs what the pass left and nothing else.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import onnx_ir as ir

from compiler_core.amounts import raised
from compiler_core.errors import InputError
from compiler_core.graph.expected_inputs.drawing import drawn
from compiler_core.graph.expected_inputs.records import Expected
from compiler_core.graph.expected_inputs.search import expected_of
from compiler_core.graph.lent_weights import lent_model
from compiler_core.graph.runtime_options import (
    lent_session,
    runtime_errors,
    runtime_message,
    runtime_options,
)
from compiler_core.graph.sizes import constant_bytes

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Arrays = tuple[np.ndarray, ...]
INPUTS = 8
TOLERANCE = 1e-5
# Of models that round to shorter numbers on the way: ten units in the last place of a sum, which
# is 2^-11 and 2^-8 of it (IEEE 754 binary16; bfloat16 keeps 8 bits).
_TOLERANCES = {ir.DataType.BFLOAT16: 4e-2, ir.DataType.FLOAT16: 5e-3}
# A network rounds after every sum, not once in front; and a noisy network hides no mistake.
_STEPS_OF_NOISE = 24
_LARGEST_NOISE = 1e-3
# Integers of an input of which nothing is known: from, and up to without the end.
_WHOLE_NUMBERS = (-4, 5)
# Protobuf's limit.
_LARGEST_FILE = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Validation:
    """A comparison on `inputs` random inputs.

    largest: the largest difference of an output element, relative to the largest element of that
    output, over all inputs. identical: no bit differs. tolerance: what `equal` allows.
    """

    inputs: int
    largest: float
    identical: bool
    tolerance: float = TOLERANCE
    output: str = ""

    @property
    def equal(self) -> bool:
        return self.largest <= self.tolerance

    @property
    def sentence(self) -> str:
        if self.identical:
            return f"Same outputs, bit for bit, on {self.inputs} random inputs."
        words = "Same outputs" if self.equal else f"Other outputs ({self.output})"
        return (
            f"{words} on {self.inputs} random inputs: the largest difference is "
            f"{raised(f'{self.largest:.1e}')} of the largest output."
        )


@dataclass(frozen=True, slots=True)
class Reference:
    """Random inputs for a model, and what it computes from them; each entry one input set."""

    inputs: tuple[dict[str, np.ndarray], ...]
    outputs: tuple[Arrays, ...]
    tolerance: float = TOLERANCE


def reference_of(model: ir.Model, inputs: int = INPUTS, seed: int = 0) -> Reference:
    """Run the model on random inputs. Raises InputError if the runtime refuses the model."""
    given = tuple(random_inputs(model, seed + number) for number in range(inputs))
    moved = tuple(moved_by_a_step(arrays, seed) for arrays in given)
    results = run_model(model, (*given, *moved))
    outputs, others = results[:inputs], results[inputs:]
    amounts = _amounts(outputs)
    noise = max(
        (
            largest_difference(*pair)
            for output, other in zip(outputs, others, strict=True)
            for pair in zip(output, other, amounts, strict=True)
        ),
        default=0.0,
    )
    tolerance = max(tolerance_of(model), min(_STEPS_OF_NOISE * noise, _LARGEST_NOISE))
    return Reference(given, outputs, tolerance)


def moved_by_a_step(arrays: Mapping[str, np.ndarray], seed: int) -> dict[str, np.ndarray]:
    """The same inputs with each floating-point number one step up or down.

    What that changes is how far the network carries a rounding, which every other order of its
    sums has as well. Source: Higham, "Accuracy and Stability of Numerical Algorithms", section 1.6.
    """
    generator = np.random.default_rng([seed, len(arrays)])
    moved: dict[str, np.ndarray] = {}
    for name, array in arrays.items():
        if array.dtype in (np.float16, np.float32, np.float64):
            towards = np.where(generator.integers(0, 2, array.shape) == 1, np.inf, -np.inf)
            moved[name] = np.asarray(np.nextafter(array, towards.astype(array.dtype)))
        else:
            moved[name] = array
    return moved


def tolerance_of(model: ir.Model) -> float:
    """By how much outputs may differ, relative to the largest: of the shortest type on the way."""
    kinds = {value.dtype for node in model.graph for value in node.outputs}
    kinds |= {value.dtype for value in model.graph.inputs}
    return next((tolerance for kind, tolerance in _TOLERANCES.items() if kind in kinds), TOLERANCE)


def validate_against(reference: Reference, model: ir.Model) -> Validation:
    """Compare a model with the reference. Raises InputError if the runtime refuses it."""
    return compare(reference, run_model(model, reference.inputs), _output_names(model))


def validate(before: ir.Model, after: ir.Model, inputs: int = INPUTS, seed: int = 0) -> Validation:
    """Compare two models. Raises InputError if the runtime refuses one."""
    return validate_against(reference_of(before, inputs, seed), after)


def compare(
    reference: Reference, outputs: tuple[Arrays, ...], names: tuple[str, ...] = ()
) -> Validation:
    """The largest difference, and where it is."""
    worst, worst_at, identical = 0.0, 0, True
    amounts = _amounts(reference.outputs)
    for expected, output in zip(reference.outputs, outputs, strict=True):
        for at, (array, other) in enumerate(zip(expected, output, strict=True)):
            identical = identical and same_bits(array, other)
            difference = largest_difference(array, other, amounts[at])
            if difference > worst:
                worst, worst_at = difference, at
    name = names[worst_at] if worst_at < len(names) else ""
    return Validation(len(reference.inputs), worst, identical, reference.tolerance, name)


def same_bits(first: np.ndarray, other: np.ndarray) -> bool:
    return (
        first.dtype == other.dtype
        and first.shape == other.shape
        and first.tobytes() == other.tobytes()
    )


def _amounts(outputs: Sequence[Arrays]) -> tuple[float, ...]:
    """The largest finite amount of each output over all sets of inputs.

    One set may leave a sigmoid far from its middle, where all that the runtime gives is a few of
    its rounding steps.
    """
    return tuple(max(map(amount_of, each)) for each in zip(*outputs, strict=True))


def amount_of(array: np.ndarray) -> float:
    """The largest finite one, without its sign."""
    wide = array.astype(np.float64)
    return float(np.max(np.abs(wide[np.isfinite(wide)]), initial=0.0))


def largest_difference(expected: np.ndarray, actual: np.ndarray, amount: float) -> float:
    """The largest difference, relative to this amount; infinite if it is NaN on one side only, or
    the shapes differ."""
    if expected.shape != actual.shape or expected.dtype != actual.dtype:
        return float("inf")
    wide, other = expected.astype(np.float64), actual.astype(np.float64)
    agree = (wide == other) | (np.isnan(wide) & np.isnan(other))
    if agree.all():
        return 0.0
    with np.errstate(invalid="ignore"):
        difference = np.abs(wide - other)[~agree]
    largest = float(np.max(difference)) / (amount or 1.0)
    return largest if np.isfinite(largest) else float("inf")


def random_inputs(model: ir.Model, seed: int) -> dict[str, np.ndarray]:
    """One array for each input: normal numbers, small integers, truth values; where its nodes say
    what an input expects (`expected_inputs`), such numbers.

    The same seed gives the same array for the same name and shape, whatever other inputs there are.
    """
    expected = expected_of(model)
    return {
        value.name or "": _random_array(value, seed, expected.get(value.name or ""))
        for value in model.graph.inputs
    }


def _random_array(value: ir.Value, seed: int, expected: Expected | None) -> np.ndarray:
    if value.shape is None or value.dtype is None or not value.shape.is_static():
        raise InputError(f"The input {value.name} has no fixed shape.", "Give its axes sizes.")
    generator = np.random.default_rng([seed, zlib.crc32((value.name or "").encode())])
    shape, kind = value.shape.numpy(), value.dtype.numpy()
    return drawn(generator, shape, np.dtype(kind), expected, _WHOLE_NUMBERS)


def run_model(model: ir.Model, inputs: tuple[dict[str, np.ndarray], ...]) -> tuple[Arrays, ...]:
    """The outputs for each set of inputs. Raises InputError if the runtime refuses the model."""
    session = session_of(model)
    try:
        return tuple(tuple(session.run(None, arrays)) for arrays in inputs)  # type: ignore[misc]
    except runtime_errors() as error:
        raise InputError(f"ONNX Runtime cannot run the model: {runtime_message(error)}") from error


def session_of(model: ir.Model) -> InferenceSession:
    """A session without optimisations. Raises InputError if the runtime refuses the model."""
    import onnxruntime

    options = runtime_options()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    options.use_deterministic_compute = True
    if constant_bytes(model) >= _LARGEST_FILE:
        raise InputError("The model's weights are too large to be run for comparison.")
    try:
        return lent_session(lent_model(model), options)
    except runtime_errors() as error:
        raise InputError(f"ONNX Runtime refuses the model: {runtime_message(error)}") from error


def _output_names(model: ir.Model) -> tuple[str, ...]:
    return tuple(value.name or "" for value in model.graph.outputs)
