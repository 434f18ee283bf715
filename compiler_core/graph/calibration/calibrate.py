"""From pictures to ranges: run the float32 model, keep histograms, let every method choose, and
choose among the methods by measurement.

A batch's activations live until they are counted, then they are gone. What stays is two times 2,048
counters for each tensor, whatever the number of batches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.calibration.methods import METHODS
from compiler_core.graph.calibration.spread_samples import SpreadSamples
from compiler_core.graph.observing.histogram import Histogram
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.observing.records import (
    Calibration,
    CalibrationMethod,
    TensorCalibration,
)
from compiler_core.graph.side_by_side import side_by_side

Batch = Mapping[str, np.ndarray]


def calibrate(
    model: ir.Model,
    batches: Iterable[Batch],
    methods: Sequence[CalibrationMethod] = METHODS,
    tensors: Sequence[str] | None = None,
    pinned: Collection[str] = (),
) -> Calibration:
    """Ranges of every tensor that quantisation may turn to int8, by each method and by measurement.

    model: float32, folded. batches: the model's inputs by name. methods: of one alone there is
    nothing to choose from by measurement. tensors: names of values instead of those that
    quantisation asks for. pinned: layers that will stay in float32. Raises InputError when there is
    no batch, an input is missing, or a tensor holds NaN or infinity, UnknownName for a pinned node
    that is not there. Where nothing can be int8, no picture is run.
    """
    from compiler_core.graph.calibration.measured_choice import with_measured
    from compiler_core.graph.quantisation.output_noise import outputs_of
    from compiler_core.graph.quantisation.placement import int8_candidates

    calibrated = int8_candidates(model) if tensors is None else tuple(tensors)
    if not calibrated:
        return Calibration({}, 0)
    spread = SpreadSamples()
    several = len(methods) > 1
    outputs = tuple(value.name or "" for value in outputs_of(model)) if several else ()
    observed = ObservedModel(model, (*calibrated, *outputs))
    histograms = {name: Histogram.empty() for name in calibrated}
    count = collect(observed, spread.passing(batches) if several else batches, histograms)
    calibration = Calibration(_chosen(histograms, methods), count)
    if not several:
        return calibration
    return with_measured(model, observed, calibration, spread.samples, pinned)


def _chosen(
    histograms: Mapping[str, Histogram], methods: Sequence[CalibrationMethod]
) -> dict[str, TensorCalibration]:
    """The ranges of all tensors."""

    def chosen(name: str) -> TensorCalibration:
        histogram = histograms[name]
        ranges = {each.name: each.choose(histogram) for each in methods}
        return TensorCalibration(name, histogram, ranges)

    return {choice.name: choice for choice in side_by_side(chosen, histograms)}


def collect(
    model: ObservedModel, batches: Iterable[Batch], histograms: Mapping[str, Histogram]
) -> int:
    """Count the values of each histogram's tensor over all batches; how many batches there were.

    One batch is counted while the next one runs.
    """
    count = 0
    with ThreadPoolExecutor(max_workers=1) as counting:
        counted = counting.submit(_count, histograms, {})
        for batch in batches:
            values = model.run(batch)
            counted.result()
            counted = counting.submit(_count, histograms, values)
            count += 1
        counted.result()
    if count == 0:
        raise InputError("There is no calibration batch.", "Give at least one picture.")
    return count


def _count(histograms: Mapping[str, Histogram], values: Mapping[str, np.ndarray]) -> None:
    for name, array in values.items():
        if name in histograms:
            _add(histograms[name], name, array)


def _add(histogram: Histogram, name: str, values: np.ndarray) -> None:
    try:
        histogram.add(values)
    except InputError as error:
        raise InputError(f"Tensor {name!r}: {error.message}", error.advice) from error
