"""What became of each node of the source: the kernel that computes it, or the pass that took it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.export_stage import ExportDetails
from compiler_core.graph.whole_graph.stage_pictures import changes_by_node
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import Step

# Stages whose results say what became of a node, in their order.
FATE_STAGES = ("export", "passes", "quantise", "engine")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """Of one source node."""

    node: str
    """Name of the source node."""
    operator: str
    """Name of the operator in ONNX: `Conv`."""
    kernels: tuple[str, ...]
    """Functions that compute it; empty for one that was removed."""
    pass_name: str
    """The last pass that named or removed the node; empty where none did."""
    kind: str
    """What that pass did to the node, such as `fused`; empty where none said so."""
    reason: str
    """Why that pass did so, in words; empty where none said so."""


def fates_of(results: Mapping[str, StageResult]) -> tuple[Fate, ...]:
    """One for each node of the source, in its order; empty before the engine is built."""
    export, engine = results.get("export"), results.get("engine")
    read = export.details if export else None
    built = engine.details if engine else None
    if not isinstance(read, ExportDetails) or not isinstance(built, EngineDetails):
        return ()
    steps = [step for name in ("passes", "quantise") for step in _steps(results, name)]
    changes = changes_by_node(steps)
    lost = dict(_lost(steps))
    kernels: dict[str, list[str]] = {}
    for record in built.manifest.kernels:
        for source in record.sources:
            kernels.setdefault(source, []).append(record.function)
    fates: list[Fate] = []
    for node in read.graph.nodes:
        name, change = changes.get(node.id, (lost.get(node.id, ""), None))
        kind, reason = (change.kind, change.reason) if change else ("", "")
        own = tuple(dict.fromkeys(kernels.get(node.id, ())))
        fates.append(
            Fate(
                node=node.id,
                operator=node.operator,
                kernels=own,
                pass_name=name,
                kind=kind,
                reason=reason,
            )
        )
    return tuple(fates)


def _steps(results: Mapping[str, StageResult], name: str) -> Sequence[Step]:
    return results[name].steps if name in results else ()


def _lost(steps: Sequence[Step]) -> Iterator[tuple[str, str]]:
    """Nodes with the pass behind which they are no longer there."""
    for step in steps:
        if step.before is not None and step.after is not None:
            left = {node.id for node in step.after.nodes}
            yield from ((old.id, step.pass_name) for old in step.before.nodes if old.id not in left)
