"""What the generator knows of an operator.

inline: how one element of the result follows from elements of the operands; such an operator needs
no tensor of its own. anchor: how to write the loops of an operator whose elements each need many of
the operands, or whose result is written in pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.emission.index_arithmetic import Index
from compiler_core.graph.emission.writer import FunctionWriter, InlineRule

Finish = Callable[[Index, str], None]
AlignedShapes = Callable[[ir.Node], tuple[tuple[int, ...], ...] | None]


@dataclass(frozen=True, slots=True)
class Target:
    """Where an anchor hands its results: finish(index, expression) of its first output.

    others: the same for further outputs that someone reads, None where no one does. memory: the
    value whose memory takes the results as they are, None when more is computed on the way.
    """

    finish: Finish
    others: tuple[Finish | None, ...] = ()
    memory: ir.Value | None = None


AnchorRule = Callable[[FunctionWriter, ir.Node, Target], None]
Refusal = Callable[[ir.Node], str]


def refuse_nothing(node: ir.Node) -> str:
    """For operators of which every form is supported."""
    return ""


def full_name(domain: str, name: str) -> str:
    """An operator's name with its domain in front, unless that is the standard one."""
    return f"{domain}.{name}" if domain else name


@dataclass(frozen=True, slots=True, kw_only=True)
class Operator:
    """One operator of a domain."""

    name: str
    """With the domain in front of it where that is not the standard one."""
    domain: str = ""
    """Empty for ONNX's standard operators."""
    inline: InlineRule | None = None
    """Writes one element of the result where it is read; None where that cannot be done."""
    anchor: AnchorRule | None = None
    """Writes the loops of a kernel around it; None where it only stands inside others."""
    aligned: AlignedShapes | None = None
    """Shapes of a pointwise operator's operands beside the output's; None when elements move."""
    reads_once: bool = False
    """An anchor that reads each element of its operands about once, so that what computes them may
    be computed inside."""
    same_order: bool = False
    """Elements keep their order in memory, only the shape changes."""
    refusal: Refusal = refuse_nothing
    """Why this very node is not supported, "" if it is."""

    @property
    def key(self) -> tuple[str, str]:
        """Domain and operator as a node has them."""
        return self.domain, self.name.removeprefix(f"{self.domain}.")

    def operand_shapes(self, node: ir.Node) -> tuple[tuple[int, ...], ...] | None:
        """Of a pointwise node, its operands' shapes beside the result's; else None."""
        return None if self.aligned is None else self.aligned(node)

    def is_pointwise(self, node: ir.Node) -> bool:
        """Whether each element follows from the operands' elements at the same place."""
        return self.operand_shapes(node) is not None
