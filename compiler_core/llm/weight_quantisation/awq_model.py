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


@dataclass(frozen=True, slots=True)
class FoldContext:
    """types: GGML's, by tensor name. activations: inputs [samples, in] by the weight's name."""

    tensors: Mapping[str, np.ndarray]
    configuration: ModelConfiguration
    types: Mapping[str, str]
    group: int
    activations: Mapping[str, np.ndarray]


def fold_model(context: FoldContext) -> FoldedModel:
    """Scales searched on the grids the tensors will have, in the order the layers run."""
    folded = FoldedModel()
    for layer in range(context.configuration.layers):
        fold_layer(layer, context, folded)
    return folded


def fold_layer(layer: int, context: FoldContext, folded: FoldedModel) -> None:
    """One layer's four folds, added to `folded`; a page shows one layer without all the others."""
    for rule in FOLD_RULES:
        _fold(rule, layer, context, folded)


def _fold(rule: FoldRule, layer: int, context: FoldContext, folded: FoldedModel) -> None:
    readers = tuple(tensor_of(layer, part) for part in rule.readers)
    refusal = _refusal(rule, layer, context)
    if refusal:
        source = tensor_of(layer, rule.source)
        folded.curves.append(
            AwqCurve(
                tensors=readers,
                folded_into=source,
                points=(),
                alpha=0.0,
                plain_error=0.0,
                error=0.0,
                channels=(),
                reason=refusal,
            )
        )
        return
    present = _touched(rule, layer, context, folded)
    columns = present[readers[0]].shape[-1]
    families = [grid_family(context.types[name], context.group, columns) for name in readers]
    search = search_scales(
        context.activations[readers[0]],
        [
            ScaledReader(present[name], family)
            for name, family in zip(readers, families, strict=True)
        ],
        lambda scales: shared_scales(rule, scales, context.configuration),
    )
    changed = folded_tensors(rule, layer, search.scales, present, context.configuration)
    folded.tensors.update(changed)
    folded.scales.update(dict.fromkeys(readers, search.scales))
    folded.curves.append(_curve(rule, layer, readers, search))


def _touched(
    rule: FoldRule, layer: int, context: FoldContext, folded: FoldedModel
) -> dict[str, np.ndarray]:
    """The tensors of a rule as earlier folds have left them."""
    parts = (*rule.readers, rule.source)
    names = [*(tensor_of(layer, part) for part in parts), tensor_of(layer, rule.source, "bias")]
    return {
        name: folded.tensors[name] if name in folded.tensors else context.tensors[name]
        for name in names
        if name in context.tensors
    }


def _refusal(rule: FoldRule, layer: int, context: FoldContext) -> str:
    refusal = fold_refusal(rule, layer, context.configuration, context.tensors.keys())
    if refusal:
        return refusal
    for part in rule.readers:
        name = tensor_of(layer, part)
        if name not in context.activations:
            return f"There are no calibration inputs of {name}."
        if context.types[name] in ("F16", "F32"):
            return f"{name} is not quantised."
    return ""


def _curve(rule: FoldRule, layer: int, readers: tuple[str, ...], search: AwqSearch) -> AwqCurve:
    order = np.argsort(-search.magnitudes, kind="stable")
    shown = dict.fromkeys([*order[:_SHOWN_CHANNELS].tolist(), *order[-_SHOWN_CHANNELS:].tolist()])
    return AwqCurve(
        tensors=readers,
        folded_into=tensor_of(layer, rule.source),
        points=search.points,
        alpha=search.alpha,
        plain_error=search.points[0].error,
        error=min(point.error for point in search.points),
        channels=tuple(
            AwqChannel(c, float(search.magnitudes[c]), float(search.scales[c])) for c in shown
        ),
        reason=rule.reason,
    )
