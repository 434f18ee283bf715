"""The part of `docs/soc-model.md` on networks that is not about the fit: shapes, blocks, Vela, and
rows that are held out."""

from __future__ import annotations

from statistics import median

from tests.soc.held_out_networks import network_lines
from tests.soc.vela.comparison import PARTS, Row, agreement, encoding_line, rows_of, summary_lines
from tests.soc.vela.layer_set import LISTED
from tests.soc.vela.oracle import recorded_answers

_HELD_OUT = """### Held out

Published rows that nothing is fitted on, from `content/soc/held-out.yaml`: all rows of the opened
tables whose network has a layer table. `python -m tests.soc.held_out` prints them.
"""
_BLOCKS = """### Arrays that work in blocks

Of one unit, Arm's Ethos-U65, documents say how it works through a layer: `blocks` of its
description. Its array makes several pixels at once, beside the output channels; a small buffer
holds two blocks of sums and two of inputs.

    compute of a block = groups of output channels · rounds · max(cycles of a round · groups of
                         pixels, cycles in which weights of a round are decoded)
    rounds             = the fewer of: taps · channels in groups of (rows · cycles of a round),
                         taps in groups of (cycles of a round) · channels in groups of rows;
                         of a depthwise layer: taps in groups of (cycles of a round)
    writing of a block = max(outputs / outputs a cycle, bytes of scales / bytes that come at once
                         · latency)
    compute of a layer = blocks · the longer of both + the shorter once + latencies
    inputs read        = blocks of the picture with their seams · blocks of output channels
    weights read       = blocks of the picture, from DRAM, or from SRAM if they are kept there

Bytes count in whole bursts: outputs are written 16 channels at a time, so half of each burst of 32
bytes is wasted. Of all blocks that fit, the one with the shortest time is taken.

The comparison is with Arm's own compiler for this unit, Vela 5.2: `ethos-u65-256`,
`Ethos_U65_High_End`, `Shared_Sram`, 2 MiB of SRAM, each layer a network of its own with random
weights. Neither side takes losses, so nothing fitted takes part. Vela's numbers are estimates, too.
`python -m tests.soc.vela` asks Vela: about these layers, about others drawn at random, and on four
other systems, of which the figures differ and the model does not.
"""


def network_sections() -> list[str]:
    """Lines of both sections."""
    answers = recorded_answers()
    rows = rows_of(LISTED, answers)
    return [
        _HELD_OUT, *network_lines(), "", _BLOCKS, *_part_table(rows), "", *summary_lines(rows),
        encoding_line(answers), "",
    ]  # fmt: skip


def _part_table(rows: tuple[Row, ...]) -> list[str]:
    """Agreement by the class of the layer."""
    lines = [
        "| class | layers | rank correlation | same bottleneck | median ratio | " +
        " | ".join(f"{part}-bound in Vela" for part in PARTS) + " |",
        "|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for kind in dict.fromkeys(row.asked.kind for row in rows):
        some = [row for row in rows if row.asked.kind == kind]
        found = agreement(some)
        counts = [sum(row.bottlenecks[1] == part for row in some) for part in PARTS]
        lines.append(
            f"| {kind} | {len(some)} | {found.rank:.3f} | {found.same:.0%} | "
            f"{median(found.ratios):.2f} | {' | '.join(map(str, counts))} |"
        )
    return lines
