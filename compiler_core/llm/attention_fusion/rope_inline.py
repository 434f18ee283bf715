"""RoPE inline: queries and keys are turned, and laid out by head, where they are computed.

Both elements of a pair come out of the same product kernel, so that it can turn them before it
stores them. Biases, norms by head and the order of heads are applied on the same way out. Values
are not turned, only laid out.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.llm.attention_fusion.rewriting import given, only_reader, weight_product
from compiler_core.llm.block_graph.kernels import VIEWS, join, kernel_of
from compiler_core.trace import Change

# What a product kernel can do with a head before it stores it.
_ON_THE_WAY = ("Add", "Mul", "Split", "RMSNormalization", "Transpose", *VIEWS)


def take_in_rotations(model: ir.Model) -> PassResult:
    changes = [
        _visit(model, node)
        for node in list(model.graph)
        if node.op_type == "RotaryEmbedding" or _lays_out_values(node)
    ]
    return PassResult(tuple(changes))


def _lays_out_values(node: ir.Node) -> bool:
    """Is it the transpose of a product's result that nothing turns?"""
    if node.op_type != "Transpose" or _product_before(node) is None:
        return False
    behind = only_reader(node)
    return behind is None or behind.op_type != "RotaryEmbedding"


def _visit(model: ir.Model, node: ir.Node) -> Change:
    name, chain = str(node.name), _way_back(node)
    if chain is None:
        reason = "What it reads does not come from one product alone."
        return Change("refused", name, reason, (name,), (name,))
    product = chain[-1]
    kernel = kernel_of(product)
    names = tuple(str(link.name) for link in reversed(chain))
    join(model, {kernel_of(member) for member in chain}, kernel)
    return Change("fused", name, _reason(node, kernel), names, names)


def _reason(node: ir.Node, kernel: str) -> str:
    if node.op_type == "Transpose":
        return f"{kernel} stores the values by head at once, instead of a copy that reorders them."
    if node.attributes["interleaved"].as_int():
        pairs = "Neighbours make a pair"
    else:
        pairs = "Elements half a head apart make a pair; the kernel's tile holds whole heads"
    return f"{pairs}, so {kernel} has both in registers and turns them before it stores them."


def _product_before(node: ir.Node) -> ir.Node | None:
    chain = _way_back(node)
    return chain[-1] if chain else None


def _way_back(node: ir.Node) -> tuple[ir.Node, ...] | None:
    """From the node back to the product it depends on; None if something else lies between."""
    chain = [node]
    while not weight_product(chain[-1]):
        before = given(chain[-1], 0).producer()
        if before is None or not (weight_product(before) or before.op_type in _ON_THE_WAY):
            return None
        if before.op_type != "Split" and not weight_product(before) and only_reader(before) is None:
            return None
        chain.append(before)
    return tuple(chain)


ROPE_INLINE = GraphPass(
    "rope-inline", "Turn queries and keys in the kernel that computes them.", take_in_rotations
)
