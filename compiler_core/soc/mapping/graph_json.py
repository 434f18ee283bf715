"""A kernel graph as JSON: a worker writes it from a user's model, the server reads it back.

What is read back is not believed: every field is checked before a record is made of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

import orjson

from compiler_core.errors import InputError
from compiler_core.soc.layers import Layer, LayerKind
from compiler_core.soc.mapping.graph import GraphKernel, GraphTensor, KernelGraph

LONGEST_JSON = 8 << 20
_LONGEST_LIST = 20_000


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
        name=_text(given["name"]),
        kernels=tuple(map(_kernel, _list(given["kernels"]))),
        tensors=tuple(map(_tensor, _list(given["tensors"]))),
    )


def _kernel(value: object) -> GraphKernel:
    given = _fields(value, GraphKernel)
    operators = tuple(map(_text, _list(given["operators"])))
    return GraphKernel(_layer(given["layer"]), operators)


def _layer(value: object) -> Layer:
    given = _fields(value, Layer)
    if given["kind"] not in get_args(LayerKind):
        raise InputError(f"A kernel graph has a kernel of the kind {str(given['kind'])[:40]!r}.")
    _text(given["name"])
    for name, one in given.items():
        if name not in ("name", "kind"):
            _whole(one)
    return Layer(**given)


def _tensor(value: object) -> GraphTensor:
    given = _fields(value, GraphTensor)
    if not isinstance(given["is_result"], bool):
        raise InputError("A tensor of a kernel graph is a result or is none.")
    return GraphTensor(
        name=_text(given["name"]),
        elements=_whole(given["elements"]),
        producer=_whole(given["producer"]),
        consumers=tuple(map(_whole, _list(given["consumers"]))),
        is_result=given["is_result"],
    )


def _fields(value: object, record: Any) -> Mapping[str, Any]:
    names = {one.name for one in fields(record)}
    if not isinstance(value, dict) or set(value) != names:
        raise InputError(f"A {record.__name__} has the fields {', '.join(sorted(names))}.")
    return value


def _list(value: object) -> list[Any]:
    if not isinstance(value, list) or len(value) > _LONGEST_LIST:
        raise InputError(f"A kernel graph has lists of at most {_LONGEST_LIST:,} entries.")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InputError("A name in a kernel graph is no text.")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise InputError("A size in a kernel graph is no whole number.")
    return value
