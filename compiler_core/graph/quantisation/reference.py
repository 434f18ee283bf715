"""Run a model in numpy, every value kept: the oracle that generated code has to equal bit by bit.

Operators of the integer form have rules of our own in `reference_operators.py`. A model-local
function (a layout of ours, say) is evaluated by its body. All else is left to the reference
evaluator of the onnx package.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.quantisation.reference_operators import RULES, WINDOWED, Operands

Values = dict[str, np.ndarray]


def reference_run(
    model: ir.Model,
    inputs: Mapping[str, np.ndarray],
    stored: Mapping[str, np.ndarray] | None = None,
) -> Values:
    """Every value of the graph by name: inputs, constants, and all that is computed.

    stored: values that a node reads from here instead of from the node that computes them, so that
    each kernel can be compared alone; the result still holds what was computed. Raises InputError
    when an input is missing or an operator has no rule anywhere.
    """
    values = _given_values(model, inputs)
    if stored is None:
        for node in model.graph:
            compute_node(model, node, values)
        return values
    computed = dict(values)
    for node in model.graph:
        compute_node(model, node, values)
        for name in (value.name or "" for value in node.outputs):
            computed[name] = values[name]
            values[name] = stored.get(name, values[name])
    return computed


def _given_values(model: ir.Model, inputs: Mapping[str, np.ndarray]) -> Values:
    values: Values = {}
    for value in model.graph.inputs:
        name = value.name or ""
        if name not in inputs:
            raise InputError(f"There is no value for the input {name!r}.", "Give all inputs.")
        values[name] = np.asarray(inputs[name])
    for name, value in model.graph.initializers.items():
        if value.const_value is not None:
            values[name] = value.const_value.numpy()
    return values


def compute_node(model: ir.Model, node: ir.Node, values: Values) -> None:
    operands: Operands = [
        None if value is None else values.get(value.name or "") for value in node.inputs
    ]
    results = node_results(model, node, operands)
    for value, result in zip(node.outputs, results, strict=False):
        if value.name:
            values[value.name] = result


def node_results(model: ir.Model, node: ir.Node, operands: Operands) -> list[np.ndarray]:
    function = model.functions.get(node.op_identifier())
    if function is not None:
        return _call(model, function, node, operands)
    if _has_rule(node, operands):
        return [np.asarray(RULES[node.op_type](node, operands))]
    return _by_onnx(model, node, operands)


def _has_rule(node: ir.Node, operands: Operands) -> bool:
    """Whether `RULES` covers it: windows are those of pictures, and results are single."""
    if node.domain not in ("", "ai.onnx") or node.op_type not in RULES or len(node.outputs) != 1:
        return False
    first = operands[0] if operands else None
    return node.op_type not in WINDOWED or (first is not None and first.ndim == 4)


def _call(
    model: ir.Model, function: ir.Function, node: ir.Node, operands: Operands
) -> list[np.ndarray]:
    """Evaluate the body; attributes that refer to the call's own are looked up there, and an input
    that the call leaves out is missing inside as well.
    """
    values: Values = {
        value.name or "": operand
        for value, operand in zip(function.inputs, operands, strict=False)
        if operand is not None
    }
    for inner in function:
        compute_node(model, _resolved(inner, node, function), values)
    return [values[value.name or ""] for value in function.outputs]


def _resolved(inner: ir.Node, call: ir.Node, function: ir.Function) -> ir.Node:
    """The inner node with the attributes of the call in the place of references to them."""
    if not any(attribute.is_ref() for attribute in inner.attributes.values()):
        return inner
    attributes = []
    for attribute in inner.attributes.values():
        if not attribute.is_ref():
            attributes.append(attribute)
            continue
        referred = attribute.ref_attr_name or ""
        given = call.attributes.get(referred) or function.attributes.get(referred)
        if given is not None and given.value is not None:
            attributes.append(ir.Attr(attribute.name, given.type, given.value))
    names = [_named(value) for value in inner.inputs]
    outputs = [ir.Value(name=value.name) for value in inner.outputs]
    return ir.Node(
        inner.domain, inner.op_type, names, attributes=attributes, outputs=outputs, name=inner.name
    )


def _named(value: ir.Value | None) -> ir.Value | None:
    return None if value is None else ir.Value(name=value.name)


def _by_onnx(model: ir.Model, node: ir.Node, operands: Operands) -> list[np.ndarray]:
    """One node through the reference evaluator of the onnx package."""
    from onnx.reference import ReferenceEvaluator

    graph = onnx.helper.make_graph(
        [ir.to_proto(node)],
        "node",
        [
            onnx.helper.make_tensor_value_info(
                value.name or "", onnx.helper.np_dtype_to_tensor_dtype(operand.dtype), None
            )
            for value, operand in zip(node.inputs, operands, strict=True)
            if value is not None and operand is not None
        ],
        [onnx.helper.make_empty_tensor_value_info(value.name or "") for value in node.outputs],
    )
    opset = onnx.helper.make_opsetid("", model.opset_imports.get("", 0))
    proto = onnx.helper.make_model(graph, opset_imports=[opset])
    feeds = {
        value.name or "": operand
        for value, operand in zip(node.inputs, operands, strict=True)
        if value is not None and operand is not None
    }
    try:
        return [np.asarray(result) for result in ReferenceEvaluator(proto).run(None, feeds)]
    except (RuntimeError, TypeError, ValueError) as error:
        raise InputError(
            f"The reference cannot compute {node.op_type} ({node.name}): {error}",
            "This operator has no rule.",
        ) from error
