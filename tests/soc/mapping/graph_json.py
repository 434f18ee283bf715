"""A kernel graph from plain dictionaries, so that tests can say anything in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.mapping.graph import GraphKernel, GraphTensor, KernelGraph


def graph_json(graph: KernelGraph) -> dict[str, Any]:
    """The record, field by field, as dictionaries and lists."""
    return orjson.loads(orjson.dumps(graph))


def graph_of(given: Mapping[str, Any]) -> KernelGraph:
    """The graph that says this. Raises InputError where the graph's own checks do."""
    return KernelGraph(
        name=given["name"],
        kernels=tuple(map(_kernel, given["kernels"])),
        tensors=tuple(map(_tensor, given["tensors"])),
    )


def _kernel(given: Any) -> GraphKernel:
    layer = given["layer"]
    made = Layer(**layer) if isinstance(layer, dict) else layer
    return GraphKernel(made, tuple(given["operators"]))


def _tensor(given: Mapping[str, Any]) -> GraphTensor:
    return GraphTensor(**{**given, "consumers": tuple(given["consumers"])})
