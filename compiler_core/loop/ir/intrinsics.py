"""Library functions that a program may call without defining them: pure, and exact everywhere.

Only functions whose result every conforming library agrees on to the last bit are here; `expf` and
its like are not.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from compiler_core.loop.ir.types import F32, F64, I32, I64, Type, wrap
from compiler_core.loop.ir.values import Number


@dataclass(frozen=True, slots=True)
class Intrinsic:
    """name; parameters and result; evaluate gives the exact result before rounding to the type."""

    name: str
    parameters: tuple[Type, ...]
    result: Type
    evaluate: Callable[..., Number]


def _square_root(value: float) -> float:
    if math.isnan(value) or value < 0.0:
        return math.nan
    return math.sqrt(value)


def _least(first: float, two: float) -> float:
    """IEEE 754-2008 minNum, with -0 below +0, as AArch64's `fminnm`."""
    if math.isnan(first) or math.isnan(two):
        return two if math.isnan(first) else first
    if first == two:
        return first if math.copysign(1.0, first) < 0 else two
    return min(first, two)


def _greatest(first: float, two: float) -> float:
    return -_least(-first, -two)


def _rounded_by(function: Callable[[float], int]) -> Callable[[float], float]:
    """floor and ceil keep the sign of zero, infinities and NaN."""

    def rounded(value: float) -> float:
        if not math.isfinite(value):
            return value
        return math.copysign(float(abs(function(value))), value)

    return rounded


INTRINSICS: tuple[Intrinsic, ...] = (
    Intrinsic("fabsf", (F32,), F32, math.fabs),
    Intrinsic("fabs", (F64,), F64, math.fabs),
    Intrinsic("sqrtf", (F32,), F32, _square_root),
    Intrinsic("sqrt", (F64,), F64, _square_root),
    Intrinsic("fminf", (F32, F32), F32, _least),
    Intrinsic("fmin", (F64, F64), F64, _least),
    Intrinsic("fmaxf", (F32, F32), F32, _greatest),
    Intrinsic("fmax", (F64, F64), F64, _greatest),
    Intrinsic("floorf", (F32,), F32, _rounded_by(math.floor)),
    Intrinsic("floor", (F64,), F64, _rounded_by(math.floor)),
    Intrinsic("ceilf", (F32,), F32, _rounded_by(math.ceil)),
    Intrinsic("ceil", (F64,), F64, _rounded_by(math.ceil)),
    Intrinsic("abs", (I32,), I32, lambda value: wrap(abs(value), I32)),
    Intrinsic("labs", (I64,), I64, lambda value: wrap(abs(value), I64)),
)

_BY_NAME = {intrinsic.name: intrinsic for intrinsic in INTRINSICS}


def intrinsic_named(name: str) -> Intrinsic | None:
    """The library function of this name; None if it is not one of ours."""
    return _BY_NAME.get(name)
