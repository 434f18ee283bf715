"""Attention and its output product in one kernel, where memory traffic says that it pays.

A tile of queries is finished for all heads before the next begins; its rows stay near the core and
are multiplied by the output matrix at once. It is legal whenever a row of all heads fits. It costs
reading the matrix again for each tile of queries, unless the matrix stays near the core.
"""

from __future__ import annotations

from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.llm.attention_fusion.budget import FLOAT_BYTES, MemoryBudget
from compiler_core.llm.attention_fusion.flash_attention import KERNEL
from compiler_core.llm.attention_fusion.rewriting import given, shape_of, weight_product
from compiler_core.llm.block_graph.kernels import (
    Tiles,
    join,
    kernel_of,
    members,
    set_tiles,
    tiles_of,
)
from compiler_core.trace import Change


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joining:
    """Both sides of the decision, in bytes."""

    softmax: ir.Node
    """The node of the attention kernel that works by tiles."""
    product: ir.Node
    """The product behind attention that might join that kernel."""
    tiles: Tiles
    """Rows of queries and of keys that the joined kernel would hold at a time."""
    rows_bytes: int
    """What the rows held of these queries take near the core."""
    saved: int
    """What attention's result no longer takes to be written and read."""
    read_again: int
    """What the product's weights take to be read for each further tile; 0 where they fit."""


def attention_output(budget: MemoryBudget) -> GraphPass:
    """The pass for this budget."""

    def run(model: ir.Model) -> PassResult:
        products = [node for node in model.graph if _reads_attention(node)]
        return PassResult(tuple(_visit(model, node, budget) for node in products))

    return GraphPass(
        "attention-output",
        "Multiply a finished tile of queries by the output matrix before it is stored.",
        run,
    )


def _reads_attention(node: ir.Node) -> bool:
    before = given(node, 0).producer() if weight_product(node) else None
    return before is not None and kernel_of(before) == KERNEL


def _visit(model: ir.Model, product: ir.Node, budget: MemoryBudget) -> Change:
    name = str(product.name)
    plan = _joining(model, product, budget)
    if plan is None:
        reason = (
            "Its attention is not computed tile by tile, or not even one row of all heads fits."
        )
        return Change("refused", name, reason, (name,), (name,))
    if plan.read_again > plan.saved:
        reason = (
            f"Legal, but it would read the matrix again for each tile of {plan.tiles.queries} "
            f"queries: {plan.read_again:,} bytes more, to save {plan.saved:,}."
        )
        return Change("refused", name, reason, (name,), (name,))
    set_tiles(plan.softmax, plan.tiles)
    nodes = members(model, kernel_of(product))
    join(model, (KERNEL, kernel_of(product)), KERNEL)
    names = tuple(str(node.name) for node in nodes)
    reason = (
        f"Rows of all heads of {plan.tiles.queries} queries take {plan.rows_bytes:,} bytes near "
        f"the core; {plan.saved:,} bytes are not written and read back"
    )
    again = f", for {plan.read_again:,} bytes of weights read again" if plan.read_again else ""
    return Change("fused", name, f"{reason}{again}.", names, names)


def _joining(model: ir.Model, product: ir.Node, budget: MemoryBudget) -> _Joining | None:
    softmax = next((node for node in members(model, KERNEL) if tiles_of(node)), None)
    tiles = tiles_of(softmax) if softmax is not None else None
    if softmax is None or tiles is None:
        return None
    tokens, wide = shape_of(given(product, 0))[-2:]
    row = wide * FLOAT_BYTES
    queries = min(tokens, max(budget.near_bytes // 4 // row, 0))
    if not queries:
        return None
    matrix = budget.weight_bytes(wide * shape_of(given(product, 1))[1])
    times = -(-tokens // queries) - 1
    again = 0 if budget.fits(matrix) else times * matrix
    rows = Tiles(queries, tiles.keys)
    return _Joining(
        softmax=softmax,
        product=product,
        tiles=rows,
        rows_bytes=queries * row,
        saved=2 * tokens * row,
        read_again=again,
    )
