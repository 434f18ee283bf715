"""Stage 5: which nodes become one kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import onnx_ir as ir

from compiler_core.amounts import count
from compiler_core.graph.fusion.fuse import FusionOptions, fuse
from compiler_core.graph.fusion.records import Decision, Fusion
from compiler_core.graph.layers.layer import Layer
from compiler_core.graph.layers.stage_layers import layers_of_groups
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.pipeline.files import onnx_files
from compiler_core.graph.pipeline.state import Advance, PipelineState, StageEnd
from compiler_core.graph.records import FusedGroup
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import Change, Snapshot, SnapshotLine, SnapshotNode, Step

PASS_NAME = "fuse-operators"
NETWORK_FILE = "network.onnx"
"""What the kernels compute, node by node."""


@dataclass(frozen=True, slots=True)
class FusionDetails:
    """fusion: groups, decisions and tree. graph: the nodes, each with the group it is in. layers:
    what a chip has to do for the kernels, in order."""

    fusion: Fusion
    graph: Snapshot
    layers: tuple[Layer, ...] = ()


def fusion_stage(state: PipelineState, _: Advance) -> StageEnd:
    """Group the nodes of the model."""
    fusion = fuse(state.model, FusionOptions(state.settings.extensions))
    before = snapshot_of(state.model, "one kernel per node")
    nodes, kernels = float(fusion.launches_before), float(fusion.launches_after)
    step = Step(
        PASS_NAME,
        "fusion",
        kernels < nodes,
        before,
        kernels_snapshot(state.model, fusion),
        tuple(_changes(fusion)),
        (),
        {"nodes_before": nodes, "nodes_after": kernels},
    )
    details = FusionDetails(
        fusion, _grouped(before, fusion), layers_of_groups(state.model, fusion.groups)
    )
    result = StageResult(
        stage="fusion", sentence=_sentence(fusion), steps=(step,), details=details,
        metrics={
            "nodes": nodes,
            "kernels_before": nodes,
            "kernels_after": kernels,
            "dram_bytes_before": float(fusion.dram_bytes_before),
            "dram_bytes_after": float(fusion.dram_bytes_after),
        },
        files=onnx_files(state.model, NETWORK_FILE),
    )  # fmt: skip
    return StageEnd(replace(state, fusion=fusion), result)


def kernels_snapshot(model: ir.Model, fusion: Fusion) -> Snapshot:
    """The kernels as nodes of a graph: what each reads and writes in memory."""
    shapes = _shapes(model)
    nodes = tuple(_kernel(group, fusion, shapes) for group in fusion.groups)
    lines = tuple(SnapshotLine(node.id, _line(node)) for node in nodes)
    return Snapshot("kernels", lines, nodes)


def _kernel(group: FusedGroup, fusion: Fusion, shapes: dict[str, str]) -> SnapshotNode:
    patterns = fusion.patterns.get(group.name, ())
    operator = patterns[0] if patterns else _operators(group, fusion)
    return SnapshotNode(
        group.name,
        operator,
        group.inputs,
        group.outputs,
        tuple(shapes.get(name, "") for name in group.outputs),
        group.nodes,
    )


def _operators(group: FusedGroup, fusion: Fusion) -> str:
    kinds = {node.name: node.operator for node in fusion.tree}
    return "+".join(kinds.get(name, name) for name in group.nodes)


def _line(node: SnapshotNode) -> str:
    outputs = ", ".join(
        f"%{name}{f' {shape}' if shape else ''}"
        for name, shape in zip(node.outputs, node.shapes, strict=True)
    )
    inputs = ", ".join(f"%{name}" for name in node.inputs)
    return f"{outputs} = {node.operator}({inputs})"


def _shapes(model: ir.Model) -> dict[str, str]:
    nodes = snapshot_of(model, "shapes").nodes
    return {
        name: shape
        for node in nodes
        for name, shape in zip(node.outputs, node.shapes, strict=False)
    }


def _grouped(graph: Snapshot, fusion: Fusion) -> Snapshot:
    group_of = {name: group.name for group in fusion.groups for name in group.nodes}
    nodes = tuple(replace(node, group=group_of.get(node.id, "")) for node in graph.nodes)
    return replace(graph, nodes=nodes)


def _changes(fusion: Fusion) -> Iterator[Change]:
    """Groups of more than one node, then what was refused."""
    for group in fusion.groups:
        if len(group.nodes) > 1:
            yield Change("fused", group.name, group.rule, group.nodes, (group.name,))
    for decision in fusion.decisions:
        if decision.verdict == "refused":
            yield _refusal(decision, fusion)


def _refusal(decision: Decision, fusion: Fusion) -> Change:
    group_of = {name: group.name for group in fusion.groups for name in group.nodes}
    names = tuple(name for name in (decision.subject, decision.other) if name)
    after = tuple(dict.fromkeys(group_of.get(name, name) for name in names))
    subject = " and ".join(names)
    return Change("refused", subject, f"{decision.reason} ({decision.because})", names, after)


def _sentence(fusion: Fusion) -> str:
    before, after = fusion.dram_bytes_before, fusion.dram_bytes_after
    saved = f" Activations to and from memory fell from {before:,} to {after:,} bytes."
    return (
        f"{count(fusion.launches_before, 'operator')} became "
        f"{count(fusion.launches_after, 'kernel')}."
        f"{saved if after < before else ''}"
    )
