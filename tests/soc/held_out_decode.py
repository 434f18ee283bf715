"""How far decoding is from published rows that nothing is fitted on."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median

from compiler_core.soc.decoding.decode_fit import HeldOutResidual, held_out_residuals
from compiler_core.soc.reading import soc_named

# Models of Rockchip's table whose rows complete it, listed after the model's terms were chosen.
LISTED_LAST = ("MiniCPM4", "TeleChat2")


def decode_lines() -> list[str]:
    """A table of all rows, and the means."""
    found = held_out_residuals()
    lines = [
        "| device | engine | model | measured, tokens/s | modelled | error |",
        "|---|---|---|---|---|---|",
    ]
    for one in found:
        note = "" if one.fitted_pair else " (no fitted row has this device and engine)"
        lines.append(
            f"| {soc_named(one.row.soc).title} | {one.row.engine.name} | {one.row.model} | "
            f"{one.row.tokens_per_second:g} | {one.modelled:.2f} | {one.error:+.1%}{note} |"
        )
    return [*lines, "", *_by_device(found), "", _means(found)]


def rows_listed_first() -> list[HeldOutResidual]:
    """Those of fitted devices with their engines, but for the models of `LISTED_LAST`."""
    return [
        residual
        for residual in held_out_residuals()
        if residual.fitted_pair and not residual.row.model.startswith(LISTED_LAST)
    ]


def _by_device(found: Sequence[HeldOutResidual]) -> list[str]:
    lines = ["| device | rows | mean error | median |", "|---|---|---|---|"]
    for name in dict.fromkeys(one.row.soc for one in found):
        errors = [abs(one.error) for one in found if one.row.soc == name]
        lines.append(
            f"| {soc_named(name).title} | {len(errors)} | {fmean(errors):.1%} | "
            f"{median(errors):.1%} |"
        )
    return lines


def _means(found: Sequence[HeldOutResidual]) -> str:
    errors = [abs(one.error) for one in found]
    fitted = [abs(one.error) for one in found if one.fitted_pair]
    return (
        f"Held out: {fmean(fitted):.1%} on average over the {len(fitted)} rows of fitted devices "
        f"with their engines, {fmean(errors):.1%} over all {len(errors)}, "
        f"{median(errors):.1%} in the median."
    )
