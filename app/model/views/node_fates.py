"""What became of each node of the source, and how many of them became what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.model.views.whole_graph_text import TITLE_LENGTH, shortened
from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.graph.whole_graph.fates import Fate

ROWS_SHOWN = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class FateRow:
    """A node: address shows it at stage 2."""

    node: str
    """Name in the file, shortened to 80 characters."""
    operator: str
    """As the file names it, shortened to 40 characters."""
    address: str
    """Page of stage 2 with this node drawn."""
    became: str
    """A kernel or what removed it."""
    became_address: str
    """Page with the kernel's C lines, empty for a node that was removed."""
    reason: str
    """Why the last pass that changed it did so; empty if none did."""


@dataclass(frozen=True, slots=True)
class FatesView:
    """sentence: how many became what."""

    sentence: str
    rows: tuple[FateRow, ...]
    more: str


def fates_view(request: ModelRequest, fates: Sequence[Fate]) -> FatesView | None:
    """None before the engine is built."""
    if not fates:
        return None
    rest = len(fates) - ROWS_SHOWN
    more = f"{count(rest, 'more node')}: search for them at stage 2." if rest > 0 else ""
    rows = tuple(_row(request, fate) for fate in fates[:ROWS_SHOWN])
    return FatesView(_sentence(fates), rows, more)


def _sentence(fates: Sequence[Fate]) -> str:
    """`176 nodes of the file: 123 are computed by 54 kernels; 53 were removed, 53 by …`."""
    computed = [fate for fate in fates if fate.kernels]
    kernels = {name for survivor in computed for name in survivor.kernels}
    removed = Counter(_pass_title(gone) for gone in fates if not gone.kernels)
    said = (
        f"{count(len(fates), 'node')} of the file: {len(computed):,} are computed by "
        f"{count(len(kernels), 'kernel')}"
    )
    if not removed:
        return f"{said}."
    parts = ", ".join(f"{number:,} by {name}" for name, number in removed.most_common())
    return f"{said}; {removed.total():,} are gone: {parts}."


def _pass_title(fate: Fate) -> str:
    return fate.pass_name.replace("-", " ") or "a change that named other nodes"


def _row(request: ModelRequest, fate: Fate) -> FateRow:
    export = request.at_stage("export").changed(view=fate.node)
    title = _pass_title(fate)
    kernels = ", ".join(fate.kernels[:3])
    became = kernels or f"− {fate.kind or 'removed'} by {title}"
    engine = request.at_stage("engine").changed(view=fate.kernels[0]) if fate.kernels else None
    changed = f"{fate.kind} by {title}: " if fate.kernels and fate.kind else ""
    return FateRow(
        node=shortened(fate.node, 80),
        operator=shortened(fate.operator, 40),
        address=export.address("nodes-title"),
        became=became,
        became_address=engine.address("code-title") if engine else "",
        reason=shortened(f"{changed}{fate.reason}", TITLE_LENGTH) if fate.reason else "",
    )
