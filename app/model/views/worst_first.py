"""Kernels, the dearest first, each beside the limit of its arithmetic; and the cliff in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.views.model_step import sources_words
from app.model.views.whole_graph_text import share_text
from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.graph.whole_graph.worst_first import KernelCost, cliff_of

ROWS_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class WorstRow:
    """A kernel."""

    cost: KernelCost
    """The kernel and its counts."""
    operators: str
    """In order, as `Conv → Relu`."""
    sources: str
    """Names of the nodes of the file; of many, the first."""
    share: str
    """Of all instructions, as text in percent."""
    each: str
    """Instructions a multiply-accumulate, "" where nothing is multiplied."""
    limit: str
    """Instructions a multiply-accumulate that its arithmetic allows; empty without products."""
    times: str
    """How far above the limit, as words."""
    address: str
    """Page with the kernel's C lines."""


@dataclass(frozen=True, slots=True)
class WorstView:
    """cliff: where most is lost, "" for nowhere. rest: kernels beyond the first."""

    cliff: str
    rows: tuple[WorstRow, ...]
    rest: tuple[WorstRow, ...]
    more: str


def worst_view(request: ModelRequest, costs: Sequence[KernelCost]) -> WorstView | None:
    """None where nothing was counted."""
    if not costs:
        return None
    rows = tuple(_row(request, cost) for cost in costs)
    rest = rows[ROWS_SHOWN:]
    more = f"{count(len(rest), 'more kernel')}" if rest else ""
    return WorstView(cliff_words(costs), rows[:ROWS_SHOWN], rest, more)


def cliff_words(costs: Sequence[KernelCost]) -> str:
    """Where most instructions are lost and why; "" where no slow path costs much."""
    cliff = cliff_of(costs)
    if cliff is None:
        return ""
    kernels = count(cliff.kernels, "kernel")
    return (
        f"{kernels} on a slow path: {cliff.share:.0%} of all instructions, up to {cliff.worst:.2g} "
        f"a multiply-accumulate where {cliff.limit:.4g} is the limit. "
        f"Why this code: {cliff.reason}."
    )


def _row(request: ModelRequest, cost: KernelCost) -> WorstRow:
    record = cost.record
    engine = request.at_stage("engine").changed(view=record.function)
    return WorstRow(
        cost=cost,
        operators=" → ".join(record.operators),
        sources=sources_words(record.sources),
        share=share_text(round(1e6 * cost.share), 1_000_000),
        each=f"{cost.each:.3g}" if cost.multiplies else "",
        limit=f"{cost.limit:.4g}" if cost.multiplies else "",
        times=f"{cost.each / cost.limit:.1f} times" if cost.multiplies else "",
        address=engine.address("code-title"),
    )
