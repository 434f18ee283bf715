"""RMSNorm and MatMul: the norm's weights go into the matrix, its division comes after the product.

(x / r · w)·W = ((x)·(diag(w)·W)) / r, since r is one number for a whole row. The product can then
read x itself, while the same kernel sums the squares; the normalised tensor is never written.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.rewriting import float_of
from compiler_core.llm.attention_fusion.rewriting import (
    array_of,
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

# What the standard says of a norm that says nothing.
_EPSILON = 1e-5


def fold_norms(model: ir.Model) -> PassResult:
    norms = [node for node in model.graph if node.op_type == "RMSNormalization"]
    changes = tuple(_visit(model, node) for node in norms)
    drop_unread_constants(model)
    return PassResult(changes)


def _visit(model: ir.Model, norm: ir.Node) -> Change:
    refusal = _refusal(norm)
    name = str(norm.name)
    if refusal:
        return Change("refused", name, refusal, (name,), (name,))
    return _fold(model, norm, readers(norm.outputs[0])[0])


def _refusal(norm: ir.Node) -> str:
    """Why this norm stays as it is; empty if it can be folded."""
    consumers = readers(norm.outputs[0])
    if norm.outputs[0].is_graph_output():
        return "Its result leaves the model."
    others = [node for node in consumers if not weight_product(node)]
    if others:
        names = ", ".join(str(node.name) for node in others)
        return (
            f"{names} reads it and is no product with weights, so there is no matrix to fold into."
        )
    if len(consumers) > 1:
        return (
            f"{len(consumers)} products read it, and each would sum the squares again. Packed into "
            "one before, they could take it in."
        )
    if len(shape_of(given(norm, 1))) != 1:
        return "Its weights are not one row."
    return ""


def _fold(model: ir.Model, norm: ir.Node, product: ir.Node) -> Change:
    x, weights, matrix = given(norm, 0), given(norm, 1), given(product, 1)
    kernels, name = (kernel_of(norm), kernel_of(product)), kernel_of(product)
    shape = shape_of(matrix)
    folded = constant(
        model,
        f"{product.name}_{norm.name}.weight",
        shape,
        lambda: array_of(weights)[:, None] * array_of(matrix),
    )
    inverse = _inverse(model, norm, product, x, name)
    wide = shape_of(product.outputs[0])
    raw = new_node(
        product, "MatMul", f"{product.name}_raw", (x, folded), (wide,), name, (product, norm)
    )
    scaled = new_node(
        product, "Mul", f"{product.name}_scaled", (raw.outputs[0], inverse), (wide,), name, (norm,)
    )
    before = (str(norm.name), str(product.name))
    replace_node(product, scaled.outputs[0])
    model.graph.remove(norm, safe=True)
    join(model, kernels, name)
    reason = (
        f"The {shape[0]} weights of {before[0]} scale the rows of the matrix once, before the "
        "model runs; 1/rms is one number a row and is multiplied after the product."
    )
    return Change("folded", before[0], reason, before, (str(raw.name), str(scaled.name)))


def _inverse(model: ir.Model, norm: ir.Node, anchor: ir.Node, x: ir.Value, kernel: str) -> ir.Value:
    """1 / rms of each row of x: [..., 1]."""
    shape, stem = shape_of(x), str(norm.name)
    rows = (*shape[:-1], 1)
    epsilon = float_of(norm, "epsilon", _EPSILON)
    small = constant(model, f"{stem}_epsilon", (), lambda: np.array(epsilon))
    axes = integers(model, f"{stem}_axes", [-1])
    chain: Sequence[tuple[str, str, tuple[ir.Value, ...], tuple[int, ...]]] = (
        ("Mul", "square", (x,), shape),
        ("ReduceMean", "mean", (axes,), rows),
        ("Add", "mean_epsilon", (small,), rows),
        ("Sqrt", "rms", (), rows),
        ("Reciprocal", "inverse", (), rows),
    )
    value = x
    for operator, part, others, sizes in chain:
        attributes = {"keepdims": 1} if operator == "ReduceMean" else {}
        made = new_node(
            anchor,
            operator,
            f"{stem}_{part}",
            (value, *others),
            (sizes,),
            kernel,
            (norm,),
            **attributes,
        )
        value = made.outputs[0]
    return value


NORM_INTO_PRODUCT = GraphPass(
    "norm-into-product",
    "Put a norm's weights into the matrix behind it, and divide by the root mean square after.",
    fold_norms,
)
