"""Stage 5: kernels with the rule that allowed each, refusals, and the way through the tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.views.graph_picture import GraphPicture, graph_picture
from app.model_runs.request import ModelRequest
from app.words import more_rows
from compiler_core.graph.fusion.records import Decision, FusionStep
from compiler_core.graph.pipeline.fusion_stage import FusionDetails
from compiler_core.typed_numbers import whole_number

ANCHOR = "tree-title"
ROWS_SHOWN = 200
LINES_SHOWN = 400
VERDICTS = {"fused": "✓", "refused": "✗", "waits": "…", "together": "="}


@dataclass(frozen=True, slots=True, kw_only=True)
class FusedKernelRow:
    """A kernel of several nodes, or of one."""

    name: str
    """Of the group of nodes."""
    operators: str
    """Of its nodes in order, as `Conv → Relu`."""
    patterns: str
    """Names of the patterns that it matches, with commas; empty for none."""
    rule: str
    """That allowed the nodes to be fused."""
    address: str
    """Page with this kernel's nodes drawn."""
    current: bool
    """Whether its nodes are drawn."""


@dataclass(frozen=True, slots=True)
class TreeMoment:
    """One look at one node: where the algorithm is and what it decided."""

    place: str
    step: FusionStep
    sign: str
    earlier: str
    later: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionView:
    """The fused kernels of a network, as their stage shows them."""

    kernels: tuple[FusedKernelRow, ...]
    """The first 200, in order."""
    refusals: tuple[Decision, ...]
    """The first 200 fusions that were refused, with rule and reason."""
    picture: GraphPicture | None
    """The chosen kernel's nodes."""
    moment: TreeMoment | None
    """The chosen look of the algorithm at a node; None where no steps were recorded."""
    log: tuple[str, ...]
    """The first 400 lines of the algorithm's log."""
    launches: str
    """Kernels to start before and after, as `24 → 9`."""
    bytes: str
    """Read and written by kernels before and after."""
    more_kernels: str
    """How many kernels are not listed, in words; empty if none."""
    more_refusals: str
    """How many refusals are not listed, in words; empty if none."""
    more_log: str
    """How many lines of the log are not shown, in words; empty if none."""


def fusion_view(request: ModelRequest, details: FusionDetails) -> FusionView:
    """The view; asked.view names the kernel, asked.search the moment's number."""
    fusion = details.fusion
    chosen = next((fused for fused in fusion.groups if fused.name == request.view), None)
    shown = chosen or max(fusion.groups, key=lambda kernel: len(kernel.nodes), default=None)
    operators = {node.id: node.operator for node in details.graph.nodes}
    rows = tuple(
        FusedKernelRow(
            name=group.name,
            operators=" → ".join(operators.get(name, name) for name in group.nodes),
            patterns=", ".join(fusion.patterns.get(group.name, ())),
            rule=group.rule,
            address=request.changed(view=group.name).address("kernels-title"),
            current=group is shown,
        )
        for group in fusion.groups[:ROWS_SHOWN]
    )
    picture = (
        graph_picture(f"The nodes of {shown.name}", details.graph.nodes, frozenset(shown.nodes))
        if shown
        else None
    )
    refusals = tuple(decision for decision in fusion.decisions if decision.verdict == "refused")
    return FusionView(
        kernels=rows,
        refusals=refusals[:ROWS_SHOWN],
        picture=picture,
        moment=_moment(request, fusion.steps),
        log=fusion.log[:LINES_SHOWN],
        launches=f"{fusion.launches_before} → {fusion.launches_after}",
        bytes=f"{fusion.dram_bytes_before:,} → {fusion.dram_bytes_after:,}",
        more_kernels=more_rows(len(fusion.groups), ROWS_SHOWN, "kernel"),
        more_refusals=more_rows(len(refusals), ROWS_SHOWN, "decision"),
        more_log=more_rows(len(fusion.log), LINES_SHOWN, "line"),
    )


def _moment(request: ModelRequest, steps: Sequence[FusionStep]) -> TreeMoment | None:
    if not steps:
        return None
    number = min(max(whole_number(request.search, 6) or 1, 1), len(steps))
    step = steps[number - 1]
    return TreeMoment(
        f"{number} of {len(steps)}, phase {step.phase}",
        step,
        VERDICTS[step.verdict],
        _at(request, number - 1) if number > 1 else "",
        _at(request, number + 1) if number < len(steps) else "",
    )


def _at(request: ModelRequest, number: int) -> str:
    return request.changed(search=str(number)).address(ANCHOR)
