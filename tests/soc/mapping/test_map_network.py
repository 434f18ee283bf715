"""Mappings of networks: invariants, agreement with other models of a kernel, moves by hand."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from time import process_time
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import convolution
from compiler_core.soc.description import Figure, Precision, SocDescription
from compiler_core.soc.mapping.graph import GraphKernel, KernelGraph
from compiler_core.soc.mapping.graph_reading import mapped_graph_of
from compiler_core.soc.mapping.hand_over import HandOver, usual_hand_over
from compiler_core.soc.mapping.map_network import map_network
from compiler_core.soc.mapping.records import Alternative, Mapping
from compiler_core.soc.mapping.schedule import schedule
from compiler_core.soc.mapping.table_graphs import table_graph
from compiler_core.soc.mapping.units import candidate_units
from compiler_core.soc.networks.cnn import network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.reading import load_socs, soc_named
from tests.soc.mapping.networks import SOFTMAX, chain, elementwise, graphs, with_softmax_between

CHIPS = st.sampled_from(("generic", "snapdragon-865", "tesla-fsd", "rk3588", "jetson-orin-nano"))
WAYS = st.builds(
    HandOver, st.floats(0, 1e-3), st.floats(1e8, 1e11), st.none() | st.floats(1e8, 1e11)
)
# Sums of the same numbers in another order.
ROUNDING = 1 + 1e-9
LONGEST_SECONDS = 0.1


def alternative(found: Mapping, name: str) -> Alternative:
    """The one of this id."""
    return next(one for one in found.alternatives if one.id == name)


def seconds(found: Mapping) -> float:
    """Of a network that fits."""
    assert found.totals is not None
    return found.totals.seconds


@settings(deadline=None, max_examples=60)
@given(graphs(), CHIPS, WAYS)
def test_the_best_is_never_slower_and_everything_adds_up(
    graph: KernelGraph, chip: str, way: HandOver
) -> None:
    found = map_network(graph, soc_named(chip), "int8", hand_over=way)
    totals = found.totals
    assert totals is not None
    assert found.proven_optimal
    for other in found.alternatives:
        assert totals.seconds <= other.totals.seconds * ROUNDING
    assert isclose(totals.kernel_seconds, sum(one.seconds for one in found.kernels))
    assert isclose(totals.transfer_seconds, sum(one.seconds for one in found.transfers))
    assert isclose(
        totals.seconds, totals.kernel_seconds + totals.transfer_seconds + totals.start_seconds
    )
    for kernel in found.kernels:
        chosen = next(option for option in kernel.options if option.unit == kernel.unit)
        assert not chosen.lacking
        assert (chosen.seconds, chosen.bound) == (kernel.seconds, kernel.bound)
        assert "cut short" not in kernel.reason
    for one in found.transfers:
        parts = (
            one.synchronisation_seconds,
            one.flush_seconds,
            one.memory_seconds,
            one.link_seconds,
        )
        assert isclose(one.seconds, sum(parts))
    arrivals = [(transfer.tensor, transfer.target) for transfer in found.transfers]
    assert len(set(arrivals)) == len(arrivals)
    if found.fallback_price is not None:
        assert found.fallback_price.extra_seconds >= -1e-9 * totals.seconds


@settings(deadline=None, max_examples=40)
@given(graphs(), CHIPS, WAYS, st.floats(0.1, 1))
def test_a_cheaper_hand_over_is_never_slower(
    graph: KernelGraph, chip: str, way: HandOver, share: float
) -> None:
    cheaper = HandOver(
        way.synchronisation_seconds * share, way.flushed_bytes_per_second / share, None
    )
    before = map_network(graph, soc_named(chip), "int8", hand_over=way)
    after = map_network(graph, soc_named(chip), "int8", hand_over=cheaper)
    assert seconds(after) <= seconds(before) * ROUNDING


@settings(deadline=None, max_examples=30)
@given(graphs())
def test_each_objective_is_least_when_asked_for(graph: KernelGraph) -> None:
    soc = soc_named("generic")
    quick, frugal = (map_network(graph, soc, "int8", one) for one in ("time", "energy"))
    assert quick.totals is not None
    assert frugal.totals is not None
    assert quick.totals.seconds <= frugal.totals.seconds * ROUNDING
    assert frugal.totals.energy_joules is not None
    assert quick.totals.energy_joules is not None
    assert frugal.totals.energy_joules <= quick.totals.energy_joules * ROUNDING
    for other in frugal.alternatives:
        assert frugal.totals.energy_joules <= (other.totals.energy_joules or 0) * ROUNDING


@pytest.mark.parametrize("name", ["mobilenet-v1", "resnet-50"])
def test_a_kernel_costs_what_the_other_command_says(name: str) -> None:
    """All on one unit takes what `lowlab soc cnn` says, whether that is an array or a CPU."""
    for chip, way in (("generic", "all-npu"), ("rk3588", "all-npu"), ("raspberry-pi-5", "all-cpu")):
        soc = soc_named(chip)
        totals = alternative(map_network(table_graph(name), soc, "int8"), way).totals
        cost = network_cost(soc, layer_table(name), "int8", constants_for(soc))
        assert totals.kernel_seconds + totals.start_seconds == pytest.approx(
            (cost.latency_ms or 0) / 1e3
        )


def test_moves_by_hand() -> None:
    """The middle is no kernel for the array: its input comes out of on-chip memory and its output
    goes back in; the result is brought to the CPU."""
    soc = soc_named("generic")
    found = map_network(with_softmax_between(), soc, "int8", hand_over=HandOver(1e-6, 1e10))
    assert [kernel.unit for kernel in found.kernels] == ["npu", "cpu", "npu"]
    moved = [(one.tensor, one.source, one.target, one.before) for one in found.transfers]
    assert moved == [
        ("input", "cpu", "npu", "first"),
        ("first", "npu", "cpu", "middle"),
        ("middle", "cpu", "npu", "second"),
        ("second", "npu", "cpu", ""),
    ]
    size = 28 * 28 * 256
    memory, flush = size / (34.128e9 * 0.8), size / 1e10
    out, back = found.transfers[1], found.transfers[2]
    assert (out.bytes, out.synchronisation_seconds, out.link_seconds) == (size, 1e-6, 0)
    assert (out.flush_seconds, out.memory_seconds) == pytest.approx((flush, memory))
    assert (back.flush_seconds, back.memory_seconds) == pytest.approx((flush, memory))
    assert out.energy_joules == pytest.approx(size * (12.5 + 162.5) * 1e-12)


def test_memories_of_their_own_are_copied_between() -> None:
    soc, graph = soc_named("generic"), with_softmax_between()
    shared = map_network(graph, soc, "int8", hand_over=HandOver(0, 1e12))
    apart = map_network(graph, soc, "int8", hand_over=HandOver(0, 1e12, 20e9))
    assert [kernel.unit for kernel in apart.kernels] == [one.unit for one in shared.kernels]
    for one, other in zip(apart.transfers, shared.transfers, strict=True):
        assert one.seconds - other.seconds == pytest.approx(one.bytes / 20e9)
    slow = map_network(graph, soc, "int8", hand_over=HandOver(0, 1e12, 1e7))
    assert {one.unit for one in slow.kernels} == {"cpu"}


def test_what_does_not_stay_on_the_chip_is_not_written_out_again() -> None:
    """Its kernel has already written it to main memory."""
    large = chain(
        GraphKernel(convolution("large", 112, (64, 128), 3), ("Conv",)),
        GraphKernel(elementwise("end", 112 * 112 * 128), SOFTMAX),
    )
    found = map_network(large, soc_named("generic"), "int8")
    assert [kernel.unit for kernel in found.kernels] == ["npu", "cpu"]
    assert [transfer.memory_seconds for transfer in found.transfers] == [0, 0]


def test_an_accelerator_behind_a_link() -> None:
    """What the Edge TPU lacks runs on its host: both ways over one lane, and a start each time."""
    soc = soc_named("coral-edge-tpu")
    found = map_network(with_softmax_between("LRN"), soc, "int8", hand_over=HandOver(0, 1e12))
    (way,) = (one for one in found.alternatives if one.id == "all-npu")
    assert way.units == ("npu", "cpu", "npu")
    sizes = [28 * 28 * one for one in (64, 256, 256, 32)]
    host = (28 * 28 * (64 + 256 + 256 + 32)) / 1e12
    assert way.totals.transfer_seconds == pytest.approx(sum(sizes) / (0.5e9 * 0.8) + host)
    assert way.totals.start_seconds == pytest.approx(2 * constants_for(soc).inference_seconds)
    assert {kernel.unit for kernel in found.kernels} == {"cpu"}
    whole = alternative(map_network(table_graph("mobilenet-v1"), soc, "int8"), "all-npu").totals
    assert whole.seconds - whole.transfer_seconds == pytest.approx(2.4e-3, rel=0.05)


def test_falling_back_has_a_price() -> None:
    found = map_network(with_softmax_between(), soc_named("generic"), "int8")
    price = found.fallback_price
    assert price is not None
    (one,) = found.fallbacks
    assert (one.kernel, one.lacking, one.unit, one.transfers) == ("middle", SOFTMAX, "cpu", 2)
    assert (price.extra_transfers, price.extra_crossings) == (2, 2)
    assert price.extra_seconds == pytest.approx(
        one.seconds - one.accelerator_seconds + one.transfer_seconds
    )
    assert price.extra_seconds > 0
    supported = chain(
        *(replace(kernel, operators=("Conv",)) for kernel in with_softmax_between().kernels)
    )
    assert map_network(supported, soc_named("generic"), "int8").fallback_price is None


def test_a_description_may_list_operators() -> None:
    soc, graph = soc_named("generic"), with_softmax_between()
    units = tuple(
        replace(unit, operators=("Conv", "Relu", "Softmax"), operators_source="design")
        if unit.kind == "npu"
        else unit
        for unit in soc.units
    )
    told = map_network(graph, replace(soc, units=units), "int8")
    assert {kernel.unit for kernel in told.kernels} == {"npu"}
    assert any("lists" in line for line in told.assumptions)


def test_units_compute_at_what_they_have() -> None:
    soc = soc_named("generic")
    at = {
        unit.name: unit.computes_at
        for unit in map_network(table_graph("mobilenet-v2"), soc, "int8").units
    }
    assert at == {"cpu": "int8", "gpu": "fp16", "npu": "int8"}
    floats = map_network(table_graph("mobilenet-v2"), soc, "fp32")
    assert {one.name for one in floats.units} == {"cpu", "gpu"}
    assert any("at fp32 is not known" in line for line in floats.assumptions)
    rock = map_network(table_graph("mobilenet-v2"), soc_named("rk3588"), "int8")
    assert any("1 of its 3 cores" in line for line in rock.assumptions)
    phone = map_network(table_graph("mobilenet-v2"), soc_named("snapdragon-865"), "int8")
    assert [one.name for one in phone.units] == ["gold", "gpu", "hexagon"]


@pytest.mark.parametrize("chip", [one.name for one in load_socs()])
def test_every_chip_with_a_known_speed_maps(chip: str) -> None:
    soc, graph = soc_named(chip), table_graph("mobilenet-v2")
    for precision in get_args(Precision):
        try:
            units = candidate_units(soc, precision)
        except InputError:
            continue
        found = map_network(graph, soc, precision)
        assert [unit.name for unit in found.units] == [one.unit.name for one in units]
        assert found.proven_optimal
        assert seconds(found) > 0


def test_what_has_no_answer_is_refused() -> None:
    graph = with_softmax_between()
    with pytest.raises(InputError, match="No unit runs middle"):
        map_network(graph, soc_named("a311d"), "int8")
    with pytest.raises(InputError, match="energy"):
        map_network(graph, soc_named("rk3588"), "int8", "energy")
    with pytest.raises(InputError, match="not known"):
        map_network(graph, soc_named("a311d"), "fp32")
    for wrong in ((-1.0, 1.0, None), (0.0, 0.0, None), (0.0, 1.0, 0.0), (float("nan"), 1.0, None)):
        with pytest.raises(InputError, match="hand-over"):
            HandOver(*wrong)


def test_no_time_for_what_does_not_fit() -> None:
    found = map_network(table_graph("resnet-50"), with_little_memory(), "int8")
    assert (found.fits, found.totals, found.kernels, found.alternatives) == (False, None, (), ())
    assert found.needed_bytes > 25e6
    assert (found.precision, found.objective, found.states) == ("int8", "time", 0)
    assert schedule(found) == ()


def test_no_time_for_what_does_not_fit_into_the_memory_of_one_unit() -> None:
    soc = soc_named("coral-edge-tpu")
    small = replace(soc.memory("dram"), capacity_bytes=Figure(1e6, "test"))
    memories = tuple(small if memory.name == "dram" else memory for memory in soc.memories)
    assert not map_network(table_graph("resnet-50"), replace(soc, memories=memories), "int8").fits
    assert map_network(table_graph("resnet-50"), soc, "int8").fits


def with_little_memory() -> SocDescription:
    """The reference chip with 1 MB."""
    soc = soc_named("generic")
    small = replace(soc.main_memory, capacity_bytes=Figure(1e6, "test"))
    return replace(soc, memories=(soc.memories[0], small))


def test_a_described_hand_over_goes_before_the_assumed_one() -> None:
    soc = soc_named("rk3588")
    assert usual_hand_over(soc) == HandOver()
    told = replace(soc, hand_over_us=Figure(7, "test"))
    assert usual_hand_over(told).synchronisation_seconds == pytest.approx(7e-6)


def test_resnet_is_mapped_while_a_slider_moves(capsys: pytest.CaptureFixture[str]) -> None:
    graph, soc = mapped_graph_of("resnet50"), soc_named("generic")

    def taken() -> float:
        before = process_time()
        assert map_network(graph, soc, "int8").proven_optimal
        return process_time() - before

    least = min(taken() for _ in range(5))
    with capsys.disabled():
        print(f"\nResNet-50, {len(graph.kernels)} kernels: mapped in {least * 1e3:.1f} ms")
    assert least < LONGEST_SECONDS


def test_networks_with_what_the_array_lacks_in_the_middle() -> None:
    """Inception has branches side by side and normalises between; ShuffleNet transposes so often
    that it is better not to use the array at all."""
    soc = soc_named("generic")
    inception = map_network(mapped_graph_of("inception_v1"), soc, "int8")
    assert inception.proven_optimal
    assert inception.fallback_price is not None
    assert inception.fallback_price.extra_seconds > 0
    assert len({kernel.unit for kernel in inception.kernels}) > 1
    assert alternative(inception, "greedy").times_as_much > 1
    shuffle = map_network(mapped_graph_of("shufflenet"), soc, "int8")
    assert len(shuffle.fallbacks) == 17
    assert alternative(shuffle, "all-npu").totals.crossings == 33
    assert alternative(shuffle, "all-npu").times_as_much > 1
