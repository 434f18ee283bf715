"""Stage 2, from PyTorch to a graph: four modules that do not export as they stand, and which
module each node comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.exports import ShownTrials
from app.model.views.stage_example import ExampleView, example_view
from app.model.views.stage_ways import NodeLink
from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.graph.exporting.hazards import HAZARDS, Hazard, HazardOutcome
from compiler_core.graph.exporting.origins import ModuleRow

LIVE = "pytorch:live"
ANCHOR = "hazards-title"
MODULES_SHOWN = 60
_NODES_NAMED = 6


@dataclass(frozen=True, slots=True)
class HazardRow:
    """A module, what happened, and PyTorch's own words."""

    hazard: Hazard
    outcome: HazardOutcome
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleLine:
    """A module of the source and the nodes it became."""

    module: str
    """Its path in the source, or `the model itself`."""
    class_name: str
    """Of the module in Python."""
    count: str
    """How many nodes it became, as a number."""
    nodes: tuple[NodeLink, ...]
    """Links to the first six of them."""
    rest: str
    """How many are not listed."""
    current: bool
    """Whether the chosen node is one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HazardsView:
    """The way from PyTorch to a graph: what does not export, and what became of modules."""

    rows: tuple[HazardRow, ...]
    """Modules that do not export as they stand, with what happened to each."""
    recorded: str
    """With which PyTorch, and when, or that it was now."""
    modules: tuple[ModuleLine, ...]
    """The first of the model on this page and that of the chosen node, empty where its file does
    not say."""
    more: str
    """How many are not among them."""
    count: str
    """How many modules the model's file names, as `12 modules`."""
    live: str
    """Address that runs them now, "" where that is done or cannot be."""
    running: bool
    """Whether PyTorch runs the modules now, so that the page asks again."""
    example: ExampleView
    """A module that exports."""


def hazards_view(
    request: ModelRequest, shown: ShownTrials, modules: Sequence[ModuleRow], chosen: str
) -> HazardsView:
    """The hazards as recorded or run here, and the map of this model. chosen: a node's name."""
    outcomes = shown.trials.hazards.outcomes
    rows = tuple(_hazard(risk, outcome) for risk, outcome in zip(HAZARDS, outcomes, strict=True))
    named = any(module.module for module in modules)
    known = modules if named else ()
    lines = tuple(
        _module(request, row, chosen)
        for at, row in enumerate(known)
        if at < MODULES_SHOWN or chosen in row.nodes
    )
    rest = len(known) - len(lines)
    live = request.changed(view=LIVE).address(ANCHOR)
    return HazardsView(
        rows=rows,
        recorded=_when(shown),
        modules=lines,
        more=f"{count(rest, 'more module')}; choose a node to see its own." if rest else "",
        count=count(len(known), "module"),
        live=live if shown.possible and shown.state == "recorded" else "",
        running=shown.state == "running",
        example=example_view(request, shown.trials.example),
    )


def _when(shown: ShownTrials) -> str:
    hazards = shown.trials.hazards
    if shown.state == "live":
        return f"Run on this server with PyTorch {hazards.torch} on {hazards.date}."
    recorded = f"Recorded with PyTorch {hazards.torch} on {hazards.date}."
    if shown.state == "running":
        return f"{recorded} PyTorch runs them now; its answers replace these when they are there."
    return recorded if shown.possible else f"{recorded} This server has no PyTorch to run them."


def _hazard(hazard: Hazard, outcome: HazardOutcome) -> HazardRow:
    words = "\n\n".join(filter(None, (outcome.message, *outcome.breaks)))
    return HazardRow(hazard, outcome, words)


def _module(request: ModelRequest, row: ModuleRow, chosen: str) -> ModuleLine:
    rest = len(row.nodes) - _NODES_NAMED
    links = tuple(
        NodeLink(name, request.changed(view=name).address("nodes-title"))
        for name in row.nodes[:_NODES_NAMED]
    )
    return ModuleLine(
        module=row.module or "the model itself",
        class_name=row.class_name,
        count=str(len(row.nodes)),
        nodes=links,
        rest=f"and {rest} more" if rest > 0 else "",
        current=chosen in row.nodes,
    )
