"""Points at the speed of the cost models: under their roof, on every chip, with all time told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.decoding.decode import decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.cnn import network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.rooflines.model_points import network_points, phases
from compiler_core.soc.rooflines.modelled_points import (
    unit_run,
    with_decode_time,
    with_network_times,
)
from compiler_core.soc.rooflines.roofline import PlacedPoint, Roofline, memory_ceilings, roofline
from compiler_core.soc.rooflines.stage_points import stages_of
from compiler_core.soc.rooflines.staged_roofline import Roof, as_modelled
from compiler_core.soc.work.records import NetworkWork
from tests.soc.staged import staged_roofline
from tests.soc.test_decode import LLAMA

NEARLY = 1 + 1e-9
SIDES, CHANNELS, TAPS = st.sampled_from((1, 7, 56)), st.integers(1, 600), st.sampled_from((1, 9))


@st.composite
def networks(draw: st.DrawFn) -> list[Layer]:
    """One to four kernels, some of them without products, some with residuals beside."""
    return [_layer(draw, place) for place in range(draw(st.integers(1, 4)))]


def _layer(draw: st.DrawFn, place: int) -> Layer:
    kind = draw(st.sampled_from(("convolution", "depthwise", "dense", "pooling", "elementwise")))
    side = 1 if kind == "dense" else draw(SIDES)
    seen, made, taps = draw(CHANNELS), draw(CHANNELS), draw(TAPS)
    deep = kind != "convolution" and kind != "dense"
    seen, groups = (1, made) if deep else (seen, 1)
    weights = 0 if kind in ("pooling", "elementwise") else taps * seen * made
    given = side * side * (made if deep else seen) * draw(st.sampled_from((1, 2)))
    return Layer(
        name=f"layer {place}",
        kind=kind,
        rows=side,
        columns=side,
        channels_in=seen,
        channels_out=made,
        taps=1 if kind == "dense" else taps,
        groups=groups,
        input_elements=given,
        weight_elements=weights,
    )


def rooflines(soc: SocDescription, layers: Sequence[Layer]) -> list[Roofline]:
    """Under the roof of each unit, precision and memory of the chip."""
    return [
        with_network_times(
            soc,
            roofline(soc, network_points(layers, precision), unit.name, precision, memory.memory),
            layers,
            precision,
        )
        for unit in soc.units
        for precision in unit.precisions
        for memory in memory_ceilings(soc)
    ]


def is_under_its_roof(found: Roofline, point: PlacedPoint) -> bool:
    """By the bytes that the cost model moves, and with every second told."""
    modelled = point.modelled
    if modelled is None:
        return bool(found.unmodelled)
    slope = point.operations / modelled.bytes * found.bandwidth if modelled.bytes else found.peak
    told = modelled.least_seconds + sum(one.seconds for one in modelled.losses)
    return (
        modelled.operations_per_second <= found.peak * NEARLY
        and modelled.operations_per_second * modelled.bytes
        <= point.operations * found.bandwidth * NEARLY
        and modelled.attainable == pytest.approx(min(slope, found.peak), rel=1e-9)
        and modelled.distance >= 1
        and abs(told - modelled.seconds) <= 1e-9 * modelled.seconds
        and all(one.seconds > 0 for one in modelled.losses)
    )


@pytest.mark.parametrize("chip", [one.name for one in load_socs()])
@settings(deadline=None, max_examples=6)
@given(layers=networks())
def test_no_modelled_point_lies_above_its_roof(chip: str, layers: list[Layer]) -> None:
    soc = soc_named(chip)
    for found in rooflines(soc, layers):
        assert all(is_under_its_roof(found, one) for one in found.points)


@pytest.mark.parametrize("chip", [one.name for one in load_socs()])
@settings(deadline=None, max_examples=6)
@given(layers=networks())
def test_products_alone_never_need_the_time_of_the_roof(chip: str, layers: list[Layer]) -> None:
    """The cost model itself is under the roof wherever it counts all that the roof counts."""
    soc = soc_named(chip)
    for found in rooflines(soc, layers):
        if found.unmodelled:
            continue
        run = unit_run(soc, found, layers, found.precision)
        for point, kernel in zip(found.points, run.cost.per_kernel, strict=True):
            assert point.modelled is not None
            if kernel.macs:
                assert point.modelled.seconds == pytest.approx(kernel.seconds, rel=1e-12)


@pytest.mark.parametrize("chip", [one.name for one in load_socs()])
def test_a_kernel_has_the_time_that_the_page_of_costs_gives_it(chip: str) -> None:
    soc, layers = soc_named(chip), layer_table("mobilenet-v2")
    unit = soc.main_unit
    precision = "int8" if "int8" in unit.precisions else unit.precisions[0]
    cost = network_cost(soc, layers, precision, constants_for(soc))
    bare = roofline(soc, network_points(layers, precision), unit.name, precision)
    found = with_network_times(soc, bare, layers, precision)
    for point, kernel in zip(found.points, cost.per_kernel, strict=True):
        assert point.modelled is not None
        if kernel.macs:
            assert point.modelled.seconds == pytest.approx(kernel.seconds)
            assert point.modelled.bytes == kernel.dram_bytes


def test_what_stays_on_the_chip_moves_a_point_right_and_a_depthwise_shape_moves_it_down() -> None:
    soc, layers = soc_named("generic"), layer_table("mobilenet-v2")
    bare = roofline(soc, network_points(layers, "int8"), "npu", "int8")
    found = with_network_times(soc, bare, layers, "int8")
    points = {one.name: one for one in found.points}
    deep = points["3.2 depthwise"]
    assert deep.modelled is not None
    assert deep.modelled.bytes == 9 * 192
    assert (deep.modelled.intensity or 0) > 100 * (deep.intensity or 0)
    assert deep.modelled.losses[0].cause == "shape"
    assert "depthwise shape fills 3% of the array" in deep.modelled.reason
    assert points["4.1 project"].modelled is not None
    assert points["4.1 project"].modelled.losses[0].cause == "start"
    assert found.points[-1].modelled is not None
    assert "80% of the memory's bandwidth" in found.points[-1].modelled.reason


def test_a_memory_that_no_cost_is_counted_for_leaves_points_on_the_roof() -> None:
    soc, layers = soc_named("raspberry-pi-5"), layer_table("mobilenet-v2")
    coral = soc_named("coral-edge-tpu")
    bare = roofline(coral, network_points(layers, "int8"), "npu", "int8", "dram")
    found = with_network_times(coral, bare, layers, "int8")
    assert "counts no bytes between" in found.unmodelled
    assert all(one.modelled is None for one in found.points)
    cores = roofline(soc, network_points(layers, "fp32"), "cpu", "fp32")
    assert not with_network_times(soc, cores, layers, "fp32").unmodelled


def test_as_modelled_each_stage_stands_at_the_bytes_of_the_cost_model() -> None:
    soc, work = soc_named("tesla-fsd"), NetworkWork(layers=layer_table("mobilenet-v2"), nodes=())
    found = staged_roofline(soc, stages_of(work, "int8"), 1, Roof("npu", "int8"))
    assert found.before is not None
    modelled = as_modelled(found.now)
    assert modelled.modelled is not None
    assert modelled.summary.memory_bound == 0
    assert modelled.summary.bytes == 0
    assert modelled.summary.seconds == pytest.approx(modelled.modelled.least_seconds)
    assert sum(modelled.shares) == pytest.approx(1)
    lost = sum(seconds for _, seconds in modelled.modelled.lost)
    total = modelled.modelled.least_seconds + lost
    assert total == pytest.approx(modelled.modelled.seconds)
    assert as_modelled(found.before).summary.bytes > 0


@settings(deadline=None, max_examples=25)
@given(
    chip=st.sampled_from([one.name for one in load_socs()]),
    context=st.integers(1, 8192),
    batch=st.sampled_from((1, 4, 64, 1024)),
    type_name=st.sampled_from(("Q4_0", "Q8_0", "F16")),
)
def test_decode_is_under_its_roof_at_the_speed_of_the_decode_model(
    chip: str, context: int, batch: int, type_name: str
) -> None:
    soc, header = soc_named(chip), header_of(LLAMA, type_name)
    work = decode_work(header, context, batch)
    for unit in soc.units:
        for precision in unit.precisions:
            bare = roofline(soc, phases(header, context, batch), unit.name, precision)
            found = with_decode_time(soc, bare, work)
            decode, prefill = found.points
            assert is_under_its_roof(found, decode)
            assert prefill.modelled is None
            if decode.modelled is not None:
                speed = decode_speed(soc, work, share_for(soc)).tokens_per_second or 0.0
                assert decode.modelled.seconds == pytest.approx(batch / speed)
                assert unit.name == soc.main_unit.name
