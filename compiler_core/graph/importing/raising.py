"""Old operator sets brought to one form: what was an attribute then is an input since.

Passes and code generation read the operators as they are since set 13. Each rule changes one node;
an operator without a rule has kept its form. Source: onnx, docs/Changelog.md.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.provenance import inherit_sources

OLDEST_FORM = 13
# Newer sets are taken back to this one when nothing in the model needs them: runtimes know it.
COMMON_SET = 21
_UNREAD_OLD_FORMS = {"Tile": 6, "Cast": 6, "LpPool": 2, "GlobalLpPool": 2, "Pad": 2, "Split": 2}


def raise_operator_set(model: ir.Model) -> int:
    """Bring the model to set 13 if its own is older, in place; shapes must be known.

    Returns the old version. Raises ModelRefused for a form that has no counterpart.
    """
    version = model.opset_imports.get("", 1)
    if version >= OLDEST_FORM:
        return version
    for node in list(model.graph):
        if version < _UNREAD_OLD_FORMS.get(node.op_type, 0):
            raise ModelRefused(
                f"The node {node.name} has the form {node.op_type} had in operator set {version}.",
                "Export the model for operator set 13 or a newer one.",
            )
        rule = _RULES.get(node.op_type)
        if rule is not None:
            rule(node, version)
        if version < 7:
            _without(node, "consumed_inputs")
    model.opset_imports[""] = OLDEST_FORM
    return version


def _without(node: ir.Node, *names: str) -> None:
    for name in names:
        node.attributes.pop(name, None)


def _add_constant(node: ir.Node, index: int, array: np.ndarray, what: str) -> None:
    """Make this input of the node a new constant."""
    graph = node.graph
    assert isinstance(graph, ir.Graph)
    name = f"{node.name}_{what}"
    while name in graph.initializers:
        name += "_"
    value = ir.Value(name=name, const_value=ir.Tensor(array, name=name))
    value.shape, value.dtype = ir.Shape(array.shape), ir.DataType.from_numpy(array.dtype)
    graph.register_initializer(value)
    if len(node.inputs) <= index:
        node.resize_inputs(index + 1)
    node.replace_input_with(index, value)


def _attribute_to_input(name: str, index: int) -> Callable[[ir.Node, int], None]:
    """A list of integers that became an input."""

    def rule(node: ir.Node, _version: int) -> None:
        if name in node.attributes:
            values = np.array(node.attributes[name].as_ints(), np.int64)
            _without(node, name)
            _add_constant(node, index, values, name)

    return rule


def _float_type(node: ir.Node) -> np.dtype:
    first = node.inputs[0]
    kind = first.dtype if first is not None and first.dtype is not None else ir.DataType.FLOAT
    return kind.numpy()


def _clip(node: ir.Node, version: int) -> None:
    if version >= 11:
        return
    for index, name in ((1, "min"), (2, "max")):
        if name in node.attributes:
            bound = np.array(node.attributes[name].as_float(), _float_type(node))
            _without(node, name)
            _add_constant(node, index, bound, name)


def _pad(node: ir.Node, version: int) -> None:
    if version >= 11:
        return
    value = node.attributes["value"].as_float() if "value" in node.attributes else 0.0
    _attribute_to_input("pads", 1)(node, version)
    _without(node, "value")
    _add_constant(node, 2, np.array(value, _float_type(node)), "value")


def _slice(node: ir.Node, version: int) -> None:
    if version >= 10:
        return
    for index, name in ((1, "starts"), (2, "ends"), (3, "axes")):
        _attribute_to_input(name, index)(node, version)


def _top(node: ir.Node, version: int) -> None:
    if version < 10:
        count = np.array([node.attributes["k"].as_int()], np.int64)
        _without(node, "k")
        _add_constant(node, 1, count, "k")


def _softmax(node: ir.Node, _version: int) -> None:
    """Before set 13 all axes from the given one on were one; that is a matrix and back."""
    first = node.inputs[0]
    if first is None or first.shape is None:
        raise ModelRefused(f"The shape that {node.name} reads is not known.")
    axis = node.attributes["axis"].as_int() if "axis" in node.attributes else 1
    sizes = [int(size) for size in first.shape.dims]  # type: ignore[arg-type]
    axis = axis + len(sizes) if axis < 0 else axis
    wide = [at for at in range(axis, len(sizes)) if sizes[at] != 1]
    if len(wide) <= 1:
        chosen = wide[0] if wide else min(axis, len(sizes) - 1)
        node.attributes["axis"] = ir.AttrInt64("axis", chosen)
        return
    node.attributes["axis"] = ir.AttrInt64("axis", -1)
    _between_reshapes(node, [int(np.prod(sizes[:axis])), -1], sizes)


def _between_reshapes(node: ir.Node, inside: list[int], outside: list[int]) -> None:
    graph, output = node.graph, node.outputs[0]
    assert isinstance(graph, ir.Graph)
    before = ir.Node("", "Reshape", [node.inputs[0]], name=f"{node.name}_flat")
    graph.insert_before(node, before)
    _add_constant(before, 1, np.array(inside, np.int64), "shape")
    node.replace_input_with(0, before.outputs[0])
    after = ir.Node("", "Reshape", [output], name=f"{node.name}_back")
    ir.convenience.replace_all_uses_with(output, after.outputs[0], replace_graph_outputs=True)
    after.replace_input_with(0, output)
    graph.insert_after(node, after)
    _add_constant(after, 1, np.array(outside, np.int64), "shape")
    name = output.name
    output.name, after.outputs[0].name = f"{name}_flat", name
    for new in (before, after):
        inherit_sources(new, node)


def _dropout(node: ir.Node, version: int) -> None:
    """Dropout of inference passes its input on; the ratio does not matter."""
    if version < 7 and not ("is_test" in node.attributes and node.attributes["is_test"].as_int()):
        raise ModelRefused(f"The node {node.name} drops at random.", "Export it for inference.")
    if version < 12:
        _without(node, "ratio", "is_test")


def _batch(node: ir.Node, version: int) -> None:
    attributes = node.attributes
    if version < 9 and "spatial" in attributes and not attributes["spatial"].as_int():
        raise ModelRefused(
            f"The node {node.name} normalises each place on its own.",
            "Export the model for operator set 9 or a newer one.",
        )
    _without(node, "spatial", "is_test")
    if len(node.outputs) > 1:
        raise ModelRefused(f"The node {node.name} is in training mode.", "Export for inference.")


def _resize(node: ir.Node, version: int) -> None:
    """Until set 10 places were scaled from the corner and rounded down."""
    if version > 10:
        return
    if "scales" in node.attributes:
        scales = np.array(node.attributes["scales"].as_floats(), np.float32)
        _without(node, "scales")
        _add_constant(node, 1, scales, "scales")
    node.op_type = "Resize"
    node.resize_inputs(3)
    node.replace_input_with(2, node.inputs[1])
    node.replace_input_with(1, None)
    node.attributes["coordinate_transformation_mode"] = ir.AttrString(
        "coordinate_transformation_mode", "asymmetric"
    )
    node.attributes["nearest_mode"] = ir.AttrString("nearest_mode", "floor")


def _concat(node: ir.Node, version: int) -> None:
    if version < 4 and "axis" not in node.attributes:
        node.attributes["axis"] = ir.AttrInt64("axis", 1)


def _broadcasting(node: ir.Node, version: int) -> None:
    """Before set 7 the second operand was laid along an axis that the node named."""
    if version >= 7:
        return
    axis = node.attributes["axis"].as_int() if "axis" in node.attributes else None
    _without(node, "axis", "broadcast")
    left, right = node.inputs[:2]
    if axis is None or left is None or right is None:
        return
    if left.shape is None or right.shape is None:
        raise ModelRefused(f"The shapes that {node.name} reads are not known.")
    axis = axis + len(left.shape) if axis < 0 else axis
    behind = len(left.shape) - axis - len(right.shape)
    if behind <= 0:
        return
    wider = ir.Node("", "Unsqueeze", [right], name=f"{node.name}_widened")
    assert isinstance(node.graph, ir.Graph)
    node.graph.insert_before(node, wider)
    axes = np.arange(len(right.shape), len(right.shape) + behind, dtype=np.int64)
    _add_constant(wider, 1, axes, "axes")
    node.replace_input_with(1, wider.outputs[0])
    inherit_sources(wider, node)


def _slope(node: ir.Node, version: int) -> None:
    """Before set 7 the slope's one axis was the channels."""
    left, slope = node.inputs[:2]
    if left is not None and left.shape and slope is not None and slope.shape is not None:
        if version < 7 and len(slope.shape) == 1 and slope.shape[0] != 1:
            node.attributes["axis"] = ir.AttrInt64("axis", 1)
        _broadcasting(node, version)


def _general_product(node: ir.Node, version: int) -> None:
    if version < 7:
        _without(node, "broadcast")


_RULES: dict[str, Callable[[ir.Node, int], None]] = {
    **dict.fromkeys(("Squeeze", "Unsqueeze", "ReduceSum"), _attribute_to_input("axes", 1)),
    **dict.fromkeys(("Softmax", "LogSoftmax", "Hardmax"), _softmax),
    **dict.fromkeys(("Resize", "Upsample"), _resize),
    **dict.fromkeys(("Add", "Sub", "Mul", "Div", "Pow", "And", "Or", "Xor", "Equal", "Greater",
                     "Less"), _broadcasting),
    "Split": _attribute_to_input("split", 1),
    "Reshape": _attribute_to_input("shape", 1),
    "BatchNormalization": _batch,
    "Clip": _clip,
    "Concat": _concat,
    "Dropout": _dropout,
    "Gemm": _general_product,
    "PRelu": _slope,
    "Pad": _pad,
    "Slice": _slice,
    "TopK": _top,
}  # fmt: skip
