"""Stage 2, from PyTorch to a graph: four modules that do not export as they stand, and which
module each node comes from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.view_models.words import count
from compiler_core.graph.exporting.hazards import Hazard, HazardOutcome, RecordedHazards
from compiler_core.graph.exporting.origins import ModuleRow

_NODES_NAMED = 6


@dataclass(frozen=True, slots=True)
class HazardRow:
    """A module: its text, what happened in sentences, PyTorch's own words."""

    title: str
    idea: str
    source: str
    sentences: tuple[str, ...]
    words: str
    warnings: tuple[str, ...]
    remedy: str


@dataclass(frozen=True, slots=True)
class ModuleLine:
    """A module of the source and the nodes it became."""

    module: str
    class_name: str
    count: str
    nodes: str


@dataclass(frozen=True, slots=True)
class HazardsView:
    """recorded: with which PyTorch, and when. count: of the modules. modules: of the
    model on this page, empty where its file does not say.
    """

    rows: tuple[HazardRow, ...]
    recorded: str
    modules: tuple[ModuleLine, ...]
    count: str


def hazards_view(
    hazards: Sequence[Hazard], recorded: RecordedHazards, modules: Sequence[ModuleRow]
) -> HazardsView:
    """The hazards as recorded, and the map of this model."""
    rows = tuple(
        _hazard(one, outcome) for one, outcome in zip(hazards, recorded.outcomes, strict=True)
    )
    named = tuple(_module(one) for one in modules) if any(one.module for one in modules) else ()
    when = f"Recorded with PyTorch {recorded.torch} on {recorded.date}."
    return HazardsView(rows, when, named, count(len(named), "module"))


def _hazard(one: Hazard, outcome: HazardOutcome) -> HazardRow:
    return HazardRow(
        one.title, one.idea, one.source, outcome.sentences, outcome.message,
        outcome.trace_warnings, one.remedy,
    )  # fmt: skip


def _module(one: ModuleRow) -> ModuleLine:
    rest = len(one.nodes) - _NODES_NAMED
    names = ", ".join(one.nodes[:_NODES_NAMED]) + (f" and {rest} more" if rest > 0 else "")
    return ModuleLine(one.module or "the model itself", one.class_name, str(len(one.nodes)), names)
