"""Einsum written out as products of matrices.

Two operands at a time: letters of both that the result keeps are the batch, letters of both that it
does not keep are summed over by the product, and those of one operand are its rows or its columns.
An axis that one operand alone has and nobody keeps is summed before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import onnx_ir as ir

from compiler_core.graph.importing.expansion.writing import Writing
from compiler_core.graph.importing.inference.einsum import Equation, equation_of
from compiler_core.graph.importing.value_facts import NodeFacts


def einsum_refusal(facts: NodeFacts) -> str:
    """Why the node cannot be written out, in words; empty if it can."""
    equation = equation_of(facts)
    text = facts.text("equation", "")
    if any(len(set(term)) < len(term) for term in equation.terms):
        return f"Its equation {text} takes a diagonal: a letter stands twice in one operand."
    for term, given in zip(equation.terms, facts.inputs, strict=True):
        assert given is not None
        if any(equation.sizes[axis] != size for axis, size in zip(term, given.shape, strict=True)):
            return f"Its equation {text} repeats an axis of size 1."
    return ""


def expand_einsum(writing: Writing, facts: NodeFacts) -> None:
    """Write the node out; its equation is checked."""
    equation = equation_of(facts)
    operands = [
        _Operand(value, term)
        for value, term in zip(writing.node.inputs, equation.terms, strict=True)
        if value is not None
    ]
    writer = _Writer(writing, equation)
    first = operands[0]
    for at, second in enumerate(operands[1:], 2):
        later = set(equation.result).union(*(operand.term for operand in operands[at:]))
        first = writer.product(first, second, later)
    first = writer.summed(first, set(equation.result))
    writing.give((writer.turned(first, equation.result).value,))


@dataclass(frozen=True, slots=True)
class _Operand:
    """A value, and a letter for each of its axes."""

    value: ir.Value
    term: str


class _Writer:
    """The nodes of one equation."""

    def __init__(self, writing: Writing, equation: Equation) -> None:
        self.writing = writing
        self.sizes = equation.sizes

    def product(self, first: _Operand, second: _Operand, later: set[str]) -> _Operand:
        """Of two operands; summed over what nobody reads later."""
        first = self.summed(first, later | set(second.term))
        second = self.summed(second, later | set(first.term))
        both = [letter for letter in first.term if letter in second.term]
        batch = "".join(letter for letter in both if letter in later)
        inner = "".join(letter for letter in both if letter not in later)
        rows = "".join(letter for letter in first.term if letter not in both)
        columns = "".join(letter for letter in second.term if letter not in both)
        left = self._matrices(first, batch, rows, inner)
        right = self._matrices(second, batch, inner, columns)
        made = self.writing.write("MatMul", left, right, part="product")
        term = batch + rows + columns
        if len(rows) != 1 or len(columns) != 1:
            made = self.writing.reshape(made, self._shape(term), "axes")
        return _Operand(made, term)

    def summed(self, operand: _Operand, letters: set[str]) -> _Operand:
        """Without the axes that are not kept."""
        axes = [at for at, letter in enumerate(operand.term) if letter not in letters]
        if not axes:
            return operand
        places = self.writing.integers(axes)
        made = self.writing.write("ReduceSum", operand.value, places, part="sum", keepdims=0)
        return _Operand(made, "".join(letter for letter in operand.term if letter in letters))

    def turned(self, operand: _Operand, term: str) -> _Operand:
        """With its axes in this order."""
        order = [operand.term.index(letter) for letter in term]
        if order == sorted(order):
            return operand
        made = self.writing.write("Transpose", operand.value, part="order", perm=order)
        return _Operand(made, term)

    def _matrices(self, operand: _Operand, batch: str, rows: str, columns: str) -> ir.Value:
        """One matrix for each place of the batch."""
        value = self.turned(operand, batch + rows + columns).value
        if len(rows) == 1 and len(columns) == 1:
            return value
        sides = (prod(self._shape(rows)), prod(self._shape(columns)))
        return self.writing.reshape(value, (*self._shape(batch), *sides), "matrix")

    def _shape(self, letters: Sequence[str]) -> tuple[int, ...]:
        return tuple(self.sizes[letter] for letter in letters)
