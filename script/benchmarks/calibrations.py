"""The table of calibrations: signal to noise of the output by each method, beside ONNX Runtime's.

    .venv/bin/python -m script.benchmarks.calibrations              the networks built here
    .venv/bin/python -m script.benchmarks.calibrations FILE...      these files too

The same samples serve calibration and comparison. Exit 1 where measurement is more than 1 dB below
the best of our methods alone on any network, or more than 1 dB below ONNX Runtime's best of
MinMax, Entropy and Percentile on more than one network in five.
"""

from __future__ import annotations

import contextlib
import io
import logging
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnx_ir as ir
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantType,
    quantize_static,
)

from compiler_core.errors import LoweringLabError
from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.calibration.methods import CHOICES, MEASURED
from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.quantisation.output_noise import OutputEnergy, outputs_of
from compiler_core.graph.quantisation.quantise import quantise
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import source_model
from script.benchmarks.calibration_nets import CALIBRATION_NETS

SAMPLES = 6
TOLERANCE = 1.0
THEIRS = ("MinMax", "Entropy", "Percentile")
_SHARE = 0.8

Batch = Mapping[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class NetRow:
    """Decibels by method; theirs: empty where ONNX Runtime quantises nothing it can run."""

    net: str
    ours: dict[str, float]
    theirs: dict[str, float]

    @property
    def below_single(self) -> float:
        """How far measurement is below the best single method; negative above."""
        return max(self.ours[name] for name in self.ours if name != MEASURED) - self.ours[MEASURED]

    @property
    def below_theirs(self) -> float:
        return max(self.theirs.values()) - self.ours[MEASURED] if self.theirs else 0.0

    @property
    def text(self) -> str:
        figures = [*self.ours.values(), *(self.theirs.get(name, np.nan) for name in THEIRS)]
        return f"{self.net:24}" + "".join(f"{figure:11.1f}" for figure in figures)


def row_of(net: str, path: Path) -> NetRow:
    """One network. LoweringLabError where it cannot be compiled."""
    settings = CompileSettings()
    source = source_model(str(path), settings)
    inputs = inputs_of(source)
    state = PipelineState(
        source=source,
        settings=settings,
        inputs=inputs,
        model=source.imported.model,
        float_model=source.imported.model,
    )
    for _, stage in FUNCTIONS[:2]:
        state = stage(state, lambda _text, _done, _total: None).state
    samples = inputs.samples[:SAMPLES]
    calibration = calibrate(state.model, samples)
    names = [value.name or "" for value in outputs_of(state.model)]
    reference = ObservedModel(state.model, names)
    ours = {
        name: _decibel(
            reference, quantise(state.model, calibration, QuantisationSettings(name)).model, samples
        )
        for name, _ in CHOICES
    }
    return NetRow(net, ours, dict(_theirs(state.model, reference, samples)))


def _decibel(reference: ObservedModel, model: ir.Model, samples: Sequence[Batch]) -> float:
    """Pairs are computed as written, so that both sides are judged on ranges alone."""
    quantised, energy = ObservedModel(model, reference.values, pairs="computed"), OutputEnergy()
    for sample in samples:
        energy.add(reference.run(sample), quantised.run(sample))
    return energy.decibel()


def _theirs(
    model: ir.Model, reference: ObservedModel, samples: Sequence[Batch]
) -> Iterator[tuple[str, float]]:
    """quantize_static with int8 on both sides and a scale for each channel of weights."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "float.onnx"), Path(folder, "int8.onnx")
        onnx.save(ir.to_proto(model), before)
        for name in THEIRS:
            with contextlib.redirect_stdout(io.StringIO()):
                quantize_static(
                    before,
                    after,
                    _Reader(samples),
                    per_channel=True,
                    activation_type=QuantType.QInt8,
                    weight_type=QuantType.QInt8,
                    calibrate_method=CalibrationMethod[name],
                )
            yield name, _decibel(reference, ir.load(after), samples)


class _Reader(CalibrationDataReader):
    """What quantize_static asks for its samples."""

    def __init__(self, samples: Sequence[Batch]) -> None:
        self._left = iter(samples)

    def get_next(self) -> Batch | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        return next(self._left, None)


def main(paths: list[str]) -> int:
    methods = [name for name, _ in CHOICES]
    print(f"{'dB':24}" + "".join(f"{name:>11}" for name in [*methods, *THEIRS]))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        built = [_built(Path(folder), name) for name in CALIBRATION_NETS]
        for path in [*built, *map(Path, paths)]:
            try:
                rows.append(row_of(path.stem, path))
            except LoweringLabError as error:
                print(f"{path.stem:24} {error.message}")
                continue
            print(rows[-1].text, flush=True)
    worst = max(rows, key=lambda row: row.below_single)
    compared = [row for row in rows if row.theirs]
    close = sum(row.below_theirs <= TOLERANCE for row in compared)
    print(f"below the best single method by at most {worst.below_single:.2f} dB ({worst.net})")
    print(f"at most {TOLERANCE:g} dB below ONNX Runtime's best on {close} of {len(compared)}")
    return 0 if worst.below_single <= TOLERANCE and close >= _SHARE * len(compared) else 1


def _built(folder: Path, name: str) -> Path:
    path = folder / f"{name}.onnx"
    path.write_bytes(CALIBRATION_NETS[name]().SerializeToString())
    return path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
