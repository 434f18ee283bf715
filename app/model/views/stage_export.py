"""Stage 2: what the file holds, the graph in blocks, and every node with a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from app.model.exports import shown_trials, start_trials
from app.model.views.graph_picture import GraphPicture, graph_picture
from app.model.views.stage_hazards import LIVE, HazardsView, hazards_view
from app.model.views.stage_ways import Way, ways_of
from app.model_runs.request import ModelRequest
from app.site.views.links import Statement
from app.words import count, plural
from compiler_core.graph.importing.report import (
    ImportReport,
    ProfileRow,
    UnsupportedOperator,
    ValueReport,
)
from compiler_core.graph.outline import OutlineItem, nodes_matching
from compiler_core.graph.pipeline.export_stage import ExportDetails
from compiler_core.pipelines.stages import StageResult
from compiler_core.sizes import size_text

NODES_SHOWN = 300
OPERATORS_NAMED = 8


@dataclass(frozen=True, slots=True)
class BlockRow:
    """Nodes shown as one; repeats says how often a block follows itself."""

    title: str
    nodes: str
    repeats: str
    address: str


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node; its address draws its surroundings."""

    text: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportView:
    """What a network's file holds, as the stage of its export shows it."""

    facts: tuple[Statement, ...]
    """Of the file, by name: size, inputs, outputs, weights, work, operators."""
    warnings: tuple[str, ...]
    """As the importer says them."""
    refused: tuple[Statement, ...]
    """Operators that cannot be compiled, each with reason and nodes."""
    blocks: tuple[BlockRow, ...]
    """Of the whole graph, in order."""
    search: str
    """What the reader searched for, empty for nothing."""
    found: str
    """How many nodes match, as `12 nodes`; empty without a search."""
    nodes: tuple[NodeRow, ...]
    """The first 300 that match the search, or of all."""
    more: str
    """How many nodes are not listed, in words; empty if none."""
    chosen: str
    """Name of the node that is drawn, empty where none matches."""
    ways: tuple[Way, ...]
    """What became of it, stage by stage."""
    picture: GraphPicture | None
    """Around the chosen node."""
    hazards: HazardsView | None = None
    """On the way from PyTorch."""


def export_view(
    request: ModelRequest, details: ExportDetails, later: Sequence[StageResult] = ()
) -> ExportView:
    """The view; asked.search narrows the nodes, asked.view names the chosen one, or a line of the
    example, or asks for PyTorch to run. later: results of the stages behind.
    """
    if request.view == LIVE:
        start_trials()
    graph = details.graph
    names = (
        nodes_matching(graph, request.search)
        if request.search
        else tuple(line.id for line in graph.lines)
    )
    texts = {line.id: line.text for line in graph.lines}
    chosen = request.view if request.view in texts else (names[0] if names else "")
    rows = tuple(
        NodeRow(texts[name], _at(request, name), name == chosen) for name in names[:NODES_SHOWN]
    )
    rest = len(names) - len(rows)
    return ExportView(
        facts=tuple(_facts(details)),
        warnings=details.report.warnings,
        refused=tuple(_refused(problem) for problem in details.report.unsupported),
        blocks=tuple(_block(request, item) for item in details.outline.items),
        search=request.search,
        found=count(len(names), "node") if request.search else "",
        nodes=rows,
        more=f"{count(rest, 'more node')}; search to narrow them." if rest else "",
        chosen=chosen,
        ways=ways_of(request, chosen, later),
        picture=graph_picture(
            "Around the chosen node", graph.nodes, {chosen}, partial(_at, request)
        ),
        hazards=hazards_view(request, shown_trials(), details.modules, chosen),
    )


def _at(request: ModelRequest, node: str) -> str:
    return request.changed(view=node).address("nodes-title")


def _facts(details: ExportDetails) -> list[Statement]:
    report = details.report
    rows = [
        Statement("File", f"{report.file_bytes:,} bytes{_made_by(report)}"),
        Statement("Inputs", "; ".join(_value(graph_input) for graph_input in report.inputs)),
        Statement("Outputs", "; ".join(_value(output) for output in report.outputs)),
        Statement("Weights", _weights(details)),
        Statement("Work", f"{report.multiplies:,} multiply-accumulates for one input"),
        Statement("Operators", _operators(report)),
        Statement("Operator set", _operator_set(report)),
    ]
    if report.dynamic_axes:
        axes = "; ".join(
            f"axis {axis.axis} of {axis.input} ({axis.name or 'unnamed'}) became {axis.size}: "
            f"{axis.reason}"
            for axis in report.dynamic_axes
        )
        rows.append(Statement("Open axes", axes))
    rows += [Statement(f"Profile: {part.which}", _profile(part)) for part in details.profile]
    return rows


def _profile(row: ProfileRow) -> str:
    if row.refused:
        return f"{row.sizes}: {row.refused}"
    built = " The program is built for this." if row.which == "usual" else ""
    return (
        f"{row.sizes}: {row.multiplies:,} multiply-accumulates, largest tensor "
        f"{size_text(row.largest_bytes)}.{built}"
    )


def _made_by(report: ImportReport) -> str:
    return f", written by {report.producer}" if report.producer else ""


def _weights(details: ExportDetails) -> str:
    report = details.report
    made_up = " Their values are random numbers made here." if details.random_weights else ""
    return f"{report.parameters:,} numbers, {report.parameter_bytes:,} bytes.{made_up}"


def _value(value: ValueReport) -> str:
    shape = " × ".join(str(size) for size in value.shape) if value.shape is not None else "unknown"
    return f"{value.name}: {shape} {value.element_type}"


def _operators(report: ImportReport) -> str:
    named = [f"{usage.operator} {usage.count}" for usage in report.operators[:OPERATORS_NAMED]]
    rest = len(report.operators) - len(named)
    return ", ".join(named) + (f" and {count(rest, 'more kind')}" if rest > 0 else "")


def _operator_set(report: ImportReport) -> str:
    given = ", ".join(
        f"{domain or 'standard'} {version}" for domain, version in report.operator_sets
    )
    asking = report.asking
    if not asking:
        return f"{given}."
    names = ", ".join(asker.operator for asker in asking[:3])
    ask = plural("asks", len(asking), "ask")
    return f"{given}. The lowest it could have is {report.lowest}: {names} {ask} for it."


def _refused(problem: UnsupportedOperator) -> Statement:
    nodes = ", ".join(problem.nodes[:4]) + (" …" if len(problem.nodes) > 4 else "")
    return Statement(problem.operator, f"{problem.reason} Nodes: {nodes}")


def _block(request: ModelRequest, item: OutlineItem) -> BlockRow:
    repeats = f"× {item.count}" if item.count > 1 else ""
    return BlockRow(
        item.title, count(len(item.nodes), "node"), repeats, _at(request, item.nodes[0])
    )
