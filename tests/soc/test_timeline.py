"""The timeline of a network cost: it ends when the cost says, and nothing is in two places."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.soc.cnn import Buffering, NetworkCost, network_cost
from compiler_core.soc.cnn_fit import constants_for
from compiler_core.soc.description import SocDescription
from compiler_core.soc.editing import edited_soc
from compiler_core.soc.layer_tables import layer_table
from compiler_core.soc.layers import Layer, convolution, dense, depthwise, pooling
from compiler_core.soc.reading import soc_named
from compiler_core.soc.timeline import LANES, Timeline, timeline

SIZES = st.sampled_from((1, 3, 7, 14, 56, 112))
CHANNELS = st.sampled_from((1, 3, 24, 64, 512))
LAYERS = st.one_of(
    st.builds(lambda size, a, b: convolution("c", size, (a, b), 3), SIZES, CHANNELS, CHANNELS),
    st.builds(lambda size, a: depthwise("d", size, a), SIZES, CHANNELS),
    st.builds(lambda a, b: dense("f", a, b * 40), CHANNELS, CHANNELS),
    st.builds(lambda size, a: pooling("p", size, 1, a), SIZES, CHANNELS),
)
BUFFERINGS = st.sampled_from(("single", "double"))
KIBIBYTES = st.sampled_from((16, 256, 1024, 65536))


def _found(
    layers: list[Layer], soc: SocDescription, buffering: Buffering
) -> tuple[NetworkCost, Timeline]:
    cost = network_cost(soc, layers, "int8", constants_for(soc), buffering)
    return cost, timeline(soc, cost, layers, buffering)


@given(st.lists(LAYERS, min_size=1, max_size=8), KIBIBYTES, BUFFERINGS)
@settings(deadline=None, max_examples=120)
def test_it_is_the_cost_laid_out(layers: list[Layer], kibibytes: int, buffering: Buffering) -> None:
    soc = edited_soc(soc_named("generic"), {"sram.capacity_bytes": kibibytes * 1024.0})
    cost, found = _found(layers, soc, buffering)
    seconds = (cost.latency_ms or 0.0) / 1e3
    assert found.seconds == pytest.approx(seconds)
    assert sum(one.seconds for one in found.lane("compute")) == pytest.approx(seconds)
    moved = sum(one.seconds for name in LANES[1:] for one in found.lane(name))
    assert moved == pytest.approx(sum(one.dram_seconds for one in cost.per_kernel))
    computed = sum(one.seconds for one in found.spans if one.kind == "compute")
    assert computed == pytest.approx(sum(one.compute_seconds for one in cost.per_kernel))
    _check_order(found)


def _check_order(found: Timeline) -> None:
    """No lane overlaps itself, nor do both directions of the one memory."""
    moves = sorted((*found.lane("dma-in"), *found.lane("dma-out")), key=lambda one: one.start)
    for lane in (found.lane("compute"), moves):
        assert all(one.end <= other.start + 1e-12 for one, other in pairwise(lane))
        assert all(one.start >= -1e-12 and one.end <= found.seconds + 1e-12 for one in lane)


@given(st.lists(LAYERS, min_size=2, max_size=8), KIBIBYTES)
@settings(deadline=None, max_examples=80)
def test_weights_come_ahead_only_into_room_that_is_there(
    layers: list[Layer], kibibytes: int
) -> None:
    soc = edited_soc(soc_named("generic"), {"sram.capacity_bytes": kibibytes * 1024.0})
    cost, found = _found(layers, soc, "double")
    early = [one for one in found.spans if one.kind == "prefetch"]
    starts = {one.kernel: one.start for one in found.lane("compute") if one.kind != "wait"}
    for one in early:
        speed = cost.per_kernel[one.kernel].dram_bytes / cost.per_kernel[one.kernel].dram_seconds
        assert one.seconds * speed <= kibibytes * 1024 / 2 * 1.001
        assert one.kernel not in starts or one.end <= starts[one.kernel] + 1e-9


def test_resnet_prefetches_with_double_buffers_only() -> None:
    soc, layers = soc_named("generic"), list(layer_table("resnet-50"))
    assert _found(layers, soc, "double")[1].prefetched_bytes > 1_000_000
    assert _found(layers, soc, "single")[1].prefetched_bytes == 0


def test_what_does_not_fit_has_no_timeline() -> None:
    soc, layers = soc_named("generic"), layer_table("resnet-50")
    cost = network_cost(soc, layers, "int8", constants_for(soc))
    with pytest.raises(InputError):
        timeline(soc, replace(cost, fits=False, latency_ms=None, per_kernel=()), layers, "double")
