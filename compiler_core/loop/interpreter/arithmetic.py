"""What each operation computes, exactly; constant folding uses the very same functions.

Where C leaves something open, this representation does not:

- signed and unsigned integers wrap around (GCC's `-fwrapv`; in C signed overflow is undefined);
- division and remainder by zero trap (undefined in C; AArch64's `sdiv` gives 0), and the least
  value divided by -1 is itself, with remainder 0;
- a shift uses the amount modulo the width, as AArch64's register shifts do;
- a float converted to an integer that cannot hold it becomes the nearest one that can, NaN becomes
  0, as AArch64's `fcvtzs` does;
- f32 arithmetic rounds after each operation. For + - * / and the square root, rounding the f64
  result to f32 is exact, because 53 >= 2 * 24 + 2 (Figueroa 1995).
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from functools import partial

from compiler_core.loop.ir.types import BOOL, Type, integer_range, wrap
from compiler_core.loop.ir.values import Number

DIVISION_BY_ZERO = "division by zero"
_F32_DIGITS = 24


class Trap(Exception):
    """The program stopped: `kind` is what happened, in plain words."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind


def round_float(value: float, type_: Type) -> float:
    """The nearest value of the type, ties to even; overflow gives infinity."""
    return ctypes.c_float(value).value if type_.bits == 32 else value


def operation_function(opcode: str, type_: Type) -> Callable[..., Number]:
    """What an arithmetic, logic or comparison operation does to operands of this scalar type."""
    if opcode in _COMPARE:
        return _COMPARE[opcode]
    if type_ == BOOL:
        return _ON_BOOL[opcode]
    if type_.is_float:
        on_float = _ON_FLOAT[opcode]
        return on_float if type_.bits == 64 else _rounded(on_float)
    function = _ON_INTEGER[opcode]
    if opcode in ("shl", "shr"):
        return partial(_shift, function, type_)
    return partial(_wrapped, function, type_)


def _rounded(function: Callable[..., float]) -> Callable[..., float]:
    nearest = ctypes.c_float

    def rounded(*operands: float) -> float:
        return nearest(function(*operands)).value

    return rounded


def _wrapped(function: Callable[..., int], type_: Type, *operands: int) -> int:
    return wrap(function(*operands), type_)


def _shift(function: Callable[[int, int], int], type_: Type, value: int, amount: int) -> int:
    return wrap(function(value, amount % type_.bits), type_)


def divide_integers(dividend: int, two: int) -> int:
    """Rounds towards zero. Raises Trap for a zero divisor."""
    if two == 0:
        raise Trap(DIVISION_BY_ZERO)
    quotient = abs(dividend) // abs(two)
    return quotient if (dividend < 0) == (two < 0) else -quotient


def remainder_of_integers(dividend: int, two: int) -> int:
    """What `divide_integers` leaves; it has the dividend's sign."""
    return dividend - divide_integers(dividend, two) * two


def divide_floats(dividend: float, two: float) -> float:
    """IEEE 754 division: by zero gives an infinity, 0/0 gives NaN."""
    if two != 0.0:
        return dividend / two
    if dividend == 0.0 or math.isnan(dividend):
        return math.nan
    return math.copysign(math.inf, dividend) * math.copysign(1.0, two)


_ON_INTEGER: dict[str, Callable[..., int]] = {
    "add": lambda left, right: left + right,
    "sub": lambda left, right: left - right,
    "mul": lambda left, right: left * right,
    "div": divide_integers,
    "rem": remainder_of_integers,
    "neg": lambda left: -left,
    "and": lambda left, right: left & right,
    "or": lambda left, right: left | right,
    "xor": lambda left, right: left ^ right,
    "not": lambda left: ~left,
    "shl": lambda left, right: left << right,
    "shr": lambda left, right: left >> right,
}
_ON_FLOAT: dict[str, Callable[..., float]] = {
    "add": lambda left, right: left + right,
    "sub": lambda left, right: left - right,
    "mul": lambda left, right: left * right,
    "div": divide_floats,
    "neg": lambda left: -left,
}
_ON_BOOL: dict[str, Callable[..., bool]] = {
    "and": lambda left, right: left and right,
    "or": lambda left, right: left or right,
    "xor": lambda left, right: left != right,
    "not": lambda left: not left,
}
_COMPARE: dict[str, Callable[[Number, Number], bool]] = {
    "eq": lambda left, right: left == right,
    "ne": lambda left, right: left != right,
    "lt": lambda left, right: left < right,
    "le": lambda left, right: left <= right,
    "gt": lambda left, right: left > right,
    "ge": lambda left, right: left >= right,
}


def convert(value: Number, source: Type, target: Type) -> Number:
    """The value in another scalar type."""
    if target == BOOL:
        return value != 0
    if target.is_float:
        if source.is_float:
            return round_float(float(value), target)
        return integer_to_float(int(value), target)
    if source.is_float:
        return _float_to_integer(float(value), target)
    return wrap(int(value), target)


def integer_to_float(value: int, target: Type) -> float:
    """Rounded once, ties to even; going through f64 would round twice."""
    extra = value.bit_length() - _F32_DIGITS
    if target.bits == 64 or extra <= 0:
        return float(value)
    magnitude = abs(value)
    mantissa, lost, half = magnitude >> extra, magnitude & ((1 << extra) - 1), 1 << (extra - 1)
    mantissa += lost > half or (lost == half and mantissa & 1 == 1)
    return math.copysign(math.ldexp(mantissa, extra), value)


def _float_to_integer(value: float, target: Type) -> int:
    least, greatest = integer_range(target)
    if math.isnan(value):
        return 0
    if math.isinf(value):
        return greatest if value > 0 else least
    return max(least, min(greatest, math.trunc(value)))
