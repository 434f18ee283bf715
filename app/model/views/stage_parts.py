"""Stage 6: which tensors lie inside which, and why another part is copied."""

from __future__ import annotations

from dataclasses import dataclass

from app.words import count
from compiler_core.graph.records import MemoryPlan, TensorPart

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class PartsView:
    """sentence: "" where nothing is joined or taken apart. more: how many are not shown."""

    sentence: str
    lines: tuple[TensorPart, ...]
    more: str


def parts_view(plan: MemoryPlan) -> PartsView:
    """Those that lie inside first."""
    ordered = sorted(plan.parts, key=lambda part: bool(part.refused))
    lines = tuple(ordered[:MOST_SHOWN])
    rest = len(ordered) - len(lines)
    return PartsView(_sentence(plan), lines, f"{rest:,} more are not shown." if rest else "")


def _sentence(plan: MemoryPlan) -> str:
    if not plan.parts:
        return ""
    inside = sum(not part.refused for part in plan.parts)
    saved = sum(placed.buffer.bytes for placed in plan.placed if placed.buffer.inside)
    return (
        f"{inside} of {count(len(plan.parts), 'part')} of Concats and Splits "
        f"{'lies' if inside == 1 else 'lie'} inside the whole: {saved:,} bytes need no memory of "
        "their own and are not copied."
    )
