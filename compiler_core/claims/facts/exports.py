"""Facts of exports that go wrong, recorded once: PyTorch is no part of the base install."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compiler_core.claims.facts.fact import Fact

if TYPE_CHECKING:
    from collections.abc import Callable

    from compiler_core.basis import Value
    from compiler_core.graph.exporting.hazards import HazardOutcome

STAGE = "export"


def export_record(hazard: str) -> HazardOutcome:
    """What PyTorch said. Raises UnknownName."""
    from compiler_core.graph.exporting.hazards import hazard as hazard_named
    from compiler_core.graph.exporting.hazards import recorded_hazards

    wanted = hazard_named(hazard).id
    return next(outcome for outcome in recorded_hazards().outcomes if outcome.id == wanted)


def _fact(name: str, read: Callable[[HazardOutcome], Value], unit: str = "") -> Fact:
    return Fact(of="export", name=name, stage=STAGE, read=read, unit=unit, basis="recorded")


EXPORT_FACTS: tuple[Fact, ...] = (
    _fact("torch.export gives a graph", lambda export: export.exported),
    _fact("tracing gives a graph", lambda export: export.traced),
    _fact("warnings of tracing", lambda export: float(len(export.trace_warnings)), "warnings"),
    _fact("difference of the traced answer", lambda export: export.difference),
    _fact("largest answer", lambda export: export.largest),
    _fact("graphs of torch.compile", lambda export: float(export.graphs), "graphs"),
)
