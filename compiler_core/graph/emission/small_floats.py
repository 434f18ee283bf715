"""Floats of 16 bits and fewer that C has no type for: kept as their codes, changed by functions.

A code is sign, exponent, mantissa, as in OFP8 (Micikevicius et al., "FP8 Formats for Deep
Learning"), the "fnuz" forms without negative zero, and the OCP microscaling formats. A program has
the functions of the formats that it uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.emission.element_types import ElementType

# Operators that move codes or change them; no other computes with them.
CODED_OPERATORS = frozenset(
    ("Cast", "CastLike", "QuantizeLinear", "DequantizeLinear", "Identity", "Constant", "Reshape",
     "Flatten", "Squeeze", "Unsqueeze", "Transpose", "Slice", "Split", "Concat", "Gather")
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallFloat:
    """A format."""

    mantissa: int
    """How many bits of a code are mantissa."""
    bias: int
    """Subtracted from the exponent in the code."""
    sign: int
    """The code's bit for it."""
    largest: int
    """Code of the largest finite number."""
    beyond: int
    """Code for what is larger, where it is not brought back to the largest."""
    not_a_number: int
    """The first code that is none."""
    signed_zero: bool = True
    """Whether there are two zeros."""


SMALL_FLOATS: dict[str, SmallFloat] = {
    "BFLOAT16": SmallFloat(
        mantissa=7, bias=127, sign=0x8000, largest=0x7F7F, beyond=0x7F80, not_a_number=0x7FC0
    ),
    "FLOAT8E4M3FN": SmallFloat(
        mantissa=3, bias=7, sign=0x80, largest=0x7E, beyond=0x7F, not_a_number=0x7F
    ),
    "FLOAT8E4M3FNUZ": SmallFloat(
        mantissa=3,
        bias=8,
        sign=0x80,
        largest=0x7F,
        beyond=0x80,
        not_a_number=0x80,
        signed_zero=False,
    ),
    "FLOAT8E5M2": SmallFloat(
        mantissa=2, bias=15, sign=0x80, largest=0x7B, beyond=0x7C, not_a_number=0x7E
    ),
    "FLOAT8E5M2FNUZ": SmallFloat(
        mantissa=2,
        bias=16,
        sign=0x80,
        largest=0x7F,
        beyond=0x80,
        not_a_number=0x80,
        signed_zero=False,
    ),
    "FLOAT4E2M1": SmallFloat(
        mantissa=1, bias=1, sign=0x8, largest=0x7, beyond=0x7, not_a_number=0x8
    ),
}
_EIGHT_BITS = "FLOAT8"
POWER_OF_TWO = "FLOAT8E8M0"
_ROUNDED = {"down": 0, "up": 1, "nearest": 2}


def coded_values(node: ir.Node) -> list[ir.Value]:
    """The node's operands and results that are codes."""
    names = (POWER_OF_TWO, *SMALL_FLOATS)
    every = [value for value in (*node.inputs, *node.outputs) if value is not None]
    return [value for value in every if value.dtype is not None and value.dtype.name in names]


def coded_refusal(node: ir.Node) -> str:
    """Why the node cannot take the codes that it has, "" if it can."""
    coded = coded_values(node)
    if not coded or node.op_type in CODED_OPERATORS:
        return ""
    kind = coded[0].dtype
    return f"it computes with elements of type {kind.name if kind else 'unknown'}; cast them first"


def value_of_code(kind: ElementType, code: str) -> str:
    """The float that a code stands for."""
    return f"{kind.name.lower()}_value({code})"


def code_of_value(kind: ElementType, number: str, saturate: int = 1, mode: str = "up") -> str:
    """The code nearest to a number. saturate: bring what is too large back to the largest.

    mode: up, down or nearest, for powers of two. Only formats of eight bits know the choice.
    """
    function = f"{kind.name.lower()}_code"
    if kind.name == POWER_OF_TWO:
        return f"{function}({number}, {saturate}, {_ROUNDED[mode]})"
    chosen = saturate if kind.name.startswith(_EIGHT_BITS) else 0
    return f"{function}({number}, {chosen})"


def small_float_functions(model: ir.Model) -> list[str]:
    """The C functions for the formats in the model."""
    formats = {
        value.dtype.name for node in model.graph for value in coded_values(node) if value.dtype
    }
    return _functions(formats) if formats else []


def _functions(names: Iterable[str]) -> list[str]:
    texts = [_guarded("LOWLAB_SMALL_FLOATS", _SHARED)]
    for name in sorted(names):
        text = _POWERS if name == POWER_OF_TWO else _text(name, SMALL_FLOATS[name])
        texts.append(_guarded(f"LOWLAB_{name}", text))
    return [line for text in texts for line in text.split("\n")]


def _guarded(name: str, text: str) -> str:
    return f"\n#ifndef {name}\n#define {name}\n{text.strip()}\n#endif"


def _text(name: str, form: SmallFloat) -> str:
    c = "uint16_t" if form.sign > 0xFF else "uint8_t"
    magnitude = f"code & {form.sign - 1:#x}" if form.signed_zero else "code"
    infinite = (
        f"    if (({magnitude}) == {form.beyond:#x}) return code & {form.sign:#x} ? "
        "-INFINITY : INFINITY;\n"
    )
    has_infinity = form.beyond not in (form.largest, form.not_a_number)
    nan_first = form.beyond + 1 if has_infinity else form.not_a_number
    no_number = (
        f"    if (({magnitude}) {'>=' if form.signed_zero else '=='} {nan_first:#x}) return NAN;\n"
    )
    return _FORMAT.format(
        name=name.lower(),
        c=c,
        sign=f"{form.sign:#x}",
        magnitude=f"{form.sign - 1:#x}",
        mantissa=form.mantissa,
        bias=form.bias,
        largest=f"{form.largest:#x}",
        beyond=f"{form.beyond:#x}",
        nan=f"{form.not_a_number:#x}",
        infinite=infinite if has_infinity else "",
        no_number="" if form.beyond == form.largest else no_number,
        zero="" if form.signed_zero else "    if (!code) return 0;\n",
    )


_SHARED = """
/* The number of a code without sign; exponent 0 marks the numbers next to zero. */
static inline float lowlab_small_value(unsigned code, int mantissa, int bias)
{
    int exponent = (int)(code >> mantissa);
    float steps = (float)(code & ((1u << mantissa) - 1));
    if (exponent == 0) return ldexpf(steps, 1 - bias - mantissa);
    return ldexpf(steps + (float)(1u << mantissa), exponent - bias - mantissa);
}
/* The nearest code, halves to the even one; it may be above the largest. */
static inline unsigned lowlab_small_code(double number, int mantissa, int bias)
{
    int exponent;
    if (number == 0) return 0;
    frexp(number, &exponent);
    exponent = MAXIMUM(exponent - 1, 1 - bias);
    unsigned steps = (unsigned)rint(ldexp(number, mantissa - exponent));
    return ((unsigned)(exponent + bias - 1) << mantissa) + steps;
}
"""
_FORMAT = """
static inline float {name}_value({c} code)
{{
{infinite}{no_number}    float number = lowlab_small_value(code & {magnitude}, {mantissa}, {bias});
    return code & {sign} ? -number : number;
}}
static inline {c} {name}_code(double number, int saturate)
{{
    unsigned sign = signbit(number) ? {sign} : 0;
    if (isnan(number)) return {nan};
    unsigned code = {largest} + 1;
    if (!isinf(number)) code = lowlab_small_code(fabs(number), {mantissa}, {bias});
{zero}    if (code > {largest}) code = saturate ? {largest} : {beyond};
    return ({c})(sign | code);
}}
"""
_POWERS = """
/* A power of two, the exponent of a float. mode: 0 down, 1 up, 2 nearest. */
static inline float float8e8m0_value(uint8_t code)
{
    return code == 255 ? NAN : ldexpf(1.0f, (int)code - 127);
}
static inline uint8_t float8e8m0_code(float number, int saturate, int mode)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    unsigned exponent = bits >> 23 & 0xff, fraction = bits & 0x7fffff;
    if (exponent == 0xff) return 0xff;
    unsigned half = 0x400000;
    int nearer = fraction > half || (fraction == half && exponent > 0);
    unsigned more = mode == 1 ? fraction > 0 : mode == 2 ? nearer : 0;
    if (saturate && exponent == 0xfe) more = 0;
    return (uint8_t)(exponent + more);
}
"""
