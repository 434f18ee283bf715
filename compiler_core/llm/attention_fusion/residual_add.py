"""Residual add: what goes around a half of the block is added where its last product is complete.

The sum needs each element of the product once, so it is added before that element is stored. With
a norm between (Gemma 2), the kernel keeps one row of the product near the core, normalises it and
then adds.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.llm.attention_fusion.budget import FLOAT_BYTES, MemoryBudget
from compiler_core.llm.attention_fusion.rewriting import (
    given,
    only_reader,
    shape_of,
    weight_product,
)
from compiler_core.llm.block_graph.kernels import join, kernel_of
from compiler_core.trace import Change


def residual_add(budget: MemoryBudget) -> GraphPass:
    """The pass; a row kept for a norm must fit the budget."""

    def run(model: ir.Model) -> PassResult:
        nodes = [node for node in model.graph if _adds_two_tensors(node)]
        return PassResult(tuple(_visit(model, node, budget) for node in nodes))

    return GraphPass("residual-add", "Add the input of a half where its last product ends.", run)


def _adds_two_tensors(node: ir.Node) -> bool:
    if node.op_type != "Add":
        return False
    first, second = given(node, 0), given(node, 1)
    constant = first.const_value is not None or second.const_value is not None
    return not constant and shape_of(first) == shape_of(second)


def _visit(model: ir.Model, add: ir.Node, budget: MemoryBudget) -> Change:
    name = str(add.name)
    chain = _branch(add)
    if chain is None:
        reason = "Neither of its operands comes from a product that only it reads."
        return Change("refused", name, reason, (name,), (name,))
    *_, width = shape_of(add.outputs[0])
    row = width * FLOAT_BYTES
    product, *norms = chain
    if norms and not budget.fits(row):
        reason = f"The norm between needs a whole row of {row:,} bytes, which does not stay near."
        return Change("refused", name, reason, (name,), (name,))
    kernel = kernel_of(product)
    join(model, {kernel_of(node) for node in (*chain, add)}, kernel)
    names = (*(str(node.name) for node in chain), name)
    return Change("fused", name, _reason(norms, row, kernel), names, names)


def _reason(norms: list[ir.Node], row: int, kernel: str) -> str:
    if not norms:
        return f"{kernel} adds the residual to each sum while it is in a register."
    return (
        f"{kernel} keeps one row of {row:,} bytes near the core; {norms[0].name} and the sum are "
        "applied to it before it is stored."
    )


def _branch(add: ir.Node) -> tuple[ir.Node, ...] | None:
    """The product whose result is added, and the norm between if there is one."""
    for index in (1, 0):
        node = given(add, index).producer()
        chain: list[ir.Node] = []
        if node is not None and node.op_type == "RMSNormalization" and only_reader(node) is add:
            chain, node = [node], given(node, 0).producer()
        if node is not None and weight_product(node) and only_reader(node) is not None:
            return (node, *chain)
    return None
