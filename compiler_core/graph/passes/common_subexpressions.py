"""Common subexpressions: compute once what two nodes compute alike.

Two nodes with the same operator, attributes and inputs give the same values. In the order of the
graph the first stays and readers of the second read it; then readers of both may be alike in turn.
Small constants with the same elements count as the same.
"""

from __future__ import annotations

from collections.abc import Hashable

import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.rewriting import Rewriter, name_of

_RANDOM = (
    "RandomNormal",
    "RandomUniform",
    "RandomNormalLike",
    "RandomUniformLike",
    "Bernoulli",
    "Multinomial",
)
# Comparing large weights would cost more than it could find.
_COMPARED_BYTES = 1 << 14


def share_subexpressions(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    constants = _constants_by_content(model.graph)
    seen: dict[Hashable, ir.Node] = {}
    for node in list(model.graph):
        key = _key(node, constants)
        if key is None:
            continue
        first = seen.setdefault(key, node)
        if first is not node:
            _share(rewriter, first, node)
    return rewriter.result


def _constants_by_content(graph: ir.Graph) -> dict[ir.Value, Hashable]:
    """What stands for each small constant: type, shape and bytes."""
    contents: dict[ir.Value, Hashable] = {}
    for value in graph.initializers.values():
        tensor = value.const_value
        if tensor is not None and tensor.nbytes <= _COMPARED_BYTES:
            contents[value] = (tensor.dtype, tensor.shape.numpy(), tensor.tobytes())
    return contents


def _key(node: ir.Node, constants: dict[ir.Value, Hashable]) -> Hashable | None:
    """Equal for nodes that compute the same; None for those that must not be shared."""
    if node.op_type in _RANDOM or any(
        attribute.type in (ir.AttributeType.GRAPH, ir.AttributeType.GRAPHS)
        for attribute in node.attributes.values()
    ):
        return None
    inputs = tuple(
        constants.get(value, id(value)) if value is not None else None for value in node.inputs
    )
    attributes = tuple(sorted((name, _attribute_key(raw)) for name, raw in node.attributes.items()))
    return (node.domain, node.op_type, inputs, attributes, len(node.outputs))


def _attribute_key(attribute: ir.Attr) -> str:
    value = attribute.value
    if attribute.type == ir.AttributeType.TENSOR and value is not None:
        return repr((value.dtype, value.shape.numpy(), value.tobytes()))
    return repr((attribute.type, value))


def _share(rewriter: Rewriter, first: ir.Node, second: ir.Node) -> None:
    both_outputs = any(
        output.is_graph_output() and (other.is_graph_output())
        for output, other in zip(first.outputs, second.outputs, strict=True)
    )
    if both_outputs:
        rewriter.refuse(second, f"{name_of(first)} computes the same, but both are outputs.")
        return
    for replacement, gone in list(zip(first.outputs, second.outputs, strict=True))[1:]:
        if gone.is_graph_output():
            rewriter.refuse(
                second, f"{name_of(first)} computes the same; a later output is one of the model's."
            )
            return
        ir.convenience.replace_all_uses_with(gone, replacement)
    rewriter.bypass(second, first.outputs[0])
    reason = f"{name_of(first)} has the same operator, inputs and attributes."
    rewriter.change(
        "removed", name_of(second), reason, (name_of(second), name_of(first)), (name_of(first),)
    )


COMMON_SUBEXPRESSIONS = GraphPass(
    "common-subexpressions",
    "Compute once what two nodes compute alike.",
    share_subexpressions,
)
