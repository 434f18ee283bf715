"""The page of all components."""

from __future__ import annotations

from dataclasses import dataclass

from app.view_models.diff import DiffView
from app.view_models.explorer import AlertView, DiagnosticView
from app.view_models.figure import FigureView
from app.view_models.registers import RegisterMapView


@dataclass(frozen=True, slots=True)
class ComponentsPage:
    """alert, diagnostics: made-up messages. figure, registers, diff: from a live example, or
    nothing where no compiler runs. roles: of registers, each with its meaning.
    """

    title: str
    alert: AlertView
    diagnostics: tuple[DiagnosticView, ...]
    figure: FigureView | None
    registers: tuple[RegisterMapView, ...]
    diff: DiffView | None
    roles: tuple[tuple[str, str], ...]
