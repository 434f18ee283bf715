"""Two compilations of one network side by side: numbers, and kernels joined by their nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.views.model_measures import MeasureRow
from app.model.views.model_step import sources_words
from app.site.views.setting_fields import SettingField
from compiler_core.graph.whole_graph.two_programs import KernelPair
from compiler_core.graph.whole_graph.worst_first import KernelCost

PAIRS_SHOWN = 200


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One of the two: its settings in words, and its last stage."""

    words: str
    address: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """Kernels of both for the same source nodes."""

    sources: str
    left: str
    right: str
    left_instructions: str
    right_instructions: str
    change: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparePage:
    """The page of two compilations of one network, side by side."""

    title: str
    model_title: str
    model: str
    left: ComparedSide
    right: ComparedSide
    fields: tuple[SettingField, ...]
    kept: tuple[SettingField, ...]
    action: str
    measures: tuple[MeasureRow, ...]
    pairs: tuple[PairRow, ...]
    more: str
    waiting: str
    """What still runs, "" for nothing."""
    again: str
    """Address of this page."""


def pair_rows(pairs: Sequence[KernelPair]) -> tuple[PairRow, ...]:
    """Those that differ most."""
    return tuple(_pair(pair) for pair in pairs[:PAIRS_SHOWN])


def _pair(pair: KernelPair) -> PairRow:
    before, after = pair.left_instructions, pair.right_instructions
    change = f"{after / before - 1:+.1%}" if before and after else ""
    return PairRow(
        sources=sources_words(pair.sources),
        left=_kernels(pair.left),
        right=_kernels(pair.right),
        left_instructions=f"{before:,}" if pair.left else "",
        right_instructions=f"{after:,}" if pair.right else "",
        change="the same" if before == after else change,
    )


def _kernels(kernels: Sequence[KernelCost]) -> str:
    shown = "; ".join(
        f"{' → '.join(kernel.record.operators)} ({kernel.record.tactic})" for kernel in kernels[:3]
    )
    rest = len(kernels) - 3
    return f"{shown} and {rest} more" if rest > 0 else shown or "no kernel"
