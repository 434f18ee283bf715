"""Which layers lose the output its signal, and the fewest to keep in float32 for a good one.

Each layer is kept in float32 alone, all others stay int8: what the output gains is what the layer
loses. Ranked by that, the fewest layers that reach the goal are found by bisection, as Polygraphy
does for TensorRT: of a network of 100 layers in seven steps. One session answers all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.emission.kernel_work import kernel_operations
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.observing.records import Calibration
from compiler_core.graph.quantisation.output_noise import OutputEnergy, outputs_of
from compiler_core.graph.quantisation.placement import name_of, place
from compiler_core.graph.quantisation.sharing import activation_scales
from compiler_core.graph.quantisation.switched_model import SwitchedModel

# An output with this ratio has 3 % noise; classes and boxes rarely change below it.
GOAL = 30.0
# What stands among pinned layers for those that a compilation proposes itself.
PROPOSED = "proposed"
# Samples that answer for a mixture. To rank layers each is one run: a large network gets fewer,
# so many that all runs together have this many multiply-accumulates.
OUTPUT_SAMPLES = 8
_MOST_PRODUCTS = 3e9
# Multiply-accumulates of one instruction: FMLA on four floats, SDOT on sixteen int8.
_FLOAT_LANES, _INT8_LANES = 4, 16

Batch = Mapping[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class LayerLoss:
    """gained: decibels of the output when this layer alone stays in float32. price:
    instructions that adds, as a share of all products' in int8, at one instruction for every 4
    float32 or 16 int8 multiply-accumulates.
    """

    node: str
    operator: str
    gained: float
    price: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedPrecision:
    """Which layers cost the output most in int8, and a proposal which to keep out of it."""

    decibel: float
    """Signal to noise of the output in int8, with the layers that were pinned before."""
    goal: float
    """What was aimed at."""
    layers: tuple[LayerLoss, ...]
    """Each with what the output gains without it in int8; worst first."""
    proposed: tuple[str, ...]
    """To be kept in float32 besides; empty where int8 reaches the goal, or nothing does."""
    reached: float
    """Signal to noise of the output in decibels, with the proposed layers in float32."""
    price: float
    """Instructions that all proposed layers add, as a share of all products' in int8."""


@dataclass(frozen=True, slots=True)
class _Quality:
    """The output's, under any mixture. pairs: samples with what float32 makes of them; pinned: kept
    in float32 always."""

    switched: SwitchedModel
    pairs: Sequence[tuple[Batch, Batch]]
    pinned: Collection[str]

    def decibel(self, float_names: Collection[str], number: int | None = None) -> float:
        """With these in float32 too. number: of the samples that are run, None for all."""
        energy, switches = OutputEnergy(), self.switched.pinned((*self.pinned, *float_names))
        for sample, expected in self.pairs[:number]:
            energy.add(expected, self.switched.run(sample, switches))
        return energy.decibel()


def mixed_precision(
    model: ir.Model,
    calibration: Calibration,
    samples: Sequence[Batch],
    method: str,
    pinned: Collection[str] = (),
    goal: float = GOAL,
) -> MixedPrecision:
    """Measure each layer and propose. model: float32. samples: of which a few are run. pinned:
    names of nodes kept in float32.
    """
    quality = _quality(model, calibration, samples, method, pinned)
    layers, decibel = quality.switched.layers, quality.decibel
    prices = _prices(model, layers)
    operators = {name_of(node): node.op_type for node in model.graph}
    number = _ranking_samples(model, layers, len(quality.pairs))
    before, of_some = decibel(()), decibel((), number)
    free = [name for name in layers if name not in pinned]
    losses = [
        LayerLoss(name, operators[name], _gained(of_some, decibel((name,), number)), prices[name])
        for name in free
    ]
    losses.sort(key=lambda loss: -loss.gained)
    proposed = () if before >= goal else _fewest([loss.node for loss in losses], decibel, goal)
    reached = decibel(proposed) if proposed else before
    price = sum(prices[name] for name in proposed)
    return MixedPrecision(
        decibel=before,
        goal=goal,
        layers=tuple(losses),
        proposed=proposed,
        reached=reached,
        price=price,
    )


def _quality(
    model: ir.Model,
    calibration: Calibration,
    samples: Sequence[Batch],
    method: str,
    pinned: Collection[str],
) -> _Quality:
    samples = samples[:: max(1, len(samples) // OUTPUT_SAMPLES)][:OUTPUT_SAMPLES]
    placement = place(model)
    parameters = activation_scales(model, placement, calibration, method)
    names = [value.name or "" for value in outputs_of(model)]
    reference = ObservedModel(model, names)
    pairs = [(sample, reference.run(sample)) for sample in samples]
    return _Quality(SwitchedModel(model, placement, parameters, names), pairs, pinned)


def _gained(before: float, after: float) -> float:
    """Decibels; of two ratios without bound nothing."""
    return 0.0 if before == after else after - before


def _fewest(
    ranked: Sequence[str], decibel: Callable[[Collection[str]], float], goal: float
) -> tuple[str, ...]:
    """The shortest prefix that bisection finds to reach the goal; none where all do not."""
    if decibel(ranked) < goal:
        return ()
    short, enough = 0, len(ranked)
    while enough - short > 1:
        middle = (short + enough) // 2
        if decibel(ranked[:middle]) >= goal:
            enough = middle
        else:
            short = middle
    return tuple(ranked[:enough])


def _ranking_samples(model: ir.Model, layers: Collection[str], most: int) -> int:
    runs = sum(_products(model, layers).values()) * len(layers)
    return max(1, min(most, int(_MOST_PRODUCTS / max(1.0, runs))))


def _products(model: ir.Model, layers: Collection[str]) -> dict[str, float]:
    """Multiply-accumulates by layer."""
    return {
        name_of(node): kernel_operations([node]) / 2
        for node in model.graph
        if name_of(node) in layers
    }


def _prices(model: ir.Model, layers: Collection[str]) -> dict[str, float]:
    """Instructions that float32 adds, by layer, as a share of all products' in int8."""
    products = _products(model, layers)
    int8 = sum(products.values()) / _INT8_LANES
    more = 1 / _FLOAT_LANES - 1 / _INT8_LANES
    return {name: count * more / int8 if int8 else 0.0 for name, count in products.items()}
