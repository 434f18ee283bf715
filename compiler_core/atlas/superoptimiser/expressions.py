"""An expression of the search: what it computes, on which axes, and how often it walks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from compiler_core.atlas.superoptimiser.residues import Residues
from compiler_core.atlas.superoptimiser.terms import Term

ONE = "1"
"""The axis of extent 1."""

Axes = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Expression:
    """An input, or an operator with its operands."""

    text: str
    """`matmul(X, W)`; for an input its name."""
    operator: str
    """Empty for an input."""
    operands: tuple[Expression, ...]
    """In their order; none for an input."""
    axes: Axes
    """Names of the axes of its rows and of its columns; `1` is an axis of extent 1."""
    value: Residues
    """What it computes of the drawn inputs; expressions with equal residues are taken as equal."""
    term: Term
    """Its monomials, by which a search sees that it can no longer become the goal."""
    passes: Mapping[str, int]
    """How often each axis that is summed over has to be walked, one sum waiting for another."""

    @property
    def most_passes(self) -> int:
        return max(self.passes.values(), default=0)

    def operations(self) -> dict[str, Expression]:
        """Every different operation in it by its text, operands first."""
        expressions: dict[str, Expression] = {}
        for operand in self.operands:
            expressions.update(operand.operations())
        if self.operator:
            expressions[self.text] = self
        return expressions

    def inputs(self) -> Iterator[Expression]:
        """Inputs as often as they are written."""
        if not self.operator:
            yield self
        for operand in self.operands:
            yield from operand.inputs()
