"""`python -m tests.graph.kernels.figures`: executed instructions per multiply-accumulate.

For the layers of the shipped depthwise net and of MobileNet v1 (A. Howard et al., 2017, table 1,
224×224): every tactic that is not hopeless, counted on the emulator. Numbers are counts, no times.
`figures signs` or `figures mobilenet` prints one of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.kernels.registry import TACTICS, Tactic, refusal
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES, run_passes
from compiler_core.graph.records import ConvolutionShape
from compiler_core.graph.selection.builder_log import title_of
from compiler_core.graph.selection.choose import choose_kernel
from compiler_core.graph.selection.cores import CORES, CoreProfile
from compiler_core.graph.selection.costs import cost_of
from compiler_core.graph.selection.layers import layers_of
from compiler_core.graph.selection.measure import build_cases, measure_program
from compiler_core.graph.selection.records import Layer
from compiler_core.toolchain.discovery import find_compiler
from tests.graph.kernels.layers import in_float, sample_of, shape_of
from tests.graph.kernels.programs import case_of, kernel_of

SIGNS = Path(__file__).resolve().parents[3] / "content/models/signs/depthwise.onnx"
# A tactic predicted to take so many times the best one's instructions is left out.
_HOPELESS = 6.0
_BORDER = (1, 1, 1, 1)
# Strides and channels out of MobileNet's thirteen separable convolutions.
_SEPARABLE = (
    (1, 64), (2, 128), (1, 128), (2, 256), (1, 256), (2, 512), (1, 512), (1, 512), (1, 512),
    (1, 512), (1, 512), (2, 1024), (1, 1024),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Counted:
    """One tactic on one layer."""

    tactic: str
    instructions: int


def mobilenet() -> Iterator[ConvolutionShape]:
    """Its layers in int8."""
    yield shape_of(3, 32, (224, 224), (3, 3), strides=(2, 2), pads=(0, 0, 1, 1))
    channels, side = 32, 112
    for stride, given in _SEPARABLE:
        yield shape_of(
            channels,
            channels,
            (side, side),
            (3, 3),
            strides=(stride, stride),
            pads=_BORDER,
            groups=channels,
        )
        side = -(-side // stride)
        yield shape_of(channels, given, (side, side))
        channels = given
    yield shape_of(1024, 1000, (1, 1))


def signs() -> Iterator[ConvolutionShape]:
    """Layers of the shipped net, as int8."""
    model = import_model(SIGNS.read_bytes()).model
    ready = run_passes(model, (*DEFAULT_PASSES, "nhwc-layout"), 0).model
    for layer in layers_of(ready, fuse(ready).groups):
        if isinstance(layer, Layer):
            yield replace(layer.shape, batch=1, element_type="int8", layout="NHWC")


def counted(shape: ConvolutionShape, core: CoreProfile) -> list[Counted]:
    """Every tactic that is not hopeless, fewest instructions first."""
    sample = sample_of(shape, 2)
    tactics = _worth_counting(shape)
    cases = tuple(
        case_of(sample, kernel_of(sample, tactic, f"kernel_{number}"))
        for number, tactic in enumerate(tactics)
    )
    program = build_cases(cases, core, find_compiler("gcc"))
    rows = [
        Counted(tactic.name, measure_program(cases, number, program, core).instructions)
        for number, tactic in enumerate(tactics)
    ]
    return sorted(rows, key=lambda row: row.instructions)


def _worth_counting(shape: ConvolutionShape) -> list[Tactic]:
    legal = [tactic for tactic in TACTICS if not refusal(tactic, shape)]
    costs = {tactic.name: cost_of(tactic, shape).instructions for tactic in legal}
    return [tactic for tactic in legal if costs[tactic.name] <= _HOPELESS * min(costs.values())]


def print_net(title: str, shapes: list[ConvolutionShape]) -> None:
    """A paragraph per distinct layer, then the sums by core and type."""
    print(f"# {title}: {sum(shape.multiplies for shape in shapes):,} multiply-accumulates")
    known: dict[ConvolutionShape, dict[str, int]] = {}
    for shape in shapes:
        for variant in (shape, in_float(shape)):
            if variant in known:
                continue
            rows = counted(variant, CORES[-1])
            known[variant] = {row.tactic: row.instructions for row in rows}
            print(f"{title_of(variant)}: {variant.multiplies:,} multiply-accumulates")
            for row in rows:
                ratio = row.instructions / variant.multiplies
                print(f"    {row.tactic:<16} {row.instructions:>12,}  {ratio:.3f}")
    _print_sums(shapes, known)


def _print_sums(
    shapes: list[ConvolutionShape], known: dict[ConvolutionShape, dict[str, int]]
) -> None:
    total = sum(shape.multiplies for shape in shapes)
    for core in CORES:
        for name, variants in (("int8", shapes), ("float32", [in_float(one) for one in shapes])):
            executed = sum(known[variant][_chosen(variant, core)] for variant in variants)
            print(f"{core.name} {name}: {executed:,} instructions, {executed / total:.3f} each")


def _chosen(shape: ConvolutionShape, core: CoreProfile) -> str:
    return choose_kernel(sample_of(shape, 2).layer, core).tactic


def main(words: list[str]) -> None:
    nets = {"signs": ("signs/depthwise.onnx", signs), "mobilenet": ("MobileNet v1", mobilenet)}
    for name in words or list(nets):
        title, shapes = nets[name]
        print_net(title, list(shapes()))


if __name__ == "__main__":
    main(sys.argv[1:])
