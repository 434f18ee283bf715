"""Stage 2: the model as it was read."""

from __future__ import annotations

from dataclasses import dataclass, replace

import onnx
import onnx_ir as ir

from compiler_core.amounts import count
from compiler_core.graph.exporting.origins import ModuleRow, module_rows, node_origins
from compiler_core.graph.importing.reader import value_report
from compiler_core.graph.importing.report import ImportReport, ProfileRow
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.outline import Outline, outline_of
from compiler_core.graph.pairing.marks import NetworkMarks
from compiler_core.graph.pairing.reading import marks_of
from compiler_core.graph.pipeline.state import Advance, PipelineState, StageEnd
from compiler_core.graph.source_model import SourceModel
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import Snapshot

_UNREAD = NetworkMarks()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportDetails:
    """The report, the graph, and its outline with repeated blocks found."""

    report: ImportReport
    """What the file said, and what reading found."""
    graph: Snapshot
    """All nodes as imported."""
    outline: Outline
    """A shortened view of `graph`, with blocks that repeat told once."""
    random_weights: bool
    """Whether weights were drawn instead of read, by the settings."""
    modules: tuple[ModuleRow, ...] = ()
    """Modules of the source with the nodes they became; empty where the exporter noted none."""
    profile: tuple[ProfileRow, ...] = ()
    """What other sizes of the open axes ask for."""
    marks: NetworkMarks = _UNREAD
    """By which it is compared with another network."""


def export_stage(state: PipelineState, _: Advance) -> StageEnd:
    """Tell what the file holds."""
    report = _report_of_file(state.source)
    graph = snapshot_of(state.model, "as imported")
    details = ExportDetails(
        report=report,
        graph=graph,
        outline=outline_of(graph),
        random_weights=state.settings.weights == "random",
        modules=module_rows(node_origins(_names_only(state.model))),
        profile=state.source.profile,
        marks=marks_of(state.model),
    )
    metrics = {
        "nodes": float(report.nodes),
        "parameters": float(report.parameters),
        "parameter_bytes": float(report.parameter_bytes),
        "multiplies": float(report.multiplies),
    }
    pixels = state.source.pixels
    added = f" {len(pixels.folded.nodes)} more prepare the picture." if pixels else ""
    return StageEnd(
        state,
        StageResult(
            stage="export",
            sentence=_sentence(report) + added,
            details=details,
            metrics=metrics,
        ),
    )


def _report_of_file(source: SourceModel) -> ImportReport:
    """With the file's own inputs, also where the compiled network reads pixels."""
    report = source.imported.report
    if source.pixels is None:
        return report
    return replace(report, inputs=tuple(map(value_report, source.pixels.original.graph.inputs)))


def _names_only(model: ir.Model) -> onnx.ModelProto:
    """Nodes with what the exporter noted beside them: weights need not be copied for it."""
    proto = onnx.ModelProto()
    for node in model.graph:
        made = proto.graph.node.add(name=node.name or "", op_type=node.op_type)
        for key, value in node.metadata_props.items():
            made.metadata_props.add(key=key, value=value)
    return proto


def _sentence(report: ImportReport) -> str:
    asking = report.asking
    lowest = (
        f" It needs operator set {report.lowest}, because of {asking[0].operator}."
        if asking
        else ""
    )
    kinds = len(report.operators)
    return (
        f"{count(report.nodes, 'node')} of {count(kinds, 'kind')} of operator, "
        f"{count(report.parameters, 'parameter')}, "
        f"{count(report.multiplies, 'multiplication')} a run.{lowest}"
    )
