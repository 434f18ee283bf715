"""Fold the input's Sub and Mul into the convolution that reads them.

conv((p - m) * f) = conv'(p): each weight of input channel c is multiplied with f[c], and the bias
falls by the sum of weights * m. The factor is always exact, because padding with 0 stays 0. The
shift is exact only without padding: a padded border holds 0 after the Sub, but would hold -m after
folding, and no single padding value equals m in every channel.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.provenance import inherit_sources
from compiler_core.trace import Change

_RANK = 4
_Application = Callable[[ir.Graph, ir.Node, np.ndarray], None]


def fold_input(model: ir.Model) -> PassResult:
    """Fold in place, the Mul first and then the Sub before it; refusals are reported."""
    changes: list[Change] = []
    for convolution in [node for node in model.graph if node.op_type == "Conv"]:
        changes += _fold_operator(model.graph, convolution, "Mul", _scale_weights)
        changes += _fold_operator(model.graph, convolution, "Sub", _shift_bias)
    _drop_unused_constants(model.graph)
    return PassResult(tuple(changes))


FOLD_INPUT = GraphPass(
    "fold-input",
    "The factor and the mean of the picture become part of the first convolution's weights.",
    fold_input,
)


def _fold_operator(
    graph: ir.Graph, convolution: ir.Node, operator: str, apply: _Application
) -> list[Change]:
    node = _producer(convolution.inputs[0])
    if node is None or node.op_type != operator:
        return []
    refusal = _refusal(node, convolution)
    name, target = node.name or "", convolution.name or ""
    if refusal:
        return [Change("refused", name, refusal, (name, target), (name, target))]
    apply(graph, convolution, _channel_values(node))
    convolution.replace_input_with(0, node.inputs[0])
    inherit_sources(convolution, node, convolution)
    graph.remove(node, safe=True)
    reason = f"The {operator} is part of the weights and bias of {target}."
    return [Change("folded", name, reason, (name, target), (target,))]


def _producer(value: ir.Value | None) -> ir.Node | None:
    return value.producer() if value is not None else None


def _refusal(node: ir.Node, convolution: ir.Node) -> str:
    """Why the node cannot become part of the convolution; "" when it can."""
    if len(list(node.outputs[0].uses())) != 1 or node.outputs[0].is_graph_output():
        return f"{node.name} has other readers, which need its result."
    if not _is_per_channel(node) or _widens(node):
        return f"{node.name} does not apply one constant to each channel."
    if _constant(convolution.inputs[1]) is None or _bias_is_unknown(convolution):
        return f"The weights of {convolution.name} are not constant."
    if convolution.inputs[0] is None or convolution.inputs[0].dtype != ir.DataType.FLOAT:
        return f"{convolution.name} does not compute in float32."
    if node.op_type == "Sub" and _is_padded(convolution):
        return (
            f"{convolution.name} pads its input with zeros after the Sub. Folded, the border would "
            "be wrong: its zeros would count as black instead of as the mean."
        )
    return ""


def _is_per_channel(node: ir.Node) -> bool:
    values = _constant(node.inputs[1])
    if values is None:
        return False
    shape = (1,) * (_RANK - values.ndim) + values.shape
    return len(shape) == _RANK and shape[0] == shape[2] == shape[3] == 1


def _widens(node: ir.Node) -> bool:
    """Whether the constant has more channels than what it is applied to."""
    data = node.inputs[0]
    return data is None or data.shape is None or data.shape != node.outputs[0].shape


def _is_padded(convolution: ir.Node) -> bool:
    chosen = convolution.attributes.get_string("auto_pad", "NOTSET")
    return chosen not in ("NOTSET", "VALID") or any(convolution.attributes.get_ints("pads", ()))


def _bias_is_unknown(convolution: ir.Node) -> bool:
    bias = _bias(convolution)
    return bias is not None and bias.const_value is None


def _bias(convolution: ir.Node) -> ir.Value | None:
    return convolution.inputs[2] if len(convolution.inputs) > 2 else None


def _constant(value: ir.Value | None) -> np.ndarray | None:
    return value.const_value.numpy() if value is not None and value.const_value else None


def _channel_values(node: ir.Node) -> np.ndarray:
    """One value, or one for each channel: float64 [1] or [channels]."""
    values = _constant(node.inputs[1])
    assert values is not None
    return values.astype(np.float64).reshape(-1)


def _per_weight(convolution: ir.Node, weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """The channel's value for each weight [m, c / groups, …], as [m, c / groups, 1, 1]."""
    groups = convolution.attributes.get_int("group", 1)
    channels = np.broadcast_to(values, (groups * weights.shape[1],)).reshape(groups, -1)
    per_output = np.repeat(channels, weights.shape[0] // groups, axis=0)
    return per_output.reshape(*weights.shape[:2], *(1 for _ in weights.shape[2:]))


def _scale_weights(graph: ir.Graph, convolution: ir.Node, factor: np.ndarray) -> None:
    weights = _constant(convolution.inputs[1])
    assert weights is not None
    scaled = weights.astype(np.float64) * _per_weight(convolution, weights, factor)
    convolution.replace_input_with(1, _new_constant(graph, f"{convolution.name}/weights", scaled))


def _shift_bias(graph: ir.Graph, convolution: ir.Node, shift: np.ndarray) -> None:
    weights = _constant(convolution.inputs[1])
    assert weights is not None
    lost = weights.astype(np.float64) * _per_weight(convolution, weights, shift)
    before = _constant(_bias(convolution))
    bias = (0.0 if before is None else before) - lost.sum(axis=tuple(range(1, weights.ndim)))
    made = _new_constant(graph, f"{convolution.name}/bias", bias)
    if len(convolution.inputs) < 3:
        convolution.resize_inputs(3)
    convolution.replace_input_with(2, made)


def _new_constant(graph: ir.Graph, name: str, values: np.ndarray) -> ir.Value:
    while name in graph.initializers:
        name += "_"
    tensor = ir.Tensor(values.astype(np.float32), name=name)
    made = ir.Value(
        name=name, shape=tensor.shape, type=ir.TensorType(tensor.dtype), const_value=tensor
    )
    graph.register_initializer(made)
    return made


def _drop_unused_constants(graph: ir.Graph) -> None:
    for name, value in list(graph.initializers.items()):
        if not value.uses() and not value.is_graph_output():
            del graph.initializers[name]
