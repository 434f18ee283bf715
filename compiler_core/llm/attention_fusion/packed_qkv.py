"""Packed products: matrices that multiply the same input stand side by side as one.

x·Wq, x·Wk and x·Wv are one product x·[Wq Wk Wv] whose result is cut in three. Each sum is computed
as before; what is saved is reading x for each product, and starting a kernel for each. The gate and
the other product of a feed-forward part are the same case.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.llm.attention_fusion.rewriting import (
    array_of,
    common_stem,
    constant,
    drop_unread_constants,
    given,
    integers,
    new_node,
    readers,
    replace_node,
    shape_of,
    weight_product,
)
from compiler_core.llm.block_graph.kernels import join, kernel_of
from compiler_core.trace import Change


def pack_products(model: ir.Model) -> PassResult:
    changes: list[Change] = []
    for group in _groups(model):
        names = tuple(str(node.name) for node in group)
        if len(group) > 1:
            changes.append(_pack(model, group))
            continue
        reason = "It is the only product of its input, so there is nothing to put beside it."
        changes.append(Change("refused", names[0], reason, names, names))
    drop_unread_constants(model)
    return PassResult(tuple(changes))


def _groups(model: ir.Model) -> list[tuple[ir.Node, ...]]:
    """Products with weights, by the input they share, in the order of the graph."""
    inputs = dict.fromkeys(given(node, 0) for node in model.graph if weight_product(node))
    return [
        tuple(node for node in readers(value) if weight_product(node) and given(node, 0) is value)
        for value in inputs
    ]


def _pack(model: ir.Model, group: tuple[ir.Node, ...]) -> Change:
    names = tuple(str(node.name) for node in group)
    kernels = [kernel_of(node) for node in group]
    stem = common_stem(names, names[0])
    name = f"{stem}_{_joined([name.rpartition('_')[2] for name in names])}"
    first, x = group[0], given(group[0], 0)
    matrices = [given(node, 1) for node in group]
    widths = [shape_of(matrix)[1] for matrix in matrices]
    depth, total = shape_of(matrices[0])[0], sum(widths)
    packed = constant(
        model,
        f"{name}.weight",
        (depth, total),
        lambda: np.concatenate([array_of(weight) for weight in matrices], axis=1),
    )
    wide = (*shape_of(x)[:-1], total)
    product = new_node(first, "MatMul", name, (x, packed), (wide,), name, group)
    sizes = integers(model, f"{name}_sizes", widths)
    cut = new_node(
        first,
        "Split",
        f"{name}_split",
        (product.outputs[0], sizes),
        [shape_of(node.outputs[0]) for node in group],
        name,
        group,
        axis=len(wide) - 1,
    )
    for node, piece in zip(group, cut.outputs, strict=True):
        replace_node(node, piece)
    join(model, kernels, name)
    words = " + ".join(str(width) for width in widths)
    reason = (
        f"{len(group)} products read the same input, so their matrices stand side by side: "
        f"{depth}×({words}) = {depth}×{total}. Each sum is computed as before."
    )
    return Change("fused", name, reason, names, (name, f"{name}_split"))


def _joined(parts: list[str]) -> str:
    """`qkv` of q, k and v; `gate_up` of gate and up."""
    return ("" if all(len(part) == 1 for part in parts) else "_").join(parts)


PACKED_QKV = GraphPass(
    "packed-qkv", "Multiply the same input by several matrices at once.", pack_products
)
