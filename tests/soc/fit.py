"""Fits the models on the published rows, prints the errors, and writes `docs/soc-model.md`.

python -m tests.soc.fit            prints
python -m tests.soc.fit --write    and rewrites the page
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from statistics import fmean, median

from compiler_core.soc.decode_engines import ENGINES, DecodeEngine, engine_named
from compiler_core.soc.decoding.decode import SYSTEM_BYTES
from compiler_core.soc.decoding.decode_fit import decode_residuals, share_of_engine
from compiler_core.soc.description import Source
from compiler_core.soc.measurements import decode_measurements, held_out_decode
from compiler_core.soc.networks.cnn_fit import (
    BANDWIDTH_SHARE,
    fitted_networks,
    network_residuals,
)
from compiler_core.soc.reading import soc_named
from tests.architecture.project import ROOT
from tests.soc.chip_document import energy_sections, source_sections
from tests.soc.choice_document import choice_part, waits_text
from tests.soc.decode_alternatives import alternatives
from tests.soc.decode_physics import longest_unpacking
from tests.soc.held_out_decode import LISTED_LAST, decode_lines, rows_listed_first
from tests.soc.network_document import network_sections
from tests.soc.roofline_document import roofline_sections

PAGE = ROOT / "docs" / "soc-model.md"
_INTRODUCTION = """# The SoC model

Written by `python -m tests.soc.fit --write`. Nothing here is measured by us: speeds are modelled,
fitted on the published rows below (`content/soc/measurements.yaml`) and on no others.

A chip is described in `content/soc/*.yaml`; every number there has its source. Bandwidth is bus
width times transfer rate.
"""
_DECODE = """## Decoding

    seconds of a step = max(bytes / (share · bandwidth), arithmetic) + kernels · launch
                        + waits · wait
    kernels = layers · kernels of a layer + kernels outside; waits likewise
    wait = wait that was measured · fp32 speed of the core there / of the chip's own core
    bytes = weights that every token reads + experts that are touched + batch · cache
    experts touched = all of them · (1 - (1 - used / experts) ^ batch)
    arithmetic = c · layers · batch / 128 + operations / (e · peak), c and e of the prompts below
    tokens a second = batch / seconds of a step

The input embedding is not read, unless it is the output head too. A model fits if its weights, its
caches and {system} MiB for the system fit into main memory; one that does not has no speed.

Two rows of one chip are not alike if another program ran them: llama.cpp of 2023 starts {slow}
kernels a layer on the Jetson AGX Orin, one by one, from a slow CPU; MLC starts {fused} on the Orin
Nano. So kernels and launches belong to the engine that a row was measured with. They are counted in
the engines' sources, or assumed, or chosen among what documents leave open (below):
"""
_FITTED = """Tokens of several sequences are multiplied with the same weights like tokens of one
prompt, so the arithmetic of a step takes what a prompt of so many tokens takes without its
attention, at the efficiency that is fitted on prompts (below). No published row here decodes
several sequences.

What a row reads is counted as well: the cache at the positions that were timed, where the table
says how many, and the types of weights. NVIDIA's figures of the Orin Nano are from one
[script](https://github.com/dusty-nv/jetson-containers/blob/master/packages/llm/mlc/benchmark.sh).
It runs all models in MLC's `q4f16_ft`, with 4 bits and [one scale for a whole
column](https://github.com/mlc-ai/mlc-llm/blob/main/python/mlc_llm/quantization/ft_quantization.py)
and 4.5 bits in the head, and Gemma 2 alone in `q4f16_1`, with 4.5 bits and products of another
library.

Fitted: the share of the bandwidth, one for each engine, the geometric mean of what its rows say. An
engine without rows takes the geometric mean of the engines that have some; so does a row's engine
when its only row is left out.
"""
_HELD_OUT = """### Held out

Published rows that nothing is fitted on, from `content/soc/held-out.yaml`;
`python -m tests.soc.held_out` prints them. The goal is 12% on average over the fitted devices.
The worst are what no document that was found explains: K-quants on the M1's GPU, and Gemma 2 with
MLC, whose products no fitted row has. The rows of {late} were listed last, to
complete Rockchip's table; without them the mean is {before:.1%} over {rows} rows.
"""
_TRIED = """### What else was tried

Each line has the mean error of all {count} rows, each left out, and beside it that of the rows of
fitted devices that are held out. Neither made one of these the model: they are one term put in or
taken out of what was chosen.

- To unpack weights takes at most {unpacking:.0%} of a measured token on Apple's GPUs, by the
  instructions of llama.cpp's kernels and
  [their measured rates](https://github.com/philipturner/metal-benchmarks). They are not bound by
  that, unless nothing overlaps, and then the fitted rows are missed.
- All the memory that Rockchip prints, in place of the weights: the fitted rows speak against it,
  and no document says that a token reads buffers. The memory of its two types of one model differs
  by half a byte for each weight, the head's too: so the head has 4 bits as well. In [a file
  of an older toolkit](https://github.com/gahingwoo/charsiu/blob/main/docs/vendor-dispatch.md) it
  has 8.
- Gemma 2 in `q4f16_1` as an engine of its own would have no fitted row, and so none to judge it
  by: it stays with MLC. By MLC's source the head is read in 4.5 bits, not in 16; there are two more
  norms a layer; the window and the soft cap of scores are left out.
- Kernels counted for each family, with its biases and norms, partly from memory: the fitted rows
  hardly move.
- [Rockchip's scripts](https://github.com/airockchip/rknn-llm/tree/main/scripts) set the memory to
  2,112 MHz, 1% below what its chips allow. Its rows are alike in that, so the share takes it.
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
array's shape, an accelerator's is taken as 32 by 32. A CPU has vector instructions instead: of
bytes, 4 input channels for each 32-bit lane. For a GPU no array is assumed. A CPU and a GPU start
kernels as fast as when they decode. Assumed: {share:.0%} of the main memory's bandwidth is reached.

Fitted, so that the squares of log(modelled / measured) are least: an efficiency of
{efficiency:.2f} for all chips, and one overhead a class, {overheads}.
These are {constants} constants on {rows} rows: what is left of the errors says little, what
happens when a row is left out says more.
"""
_OPEN = """## What this does not say

- An engine or a class with one row is not known from others: left out, its speed is a guess, and
  the tables show how wrong it is.
- Energies per byte are Horowitz's for 45 nm, of the reference SoC, and are assumed for all others.
- Vision transformers, recurrent layers, sparsity and thermal limits are not modelled.
- Caches are not modelled, so a language model that fits into one is modelled too slow.
- Prefill is modelled without a fit, and too fast: the part on rooflines says by how much.
"""


def engine_table() -> list[str]:
    """What is known or assumed of each engine."""
    lines = ["| engine | kernels a layer | outside | launch | why |", "|---|---|---|---|---|"]
    return lines + [
        f"| {engine.title} | {engine.kernels_per_layer} | {engine.kernels_outside} | "
        f"{launch_text(engine)} | {engine_reason(engine)} |"
        for engine in ENGINES
    ]


def launch_text(engine: DecodeEngine) -> str:
    """What a kernel takes to start, or how often the unit waits instead."""
    waits = engine.waits
    if waits is None:
        return f"{engine.launch_seconds * 1e6:g} µs"
    return f"none, but {waits.per_layer} waits a layer and {waits.outside} outside"


def engine_reason(engine: DecodeEngine) -> str:
    """Where kernels and launches are from."""
    found = f"{linked(engine.counted_in)}; launch: {engine.launch_reason}"
    return f"{found} ({linked(engine.launch_source)})" if engine.launch_source else found


def linked(source: Source) -> str:
    """A source, with its address if it has one."""
    shown = f"[{source.title}]({source.address})" if source.address else source.title
    return shown + (" (not opened)" if source.state == "not opened" else "")


def decode_table() -> list[str]:
    """The decode rows, with errors."""
    lines = [
        "| device | engine | model | measured, tokens/s | modelled | error | row left out | from |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in decode_residuals():
        alone = " (alone with its engine)" if one.alone else ""
        lines.append(
            f"| {soc_named(one.row.soc).title} | {one.row.engine.name} | {one.row.model} | "
            f"{one.row.tokens_per_second:g} | {one.modelled:.2f} | {one.error:+.1%} | "
            f"{one.left_out_error:+.1%}{alone} | {linked(one.row.source)} |"
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
    rows = decode_measurements()
    found = [
        (name, share_of_engine(name, rows))
        for name in dict.fromkeys(row.engine.name for row in rows)
    ]
    lines = [f"| {name} | {share:.3f} |" for name, share in found]
    return ["| engine | share of the bandwidth |", "|---|---|", *lines]


def tried_table() -> list[str]:
    """Other ways to fit the same rows."""
    lines = [f"| {one.title} | {one.error:.1%} | {one.held_out:.1%} |" for one in alternatives()]
    return ["| fit | mean error, each row left out | held out |", "|---|---|---|", *lines]


def tried_text() -> str:
    """What the table does not say."""
    return _TRIED.format(
        count=len(decode_residuals()),
        unpacking=longest_unpacking(decode_measurements() + held_out_decode()),
    )


def held_out_text() -> str:
    """With the mean over the rows that were listed first."""
    first = rows_listed_first()
    return _HELD_OUT.format(
        late=" and ".join(LISTED_LAST),
        before=fmean(abs(one.error) for one in first),
        rows=len(first),
    )


def summary(errors: Sequence[float], within: Sequence[float]) -> str:
    """Both ways of averaging, so that neither hides the other."""
    return (
        f"With each row left out, the error is {fmean(map(abs, errors)):.1%} on average over all "
        f"{len(errors)} rows, {fmean(map(abs, within)):.1%} over the {len(within)} that are not "
        f"alone, {median(map(abs, errors)):.1%} in the median."
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


def decode_part() -> list[str]:
    """What the page says of decoding."""
    slow, fused = engine_named("llama.cpp-cuda"), engine_named("mlc-cuda")
    opening = _DECODE.format(
        system=SYSTEM_BYTES // 1024**2,
        slow=slow.kernels_per_layer if slow else "",
        fused=fused.kernels_per_layer if fused else "",
    )
    return [
        opening,
        *engine_table(),
        "",
        waits_text(),
        _FITTED,
        *share_table(),
        "",
        *decode_table(),
        "",
        decode_summary(),
        "",
        *choice_part(),
        "",
        tried_text(),
        *tried_table(),
        "",
        held_out_text(),
        *decode_lines(),
        "",
    ]


def page() -> str:
    """The whole document."""
    fitted = fitted_networks()
    overheads = ", ".join(
        f"{seconds * 1e6:.1f} µs ({name})" for name, seconds in fitted.overheads.items()
    )
    networks = _NETWORKS.format(
        share=BANDWIDTH_SHARE,
        efficiency=fitted.efficiency,
        overheads=overheads,
        constants=1 + len(fitted.overheads),
        rows=len(network_residuals()),
    )
    parts = [
        _INTRODUCTION,
        *decode_part(),
        networks,
        *network_table(),
        "",
        network_summary(),
        "",
        *network_sections(),
        *roofline_sections(),
        *energy_sections(),
        *source_sections(),
        _OPEN.rstrip(),
    ]
    return "\n".join(parts) + "\n"


def main(arguments: Sequence[str]) -> None:
    """Print the tables, or write the page."""
    if "--write" in arguments:
        PAGE.write_text(page(), encoding="utf-8")
        print(f"Written: {PAGE.relative_to(ROOT)}")
    for line in (
        *decode_table(),
        decode_summary(),
        *choice_part(),
        *network_table(),
        network_summary(),
    ):
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
