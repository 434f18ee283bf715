"""How far the times of networks are from published rows that nothing is fitted on."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median

from compiler_core.soc.networks.cnn_fit import HeldOutNetwork, held_out_network_residuals
from compiler_core.soc.reading import soc_named
from tests.soc.vela.comparison import rank_correlation


def network_lines() -> list[str]:
    """A table of all rows, and the means."""
    found = held_out_network_residuals()
    lines = [
        "| device | network | measured, ms | modelled | error |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {soc_named(one.row.soc).title} | {one.row.model} | {one.row.milliseconds:g} | "
        f"{one.modelled_ms:.2f} | {one.error:+.1%} |"
        for one in found
    ]
    return [*lines, "", network_means(found)]


def network_means(found: Sequence[HeldOutNetwork]) -> str:
    """Errors and order over all rows."""
    errors = [abs(one.error) for one in found]
    return (
        f"Held out: {median(errors):.1%} in the median over {len(errors)} rows, "
        f"{fmean(errors):.1%} on average, rank correlation {rank_of(found):.3f}."
    )


def rank_of(found: Sequence[HeldOutNetwork]) -> float:
    """Spearman's correlation of modelled and measured times."""
    return rank_correlation(
        [one.modelled_ms for one in found], [one.row.milliseconds for one in found]
    )
