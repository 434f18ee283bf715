"""The part of `docs/soc-model.md` on rooflines: formulas, stages, speeds, a loop's point."""

from __future__ import annotations

from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.stage_points import stages_of
from compiler_core.soc.rooflines.staged_roofline import Roof, RoofedStage, staged_roofline
from compiler_core.soc.work.read import read_work
from compiler_core.soc.work.records import NetworkWork

NETWORK, CHIP = "resnet50", "generic"
_FORMULAS = """## Rooflines

    attainable = min(peak, intensity · bandwidth)      intensity = operations / bytes
    ridge      = peak / bandwidth                       headroom = longer part / shorter part

A kernel reads its inputs and weights and writes its output once, all through the chosen memory. A
multiply-accumulate is two operations, a node without products makes one for each element it reads,
and a kernel makes those of all its nodes: so fusion and quantisation change bytes and not
operations. A stage stands under the unit's ceiling at its own precision, or under that of the
fastest unit that has one there. Of {network} on the {chip}:
"""
_MODELLED = """Below the roof stands the speed that the network cost gives a kernel, on the roof's
unit and with double buffers:

    speed    = operations / (start + longest of compute, SRAM, DRAM)
    distance = min(peak, operations / bytes · bandwidth) / speed      at least 1

Its bytes are those which the cost model sends through the roof's memory: what stays on the chip is
not among them, what is read again is; so it may stand further right than with all its bytes, and
without any it has no place on the axis. Where the cost model counts less than the roof (operations
without products), the time of the roof stands. What is lost is the start, and the rest by the
factor that costs most: the shape's share of the array, cores that a network does not use, the
fitted efficiency, the share of the bandwidth, another memory. Decode has the time of a step of the
decode model, prefill and loops have none. All kernels of {network}:
"""
_LOOPS = """A C loop stands under the ceiling of one CPU core. Its operations are counted: each
executed instruction by its mnemonic and its lanes. Additions, subtractions, multiplications,
divisions, square roots, minima and maxima are one, a product with a sum is two, a dot product two
for each of its products; conversions, moves, comparisons and addressing are none. Lanes that a
predicate of SVE switches off are not counted, by what the loads and stores beside them moved. Its
bytes are what it loads and stores, and, as a second point, the lines that the modelled cache
fetched; lines written back later are not in it. Assumed: half the fp32 speed for doubles, the fp32
speed for integers.
"""


def roofline_sections() -> list[str]:
    """Formulas, a table of stages, and what a loop's point is made of."""
    soc = soc_named(CHIP)
    work = read_work(NETWORK)
    assert isinstance(work, NetworkWork)
    stages = stages_of(work, "int8")
    rows = [
        staged_roofline(soc, stages, number, Roof(soc.network_unit, "int8")).now
        for number in range(len(stages))
    ]
    lines = [
        f"| {one.name} | {one.precision} | {one.roofline.unit} | {one.summary.kernels} | "
        f"{one.summary.bytes / 2**20:.1f} | {one.summary.median_intensity:.2f} | "
        f"{one.roofline.ridge:.1f} | {one.summary.memory_bound} |"
        for one in rows
    ]
    return [
        _FORMULAS.format(network=NETWORK, chip=soc.title),
        "| stage | tensors | unit | kernels | MiB moved | median operations a byte | ridge | "
        "bound by memory |",
        "|---|---|---|---|---|---|---|---|",
        *lines,
        "",
        _MODELLED.format(network=NETWORK),
        "| stage | roof allows, ms | modelled, ms | distance | most of the rest |",
        "|---|---|---|---|---|",
        *map(_modelled_line, rows),
        "",
        _LOOPS,
    ]


def _modelled_line(stage: RoofedStage) -> str:
    found = stage.modelled
    assert found is not None
    cause, seconds = found.lost[0]
    share = seconds / (found.seconds - found.least_seconds)
    return (
        f"| {stage.name} | {found.least_seconds * 1e3:.2f} | {found.seconds * 1e3:.2f} | "
        f"{found.distance:.2f} | {cause}, {share:.0%} |"
    )
