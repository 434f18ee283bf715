"""What the model of chips refuses is told in the same words: what was found, what to try."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from compiler_core.errors import InputError, LoweringLabError
from compiler_core.soc import boards
from compiler_core.soc.decode_engines import DecodeEngine
from compiler_core.soc.decoding.decode import decode_speed
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import decode_work, header_of, header_of_config
from compiler_core.soc.editing import edited_soc
from compiler_core.soc.energy import operation_cost
from compiler_core.soc.latency_hiding.ladder import sized
from compiler_core.soc.latency_hiding.parameters import ladder_parameters, with_numbers
from compiler_core.soc.mapping.graph import FROM_OUTSIDE, GraphTensor, KernelGraph, check_graph
from compiler_core.soc.mapping.hand_over import HandOver
from compiler_core.soc.mapping.map_network import map_network
from compiler_core.soc.mapping.table_graphs import table_graph
from compiler_core.soc.mapping.what_if import without_operators
from compiler_core.soc.network_energy import network_work_of
from compiler_core.soc.networks.cnn import network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.networks.named_layers import layers_of
from compiler_core.soc.networks.timeline import timeline
from compiler_core.soc.profiling.loops.binding import core_units, loop_core
from compiler_core.soc.profiling.loops.program import changes_of
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.roofline import Point, place, roofline
from compiler_core.soc.stage_costs import soc_for
from compiler_core.soc.tiling.chips import tiling_chip
from compiler_core.soc.tiling.cost import Tile, cost_of
from compiler_core.soc.tiling.operations import convolution_of
from compiler_core.soc.work.checks import checked_work
from compiler_core.soc.work.records import NetworkWork
from tests.golden_file import assert_golden

GOLDEN = Path(__file__).parent / "golden-refusals.txt"

Question = Callable[[], object]
GENERIC, PHI = soc_named("generic"), known_language_model("llama-3.2-1b").configuration


def _kernels(**changed: Any) -> KernelGraph:
    """A network's graph whose first kernel's layer has other numbers."""
    graph = table_graph("squeezenet-1.1")
    first, *rest = graph.kernels
    return replace(graph, kernels=(replace(first, layer=replace(first.layer, **changed)), *rest))


def _tensor(**changed: Any) -> KernelGraph:
    graph = table_graph("squeezenet-1.1")
    usual = GraphTensor("given", 16, FROM_OUTSIDE, (0,), is_result=False)
    return replace(graph, tensors=(replace(usual, **changed),))


def _work(**changed: Any) -> NetworkWork:
    layers = layer_table("squeezenet-1.1")[:1]
    return replace(
        NetworkWork(layers=layers, nodes=layers, lowered=layers, sources=(), members=(("conv",),)),
        **changed,
    )


def _machine(**changed: Any) -> object:
    return replace(tiling_chip(GENERIC).machine, **changed)


def _tile(**changed: int) -> object:
    layer = convolution_of(layer_table("squeezenet-1.1")[0]).one
    return cost_of(layer, tiling_chip(GENERIC).machine, Tile(**changed), "pixels_first")


def _gelu() -> Any:
    return ladder_parameters().kernel("gelu").work


def _decode(**changed: int) -> object:
    work = decode_work(header_of(PHI, "q4_0"), 128)
    return decode_speed(GENERIC, replace(work, **changed), 1.0)


def _unfit_timeline() -> object:
    soc = edited_soc(soc_named("coral-edge-tpu"), {})
    layers = layer_table("vgg-16")
    cost = network_cost(soc, layers, "int8", constants_for(soc))
    return timeline(soc, replace(cost, latency_ms=None), layers, "double")


def _configured(**changed: object) -> object:
    known = {
        "model_type": "llama", "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2, "hidden_size": 64, "vocab_size": 100, "intermediate_size": 128,
    }  # fmt: skip
    with TemporaryDirectory() as folder:
        path = Path(folder) / "config.json"
        path.write_text(json.dumps({**known, **changed}), encoding="utf-8")
        return header_of_config(path, "q4_0")


REFUSED: dict[str, Question] = {
    "speed of a precision": lambda: soc_for(soc_named("tesla-fsd"), "fp16"),
    "unit": lambda: GENERIC.unit("abacus"),
    "memory": lambda: GENERIC.memory("tape"),
    "energy of a precision": lambda: operation_cost(GENERIC, "int2"),  # type: ignore[arg-type]
    "no cpu": lambda: core_units(soc_named("a311d")),
    "no such core": lambda: loop_core(GENERIC, "npu"),
    "too many changes": lambda: changes_of("+".join(["optimize_o3"] * 40)),
    "no change": lambda: changes_of("faster!"),
    "a change without its line": lambda: changes_of("restrict"),
    "a change with a line": lambda: changes_of("optimize_o3@3"),
    "figure": lambda: edited_soc(GENERIC, {"colour": 1.0}),
    "figure that is no number": lambda: edited_soc(GENERIC, {"cpu.clock_ghz": nan}),
    "roof of a precision": lambda: roofline(GENERIC, (), "npu", "fp64"),  # type: ignore[arg-type]
    "point": lambda: place(Point("nothing", 0, 0), 1.0, 1.0),
    "network's energy": lambda: network_work_of("workshop"),
    "nodes of a table": lambda: layers_of("vgg-16", "none"),
    "table": lambda: layer_table("vgg-99"),
    "timeline of what does not fit": _unfit_timeline,
    "machine that moves nothing": lambda: _machine(dram_bytes_per_cycle=0.0),
    "machine that moves no number": lambda: _machine(dram_bytes_per_cycle=nan),
    "machine in no time": lambda: _machine(cycles_per_product=0.0),
    "machine in no number of cycles": lambda: _machine(cycles_per_product=nan),
    "three buffers": lambda: _machine(buffers=3),
    "half a row": lambda: _machine(array_rows=0.5),
    "true rows": lambda: _machine(array_rows=True),
    "tile beyond the layer": lambda: _tile(rows=999, columns=1, channels_out=1, channels_in=1),
    "tile of nothing": lambda: _tile(rows=0, columns=1, channels_out=1, channels_in=1),
    "tiles of pooling": lambda: convolution_of(layer_table("vgg-16")[2]),
    "tiles of half bytes": lambda: convolution_of(layer_table("vgg-16")[0], "int4"),
    "tiles at a speed": lambda: tiling_chip(soc_named("coral-edge-tpu"), "fp16"),
    "kernel of the ladder": lambda: ladder_parameters().kernel("sort"),
    "no elements": lambda: sized(_gelu(), 0, ladder_parameters().machine),
    "too many elements": lambda: replace(_gelu(), elements=1 << 40),
    "too many tiles": lambda: replace(_gelu(), elements=1 << 20, tile=1),
    "number of a machine": lambda: with_numbers(ladder_parameters().machine, ["speed=9"]),
    "number of a machine in words": lambda: with_numbers(
        ladder_parameters().machine, ["contexts=many"]
    ),
    "scratchpad of nothing": lambda: sized(
        _gelu(), 100, replace(ladder_parameters().machine, scratchpad_bytes=1)
    ),
    "language model": lambda: known_language_model("llama-99"),
    "header that says nothing": lambda: decode_work(
        replace(header_of(PHI, "q4_0"), configuration=replace(PHI, layers=0)), 128
    ),
    "header without tensors": lambda: decode_work(replace(header_of(PHI, "q4_0"), tensors=()), 128),
    "no configuration": lambda: header_of_config(Path("nowhere.json"), "q4_0"),
    "configuration without layers": lambda: _configured(num_hidden_layers=0),
    "configuration without a width": lambda: _configured(intermediate_size=None),
    "configuration of other caches": lambda: _configured(kv_lora_rank=512, encoder_layers=2),
    "beyond all machines": lambda: _decode(resident_bytes=1 << 62),
    "row without an engine": lambda: DecodeEngine.from_content("a decode row", "abacus"),
    "hand-over of no number": lambda: HandOver(nan, 1e9),
    "hand-over before it begins": lambda: HandOver(-1.0, 1e9),
    "hand-over without speed": lambda: HandOver(0.0, 0.0),
    "hand-over over no link": lambda: HandOver(0.0, 1e9, nan),
    "energy of a map": lambda: map_network(
        table_graph("resnet-18"), soc_named("jetson-orin-nano"), "int8", "energy"
    ),
    "kernel that nothing runs": lambda: map_network(
        table_graph("resnet-18"), without_operators(soc_named("a311d"), ["Conv"]), "int8"
    ),
    "work that names no node": lambda: checked_work(_work(members=(("no such",),))),
    "work whose parts are others": lambda: checked_work(_work(members=((), ()))),
    "graph without a name": lambda: check_graph(replace(_kernels(), name=7)),
    "graph without kernels": lambda: check_graph(replace(_kernels(), kernels=())),
    "graph of too many": lambda: check_graph(
        replace(_kernels(), kernels=_kernels().kernels * 10_000)
    ),
    "tensors that are none": lambda: check_graph(replace(_kernels(), tensors=(1,))),  # type: ignore[arg-type]
    "kernel without a name": lambda: check_graph(_kernels(name=7)),
    "kernel of no size": lambda: check_graph(_kernels(rows=-1)),
    "kernel of no kind": lambda: check_graph(_kernels(kind="magic")),
    "kernel of too many groups": lambda: check_graph(_kernels(groups=1 << 20)),
    "tensor of no size": lambda: check_graph(_tensor(elements=-1)),
    "tensor from no kernel": lambda: check_graph(_tensor(producer=1.5)),
    "tensor that comes late": lambda: check_graph(_tensor(producer=3, consumers=(2,))),
    "tensor twice": lambda: check_graph(_tensor(consumers=(2, 2))),
    "tensor to beyond": lambda: check_graph(_tensor(consumers=(100_000,))),
    "no bundle": partial(boards.compare_bundle, Path("nowhere"), b"{}", "generic"),
}


def test_a_refusal_says_what_was_found_and_what_to_try(request: pytest.FixtureRequest) -> None:
    told = "".join(f"{name}: {_said(asked)}\n" for name, asked in REFUSED.items())
    assert_golden(GOLDEN, told, request)


def _said(asked: Question) -> str:
    with pytest.raises((LoweringLabError, InputError)) as caught:
        asked()
    return f"{type(caught.value).__name__}: {caught.value}"
