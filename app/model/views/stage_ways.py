"""From a node of the source to what became of it, stage by stage, and from a kernel back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.model.views.model_step import step_title
from app.model_runs.request import ModelRequest
from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import Change

SOURCES_LINKED = 12


@dataclass(frozen=True, slots=True)
class Way:
    """One stop: the stage, what happened there, and the address that shows it."""

    stage: str
    words: str
    address: str


@dataclass(frozen=True, slots=True)
class NodeLink:
    """A node of the source; address: of stage 2 with it chosen."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class SourceLinks:
    """Nodes a kernel computes; rest: how many more, as words."""

    links: tuple[NodeLink, ...]
    rest: str


def ways_of(request: ModelRequest, node: str, results: Sequence[StageResult]) -> tuple[Way, ...]:
    """What happened to a source node in these results, in order; at its end the kernel with it."""
    return tuple(way for result in results for way in _in_stage(request, node, result))


def source_links(request: ModelRequest, sources: Sequence[str]) -> SourceLinks:
    """The way back: each source node, chosen at stage 2."""
    export = request.at_stage("export")
    links = tuple(
        NodeLink(name, export.changed(view=name).address("nodes-title"))
        for name in sources[:SOURCES_LINKED]
    )
    rest = len(sources) - len(links)
    return SourceLinks(links, f"and {rest} more" if rest > 0 else "")


def _in_stage(request: ModelRequest, node: str, result: StageResult) -> Iterator[Way]:
    stage = request.at_stage(result.stage)
    title = f"{request.track.number(result.stage)} {request.track.kind(result.stage).title}"
    for number, step in enumerate(result.steps, 1):
        numbered_change = next(
            ((at, edit) for at, edit in enumerate(step.changes, 1) if _concerns(edit, node)), None
        )
        if numbered_change is not None:
            words = f"{numbered_change[1].kind} by {step_title(step).lower()}"
            yield Way(title, words, stage.at_step(number, numbered_change[0]).address("step"))
    if isinstance(result.details, EngineDetails):
        yield from _kernels(stage, title, node, result.details)


def _concerns(change: Change, node: str) -> bool:
    return change.kind != "refused" and node in change.before


def _kernels(stage: ModelRequest, title: str, node: str, details: EngineDetails) -> Iterator[Way]:
    for kernel in details.manifest.kernels:
        if node in kernel.sources:
            lines = f"lines {kernel.first_line} to {kernel.last_line} of the C"
            address = stage.changed(view=kernel.function).address("code-title")
            yield Way(title, f"{kernel.function}, {lines}", address)
