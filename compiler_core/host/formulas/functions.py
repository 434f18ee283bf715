"""The functions and operators that formulas use."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from compiler_core.host.formulas import exact_floats as fp
from compiler_core.host.formulas.ciphers import CIPHERS
from compiler_core.host.formulas.odd_rounding import odd_product, odd_sum
from compiler_core.host.formulas.pointers import checked, stripped

_MANY_BITS = 4096


def _is_float(value: Any) -> bool:
    return isinstance(value, Fraction | float)


def _float(value: Any) -> fp.Value:
    if _is_float(value):
        return value
    return Fraction(value) if value else 0.0


def binary(sign: str, left: Any, right: Any) -> Any:
    """An operator on two ints (unbounded) or two float values (exact)."""
    if sign in _COMPARISONS:
        return _compare(sign, left, right)
    if _is_float(left) or _is_float(right):
        return _FLOAT_OPERATORS[sign](_float(left), _float(right))
    if sign in ("/", "%"):
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if sign == "/" else left - quotient * right
    if sign in ("<<", ">>"):
        right = min(right, _MANY_BITS)
    return _OPERATORS[sign](left, right)


_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip
_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b,
    "<<": lambda a, b: a << b, ">>": lambda a, b: a >> b,
}  # fmt: skip
_FLOAT_OPERATORS: dict[str, Callable[[fp.Value, fp.Value], fp.Value]] = {
    "+": fp.add, "-": lambda a, b: fp.add(a, fp.negate(b)), "*": fp.multiply, "/": fp.divide,
}  # fmt: skip


def _compare(sign: str, left: Any, right: Any) -> bool:
    if any(_is_float(value) and fp.is_nan(value) for value in (left, right)):
        return sign == "!="
    return _COMPARISONS[sign](left, right)


def cast(value: Any, clamps: bool, signed: bool, bits: int) -> int:
    """int8(…), uint32(…): wrap; clamp_int16(…): stop at the range's ends, NaN gives 0. Raises
    ValueError for a number of bits that no field has.
    """
    if bits > _MANY_BITS:
        raise ValueError(f"a field of {bits} bits")
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    if clamps:
        if _is_float(value) and fp.is_nan(value):
            return 0
        return int(min(max(value, low), high))
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value > high else value


def _reverse(value: int, width: int, unit: int, group: int = 0) -> int:
    """Reverse the order of units inside each group of bits (the whole width by default)."""
    group = group or width
    result = 0
    for start in range(0, width, group):
        for offset in range(0, group, unit):
            piece = value >> (start + offset) & ((1 << unit) - 1)
            result |= piece << (start + group - unit - offset)
    return result


def _sign_bits(width: int, value: int) -> int:
    text = f"{value & ((1 << width) - 1):0{width}b}"
    return len(text) - len(text.lstrip(text[0])) - 1


def _shift(width: int, value: int, by: int) -> int:
    return value << by if by >= 0 else value >> -by


def _fold(pick: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def fold(width: int, *values: Any) -> Any:
        lanes = values[0] if isinstance(values[0], list) else list(values)
        lanes = [lane for lane in lanes if lane is not None]
        result = lanes[0]
        for lane in lanes[1:]:
            result = pick(result, lane)
        return result

    return fold


def _larger(number_wins: bool) -> Callable[[Any, Any], Any]:
    def pick(left: Any, right: Any) -> Any:
        return fp.larger(left, right, number_wins) if _is_float(left) else max(left, right)

    return pick


def _smaller(number_wins: bool) -> Callable[[Any, Any], Any]:
    def pick(left: Any, right: Any) -> Any:
        return fp.smaller(left, right, number_wins) if _is_float(left) else min(left, right)

    return pick


def _sum(width: int, lanes: list[Any]) -> Any:
    if any(_is_float(lane) for lane in lanes):
        return _tree_sum(width, [0.0 if lane is None else lane for lane in lanes])
    return sum(lane for lane in lanes if lane is not None)


def _tree_sum(width: int, lanes: list[fp.Value]) -> fp.Value:
    if len(lanes) == 1:
        return lanes[0]
    half = len(lanes) // 2
    return fp.rounded(fp.add(_tree_sum(width, lanes[:half]), _tree_sum(width, lanes[half:])), width)


def _ordered_sum(width: int, start: fp.Value, lanes: list[Any]) -> fp.Value:
    for lane in lanes:
        if lane is not None:
            start = fp.rounded(fp.add(start, lane), width)
    return start


def _last(active: list[int], lanes: list[Any]) -> Any:
    return lanes[_last_active(active)]


def _after_last(active: list[int], lanes: list[Any]) -> Any:
    return lanes[(_last_active(active) + 1) % len(lanes)]


def _last_active(active: list[int]) -> int:
    marked = [index for index, lane in enumerate(active) if lane]
    return marked[-1] if marked else len(active) - 1


def _absolute(width: int, value: Any) -> Any:
    if isinstance(value, float):
        return math.fabs(value)
    return abs(value)


def _compare_flags(width: int, left: Any, right: Any) -> int:
    left, right = _float(left), _float(right)
    if fp.is_nan(left) or fp.is_nan(right):
        return 0b0011
    if left == right:
        return 0b0110
    return 0b1000 if left < right else 0b0010


def _multiply_extended(width: int, left: fp.Value, right: fp.Value) -> fp.Value:
    product = fp.multiply(left, right)
    if fp.is_nan(product) and not fp.is_nan(left) and not fp.is_nan(right):
        return Fraction(-2 if fp.negative(left) != fp.negative(right) else 2)
    return product


def _multiply_zero_wins(width: int, left: fp.Value, right: fp.Value) -> fp.Value:
    """For the steps of Newton's method: Arm ARM, FPRecipStepFused and FPRSqrtStepFused."""
    product = fp.multiply(left, right)
    if fp.is_nan(product) and not fp.is_nan(left) and not fp.is_nan(right):
        return Fraction(0)
    return product


# Of the reversed polynomials of Ethernet and of Castagnoli.
_ETHERNET, _CASTAGNOLI = 0xEDB88320, 0x82F63B78


def _checksum(polynomial: int) -> Callable[[int, int, int, int], int]:
    def of(width: int, start: int, data: int, bits: int) -> int:
        value = (start & 0xFFFFFFFF) ^ (data & ((1 << bits) - 1))
        for _ in range(bits):
            value = value >> 1 ^ (polynomial if value & 1 else 0)
        return value

    return of


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": _absolute,
    "max": _fold(_larger(False)),
    "min": _fold(_smaller(False)),
    "fmax": _fold(_larger(True)),
    "fmin": _fold(_smaller(True)),
    "sum": _sum,
    "and": _fold(lambda a, b: a & b),
    "or": _fold(lambda a, b: a | b),
    "xor": _fold(lambda a, b: a ^ b),
    "any": lambda width, lanes: any(lanes),
    "ordered_sum": _ordered_sum,
    "rotate_right": lambda width, value, by: value >> by | value << (width - by),
    "leading_zeros": lambda width, value: width - (value & ((1 << width) - 1)).bit_length(),
    "leading_sign_bits": _sign_bits,
    "bits_set": lambda width, value: (value & ((1 << width) - 1)).bit_count(),
    "reverse_bits": lambda width, value: _reverse(value, width, 1),
    "reverse_bytes": lambda width, value: _reverse(value, width, 8),
    "reverse_halves": lambda width, value: _reverse(value, width, 16),
    "reverse_words": lambda width, value: _reverse(value, width, 32),
    "reverse_bytes_in_16": lambda width, value: _reverse(value, width, 8, 16),
    "reverse_bytes_in_32": lambda width, value: _reverse(value, width, 8, 32),
    "crc32": _checksum(_ETHERNET),
    "crc32c": _checksum(_CASTAGNOLI),
    "shift": _shift,
    "reciprocal_estimate": lambda width, value: fp.reciprocal_estimate(_float(value)),
    "root_estimate": lambda width, value: fp.root_estimate(_float(value)),
    "reciprocal_exponent": lambda width, value: fp.reciprocal_exponent(_float(value), width),
    "with_tag": lambda width, address, tag: address & ~(15 << 56) | (tag & 15) << 56,
    "sqrt": lambda width, value: fp.square_root(value),
    "floor": lambda width, value: fp.whole(value, "floor"),
    "ceil": lambda width, value: fp.whole(value, "ceil"),
    "trunc": lambda width, value: fp.whole(value, "trunc"),
    "round": lambda width, value: fp.whole(value, "round"),
    "rint": lambda width, value: fp.whole(value, "rint"),
    "within_int32": lambda width, value: fp.within(value, 32),
    "within_int64": lambda width, value: fp.within(value, 64),
    "stripped": stripped,
    "checked": checked,
    "odd_sum": odd_sum,
    "odd_product": odd_product,
    "compare": _compare_flags,
    "multiply_extended": _multiply_extended,
    "multiply_zero_wins": _multiply_zero_wins,
    "unordered": lambda width, a, b: fp.is_nan(a) or fp.is_nan(b),
    "join": lambda width, *vectors: [lane for lanes in vectors for lane in lanes],
    **CIPHERS,
    "table": lambda width, *registers: [
        register >> (8 * k) & 0xFF for register in registers for k in range(16)
    ],
}
ON_SYMBOLS: dict[str, Callable[[int], int]] = {
    "page": lambda address: address & ~0xFFF,
    "low12": lambda address: address & 0xFFF,
    "address": lambda address: address,
}


def pattern_count(pattern: str, lanes: int) -> int:
    """DecodePredCount of the Arm ARM."""
    if pattern.startswith("vl"):
        return int(pattern[2:]) if int(pattern[2:]) <= lanes else 0
    if pattern.startswith("mul"):
        return lanes - lanes % int(pattern[3:])
    return 1 << (lanes.bit_length() - 1) if pattern == "pow2" else lanes


def _break(governing: list[int], source: list[int], inclusive: bool) -> list[int]:
    result, broken = [], False
    for active, stops in zip(governing, source, strict=True):
        stop_here = bool(active and stops)
        if inclusive:
            result.append(int(bool(active) and not broken))
            broken |= stop_here
        else:
            broken |= stop_here
            result.append(int(bool(active) and not broken))
    return result


def _splice(active: list[int], first: list[Any], second: list[Any]) -> list[Any]:
    marked = [index for index, lane in enumerate(active) if lane]
    taken = first[marked[0] : marked[-1] + 1] if marked else []
    return (taken + second)[: len(first)]


def _compact(active: list[int], lanes: list[Any]) -> list[Any]:
    packed = [lane for lane, wanted in zip(lanes, active, strict=True) if wanted]
    return packed + [0] * (len(lanes) - len(packed))


def _first_lane(governing: list[int]) -> list[int]:
    first = governing.index(1) if 1 in governing else -1
    return [int(index == first) for index in range(len(governing))]


def _next_lane(governing: list[int], current: list[int]) -> list[int]:
    """The first active lane after the last one that `current` has."""
    start = max((index for index, lane in enumerate(current) if lane), default=-1) + 1
    return _first_lane([lane if index >= start else 0 for index, lane in enumerate(governing)])


def _holds_last(governing: list[int], source: list[int]) -> int:
    return source[_last_active(governing)] if any(governing) else 0


ON_PREDICATES: dict[str, Callable[..., Any]] = {
    "first_lane": _first_lane,
    "next_lane": _next_lane,
    "holds_last": _holds_last,
    "brka": lambda governing, source: _break(governing, source, True),
    "brkb": lambda governing, source: _break(governing, source, False),
    "splice": _splice,
    "compact": _compact,
    "last": _last,
    "after_last": _after_last,
}
