"""The second back end: a serialised plan that a small runtime interprets.

The plan lists operations with their sizes and places in the arena; the runtime (`runtime/`) has one
kernel for each kind of operation, whatever its sizes. It takes float32 models of the operators that
the shipped networks are made of, each node by itself. Beside the compiled program it shows what
knowing every size at compile time is worth.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.emission.constants import ConstantPool
from compiler_core.graph.emission.facts import (
    attribute,
    constant_input,
    constant_of,
    count_of,
    is_channels_last,
    needed,
    operand,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import strides_of
from compiler_core.graph.emission.placement import Placement, place
from compiler_core.graph.emission.program import one_group_per_node
from compiler_core.graph.emission.program_text import TensorRecord
from compiler_core.graph.emission.windows import window_of
from compiler_core.graph.records import MemoryPlan

RUNTIME = Path(__file__).parent / "runtime" / "interpreter.c"
MAGIC = 0x4C4C5031
NONE = -1
# Numbers of the runtime's operations, in the order of its enumeration.
KINDS = ("convolution", "largest", "mean", "product", "clip", "sum", "copy", "transpose", "softmax")


@dataclass(frozen=True, slots=True, kw_only=True)
class InterpretedPlan:
    """The plan and the weights as bytes, and what the runtime is told of inputs and outputs."""

    plan: bytes
    """As the runtime in C reads it: operations with their sizes and places."""
    weights: bytes
    """All constants, one behind the other; the plan holds their offsets."""
    operations: tuple[str, ...]
    """The kind of each, in the order in which they run: `convolution`."""
    inputs: tuple[TensorRecord, ...]
    """Where the runtime gets each input."""
    outputs: tuple[TensorRecord, ...]
    """Where the runtime leaves each output."""
    arena_bytes: int
    """Memory that the runtime needs for activations."""


@dataclass(frozen=True, slots=True)
class _Writer:
    placement: Placement
    pool: ConstantPool

    def at(self, value: ir.Value) -> int:
        offset = self.placement.offsets.get(value.name or "")
        if offset is None:
            raise InputError(
                f"No plan can be written: {value.name} is a constant where the runtime reads a "
                "tensor."
            )
        return offset

    def constant(self, node: ir.Node, position: int) -> int:
        """The blob's place of an operand that must be a float32 constant; NONE if left out."""
        value = operand(node, position)
        if value is None:
            return NONE
        known = constant_of(value)
        if known is None or known.dtype != np.float32:
            raise _refused(node, f"its input {position} is no float32 constant")
        return self.pool.add(known).offset


Operation = tuple[str, list[int]]
Rule = Callable[[_Writer, ir.Node], Operation]


def interpreted_plan(model: ir.Model, plan: MemoryPlan | None = None) -> InterpretedPlan:
    """Serialise a float32 model. plan: of its nodes as kernels of their own.

    Raises InputError, naming the operator, for what the runtime does not have.
    """
    placement = place(model, one_group_per_node(model), plan, {})
    writer = _Writer(placement, ConstantPool())
    operations = [_operation(writer, node) for node in model.graph]
    inputs = [value for value in model.graph.inputs if constant_of(value) is None]
    records = [tuple(map(_record_of(writer), part)) for part in (inputs, model.graph.outputs)]
    words = [MAGIC, placement.arena_bytes, len(records[0]), len(records[1]), len(operations)]
    words += [number for part in records for slot in part for number in (slot.offset, slot.bytes)]
    for kind, own in operations:
        words += [KINDS.index(kind), len(own), *own]
    return InterpretedPlan(
        plan=struct.pack(f"<{len(words)}i", *words),
        weights=writer.pool.blob(),
        operations=tuple(kind for kind, _ in operations),
        inputs=records[0],
        outputs=records[1],
        arena_bytes=placement.arena_bytes,
    )


def _record_of(writer: _Writer) -> Callable[[ir.Value], TensorRecord]:
    """What the runtime is told of an input or output."""

    def record(value: ir.Value) -> TensorRecord:
        kind, shape = type_of(value), shape_of(value)
        size = count_of(shape) * kind.bytes
        return TensorRecord(value.name or "", kind.stored, shape, size, writer.at(value))

    return record


def _operation(writer: _Writer, node: ir.Node) -> Operation:
    rule = _RULES.get(node.op_type)
    if rule is None:
        raise _refused(node, "the runtime has no such operation")
    if any(type_of(value).name != "FLOAT" for value in (needed(node, 0), node.outputs[0])):
        raise _refused(node, "it is not computed in float32")
    return rule(writer, node)


def _refused(node: ir.Node, reason: str) -> InputError:
    return InputError(f"No plan can be written for {node.op_type} {node.name!r}: {reason}.")


def _window(node: ir.Node, kernel: tuple[int, ...], groups: int) -> list[int]:
    """The words of the runtime's `struct window`."""
    data, result = shape_of(needed(node, 0)), shape_of(node.outputs[0])
    if len(data) != 4:
        raise _refused(node, "it has not two spatial axes")
    window = window_of(node, kernel)
    last = is_channels_last(node)
    channels = (data[-1], result[-1]) if last else (data[1], result[1])
    return [
        data[0],
        channels[0],
        *window.sizes,
        channels[1],
        *window.places,
        *kernel,
        *window.strides,
        *window.dilations,
        *window.before,
        groups,
        int(last),
    ]


def _convolution(writer: _Writer, node: ir.Node) -> Operation:
    sizes = _window(node, shape_of(needed(node, 1))[2:], attribute(node, "group", 1))
    places = [writer.at(needed(node, 0)), writer.at(node.outputs[0])]
    return "convolution", [*sizes, *places, writer.constant(node, 1), writer.constant(node, 2)]


def _pool(writer: _Writer, node: ir.Node) -> Operation:
    shape = shape_of(needed(node, 0))
    sizes = shape[1:3] if is_channels_last(node) else shape[2:]
    kernel = tuple(attribute(node, "kernel_shape", list(sizes)))
    if attribute(node, "ceil_mode", 0) and attribute(node, "count_include_pad", 0):
        raise _refused(node, "its windows hang over and count padding")
    kind = "mean" if node.op_type.endswith("AveragePool") else "largest"
    places = [writer.at(needed(node, 0)), writer.at(node.outputs[0])]
    padded = attribute(node, "count_include_pad", 0)
    return kind, [*_window(node, kernel, 1), *places, padded, NONE]


def _product(writer: _Writer, node: ir.Node) -> Operation:
    data, result = shape_of(needed(node, 0)), shape_of(node.outputs[0])
    plain = all(attribute(node, name, 1.0) == 1.0 for name in ("alpha", "beta"))
    flat = len(data) == len(result) == len(shape_of(needed(node, 1))) == 2
    if not flat or attribute(node, "transA", 0) or not plain:
        raise _refused(node, "it is scaled, turned, or not of two axes")
    added = constant_of(operand(node, 2))
    if added is not None and (added.size, *added.shape[-1:]) != (result[1], result[1]):
        raise _refused(node, "what it adds is not one number per column")
    turned = attribute(node, "transB", 0)
    steps = [1, data[1]] if turned else [result[1], 1]
    places = [writer.at(needed(node, 0)), writer.at(node.outputs[0])]
    weights = [writer.constant(node, 1), writer.constant(node, 2)]
    return "product", [result[0], data[1], result[1], *steps, *places, *weights]


def _clip(writer: _Writer, node: ir.Node) -> Operation:
    bounds = (0.0, np.inf)
    if node.op_type == "Clip":
        given = (constant_input(node, position) for position in (1, 2))
        known = [None if bound is None else float(bound.reshape(-1)[0]) for bound in given]
        bounds = (
            -np.inf if known[0] is None else known[0],
            np.inf if known[1] is None else known[1],
        )
    words = struct.unpack("<2i", struct.pack("<2f", *bounds))
    places = [writer.at(needed(node, 0)), writer.at(node.outputs[0])]
    return "clip", [count_of(shape_of(node.outputs[0])), *words, *places]


def _sum(writer: _Writer, node: ir.Node) -> Operation:
    shape = shape_of(node.outputs[0])
    operands = [value for value in node.inputs if value is not None]
    if len(operands) != 2 or any(
        constant_of(value) is not None or shape_of(value) != shape for value in operands
    ):
        raise _refused(node, "its operands are not two tensors of one shape")
    places = [writer.at(value) for value in (*operands, node.outputs[0])]
    return "sum", [count_of(shape), *places]


def _copy(writer: _Writer, node: ir.Node) -> Operation:
    size = 4 * count_of(shape_of(node.outputs[0]))
    return "copy", [size, writer.at(needed(node, 0)), writer.at(node.outputs[0])]


def _transpose(writer: _Writer, node: ir.Node) -> Operation:
    data = shape_of(needed(node, 0))
    order = attribute(node, "perm", list(reversed(range(len(data)))))
    missing = 4 - len(data)
    if missing < 0:
        raise _refused(node, "it has more than four axes")
    steps = strides_of(data)
    sizes = [1] * missing + [data[axis] for axis in order]
    own = [0] * missing + [steps[axis] for axis in order]
    return "transpose", [*sizes, *own, writer.at(needed(node, 0)), writer.at(node.outputs[0])]


def _softmax(writer: _Writer, node: ir.Node) -> Operation:
    shape = shape_of(needed(node, 0))
    axis = attribute(node, "axis", -1) % len(shape)
    sizes = [count_of(shape[:axis]), shape[axis], count_of(shape[axis + 1 :])]
    return "softmax", [*sizes, writer.at(needed(node, 0)), writer.at(node.outputs[0])]


_RULES: dict[str, Rule] = {
    "Conv": _convolution, "MaxPool": _pool, "AveragePool": _pool, "GlobalAveragePool": _pool,
    "GlobalMaxPool": _pool, "Gemm": _product, "MatMul": _product, "Relu": _clip, "Clip": _clip,
    "Add": _sum, "Sum": _sum, "Reshape": _copy, "Flatten": _copy, "Squeeze": _copy,
    "Unsqueeze": _copy, "Identity": _copy, "Transpose": _transpose, "Softmax": _softmax,
}  # fmt: skip
