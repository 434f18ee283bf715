"""Rooflines: the ridge, the bound on each side of it, and what more bandwidth may do."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.decoding.model_shape import header_of
from compiler_core.soc.networks.layer_tables import TABLES, layer_table
from compiler_core.soc.profiling.bottleneck import unit_speed
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.roofline import Point, place, roofline
from compiler_core.soc.rooflines.stage_points import StagePoints, stage_points, stages_of
from compiler_core.soc.rooflines.staged_roofline import Roof, ceiling_at
from compiler_core.soc.work.read import read_work
from compiler_core.soc.work.records import NetworkWork
from tests.soc.staged import staged_roofline
from tests.soc.test_decode import LLAMA

AMOUNTS = st.floats(1.0, 1e15)


@settings(deadline=None, max_examples=60)
@given(AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS, st.floats(1.0, 100.0))
def test_a_point_is_under_both_ceilings(
    operations: float, moved: float, peak: float, bandwidth: float, faster: float
) -> None:
    point = Point("any", operations, moved)
    placed = place(point, peak, bandwidth)
    assert placed.attainable <= peak * 1.0001
    assert placed.attainable <= operations / moved * bandwidth * 1.0001
    assert placed.seconds >= operations / peak * 0.9999
    assert placed.seconds >= moved / bandwidth * 0.9999
    assert placed.headroom is not None
    assert placed.headroom >= 1
    assert place(point, peak, bandwidth * faster).seconds <= placed.seconds
    assert place(point, peak * faster, bandwidth).seconds <= placed.seconds


def test_the_ridge_parts_the_bounds() -> None:
    found = roofline(
        soc_named("generic"),
        [Point("left", 59e9, 1e9), Point("right", 61e9, 1e9), Point("copy", 0, 8e9)],
        "npu",
        "int8",
    )
    assert found.ridge == pytest.approx(2048 / 34.128)
    assert [point.bound for point in found.points] == ["memory", "compute", "memory"]
    left, right, copy = found.points
    assert left.attainable == pytest.approx(59 * 34.128e9)
    assert right.attainable == pytest.approx(2.048e12)
    assert left.headroom == pytest.approx(found.ridge / 59)
    assert copy.headroom is None
    assert copy.seconds == pytest.approx(8 / 34.128)
    assert {ceiling.unit for ceiling in found.compute_ceilings} == {"cpu", "gpu", "npu"}
    assert [memory_ceiling.memory for memory_ceiling in found.memory_ceilings] == ["sram", "dram"]


def test_what_cannot_be_placed_is_refused() -> None:
    with pytest.raises(InputError, match="positive"):
        place(Point("none", 0, 0), 1, 1)
    with pytest.raises(InputError, match="not known"):
        roofline(soc_named("tesla-fsd"), [], "npu", "fp32")
    with pytest.raises(UnknownName):
        roofline(soc_named("tesla-fsd"), [], "dsp", "int8")


def stages(name: str) -> tuple[StagePoints, ...]:
    """All stages of a network that ships, the last in int8."""
    work = read_work(name)
    assert isinstance(work, NetworkWork)
    return stages_of(work, "int8")


NETWORKS = pytest.mark.parametrize("name", ["residual", "depthwise"])


@NETWORKS
def test_each_stage_is_made_of_all_points_of_the_one_before(name: str) -> None:
    found = stages(name)
    assert [one.name for one in found] == ["nodes", "passes", "fused", "quantised"]
    for before, after in pairwise(found):
        parts = sorted(part for names in after.made_of for part in names)
        assert parts == sorted(point.name for point in before.points)


@NETWORKS
def test_fusion_moves_fewer_bytes_for_the_same_operations(name: str) -> None:
    _, passes, fused, _ = stages(name)
    before = {one.name: one for one in passes.points}
    for point, names in zip(fused.points, fused.made_of, strict=True):
        parts = [before[one] for one in names]
        assert point.operations == sum(part.operations for part in parts)
        assert point.bytes <= sum(one.bytes for one in parts)
    assert sum(map(_bytes, fused.points)) < 0.8 * sum(map(_bytes, passes.points))


@NETWORKS
def test_quantisation_moves_a_quarter_of_the_bytes_for_the_same_operations(name: str) -> None:
    _, _, fused, quantised = stages(name)
    for before, after in zip(fused.points, quantised.points, strict=True):
        assert (after.name, after.operations, 4 * after.bytes) == (
            before.name,
            before.operations,
            before.bytes,
        )


def _bytes(point: Point) -> float:
    return point.bytes


def test_a_table_begins_with_its_kernels_and_fp32_has_no_last_stage() -> None:
    work = NetworkWork(layers=layer_table(TABLES[0]), nodes=())
    assert [one.name for one in stages_of(work, "fp32")] == ["fused"]
    found = stages_of(work, "int8")
    assert [one.name for one in found] == ["fused", "quantised"]
    assert found[0].made_of == ((),) * len(found[0].points)
    with pytest.raises(InputError, match="fused kernels only"):
        stage_points(work, "nodes", "fp32")


def test_a_stage_the_unit_cannot_run_stands_under_the_fastest_unit_that_can() -> None:
    soc = soc_named("generic")
    roof = Roof("npu", "int8")
    assert ceiling_at(soc, roof, "int8") == ("npu", "int8")
    assert ceiling_at(soc, roof, "fp32") == ("gpu", "fp32")
    assert ceiling_at(soc, roof, "int4") == ("npu", "int8")
    found = staged_roofline(soc, stages("residual"), 2, roof)
    assert found.fallback
    assert found.now.roofline.unit == "gpu"
    assert not staged_roofline(soc, stages("residual"), 2, Roof("cpu", "int8")).fallback


def test_kernels_that_cross_the_ridge_are_those_whose_bound_changed() -> None:
    found = staged_roofline(soc_named("generic"), stages("residual"), 3, Roof("npu", "int8"))
    assert found.before is not None
    before = {point.name: point.bound for point in found.before.roofline.points}
    after = {one.name: one.bound for one in found.now.roofline.points}
    to_memory = [one for one in after if (before[one], after[one]) == ("compute", "memory")]
    assert to_memory
    assert [move.name for move in found.moves if move.crosses == "memory"] == to_memory
    assert found.crossing("memory") == len(to_memory)
    assert found.crossing("compute") == 0


@pytest.mark.parametrize("chip", [one.name for one in load_socs()])
def test_every_stage_stands_under_both_ceilings_of_every_chip(chip: str) -> None:
    soc, all_stages = soc_named(chip), stages("depthwise")
    unit = soc.unit(soc.network_unit) if soc.network_unit else soc.units[0]
    for number in range(len(all_stages)):
        found = staged_roofline(soc, all_stages, number, Roof(unit.name, unit.precisions[0])).now
        roof = found.roofline
        for point in roof.points:
            assert point.attainable <= roof.peak * 1.0001
            assert point.attainable <= (point.intensity or 0) * roof.bandwidth * 1.0001
        assert sum(found.shares) == pytest.approx(1)
        assert found.summary.memory_bound == sum(one.bound == "memory" for one in roof.points)


def test_decode_moves_right_with_the_batch_and_prefill_with_the_positions() -> None:
    header = header_of(LLAMA, "Q4_0")
    alone, together = phases(header, 128)[0], phases(header, 128, 16)[0]
    assert together.operations == 16 * alone.operations
    assert 8 < intensity(together) / intensity(alone) < 16
    assert intensity(phases(header, 4096, 16)[0]) < intensity(together)
    assert intensity(phases(header, 1024)[1]) > 6 * intensity(phases(header, 128)[1])


def intensity(point: Point) -> float:
    return point.operations / point.bytes


def test_a_unit_stands_under_the_memory_that_it_reaches() -> None:
    """The CPU beside Coral's accelerator has LPDDR4X; the accelerator one lane of PCIe."""
    coral = soc_named("coral-edge-tpu")
    point = Point("any", 1.0, 1.0)
    assert roofline(coral, [point], "cpu", "fp32").memory == "dram"
    assert roofline(coral, [point], "cpu", "fp32", "host").memory == "host"
    accelerator = next(unit.name for unit in coral.units if unit.kind == "npu")
    assert roofline(coral, [point], accelerator, "int8").memory == "host"
    assert unit_speed(coral, "cpu", "fp32").bandwidth == pytest.approx(4267e6 * 4)
