"""Quantisation as a step of the trace: each change with its reason, each refusal with its rule."""

from __future__ import annotations

from math import isfinite

import onnx_ir as ir

from compiler_core.graph.quantisation.decibel import decibel_text
from compiler_core.graph.quantisation.parameters import ActivationParameters
from compiler_core.graph.quantisation.placement import PINNED, Placement, name_of
from compiler_core.graph.quantisation.quantise_dequantise import Insertion
from compiler_core.graph.quantisation.records import LayerRow
from compiler_core.trace import Change, Step

PASS_NAME = "int8-quantisation"


def step_of(
    before: ir.Model,
    after: ir.Model,
    placement: Placement,
    parameters: dict[str, ActivationParameters],
    insertion: Insertion,
    layers: tuple[LayerRow, ...],
    seconds: float,
) -> Step:
    """The step, with both snapshots and the figures of the layer table."""
    from compiler_core.graph.model_text import snapshot_of

    changes = (
        *_layer_changes(layers, after),
        *_activation_changes(before, parameters, insertion),
        *_refusals(placement),
    )
    return Step(
        pass_name=PASS_NAME,
        kind="pass",
        changed=bool(parameters),
        before=snapshot_of(before, "float32"),
        after=snapshot_of(after, "int8, as pairs of QuantizeLinear and DequantizeLinear"),
        changes=changes,
        metrics=_metrics(layers, parameters),
        seconds=seconds,
    )


def _layer_changes(layers: tuple[LayerRow, ...], after: ir.Model) -> list[Change]:
    readers = {name_of(node): node for node in after.graph}
    return [
        Change(
            "quantised",
            row.node,
            f"{row.reason}. {_weights_words(row, row.weight_decibel)}.",
            (row.node,),
            (*_constant_nodes(readers[row.node]), row.node),
        )
        for row in layers
        if row.weight_decibel is not None
    ]


def _weights_words(row: LayerRow, decibel: float) -> str:
    """What their rounding leaves, and what becomes of their bytes."""
    keep = f"keep {decibel_text(decibel)}" if isfinite(decibel) else "lose nothing"
    before, after = row.weight_bytes
    change = "shrink" if after < before else "change"
    return f"Its weights {keep}{_in_one(row)} and {change} from {before:,} to {after:,} bytes"


def _in_one(row: LayerRow) -> str:
    """What one scale for all channels would keep."""
    if row.decibel_in_one is None or row.decibel_in_one == row.weight_decibel:
        return ""
    return f" ({row.decibel_in_one:.1f} with one scale for all channels)"


def _constant_nodes(node: ir.Node) -> tuple[str, ...]:
    """The nodes that turn the layer's integer constants back into real numbers."""
    producers = (value.producer() for value in node.inputs[1:] if value is not None)
    return tuple(name_of(producer) for producer in producers if producer is not None)


def _activation_changes(
    before: ir.Model, parameters: dict[str, ActivationParameters], insertion: Insertion
) -> list[Change]:
    producer = {value.name: name_of(node) for node in before.graph for value in node.outputs}
    return [
        Change(
            "quantised",
            name,
            f"scale {chosen.scale:.6g}, zero point {chosen.zero_point}: {chosen.reason}; "
            f"int8 stands for {chosen.low:.4g} to {chosen.high:.4g}.",
            (producer[name],) if name in producer else (),
            insertion.activations[name],
        )
        for name, chosen in parameters.items()
    ]


def _refusals(placement: Placement) -> list[Change]:
    changes = []
    for node, why in placement.refused.items():
        pinned = why == PINNED
        reason = "The settings pin it to float32." if pinned else f"It stays in float32: {why}."
        changes.append(Change("refused", node, reason, (node,), (node,)))
    return changes


def _metrics(
    layers: tuple[LayerRow, ...], parameters: dict[str, ActivationParameters]
) -> dict[str, float]:
    return {
        "int8 layers": sum(row.precision == "int8" for row in layers),
        "float32 layers": sum(row.precision == "float32" for row in layers),
        "int8 tensors": len(parameters),
        "weight bytes before": sum(row.weight_bytes[0] for row in layers),
        "weight bytes after": sum(row.weight_bytes[1] for row in layers),
    }
