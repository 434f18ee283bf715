"""Operators that only move data, on int8: the pair before and the pair after fall away.

Quantisation gave the inputs and the output one scale, so an integer means the same on both sides.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.provenance import set_sources, sources_of
from compiler_core.graph.quantisation.construction import Construction
from compiler_core.graph.quantisation.pairs import Scaled, dequantised, is_int8_tensor, quantised
from compiler_core.graph.quantisation.parameters import (
    ActivationParameters,
    quantise_activation,
)
from compiler_core.graph.quantisation.placement import name_of
from compiler_core.graph.quantisation.roles import refusal, role_of
from compiler_core.graph.rewriting import constant
from compiler_core.trace import Change


def moves_to_integers(construction: Construction) -> list[Change]:
    """Let every move between equal scales copy the int8 integers."""
    changes = []
    for node in list(construction.graph):
        if role_of(node) != "move" or refusal(node):
            continue
        results = _results(node)
        operands = _operands(construction, node, results[0]) if results else None
        if operands is not None:
            changes.append(_replace(construction, node, operands, results))
    return changes


def _results(node: ir.Node) -> list[Scaled]:
    """The int8 form of every output that is read; none where one has no such, or another scale."""
    read = [value for value in node.outputs if value.uses() or value.is_graph_output()]
    forms = [candidate for value in read if (candidate := quantised(value)) is not None]
    alike = len(forms) == len(read) and all(form.same_meaning(forms[0]) for form in forms)
    return forms if alike else []


def _operands(
    construction: Construction, node: ir.Node, result: Scaled
) -> list[ir.Value | None] | None:
    """The node's inputs on int8, None when one has another scale than the result."""
    data = len(node.inputs) if node.op_type == "Concat" else 1
    sources = [dequantised(value) for value in node.inputs[:data]]
    for value, source in zip(node.inputs, sources, strict=False):
        if constant(value) is not None:
            continue
        if source is None or not is_int8_tensor(source) or not source.same_meaning(result):
            return None
    moved: list[ir.Value | None] = [
        source.integers if source is not None else _constant_integers(construction, value, result)
        for value, source in zip(node.inputs, sources, strict=False)
    ]
    rest = list(node.inputs[data:])
    return moved + (_padding(rest, result) if node.op_type == "Pad" else rest)


def _constant_integers(
    construction: Construction, value: ir.Value | None, result: Scaled
) -> ir.Value:
    array = constant(value)
    assert array is not None
    assert value is not None
    parameters = ActivationParameters(float(result.scale), int(result.zero_point), 0.0, 0.0)
    return construction.constant(
        f"{name_of(value)}_integers", quantise_activation(array, parameters)
    )


def _padding(rest: list[ir.Value | None], result: Scaled) -> list[ir.Value | None]:
    """Pad's further inputs: what stood for 0 is now the zero point."""
    if not np.any(result.zero_point):
        return [rest[0], *([None] if len(rest) > 2 else []), *rest[2:]]
    return [rest[0], result.node.inputs[2], *rest[2:]]


def _replace(
    construction: Construction,
    node: ir.Node,
    operands: list[ir.Value | None],
    results: list[Scaled],
) -> Change:
    made = construction.node(
        node.op_type,
        operands,
        f"{name_of(node)}_moved",
        node,
        node.attributes.values(),
        len(node.outputs),
    )
    construction.graph.insert_before(node, [made])
    set_sources(made, sources_of(node))
    before = (name_of(node), *(name_of(result.node) for result in results))
    for old, new in zip(node.outputs, made.outputs, strict=True):
        new.dtype, new.shape = ir.DataType.INT8, old.shape
        stored = next((form.integers for form in results if form.node.inputs[0] is old), None)
        if stored is not None:
            ir.convenience.replace_all_uses_with(stored, new)
            new.name = name_of(stored)
    construction.graph.remove([*(result.node for result in results), node], safe=True)
    made.name = before[0]
    reason = "it only moves values, and both sides have one scale: the integers are copied"
    return Change("replaced", before[0], reason, before, (before[0],))
