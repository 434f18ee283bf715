"""The range by measurement: of all methods, the one that serves each tensor, and then the output.

Two measurements. Each tensor takes the method that leaves it the best signal to noise ratio. But
what a tensor loses is not what the output sees: later layers may hide it or enlarge it. So the
network runs in int8 with the assembled choice and with each method alone, on the same samples, and
where one method alone leaves a better output, its ranges are taken for every tensor.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.calibration.methods import MEASURED
from compiler_core.graph.calibration.tensor_noise import TensorNoise
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.observing.records import (
    Calibration,
    OutputNoise,
    TensorCalibration,
)
from compiler_core.graph.quantisation.decibel import decibel_text
from compiler_core.graph.quantisation.output_noise import OutputEnergy, Outputs, outputs_of
from compiler_core.graph.quantisation.placement import Placement, place
from compiler_core.graph.quantisation.quantise import pinned_nodes
from compiler_core.graph.quantisation.scaled_model import Parameters, ScaledModel
from compiler_core.graph.quantisation.sharing import activation_scales, scale_sources

Batch = Mapping[str, np.ndarray]

ASSEMBLED = "assembled"
# Values that the second pass quantises with each candidate; large networks get fewer samples.
MOST_VALUES = 1 << 23


def with_measured(
    model: ir.Model,
    observed: ObservedModel,
    calibration: Calibration,
    samples: Sequence[Batch],
    pinned: Collection[str],
) -> Calibration:
    """The calibration with the method "measured" beside the others.

    observed: gives the calibrated values and the outputs. samples: some of those that the ranges
    come from. pinned: as in QuantisationSettings; the output is compared with these layers in
    float32.
    """
    samples = _affordable(calibration, samples)
    noise = {name: TensorNoise(tensor.ranges) for name, tensor in calibration.tensors.items()}
    references = _references(model, observed, samples, noise)
    tensors = {
        name: _with_winner(old, noise[name].decibel()) for name, old in calibration.tensors.items()
    }
    assembled = replace(calibration, tensors=tensors)
    output = _output_noise(model, assembled, list(zip(samples, references, strict=True)), pinned)
    if output is None or output.chosen == ASSEMBLED:
        return replace(assembled, output=output)
    alone = {name: _by_one(calibrated, output.chosen) for name, calibrated in tensors.items()}
    return replace(assembled, tensors=alone, output=output)


def _affordable(calibration: Calibration, samples: Sequence[Batch]) -> Sequence[Batch]:
    """As many samples as the second pass has time for, spread evenly, at least one."""
    values = sum(tensor.histogram.total for tensor in calibration.tensors.values())
    each = max(1, values // max(1, calibration.batches))
    number = min(len(samples), max(1, MOST_VALUES // each))
    return samples[:: math.ceil(len(samples) / number)]


def _references(
    model: ir.Model,
    observed: ObservedModel,
    samples: Sequence[Batch],
    noise: Mapping[str, TensorNoise],
) -> list[Outputs]:
    """The float32 outputs of each sample; on the way every tensor's noise is measured.

    One sample is measured while the next one runs.
    """
    names = [value.name or "" for value in outputs_of(model)]
    references: list[Outputs] = []
    with ThreadPoolExecutor(max_workers=1) as measuring:
        measured = measuring.submit(_measure, noise, {})
        for sample in samples:
            values = observed.run(sample)
            references.append({name: values[name] for name in names})
            measured.result()
            measured = measuring.submit(_measure, noise, values)
        measured.result()
    return references


def _measure(noise: Mapping[str, TensorNoise], values: Mapping[str, np.ndarray]) -> None:
    for name, array in values.items():
        if name in noise:
            noise[name].add(array)


def _with_winner(tensor: TensorCalibration, decibel: dict[str, float]) -> TensorCalibration:
    """ "measured" takes the range with the best ratio; of equals the one that clips least."""
    best = max(tensor.ranges, key=lambda name: (decibel[name], -tensor.ranges[name].clipped))
    return _by_one(replace(tensor, decibel=decibel), best)


def _by_one(tensor: TensorCalibration, winner: str) -> TensorCalibration:
    chosen = tensor.ranges[winner]
    said = f"{winner}: {chosen.reason}, {decibel_text(tensor.decibel[winner])}"
    ranges = tensor.ranges | {MEASURED: replace(chosen, reason=said)}
    return replace(tensor, ranges=ranges, winner=winner)


def _output_noise(
    model: ir.Model,
    calibration: Calibration,
    samples: Sequence[tuple[Batch, Outputs]],
    pinned: Collection[str],
) -> OutputNoise | None:
    """The comparison on the output; None where there is no int8 network to run."""
    placement = place(model, pinned_nodes(model, pinned))
    if not placement.int8 or not scale_sources(model, placement) <= set(calibration.tensors):
        return None
    candidates = _candidates(model, placement, calibration)
    names = list(samples[0][1])
    try:
        int8 = ScaledModel(model, placement, candidates[ASSEMBLED], names)
    except InputError:
        return None
    decibel: dict[str, float] = {}
    known: list[tuple[Parameters, float]] = []
    for name, parameters in candidates.items():
        measured = next((value for equal, value in known if equal == parameters), None)
        decibel[name] = _decibel(int8, parameters, samples) if measured is None else measured
        known.append((parameters, decibel[name]))
    chosen = max(decibel, key=lambda name: decibel[name])
    return OutputNoise(decibel, chosen, len(samples))


def _candidates(
    model: ir.Model, placement: Placement, calibration: Calibration
) -> dict[str, Parameters]:
    """Scales and zero points by the method they come from, the assembled choice first: of equals
    the first is taken.
    """
    methods = {ASSEMBLED: MEASURED}
    some = next(iter(calibration.tensors.values()))
    methods |= {name: name for name in some.ranges if name != MEASURED}
    return {
        name: activation_scales(model, placement, calibration, method)
        for name, method in methods.items()
    }


def _decibel(
    int8: ScaledModel, parameters: Parameters, samples: Sequence[tuple[Batch, Outputs]]
) -> float:
    energy, scalars = OutputEnergy(), int8.scalars(parameters)
    for sample, reference in samples:
        energy.add(reference, int8.run(sample, scalars))
    return energy.decibel()
