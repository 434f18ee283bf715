"""A module that exports as it stands: its text, its graph, and which line became which node."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import onnx

from compiler_core.content_files import CONTENT_FOLDER, ContentError, read_recording
from compiler_core.graph.exporting.export import export_module
from compiler_core.graph.exporting.request import ExportRequest

_FOLDER = CONTENT_FOLDER / "exports"
SOURCE = _FOLDER / "residual_block.py.txt"
RECORD = _FOLDER / "recorded-example.yaml"
_SHAPE = (1, 3, 8, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleNode:
    """A node of the exported graph."""

    name: str
    """In the exported graph."""
    operator: str
    """ONNX's: `Conv`."""
    module: str
    """Path of the submodule that it comes from, `block.first`; empty for the whole module."""
    class_name: str
    """The class of that submodule: `Conv2d`."""
    line: int
    """Line of the source that it comes from, from 1; 0 where PyTorch notes none."""
    inputs: tuple[str, ...]
    """Names of the values that it reads, constants left out."""
    outputs: tuple[str, ...]
    """Names of its results."""


@dataclass(frozen=True, slots=True)
class ExportExample:
    """torch: the version that exported it. source: the module's text. error: PyTorch's own words
    where it did not export.
    """

    torch: str
    source: str
    nodes: tuple[ExampleNode, ...]
    error: str = ""


def export_example(python: str) -> ExportExample:
    """Export it now; python: an interpreter that has PyTorch."""
    result = export_module(ExportRequest(SOURCE, "Model", _SHAPE), python)
    if not result.ok:
        return ExportExample(result.torch, result.source, (), result.message or result.error)
    graph = onnx.load_from_string(result.content).graph
    constants = {tensor.name for tensor in graph.initializer}
    nodes = tuple(
        ExampleNode(
            name=origin.node,
            operator=origin.operator,
            module=origin.module,
            class_name=origin.class_name,
            line=origin.line,
            inputs=tuple(name for name in node.input if name and name not in constants),
            outputs=tuple(node.output),
        )
        for origin, node in zip(result.origins, graph.node, strict=True)
    )
    return ExportExample(result.torch, result.source, nodes)


@dataclass(frozen=True, slots=True)
class _RecordingEntry:
    torch: str
    nodes: tuple[ExampleNode, ...]


@lru_cache(maxsize=1)
def recorded_example() -> ExportExample:
    """What `python -m script.training.record_hazards` wrote. Raises ContentError."""
    source = SOURCE.read_text(encoding="utf-8")
    recorded = read_recording(RECORD, _RecordingEntry)
    if any(node.line > len(source.splitlines()) for node in recorded.nodes):
        raise ContentError(f"{RECORD.name} names lines that {SOURCE.name} does not have.")
    return ExportExample(recorded.torch, source, recorded.nodes)
