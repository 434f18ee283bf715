"""AWQ over a whole model: each fold's scales searched, layer by layer, and folded in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.weight_quantisation.awq import AwqSearch, ScaledReader, search_scales
from compiler_core.llm.weight_quantisation.folds import (
    FOLD_RULES,
    FoldRule,
    fold_refusal,
    folded_tensors,
    shared_scales,
    tensor_of,
)
from compiler_core.llm.weight_quantisation.grids import grid_family
from compiler_core.llm.weight_quantisation.records import AwqChannel, AwqCurve

_SHOWN_CHANNELS = 8


@dataclass(slots=True)
class FoldedModel:
    """tensors: those that changed. scales: by the name of a reader, what its columns were
    multiplied by. curves: one for each rule and layer, also for those that do not hold."""

    tensors: dict[str, np.ndarray] = field(default_factory=dict)
    scales: dict[str, np.ndarray] = field(default_factory=dict)
    curves: list[AwqCurve] = field(default_factory=list)


def fold_model(
    tensors: Mapping[str, np.ndarray],
    configuration: ModelConfiguration,
    types: Mapping[str, str],
    group: int,
    activations: Mapping[str, np.ndarray],
) -> FoldedModel:
    """Scales searched on the grids of `types` (by tensor name), in the order the layers run."""
    folded = FoldedModel()
    for layer in range(configuration.layers):
        for rule in FOLD_RULES:
            _fold(rule, layer, tensors, configuration, types, group, activations, folded)
    return folded


def _fold(
    rule: FoldRule,
    layer: int,
    tensors: Mapping[str, np.ndarray],
    configuration: ModelConfiguration,
    types: Mapping[str, str],
    group: int,
    activations: Mapping[str, np.ndarray],
    folded: FoldedModel,
) -> None:
    readers = tuple(tensor_of(layer, part) for part in rule.readers)
    refusal = _refusal(rule, layer, tensors, configuration, types, activations)
    if refusal:
        source = tensor_of(layer, rule.source)
        folded.curves.append(AwqCurve(readers, source, (), 0.0, 0.0, 0.0, (), refusal))
        return
    touched = (*readers, tensor_of(layer, rule.source), tensor_of(layer, rule.source, "bias"))
    present = {
        name: folded.tensors[name] if name in folded.tensors else tensors[name]
        for name in touched
        if name in tensors
    }
    columns = present[readers[0]].shape[-1]
    search = search_scales(
        activations[readers[0]],
        [ScaledReader(present[name], grid_family(types[name], group, columns)) for name in readers],
        lambda scales: shared_scales(rule, scales, configuration),
    )
    folded.tensors.update(folded_tensors(rule, layer, search.scales, present, configuration))
    folded.scales.update(dict.fromkeys(readers, search.scales))
    folded.curves.append(_curve(rule, layer, readers, search))


def _refusal(
    rule: FoldRule,
    layer: int,
    tensors: Mapping[str, np.ndarray],
    configuration: ModelConfiguration,
    types: Mapping[str, str],
    activations: Mapping[str, np.ndarray],
) -> str:
    refusal = fold_refusal(rule, layer, configuration, tensors.keys())
    if refusal:
        return refusal
    for part in rule.readers:
        name = tensor_of(layer, part)
        if name not in activations:
            return f"There are no calibration inputs of {name}."
        if types[name] in ("F16", "F32"):
            return f"{name} is not quantised."
    return ""


def _curve(rule: FoldRule, layer: int, readers: tuple[str, ...], search: AwqSearch) -> AwqCurve:
    order = np.argsort(-search.magnitudes, kind="stable")
    shown = dict.fromkeys([*order[:_SHOWN_CHANNELS].tolist(), *order[-_SHOWN_CHANNELS:].tolist()])
    return AwqCurve(
        readers,
        tensor_of(layer, rule.source),
        search.points,
        search.alpha,
        search.points[0].error,
        min(point.error for point in search.points),
        tuple(AwqChannel(c, float(search.magnitudes[c]), float(search.scales[c])) for c in shown),
        rule.reason,
    )
