"""Two back ends for one graph: compiled code, and a plan that a small runtime interprets."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.views.model_measures import MeasureRow
from app.words import count
from compiler_core.amounts import raised
from compiler_core.graph.pipeline.run_stage import BackEnd, RunDetails, TwoBackEnds

WAITING = "Both are measured after the program has run."
_ROWS = (
    ("instructions", "Instructions executed"),
    ("bytes_moved", "Bytes loaded and stored"),
    ("code_bytes", "Machine code of the kernels, bytes"),
    ("plan_bytes", "Plan, bytes"),
    ("arena_bytes", "Arena, bytes"),
    ("weight_bytes", "Weights, bytes"),
)


@dataclass(frozen=True, slots=True)
class BackEndsView:
    """note: why there are no rows, "" where there are."""

    sentence: str
    rows: tuple[MeasureRow, ...]
    note: str


def back_ends_view(ran: RunDetails | None) -> BackEndsView:
    """ran: what the last stage left, None while it has not."""
    if ran is None:
        return BackEndsView("", (), WAITING)
    if ran.back_ends is None:
        return BackEndsView("", (), ran.back_ends_note)
    back_ends = ran.back_ends
    rows = tuple(_row(title, name, back_ends) for name, title in _ROWS)
    return BackEndsView(_sentence(back_ends), rows, "")


def _sentence(pair: TwoBackEnds) -> str:
    kinds = ", ".join(f"{number} {kind}" for kind, number in pair.operations)
    times = pair.interpreted.instructions / max(1, pair.compiled.instructions)
    share = pair.largest_difference / pair.largest_output if pair.largest_output else 0.0
    agreed = (
        "The outputs are the same, bit for bit."
        if not share
        else f"The outputs differ by {raised(f'{share:.1e}')} of the largest."
    )
    return (
        f"The plan lists {count(pair.interpreted.kernels, 'operation')}: {kinds}. Interpreted, it "
        f"executes {times:.0f} times the instructions of the code compiled for the same nodes. "
        f"{agreed}"
    )


def _row(title: str, name: str, pair: TwoBackEnds) -> MeasureRow:
    before, after = _number(pair.compiled, name), _number(pair.interpreted, name)
    if not before:
        change = "no code has to be built" if name == "plan_bytes" else ""
    else:
        change = "the same" if before == after else f"{after / before:.2f} ×"
    return MeasureRow(title, f"{before:,}", f"{after:,}", change)


def _number(back_end: BackEnd, name: str) -> int:
    return getattr(back_end, name)
