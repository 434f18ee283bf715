"""Decisions as a builder prints them while it fuses layers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler_core.amounts import count
from compiler_core.graph.fusion.records import Decision
from compiler_core.graph.records import FusedGroup


def builder_log(
    groups: tuple[FusedGroup, ...],
    decisions: tuple[Decision, ...],
    patterns: Mapping[str, tuple[str, ...]],
) -> tuple[str, ...]:
    """One line for each decision, then one for each kernel, then the count."""
    before = sum(len(group.nodes) for group in groups)
    lines = [_decision_line(decision) for decision in decisions]
    kernels = list(_kernel_lines(groups, patterns))
    return (
        *lines,
        *kernels,
        f"After fusion: {count(len(groups), 'kernel')} from {count(before, 'node')}.",
    )


def _decision_line(decision: Decision) -> str:
    pair = decision.subject + (f" with {decision.other}" if decision.other else "")
    if decision.verdict == "fused":
        gain = f", saves {decision.saved_bytes:,} B" if decision.saved_bytes else ""
        return f"Fusing {pair}: {decision.rule}{gain}."
    word = "not worth it" if decision.because == "cost" else "not legal"
    return f"Refusing {pair}: {decision.rule}, {word}. {decision.reason}"


def _kernel_lines(
    groups: tuple[FusedGroup, ...], patterns: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    for number, group in enumerate(groups):
        names = patterns.get(group.name, ())
        title = f" [{', '.join(names)}]" if names else ""
        yield f"Kernel {number}: {' + '.join(group.nodes)}{title}"
