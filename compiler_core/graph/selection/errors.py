"""The largest error of each tactic, measured: the kernel runs on random data, numpy is exact.

Only the sums are compared, without epilogue, for that is what tactics differ in. A layer of many
multiplications is measured on fewer output lines and columns; its sums have the same length.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from compiler_core.graph.kernels.harness import HarnessCase
from compiler_core.graph.kernels.registry import find_tactic
from compiler_core.graph.records import ConvolutionShape, EpilogueStep
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.selection.measure import build_cases, results_of, run_cases
from compiler_core.graph.selection.records import Layer
from compiler_core.graph.selection.reference import exact_sums
from compiler_core.toolchain.outcome import Compiler

MOST_MULTIPLIES = 2_000_000
_SEED = 1


@dataclass(frozen=True, slots=True)
class Probe:
    """A layer cut to its sums, its legal tactics, random inputs, and the exact sums for them.

    inputs and exact are in the layout of the layer.
    """

    layer: Layer
    tactics: tuple[str, ...]
    inputs: np.ndarray
    exact: np.ndarray


def probe_of(layer: Layer, tactics: tuple[str, ...]) -> Probe:
    """What the tactics are measured on."""
    bare = _bare(replace(layer, shape=smaller(layer.shape)))
    inputs = _random_inputs(bare)
    exact = exact_sums(bare, inputs)
    if bare.shape.layout == "NCHW":
        inputs, exact = (
            np.ascontiguousarray(array.transpose(0, 3, 1, 2)) for array in (inputs, exact)
        )
    return Probe(bare, tactics, inputs, exact)


def probe_cases(probes: tuple[Probe, ...]) -> tuple[HarnessCase, ...]:
    """One kernel for each tactic of each probe, in their order."""
    pairs = [(probe, tactic) for probe in probes for tactic in probe.tactics]
    return tuple(
        HarnessCase(
            find_tactic(tactic).build(probe.layer.request(f"tactic_{number}")),
            probe.inputs,
            (),
            probe.exact.size,
            "float32",
        )
        for number, (probe, tactic) in enumerate(pairs)
    )


def errors_together(
    probes: tuple[Probe, ...], core: CoreProfile, compiler: Compiler
) -> list[dict[str, float]]:
    """Errors by tactic for each probe, by one program: compiling is most of the time.

    float32: largest difference from float64 over the largest sum; int8: in units of the sum. Raises
    InputError when a kernel does not compile or run.
    """
    cases = probe_cases(probes)
    results = iter(results_of(cases, run_cases(cases, build_cases(cases, core, compiler), core)))
    return [
        {tactic: _difference(next(results), probe) for tactic in probe.tactics} for probe in probes
    ]


def smaller(shape: ConvolutionShape) -> ConvolutionShape:
    """The same layer with fewer output lines and columns, if it is a large one."""
    per_output = shape.multiplies / (shape.height_out * shape.width_out)
    side = max(3, int((MOST_MULTIPLIES / per_output) ** 0.5))
    height, width = min(shape.height_out, side), min(shape.width_out, side)
    return replace(
        shape,
        height_out=height,
        width_out=width,
        height_in=_needed(shape, height, 0) if height < shape.height_out else shape.height_in,
        width_in=_needed(shape, width, 1) if width < shape.width_out else shape.width_in,
    )


def _needed(shape: ConvolutionShape, places: int, axis: int) -> int:
    """Input lines that so many output lines read, without the border."""
    reach = (places - 1) * shape.strides[axis] + (shape.kernel[axis] - 1) * shape.dilations[axis]
    return max(1, reach + 1 - shape.pads[axis] - shape.pads[axis + 2])


def _bare(layer: Layer) -> Layer:
    if layer.shape.element_type == "float32":
        return replace(layer, epilogue=())
    as_float = EpilogueStep(
        operator="DequantizeLinear", operand="scalar", values=np.ones(1, np.float32)
    )
    return replace(layer, epilogue=(as_float,))


def _random_inputs(layer: Layer) -> np.ndarray:
    shape, generator = layer.shape, np.random.default_rng(_SEED)
    sizes = (shape.batch, shape.height_in, shape.width_in, shape.channels_in)
    if shape.element_type == "int8":
        return generator.integers(-128, 128, sizes, dtype=np.int8)
    return generator.standard_normal(sizes).astype(np.float32)


def _difference(result: np.ndarray, probe: Probe) -> float:
    exact = probe.exact.reshape(-1)
    if probe.layer.shape.element_type == "int8":
        return float(np.abs(result - exact.astype(np.float32)).max(initial=0.0))
    largest = np.abs(exact).max(initial=0.0)
    return float(np.abs(result - exact).max(initial=0.0) / (largest or 1.0))
