"""Rules of operators whose outputs have the shape of their inputs, broadcast or not."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.importing.value_facts import Fact, NodeFacts, broadcast

_INTEGERS = (
    ir.DataType.INT8, ir.DataType.INT16, ir.DataType.INT32, ir.DataType.INT64,
    ir.DataType.UINT8, ir.DataType.UINT16, ir.DataType.UINT32, ir.DataType.UINT64,
)  # fmt: skip


def same(node: NodeFacts) -> tuple[Fact, ...]:
    """Shape and type of the first input."""
    first = node.input(0)
    return (Fact(first.element_type, first.shape),)


def same_as_truth(node: NodeFacts) -> tuple[Fact, ...]:
    return (Fact(ir.DataType.BOOL, node.input(0).shape),)


def broadcasting(node: NodeFacts) -> tuple[Fact, ...]:
    """Type of the first input, all shapes broadcast."""
    inputs = [node.input(index) for index in range(len(node.inputs))]
    if node.version < 7:
        # Until then the second operand was laid along an axis of the first.
        return same(node)
    shape = broadcast(node, *(fact.shape for fact in inputs))
    return (Fact(inputs[0].element_type, shape),)


def dividing(node: NodeFacts) -> tuple[Fact, ...]:
    """As broadcasting; an integer divisor must be known and not zero, for zero ends the program."""
    divisor = node.input(1)
    if divisor.element_type in _INTEGERS:
        node.require(divisor.value is not None, "it divides integers by what only a run can know")
        node.require(bool((node.constant(1) != 0).all()), "it divides by zero")
    return broadcasting(node)


def comparing(node: NodeFacts) -> tuple[Fact, ...]:
    return (Fact(ir.DataType.BOOL, broadcast(node, node.input(0).shape, node.input(1).shape)),)


def choosing(node: NodeFacts) -> tuple[Fact, ...]:
    """Where: the type of the second input."""
    inputs = [node.input(index) for index in range(3)]
    shape = broadcast(node, *(fact.shape for fact in inputs))
    return (Fact(inputs[1].element_type, shape),)


def with_slope(node: NodeFacts) -> tuple[Fact, ...]:
    """PRelu: the slope broadcasts to the input, not the other way."""
    first, slope = node.input(0), node.input(1)
    node.require(
        broadcast(node, first.shape, slope.shape) == first.shape,
        "the slope is larger than the input",
    )
    return (Fact(first.element_type, first.shape),)


def casting(node: NodeFacts) -> tuple[Fact, ...]:
    return (Fact(element_type(node, node.integer("to", 1)), node.input(0).shape),)


def casting_like(node: NodeFacts) -> tuple[Fact, ...]:
    return (Fact(node.input(1).element_type, node.input(0).shape),)


def dropping(node: NodeFacts) -> tuple[Fact, ...]:
    """Dropout; the mask is of truth values since operator set 10."""
    first = node.input(0)
    mask = ir.DataType.BOOL if node.version >= 10 else first.element_type
    return Fact(first.element_type, first.shape), Fact(mask, first.shape)


def normalising_batch(node: NodeFacts) -> tuple[Fact, ...]:
    """BatchNormalization: four vectors of one value per channel, two more out while training."""
    first = node.input(0)
    node.require(first.rank >= 2, "it needs a batch axis and a channel axis")
    for index in range(1, 5):
        node.require(
            node.input(index).shape == (first.shape[1],),
            f"its input {index + 1} needs one value per channel",
        )
    statistics = tuple(Fact(node.input(at).element_type, (first.shape[1],)) for at in (3, 4))
    return Fact(first.element_type, first.shape), *statistics, *statistics


def normalising_instance(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    node.require(first.rank >= 2, "it needs a batch axis and a channel axis")
    for index in (1, 2):
        node.require(
            node.input(index).shape == (first.shape[1],),
            f"its input {index + 1} needs one value per channel",
        )
    return (Fact(first.element_type, first.shape),)


def normalising_groups(node: NodeFacts) -> tuple[Fact, ...]:
    """Scale and bias have one value per channel, or per group before operator set 21."""
    first, groups = node.input(0), node.integer("num_groups", 0)
    node.require(first.rank >= 2, "it needs a batch axis and a channel axis")
    channels = first.shape[1]
    node.require(
        groups >= 1 and channels % groups == 0,
        f"{groups} groups do not share out {channels} channels",
    )
    wanted = channels if node.version >= 21 else groups
    for index in (1, 2):
        node.require(
            node.input(index).shape == (wanted,), f"its input {index + 1} needs {wanted} values"
        )
    return (Fact(first.element_type, first.shape),)


def normalising_layer(node: NodeFacts) -> tuple[Fact, ...]:
    """LayerNormalization and RMSNormalization: mean and deviation keep the axes in front."""
    first = node.input(0)
    axis = node.axis(node.integer("axis", -1), first.rank)
    for index in (1, 2):
        if node.has(index):
            shape = broadcast(node, first.shape, node.input(index).shape)
            node.require(shape == first.shape, "scale or bias is larger than the input")
    statistics = Fact(ir.DataType.FLOAT, first.shape[:axis] + (1,) * (first.rank - axis))
    return Fact(first.element_type, first.shape), statistics, statistics


def normalising_response(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    node.require(first.rank >= 2, "it needs a channel axis")
    node.require(node.integer("size", 1) >= 1, "its window is empty")
    return (Fact(first.element_type, first.shape),)


def along_axis(node: NodeFacts) -> tuple[Fact, ...]:
    """Softmax and its relatives; the axis must exist."""
    first = node.input(0)
    default = -1 if node.version >= 13 else 1
    axis = node.integer("axis", default)
    if first.rank and axis != first.rank:
        node.axis(axis, first.rank)
    return (Fact(first.element_type, first.shape),)


def quantising(node: NodeFacts) -> tuple[Fact, ...]:
    """QuantizeLinear: the type of the zero point, or the attribute's, or uint8."""
    kind = ir.DataType.UINT8
    if node.has(2):
        kind = node.input(2).element_type
    elif node.integer("output_dtype", 0):
        kind = element_type(node, node.integer("output_dtype", 0))
    _check_scale(node)
    return (Fact(kind, node.input(0).shape),)


def dequantising(node: NodeFacts) -> tuple[Fact, ...]:
    """DequantizeLinear: the type of the scale."""
    _check_scale(node)
    return (Fact(node.input(1).element_type, node.input(0).shape),)


def quantising_dynamically(node: NodeFacts) -> tuple[Fact, ...]:
    kind = ir.DataType.UINT8
    return Fact(kind, node.input(0).shape), Fact(ir.DataType.FLOAT, ()), Fact(kind, ())


def _check_scale(node: NodeFacts) -> None:
    """One scale for all, or one for each place along the axis; blocks are not read."""
    first, scale = node.input(0), node.input(1)
    if scale.elements == 1 and scale.rank <= 1:
        return
    if node.integer("block_size", 0):
        node.require(scale.rank == first.rank, "its blocks do not fit")
        return
    axis = node.axis(node.integer("axis", 1), first.rank)
    node.require(scale.shape == (first.shape[axis],), "it needs one scale for each channel")


def element_type(node: NodeFacts, number: int) -> ir.DataType:
    """The element type of a number in an attribute."""
    try:
        return ir.DataType(number)
    except ValueError:
        node.refuse(f"element type number {number} does not exist")
