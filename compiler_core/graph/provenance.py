"""From which nodes of the source model a node comes: kept through every pass.

Kept as text in the node's metadata, so that it survives writing the model to a file.
"""

from __future__ import annotations

import json

import onnx_ir as ir

_KEY = "lowlab.sources"


def sources_of(node: ir.Node) -> tuple[str, ...]:
    """Names of the source nodes that this node computes, in the order of the source."""
    record = node.metadata_props.get(_KEY)
    if record is None:
        return (node.name,) if node.name else ()
    return tuple(json.loads(record))


def set_sources(node: ir.Node, names: tuple[str, ...]) -> None:
    """Say which source nodes this node computes; a name twice counts once."""
    node.metadata_props[_KEY] = json.dumps(tuple(dict.fromkeys(names)))


def inherit_sources(node: ir.Node, *origins: ir.Node) -> None:
    """Give a node that a pass made the sources of all the nodes it stands for."""
    set_sources(node, tuple(name for origin in origins for name in sources_of(origin)))
