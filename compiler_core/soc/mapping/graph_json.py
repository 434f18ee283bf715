"""A kernel graph as JSON: whoever reads a user's model writes it, the server reads it back.

What is read back is not believed: its form is checked here, and what it says by the graph itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import orjson

from compiler_core.errors import InputError
from compiler_core.soc.mapping.graph import GraphKernel, GraphTensor, KernelGraph
from compiler_core.soc.networks.layers import Layer

LONGEST_JSON = 8 << 20


def graph_json(graph: KernelGraph) -> bytes:
    """The record, field by field."""
    return orjson.dumps(graph)


def graph_of_json(content: bytes) -> KernelGraph:
    """The graph that `graph_json` wrote. Raises InputError for anything else."""
    if len(content) > LONGEST_JSON:
        raise InputError(f"A kernel graph has at most {LONGEST_JSON:,} bytes.")
    try:
        found = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise InputError("This is no JSON of a kernel graph.") from error
    given = _fields(found, KernelGraph)
    return KernelGraph(
        name=given["name"],
        kernels=tuple(map(_kernel, _list(given["kernels"]))),
        tensors=tuple(map(_tensor, _list(given["tensors"]))),
    )


def _kernel(value: object) -> GraphKernel:
    given = _fields(value, GraphKernel)
    layer = Layer(**_fields(given["layer"], Layer))
    return GraphKernel(layer, tuple(_list(given["operators"])))


def _tensor(value: object) -> GraphTensor:
    given = _fields(value, GraphTensor)
    return GraphTensor(**{**given, "consumers": tuple(_list(given["consumers"]))})


def _fields(value: object, record: Any) -> Mapping[str, Any]:
    names = {one.name for one in fields(record)}
    if not isinstance(value, dict) or set(value) != names:
        raise InputError(f"A {record.__name__} has the fields {', '.join(sorted(names))}.")
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise InputError("Kernels, tensors and what belongs to them are lists.")
    return value
