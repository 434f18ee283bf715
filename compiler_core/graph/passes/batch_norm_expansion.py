"""Batch normalisation expansion: what could not be folded becomes a product and a sum.

s·x + t with one s and t per channel are two elementwise nodes, which fusion, quantisation and
layouts take like any others; a normalisation they would have to know by name.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.passes.batch_norm_folding import scale_and_shift
from compiler_core.graph.rewriting import Rewriter, is_operator, name_of, sizes_of


def expand_batch_norms(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    for node in list(model.graph):
        if is_operator(node, "BatchNormalization"):
            _expand(rewriter, node)
    return rewriter.result


def _expand(rewriter: Rewriter, node: ir.Node) -> None:
    affine, source = scale_and_shift(node), node.inputs[0]
    sizes = sizes_of(source)
    if affine is None or sizes is None or source is None or source.dtype is None:
        rewriter.refuse(node, "Its parameters are no constants, or its shape is not known.")
        return
    if len(node.outputs) > 1 or not np.isfinite(affine.scale).all():
        rewriter.refuse(node, "It is in training mode, or a variance is negative.")
        return
    shape, kind = (1, -1, *(1,) * (len(sizes) - 2)), source.dtype.numpy()
    scale = rewriter.constant(affine.scale.reshape(shape).astype(kind), f"{name_of(node)}_scale")
    shift = rewriter.constant(affine.shift.reshape(shape).astype(kind), f"{name_of(node)}_shift")
    product = rewriter.node("Mul", [source, scale], (node,))
    total = rewriter.node("Add", [product.outputs[0], shift], (node,))
    product.outputs[0].shape, product.outputs[0].type = ir.Shape(sizes), source.type
    rewriter.insert_before(node, product, total)
    rewriter.take_over(node, total)
    rewriter.change(
        "split",
        name_of(node),
        "No weights could take its scale: s·x and then + t.",
        (name_of(node),),
        (name_of(product), name_of(total)),
    )


BATCH_NORM_EXPANSION = GraphPass(
    "batch-norm-expansion",
    "Write a batch normalisation that is left as a product and a sum.",
    expand_batch_norms,
)
