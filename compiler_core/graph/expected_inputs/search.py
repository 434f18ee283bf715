"""From each input to the nodes that say what it is.

The search follows nodes that move elements, convert them, add or multiply constants, or turn truth
round; it stops where something else is computed. So it finds that `(1 - mask) · -3.4e38` wants ones
and zeros, and how many rows a table has that is looked up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
import onnx_ir as ir

from compiler_core.graph.expected_inputs.findings import (
    compared_bits,
    findings_at,
    findings_of,
    is_comparison,
    mask_finding,
)
from compiler_core.graph.expected_inputs.records import (
    Expected,
    InputFinding,
    Reached,
    Weight,
    joined,
)
from compiler_core.graph.rewriting import constant

_MOVING = {
    "Identity", "Reshape", "Squeeze", "Unsqueeze", "Flatten", "Transpose", "Expand", "Tile",
    "Slice", "Gather", "GatherElements", "Split", "Pad", "Dropout",
}  # fmt: skip
_JOINING = {"Concat", "Where"}
_LOGICAL = {"And", "Or"}
_MOST_VALUES = 400
_NAMED = InputFinding(Weight.NAME, Expected(0, 1, "either"))


def expected_of(model: ir.Model) -> Mapping[str, Expected]:
    """By name, of the inputs of which something is found."""
    by_input = {value.name or "": _expected(value) for value in model.graph.inputs}
    return {name: expected for name, expected in by_input.items() if expected is not None}


def _expected(given: ir.Value) -> Expected | None:
    whole = given.dtype is not None and not given.dtype.is_floating_point()
    findings = list(_findings(given))
    if not whole:
        # A float that is compared with one number is no mask for that.
        findings = [finding for finding in findings if finding.expected.mask != "either"]
    elif "mask" in (given.name or "").lower():
        findings.append(_NAMED)
    return joined(findings)


def _findings(given: ir.Value) -> Iterator[InputFinding]:
    begin = Reached(given, truth=int(given.dtype == ir.DataType.BOOL))
    waiting, seen = deque([begin]), {id(given)}
    while waiting and len(seen) < _MOST_VALUES:
        reached = waiting.popleft()
        yield from findings_of(reached)
        for node, position in reached.value.uses():
            if node.domain not in ("", "ai.onnx"):
                continue
            yield from findings_at(node, position, reached)
            after = _after(node, position, reached)
            if after is None:
                continue
            if after.truth and not reached.truth:
                yield mask_finding()
            for value in node.outputs:
                if id(value) not in seen:
                    seen.add(id(value))
                    waiting.append(replace(after, value=value))


def _after(node: ir.Node, position: int, reached: Reached) -> Reached | None:
    """What the node makes of the value at this place; None where the search ends."""
    operator = node.op_type
    if operator in _MOVING:
        return reached if position == 0 else None
    if operator in _JOINING:
        return None if operator == "Where" and position == 0 else reached
    if operator == "Cast":
        return _cast(node, reached)
    if operator == "Not":
        return replace(reached, truth=-reached.truth)
    if operator in _LOGICAL:
        return reached
    if is_comparison(operator):
        truth = compared_bits(node, position, reached)
        return replace(reached, truth=truth) if truth else None
    if operator == "Neg":
        return _turned(reached)
    return _computed(node, position, reached)


def _cast(node: ir.Node, reached: Reached) -> Reached | None:
    to_truth = node.attributes["to"].as_int() == ir.DataType.BOOL
    if to_truth == bool(reached.truth):
        return reached
    if not to_truth:
        start = 0.0 if reached.truth > 0 else 1.0
        return replace(reached, factor=float(reached.truth), low=start, high=start, truth=0)
    bits = reached.of_bit()
    truth = int(bits[1] != 0) - int(bits[0] != 0) if bits else 0
    return replace(reached, truth=truth) if truth else None


def _computed(node: ir.Node, position: int, reached: Reached) -> Reached | None:
    """A sum with a constant, or a product with one number."""
    if node.op_type not in ("Add", "Sub", "Mul", "Div") or reached.truth:
        return None
    other = constant(node.inputs[1 - position])
    if other is None or not other.size:
        return None
    low, high = float(np.min(other)), float(np.max(other))
    match node.op_type, position:
        case "Add", _:
            return _moved(reached, low, high)
        case "Sub", 0:
            return _moved(reached, -high, -low)
        case "Sub", _:
            return _moved(_turned(reached), low, high)
        case "Mul", _ if low == high:
            return _scaled(reached, low)
        case "Div", 0 if low == high and low:
            return _scaled(reached, 1 / low)
    return None


def _moved(reached: Reached, low: float, high: float) -> Reached:
    return replace(reached, low=reached.low + low, high=reached.high + high)


def _turned(reached: Reached) -> Reached:
    return replace(reached, factor=-reached.factor, low=-reached.high, high=-reached.low)


def _scaled(reached: Reached, factor: float) -> Reached | None:
    if not factor or not np.isfinite(factor):
        return None
    ends = sorted((reached.low * factor, reached.high * factor))
    return replace(reached, factor=reached.factor * factor, low=ends[0], high=ends[1])
