"""Search for better tiles within a time budget, the most expensive layers first."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError
from compiler_core.graph.pipeline.state import Advance
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.selection.records import Layer, LayerChoice, Selection
from compiler_core.graph.tuning.records import Progress, TuningResult


@dataclass(frozen=True, slots=True)
class Tuned:
    """results: of the layers that were tuned, the most expensive first. waiting: layers for which
    there was no time. refused: layers that cannot be measured, with the reason.
    """

    results: tuple[TuningResult, ...] = ()
    waiting: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()


def tune_layers(
    layers: Sequence[Layer],
    selection: Selection,
    core: CoreProfile,
    seconds: float,
    advance: Advance,
) -> Tuned:
    """Each layer takes what the ones before it left of the budget. Raises as `tune` does, but for
    a layer that cannot be measured, which keeps its own tile.
    """
    from compiler_core.graph.tuning.tune import tune

    end = time.monotonic() + seconds
    results: list[TuningResult] = []
    waiting: list[str] = []
    refused: list[tuple[str, str]] = []
    pairs = sorted(zip(layers, selection.choices, strict=True), key=_cost, reverse=True)
    for position, (layer, _) in enumerate(pairs):
        left = end - time.monotonic()
        if left <= 0:
            waiting.append(layer.name)
            continue
        try:
            result = tune(layer, core, left, _telling(advance, layer, position, len(pairs)))
        except InputError as error:
            refused.append((layer.name, error.message))
        else:
            results.append(replace(result, layer=layer.name))
    return Tuned(tuple(results), tuple(waiting), tuple(refused))


def _cost(pair: tuple[Layer, LayerChoice]) -> int:
    """Predicted instructions of the chosen tactic."""
    _, choice = pair
    row = next(row for row in choice.rows if row.tactic == choice.tactic)
    return row.cost.instructions if row.cost else 0


def _telling(advance: Advance, layer: Layer, position: int, count: int):
    def tell(progress: Progress) -> None:
        best = f", best {progress.best.instructions:,} instructions" if progress.best else ""
        text = f"tuning {layer.name}: {progress.done} of {progress.total} tiles{best}"
        advance(text, position, count)

    return tell
