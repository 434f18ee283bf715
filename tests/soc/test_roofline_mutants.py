"""Wrong stages, moves, operations and loops, put in on purpose: each fails a requirement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.host.counting import operations
from compiler_core.host.instruction import parse_instruction
from compiler_core.host.running import counted_operations
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.record import Counts
from compiler_core.soc import loop_points, model_points, stage_points, staged_roofline
from compiler_core.soc.description import ComputeUnit
from compiler_core.soc.reading import soc_named
from compiler_core.soc.roofline import PlacedPoint
from compiler_core.soc.staged_roofline import Roof, StageSummary
from compiler_core.soc.work.read import read_work
from compiler_core.soc.work.records import NetworkWork
from compiler_core.source import source_file

SAXPY = """void saxpy(float *restrict y, const float *restrict x, float a, int n) {
    for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}
"""
ELEMENTS = 1001
SVE = "-O3 -march=armv8-a+sve"


@cache
def work() -> NetworkWork:
    """Of a network that ships."""
    found = read_work("residual")
    assert isinstance(found, NetworkWork)
    return found


@cache
def run() -> Counts:
    """A loop with a predicated last round."""
    experiment = Experiment(n=ELEMENTS, sve_bits=256)
    return count_source((source_file(SAXPY, "c"),), "gcc", SVE, experiment)


def stages() -> list[bool]:
    """Of points at each stage."""
    found = stage_points.stages_of(work(), "int8")
    nodes, passes, fused, quantised = found
    totals = [[sum(getattr(one, name) for one in stage.points) for stage in found]
              for name in ("operations", "bytes")]  # fmt: skip
    return [
        totals[0][1] == totals[0][2] == totals[0][3],
        totals[1][0] > totals[1][1] > totals[1][2] == 4 * totals[1][3],
        len(nodes.points) == sum(map(len, passes.made_of)),
        len(passes.points) == sum(map(len, fused.made_of)),
        len(fused.points) == sum(map(len, quantised.made_of)),
    ]


def moves() -> list[bool]:
    """Of what a stage moves."""
    soc = soc_named("generic")
    found = stage_points.stages_of(work(), "int8")
    fused = staged_roofline.staged_roofline(soc, found, 2, Roof("cpu", "int8"))
    last = staged_roofline.staged_roofline(soc, found, 3, Roof("npu", "int8"))
    points = last.now.roofline.points
    waits = sum(one.seconds for one in points if one.bound == "memory")
    assert last.before is not None
    assert fused.before is not None
    bounds = {one.name: one.bound for one in fused.before.roofline.points}
    crossed = [one for one in fused.moves if one.crosses]
    return [
        last.before.roofline.unit == "gpu",
        last.crossing("memory") > 0,
        all(one.crosses not in [bounds[name] for name in one.before] for one in crossed),
        last.now.summary.memory_share == pytest.approx(waits / sum(one.seconds for one in points)),
    ]


def counted() -> list[bool]:
    """Of the operations of instructions and runs."""
    texts = ("fmla v0.4s, v1.4s, v2.4s", "faddv s0, p0, z1.s", "sdot v0.4s, v1.16b, v2.16b")
    made = [operations.operations_of(parse_instruction(one), 256) for one in texts]
    found = counted_operations.counted_operations(run())
    return [
        [one.operations for one in made if one] == [8, 7, 32],
        operations.operations_of(parse_instruction("add x0, x0, 4"), 256) is None,
        found.of("fp32") == pytest.approx(2 * ELEMENTS),
    ]


def loops() -> list[bool]:
    """Of a loop under one core."""
    soc, found = soc_named("generic"), loop_points.loop_work(run())
    placed = loop_points.placed_loop(soc, found)
    doubles = loop_points.LoopWork("doubles", "fp64", 100, 100, 0, ())
    return [
        placed.peak == pytest.approx(32e9),
        placed.every_access.bytes == 12 * ELEMENTS,
        placed.missed is not None and placed.missed.bytes == run().totals.misses * 64,
        loop_points.placed_loop(soc, doubles).peak == pytest.approx(16e9),
    ]


def requirements() -> list[bool]:
    """All of them."""
    return [*stages(), *moves(), *counted(), *loops()]


def _anchors_only(network: NetworkWork, precision: Any) -> Any:
    return model_points.network_points(network.layers, precision)


def _first_only(points: Sequence[Any], made_of: Any, before: Any) -> Any:
    return tuple(tuple(made_of[one.name][:1]) for one in points)


def _share_of_kernels(points: Sequence[PlacedPoint]) -> StageSummary:
    bound = sum(one.bound == "memory" for one in points)
    return StageSummary(len(points), 1, 1, 1, bound, bound / len(points), 1)


def _all_cores(unit: ComputeUnit, precision: Any, cores: int | None = None) -> float | None:
    rate = next((one for one in unit.rates if one.precision == precision), None)
    if rate is None or unit.clock_ghz is None:
        return None
    return 2e9 * rate.macs_per_cycle.value * unit.cores.value * unit.clock_ghz.value


MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "int8 takes four bytes": (model_points, "ELEMENT_BYTES", {"int8": 4, "fp32": 4}),
    "a kernel computes its anchor only": (stage_points, "_kernel_points", _anchors_only),
    "a kernel comes from its first node": (stage_points, "_known", _first_only),
    "every unit runs everything": (
        staged_roofline, "ceiling_at", lambda soc, roof, precision: (roof.unit, roof.precision),
    ),
    "every kernel crosses": (
        staged_roofline, "_crosses", lambda point, names, bounds: point.bound,
    ),
    "no kernel crosses": (staged_roofline, "_crosses", lambda point, names, bounds: ""),
    "kernels counted for time": (staged_roofline, "summary_of", _share_of_kernels),
    "one lane": (operations, "_lanes", lambda register, bits: 1),
    "a fused product and sum is one": (
        operations, "_FLOAT", operations._FLOAT | {"fmla": 1, "fmad": 1},
    ),
    "a sum across has all lanes": (operations, "_FLOAT_ACROSS", ()),
    "a dot product is one": (operations, "_INTEGER_DOTS", {}),
    "addresses are work": (operations, "_is_addressing", lambda instruction, result: False),
    "all lanes always work": (counted_operations, "_active_shares", lambda counts: {}),
    "a loop has all cores": (ComputeUnit, "operations_per_second", _all_cores),
    "doubles as fast as floats": (
        loop_points, "_CEILING", loop_points._CEILING | {"fp64": ("fp32", 1.0)},
    ),
}  # fmt: skip


def test_the_real_formulas_meet_all_requirements() -> None:
    assert all(requirements())


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_formula_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    work()
    run()
    place, attribute, wrong = MUTANTS[name]
    monkeypatch.setattr(place, attribute, wrong)
    try:
        met = all(requirements())
    except (LookupError, ValueError, LoweringLabError):
        met = False
    assert not met
