"""A tensor times one number for each channel, as a gate of squeeze and excite does.

The numbers of a few channels stay in registers while a loop walks over all positions. In bytes the
product is one of integers: the gate is a byte too, so all that the floats can give is 256 times 256
bytes, and a factor is taken only where it gives each of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.emission.facts import (
    constant_of,
    count_of,
    needed,
    operand,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.writer import FunctionWriter

# Lanes of a vector, and the vectors of a block.
_FLOATS, _BYTES = (4, (8, 4, 2, 1)), (16, (2, 1))
# SSHLL with 15 bits and SQDMULH together keep bits 16 and up of the product.
_WIDENED, _DROPPED = 15, 16
_MOST_SHIFT = 16
_LEVELS = np.arange(-128, 128, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class IntegerFactor:
    """A gate g becomes rint(g · scale); its product with a byte is rounded by so many bits."""

    scale: np.float32
    shift: int


@dataclass(frozen=True, slots=True)
class QuantisedGate:
    """y = round(x · scale · gate / divisor), x and y without their zero points. levels: all values
    that the gate can have."""

    scale: np.float32
    divisor: np.float32
    levels: np.ndarray
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Gate:
    """data times gate is result. factor: None for float32. points: zero points of data and
    result."""

    data: ir.Value
    gate: ir.Value
    result: ir.Value
    factor: IntegerFactor | None = None
    points: tuple[int, int] = (0, 0)

    @property
    def channels(self) -> int:
        return shape_of(self.result)[-1]

    @property
    def positions(self) -> int:
        return count_of(shape_of(self.result)[:-1])


def written_as_gate(writer: FunctionWriter, result: ir.Value) -> bool:
    """Writes the loops of a result if it is such a product of values in memory."""
    if writer.layout.steps_of(result) is not None or not shape_of(result):
        return False
    gate = _float_gate(writer, result) or _byte_gate(writer, result)
    if gate is None:
        return False
    data, held = writer.pointer(gate.data), writer.pointer(gate.gate)
    names = (data, held, writer.output_pointer(result))
    lanes, sizes = _FLOATS
    if gate.factor is not None:
        names = (data, _factors(writer, gate, gate.factor, held), names[2])
        lanes, sizes = _BYTES
    writer.lines.append("#if defined(__ARM_NEON)")
    first = 0
    for size in (lanes * vectors for vectors in sizes):
        last = first + (gate.channels - first) // size * size
        if last > first:
            _block(writer, gate, (first, last, size), names)
        first = last
    _one_by_one(writer, gate, first, names)
    writer.lines.append("#else")
    _one_by_one(writer, gate, 0, names)
    writer.lines.append("#endif")
    return True


def integer_factor(gate: QuantisedGate) -> IntegerFactor | None:
    """The factor that gives every byte that the floats give; None where none does."""
    largest = float(np.abs(gate.levels).max(initial=0) * gate.scale / gate.divisor)
    if not np.isfinite(largest) or largest <= 0:
        return None
    shift = min(_MOST_SHIFT, int(np.floor(31 - _DROPPED - np.log2(largest * (1 + 1e-5)))))
    if shift < 1:
        return None
    scale = np.float32(float(gate.scale) / float(gate.divisor) * 2.0 ** (_DROPPED + shift))
    factors = np.rint(gate.levels * scale).astype(np.int64)
    moved = _LEVELS - gate.points[0]
    sums = ((moved[:, None] * factors) >> _DROPPED) + (1 << (shift - 1))
    given = np.clip((sums >> shift) + gate.points[1], -128, 127)
    reals = moved.astype(np.float32)[:, None] * gate.scale * gate.levels / gate.divisor
    wanted = np.clip(np.rint(reals) + np.float32(gate.points[1]), -128, 127)
    return IntegerFactor(scale, shift) if np.array_equal(given, wanted) else None


def _float_gate(writer: FunctionWriter, result: ir.Value) -> _Gate | None:
    if type_of(result).numpy != "float32":
        return None
    pair = _operands(writer, result)
    if pair is None or not _reads(writer, *pair):
        return None
    return _Gate(*pair, result)


def _byte_gate(writer: FunctionWriter, result: ir.Value) -> _Gate | None:
    """DequantizeLinear of bytes, Mul with a gate that was bytes, QuantizeLinear."""
    rounded = _scaling(writer, result, "QuantizeLinear")
    if rounded is None or type_of(result).numpy != "int8":
        return None
    pair = _operands(writer, rounded.inputs[0])
    real = None if pair is None else _scaling(writer, pair[0], "DequantizeLinear")
    if pair is None or real is None or real.inputs[0] is None:
        return None
    data, levels = real.inputs[0], _levels(pair[1])
    if levels is None or type_of(data).numpy != "int8" or not _reads(writer, data, pair[1]):
        return None
    points = (_zero_point(real), _zero_point(rounded))
    factor = integer_factor(QuantisedGate(_scale(real), _scale(rounded), levels, points))
    return factor and _Gate(data, pair[1], result, factor, points)


def _operands(writer: FunctionWriter, product: ir.Value | None) -> tuple[ir.Value, ir.Value] | None:
    """Of a Mul that is computed here: the whole tensor, and the gate of its last axis."""
    node = None if product is None else product.producer()
    if product is None or node not in writer.inside or node is None or node.op_type != "Mul":
        return None
    shape = shape_of(product)
    first, second = node.inputs
    for data, gate in ((first, second), (second, first)):
        if data is None or gate is None or not shape or shape[-1] < _FLOATS[0]:
            continue
        per_channel = shape_of(gate)[-1:] == shape[-1:] and count_of(shape_of(gate)) == shape[-1]
        if shape_of(data) == shape and per_channel and count_of(shape) > shape[-1]:
            return data, gate
    return None


def _reads(writer: FunctionWriter, *values: ir.Value) -> bool:
    """Whether all of them are loaded, each from one piece of memory."""
    return all(
        writer.lies_in_memory(value) and writer.layout.steps_of(value) is None for value in values
    )


def _levels(gate: ir.Value) -> np.ndarray | None:
    node = gate.producer()
    if node is None or node.op_type != "DequantizeLinear" or not _has_one_scale(node):
        return None
    data = node.inputs[0]
    if data is None or type_of(data).numpy != "int8":
        return None
    return (_LEVELS - _zero_point(node)).astype(np.float32) * _scale(node)


def _scaling(writer: FunctionWriter, value: ir.Value, operator: str) -> ir.Node | None:
    node = value.producer()
    if node is None or node not in writer.inside or node.op_type != operator:
        return None
    return node if _has_one_scale(node) else None


def _has_one_scale(node: ir.Node) -> bool:
    scale, zero = constant_of(operand(node, 1)), operand(node, 2)
    known = constant_of(zero)
    if scale is None or scale.size != 1 or scale.dtype != np.float32 or not scale > 0:
        return False
    return zero is None or (known is not None and known.size == 1)


def _scale(node: ir.Node) -> np.float32:
    scale = constant_of(needed(node, 1))
    assert scale is not None
    return np.float32(scale.reshape(-1)[0])


def _zero_point(node: ir.Node) -> int:
    known = constant_of(operand(node, 2))
    return 0 if known is None else int(known.reshape(-1)[0])


def _factors(writer: FunctionWriter, gate: _Gate, factor: IntegerFactor, held: str) -> str:
    """The C name of the integers that the gate's numbers become."""
    name, literal = writer.fresh("factors"), type_of(gate.gate).literal(float(factor.scale))
    writer.line(f"int32_t {name}[{gate.channels}];")
    with writer.loop("c", gate.channels) as channel:
        writer.line(f"{name}[{channel}] = (int32_t)rintf({held}[{channel}] * {literal});")
    return name


def _block(
    writer: FunctionWriter, gate: _Gate, span: tuple[int, int, int], names: tuple[str, str, str]
) -> None:
    """Channels span[0] to span[1], so many at once as span[2] says: for each, all positions."""
    first, last, size = span
    data, held, made = names
    kind, load = ("float32x4_t", "f32") if gate.factor is None else ("int32x4_t", "s32")
    with writer.block(f"for (int c = {first}; c < {last}; c += {size})"):
        for vector in range(size // 4):
            location = f"{held} + c + {4 * vector}"
            writer.line(f"const {kind} by{vector} = vld1q_{load}({location});")
        with writer.block(f"for (int at = 0; at < {gate.positions}; at++)"):
            location = f"at * {gate.channels} + c"
            if gate.factor is None:
                _floats(writer, size // 4, f"{data} + {location}", f"{made} + {location}")
            else:
                _bytes(writer, gate, size // 16, f"{data} + {location}", f"{made} + {location}")


def _floats(writer: FunctionWriter, vectors: int, source: str, target: str) -> None:
    """All loads before the stores, which may be to the same memory."""
    for vector in range(vectors):
        writer.line(f"const float32x4_t loaded{vector} = vld1q_f32({source} + {4 * vector});")
    for vector in range(vectors):
        product = f"vmulq_f32(loaded{vector}, by{vector})"
        writer.line(f"vst1q_f32({target} + {4 * vector}, {product});")


def _bytes(writer: FunctionWriter, gate: _Gate, vectors: int, source: str, target: str) -> None:
    assert gate.factor is not None
    before, after = gate.points
    shift = gate.factor.shift
    for vector in range(vectors):
        writer.line(f"const int8x16_t loaded{vector} = vld1q_s8({source} + {16 * vector});")
    for vector in range(vectors):
        halves = (
            f"vsubl_s8(vget_low_s8(loaded{vector}), vdup_n_s8({before}))",
            f"vsubl_high_s8(loaded{vector}, vdupq_n_s8({before}))",
        )
        done = list[str]()
        for half, moved in enumerate(halves):
            name, by = f"moved{vector}_{half}", 4 * vector + 2 * half
            writer.line(f"const int16x8_t {name} = {moved};")
            low = f"vqdmulhq_s32(vshll_n_s16(vget_low_s16({name}), {_WIDENED}), by{by})"
            high = f"vqdmulhq_s32(vshll_high_n_s16({name}, {_WIDENED}), by{by + 1})"
            narrow = f"vqrshrn_high_n_s32(vqrshrn_n_s32({low}, {shift}), {high}, {shift})"
            done.append(f"vqaddq_s16({narrow}, vdupq_n_s16({after}))")
        whole = f"vqmovn_high_s16(vqmovn_s16({done[0]}), {done[1]})"
        writer.line(f"vst1q_s8({target} + {16 * vector}, {whole});")


def _one_by_one(
    writer: FunctionWriter, gate: _Gate, first: int, names: tuple[str, str, str]
) -> None:
    """Channels from `first` on in plain C."""
    if first == gate.channels:
        return
    data, held, made = names
    with (
        writer.block(f"for (int at = 0; at < {gate.positions}; at++)"),
        writer.block(f"for (int c = {first}; c < {gate.channels}; c++)"),
    ):
        element = f"{data}[at * {gate.channels} + c]"
        if gate.factor is None:
            writer.line(f"{made}[at * {gate.channels} + c] = {element} * {held}[c];")
            return
        before, after = gate.points
        half, shift = 1 << (gate.factor.shift - 1), gate.factor.shift
        writer.line(f"const int64_t product = (int64_t)({element} - ({before})) * {held}[c];")
        rounded = f"(((product >> {_DROPPED}) + {half}) >> {shift}) + ({after})"
        writer.line(f"const int64_t whole = {rounded};")
        bounded = "MINIMUM(MAXIMUM(whole, -128), 127)"
        writer.line(f"{made}[at * {gate.channels} + c] = (int8_t){bounded};")
