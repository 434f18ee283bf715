"""A loop nest with one statement: what it adds up, of which elements of which arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ElementType = Literal["int8", "uint8", "int16", "int32", "float32"]
Reduction = Literal["sum", "max", "none"]

Index = Mapping[str, int]
"""A subscript: of each loop in it how many elements one round moves on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayAccess:
    """An element of an array: a subscript for each of its dimensions."""

    array: str
    element: ElementType
    indices: tuple[Index, ...]

    @property
    def loops(self) -> tuple[str, ...]:
        """Loops that it depends on, in order, each once."""
        return tuple(dict.fromkeys(loop for index in self.indices for loop in index))

    @property
    def text(self) -> str:
        return f"{self.array}[{', '.join(map(_index_text, self.indices))}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Nest:
    """for each loop: result ⊕= factor · factor …"""

    name: str
    """As settings name it: `convolution`."""
    title: str
    """For people: `a 1×1 convolution`."""
    loops: Mapping[str, int]
    """Extents by name, outermost first."""
    result: ArrayAccess
    """The element that the statement writes."""
    factors: tuple[ArrayAccess, ...]
    """Elements that are multiplied in each round."""
    reduction: Reduction = "sum"
    """How rounds that write the same element are joined; `none` where the last one stays."""

    @property
    def lines(self) -> tuple[str, ...]:
        """As one would read it."""
        loops = tuple(
            f"{'  ' * depth}for {loop} in 0..{extent}"
            for depth, (loop, extent) in enumerate(self.loops.items())
        )
        product = " · ".join(factor.text for factor in self.factors)
        sign = {"sum": "+=", "none": "="}.get(self.reduction, f"{self.reduction}=")
        return (*loops, f"{'  ' * len(self.loops)}{self.result.text} {sign} {product}")


def _index_text(index: Index) -> str:
    parts = [loop if step == 1 else f"{step}·{loop}" for loop, step in index.items()]
    return " + ".join(parts) or "0"


def access(array: str, element: ElementType, *indices: str | Index) -> ArrayAccess:
    """A subscript that is a loop's name moves by one element a round."""
    read = tuple({index: 1} if isinstance(index, str) else index for index in indices)
    return ArrayAccess(array=array, element=element, indices=read)
