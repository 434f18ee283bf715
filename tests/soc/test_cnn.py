"""The cost of networks: counts that are published, invariants, and the error on published rows."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean, median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.layers.layer import Layer, convolution, dense, depthwise, pooling
from compiler_core.soc.description import Figure
from compiler_core.soc.networks.array_use import array_use, filled
from compiler_core.soc.networks.cnn import NetworkConstants, network_cost
from compiler_core.soc.networks.cnn_fit import constants_for, fitted_networks, network_residuals
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.reading import soc_named
from tests.soc.test_decode import with_memory

PLAIN = NetworkConstants(1.0, 1.0, 0.0, 0.0)
SIZES, CHANNELS = st.integers(1, 60), st.integers(1, 300)


@st.composite
def layers(draw: st.DrawFn) -> Layer:
    """Any kind of layer."""
    size, given, out = draw(SIZES), draw(CHANNELS), draw(CHANNELS)
    stride = draw(st.integers(1, 2))
    return draw(
        st.sampled_from(
            (
                convolution("any", size, (given, out), draw(st.sampled_from((1, 3, 7))), stride),
                depthwise("any", size, given, stride),
                dense("any", given, out),
                pooling("any", size, 1, given),
            )
        )
    )


@settings(deadline=None, max_examples=60)
@given(st.lists(layers(), min_size=1, max_size=5), st.floats(1, 50))
def test_time_is_at_least_each_bound_and_energy_adds_up(
    network: list[Layer], faster: float
) -> None:
    soc = soc_named("generic")
    cost = network_cost(soc, network, "int8", PLAIN)
    assert cost.latency_ms is not None
    for kernel in cost.per_kernel:
        parts = (kernel.compute_seconds, kernel.sram_seconds or 0.0, kernel.dram_seconds)
        assert kernel.seconds >= max(parts)
        assert kernel.compute_seconds >= kernel.macs / 1.024e12 * 0.9999
        assert kernel.dram_seconds >= kernel.dram_bytes / 34.13e9
        assert 0 <= kernel.utilisation <= 1
    assert cost.latency_ms == pytest.approx(sum(one.seconds for one in cost.per_kernel) * 1e3)
    assert cost.energy_joules == pytest.approx(
        sum(one.energy_joules or 0.0 for one in cost.per_kernel)
    )
    assert sum(one.share for one in cost.per_kernel) == pytest.approx(1)
    memories = (*with_memory(soc, faster).memories, soc.memories[0])
    better = network_cost(replace(soc, memories=memories), network, "int8", PLAIN)
    assert better.latency_ms is not None
    assert better.latency_ms <= cost.latency_ms * 1.0001
    single = network_cost(soc, network, "int8", PLAIN, "single").latency_ms
    assert single is not None
    assert single >= cost.latency_ms


@pytest.mark.parametrize(
    ("name", "macs", "weights"),
    [
        ("mobilenet-v1", 569e6, 4.2e6),
        ("mobilenet-v2", 300e6, 3.47e6),
        ("resnet-50", 4.09e9, 25.5e6),
    ],
    ids=["mobilenet-v1", "mobilenet-v2", "resnet-50"],
)
def test_tables_have_the_published_counts(name: str, macs: float, weights: float) -> None:
    found = layer_table(name)
    assert sum(one.macs for one in found) == pytest.approx(macs, rel=0.005)
    assert sum(one.weight_elements for one in found) == pytest.approx(weights, rel=0.005)


def test_published_rows_are_met() -> None:
    found = network_residuals()
    assert len(found) == 5
    assert max(abs(one.error) for one in found) < 0.05
    within = [abs(one.left_out_error) for one in found if not one.alone]
    assert len(within) == 4
    assert fmean(within) < 0.1
    assert median(abs(one.left_out_error) for one in found) < 0.35
    assert {one.device_class for one in found if one.alone} == {"edge-tpu"}
    assert 0.3 < fitted_networks().efficiency < 1


def test_shapes_fill_the_array() -> None:
    assert filled(48, 32) == 0.75
    assert array_use(convolution("full", 14, (64, 64), 3), (32, 32)) == 1
    assert array_use(convolution("first", 224, (3, 32), 3), (32, 32)) == pytest.approx(3 / 32)
    assert array_use(depthwise("deep", 14, 64), (32, 32)) == pytest.approx(1 / 32)
    assert array_use(depthwise("deep", 14, 64), (96, 96)) == pytest.approx(64 / 96 / 96)
    assert array_use(convolution("full", 14, (64, 64), 3), (0, 0)) == 1
    assert array_use(pooling("none", 7, 1, 3), (32, 32)) == 1


def test_weights_stay_on_the_chip_only_if_all_fit() -> None:
    soc = soc_named("generic")
    small, large = dense("small", 512, 1024), dense("large", 1024, 2048)
    resident = network_cost(soc, [small], "int8", PLAIN)
    streamed = network_cost(soc, [small, large], "int8", PLAIN)
    assert resident.weights_resident
    assert resident.per_kernel[0].dram_bytes == 0
    assert not streamed.weights_resident
    assert [one.dram_bytes for one in streamed.per_kernel] == [512 * 1024, 1024 * 2048]
    assert streamed.per_kernel[1].bound == "dram"
    assert resident.weight_bytes == 512 * 1024


def test_activations_leave_the_chip_when_they_are_too_large() -> None:
    soc = soc_named("generic")
    found = network_cost(
        soc,
        [convolution("wide", 112, (32, 64), 1), convolution("narrow", 14, (32, 64), 1)],
        "int8",
        PLAIN,
    )
    assert [one.dram_bytes for one in found.per_kernel] == [112 * 112 * 96, 0]


def test_overheads_count_once_each() -> None:
    soc, network = soc_named("generic"), layer_table("mobilenet-v1")
    plain = network_cost(soc, network, "int8", PLAIN).latency_ms
    slow = replace(PLAIN, kernel_seconds=1e-3, inference_seconds=7e-3)
    loaded = network_cost(soc, network, "int8", slow).latency_ms
    assert plain is not None
    assert loaded is not None
    assert loaded - plain == pytest.approx(29 + 7)


def test_no_latency_for_what_does_not_fit() -> None:
    soc = soc_named("generic")
    dram = replace(soc.main_memory, capacity_bytes=Figure(1e6, "test"))
    tight = replace(soc, memories=(soc.memories[0], dram))
    found = network_cost(tight, layer_table("resnet-50"), "int8", PLAIN)
    assert (found.fits, found.latency_ms, found.per_kernel) == (False, None, ())
    assert found.needed_bytes > 25e6


def test_energy_is_absent_where_no_document_gives_it() -> None:
    found = network_cost(soc_named("rk3588"), layer_table("mobilenet-v1"), "int8", PLAIN)
    assert found.energy_joules is None
    reference = network_cost(soc_named("generic"), [dense("one", 1024, 2048)], "int8", PLAIN)
    moved = 1024 * 2048 * (0.23 + 12.5 + 162.5) + 3072 * 12.5
    assert reference.energy_joules == pytest.approx(moved * 1e-12)


def test_what_is_known_of_overheads_goes_before_the_fit() -> None:
    soc = soc_named("rk3588")
    assert constants_for(soc).kernel_seconds == pytest.approx(1e-5, rel=0.5)
    assert constants_for(soc).inference_seconds == 0
    assert constants_for(soc_named("coral-edge-tpu")).kernel_seconds == 0
    told = replace(soc, per_kernel_overhead_us=Figure(3, "test"))
    assert constants_for(told).kernel_seconds == pytest.approx(3e-6)


def test_what_has_no_answer_is_refused() -> None:
    with pytest.raises(InputError, match="not known"):
        network_cost(soc_named("rk3588"), [dense("one", 8, 8)], "fp32", PLAIN)
    with pytest.raises(UnknownName, match="mobilenet-v1"):
        layer_table("mobilenet-v3")


def test_cycles_are_of_the_units_clock() -> None:
    wide = convolution("wide", 56, (64, 64), 3)
    known = network_cost(soc_named("generic"), [wide], "int8", PLAIN).per_kernel[0]
    assert known.npu_cycles == pytest.approx(wide.macs / 1024)
    assert known.sram_cycles == pytest.approx(known.sram_bytes / 64)
    unknown = network_cost(soc_named("imx8m-plus"), [wide], "int8", PLAIN).per_kernel[0]
    assert (unknown.npu_cycles, unknown.sram_cycles) == (None, None)
