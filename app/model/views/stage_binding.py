"""What the program is tied to: where it ran, where it died, which shape it refused."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.pipeline.run_stage import BindingTrial, RunDetails

WAITING = "The program is tried elsewhere once it has run here."


@dataclass(frozen=True, slots=True)
class BindingView:
    """note: why there are no rows, "" where there are."""

    rows: tuple[BindingTrial, ...]
    note: str


def binding_view(ran: RunDetails | None) -> BindingView:
    """ran: what the last stage left, None while it has not."""
    if ran is None:
        return BindingView((), WAITING)
    return BindingView(ran.trials, ran.trials_note)
