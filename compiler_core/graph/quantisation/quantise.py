"""Post-training quantisation of a whole model: decide, choose scales, write the pairs, explain.

The result is a new model that ONNX Runtime loads: int8 weights with a scale for each output
channel, int8 activations with a scale and a zero point for each tensor, int32 biases.
"""

from __future__ import annotations

import time
from collections.abc import Collection

import onnx_ir as ir

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.observing.records import Calibration
from compiler_core.graph.quantisation.explanation import step_of
from compiler_core.graph.quantisation.layer_table import layer_table
from compiler_core.graph.quantisation.placement import name_of, place
from compiler_core.graph.quantisation.quantise_dequantise import insert_pairs
from compiler_core.graph.quantisation.records import QuantisationSettings, QuantisedModel
from compiler_core.graph.quantisation.roles import role_of
from compiler_core.graph.quantisation.sharing import activation_scales

DEFAULTS = QuantisationSettings()
_LOWEST_OPSET = 13


def quantise(
    model: ir.Model, calibration: Calibration, settings: QuantisationSettings = DEFAULTS
) -> QuantisedModel:
    """The model in int8; the given one is not changed.

    model: float32, folded, node names unique, opset 13 or higher. Raises UnknownName for a pinned
    node that is not there or a tensor without a range, InputError for weights that are no numbers.
    """
    _check(model)
    started = time.perf_counter()
    placement = place(model, pinned_nodes(model, settings.pinned), settings.sums)
    parameters = activation_scales(model, placement, calibration, settings.method)
    quantised = model.clone()
    insertion = insert_pairs(quantised, placement, parameters, settings)
    layers = layer_table(model, placement, parameters, insertion.weights)
    seconds = time.perf_counter() - started
    step = step_of(model, quantised, placement, parameters, insertion, layers, seconds)
    return QuantisedModel(quantised, parameters, layers, step)


def first_and_last(model: ir.Model) -> tuple[str, ...]:
    """Names of the first and the last multiplying node: the usual ones to pin to float32.

    The first sees the picture itself, the last gives the scores; both are small beside the rest.
    """
    names = tuple(name_of(node) for node in model.graph if role_of(node) == "multiply")
    return tuple(dict.fromkeys((names[0], names[-1]))) if names else ()


def pinned_nodes(model: ir.Model, pinned: Collection[str]) -> tuple[str, ...]:
    """Node names; the words "first" and "last" stand for the first and last multiplying node.

    UnknownName for a name that no node has.
    """
    ends = first_and_last(model)
    words = {"first": ends[:1], "last": ends[-1:]}
    names = {node.name for node in model.graph}
    chosen: list[str] = []
    for name in pinned:
        if name not in names and name not in words:
            raise UnknownName(f"There is no node {name!r} to pin.", "Take a name of the table.")
        chosen.extend((name,) if name in names else words[name])
    return tuple(dict.fromkeys(chosen))


def _check(model: ir.Model) -> None:
    version = model.opset_imports.get("", 0)
    if version < _LOWEST_OPSET:
        raise InputError(
            f"The model has opset {version}; scales for each channel need {_LOWEST_OPSET}.",
            "Import it first: import raises the opset.",
        )
