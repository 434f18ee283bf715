"""Steps between two bytes as a table: what 256 values become is known before the program runs.

A value that QuantizeLinear brings to int8 has 256 values. Where all that follows up to the next
QuantizeLinear depends on it alone, those steps are one look-up, whatever functions they contain:
the same float32 operations in the same order, done here by numpy, as the integer reference does.
Where something else joins before the next QuantizeLinear (a residual sum behind x·Sigmoid(x)), the
steps before it are a look-up of float32, if they hold a function that vectors do not give to the
last bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import erf

import numpy as np

from compiler_core.graph.records import EpilogueStep

Unary = Callable[[np.ndarray, dict[str, float]], np.ndarray]
_ONE = np.float32(1)
# Functions that instructions do not compute: their last bit is the library's.
_LIBRARY = ("Sigmoid", "Swish", "Tanh", "Erf")


def _sigmoid(x: np.ndarray) -> np.ndarray:
    """As the reference of the onnx package: no exponential grows without bound."""
    falling = np.exp(-np.abs(x))
    return np.where(x > 0, _ONE / (_ONE + falling), falling / (_ONE + falling)).astype(np.float32)


def _hard_sigmoid(x: np.ndarray, alpha: float, beta: float) -> np.ndarray:
    return np.maximum(0, np.minimum(_ONE, x * np.float32(alpha) + np.float32(beta)))


_UNARY: dict[str, Unary] = {
    "Identity": lambda x, _: x,
    "Relu": lambda x, _: np.maximum(x, 0),
    "Neg": lambda x, _: -x,
    "Abs": lambda x, _: np.abs(x),
    "Sigmoid": lambda x, _: _sigmoid(x),
    "Swish": lambda x, given: x * _sigmoid(np.float32(given["alpha"]) * x),
    "Tanh": lambda x, _: np.tanh(x),
    "Erf": lambda x, _: np.vectorize(erf)(x),
    "Softsign": lambda x, _: x / (_ONE + np.abs(x)),
    "LeakyRelu": lambda x, given: np.where(x < 0, x * np.float32(given["alpha"]), x),
    "HardSigmoid": lambda x, given: _hard_sigmoid(x, given["alpha"], given["beta"]),
    "HardSwish": lambda x, _: x * _hard_sigmoid(x, 1 / 6, 0.5),
    "Clip": lambda x, given: np.clip(x, given.get("min", -np.inf), given.get("max", np.inf)),
}
_BINARY: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": np.divide,
    "Max": np.maximum, "Min": np.minimum,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Span:
    """Steps behind a QuantizeLinear that depend on it alone, up to the last."""

    first: int
    last: int


def with_byte_tables(steps: Sequence[EpilogueStep]) -> tuple[EpilogueStep, ...]:
    """The steps, those that depend on one byte alone replaced by one look-up in 256 results."""
    span = _longest_span(steps)
    if span is None:
        return tuple(steps)
    start, end = steps[span.first], steps[span.last]
    table = EpilogueStep(
        operator="Table",
        operand="table",
        values=_results(steps[span.first : span.last + 1]),
        element_type=end.element_type,
        node=end.node,
        taken=start.node,
    )
    return (*steps[: span.first + 1], table, *with_byte_tables(steps[span.last + 1 :]))


def _longest_span(steps: Sequence[EpilogueStep]) -> _Span | None:
    """From a byte to the farthest byte, else to the farthest float32 that is worth a table."""
    for first, start in enumerate(steps):
        if not _to_byte(start):
            continue
        lasts = range(len(steps) - 1, first + 1, -1)
        ends = [last for last in lasts if _to_byte(steps[last])]
        ends += [last for last in lasts if _library_within(steps[first + 1 : last + 1])]
        for last in ends:
            if _stands_alone(steps, first, last):
                return _Span(first, last)
    return None


def _library_within(steps: Sequence[EpilogueStep]) -> bool:
    """Whether these steps end in float32 and hold a function of the library."""
    real = steps[-1].operator != "QuantizeLinear"
    return real and any(step.operator in _LIBRARY for step in steps)


def _to_byte(step: EpilogueStep) -> bool:
    wanted = ("QuantizeLinear", "scalar", "int8")
    return (step.operator, step.operand, step.element_type) == wanted


def _stands_alone(steps: Sequence[EpilogueStep], first: int, last: int) -> bool:
    """Whether the steps between read nothing from outside and nothing behind reads them."""
    names = [step.node for step in steps[first : last + 1]]
    for step in steps[first + 1 : last + 1]:
        other = step.operand == "step" and step.name not in names
        if step.taken not in names or other or not _has_rule(step):
            return False
    behind = steps[last + 1 :]
    inner = set(names[:-1])
    return not any(step.taken in inner or step.name in inner for step in behind)


def _has_rule(step: EpilogueStep) -> bool:
    if step.operand in ("channel", "tensor", "table"):
        return False
    return step.operator in {*_UNARY, *_BINARY, "QuantizeLinear", "DequantizeLinear"}


def _results(steps: Sequence[EpilogueStep]) -> np.ndarray:
    """What the last step makes of each byte."""
    values = {steps[0].node: np.arange(-128, 128).astype(np.float32)}
    for step in steps[1:]:
        values[step.node] = _result(step, values)
    return values[steps[-1].node].astype(steps[-1].element_type)


def _result(step: EpilogueStep, values: dict[str, np.ndarray]) -> np.ndarray:
    x = values[step.taken]
    point = np.float32(step.attributes.get("zero_point", 0.0))
    if step.operator in _UNARY:
        return _UNARY[step.operator](x, step.attributes).astype(np.float32)
    other = values[step.name] if step.operand == "step" else _number(step)
    if step.operator == "DequantizeLinear":
        return (x - point) * other
    if step.operator == "QuantizeLinear":
        return np.clip(np.rint(x / other) + point, -128, 127)
    first, second = (other, x) if step.attributes.get("reversed") else (x, other)
    return _BINARY[step.operator](first, second).astype(np.float32)


def _number(step: EpilogueStep) -> np.ndarray:
    return np.asarray(step.values).reshape(-1)[0].astype(np.float32)
