"""From pictures to ranges: run the float32 model, keep histograms, let every method choose.

A batch's activations live until they are counted, then they are gone. What stays is two times 2,048
counters for each tensor, whatever the number of batches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.calibration.histogram import Histogram
from compiler_core.graph.calibration.methods import METHODS
from compiler_core.graph.calibration.observed_model import ObservedModel
from compiler_core.graph.calibration.records import (
    Calibration,
    CalibrationMethod,
    TensorCalibration,
)

Batch = Mapping[str, np.ndarray]


def calibrate(
    model: ir.Model,
    batches: Iterable[Batch],
    methods: Sequence[CalibrationMethod] = METHODS,
    tensors: Sequence[str] | None = None,
) -> Calibration:
    """Ranges of every tensor that quantisation may turn to int8.

    model: float32, folded. batches: the model's inputs by name. tensors: names of values instead of
    those that quantisation asks for. Raises InputError when there is no batch, an input is missing,
    or a tensor holds NaN or infinity. Where nothing can be int8, no picture is run.
    """
    from compiler_core.graph.quantisation.placement import int8_candidates

    observed = int8_candidates(model) if tensors is None else tuple(tensors)
    if not observed:
        return Calibration({}, 0)
    histograms, count = collect(ObservedModel(model, observed), batches)
    chosen = {
        name: TensorCalibration(
            name, histogram, {each.name: each.choose(histogram) for each in methods}
        )
        for name, histogram in histograms.items()
    }
    return Calibration(chosen, count)


def collect(model: ObservedModel, batches: Iterable[Batch]) -> tuple[dict[str, Histogram], int]:
    """The histogram of each observed value over all batches, and how many batches there were.

    One batch is counted while the next one runs.
    """
    histograms = {name: Histogram.empty() for name in model.values}
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
    return histograms, count


def _count(histograms: Mapping[str, Histogram], values: Mapping[str, np.ndarray]) -> None:
    for name, array in values.items():
        _add(histograms[name], name, array)


def _add(histogram: Histogram, name: str, values: np.ndarray) -> None:
    try:
        histogram.add(values)
    except InputError as error:
        raise InputError(f"Tensor {name!r}: {error.message}", error.advice) from error
