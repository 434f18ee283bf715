"""FlashAttention: scores, softmax and weighted values in one kernel, tile by tile.

A tile of queries meets the keys tile by tile. Each query keeps its largest score so far, the sum of
its exponentials and its result so far; when the maximum grows, sum and result are scaled down. The
scores of all tokens with all positions never exist. Source: Dao et al., FlashAttention (2022),
algorithm 1, with the rows outside as in FlashAttention-2 (2023).
"""

from __future__ import annotations

from math import prod

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.llm.attention_fusion.budget import (
    FLOAT_BYTES,
    MemoryBudget,
    TileRows,
    tile_bytes,
)
from compiler_core.llm.attention_fusion.rewriting import (
    given,
    only_reader,
    shape_of,
    weight_product,
)
from compiler_core.llm.block_graph.kernels import VIEWS, join, kernel_of, set_tiles
from compiler_core.trace import Change

# What may lie between the scores and their softmax.
_BETWEEN = ("Mul", "Div", "Tanh", "Add", *VIEWS)
KERNEL = "attention"


def flash_attention(budget: MemoryBudget) -> GraphPass:
    """The pass for tiles of this budget."""

    def run(model: ir.Model) -> PassResult:
        nodes = [node for node in model.graph if node.op_type == "Softmax"]
        return PassResult(tuple(_visit(model, node, budget) for node in nodes))

    return GraphPass(
        "flash-attention",
        "Attend tile by tile with a running maximum and sum, so that no scores are stored.",
        run,
    )


def _visit(model: ir.Model, softmax: ir.Node, budget: MemoryBudget) -> Change:
    name = str(softmax.name)
    before, after = _scores_before(softmax), _values_behind(softmax)
    if before is None or after is None:
        reason = "It does not stand between a product of queries with keys and one with values."
        return Change("refused", name, reason, (name,), (name,))
    nodes = (*_key_layout(before), *before, softmax, *after)
    scores = shape_of(softmax.outputs[0])
    rows = TileRows(
        group=scores[2] if len(scores) == 5 else 1,
        head_size=shape_of(given(before[0], 0))[-1],
        value_size=shape_of(after[0].outputs[0])[-1],
    )
    tiles = budget.tiles(scores[-2], scores[-1], rows)
    set_tiles(softmax, tiles)
    join(model, {kernel_of(node) for node in _own(nodes)}, KERNEL)
    whole = FLOAT_BYTES * prod(scores)
    reason = (
        f"A tile of {tiles.queries} queries meets {tiles.keys} keys at a time and needs "
        f"{tile_bytes(tiles, rows):,} bytes; the scores of all heads would be {whole:,}."
    )
    names = tuple(str(node.name) for node in nodes)
    return Change("fused", KERNEL, reason, names, names)


def _own(nodes: tuple[ir.Node, ...]) -> tuple[ir.Node, ...]:
    """Views that belong to the kernels of queries, keys and values stay there."""
    return tuple(node for node in nodes if node.op_type not in VIEWS)


def _scores_before(softmax: ir.Node) -> tuple[ir.Node, ...] | None:
    """From the product of queries and keys to the node in front of the softmax."""
    chain: list[ir.Node] = []
    value = given(softmax, 0)
    while True:
        node = value.producer()
        if node is None or only_reader(node) is None:
            return None
        chain.append(node)
        if node.op_type == "MatMul":
            return None if weight_product(node) else tuple(reversed(chain))
        if node.op_type not in _BETWEEN:
            return None
        value = given(node, 0)


def _key_layout(before: tuple[ir.Node, ...]) -> tuple[ir.Node, ...]:
    """The nodes that turn the keys for the product: the kernel reads them as they lie."""
    chain: list[ir.Node] = []
    node = given(before[0], 1).producer()
    while node is not None and node.op_type in ("Transpose", *VIEWS):
        if only_reader(node) is None:
            break
        chain.append(node)
        node = given(node, 0).producer()
    turned = any(link.op_type == "Transpose" for link in chain)
    return tuple(reversed(chain)) if turned else ()


def _values_behind(softmax: ir.Node) -> tuple[ir.Node, ...] | None:
    """The product with values, and the nodes that lay its result out by token."""
    node = only_reader(softmax)
    if node is None or node.op_type != "MatMul" or given(node, 0) is not softmax.outputs[0]:
        return None
    chain = [node]
    following = only_reader(node)
    while following is not None and following.op_type in ("Transpose", *VIEWS):
        chain.append(following)
        following = only_reader(following)
    return tuple(chain)
