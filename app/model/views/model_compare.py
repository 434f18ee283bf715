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
    """Names of the source nodes that the kernels of both compute; of many, the first."""
    left: str
    """Operators and tactic of each kernel on the left, or `no kernel`."""
    right: str
    """Operators and tactic of each kernel on the right, or `no kernel`."""
    left_instructions: str
    """Counted, with commas; empty without a kernel on the left."""
    right_instructions: str
    """Counted, with commas; empty without a kernel on the right."""
    change: str
    """From left to right, as `+12.5%` or `the same`; empty where one side has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparePage:
    """The page of two compilations of one network, side by side."""

    title: str
    """Of the document."""
    model_title: str
    """Of the network as readers see it."""
    model: str
    """The network's id in addresses."""
    left: ComparedSide
    """The compilation with the settings of the address."""
    right: ComparedSide
    """The compilation with what the reader changed for it."""
    fields: tuple[SettingField, ...]
    """In which the right side's settings are chosen."""
    kept: tuple[SettingField, ...]
    """Hidden fields with the settings of the left side."""
    action: str
    """Where the form is sent."""
    measures: tuple[MeasureRow, ...]
    """Numbers of both compilations, left before right."""
    pairs: tuple[PairRow, ...]
    """Kernels that differ most first, at most 200; empty until both programs have run."""
    more: str
    """How many pairs are not listed, as `12 more rows`; empty for none."""
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
