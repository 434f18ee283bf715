"""What follows a convolution or a matrix product in its kernel, as a list of steps.

Fast kernels apply these steps to an accumulator in a register. A step works on the result of any
step before it, and a second operand may be one too: x·Sigmoid(x), GELU and hard-swish written out
are steps like others. A group with other nodes is written by the generic rules instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import onnx_ir as ir

from compiler_core.graph.emission.byte_tables import with_byte_tables
from compiler_core.graph.emission.facts import (
    attribute,
    constant_of,
    is_channels_last,
    operand,
    shape_of,
    type_of,
)
from compiler_core.graph.records import EpilogueStep, FusedGroup

_BIAS_INPUT = {"Conv": 2, "Gemm": 2}
_UNARY: dict[str, dict[str, float]] = {
    "Relu": {}, "Sigmoid": {}, "Tanh": {}, "HardSwish": {}, "Identity": {}, "Softplus": {},
    "LeakyRelu": {"alpha": 0.01}, "Elu": {"alpha": 1.0},
    "HardSigmoid": {"alpha": 0.2, "beta": 0.5}, "Swish": {"alpha": 1.0}, "Erf": {}, "Neg": {},
    "Abs": {}, "Softsign": {},
}  # fmt: skip
_COMMUTATIVE = ("Add", "Mul", "Max", "Min", "Sum")
_TURNED = ("Sub", "Div")
_BINARY = (*_COMMUTATIVE, "Sub", "Div", "PRelu", "Pow")


@dataclass(frozen=True, slots=True)
class _Chain:
    nodes: tuple[ir.Node, ...]
    channel_axis: int
    shape: tuple[int, ...]


def epilogue_steps(model: ir.Model, group: FusedGroup) -> tuple[EpilogueStep, ...] | None:
    """The steps after the group's anchor, its bias first; None if they are no chain of steps."""
    by_name = {node.name: node for node in model.graph}
    anchor = by_name.get(group.anchor)
    if anchor is None or len(group.outputs) != 1:
        return None
    nodes = tuple(by_name[name] for name in group.nodes)
    chain = _Chain(nodes, _channel_axis(anchor), shape_of(anchor.outputs[0]))
    steps = _bias(anchor)
    return None if steps is None else _followed(chain, anchor, steps, group.outputs[0])


def _channel_axis(anchor: ir.Node) -> int:
    rank = len(shape_of(anchor.outputs[0]))
    is_convolution = anchor.op_type.endswith(("Conv", "ConvInteger"))
    return 1 if is_convolution and not is_channels_last(anchor) else rank - 1


def _bias(anchor: ir.Node) -> list[EpilogueStep] | None:
    """None when the bias is no constant with one value per channel."""
    bias = operand(anchor, _BIAS_INPUT.get(anchor.op_type, len(anchor.inputs)))
    if bias is None:
        return []
    values = constant_of(bias)
    channels = shape_of(anchor.outputs[0])[_channel_axis(anchor)]
    if values is None or values.size not in (1, channels):
        return None
    spread = np.broadcast_to(values.reshape(-1), (channels,)).copy()
    kind = type_of(bias).numpy
    return [
        EpilogueStep(
            operator="Add",
            operand="channel",
            values=spread,
            element_type=kind,
            node=anchor.name or "",
        )
    ]


def _followed(
    chain: _Chain, anchor: ir.Node, steps: list[EpilogueStep], end: str
) -> tuple[EpilogueStep, ...] | None:
    """The nodes behind the anchor in topological order: each works on results before it."""
    made, covered = {anchor.outputs[0]: anchor.name or ""}, {anchor}
    for node in chain.nodes:
        taken = next((value for value in node.inputs if value in made), None)
        if node is anchor or taken is None:
            continue
        if len(node.outputs) != 1 or shape_of(node.outputs[0]) != chain.shape:
            return None
        fused = _joined(node, made) or _step(chain, node, taken)
        if fused is None:
            return None
        step, nodes = fused
        steps.append(replace(step, taken=made[taken]))
        covered |= nodes
        made[node.outputs[0]] = node.name or ""
    ended = bool(made) and list(made)[-1].name == end
    return with_byte_tables(steps) if ended and covered == set(chain.nodes) else None


def _joined(node: ir.Node, made: dict[ir.Value, str]) -> tuple[EpilogueStep, set[ir.Node]] | None:
    """A node with two operands that are both results of the epilogue: x·Sigmoid(x)."""
    if node.op_type not in _BINARY or len(node.inputs) != 2:
        return None
    first, second = node.inputs
    if first not in made or second not in made:
        return None
    operator = "Add" if node.op_type == "Sum" else node.op_type
    return EpilogueStep(
        operator=operator, operand="step", name=made[second], node=node.name or ""
    ), {node}


def _step(
    chain: _Chain, node: ir.Node, value: ir.Value
) -> tuple[EpilogueStep, set[ir.Node]] | None:
    name = node.name or ""
    if node.op_type == "Gelu":
        approximate = attribute(node, "approximate", "none") == "tanh"
        return EpilogueStep(operator="GeluTanh" if approximate else "Gelu", node=name), {node}
    if node.op_type in _UNARY:
        given = _UNARY[node.op_type].items()
        numbers = {key: float(attribute(node, key, default)) for key, default in given}
        return EpilogueStep(operator=node.op_type, attributes=numbers, node=name), {node}
    if node.op_type == "Clip":
        return _clip(node)
    if node.op_type in ("QuantizeLinear", "DequantizeLinear"):
        return _scaling(chain, node, value)
    if node.op_type in _BINARY and len(node.inputs) == 2:
        return _binary(chain, node, value)
    return None


def _clip(node: ir.Node) -> tuple[EpilogueStep, set[ir.Node]] | None:
    bounds = dict[str, float]()
    for position, key in ((1, "min"), (2, "max")):
        value = operand(node, position)
        known = constant_of(value)
        if value is not None and known is None:
            return None
        if known is not None:
            bounds[key] = float(known.reshape(-1)[0])
        elif attribute(node, key, None) is not None:
            bounds[key] = float(attribute(node, key, 0.0))
    return EpilogueStep(operator="Clip", attributes=bounds, node=node.name or ""), {node}


def _scaling(
    chain: _Chain, node: ir.Node, value: ir.Value
) -> tuple[EpilogueStep, set[ir.Node]] | None:
    scale, zero = constant_of(node.inputs[1]), constant_of(operand(node, 2))
    if scale is None or node.inputs[0] is not value or (zero is not None and np.ptp(zero)):
        return None
    operand_kind = _constant_kind(chain, scale, attribute(node, "axis", 1))
    if operand_kind is None:
        return None
    point = 0.0 if zero is None else float(zero.reshape(-1)[0])
    step = EpilogueStep(
        operator=node.op_type,
        operand=operand_kind,
        values=scale.reshape(-1),
        element_type=type_of(node.outputs[0]).numpy,
        attributes={"zero_point": point},
        node=node.name or "",
    )
    return step, {node}


def _constant_kind(chain: _Chain, values: np.ndarray, axis: int | None):
    """How a constant operand is read; None if it is neither one number nor one per channel."""
    rank = len(chain.shape)
    if values.size == 1:
        return "scalar"
    aligned = (1,) * (rank - values.ndim) + values.shape
    if axis is not None and values.ndim == 1:
        aligned = tuple(values.size if at == axis % rank else 1 for at in range(rank))
    wanted = tuple(size if at == chain.channel_axis else 1 for at, size in enumerate(chain.shape))
    return "channel" if aligned == wanted else None


def _binary(
    chain: _Chain, node: ir.Node, value: ir.Value
) -> tuple[EpilogueStep, set[ir.Node]] | None:
    first, second = node.inputs
    other = second if first is value else first
    turned = first is not value and node.op_type not in _COMMUTATIVE
    if other is None or other is value or (turned and node.op_type not in _TURNED):
        return None
    operator = "Add" if node.op_type == "Sum" else node.op_type
    if turned:
        fused = _binary_of(chain, node, other, operator)
        numbers = {"reversed": 1.0}
        return fused and (replace(fused[0], attributes=fused[0].attributes | numbers), fused[1])
    return _binary_of(chain, node, other, operator)


def _binary_of(
    chain: _Chain, node: ir.Node, other: ir.Value, operator: str
) -> tuple[EpilogueStep, set[ir.Node]] | None:
    name, known = node.name or "", constant_of(other)
    if known is not None:
        kind = _constant_kind(chain, known, None)
        if kind is None:
            return None
        element = type_of(other).numpy
        step = EpilogueStep(
            operator=operator,
            operand=kind,
            values=known.reshape(-1),
            element_type=element,
            node=name,
        )
        return step, {node}
    return _with_tensor(chain, node, other, operator)


def _with_tensor(
    chain: _Chain, node: ir.Node, other: ir.Value, operator: str
) -> tuple[EpilogueStep, set[ir.Node]] | None:
    """A second operand that is computed: read from memory, or brought to float on the way."""
    if shape_of(other) != chain.shape:
        return None
    source = other.producer()
    if source not in chain.nodes:
        element, name = type_of(other).numpy, other.name or ""
        step = EpilogueStep(
            operator=operator,
            operand="tensor",
            name=name,
            element_type=element,
            node=node.name or "",
        )
        return step, {node}
    if source is None or source.op_type != "DequantizeLinear" or len(other.uses()) != 1:
        return None
    return _with_integers(chain, node, source, operator)


def _with_integers(
    chain: _Chain, node: ir.Node, source: ir.Node, operator: str
) -> tuple[EpilogueStep, set[ir.Node]] | None:
    data, scale, zero = source.inputs[0], constant_of(source.inputs[1]), operand(source, 2)
    known = constant_of(zero)
    if data is None or data.producer() in chain.nodes or scale is None or scale.size != 1:
        return None
    if zero is not None and known is None:
        return None
    point = 0.0 if known is None else float(known.reshape(-1)[0])
    numbers = {"operand_scale": float(scale.reshape(-1)[0]), "operand_zero_point": point}
    step = EpilogueStep(
        operator=operator,
        operand="tensor",
        name=data.name or "",
        element_type=type_of(data).numpy,
        attributes=numbers,
        node=node.name or "",
    )
    return step, {node, source}
