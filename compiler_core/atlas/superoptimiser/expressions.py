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
    axes: Axes
    """Of its rows and columns."""
    value: Residues
    term: Term
    passes: Mapping[str, int]
    """Of each axis that is summed over: how often one after another. One loop over the axis can do
    sums that do not wait for each other."""

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
