"""How far prefill is from published prompts, each half predicted by what the other half says."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from compiler_core.soc.prompts.fit import NEAR, PromptResidual, prompt_errors, prompt_residuals
from compiler_core.soc.reading import soc_named


def prompt_lines() -> list[str]:
    """A table of all rows, and the means."""
    lines = [
        "| device | engine | model | type | tokens | measured, ms | modelled | error | "
        "half left out | source |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for one in prompt_residuals():
        row, note = one.row, " (from other chips)" if one.alone else ""
        lines.append(
            f"| {soc_named(row.soc).title} | {row.engine} | {row.model} | {row.type} | "
            f"{row.tokens} | {row.milliseconds:,.0f} | {one.modelled_ms:,.0f} | {one.error:+.1%} | "
            f"{one.judged_error:+.1%}{note} | [{row.source.title}]({row.source.address}) |"
        )
    return [*lines, "", *_by_device(prompt_residuals()), "", prompt_means()]


def _by_device(found: Sequence[PromptResidual]) -> list[str]:
    lines = [
        "| device | type | rows | within 30% | mean error, half left out |",
        "|---|---|---|---|---|",
    ]
    for soc, stored in dict.fromkeys((one.row.soc, one.row.type) for one in found):
        rows = [one for one in found if (one.row.soc, one.row.type) == (soc, stored)]
        errors = [abs(row.judged_error) for row in rows]
        near = sum(error <= NEAR for error in errors)
        lines.append(
            f"| {soc_named(soc).title} | {stored} | {len(rows)} | {near} | {fmean(errors):.1%} |"
        )
    return lines


def prompt_means() -> str:
    """Over all rows that have another half."""
    found = prompt_errors()
    return (
        f"Prompts, both halves: {found.near} of {found.rows} rows within {NEAR:.0%}, "
        f"{found.mean:.1%} on average, {found.largest:.1%} at most; {found.alone} row from other "
        "chips alone."
    )
