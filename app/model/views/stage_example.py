"""Stage 2: a module that exports, its graph, and the way from each line to its nodes and back."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.views.graph_picture import GraphPicture, whole_picture
from app.model_runs.request import ModelRequest
from compiler_core.graph.exporting.example import ExampleNode, ExportExample
from compiler_core.trace import SnapshotNode
from compiler_core.typed_numbers import whole_number

LINE = "line:"
ANCHOR = "example-title"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the module; address: of the page with its nodes chosen, "" without any."""

    number: int
    text: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleRow:
    """A node; its address chooses its line."""

    name: str
    """Of the node in the exported graph."""
    operator: str
    """As the exported graph names it."""
    module: str
    """Its path and class in the source, or `the module itself`."""
    line: str
    """As `line 16`, or `no line noted`."""
    address: str
    """Page with this node's line chosen, empty where no line is noted."""
    current: bool
    """Whether its line is the chosen one."""


@dataclass(frozen=True, slots=True)
class ExampleView:
    """sentence: of the chosen line. error: PyTorch's words where it did not export."""

    lines: tuple[SourceLine, ...]
    nodes: tuple[ExampleRow, ...]
    picture: GraphPicture | None
    sentence: str
    error: str


def example_view(request: ModelRequest, example: ExportExample) -> ExampleView:
    """asked.view names the chosen line, as in `line:16`; else the first that became nodes."""
    known = [node.line for node in example.nodes if node.line]
    word = request.view.removeprefix(LINE)
    asked_line = whole_number(word, 5) or 0
    chosen = asked_line if asked_line in known else min(known, default=0)
    own = [node for node in example.nodes if node.line == chosen]
    addresses = {node.name: _at(request, node.line) for node in example.nodes}
    texts = enumerate(example.source.splitlines(), 1)
    return ExampleView(
        tuple(_line(request, number, text, known, chosen) for number, text in texts),
        tuple(_row(request, node, chosen) for node in example.nodes),
        whole_picture(
            "The exported graph",
            tuple(_snapshot(node) for node in example.nodes),
            {node.name for node in own},
            addresses.__getitem__,
        ),
        f"Line {chosen} became {', '.join(node.operator for node in own)}." if own else "",
        example.error,
    )


def _at(request: ModelRequest, line: int) -> str:
    return request.changed(view=f"{LINE}{line}").address(ANCHOR) if line else ""


def _line(
    request: ModelRequest, number: int, text: str, known: list[int], chosen: int
) -> SourceLine:
    address = _at(request, number) if number in known else ""
    return SourceLine(number, text, address, number == chosen)


def _row(request: ModelRequest, node: ExampleNode, chosen: int) -> ExampleRow:
    module = f"{node.module} {node.class_name}" if node.module else "the module itself"
    line = f"line {node.line}" if node.line else "no line noted"
    return ExampleRow(
        name=node.name,
        operator=node.operator,
        module=module,
        line=line,
        address=_at(request, node.line),
        current=node.line == chosen,
    )


def _snapshot(node: ExampleNode) -> SnapshotNode:
    return SnapshotNode(node.name, node.operator, node.inputs, node.outputs)
