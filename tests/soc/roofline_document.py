"""The part of `docs/soc-model.md` on rooflines: formulas, a network's stages, a loop's point."""

from __future__ import annotations

from compiler_core.soc.reading import soc_named
from compiler_core.soc.stage_points import stages_of
from compiler_core.soc.staged_roofline import Roof, staged_roofline
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
        f"{one.summary.bytes / 1e6:.1f} | {one.summary.median_intensity:.2f} | "
        f"{one.roofline.ridge:.1f} | {one.summary.memory_bound} |"
        for one in rows
    ]
    return [
        _FORMULAS.format(network=NETWORK, chip=soc.title),
        "| stage | tensors | unit | kernels | MB moved | median operations a byte | ridge | "
        "bound by memory |",
        "|---|---|---|---|---|---|---|---|",
        *lines,
        "",
        _LOOPS,
    ]
