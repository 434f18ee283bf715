"""Where each number of a small picture lies in memory, for three ways of ordering them.

Source of the blocked form: NC/xHWc as TVM and oneDNN name it, channels in blocks of x that lie
innermost; the last block is filled up with zeros.
"""

from __future__ import annotations

import ast
import operator
from dataclasses import dataclass

import numpy as np

BLOCK = 4
# As C divides whole numbers that are not negative.
_OPERATORS = {
    ast.Add: operator.add, ast.Mult: operator.mul, ast.Div: operator.floordiv,
    ast.Mod: operator.mod,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PlacedElement:
    """An element and its place, in elements from the start; multiply by the size of one."""

    channel: int
    row: int
    column: int
    offset: int


@dataclass(frozen=True, slots=True)
class MemoryLayout:
    """One order. formula: the place of element (c, h, w), with the sizes filled in.

    elements: in the order of memory. unused: places that only fill up the last block. sentence:
    what this order is good for.
    """

    name: str
    formula: str
    sentence: str
    elements: tuple[PlacedElement, ...]
    unused: int


def memory_layouts(channels: int, height: int, width: int) -> tuple[MemoryLayout, ...]:
    """A patch of a picture of this size in the three orders; sizes of at least 1."""
    blocks = -(-channels // BLOCK)
    plane = height * width
    return (
        _layout(
            "NCHW", f"c * {plane} + h * {width} + w",
            "One colour after the other: neighbours in a row are neighbours in memory.",
            (channels, height, width), (plane, width, 1), 0,
        ),
        _layout(
            "NHWC", f"h * {width * channels} + w * {channels} + c",
            "All channels of a pixel together: a layer that mixes them reads one piece of memory.",
            (channels, height, width), (1, width * channels, channels), 0,
        ),
        _blocked(channels, height, width, (blocks * BLOCK - channels) * plane),
    )  # fmt: skip


def place_by_formula(formula: str, channel: int, row: int, column: int) -> int:
    """What the formula of an order says of element (c, h, w). Raises ValueError for any other."""
    return _value(ast.parse(formula, mode="eval").body, {"c": channel, "h": row, "w": column})


def _value(term: ast.expr, sizes: dict[str, int]) -> int:
    match term:
        case ast.BinOp() if type(term.op) in _OPERATORS:
            left, right = _value(term.left, sizes), _value(term.right, sizes)
            return _OPERATORS[type(term.op)](left, right)
        case ast.Name():
            return sizes[term.id]
        case ast.Constant(value=int(number)):
            return number
    raise ValueError(f"{ast.unparse(term)} stands in no formula of an order")


def _layout(
    name: str,
    formula: str,
    sentence: str,
    shape: tuple[int, int, int],
    steps: tuple[int, int, int],
    unused: int,
) -> MemoryLayout:
    channel, row, column = np.indices(shape).reshape(3, -1)
    return MemoryLayout(
        name,
        formula,
        sentence,
        _placed(channel, row, column, channel * steps[0] + row * steps[1] + column * steps[2]),
        unused,
    )


def _blocked(channels: int, height: int, width: int, unused: int) -> MemoryLayout:
    channel, row, column = np.indices((channels, height, width)).reshape(3, -1)
    block, within = np.divmod(channel, BLOCK)
    offset = ((block * height + row) * width + column) * BLOCK + within
    return MemoryLayout(
        f"NC/{BLOCK}HWc",
        f"(c / {BLOCK}) * {height * width * BLOCK} + h * {width * BLOCK} + w * {BLOCK} "
        f"+ c % {BLOCK}",
        f"Blocks of {BLOCK} channels: a vector instruction takes one of a pixel at once.",
        _placed(channel, row, column, offset),
        unused,
    )


def _placed(
    channel: np.ndarray, row: np.ndarray, column: np.ndarray, offset: np.ndarray
) -> tuple[PlacedElement, ...]:
    order = np.argsort(offset)
    columns = (values[order].tolist() for values in (channel, row, column, offset))
    return tuple(PlacedElement(*element) for element in zip(*columns, strict=True))
