"""Costs before and after a stage: on which unit, with which energy; layers of a stage's graph."""

from __future__ import annotations

import onnx_ir as ir
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.layers.stage_layers import layers_alone, layers_of_groups
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES, run_passes
from compiler_core.graph.settings import DEFAULT_SETTINGS
from compiler_core.graph.source_model import source_model
from compiler_core.soc.mapping.map_network import map_network
from compiler_core.soc.mapping.table_graphs import table_graph
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.reading import soc_named
from compiler_core.soc.stage_costs import energy_parts, placed_cost


def _depthwise() -> ir.Model:
    return source_model("depthwise", DEFAULT_SETTINGS).imported.model


def test_float32_runs_where_it_can() -> None:
    layers = layer_table("mobilenet-v1")
    assert placed_cost(soc_named("generic"), layers, "int8").soc.network_unit == "npu"
    assert placed_cost(soc_named("generic"), layers, "fp32").soc.network_unit == "gpu"
    assert placed_cost(soc_named("raspberry-pi-5"), layers, "fp32").soc.network_unit == "cpu"
    with pytest.raises(InputError):
        placed_cost(soc_named("a311d"), layers, "fp32")


@given(place=st.integers(1, 28))
@settings(deadline=None, max_examples=15)
def test_energy_adds_up(place: int) -> None:
    """Of the two halves of a network, each on a chip that keeps no weights, and of the whole."""
    soc, layers = soc_named("rk3576"), layer_table("mobilenet-v1")
    halves = [placed_cost(soc, part, "int8").energy for part in (layers[:place], layers[place:])]
    whole = placed_cost(soc, layers, "int8").energy
    assert whole
    assert whole.assumed
    assert sum(half.joules for half in halves if half) == pytest.approx(whole.joules)


def test_energy_is_what_the_cost_says_where_the_chip_has_its_own() -> None:
    found = placed_cost(soc_named("generic"), layer_table("mobilenet-v2"), "int8")
    parts = energy_parts(found.soc, found.cost)
    assert parts.joules == pytest.approx(found.cost.energy_joules)
    assert not parts.assumed


def test_layers_before_and_after_the_layout_ask_for_the_same() -> None:
    """Pictures with channels last have other shapes and the same products and bytes."""
    rows = run_passes(_depthwise(), DEFAULT_PASSES, inputs=0).model
    products = sorted((one.macs, one.weight_elements) for one in layers_alone(rows) if one.macs)
    last = run_passes(rows, ("nhwc-layout",), inputs=0).model
    again = sorted((one.macs, one.weight_elements) for one in layers_alone(last) if one.macs)
    assert again == products


def test_a_kernel_of_two_products_keeps_both() -> None:
    model = run_passes(_depthwise(), inputs=0).model
    groups = fuse(model, FusionOptions(("depthwise-pointwise",))).groups
    alone = layers_alone(model)
    together = layers_of_groups(model, groups)
    assert len(groups) < len(together) < len(alone)
    assert sum(one.macs for one in together) == sum(one.macs for one in alone)


@pytest.mark.parametrize("name", ["generic", "coral-edge-tpu", "rk3576", "tesla-fsd"])
def test_another_unit_takes_as_long_as_in_a_mapping(name: str) -> None:
    """It has neither the accelerator's memory nor its starts."""
    soc = soc_named(name)
    found = placed_cost(soc, layer_table("resnet-50"), "fp32")
    mapping = map_network(table_graph("resnet-50"), soc, "fp32")
    alone = [one.totals.kernel_seconds for one in mapping.alternatives if len(set(one.units)) == 1]
    assert found.cost.latency_ms == pytest.approx(min(alone) * 1e3)
