"""Divide once, in the constants: move the scale of a QuantizeLinear back to its DequantizeLinears.

    round(relu(acc · s) / t)  =  round(relu(acc · (s/t)))        since t > 0

Sums, Relu, bounds and products pass a positive factor through, so s/t becomes one constant and the
QuantizeLinear divides by 1: the kernel saves a division for each element. Sigmoid does not pass it
on; there both scales stay. A Relu or Clip before the QuantizeLinear falls away where saturation to
int8 does the same: after Relu the zero point is -128, and nothing is below -128.
"""

from __future__ import annotations

import math

import numpy as np
import onnx_ir as ir

from compiler_core.graph.fixed_point import nearby_scales
from compiler_core.graph.provenance import inherit_sources
from compiler_core.graph.quantisation.construction import Construction, typed
from compiler_core.graph.quantisation.pairs import Scaled, dequantised, quantised
from compiler_core.graph.quantisation.parameters import HIGHEST, LOWEST
from compiler_core.graph.quantisation.placement import name_of
from compiler_core.graph.rewriting import constant, input_of
from compiler_core.trace import Change

# Which operands take the factor; "one": a product takes it once.
_ALL = ("Add", "Sum", "Sub", "Max", "Min", "Clip")
_FIRST = ("Relu", "LeakyRelu", "PRelu", "Neg", "Abs", "Div", "AveragePool")
_ONE = ("Mul",)


def split_shared(construction: Construction) -> None:
    """Give every reader of a DequantizeLinear its own: it costs a conversion in registers."""
    for node in list(construction.graph):
        if node.op_type != "DequantizeLinear" or node.outputs[0].is_graph_output():
            continue
        for reader, index in tuple(node.outputs[0].uses())[1:]:
            copy = construction.node(
                node.op_type, node.inputs, name_of(node.outputs[0]), node, node.attributes.values()
            )
            typed(copy, ir.DataType.FLOAT, node.outputs[0].shape)
            construction.graph.insert_after(node, [copy])
            reader.replace_input_with(index, copy.outputs[0])


def rescale(construction: Construction) -> list[Change]:
    """Move every scale that can move; a refusal says which operator keeps it."""
    changes = []
    for node in list(construction.graph):
        if node.op_type != "QuantizeLinear" or node.inputs[0] is None:
            continue
        scale = constant(node.inputs[1])
        if scale is None or scale.size != 1 or float(scale) == 1.0 or not _starts(node.inputs[0]):
            continue
        changes.append(_rescale(construction, node, float(scale)))
    return changes


def _starts(value: ir.Value) -> bool:
    """Whether a kernel computes this value, so that the question of its scale arises."""
    return value.producer() is not None


def _rescale(construction: Construction, node: ir.Node, scale: float) -> Change:
    value = node.inputs[0]
    assert value is not None
    blocked = _blocking(value)
    name = name_of(node)
    if blocked:
        reason = f"the scale stays in QuantizeLinear: {blocked}"
        return Change("refused", name, reason, (name,), (name,))
    touched = _divide(construction, value, scale)
    unit_scale = construction.constant(f"{name}_one", np.array(1.0, np.float32))
    node.replace_input_with(1, unit_scale)
    reason = f"dividing by the scale {scale:.6g} is part of the constants of {', '.join(touched)}"
    return Change("folded", name, reason, (name,), (*touched, name))


def _blocking(value: ir.Value) -> str:
    """Why a value cannot be divided by a factor, "" when it can."""
    if constant(value) is not None:
        return ""
    node = value.producer()
    if node is None or value.is_graph_output() or len(value.uses()) != 1:
        return f"{name_of(value)} is read elsewhere too"
    if node.op_type == "DequantizeLinear":
        return "" if dequantised(value) is not None else f"{name_of(node)} has a computed scale"
    operands = _taking(node)
    if not operands:
        return f"{node.op_type} does not pass a factor on"
    return next((why for operand in operands if (why := _blocking(operand))), "")


def _taking(node: ir.Node) -> list[ir.Value]:
    """The operands that take the factor; none when the operator does not pass it on."""
    present = [value for value in node.inputs if value is not None]
    if node.op_type in _ALL:
        return present
    if node.op_type in _FIRST:
        return present[:1]
    if node.op_type in _ONE:
        return [next((value for value in present if not _blocking(value)), present[0])]
    return []


def _divide(construction: Construction, value: ir.Value, scale: float) -> list[str]:
    """Divide a value by the factor, in constants only; names of the changed DequantizeLinears."""
    node = value.producer()
    assert node is not None
    touched: list[str] = []
    if node.op_type == "DequantizeLinear":
        _divide_constant(construction, node, 1, scale)
        touched.append(name_of(node))
    else:
        for operand in _taking(node):
            if constant(operand) is None:
                touched.extend(_divide(construction, operand, scale))
            else:
                _divide_constant(construction, node, node.inputs.index(operand), scale)
    value.name = construction.name(f"{name_of(value)}_in_steps")
    return touched


def _divide_constant(construction: Construction, node: ir.Node, index: int, scale: float) -> None:
    operand = node.inputs[index]
    array = constant(operand)
    assert array is not None
    assert operand is not None
    divided = (array.astype(np.float64) / scale).astype(np.float32)
    new = construction.constant(f"{name_of(operand)}_in_steps", divided)
    node.replace_input_with(index, new)


def exact_in_integers(construction: Construction) -> None:
    """Round each constant between a sum and its bytes, already rounded once by the division, to a
    float32 nearby whose results one multiplication of integers gives to the last bit."""
    for node in list(construction.graph):
        value = input_of(node, 0)
        source = None if value is None else value.producer()
        if node.op_type != "QuantizeLinear" or source is None or len(source.outputs[0].uses()) != 1:
            continue
        operand, divisor, zero = input_of(source, 1), constant(node.inputs[1]), input_of(node, 2)
        scale, zero_point = constant(operand), constant(zero)
        if source.op_type != "DequantizeLinear" or scale is None or scale.size == 1:
            continue
        if divisor is None or zero_point is None or divisor.size * zero_point.size != 1:
            continue
        if float(divisor.reshape(())) != 1.0 or operand is None:
            continue
        chosen = nearby_scales(scale.reshape(-1), int(zero_point.reshape(())))
        exact = construction.constant(f"{name_of(operand)}_exact", chosen.reshape(scale.shape))
        source.replace_input_with(1, exact)


def drop_redundant_bounds(construction: Construction) -> list[Change]:
    """Remove each Relu and Clip that saturation to int8 repeats."""
    changes = []
    for node in list(construction.graph):
        if node.op_type not in ("Relu", "Clip"):
            continue
        result = quantised(node.outputs[0])
        if result is None or result.scale.size != 1 or not _saturation_does_it(node, result):
            continue
        changes.append(_drop(construction, node, result))
    return changes


def _saturation_does_it(node: ir.Node, result: Scaled) -> bool:
    bounds = _bounds(node)
    if bounds is None:
        return False
    scale, zero_point = float(result.scale), float(result.zero_point)
    low, high = (np.rint(bound / scale) + zero_point for bound in bounds)
    return bool(low <= LOWEST and high >= HIGHEST)


def _bounds(node: ir.Node) -> tuple[float, float] | None:
    """The bounds of Relu or Clip, None when one is computed."""
    if node.op_type == "Relu":
        return 0.0, math.inf
    bounds = []
    for index, default in ((1, -math.inf), (2, math.inf)):
        array = constant(input_of(node, index))
        if array is None and input_of(node, index) is not None:
            return None
        bounds.append(default if array is None else float(array.reshape(())))
    return bounds[0], bounds[1]


def _drop(construction: Construction, node: ir.Node, result: Scaled) -> Change:
    source = node.inputs[0]
    assert source is not None
    name = name_of(node)
    result.node.replace_input_with(0, source)
    inherit_sources(result.node, node, result.node)
    construction.graph.remove(node, safe=True)
    after = (name_of(result.node),)
    reason = f"QuantizeLinear saturates at the same bounds as {node.op_type}"
    return Change("removed", name, reason, (name, *after), after)
