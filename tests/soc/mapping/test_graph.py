"""Kernel graphs: the edges that are read, the way through JSON, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.soc.mapping.graph import EDGE_LIMIT, KERNEL_LIMIT, GraphKernel, KernelGraph
from compiler_core.soc.mapping.graph_reading import mapped_graph_of
from compiler_core.soc.mapping.map_network import map_network
from compiler_core.soc.mapping.table_graphs import table_graph
from compiler_core.soc.reading import soc_named
from tests.soc.mapping.graph_json import graph_json, graph_of
from tests.soc.mapping.networks import chain, elementwise, with_softmax_between


def test_edges_of_a_network_with_shortcuts() -> None:
    graph = mapped_graph_of("residual")
    assert [one.layer.kind for one in graph.kernels].count("convolution") == 9
    shared = [tensor for tensor in graph.tensors if len(tensor.consumers) == 2]
    assert len(shared) == 3
    for one in graph.tensors:
        assert all(one.producer < reader for reader in one.consumers)
    assert [one.is_result for one in graph.tensors].count(True) == 1
    for number, kernel in enumerate(graph.kernels):
        read = sum(one.elements for one in graph.tensors if number in one.consumers)
        assert read == kernel.layer.input_elements
        assert read or not number


def test_a_table_has_the_edges_of_its_network() -> None:
    """ResNet-50 from its table and from its file, whose last kernels are others."""
    table, file = table_graph("resnet-50"), mapped_graph_of("resnet50")
    assert {"Reshape", "Softmax"} < {name for kernel in file.kernels for name in kernel.operators}
    assert edges(table) == edges(file)
    assert len(edges(table)) == 54


def edges(graph: KernelGraph) -> list[tuple[int, list[int]]]:
    """Of the picture, the first pooling and the convolutions: how large a tensor is, and the
    products of those that read it."""
    macs = [kernel.layer.macs for kernel in graph.kernels]
    last = max(number for number, one in enumerate(graph.kernels) if one.layer.taps > 1)
    return sorted(
        (tensor.elements, sorted(macs[reader] for reader in tensor.consumers))
        for tensor in graph.tensors
        if tensor.producer <= last
    )


def test_residual_blocks_of_tables_add_their_input() -> None:
    mobile = table_graph("mobilenet-v2")
    adding = [one for one in mobile.kernels if "Add" in one.operators]
    assert len(adding) == 10
    assert sum(len(tensor.consumers) == 2 for tensor in mobile.tensors) == 10
    for number, kernel in enumerate(mobile.kernels):
        read = sum(one.elements for one in mobile.tensors if number in one.consumers)
        assert read == kernel.layer.input_elements


def test_an_unknown_network_is_refused() -> None:
    with pytest.raises(UnknownName):
        table_graph("mobilenet-v9")


def test_plain_values_give_the_same_graph_back() -> None:
    graph = mapped_graph_of("squeezenet")
    assert graph_of(graph_json(graph)) == graph


def _changed(change: Callable[[Any], Any]) -> dict[str, Any]:
    found = graph_json(with_softmax_between())
    change(found)
    return found


def _set(*path: Any, value: Any) -> Callable[[Any], None]:
    def change(found: Any) -> None:
        for key in path[:-1]:
            found = found[key]
        found[path[-1]] = value

    return change


HOSTILE: dict[str, dict[str, Any]] = {
    "no-kernels": _changed(lambda found: found.update(kernels=[], tensors=[])),
    "too-many-operators": _changed(_set("kernels", 0, "operators", value=["x"] * 30_000)),
    "operator-is-a-number": _changed(_set("kernels", 0, "operators", value=[1])),
    "no-layer": _changed(_set("kernels", 0, "layer", value=None)),
    "elements-are-huge": _changed(_set("tensors", 0, "elements", value=10**30)),
    "unknown-kind": _changed(_set("kernels", 0, "layer", "kind", value="attention")),
    "kind-is-a-list": _changed(_set("kernels", 0, "layer", "kind", value=["dense"])),
    "size-is-text": _changed(_set("kernels", 0, "layer", "rows", value="28")),
    "size-is-a-fraction": _changed(_set("kernels", 0, "layer", "taps", value=1.5)),
    "size-below-zero": _changed(_set("kernels", 0, "layer", "columns", value=-28)),
    "size-beyond-all": _changed(_set("kernels", 0, "layer", "weight_elements", value=1 << 60)),
    "no-groups": _changed(_set("kernels", 0, "layer", "groups", value=0)),
    "more-groups-than-channels": _changed(_set("kernels", 0, "layer", "groups", value=999)),
    "result-is-a-number": _changed(_set("tensors", 0, "is_result", value=1)),
    "no-such-producer": _changed(_set("tensors", 1, "producer", value=3)),
    "producer-below-outside": _changed(_set("tensors", 1, "producer", value=-2)),
    "read-before-made": _changed(_set("tensors", 2, "consumers", value=[0])),
    "read-by-its-maker": _changed(_set("tensors", 1, "consumers", value=[0])),
    "read-twice": _changed(_set("tensors", 0, "consumers", value=[0, 0])),
    "read-by-nobody-there": _changed(_set("tensors", 0, "consumers", value=[0, 3])),
    "long-name": _changed(_set("tensors", 0, "name", value="x" * 1000)),
    "name-is-a-number": _changed(_set("name", value=7)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_graph_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        graph_of(HOSTILE[name])


def test_a_graph_is_checked_again_when_it_is_mapped() -> None:
    """A kept record is made without its constructor, by a process that read a hostile model."""
    graph = copy(with_softmax_between())
    for field, wrong in (("tensors", (1,)), ("kernels", "text"), ("name", 7), ("tensors", None)):
        broken = copy(graph)
        object.__setattr__(broken, field, wrong)
        with pytest.raises(InputError):
            map_network(broken, soc_named("generic"), "int8")
    late = replace(graph.tensors[1])
    object.__setattr__(late, "consumers", (99,))
    object.__setattr__(graph, "tensors", (graph.tensors[0], late, *graph.tensors[2:]))
    with pytest.raises(InputError, match="no kernel"):
        map_network(graph, soc_named("generic"), "int8")


def test_what_is_too_large_is_refused() -> None:
    one = GraphKernel(elementwise("one", 4), ("Relu",))
    with pytest.raises(InputError, match=f"{KERNEL_LIMIT:,}"):
        chain(*[one] * (KERNEL_LIMIT + 1))
    assert EDGE_LIMIT >= KERNEL_LIMIT
    chain(*[one] * KERNEL_LIMIT)
