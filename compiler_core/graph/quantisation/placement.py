"""Which values become int8, and which stay in registers between the operators of one kernel.

A value is *inside* when its only reader is an elementwise operator that can work on the producer's
registers: it never reaches memory, so rounding it to int8 would cost accuracy and buy nothing. Of
the operands of an Add only the one computed last can be inside; the other is read from memory. In
front of a HardSwish it buys something: the function of a byte is a look-up, in half the
instructions for about one decibel (`script/benchmarks/calibrations.py`). A value is *int8* when it
is not inside and some reader asks for int8. Multiplying and averaging nodes ask; a node that moves
data asks when its own result is asked for; an elementwise node asks when its result is int8 or a
multiplication of its kernel is. Pinned and refused nodes never ask. Graph inputs and outputs keep
float32 at the border.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.quantisation.records import Sums
from compiler_core.graph.quantisation.roles import Role, refusal, role_of
from compiler_core.graph.rewriting import constant

PINNED = "pinned to float32"
# They read bytes, as where exporters write them out in four nodes.
_BY_TABLE = ("HardSwish",)
_ONE_TENSOR = ("Clip", "PRelu", "BatchNormalization")


@dataclass(frozen=True, slots=True)
class Placement:
    """The decision for one model; sets and keys are names of values and nodes.

    int8: values that are stored as int8. inside: values that stay in registers. roles: of the nodes
    that may compute in int8. refused: why a node stays in float32. asking: nodes that read int8.
    """

    int8: frozenset[str]
    inside: frozenset[str]
    roles: dict[str, Role]
    refused: dict[str, str]
    asking: frozenset[str]


def place(model: ir.Model, pinned: Collection[str] = (), sums: Sums = "registers") -> Placement:
    """Decide for every value. pinned: names of nodes that stay in float32. sums: whether an
    operator with several tensors may read one of them from registers.
    """
    nodes = list(model.graph)
    order = {value: index for index, node in enumerate(nodes) for value in node.outputs}
    refused = {name_of(node): why for node in nodes if (why := _refusal(node, pinned))}
    roles: dict[str, Role] = {
        name_of(node): role_of(node) for node in nodes if name_of(node) not in refused
    }
    inside = {
        name_of(operand): operand
        for node in nodes
        if _continues(node, sums) and (operand := _inside_operand(node, order)) is not None
    }
    asking = _asking(nodes, roles, frozenset(inside))
    int8 = {
        name_of(value)
        for node in nodes
        if name_of(node) in asking
        for value in data_inputs(node, roles[name_of(node)])
        if value.name not in inside
    }
    return Placement(frozenset(int8), frozenset(inside), roles, refused, frozenset(asking))


def int8_candidates(model: ir.Model, sums: Sums = "registers") -> tuple[str, ...]:
    """Values that become int8 when nothing is pinned, in order of computation: to be calibrated.

    Pinning a node can only take values away.
    """
    int8 = place(model, sums=sums).int8
    values = [*model.graph.inputs, *(value for node in model.graph for value in node.outputs)]
    return tuple(name_of(value) for value in values if value.name in int8)


def name_of(named: ir.Node | ir.Value) -> str:
    """The name of a node or value; import made them unique."""
    return named.name or ""


def data_inputs(node: ir.Node, role: Role) -> tuple[ir.Value, ...]:
    """The operands that carry activations: neither constants nor the parameters of the operator."""
    many = role == "elementwise" and node.op_type not in _ONE_TENSOR
    taken = len(node.inputs) if many or node.op_type == "Concat" else 1
    return tuple(
        value for value in node.inputs[:taken] if value is not None and constant(value) is None
    )


def _refusal(node: ir.Node, pinned: Collection[str]) -> str:
    if name_of(node) in pinned:
        return PINNED
    return refusal(node)


def _continues(node: ir.Node, sums: Sums) -> bool:
    """Whether the node may be part of the kernel that computes one of its operands."""
    if role_of(node) != "elementwise" or node.op_type in _BY_TABLE:
        return False
    return sums == "registers" or len(data_inputs(node, "elementwise")) == 1


def _inside_operand(node: ir.Node, order: dict[ir.Value, int]) -> ir.Value | None:
    """The operand whose producer's registers this elementwise node continues, if any."""
    fitting = [
        value
        for value in data_inputs(node, "elementwise")
        if _stays_in_registers(value) and _same_shape(value, node.outputs[0])
    ]
    return max(fitting, key=lambda value: order[value], default=None)


def _stays_in_registers(value: ir.Value) -> bool:
    producer = value.producer()
    if producer is None or value.is_graph_output() or len(value.uses()) != 1:
        return False
    return role_of(producer) != "move"


def _same_shape(first: ir.Value, other: ir.Value) -> bool:
    """Whether two values have the same shape; unknown shapes count as equal."""
    return first.shape is None or other.shape is None or first.shape == other.shape


def _asking(nodes: list[ir.Node], roles: dict[str, Role], inside: frozenset[str]) -> set[str]:
    """Names of the nodes that read their operands as int8."""
    multiplied = _after_multiplication(nodes, roles, inside)
    asking: set[str] = set()
    for node in reversed(nodes):
        role = roles.get(name_of(node))
        wanted = any(name_of(user) in asking for value in node.outputs for user, _ in value.uses())
        if (
            role in ("multiply", "average")
            or (role is not None and wanted)
            or (role == "elementwise" and name_of(node) in multiplied)
        ):
            asking.add(name_of(node))
    return asking


def _after_multiplication(
    nodes: list[ir.Node], roles: dict[str, Role], inside: frozenset[str]
) -> set[str]:
    """Names of the nodes whose kernel holds an int8 multiplication or average."""
    names: set[str] = set()
    for node in nodes:
        role = roles.get(name_of(node))
        continued = (
            value.producer() for value in node.inputs if value is not None and value.name in inside
        )
        if role in ("multiply", "average") or (
            role == "elementwise" and any(each and name_of(each) in names for each in continued)
        ):
            names.add(name_of(node))
    return names
