"""C expressions of places in tensors, folded where numbers are known."""

from __future__ import annotations

import re
from collections.abc import Sequence

Index = tuple[str, ...]

_WORD = re.compile(r"[\w.]+")
_OPENING, _CLOSING = "[(", "])"


def atom(expression: str) -> str:
    """The expression, in parentheses unless it is one word, call or element."""
    return expression if _is_atom(expression) else f"({expression})"


def _is_atom(expression: str) -> bool:
    start = _WORD.match(expression)
    rest = expression[start.end() :] if start else expression
    if not rest:
        return True
    depth = 0
    for position, sign in enumerate(rest):
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if depth == 0:
            return position == len(rest) - 1
    return False


def signed_atom(literal: str) -> str:
    """A literal that may follow a minus sign."""
    return f"({literal})" if literal.startswith("-") else literal


def number(expression: str) -> int | None:
    """Its value if the expression is a plain number."""
    try:
        return int(expression)
    except ValueError:
        return None


def scaled(expression: str, factor: int) -> str:
    """expression * factor."""
    known = number(expression)
    if known is not None:
        return str(known * factor)
    if factor == 1:
        return expression
    return "0" if factor == 0 else f"{atom(expression)} * {factor}"


def plus(*terms: str | int) -> str:
    """The sum of the terms."""
    constant, summands = 0, list[str]()
    for term in terms:
        known = term if isinstance(term, int) else number(term)
        if known is None:
            summands.append(str(term))
        else:
            constant += known
    if not summands:
        return str(constant)
    text = " + ".join(summands)
    if constant == 0:
        return text
    return f"{text} + {constant}" if constant > 0 else f"{text} - {-constant}"


def divided(expression: str, divisor: int) -> str:
    """expression / divisor, for what is never negative."""
    known = number(expression)
    if known is not None:
        return str(known // divisor)
    return expression if divisor == 1 else f"{atom(expression)} / {divisor}"


def remainder(expression: str, divisor: int) -> str:
    """expression % divisor, for what is never negative."""
    known = number(expression)
    if known is not None:
        return str(known % divisor)
    return "0" if divisor == 1 else f"{atom(expression)} % {divisor}"


def strides_of(shape: Sequence[int]) -> tuple[int, ...]:
    """Elements from one step of each axis to the next, last axis innermost."""
    strides, step = list[int](), 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))


def linear(index: Index, shape: Sequence[int]) -> str:
    """The place of an element counted from the tensor's first."""
    steps = strides_of(shape)
    return plus(*(scaled(part, step) for part, step in zip(index, steps, strict=True)))


def unravelled(offset: str, shape: Sequence[int]) -> Index:
    """The index that has this place."""
    parts, steps = list[str](), strides_of(shape)
    for axis, size in enumerate(shape):
        whole = divided(offset, steps[axis])
        parts.append("0" if size == 1 else whole if axis == 0 else remainder(whole, size))
    return tuple(parts)


def broadcast(index: Index, shape: Sequence[int]) -> Index:
    """The index in an operand that is repeated along its axes of size 1 and missing in front."""
    own = index[len(index) - len(shape) :]
    return tuple("0" if size == 1 else part for part, size in zip(own, shape, strict=True))


def reshaped_index(index: Index, shape: Sequence[int], own: Sequence[int]) -> Index:
    """The index with the same place in a tensor of shape `own`."""
    parts = [part for part, size in zip(index, shape, strict=True) if size != 1]
    if [size for size in shape if size != 1] == [size for size in own if size != 1]:
        return tuple("0" if size == 1 else parts.pop(0) for size in own)
    return unravelled(linear(index, shape), own)
