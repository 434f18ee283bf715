"""The part of `docs/soc-model.md` on networks that is not about the fit: shapes, blocks, Vela, and
rows that are held out."""

from __future__ import annotations

from statistics import median

from tests.soc.held_out_networks import network_lines
from tests.soc.vela.comparison import PARTS, Row, agreement, encoding_line, rows_of, summary_lines
from tests.soc.vela.layer_set import LISTED
from tests.soc.vela.oracle import recorded_answers
from tests.soc.vela.systems import DEDICATED, SYSTEMS

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
`python -m tests.soc.vela` asks Vela: about these layers, on all systems of the table below, and
about others drawn at random.
"""
_SYSTEMS = """
The same layers on other systems, of which the figures differ and the model does not; Vela's answers
are recorded (`tests/soc/vela/answers`):
"""
_DEDICATED = """
`Shared_Sram` keeps weights in DRAM and all else in SRAM. `Dedicated_Sram` makes SRAM a cache of the
unit: the network's input and its result lie in DRAM as well (`network_ends: outside` in a
description), and between them what fits in the cache lies there. A layer alone then reads and
writes DRAM only, and nearly all are bound by it; `between` puts each layer between two operators
without weights. Vela does two things there that the model does not: it cascades, so that tensors
larger than the cache pass through it stripe by stripe, and it decides of each tensor by itself. The
model takes layers that do not fit to go through DRAM with all they read and write, up to {most:.0f}
times too slow with {cache}. Of few input channels Vela counts each pixel as a burst of its own,
though they lie beside each other: alone, the model has as little as {least:.2f} of its time.
"""


def network_sections() -> list[str]:
    """Lines of both sections."""
    answers = recorded_answers()
    rows = rows_of(LISTED, answers)
    return [
        _HELD_OUT,
        *network_lines(),
        "",
        _BLOCKS,
        *_part_table(rows),
        "",
        *summary_lines(rows),
        encoding_line(answers),
        _SYSTEMS,
        *_system_table(),
        _dedicated_text(),
    ]


def _system_table() -> list[str]:
    """Agreement by the system; nothing but figures differs."""
    lines = [
        "| system | memory mode | SRAM | layers stand | rank correlation | same bottleneck | "
        "by always naming the most frequent | median ratio |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for system in SYSTEMS:
        found = agreement(rows_of(LISTED, recorded_answers(system), system))
        lines.append(
            f"| {system.accelerator}, {system.configuration} | {system.memory_mode} | "
            f"{system.cache_bytes >> 10} KiB | {system.around} | {found.rank:.3f} | "
            f"{found.same:.1%} | {found.guess:.0%} | {median(found.ratios):.2f} |"
        )
    return lines


def _dedicated_text() -> str:
    found = [agreement(rows_of(LISTED, recorded_answers(one), one)) for one in DEDICATED[:2]]
    least, most = found[0].ratios[0], found[1].ratios[-1]
    return _DEDICATED.format(least=least, most=most, cache=f"{DEDICATED[1].cache_bytes >> 10} KiB")


def _part_table(rows: tuple[Row, ...]) -> list[str]:
    """Agreement by the class of the layer."""
    lines = [
        "| class | layers | rank correlation | same bottleneck | median ratio | "
        + " | ".join(f"{part}-bound in Vela" for part in PARTS)
        + " |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for kind in dict.fromkeys(row.asked.kind for row in rows):
        some = [row for row in rows if row.asked.kind == kind]
        found = agreement(some)
        counts = [sum(row.bottlenecks[1] == part for row in some) for part in PARTS]
        lines.append(
            f"| {kind} | {len(some)} | {found.rank:.3f} | {found.same:.0%} | "
            f"{median(found.ratios):.2f} | {' | '.join(map(str, counts))} |"
        )
    return lines
