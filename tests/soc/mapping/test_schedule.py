"""Time on an axis, and chips that run other operators."""

from __future__ import annotations

from itertools import pairwise

import pytest

from compiler_core.soc.mapping.map_network import map_network
from compiler_core.soc.mapping.schedule import schedule
from compiler_core.soc.mapping.table_graphs import table_graph
from compiler_core.soc.mapping.what_if import (
    SOURCE,
    accelerated,
    operators_in,
    with_operators,
    without_operators,
)
from compiler_core.soc.reading import soc_named

GRAPH = table_graph("mobilenet-v2")
CHIPS = ("generic", "rk3588", "coral-edge-tpu", "raspberry-pi-5", "apple-m3-pro")


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("lacks", [(), ("Add",), ("GlobalAveragePool",), ("Gemm",)])
def test_the_schedule_has_every_part_once_and_ends_at_the_total(
    chip: str, lacks: tuple[str, ...]
) -> None:
    mapping = map_network(GRAPH, without_operators(soc_named(chip), lacks), "int8")
    spans = schedule(mapping)
    assert mapping.totals is not None
    assert spans[-1].end == pytest.approx(mapping.totals.seconds)
    assert all(one.end == other.begin for one, other in pairwise(spans))
    kernels = [span for span in spans if span.kind == "kernel"]
    assert [kernel.number for kernel in kernels] == list(range(len(mapping.kernels)))
    assert [one.unit for one in kernels] == [one.unit for one in mapping.kernels]
    moves = [one for one in spans if one.kind == "transfer"]
    assert [move.number for move in moves] == list(range(len(mapping.transfers)))
    starts = sum(one.end - one.begin for one in spans if one.kind == "start")
    assert starts == pytest.approx(mapping.totals.start_seconds)


def test_a_move_comes_before_the_kernel_that_waits_for_it() -> None:
    soc = without_operators(soc_named("generic"), ("Add",))
    mapping = map_network(GRAPH, soc, "int8")
    spans = schedule(mapping)
    begins = {mapping.kernels[one.number].name: one.begin for one in spans if one.kind == "kernel"}
    awaited = [span for span in spans if span.kind == "transfer"]
    assert awaited
    for one in awaited:
        before = mapping.transfers[one.number].before
        assert not before or one.end <= begins[before]


def test_an_operator_that_is_taken_away_falls_back() -> None:
    soc = soc_named("generic")
    assert "Add" in accelerated(soc, operators_in(GRAPH))
    mapping = map_network(GRAPH, without_operators(soc, ("Add",)), "int8")
    with_add = [kernel.name for kernel in mapping.kernels if "Add" in kernel.operators]
    assert [fallback.kernel for fallback in mapping.fallbacks] == with_add
    assert mapping.fallback_price is not None
    assert mapping.fallback_price.extra_seconds >= 0
    assert any(SOURCE in assumption for assumption in mapping.assumptions)
    back = with_operators(without_operators(soc, ("Add",)), ("Add",))
    assert map_network(GRAPH, back, "int8").fallback_price is None


def test_an_accelerator_without_operators_runs_nothing() -> None:
    soc = without_operators(soc_named("generic"), operators_in(GRAPH))
    bare = soc_named("coral-edge-tpu")
    assert accelerated(soc, operators_in(GRAPH)) == ()
    for one in (soc, without_operators(bare, bare.unit("npu").operators)):
        mapping = map_network(GRAPH, one, "int8")
        assert "npu" not in {kernel.unit for kernel in mapping.kernels}
