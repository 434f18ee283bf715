"""From pairs of QuantizeLinear and DequantizeLinear to integer operators, all of standard ONNX.

Products and averages become ConvInteger and MatMulInteger with an int32 bias; what only moves data
moves int8; scales meet in one constant for each channel. What is left of the pairs is the epilogue
of each kernel: DequantizeLinear of the accumulator, float32 in registers, QuantizeLinear.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.quantisation.construction import Construction
from compiler_core.graph.quantisation.integer_averages import averages_to_integers
from compiler_core.graph.quantisation.integer_moves import moves_to_integers
from compiler_core.graph.quantisation.integer_products import products_to_integers
from compiler_core.graph.quantisation.rescaling import (
    drop_redundant_bounds,
    exact_in_integers,
    rescale,
    split_shared,
)


def to_integer_form(model: ir.Model) -> PassResult:
    """Change the model in place; a model without pairs stays as it is."""
    construction = Construction(model.graph)
    changes = [
        *products_to_integers(construction),
        *averages_to_integers(construction),
        *moves_to_integers(construction),
    ]
    drop_unread(model.graph)
    split_shared(construction)
    changes += rescale(construction)
    changes += drop_redundant_bounds(construction)
    exact_in_integers(construction)
    drop_unread(model.graph)
    return PassResult(tuple(changes))


def drop_unread(graph: ir.Graph) -> None:
    """Remove DequantizeLinears and constants that nothing reads any more."""
    for node in reversed(list(graph)):
        results = node.outputs
        if node.op_type == "DequantizeLinear" and not any(
            value.uses() or value.is_graph_output() for value in results
        ):
            graph.remove(node, safe=True)
    for name, value in list(graph.initializers.items()):
        if not value.uses() and not value.is_graph_output():
            del graph.initializers[name]


INTEGER_FORM = GraphPass(
    "integer-form",
    "Compute with the int8 integers themselves: products summed in int32, one multiplication to "
    "the scale of the result, one rounding.",
    to_integer_form,
)
