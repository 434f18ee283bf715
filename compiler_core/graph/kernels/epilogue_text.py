"""The elementwise operations after a sum, as C: on one number, and on four in a NEON register.

Both give the same bits: the same float32 operations in the same order, no fused multiply-add, and
rounding to the nearest integer, half to even (FCVTNS, rintf), as QuantizeLinear asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from compiler_core.graph.records import EpilogueStep

# What the four lanes of a vector are: neighbouring channels, or positions of one channel.
Lanes = Literal["channels", "positions"]

_SCALAR_UNARY = {
    "Identity": "{x}",
    "Relu": "({x} < 0.0f ? 0.0f : {x})",
    "Sigmoid": "(1.0f / (1.0f + expf(-{x})))",
    "Tanh": "tanhf({x})",
    "Softplus": "logf(expf({x}) + 1.0f)",
    "Elu": "({x} < 0.0f ? {alpha} * (expf({x}) - 1.0f) : {x})",
    "LeakyRelu": "({x} < 0.0f ? {alpha} * {x} : {x})",
    "HardSigmoid": "fmaxf(0.0f, fminf(1.0f, {alpha} * {x} + {beta}))",
    "HardSwish": "({x} * fmaxf(0.0f, fminf(1.0f, 0.16666667f * {x} + 0.5f)))",
}
_VECTOR_UNARY = {
    "Identity": "{x}",
    "Relu": "vmaxq_f32({x}, vdupq_n_f32(0.0f))",
    "LeakyRelu": "vbslq_f32(vcltq_f32({x}, vdupq_n_f32(0.0f)), vmulq_n_f32({x}, {alpha}), {x})",
    "HardSigmoid": (
        "vmaxq_f32(vdupq_n_f32(0.0f), vminq_f32(vdupq_n_f32(1.0f), "
        "vaddq_f32(vmulq_n_f32({x}, {alpha}), vdupq_n_f32({beta}))))"
    ),
    "HardSwish": (
        "vmulq_f32({x}, vmaxq_f32(vdupq_n_f32(0.0f), vminq_f32(vdupq_n_f32(1.0f), "
        "vaddq_f32(vmulq_n_f32({x}, 0.16666667f), vdupq_n_f32(0.5f)))))"
    ),
}
_SCALAR_BINARY = {
    "Add": "{x} + {y}", "Sub": "{x} - {y}", "Mul": "{x} * {y}", "Div": "{x} / {y}",
    "Max": "fmaxf({x}, {y})", "Min": "fminf({x}, {y})",
    "PRelu": "({x} < 0.0f ? {y} * {x} : {x})",
}  # fmt: skip
_VECTOR_BINARY = {
    "Add": "vaddq_f32({x}, {y})", "Sub": "vsubq_f32({x}, {y})", "Mul": "vmulq_f32({x}, {y})",
    "Div": "vdivq_f32({x}, {y})", "Max": "vmaxnmq_f32({x}, {y})", "Min": "vminnmq_f32({x}, {y})",
    "PRelu": "vbslq_f32(vcltq_f32({x}, vdupq_n_f32(0.0f)), vmulq_f32({y}, {x}), {x})",
}  # fmt: skip
_SCALED = ("DequantizeLinear", "QuantizeLinear")


@dataclass(frozen=True, slots=True)
class EpilogueText:
    """C lines that declare variables, and the expression of the result.

    element_type: float32, int32 (no DequantizeLinear came yet) or int8. zero_point: to be added to
    a vector that QuantizeLinear rounded, after it was narrowed to 16 bits.
    """

    lines: tuple[str, ...]
    result: str
    element_type: str
    zero_point: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sum belongs: C expressions of its channel and of its index in the output."""

    prefix: str
    channel: str
    position: str


def tables(steps: Sequence[EpilogueStep], prefix: str) -> tuple[tuple[str, np.ndarray], ...]:
    """C name and values of every constant with one value per channel."""
    return tuple(
        (f"{prefix}_e{index}", _per_channel(step))
        for index, step in enumerate(steps)
        if step.operand == "channel"
    )


def unsupported(steps: Sequence[EpilogueStep]) -> str:
    """The first operator that this file cannot write, empty if there is none."""
    known = {*_SCALAR_UNARY, *_SCALAR_BINARY, *_SCALED, "Clip"}
    integer = [
        step for step in steps if step.operator == "QuantizeLinear" and step.element_type != "int8"
    ]
    names = [step.operator for step in steps if step.operator not in known]
    names += [f"QuantizeLinear to {step.element_type}" for step in integer]
    return names[0] if names else ""


def vector_supported(steps: Sequence[EpilogueStep]) -> bool:
    """Whether every step has a NEON form (exponentials have none)."""
    known = {*_VECTOR_UNARY, *_VECTOR_BINARY, *_SCALED, "Clip"}
    return all(step.operator in known for step in steps)


def scalar_text(
    steps: Sequence[EpilogueStep], total: str, place: Place, sum_type: str
) -> EpilogueText:
    """The steps on one number; a result of int8 is saturated."""
    lines: list[str] = []
    value, kind, tensors = total, sum_type, 0
    for index, step in enumerate(steps):
        if step.operand == "tensor":
            tensors += 1
        other = _scalar_operand(step, index, tensors - 1, place)
        if step.operator == "QuantizeLinear":
            zero = _number(step.attributes.get("zero_point", 0.0))
            rounded = f"rintf({_quotient(step, value, other)}) + {zero}"
            lines.append(f"const float v{index} = fminf(fmaxf({rounded}, -128.0f), 127.0f);")
            value, kind = f"(int8_t)v{index}", "int8"
            continue
        lines.append(f"const float v{index} = {_scalar(step, value, other)};")
        value, kind = f"v{index}", "float32"
    return EpilogueText(tuple(lines), value, kind)


def vector_text(
    steps: Sequence[EpilogueStep], total: str, place: Place, sum_type: str, lanes: Lanes
) -> EpilogueText:
    """The steps on four lanes; a result of int8 is rounded but neither offset nor narrowed."""
    lines: list[str] = []
    value, kind, tensors, zero_point = total, sum_type, 0, 0
    for index, step in enumerate(steps):
        if step.operand == "tensor":
            tensors += 1
        if kind == "int8":
            lines.append(_within_int8(index, value, zero_point))
            value, kind, zero_point = f"q{index}", "int32", 0
        before, other = _vector_operand(step, index, tensors - 1, place, lanes)
        lines += before
        if step.operator == "QuantizeLinear":
            divided = value if _is_one(step) else f"vdivq_f32({value}, {other})"
            lines.append(f"const int32x4_t v{index} = vcvtnq_s32_f32({divided});")
            kind, zero_point = "int8", int(step.attributes.get("zero_point", 0))
        else:
            lines.append(f"const float32x4_t v{index} = {_vector(step, value, other)};")
            kind = "float32"
        value = f"v{index}"
    return EpilogueText(tuple(lines), value, kind, zero_point)


def _within_int8(index: int, value: str, zero_point: int) -> str:
    """A quantised value that more steps follow: offset and saturated, for nothing narrows it."""
    offset = f"vqaddq_s32({value}, vdupq_n_s32({zero_point}))" if zero_point else value
    bounded = f"vmaxq_s32(vminq_s32({offset}, vdupq_n_s32(127)), vdupq_n_s32(-128))"
    return f"const int32x4_t q{index} = {bounded};"


def _per_channel(step: EpilogueStep) -> np.ndarray:
    return np.asarray(step.values).reshape(-1).astype(np.float32)


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
    if step.operator in _SCALAR_UNARY:
        return _SCALAR_UNARY[step.operator].format(x=value, **_numbers(step))
    return _SCALAR_BINARY[step.operator].format(x=value, y=other)


def _vector(step: EpilogueStep, value: str, other: str) -> str:
    if step.operator == "DequantizeLinear":
        zero = int(step.attributes.get("zero_point", 0))
        offset = f"vsubq_s32({value}, vdupq_n_s32({zero}))" if zero else value
        return f"vmulq_f32(vcvtq_f32_s32({offset}), {other})"
    if step.operator == "Clip":
        bound = "vdupq_n_f32({bound})"
        return _clipped(step, value, f"vmaxq_f32({{x}}, {bound})", f"vminq_f32({{x}}, {bound})")
    if step.operator in _VECTOR_UNARY:
        return _VECTOR_UNARY[step.operator].format(x=value, **_numbers(step))
    return _VECTOR_BINARY[step.operator].format(x=value, y=other)


def _clipped(step: EpilogueStep, value: str, lower: str, upper: str) -> str:
    if "min" in step.attributes:
        value = lower.format(x=value, bound=_number(step.attributes["min"]))
    if "max" in step.attributes:
        value = upper.format(x=value, bound=_number(step.attributes["max"]))
    return value


def _scalar_operand(step: EpilogueStep, index: int, tensor: int, place: Place) -> str:
    if step.operand == "channel":
        return f"{place.prefix}_e{index}[{place.channel}]"
    if step.operand == "scalar":
        return _single(step)
    if step.operand != "tensor":
        return ""
    value = f"operand_{tensor}[{place.position}]"
    if step.element_type != "int8":
        return value
    return f"((float)({value} - {_offset(step)}) * {_scale(step)})"


def _vector_operand(
    step: EpilogueStep, index: int, tensor: int, place: Place, lanes: Lanes
) -> tuple[list[str], str]:
    """Lines that prepare the second operand, and its expression."""
    if step.operand == "channel":
        table = f"{place.prefix}_e{index}"
        if lanes == "channels":
            return [], f"vld1q_f32({table} + {place.channel})"
        return [], f"vdupq_n_f32({table}[{place.channel}])"
    if step.operand == "scalar":
        return [], f"vdupq_n_f32({_single(step)})"
    if step.operand != "tensor":
        return [], ""
    source = f"operand_{tensor} + {place.position}"
    if step.element_type != "int8":
        return [], f"vld1q_f32({source})"
    lines = [
        f"int8x8_t bytes{index} = vdup_n_s8(0);",
        f"memcpy(&bytes{index}, {source}, 4);",
        f"const int32x4_t wide{index} = vmovl_s16(vget_low_s16(vmovl_s8(bytes{index})));",
    ]
    offset = f"vsubq_s32(wide{index}, vdupq_n_s32({_offset(step)}))"
    return lines, f"vmulq_n_f32(vcvtq_f32_s32({offset}), {_scale(step)})"


def _offset(step: EpilogueStep) -> int:
    return int(step.attributes.get("operand_zero_point", 0))


def _scale(step: EpilogueStep) -> str:
    return _number(step.attributes.get("operand_scale", 1.0))
