"""To integers and back: y = saturate(round(x / scale) + zero point), x = (y - zero point) * scale.

Rounding is half to even. Scales are per tensor, per channel of an axis, or per block of one.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.emission.facts import (
    attribute,
    constant_of,
    needed,
    operand,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import Index, atom, divided
from compiler_core.graph.emission.operator import Operator, Target
from compiler_core.graph.emission.products import saturated
from compiler_core.graph.emission.small_floats import code_of_value, value_of_code
from compiler_core.graph.emission.writer import FunctionWriter


def scale_shape(node: ir.Node) -> tuple[int, ...]:
    """The scale's shape beside the data's: one number, or one per channel of the axis."""
    data, scale = shape_of(needed(node, 0)), shape_of(needed(node, 1))
    if not scale or max(scale) == 1:
        return (1,) * len(data)
    if len(scale) == len(data) and len(scale) > 1:
        return scale
    axis = attribute(node, "axis", 1) % len(data)
    return tuple(size if at == axis else 1 for at, size in enumerate(data))


def _blocked(node: ir.Node) -> bool:
    data, scale = shape_of(needed(node, 0)), shape_of(needed(node, 1))
    if len(scale) != len(data) or len(data) < 2:
        return False
    return any(size not in (1, whole) for size, whole in zip(scale, data, strict=True))


def _aligned(node: ir.Node) -> tuple[tuple[int, ...], ...] | None:
    """None for blocks, which are no broadcast."""
    if _blocked(node):
        return None
    data = shape_of(needed(node, 0))
    return (data, *(scale_shape(node) for value in node.inputs[1:] if value is not None))


def _of_channel(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    """Scale or zero point that belongs to the element at `index`."""
    value = needed(node, position)
    if not _blocked(node):
        return writer.operand(value, index, scale_shape(node))
    sizes = zip(index, shape_of(needed(node, 0)), shape_of(value), strict=True)
    block = tuple(divided(part, -(-whole // size)) for part, whole, size in sizes)
    return writer.element(value, block)


def _zero_point(writer: FunctionWriter, node: ir.Node, index: Index) -> str | None:
    zero = operand(node, 2)
    known = constant_of(zero)
    if zero is None or (known is not None and not known.any()):
        return None
    return _of_channel(writer, node, 2, index)


def _quantised(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    element = writer.operand(data, index, shape_of(data))
    kind, real = type_of(node.outputs[0]), type_of(needed(node, 1))
    scale = _of_channel(writer, node, 1, index)
    zero = _zero_point(writer, node, index)
    divided_by = "" if _is_one(needed(node, 1)) else f" / {atom(scale)}"
    if kind.kind == "coded":
        # Eight-bit floats have no zero point but 0; where four-bit ones have it, it is added.
        shift = f" + {value_of_code(kind, zero)}" if zero else ""
        number = f"{atom(element)}{divided_by}{shift}"
        return code_of_value(kind, number, attribute(node, "saturate", 1))
    rounded = f"{real.function('rint')}({atom(element)}{divided_by})"
    return saturated(kind, f"{rounded} + {atom(zero)}" if zero else rounded)


def _is_one(value: ir.Value) -> bool:
    known = constant_of(value)
    return known is not None and bool((known == 1).all())


def _real(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    kind = type_of(node.outputs[0])
    element = atom(writer.operand(data, index, shape_of(data)))
    scale = atom(_of_channel(writer, node, 1, index))
    zero = _zero_point(writer, node, index)
    source = type_of(data)
    if source.kind == "coded":
        shift = f" - {value_of_code(source, zero)}" if zero else ""
        return f"({kind.c})(({value_of_code(source, element)}{shift}) * (float){scale})"
    shifted = f"({element} - {atom(zero)})" if zero else element
    return f"({kind.c}){shifted} * {scale}"


def _refusal(node: ir.Node) -> str:
    try:
        kinds = [type_of(value) for value in (*node.inputs, *node.outputs) if value is not None]
    except InputError as error:
        return error.message
    if any(kind.bytes > 4 for kind in kinds):
        return "it works on 64-bit elements"
    real = needed(node, 0) if node.op_type == "QuantizeLinear" else node.outputs[0]
    for value in (real, needed(node, 1)):
        if not type_of(value).is_float:
            return f"{value.name!r} has elements of type {type_of(value).name}"
    return ""


def _dynamic(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """Scale and zero point from the smallest and largest element, which include 0."""
    data = needed(node, 0)
    shape = shape_of(data)
    names = tuple(f"i{axis}" for axis in range(len(shape)))
    low, high = writer.fresh("low"), writer.fresh("high")
    writer.line(f"float {low} = 0.0f, {high} = 0.0f;")
    with writer.loops(names, shape) as index:
        held = writer.variable(type_of(data), writer.element(data, index))
        writer.line(f"{low} = MINIMUM({low}, {held});")
        writer.line(f"{high} = MAXIMUM({high}, {held});")
    scale = writer.variable(type_of(data), f"({high} - {low}) / 255.0f")
    zero = writer.fresh("zero")
    exact = f"{scale} > 0.0f ? rintf(-{low} / {scale}) : 0.0f"
    writer.line(f"const float {zero} = MINIMUM(MAXIMUM({exact}, 0.0f), 255.0f);")
    with writer.loops(names, shape) as index:
        x = writer.element(data, index)
        rounded = f"({scale} > 0.0f ? rintf({x} / {scale}) : 0.0f) + {zero}"
        target.finish(index, saturated(type_of(node.outputs[0]), rounded))
    for finish, result in zip(target.others, (scale, f"(uint8_t){zero}"), strict=False):
        if finish is not None:
            finish((), result)


QUANTISED: tuple[Operator, ...] = (
    Operator(name="QuantizeLinear", inline=_quantised, aligned=_aligned, refusal=_refusal),
    Operator(name="DequantizeLinear", inline=_real, aligned=_aligned, refusal=_refusal),
    Operator(name="DynamicQuantizeLinear", anchor=_dynamic),
)
