"""The text of a model, one line a node, and its graph for pictures."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.importing.tensors import type_text
from compiler_core.graph.provenance import sources_of
from compiler_core.trace import Snapshot, SnapshotLine, SnapshotNode

_SHOWN_ELEMENTS = 4
_SHOWN_INTEGERS = 8
# What the constants of an operator are called, from the second input on.
_ROLES: dict[str, tuple[str, ...]] = {
    "Conv": ("weights", "bias"),
    "ConvTranspose": ("weights", "bias"),
    "ConvInteger": ("weights", "zero point", "zero point of weights"),
    "MatMul": ("weights",),
    "MatMulInteger": ("weights", "zero point", "zero point of weights"),
    "Gemm": ("weights", "bias"),
    "BatchNormalization": ("scale", "bias", "mean", "variance"),
    "InstanceNormalization": ("scale", "bias"),
    "LayerNormalization": ("scale", "bias"),
    "PRelu": ("slope",),
    "QuantizeLinear": ("scale", "zero point"),
    "DequantizeLinear": ("scale", "zero point"),
    "Reshape": ("shape",),
    "Expand": ("shape",),
    "Squeeze": ("axes",),
    "Unsqueeze": ("axes",),
    "Clip": ("from", "to"),
    "Pad": ("pads", "value", "axes"),
    "Slice": ("from", "to", "axes", "steps"),
    "Split": ("sizes",),
    "Resize": ("region", "scales", "sizes"),
}
# Attributes by the words of a page, in the order they are shown; a value that changes nothing is
# left out.
_WORDS: tuple[tuple[str, str], ...] = (
    ("kernel_shape", "kernel"),
    ("strides", "stride"),
    ("pads", "pads"),
    ("dilations", "dilation"),
    ("group", "groups"),
)
_SILENT: dict[str, tuple[object, ...]] = {
    "pads": ((0,) * 2, (0,) * 4, (0,) * 6),
    "dilations": ((1,), (1, 1), (1, 1, 1)),
    "group": (1,),
    "auto_pad": ("NOTSET",),
    "storage_order": (0,),
    "ceil_mode": (0,),
    "alpha": (1.0,),
    "beta": (1.0,),
    "transA": (0,),
    "transB": (0,),
    "allowzero": (0,),
    "count_include_pad": (0,),
}
_ALPHA_SAYS_MORE = ("Elu", "LeakyRelu", "HardSigmoid", "LRN")


def snapshot_of(model: ir.Model, title: str) -> Snapshot:
    """One line and one picture node for each node of the graph, in its order."""
    lines = tuple(SnapshotLine(node.name or "", line_of(node)) for node in model.graph)
    return Snapshot(title, lines, tuple(_picture_node(node) for node in model.graph))


def line_of(node: ir.Node) -> str:
    """`%out[1,16,32,32] float32 = Conv(%x, weights 16×3×3×3) kernel 3×3, stride 1`."""
    outputs = ", ".join(_declared(value) for value in node.outputs if value.name)
    inputs = ", ".join(_operand(node, index) for index in range(len(node.inputs)))
    attributes = _attributes_text(node)
    domain = f"{node.domain}." if node.domain else ""
    text = f"{outputs} = {domain}{node.op_type}({inputs})"
    return f"{text} {attributes}" if attributes else text


def shape_text(value: ir.Value) -> str:
    """`1×16×32×32 float32`; a question mark for what is not known."""
    return f"{_sizes(value, '×') or 'scalar'} {_type(value)}"


def _type(value: ir.Value) -> str:
    return type_text(int(value.dtype)) if value.dtype is not None else "?"


def _sizes(value: ir.Value, mark: str) -> str:
    if value.shape is None:
        return "?"
    return mark.join(str(size) for size in value.shape.dims)


def _declared(value: ir.Value) -> str:
    return f"%{value.name}[{_sizes(value, ',')}] {_type(value)}"


def _operand(node: ir.Node, index: int) -> str:
    value = node.inputs[index]
    if value is None:
        return "–"
    if value.const_value is None:
        return f"%{value.name}"
    return f"{constant_role(node, index)} {_constant_text(value.const_value)}".strip()


def constant_role(node: ir.Node, index: int) -> str:
    """What a constant at this place of the operator is called: `weights`; empty for no name."""
    roles = _ROLES.get(node.op_type, ())
    return roles[index - 1] if 0 < index <= len(roles) else ""


def _constant_text(tensor: ir.TensorProtocol) -> str:
    limit = _SHOWN_ELEMENTS if tensor.dtype.is_floating_point() else _SHOWN_INTEGERS
    if tensor.size > limit:
        shape = "×".join(str(size) for size in tensor.shape)
        return shape if tensor.dtype == ir.DataType.FLOAT else f"{shape} {type_text(tensor.dtype)}"
    array = tensor.numpy()
    if array.ndim == 0:
        return _number(array.item())
    return f"[{', '.join(_number(number) for number in array.reshape(-1).tolist())}]"


def _number(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value).lower()


def _attributes_text(node: ir.Node) -> str:
    if not node.attributes:
        return ""
    words = dict(_WORDS)
    order = [name for name, _ in _WORDS if name in node.attributes]
    order += sorted(name for name in node.attributes if name not in words)
    parts = (_attribute_text(node, name, words.get(name, name)) for name in order)
    return ", ".join(part for part in parts if part)


def _attribute_text(node: ir.Node, name: str, word: str) -> str:
    value = _plain(node.attributes[name])
    speaks = name == "alpha" and node.op_type in _ALPHA_SAYS_MORE
    if not speaks and value in _SILENT.get(name, ()):
        return ""
    if isinstance(value, tuple):
        return f"{word} {_list_text(name, value)}"
    return f"{word} {_number(value)}"


def _plain(attribute: ir.Attr) -> object:
    value = attribute.value
    if isinstance(value, (list, tuple)):
        return tuple(value)
    if attribute.type == ir.AttributeType.TENSOR and value is not None:
        return _constant_text(value)
    return value if isinstance(value, (int, float, str)) else "…"


def _list_text(name: str, values: tuple[object, ...]) -> str:
    if name == "strides" and len(set(values)) == 1:
        return str(values[0])
    if name in ("kernel_shape", "strides", "dilations"):
        return "×".join(map(str, values))
    if name == "pads" and len(set(values)) == 1:
        return str(values[0])
    return "[" + ", ".join(_number(value) for value in values[:16]) + "]"


def _picture_node(node: ir.Node) -> SnapshotNode:
    return SnapshotNode(
        id=node.name or "",
        operator=node.op_type,
        inputs=tuple(
            value.name or ""
            for value in node.inputs
            if value is not None and value.const_value is None
        ),
        outputs=tuple(value.name or "" for value in node.outputs if value.name),
        shapes=tuple(shape_text(value) for value in node.outputs if value.name),
        sources=sources_of(node),
    )
