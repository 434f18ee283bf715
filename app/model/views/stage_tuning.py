"""Stage 6, tuning: tiles that were compiled and measured for the chosen kernel."""

from __future__ import annotations

from dataclasses import dataclass

from app.words import count
from compiler_core.graph.pipeline.tuned_kernels import Tuned
from compiler_core.graph.tuning.records import Candidate, TuningResult

_LANES = 4
_BUDGETS = (0, 10, 30, 60)


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRow:
    """A tile: instructions of one call, counted; cycles modelled by llvm-mca."""

    tile: str
    """Rows and columns, as `4 × 8`."""
    order: str
    """Of the loops over tiles."""
    unroll: str
    """How many rounds of the innermost loop stand in one."""
    instructions: str
    """Counted in one call, with commas; empty where it failed."""
    cycles: str
    """Modelled for a number of multiplies, in words; empty where not modelled."""
    failure: str
    """Why it was not measured, empty if it was."""
    won: bool
    """Whether this tile is the one in the program."""


@dataclass(frozen=True, slots=True)
class TuningView:
    """headline: of all layers. sentence: of the chosen kernel, whose candidates are the rows."""

    headline: str
    sentence: str
    facts: str
    rows: tuple[CandidateRow, ...]


def tuning_view(tuned: Tuned, group: str) -> TuningView:
    """group: of the kernel that is shown."""
    tuning = next((result for result in tuned.results if result.layer == group), None)
    refused = dict(tuned.refused)
    if tuning is None:
        return TuningView(_headline(tuned), _why_not(tuned, refused, group), "", ())
    rows = tuple(_row(candidate, tuning) for candidate in tuning.candidates)
    cached = " The measurements are kept from an earlier run." if tuning.cached else ""
    facts = f"{tuning.compiler}, {tuning.tactic} on {tuning.core}; {tuning.ending}.{cached}"
    return TuningView(_headline(tuned), tuning.sentence, facts, rows)


def tune_choices(seconds: int) -> list[tuple[str, str]]:
    """Budgets offered, and the one in force."""
    budgets = sorted({*_BUDGETS, seconds})
    return [(str(budget), f"{budget} seconds" if budget else "do not search") for budget in budgets]


def _headline(tuned: Tuned) -> str:
    before = sum(result.default.instructions for result in tuned.results)
    after = sum(tuning.winner.instructions for tuning in tuned.results)
    if not before:
        return "No layer was measured within the budget."
    late = f" There was no time for {len(tuned.waiting)} more." if tuned.waiting else ""
    return (
        f"Tuned: {count(len(tuned.results), 'layer')}. {before:,} instructions with the tiles "
        f"chosen by rule, {after:,} with the winners ({after / before - 1:+.1%}).{late}"
    )


def _why_not(tuned: Tuned, refused: dict[str, str], group: str) -> str:
    if group in refused:
        return refused[group]
    if group in tuned.waiting:
        return "The time was over before this kernel's turn; it keeps the tile chosen by rule."
    return "This kernel has no tiles to choose from."


def _row(trial: Candidate, tuning: TuningResult) -> CandidateRow:
    tile, cycles = trial.tile, trial.loop_cycles
    return CandidateRow(
        tile=f"{tile.rows} × {tile.vectors * _LANES}",
        order=tile.order,
        unroll=str(tile.unroll),
        instructions=f"{trial.instructions:,}" if trial.instructions else "",
        cycles=f"{cycles:.1f} for {trial.loop_multiplies} multiplies" if cycles is not None else "",
        failure=trial.failure,
        won=trial == tuning.winner,
    )
