"""Wrong stages, moves, operations and loops, put in on purpose: each fails a requirement."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from dataclasses import replace
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
from compiler_core.soc.decoding.decode import decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import ComputeUnit
from compiler_core.soc.networks.cnn import network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines import (
    distance,
    loop_points,
    model_points,
    modelled_points,
    stage_points,
    staged_roofline,
)
from compiler_core.soc.rooflines.model_points import network_points, phases
from compiler_core.soc.rooflines.roofline import PlacedPoint, Point, Roofline, roofline
from compiler_core.soc.rooflines.staged_roofline import Roof, StageSummary
from compiler_core.soc.work.read import read_work
from compiler_core.soc.work.records import NetworkWork
from compiler_core.source import source_file
from tests.soc.staged import staged_roofline as staged_roofline_of
from tests.soc.test_decode import LLAMA
from tests.soc.test_modelled_points import is_under_its_roof

pytestmark = pytest.mark.usefixtures("emulator")

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
    totals = [
        [sum(getattr(point, name) for point in stage.points) for stage in found]
        for name in ("operations", "bytes")
    ]
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
    fused = staged_roofline_of(soc, found, 2, Roof("cpu", "int8"))
    last = staged_roofline_of(soc, found, 3, Roof("npu", "int8"))
    points = last.now.roofline.points
    waits = sum(one.seconds for one in points if one.bound == "memory")
    assert last.before is not None
    assert fused.before is not None
    bounds = {point.name: point.bound for point in fused.before.roofline.points}
    crossed = [move for move in fused.moves if move.crosses]
    return [
        last.before.roofline.unit == "gpu",
        last.crossing("memory") > 0,
        all(one.crosses not in [bounds[name] for name in one.before] for one in crossed),
        last.now.summary.memory_share == pytest.approx(waits / sum(one.seconds for one in points)),
    ]


def counted() -> list[bool]:
    """Of the operations of instructions and runs."""
    texts = ("fmla v0.4s, v1.4s, v2.4s", "faddv s0, p0, z1.s", "sdot v0.4s, v1.16b, v2.16b")
    made = [operations.operations_of(parse_instruction(text), 256) for text in texts]
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
    doubles = loop_points.LoopWork(
        name="doubles", kind="fp64", operations=100, bytes=100, line_bytes=0, notes=()
    )
    return [
        placed.peak == pytest.approx(32e9),
        placed.every_access.bytes == 12 * ELEMENTS,
        placed.missed is not None and placed.missed.bytes == run().totals.misses * 64,
        loop_points.placed_loop(soc, doubles).peak == pytest.approx(16e9),
    ]


def modelled() -> list[bool]:
    """Of points at the speed of the cost model."""
    soc, layers = soc_named("rk3588"), layer_table("mobilenet-v2")
    cost = network_cost(soc, layers, "int8", constants_for(soc))
    bare = roofline(soc, network_points(layers, "int8"), "npu", "int8")
    found = modelled_points.with_network_times(soc, bare, layers, "int8")
    points = [
        (point.modelled, kernel)
        for point, kernel in zip(found.points, cost.per_kernel, strict=True)
    ]
    starts = [
        loss.seconds
        for one, kernel in points
        if one and kernel.macs
        for loss in one.losses
        if loss.cause == "start"
    ]
    return [
        all(is_under_its_roof(found, one) for one in found.points),
        all(one is not None and one.seconds == kernel.seconds for one, kernel in points),
        all(one is not None and one.bytes == kernel.dram_bytes for one, kernel in points),
        starts == pytest.approx([constants_for(soc).kernel_seconds] * (len(points) - 1)),
        [one.distance for one, _ in points if one] != [1.0] * len(points),
        _uncounted_stays_on_the_roof(),
        *_stage_as_modelled(),
        *_decoded(),
    ]


def _uncounted_stays_on_the_roof() -> bool:
    """Coral's document gives no time to a kernel without products whose data stay on the chip."""
    soc, layers = soc_named("coral-edge-tpu"), layer_table("mobilenet-v2")
    bare = roofline(soc, network_points(layers, "int8"), "npu", "int8")
    found = modelled_points.with_network_times(soc, bare, layers, "int8")
    return all(is_under_its_roof(found, point) for point in found.points) and any(
        one.modelled is not None and not one.modelled.losses for one in found.points
    )


def _stage_as_modelled() -> list[bool]:
    found = stage_points.stages_of(work(), "int8")
    staged = staged_roofline_of(soc_named("generic"), found, 3, Roof("npu", "int8"))
    drawn = staged_roofline.as_modelled(staged.now)
    assert drawn.modelled is not None
    moved = [point.modelled.bytes for point in drawn.roofline.points if point.modelled]
    lost = sum(seconds for _, seconds in drawn.modelled.lost)
    return [
        drawn.summary.bytes == sum(moved) < staged.now.summary.bytes,
        sum(drawn.shares) == pytest.approx(1),
        drawn.modelled.seconds == pytest.approx(drawn.modelled.least_seconds + lost),
        drawn.modelled.distance > 1,
    ]


def _decoded() -> list[bool]:
    soc, header = soc_named("raspberry-pi-5"), header_of(LLAMA, "Q4_0")
    needs = decode_work(header, 128)
    speed = decode_speed(soc, needs, share_for(soc))
    bare = roofline(soc, phases(header, 128), "cpu", "int8")
    found = modelled_points.with_decode_time(soc, bare, needs)
    decode, prefill = found.points
    assert decode.modelled is not None
    slow = roofline(soc, phases(header, 128), "cpu", "fp32")
    return [
        is_under_its_roof(found, decode),
        decode.modelled.seconds == pytest.approx(1 / (speed.tokens_per_second or 1)),
        decode.modelled.losses[0].cause == "bandwidth",
        prefill.modelled is None,
        bool(modelled_points.with_decode_time(soc, slow, needs).unmodelled),
    ]


def requirements() -> list[bool]:
    """All of them."""
    return [*stages(), *moves(), *counted(), *loops(), *modelled()]


def _anchors_only(network: NetworkWork, precision: Any) -> Any:
    return model_points.network_points(network.layers, precision)


def _first_only(points: Sequence[Any], made_of: Any, before: Any) -> Any:
    return tuple(tuple(made_of[point.name][:1]) for point in points)


def _share_of_kernels(points: Sequence[PlacedPoint]) -> StageSummary:
    bound = sum(point.bound == "memory" for point in points)
    return StageSummary(
        kernels=len(points),
        operations=1,
        bytes=1,
        median_intensity=1,
        memory_bound=bound,
        memory_share=bound / len(points),
        seconds=1,
    )


def _all_cores(unit: ComputeUnit, precision: Any, cores: int | None = None) -> float | None:
    rate = next((one for one in unit.rates if one.precision == precision), None)
    if rate is None or unit.clock_ghz is None:
        return None
    return 2e9 * rate.macs_per_cycle.value * unit.cores.value * unit.clock_ghz.value


_REAL_TIME = modelled_points.with_time


def _all_bytes(point: PlacedPoint, found: Roofline, moved: float, time: Any) -> PlacedPoint:
    return _REAL_TIME(point, found, point.bytes, time)


def _only_start(time: Any, least: float) -> Any:
    return tuple(loss for loss in _REAL_LOSSES(time, least) if loss.cause == "start")


def _start_without_limit(time: Any, least: float) -> Any:
    start = distance.Loss("start", time.start_seconds, "")
    return (start, distance.Loss(time.cause, time.busy_seconds - least, time.reason))


_REAL_LOSSES = distance.losses_of
_REAL_PLACE, _REAL_SEEN = modelled_points.place, modelled_points.seen_from
_REAL_STEP = modelled_points._step_time


def _roof_of_one_core(point: Point, peak: float, bandwidth: float) -> PlacedPoint:
    return _REAL_PLACE(point, peak / 3, bandwidth)


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
    "what stays on the chip is counted": (modelled_points, "with_time", _all_bytes),
    "the least time wins": (modelled_points, "max", min),
    "the cost model alone": (modelled_points, "max", lambda first, second: first),
    "work loses nothing": (modelled_points, "losses_of", _only_start),
    "start and work both lose all": (modelled_points, "losses_of", _start_without_limit),
    "the roof is that of the cores in use": (modelled_points, "place", _roof_of_one_core),
    "weights come from on-chip memory": (
        modelled_points, "_memory_of_cost", lambda seen, memory: "sram",
    ),
    "every stage is float": (
        modelled_points, "seen_from",
        lambda soc, candidate, precision: _REAL_SEEN(soc, candidate, "fp16"),
    ),
    "as modelled every byte still moves": (
        staged_roofline, "_with_modelled_bytes", lambda roof, point: point,
    ),
    "a roof below the decode model's speed": (
        modelled_points, "_no_decoding", lambda soc, found, work: "",
    ),
    "starting a step takes no time": (
        modelled_points, "_step_time",
        lambda speed: replace(_REAL_STEP(speed), start_seconds=0.0),
    ),
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
    monkeypatch.setattr(place, attribute, wrong, raising=attribute not in vars(builtins))
    try:
        met = all(requirements())
    except (LookupError, ValueError, ArithmeticError, LoweringLabError):
        met = False
    assert not met
