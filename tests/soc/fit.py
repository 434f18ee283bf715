"""Fits the models on the published rows, prints the errors, and writes `docs/soc-model.md`.

python -m tests.soc.fit            prints
python -m tests.soc.fit --write    and rewrites the page
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import fmean, median

from compiler_core.soc.cnn_fit import (
    BANDWIDTH_SHARE,
    fitted_networks,
    network_residuals,
)
from compiler_core.soc.decode import (
    DEQUANTISE_OPERATIONS,
    KERNELS_OUTSIDE_LAYERS,
    KERNELS_PER_LAYER,
    LAUNCH_SECONDS,
    SYSTEM_BYTES,
)
from compiler_core.soc.decode_fit import decode_residuals, share_for
from compiler_core.soc.reading import soc_named
from tests.architecture.project import ROOT

PAGE = ROOT / "docs" / "soc-model.md"
_INTRODUCTION = """# The SoC model

Written by `python -m tests.soc.fit --write`. Nothing here is measured by us: speeds are modelled,
fitted on the published rows below (`content/soc/measurements.yaml`) and on no others.

A chip is described in `content/soc/*.yaml`; every number there has its source. Bandwidth is bus
width times transfer rate.
"""
_DECODE = """## Decoding

    seconds of a step = max(bytes / (share · bandwidth), operations / peak) + kernels · launch
    bytes = weights that every token reads + experts that are touched + batch · cache
    experts touched = all of them · (1 - (1 - used / experts) ^ batch)
    tokens a second = batch / seconds of a step

The input embedding is not read, unless it is the output head too. A model fits if its weights, its
caches and {system} MiB for the system fit into main memory; one that does not has no speed.

Assumed, not fitted: {kernels} kernels a layer and {outside} outside; a launch takes {cpu:g} µs on
a CPU, {gpu:g} µs on a GPU, {npu:g} µs on an NPU; unpacking a weight takes {unpacking} operations.

Fitted: the share of the bandwidth, one for each class of device, the geometric mean of what its
rows say.
"""
_NETWORKS = """## Networks

    seconds of a kernel = max(compute, SRAM, DRAM) + overhead of a kernel     (double buffers)
    compute = multiply-accumulates / peak / array use / efficiency
    array use = used share of the rows · used share of the columns, in whole rounds
    SRAM, DRAM = bytes / bandwidth
    seconds of a run = sum of the kernels + overhead of a run

With single buffers the three add up. Weights stay on the chip if all of them fit into its SRAM;
else they are read at each run. Activations of a kernel go through DRAM if its input and output do
not fit into what is left. A depthwise layer uses one row of the array. Where no document gives the
array's shape, it is taken as 32 by 32. Assumed: {share:.0%} of the main memory's bandwidth is
reached.

Fitted, so that the squares of log(modelled / measured) are least: an efficiency of
{efficiency:.2f} for all chips, and one overhead a class, {overheads}.
These are {constants} constants on {rows} rows: what is left of the errors says little, what
happens when a row is left out says more.
"""
_OPEN = """## What this does not say

- A class with one row is not known from others: left out, its speed is a guess from units of the
  same kind, and the tables show how wrong it is.
- Vision transformers, recurrent layers, sparsity and thermal limits are not modelled.
- Caches are not modelled, so a language model that fits into one is modelled too slow.
- Prefill is a point of the roofline only.
- Energies are known for the reference SoC alone (Horowitz 2014, 45 nm).
"""


def decode_table() -> list[str]:
    """The decode rows, with errors."""
    lines = [
        "| device | class | model | measured, tokens/s | modelled | error | row left out |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in decode_residuals():
        alone = " (alone in its class)" if one.alone else ""
        lines.append(
            f"| {soc_named(one.row.soc).title} | {one.device_class} | {one.row.model} | "
            f"{one.row.tokens_per_second:g} | {one.modelled:.2f} | {one.error:+.1%} | "
            f"{one.left_out_error:+.1%}{alone} |"
        )
    return lines


def network_table() -> list[str]:
    """The network rows, with errors."""
    lines = [
        "| device | class | network | measured, ms | modelled | error | row left out |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in network_residuals():
        alone = " (alone in its class)" if one.alone else ""
        lines.append(
            f"| {soc_named(one.row.soc).title} | {one.device_class} | {one.row.model} | "
            f"{one.row.milliseconds:g} | {one.modelled_ms:.2f} | {one.error:+.1%} | "
            f"{one.left_out_error:+.1%}{alone} |"
        )
    return lines


def share_table() -> list[str]:
    """What is fitted of decoding."""
    found = {one.device_class: share_for(soc_named(one.row.soc)) for one in decode_residuals()}
    rows = [f"| {name} | {share:.3f} |" for name, share in found.items()]
    return ["| class | share of the bandwidth |", "|---|---|", *rows]


def summary(errors: Sequence[float], within: Sequence[float]) -> str:
    """Both ways of averaging, so that neither hides the other."""
    return (
        f"With each row left out, the error is {fmean(map(abs, within)):.1%} on average over the "
        f"{len(within)} rows whose class has another, {fmean(map(abs, errors)):.1%} over all "
        f"{len(errors)}, {median(map(abs, errors)):.1%} in the median."
    )


def decode_summary() -> str:
    """Of the decode rows."""
    found = decode_residuals()
    within = [one.left_out_error for one in found if not one.alone]
    return summary([one.left_out_error for one in found], within)


def network_summary() -> str:
    """Of the network rows."""
    found = network_residuals()
    within = [one.left_out_error for one in found if not one.alone]
    return summary([one.left_out_error for one in found], within)


def page() -> str:
    """The whole document."""
    launch = {kind: seconds * 1e6 for kind, seconds in LAUNCH_SECONDS.items()}
    fitted = fitted_networks()
    decode = _DECODE.format(
        system=SYSTEM_BYTES // 1024**2, kernels=KERNELS_PER_LAYER, outside=KERNELS_OUTSIDE_LAYERS,
        unpacking=DEQUANTISE_OPERATIONS, **launch,
    )  # fmt: skip
    overheads = ", ".join(
        f"{seconds * 1e6:.1f} µs ({name})" for name, seconds in fitted.overheads.items()
    )
    networks = _NETWORKS.format(
        share=BANDWIDTH_SHARE, efficiency=fitted.efficiency, overheads=overheads,
        constants=1 + len(fitted.overheads), rows=len(network_residuals()),
    )  # fmt: skip
    parts = [
        _INTRODUCTION, decode, *share_table(), "", *decode_table(), "", decode_summary(), "",
        networks, *network_table(), "", network_summary(), "", _OPEN.rstrip(),
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Print the tables, or write the page."""
    if "--write" in arguments:
        PAGE.write_text(page(), encoding="utf-8")
        print(f"Written: {PAGE.relative_to(ROOT)}")
    for line in (*decode_table(), decode_summary(), *network_table(), network_summary()):
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
