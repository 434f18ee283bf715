"""The elementwise operations after a sum, as C: on one number, and on four in a NEON register.

Both give the same bits: the same float32 operations in the same order, no fused multiply-add, and
rounding to the nearest integer, half to even (FCVTNS, rintf), as QuantizeLinear asks. Exponentials
are the exception: polynomials in vectors of a float32 kernel, the C library's for one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from compiler_core.graph.kernels.c_text import kept_in_registers
from compiler_core.graph.kernels.epilogue_operators import (
    SCALAR_BINARY,
    SCALAR_UNARY,
    VECTOR_BINARY,
    VECTOR_POLYNOMIAL,
    VECTOR_UNARY,
)
from compiler_core.graph.records import EpilogueStep

# What the four lanes of a vector are: neighbouring channels, or positions of one channel.
Lanes = Literal["channels", "positions"]

_SCALED = ("DequantizeLinear", "QuantizeLinear")


@dataclass(frozen=True, slots=True)
class EpilogueText:
    """C lines that declare variables, and the expression of the result.

    element_type: float32, int32 (no DequantizeLinear came yet) or int8. zero_point: to be added to
    a vector that QuantizeLinear rounded, after it was narrowed to 16 bits. shift: bits that the
    narrowing still has to round away, 0 for none.
    """

    lines: tuple[str, ...]
    result: str
    element_type: str
    zero_point: int = 0
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sum belongs: C expressions of its channel and of its index in the output.

    vector: which of the vectors of constants that `held` declares is its own, -1 without them.
    """

    prefix: str
    channel: str
    position: str
    vector: int = -1


def tables(steps: Sequence[EpilogueStep], prefix: str) -> tuple[tuple[str, np.ndarray], ...]:
    """C name and values of every constant with one value per channel."""
    return tuple(
        (f"{prefix}_e{index}", _per_channel(step))
        for index, step in enumerate(steps)
        if step.operand in ("channel", "table", "multiplier")
    )


def held(steps: Sequence[EpilogueStep], prefix: str, channel: str, vectors: int) -> list[str]:
    """Constants of these vectors of channels, declared once for all positions of a tile. GCC would
    load them again for each, as it may: an assembly line without text keeps them in registers."""
    lines: list[str] = []
    for index, step in enumerate(steps):
        if step.operand not in ("channel", "multiplier"):
            continue
        kind = _constant_kind(step)
        c_type = {"f32": "float32x4_t", "s32": "int32x4_t"}[kind]
        for vector in range(vectors):
            name, source = f"held{index}_{vector}", f"{prefix}_e{index} + {channel}"
            lines.append(f"{c_type} {name} = vld1q_{kind}({source} + {vector * 4});")
        lines += kept_in_registers(f"held{index}_{vector}" for vector in range(vectors))
    return lines


def _constant_kind(step: EpilogueStep) -> str:
    return "s32" if step.operand == "multiplier" else "f32"


def unsupported(steps: Sequence[EpilogueStep]) -> str:
    """The first operator that this file cannot write, empty if there is none."""
    known = {*SCALAR_UNARY, *SCALAR_BINARY, *_SCALED, "Clip", "Table", "Requantize"}
    integer = [
        step for step in steps if step.operator == "QuantizeLinear" and step.element_type != "int8"
    ]
    names = [step.operator for step in steps if step.operator not in known]
    names += [f"QuantizeLinear to {step.element_type}" for step in integer]
    return names[0] if names else ""


def vector_supported(steps: Sequence[EpilogueStep], sum_type: str) -> bool:
    """Whether every step has a NEON form. Exponentials have one for float32 sums only: what is
    rounded to bytes has to be the reference's to the last bit.
    """
    known = {*VECTOR_UNARY, *VECTOR_BINARY, *_SCALED, "Clip", "Table", "Requantize"}
    if sum_type == "float32":
        known |= set(VECTOR_POLYNOMIAL)
    return all(step.operator in known or _small_power(step) for step in steps)


def _small_power(step: EpilogueStep) -> bool:
    """A square or a cube, which are products."""
    if step.operator != "Pow" or step.operand != "scalar" or "reversed" in step.attributes:
        return False
    return float(np.asarray(step.values).reshape(-1)[0]) in (2.0, 3.0)


def scalar_text(
    steps: Sequence[EpilogueStep], total: str, location: Place, sum_type: str
) -> EpilogueText:
    """The steps on one number; a result of int8 is saturated."""
    lines: list[str] = []
    values = _Values(total, sum_type)
    tensors = 0
    for index, step in enumerate(steps):
        tensors += step.operand == "tensor"
        value = values.of(step.taken).text
        other = _scalar_operand(step, index, tensors - 1, location, values)
        if step.operator == "Table":
            kind = "int8_t" if step.element_type == "int8" else "float"
            lines.append(f"const {kind} v{index} = {location.prefix}_e{index}[{value} + 128];")
            values.add(step, _Value(f"v{index}", step.element_type))
            continue
        if step.operator == "Requantize":
            lines += _requantised(step, index, value, location)
            values.add(step, _Value(f"(int8_t)v{index}", "int8"))
            continue
        if step.operator == "QuantizeLinear":
            zero = _number(step.attributes.get("zero_point", 0.0))
            rounded = f"rintf({_quotient(step, value, other)}) + {zero}"
            lines.append(f"const float v{index} = fminf(fmaxf({rounded}, -128.0f), 127.0f);")
            values.add(step, _Value(f"(int8_t)v{index}", "int8"))
            continue
        lines.append(f"const float v{index} = {_scalar(step, value, other)};")
        values.add(step, _Value(f"v{index}", "float32"))
    return EpilogueText(tuple(lines), values.last.text, values.last.kind)


def vector_text(
    steps: Sequence[EpilogueStep], total: str, location: Place, sum_type: str, lanes: Lanes
) -> EpilogueText:
    """The steps on four lanes; a result of int8 is rounded but neither offset nor narrowed."""
    lines: list[str] = []
    values = _Values(total, sum_type)
    tensors = 0
    for index, step in enumerate(steps):
        tensors += step.operand == "tensor"
        taken = values.of(step.taken)
        if taken.kind == "int8":
            lines.append(_within_int8(index, taken))
            taken = _Value(f"q{index}", "int32")
            values.replace(step.taken, taken)
        before, other = _vector_operand(step, index, tensors - 1, location, lanes, values)
        lines += before
        values.add(step, _vector_value(step, index, location, taken.text, other, lines))
    last = values.last
    return EpilogueText(tuple(lines), last.text, last.kind, last.zero_point, last.shift)


def _vector_value(
    step: EpilogueStep, index: int, location: Place, value: str, other: str, lines: list[str]
) -> _Value:
    """Writes one step; the name and kind of its result."""
    name = f"v{index}"
    if step.operator == "Table":
        table = f"{location.prefix}_e{index}"
        if step.element_type == "float32":
            lines.append(f"const float32x4_t {name} = floats_of_lanes({value}, {table});")
            return _Value(name, "float32")
        lines.append(f"const int32x4_t {name} = table_of_lanes({value}, {table});")
        return _Value(name, "int8")
    if step.operator == "Requantize":
        lines.append(f"const int32x4_t {name} = vqdmulhq_s32({value}, {other});")
        zero_point, shift = (int(step.attributes[key]) for key in ("zero_point", "shift"))
        return _Value(name, "int8", zero_point, shift)
    if step.operator == "QuantizeLinear":
        divided = value if _is_one(step) else f"vdivq_f32({value}, {other})"
        lines.append(f"const int32x4_t {name} = vcvtnq_s32_f32({divided});")
        return _Value(name, "int8", int(step.attributes.get("zero_point", 0)))
    lines.append(f"const float32x4_t {name} = {_vector(step, value, other)};")
    return _Value(name, "float32")


@dataclass(frozen=True, slots=True)
class _Value:
    """A result in C: its name, its type, and a shift and a zero point that it still lacks."""

    text: str
    kind: str
    zero_point: int = 0
    shift: int = 0


class _Values:
    """Results of the steps so far, by the names of their nodes."""

    def __init__(self, total: str, sum_type: str) -> None:
        self.last = self.total = _Value(total, sum_type)
        self.by_node: dict[str, _Value] = {}

    def of(self, node: str) -> _Value:
        """A node's result: the step's before without a name, the sum's for one that is no step."""
        return self.by_node.get(node, self.total) if node else self.last

    def add(self, step: EpilogueStep, value: _Value) -> None:
        self.last = value
        if step.node:
            self.by_node[step.node] = value

    def replace(self, node: str, value: _Value) -> None:
        if node in self.by_node:
            self.by_node[node] = value


def _within_int8(index: int, taken: _Value) -> str:
    """A quantised value that more steps follow: offset and saturated, for nothing narrows it."""
    value = f"vrshrq_n_s32({taken.text}, {taken.shift})" if taken.shift else taken.text
    offset = f"vqaddq_s32({value}, vdupq_n_s32({taken.zero_point}))" if taken.zero_point else value
    bounded = f"vmaxq_s32(vminq_s32({offset}, vdupq_n_s32(127)), vdupq_n_s32(-128))"
    return f"const int32x4_t q{index} = {bounded};"


def _requantised(step: EpilogueStep, index: int, value: str, location: Place) -> list[str]:
    """What SQDMULH and a rounding shift give, saturated."""
    zero_point, shift = (int(step.attributes[key]) for key in ("zero_point", "shift"))
    product = f"(long long){value} * {location.prefix}_e{index}[{location.channel}]"
    rounded = f"({product} + {1 << (30 + shift)}LL) >> {31 + shift}"
    bounded = f"r{index} < -128 ? -128 : r{index} > 127 ? 127 : r{index}"
    return [
        f"const long long r{index} = ({rounded}) + {zero_point};",
        f"const int v{index} = (int)({bounded});",
    ]


def _per_channel(step: EpilogueStep) -> np.ndarray:
    kind = {"table": step.element_type, "multiplier": "int32"}.get(step.operand, "float32")
    return np.asarray(step.values).reshape(-1).astype(kind)


def _single(step: EpilogueStep) -> str:
    return _number(float(np.asarray(step.values).reshape(-1)[0]))


def _number(value: float) -> str:
    """A float32 in hexadecimal, which loses no bit; infinities by their macro."""
    exact = float(np.float32(value))
    if np.isnan(exact):
        return "NAN"
    if np.isinf(exact):
        return "INFINITY" if exact > 0 else "-INFINITY"
    return f"{exact.hex()}f" if exact != int(exact) else f"{exact:.1f}f"


def _is_one(step: EpilogueStep) -> bool:
    return step.operand == "scalar" and float(np.asarray(step.values).reshape(-1)[0]) == 1.0


def _quotient(step: EpilogueStep, value: str, scale: str) -> str:
    return value if _is_one(step) else f"{value} / {scale}"


def _numbers(step: EpilogueStep) -> dict[str, str]:
    return {
        key: _number(step.attributes[key]) for key in ("alpha", "beta") if key in step.attributes
    }


def _scalar(step: EpilogueStep, value: str, other: str) -> str:
    if step.operator == "DequantizeLinear":
        zero = int(step.attributes.get("zero_point", 0))
        return f"(float)({value} - {zero}) * {other}" if zero else f"(float){value} * {other}"
    if step.operator == "Clip":
        return _clipped(step, value, "fmaxf({x}, {bound})", "fminf({x}, {bound})")
    if step.operator in SCALAR_UNARY:
        return SCALAR_UNARY[step.operator].format(x=value, **_numbers(step))
    if "reversed" in step.attributes:
        value, other = other, value
    return SCALAR_BINARY[step.operator].format(x=value, y=other)


def _vector(step: EpilogueStep, value: str, other: str) -> str:
    if step.operator == "DequantizeLinear":
        zero = int(step.attributes.get("zero_point", 0))
        offset = f"vsubq_s32({value}, vdupq_n_s32({zero}))" if zero else value
        return f"vmulq_f32(vcvtq_f32_s32({offset}), {other})"
    if step.operator == "Clip":
        bound = "vdupq_n_f32({bound})"
        return _clipped(step, value, f"vmaxq_f32({{x}}, {bound})", f"vminq_f32({{x}}, {bound})")
    if step.operator in VECTOR_UNARY:
        return VECTOR_UNARY[step.operator].format(x=value, **_numbers(step))
    if step.operator in VECTOR_POLYNOMIAL:
        return VECTOR_POLYNOMIAL[step.operator].format(x=value, **_numbers(step))
    if step.operator == "Pow":
        square = f"vmulq_f32({value}, {value})"
        return square if _single(step) == "2.0f" else f"vmulq_f32({square}, {value})"
    if "reversed" in step.attributes:
        value, other = other, value
    return VECTOR_BINARY[step.operator].format(x=value, y=other)


def _clipped(step: EpilogueStep, value: str, lower: str, upper: str) -> str:
    if "min" in step.attributes:
        value = lower.format(x=value, bound=_number(step.attributes["min"]))
    if "max" in step.attributes:
        value = upper.format(x=value, bound=_number(step.attributes["max"]))
    return value


def _scalar_operand(
    step: EpilogueStep, index: int, tensor: int, location: Place, values: _Values
) -> str:
    if step.operand == "step":
        return values.of(step.name).text
    if step.operand == "channel":
        return f"{location.prefix}_e{index}[{location.channel}]"
    if step.operand == "scalar":
        return _single(step)
    if step.operand != "tensor":
        return ""
    value = f"operand_{tensor}[{location.position}]"
    if step.element_type != "int8":
        return value
    return f"((float)({value} - {_offset(step)}) * {_scale(step)})"


def _vector_operand(
    step: EpilogueStep, index: int, tensor: int, location: Place, lanes: Lanes, values: _Values
) -> tuple[list[str], str]:
    """Lines that prepare the second operand, and its expression."""
    if step.operand == "step":
        return [], values.of(step.name).text
    if step.operand in ("channel", "multiplier"):
        table = f"{location.prefix}_e{index}"
        if location.vector >= 0:
            return [], f"held{index}_{location.vector}"
        kind = _constant_kind(step)
        if lanes == "channels":
            return [], f"vld1q_{kind}({table} + {location.channel})"
        return [], f"vdupq_n_{kind}({table}[{location.channel}])"
    if step.operand == "scalar":
        return [], f"vdupq_n_f32({_single(step)})"
    if step.operand != "tensor":
        return [], ""
    source = f"operand_{tensor} + {location.position}"
    if step.element_type != "int8":
        return [], f"vld1q_f32({source})"
    lines = [
        f"uint32_t word{index};",
        f"memcpy(&word{index}, {source}, 4);",
        f"const int8x8_t bytes{index} = vcreate_s8(word{index});",
        f"const int32x4_t wide{index} = vmovl_s16(vget_low_s16(vmovl_s8(bytes{index})));",
    ]
    offset = f"vsubq_s32(wide{index}, vdupq_n_s32({_offset(step)}))"
    return lines, f"vmulq_n_f32(vcvtq_f32_s32({offset}), {_scale(step)})"


def _offset(step: EpilogueStep) -> int:
    return int(step.attributes.get("operand_zero_point", 0))


def _scale(step: EpilogueStep) -> str:
    return _number(step.attributes.get("operand_scale", 1.0))
