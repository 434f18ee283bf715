"""What a node says of the numbers that reach it: rows of a table, lengths, masks, ranges."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import onnx_ir as ir

from compiler_core.graph.expected_inputs.records import (
    Expected,
    InputFinding,
    Mask,
    Reached,
    Weight,
)
from compiler_core.graph.rewriting import array_of, constant, input_of
from compiler_core.graph.sizes import static_shape

# A score lower by this is shown by no softmax: e^-1000 is 0 in all types.
HIDING = -1000.0
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "Equal": lambda left, right: left == right,
    "Less": lambda left, right: left < right,
    "LessOrEqual": lambda left, right: left <= right,
    "Greater": lambda left, right: left > right,
    "GreaterOrEqual": lambda left, right: left >= right,
}
# Where a function of floats is a number, a little inside its ends.
_DOMAINS = {
    "Log": (1e-3, np.inf), "Sqrt": (0.0, np.inf), "Acosh": (1.0, np.inf), "Acos": (-1.0, 1.0),
    "Asin": (-1.0, 1.0), "Atanh": (-0.99, 0.99),
}  # fmt: skip
# Factors that bring bytes to about one: 1/255 of [0, 1], 1/128 of [-1, 1], 1/57 of ImageNet's.
_OF_BYTES = (1 / 260, 1 / 50)
_LARGEST_BYTE = 255.0


def findings_at(node: ir.Node, position: int, reached: Reached) -> Iterator[InputFinding]:
    """What the node says of the value that is its input at this place."""
    operator = node.op_type
    rows = _rows(node, position)
    if rows and not reached.truth:
        words = f"{operator} looks up one of {rows} rows"
        yield _range(Weight.TABLE, reached.between(0, rows - 1), words)
    if operator in ("LSTM", "GRU", "RNN") and position == 4:
        steps = _size(node.inputs[0], 1 if _integer(node, "layout", 0) else 0)
        if steps:
            yield _range(Weight.LENGTH, reached.between(1, steps), "lengths of sequences")
    if operator in _COMPARISONS:
        yield from _compared(node, position, reached)
    if operator == "Where" and position == 0 and reached.truth:
        yield _mask(_chosen(node, reached))
    if operator in _DOMAINS:
        yield _range(Weight.RANGE, reached.between(*_DOMAINS[operator]), f"{operator} takes them")
    if operator in ("Mul", "Div"):
        yield from _of_channels(node, position, reached)
    if operator == "QuantizeLinear" and position == 0:
        yield from _quantised(node, reached)


def findings_of(reached: Reached) -> Iterator[InputFinding]:
    """What the elements say after sums and products with constants."""
    bits = reached.of_bit()
    if bits is None:
        return
    if max(bits) == 0 and min(bits) <= HIDING:
        yield _mask("shows" if bits[1] == 0 else "hides")
    elif _scales_bytes(reached.factor) and not reached.truth:
        yield _bytes()


def _of_channels(node: ir.Node, position: int, reached: Reached) -> Iterator[InputFinding]:
    """Of a product with other numbers for each channel: the search itself follows only one."""
    other = constant(node.inputs[1 - position])
    if other is None or other.size < 2 or reached.truth:
        return
    ends = float(np.min(other)), float(np.max(other))
    if node.op_type == "Div":
        if position or not np.all(other):
            return
        ends = 1 / ends[0], 1 / ends[1]
    if all(_scales_bytes(reached.factor * end) for end in ends):
        yield _bytes()


def _scales_bytes(factor: float) -> bool:
    return _OF_BYTES[0] <= abs(factor) <= _OF_BYTES[1]


def _bytes() -> InputFinding:
    words = "bytes that it scales itself"
    return InputFinding(Weight.RANGE, Expected(0, _LARGEST_BYTE, None, words, of_bytes=True))


def compared_bits(node: ir.Node, position: int, reached: Reached) -> int:
    """1 or -1 where the node tells x = 1 from x = 0 by true or by false; 0 where it does not."""
    bits, other = reached.of_bit(), constant(node.inputs[1 - position])
    if bits is None or other is None or other.size != 1:
        return 0
    number, compare = float(other.reshape(-1)[0]), _COMPARISONS[node.op_type]
    zero, one = (compare(bit, number) if position == 0 else compare(number, bit) for bit in bits)
    return int(one) - int(zero)


def is_comparison(operator: str) -> bool:
    return operator in _COMPARISONS


def _compared(node: ir.Node, position: int, reached: Reached) -> Iterator[InputFinding]:
    """With places of a sequence: a length. With one number: whether it is a mask says the walk."""
    other = array_of(node.inputs[1 - position])
    if other is None or other.size < 2 or other.dtype.kind not in "iu":
        return
    above = 0 if node.op_type in ("Equal", "LessOrEqual", "GreaterOrEqual") else 1
    limits = float(other.min()) + above, float(other.max()) + above
    yield _range(Weight.LENGTH, reached.between(*limits), "compared with places of a sequence")


def _chosen(node: ir.Node, reached: Reached) -> Mask:
    """What ones do, by the branch that hides."""
    for position, hidden in ((1, 1), (2, -1)):
        other = constant(node.inputs[position])
        if other is not None and other.size and float(other.min()) <= HIDING:
            return "hides" if reached.truth == hidden else "shows"
    return "either"


def _quantised(node: ir.Node, reached: Reached) -> Iterator[InputFinding]:
    """The numbers that 8-bit integers of this scale stand for."""
    scale, zero = constant(node.inputs[1]), constant(input_of(node, 2))
    kind = np.dtype(np.uint8) if zero is None else zero.dtype
    if scale is None or scale.size != 1 or kind not in (np.uint8, np.int8):
        return
    step, middle = float(scale.reshape(-1)[0]), 0.0 if zero is None else float(zero.reshape(-1)[0])
    limits = np.iinfo(kind)
    ends = (limits.min - middle) * step, (limits.max - middle) * step
    yield _range(Weight.RANGE, reached.between(*ends), "what its first quantisation can hold")


def _rows(node: ir.Node, position: int) -> int:
    """How many rows an index at this place may name; 0 where it is none or this is not known."""
    operator, axis = node.op_type, _integer(node, "axis", 0)
    if (operator, position) in (("Gather", 1), ("GatherElements", 1), ("ScatterElements", 1)):
        return _size(node.inputs[0], axis)
    if (operator, position) in (("GatherND", 1), ("ScatterND", 1)):
        depth = _size(node.inputs[1], -1)
        first = _integer(node, "batch_dims", 0)
        return min((_size(node.inputs[0], first + at) for at in range(depth)), default=0)
    if (operator, position) == ("OneHot", 0):
        depth = constant(node.inputs[1])
        if depth is None or depth.size != 1 or not np.isfinite(depth).all():
            return 0
        return int(depth.reshape(-1)[0])
    return 0


def _size(value: ir.Value | None, axis: int) -> int:
    """Of an axis; 0 where it is not known."""
    shape = None if value is None else static_shape(value)
    return shape[axis] if shape and -len(shape) <= axis < len(shape) else 0


def _integer(node: ir.Node, name: str, default: int) -> int:
    given = node.attributes.get(name)
    return default if given is None else int(given.as_int())


def _mask(mask: Mask) -> InputFinding:
    return InputFinding(Weight.MASK, Expected(0, 1, mask))


def mask_finding() -> InputFinding:
    """A mask, of which it is not known what ones do."""
    return _mask("either")


def _range(weight: Weight, limits: tuple[float, float], words: str) -> InputFinding:
    return InputFinding(weight, Expected(*limits, None, words))
