"""How often loops were entered, where the counts of blocks alone leave it open: the graph of the
run's function knows it, whose edges were counted by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.host.control_flow.control_flow import flow_of_counts
from compiler_core.host.control_flow.record import ControlFlow
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.record import Counts
from compiler_core.source import SourceFile


def count_with_entries(
    sources: Sequence[SourceFile], compiler_name: str, flags_text: str, experiment: Experiment
) -> Counts:
    """The counts of one run, with every loop's entries that the graph knows. The graph runs the
    program again, so only where the counts leave some open. Raises as `count_source`."""
    setting = compiler_name, flags_text
    counts = count_source(sources, *setting, experiment)
    if not counts.ok or all(loop.entries is not None for loop in counts.loops):
        return counts
    flow = flow_of_counts(counts, sources, setting, experiment)
    return with_entries(counts, flow, [source.name for source in sources])


def with_entries(counts: Counts, flow: ControlFlow, files: Sequence[str]) -> Counts:
    """The counts, with the graph's entries of the loops that have none. files: names by unit."""
    known = {loop.id: loop.entries for loop in flow.loops}

    def is_drawn(unit: int, symbol: str) -> bool:
        return (files[unit] if unit < len(files) else "", symbol) == (flow.file, flow.symbol)

    return replace(
        counts,
        loops=tuple(
            replace(loop, entries=known.get(loop.loop))
            if loop.entries is None and is_drawn(loop.unit, loop.function)
            else loop
            for loop in counts.loops
        ),
    )


def unknown_entries(counts: Counts, flow: ControlFlow) -> str:
    """Why a loop's entries are still not known; empty where all are."""
    unknown = [loop for loop in counts.loops if loop.entries is None]
    if not unknown:
        return ""
    why = (
        "Not known: several ways lead to the first instruction of the loop, from outside and from "
        "its own end, and how often each instruction ran does not tell which was taken how often."
    )
    if flow.function and all(loop.function != flow.symbol for loop in unknown):
        return f"{why} Ways are counted by themselves in {flow.function} only."
    return why
