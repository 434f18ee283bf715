"""Operators whose every element follows from the elements at the same place of the operands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.emission.activations import ACTIVATIONS
from compiler_core.graph.emission.arithmetic import ARITHMETIC
from compiler_core.graph.emission.element_types import FLOAT, ElementType
from compiler_core.graph.emission.facts import (
    attribute,
    constant_input,
    needed,
    operand,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import Index, atom, linear
from compiler_core.graph.emission.operator import Operator
from compiler_core.graph.emission.small_floats import code_of_value, value_of_code
from compiler_core.graph.emission.writer import FunctionWriter

# The node, its operands' elements and their types, to the result's element.
Expression = Callable[[ir.Node, Sequence[str], Sequence[ElementType]], str]


def aligned_operands(node: ir.Node) -> tuple[tuple[int, ...], ...]:
    """Operands that broadcast as they are."""
    return tuple(shape_of(value) for value in node.inputs if value is not None)


def pointwise(name: str, expression: Expression) -> Operator:
    """An operator with this expression and numpy's broadcasting."""

    def inline(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
        given = [value for value in node.inputs if value is not None]
        elements = [writer.operand(value, index, shape_of(value)) for value in given]
        return expression(node, elements, [type_of(value) for value in given])

    return Operator(name=name, inline=inline, aligned=aligned_operands)


def _clip(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    """min(max(x, low), high), so that high wins where low is above it."""
    kind = type_of(node.outputs[0])
    result = writer.operand(needed(node, 0), index, shape_of(needed(node, 0)))
    for at, name, sign in ((1, "min", "<"), (2, "max", ">")):
        bound = _bound(writer, node, at, name, kind, index)
        if bound is not None:
            held = writer.variable(kind, result)
            result = f"{held} {sign} {bound} ? {bound} : {held}"
    return result


def _bound(
    writer: FunctionWriter, node: ir.Node, position: int, name: str, kind: ElementType, index: Index
) -> str | None:
    value = operand(node, position)
    if value is not None:
        return writer.operand(value, index, shape_of(value))
    given = attribute(node, name, None)
    return None if given is None else kind.literal(given)


def _cast(node: ir.Node, elements: Sequence[str], kinds: Sequence[ElementType]) -> str:
    return _cast_to(node, elements[0], kinds[0])


def _cast_to(node: ir.Node, element: str, source: ElementType) -> str:
    target = type_of(node.outputs[0])
    if source == target:
        return element
    if source.kind == "coded":
        return _cast_to(node, value_of_code(source, element), FLOAT)
    if target.kind == "coded":
        saturate, mode = attribute(node, "saturate", 1), attribute(node, "round_mode", "up")
        return code_of_value(target, element, saturate, mode)
    return converted(element, source, target)


def converted(element: str, source: ElementType, target: ElementType) -> str:
    """A number of one type as another: to bool by comparing with zero, else as C converts."""
    if source == target:
        return element
    if target.kind == "bool":
        return f"{element} != 0"
    if target.narrow:
        # The low bits, shifted up and back so that the highest of them becomes the sign.
        unused = 8 - target.bits
        return f"({target.c})({target.c})((uint8_t)(int){atom(element)} << {unused}) >> {unused}"
    return f"({target.c})({element})"


def _dropout(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    """The data goes through and the mask is all true, unless the node trains."""
    data = needed(node, 0)
    element = writer.operand(data, index, shape_of(data))
    flags = _kept(node)
    if flags is None:
        return "1" if position == 1 else element
    parts = writer.view.operand_index(index, flags.shape, len(index))
    mask = f"{writer.constant(flags)}[{linear(parts, writer.view.shape(flags.shape, len(index)))}]"
    scale = type_of(data).literal(1.0 / (1.0 - _ratio(node)))
    return mask if position == 1 else f"{mask} ? {element} * {scale} : {type_of(data).literal(0)}"


def _kept(node: ir.Node) -> np.ndarray | None:
    """In training mode, which elements stay; drawn as the ONNX reference does from the seed."""
    mode = constant_input(node, 2)
    if mode is None or not bool(mode.reshape(-1)[0]) or _ratio(node) == 0:
        return None
    draws = np.random.RandomState(attribute(node, "seed", 0))
    return draws.uniform(0, 1.0, shape_of(needed(node, 0))) >= _ratio(node)


def _ratio(node: ir.Node) -> float:
    given = constant_input(node, 1)
    return attribute(node, "ratio", 0.5) if given is None else float(given.reshape(-1)[0])


def _dropout_refusal(node: ir.Node) -> str:
    mode = constant_input(node, 2)
    trains = mode is not None and bool(mode.reshape(-1)[0])
    if trains and "seed" not in node.attributes and _ratio(node):
        return "it is in training mode and draws without a seed"
    return ""


def _first_only(node: ir.Node) -> tuple[tuple[int, ...], ...]:
    return (shape_of(needed(node, 0)),)


def channel_shape(rank: int, channels: int) -> tuple[int, ...]:
    """One value per channel, beside a tensor with channels on axis 1."""
    if rank < 2:
        return (channels,)
    return (1, channels, *(1,) * (rank - 2))


def _batch_normalisation(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    """(x - mean) / sqrt(variance + epsilon) * scale + bias, per channel."""
    kind = type_of(node.outputs[0])
    data, *rest = [value for value in node.inputs if value is not None]
    x = writer.operand(data, index, shape_of(data))
    aligned = _batch_aligned(node)[1]
    scale, bias, mean, variance = (writer.operand(value, index, aligned) for value in rest)
    epsilon = kind.literal(attribute(node, "epsilon", 1e-5))
    root = f"{kind.function('sqrt')}({variance} + {epsilon})"
    return f"({x} - {mean}) / {root} * {scale} + {bias}"


def _batch_aligned(node: ir.Node) -> tuple[tuple[int, ...], ...]:
    data, *rest = [shape_of(value) for value in node.inputs if value is not None]
    return (data, *(channel_shape(len(data), shape[0]) for shape in rest))


def _identity(node: ir.Node, elements: Sequence[str], kinds: Sequence[ElementType]) -> str:
    return elements[0]


def _where(node: ir.Node, elements: Sequence[str], kinds: Sequence[ElementType]) -> str:
    return f"{elements[0]} ? {elements[1]} : {elements[2]}"


def _cast_refusal(node: ir.Node) -> str:
    try:
        type_of(node.outputs[0])
    except InputError as error:
        return error.message
    return ""


def _table() -> tuple[Operator, ...]:
    simple = {**ARITHMETIC, **ACTIVATIONS}
    return tuple(pointwise(name, expression) for name, expression in simple.items())


def _cast_operator(name: str) -> Operator:
    cast = pointwise(name, _cast)
    return Operator(
        name=name,
        inline=cast.inline if name == "Cast" else _cast_like,
        aligned=_first_only,
        refusal=_cast_refusal,
    )


def _cast_like(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = node.inputs[0]
    assert data is not None
    element = writer.operand(data, index, shape_of(data))
    return _cast_to(node, element, type_of(data))


ELEMENTWISE: tuple[Operator, ...] = (
    *_table(),
    pointwise("Identity", _identity),
    pointwise("Where", _where),
    _cast_operator("Cast"),
    _cast_operator("CastLike"),
    Operator(name="Clip", inline=_clip, aligned=aligned_operands),
    Operator(name="Dropout", inline=_dropout, aligned=_first_only, refusal=_dropout_refusal),
    Operator(
        name="BatchNormalization",
        inline=_batch_normalisation,
        aligned=_batch_aligned,
    ),
)
