"""The block found anew by our superoptimiser: a kernel for each walk along a row.

The search takes a root for a function of which nothing is known. So what it finds is right for the
root of the mean and a small number too, of which it has only the sum; its values are computed so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod

import numpy as np

from compiler_core.atlas.one_block.block import EPSILON, FusedBlock, difference, drawn, expected
from compiler_core.atlas.one_block.records import BlockCut, CutKernel
from compiler_core.atlas.superoptimiser.costs import cost_of
from compiler_core.atlas.superoptimiser.expressions import Expression
from compiler_core.atlas.superoptimiser.operators import OPERATOR_BY_NAME, apply
from compiler_core.atlas.superoptimiser.programs import PROGRAMS, TensorProgram
from compiler_core.atlas.superoptimiser.residues import FIELDS
from compiler_core.atlas.superoptimiser.search import search

_OPERATORS = {
    "sq": ("square",), "rowsum": ("mean",), "sqrt": ("shifted", "root"), "mul": ("scaled",),
    "div": ("normed",), "matmul": ("product",),
}  # fmt: skip
_BYTES = 4


def cut_by_search(block: FusedBlock) -> BlockCut:
    """The best program of all that the search finds."""
    program = _program(block)
    extents = {"b": block.rows, "k": block.width, "n": block.columns}
    outcome = search(program, FIELDS[0], program.most_operators)
    best = min(
        (outcome.reference, *outcome.programs),
        key=lambda expression: (cost_of(expression, extents), expression.text),
    )
    return BlockCut(
        version="",
        kernels=kernels_of(best, extents),
        artefact=f"written: {outcome.reference.text}\nfound:   {best.text}",
        difference=_difference(block, best) if block.is_run else None,
    )


def _program(block: FusedBlock) -> TensorProgram:
    whole = next(program for program in PROGRAMS if program.name == "rmsnorm")
    if block.has_gain:
        return whole
    return replace(
        whole,
        build=_without_gain,
        most_operators=whole.most_operators - 1,
        inputs={name: axes for name, axes in whole.inputs.items() if name != "G"},
    )


def _without_gain(given: Mapping[str, Expression]) -> Expression:
    def of(name: str, *operands: Expression) -> Expression:
        return apply(OPERATOR_BY_NAME[name], operands)

    norm = of("sqrt", of("rowsum", of("sq", given["X"])))
    return of("matmul", of("div", given["X"], norm), given["W"])


def kernels_of(best: Expression, extents: Mapping[str, int]) -> tuple[CutKernel, ...]:
    """An operation stands in the first kernel that has walked as often as it needs."""
    operations = tuple(best.operations().values())
    walks = {operation.text: max(operation.most_passes, 1) for operation in operations}
    order = tuple(dict.fromkeys(name for names in _OPERATORS.values() for name in names))
    read_later = {
        operand.text
        for reader in operations
        for operand in reader.operands
        if operand.operator and walks[operand.text] < walks[reader.text]
    }
    return tuple(
        CutKernel(
            name=f"walk {walk}",
            operators=tuple(
                sorted(
                    {
                        name
                        for step in operations
                        if walks[step.text] == walk
                        for name in _names(step)
                    },
                    key=order.index,
                )
            ),
            written=_BYTES
            * sum(
                prod(extents.get(axis, 1) for axis in stored.axes)
                for stored in operations
                if walks[stored.text] == walk and (stored is best or stored.text in read_later)
            ),
        )
        for walk in sorted(set(walks.values()))
    )


def _names(operation: Expression) -> tuple[str, ...]:
    """Operators of the block; a number times itself is its square."""
    squares = operation.operator == "mul" and len({side.text for side in operation.operands}) == 1
    return _OPERATORS["sq" if squares else operation.operator]


def _difference(block: FusedBlock, best: Expression) -> float:
    arrays = drawn(block)
    named = {"X": arrays["x"], "W": arrays["first"]}
    if block.has_gain:
        named["G"] = arrays["gain"][np.newaxis]
    return difference(_value(best, named, block.width), expected(block))


def _value(expression: Expression, named: Mapping[str, np.ndarray], width: int) -> np.ndarray:
    if not expression.operator:
        return named[expression.text]
    operands = [_value(operand, named, width) for operand in expression.operands]
    match expression.operator:
        case "sq":
            return operands[0] * operands[0]
        case "rowsum":
            return operands[0].sum(axis=-1, keepdims=True)
        case "sqrt":
            return np.sqrt(operands[0] / np.float32(width) + np.float32(EPSILON))
        case "mul":
            return operands[0] * operands[1]
        case "div":
            return operands[0] / operands[1]
        case _:
            return operands[0] @ operands[1]
