"""The timeline of a network cost: it ends when the cost says, and nothing is in two places."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import compiler_core.soc.networks.timeline as timeline_module
from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer, convolution, dense, depthwise, pooling
from compiler_core.soc.description import SocDescription
from compiler_core.soc.editing import edited_soc
from compiler_core.soc.networks.cnn import Buffering, NetworkCost, network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.networks.timeline import LANES, Timeline, timeline
from compiler_core.soc.reading import soc_named

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
    computed = sum(span.seconds for span in found.spans if span.kind == "compute")
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
    early = [span for span in found.spans if span.kind == "prefetch"]
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


def _timeline_of(text: str) -> Callable[..., Timeline]:
    """The function of a module with this source."""
    module = ModuleType("mutant_timeline")
    sys.modules[module.__name__] = module
    exec(compile(text, "mutant_timeline.py", "exec"), module.__dict__)
    return module.__dict__["timeline"]


def _holds(made: Callable[..., Timeline]) -> bool:
    """What the properties above say, on networks that have everything: streamed and resident
    weights, activations inside and outside, both ways of buffering."""
    resident = edited_soc(soc_named("generic"), {"sram.capacity_bytes": 8e6})
    slow = edited_soc(soc_named("generic"), {"dram.transfer_rate_mtps": 500.0})
    both: tuple[Buffering, ...] = ("single", "double")
    fed = (dense("a", 1000, 1000), dense("b", 1000, 4000), dense("c", 4000, 100))
    cases: list[tuple[SocDescription, tuple[Layer, ...], Buffering]] = [
        (soc, layers, buffering)
        for soc in (soc_named("generic"), resident, slow, soc_named("rk3588"))
        for layers in (layer_table("mobilenet-v1"), fed)
        for buffering in both
    ]
    try:
        for soc, layers, buffering in cases:
            cost = network_cost(soc, layers, "int8", constants_for(soc), buffering)
            _check(soc, cost, layers, made(soc, cost, layers, buffering), buffering)
    except (AssertionError, ArithmeticError):
        return False
    return True


def _check(
    soc: SocDescription, cost: NetworkCost, layers: tuple[Layer, ...], found: Timeline, by: str
) -> None:
    seconds = (cost.latency_ms or 0.0) / 1e3
    assert found.seconds == pytest.approx(seconds)
    assert sum(one.seconds for one in found.lane("compute")) == pytest.approx(seconds)
    moved = sum(one.seconds for name in LANES[1:] for one in found.lane(name))
    assert moved == pytest.approx(sum(one.dram_seconds for one in cost.per_kernel))
    early = [span for span in found.spans if span.kind == "prefetch"]
    if len(layers) > len("abc"):
        assert bool(early) == (by == "double" and not cost.weights_resident)
    for place, (kernel, layer) in enumerate(zip(cost.per_kernel, layers, strict=True)):
        spans = [one for one in found.spans if one.kernel == place]
        times = {kind: sum(one.seconds for one in spans if one.kind == kind) for kind in KINDS}
        weights = layer.weight_elements if not cost.weights_resident else 0
        each = kernel.dram_seconds / kernel.dram_bytes if kernel.dram_bytes else 0.0
        assert times["weights"] + times["prefetch"] == pytest.approx(weights * each)
        outputs = layer.output_elements if kernel.dram_bytes > weights else 0
        assert times["outputs"] == pytest.approx(outputs * each)
        assert times["compute"] == pytest.approx(kernel.compute_seconds)
        assert times["start"] == pytest.approx(kernel.overhead_seconds)
        assert times["prefetch"] <= soc.on_chip_bytes / 2 * each * 1.001
    _check_order(found)


KINDS = ("start", "weights", "prefetch", "outputs", "compute")
MUTANTS = (
    ("return _Transfers(rest * given * each", "return _Transfers(rest * (1 - given) * each"),
    ("0.0 if cost.weights_resident else min", "0.0 if not cost.weights_resident else min"),
    ("rest * (1 - given) * each", "rest * each"),
    ("ready = begin + kernel.overhead_seconds", "ready = begin"),
    ("begin = end\n", "begin = ready\n"),
    ("moves.inputs + moves.weights - came + moves.outputs", "moves.inputs"),
    ("return min(following.moves.weights, left, held)", "return min(left, held)"),
    ("return min(following.moves.weights, left, held)", "return following.moves.weights"),
    ("return min(following.moves.weights, left, held)", "return 0.0"),
    ("there + moves.weights - came)", "there + moves.weights)"),
    ('"prefetch", out - ahead, out)', '"prefetch", out, out + ahead)'),
    ("out = window.end - moves.outputs", "out = window.ready"),
    ("room = max(soc.on_chip_bytes - inside, 0.0) / _BUFFERS", "room = 1e12"),
    ("there = came + moves.weights", "there = came"),
    ('if buffering == "single"', 'if buffering == "double"'),
)


def test_the_timeline_itself_holds() -> None:
    assert _holds(timeline)


@pytest.mark.parametrize("number", range(len(MUTANTS)))
def test_a_wrong_timeline_is_noticed(number: int) -> None:
    right, wrong = MUTANTS[number]
    source = Path(timeline_module.__file__).read_text()
    assert right in source
    assert not _holds(_timeline_of(source.replace(right, wrong)))
