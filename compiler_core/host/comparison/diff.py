"""Two compilations side by side: rows, counts, and what changed in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.comparison.function_pairs import (
    FunctionPair,
    LoneFunction,
    Matching,
    match_functions,
)
from compiler_core.host.comparison.loop_rates import loop_rates
from compiler_core.host.comparison.rows import ComparedRow, lone_rows, paired_rows
from compiler_core.host.comparison.summary import (
    comparison_summary,
    failure_summary,
    function_summary,
)
from compiler_core.host.compilation import Compilation, FunctionListing
from compiler_core.host.metrics import main_loop, summed
from compiler_core.host.rounds.counts import RoundCounts, round_counts
from compiler_core.host.work import WORK_PER_COMPARISON, limited_to
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True)
class FunctionComparison:
    """One function: what changed, and its rows."""

    name: str
    """As written in the source, of C++ with its parameters; the left side's where both have it."""
    identical: bool
    """Only labels and registers differ."""
    summary: tuple[str, ...]
    """What changed from left to right, in sentences; says so where nothing did."""
    metrics: Mapping[str, Mapping[str, float]]
    """Counts by name, such as `instructions`, under `left` and `right`; empty on a side that
    lacks the function."""
    rows: tuple[ComparedRow, ...]
    """Every line of both sides in order, left before right where neither answers the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsComparison:
    """Two settings compared."""

    left: str
    """The first setting's title, such as `GCC 12.2.0 -O2`."""
    right: str
    """The second setting's title, such as `GCC 12.2.0 -O3`."""
    summary: tuple[str, ...]
    """What changed from left to right, in sentences that name their function where there are
    several; or which side gave no assembly and why."""
    metrics: Mapping[str, Mapping[str, float]]
    """Side -> counts of all functions together (`metrics.metrics_of`), and the loop's (`loop_…`) of
    the first function with a main loop."""
    functions: tuple[FunctionComparison, ...]
    """In the order of the left side, those that only the right has at the end; empty where a
    side gave no assembly."""
    rows: tuple[ComparedRow, ...]
    """Those of all functions in order."""

    @property
    def identical(self) -> bool:
        """Nothing but labels and registers differs."""
        return bool(self.functions) and all(function.identical for function in self.functions)


def compare(
    left: Compilation, right: Compilation, sources: Sequence[SourceFile] = ()
) -> SettingsComparison:
    """Compare two compilations of the same source. A side without assembly is said to be so.

    sources: with them counts per element are known too, which takes a compile without optimisation
    of either side. Raises TooLargeToAnalyse.
    """
    failures = failure_summary(left, right)
    if failures:
        return SettingsComparison(
            left=title_of(left),
            right=title_of(right),
            summary=failures,
            metrics=_no_metrics(),
            functions=(),
            rows=(),
        )
    rounds = round_counts(sources, left), round_counts(sources, right)
    with limited_to(WORK_PER_COMPARISON):
        return _comparison(left, right, *rounds)


def _comparison(
    left: Compilation, right: Compilation, left_rounds: RoundCounts, right_rounds: RoundCounts
) -> SettingsComparison:
    items = match_functions(left, right).items
    matching = Matching(items, left_rounds, right_rounds)
    functions = tuple(_compared(item, matching) for item in matching.items)
    return SettingsComparison(
        left=title_of(left),
        right=title_of(right),
        summary=comparison_summary(matching, [function.summary for function in functions]),
        metrics=_metrics(matching.lefts, matching.rights, matching),
        functions=functions,
        rows=tuple(row for compared in functions for row in compared.rows),
    )


def title_of(compilation: Compilation) -> str:
    """Compiler, version and flags: `GCC 12.2.0 -O2`."""
    return " ".join((compilation.compiler_title, *compilation.flags))


def _compared(item: FunctionPair | LoneFunction, matching: Matching) -> FunctionComparison:
    if isinstance(item, FunctionPair):
        lefts, rights = (item.left,), (item.right,)
        rows = paired_rows(item.left, item.right, item.alignment)
    else:
        lefts = (item.function,) if item.side == "left" else ()
        rights = (item.function,) if item.side == "right" else ()
        rows = lone_rows(item.function, "removed" if item.side == "left" else "added")
    summary = function_summary(item, matching)
    return FunctionComparison(
        item.name, item.identical, summary, _metrics(lefts, rights, matching), rows
    )


def _no_metrics() -> dict[str, dict[str, float]]:
    return {"left": {}, "right": {}}


def _metrics(
    lefts: Sequence[FunctionListing], rights: Sequence[FunctionListing], matching: Matching
) -> dict[str, dict[str, float]]:
    return {
        "left": function_metrics(lefts, matching.left_rounds),
        "right": function_metrics(rights, matching.right_rounds),
    }


def function_metrics(functions: Sequence[FunctionListing], rounds: RoundCounts) -> dict[str, float]:
    """Counts of functions together, and those of the first main loop among them."""
    totals: dict[str, float] = dict(summed([function.metrics for function in functions]))
    for function in functions:
        loop = main_loop(function.loops)
        if loop is not None:
            counts = {k: v for k, v in function.metrics.items() if k.startswith("loop_")}
            return totals | counts | loop_rates(loop, rounds.of(function, loop))
    return totals
