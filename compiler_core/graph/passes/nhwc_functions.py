"""The domain `lowlab.nhwc`: operators of the standard with their channels last.

Each is a function of the model itself, whose body is the standard operator between two transposes.
So the model means the same to every ONNX runtime, and code generation reads the operator as one.
"""

from __future__ import annotations

from functools import cache

import onnx_ir as ir

NHWC_DOMAIN = "lowlab.nhwc"
TO_NHWC, TO_NCHW = (0, 2, 3, 1), (0, 3, 1, 2)
_WINDOW = ("auto_pad", "dilations", "kernel_shape", "pads", "strides")
# For each operator: names of its inputs and of its attributes.
_OPERATORS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Conv": (("x", "w", "b"), (*_WINDOW, "group")),
    "ConvInteger": (("x", "w", "x_zero_point", "w_zero_point"), (*_WINDOW, "group")),
    "QLinearConv": (
        ("x", "x_scale", "x_zero_point", "w", "w_scale", "w_zero_point", "y_scale",
         "y_zero_point", "b"), (*_WINDOW, "group"),
    ),
    "MaxPool": (("x",), (*_WINDOW, "ceil_mode")),
    "AveragePool": (("x",), ("auto_pad", "ceil_mode", "count_include_pad", "kernel_shape", "pads",
                             "strides")),
    "LpPool": (("x",), ("auto_pad", "kernel_shape", "p", "pads", "strides")),
    "GlobalAveragePool": (("x",), ()),
    "GlobalMaxPool": (("x",), ()),
    "GlobalLpPool": (("x",), ("p",)),
}  # fmt: skip
ANCHORS: tuple[str, ...] = tuple(_OPERATORS)
_INTEGERS = ("group", "ceil_mode", "count_include_pad", "p")


def attributes_known(node: ir.Node) -> bool:
    """Does the function pass on every attribute the node has?"""
    return set(node.attributes) <= set(_OPERATORS[node.op_type][1])


def import_function(model: ir.Model, operator: str) -> None:
    """Bring the function into the model if it is not there."""
    version = model.opset_imports.get("", 1)
    model.opset_imports[NHWC_DOMAIN] = 1
    function = _function(operator, version)
    if function.identifier() not in model.functions:
        model.functions[function.identifier()] = function.clone()


@cache
def _function(operator: str, version: int) -> ir.Function:
    inputs, attributes = _OPERATORS[operator]
    values = [ir.Value(name=name) for name in inputs]
    before = ir.Node("", "Transpose", [values[0]], [ir.AttrInt64s("perm", TO_NCHW)], name="to_nchw")
    references = [ir.RefAttr(name, name, _kind(name)) for name in attributes]
    center = ir.Node("", operator, [before.outputs[0], *values[1:]], references, name="operator")
    after = ir.Node(
        "", "Transpose", [center.outputs[0]], [ir.AttrInt64s("perm", TO_NHWC)], name="to_nhwc"
    )
    for node, name in ((before, "channels_first"), (center, "result"), (after, "y")):
        node.outputs[0].name = name
    graph = ir.Graph(
        values,
        after.outputs,
        nodes=[before, center, after],
        opset_imports={"": version},
        name=operator,
    )
    parameters = [ir.Attr(name, _kind(name), None) for name in attributes]
    return ir.Function(NHWC_DOMAIN, operator, graph=graph, attributes=parameters)


def _kind(name: str) -> ir.AttributeType:
    if name == "auto_pad":
        return ir.AttributeType.STRING
    return ir.AttributeType.INT if name in _INTEGERS else ir.AttributeType.INTS
