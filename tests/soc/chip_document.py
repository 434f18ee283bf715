"""The parts of `docs/soc-model.md` on energies, and on the documents of the chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from compiler_core.soc.description import Figure, SocDescription
from compiler_core.soc.energy import REFERENCE, energy_ladder, operation_cost
from compiler_core.soc.reading import load_socs, soc_named

_ENERGY = """## Energy

    joules of a kernel   = multiply-accumulates · energy of one + bytes of SRAM · energy of a byte
                           + bytes of main memory · energy of a byte
                           + kept bytes · energy of a register's byte
    bytes of SRAM        = input + output + weights
    bytes of main memory = activations that do not fit into SRAM + weights that do not stay there
    kept bytes           = input + output + weights of the kernels that were fused - those of the
                           fused kernel
    saved by a fusion    = joules of the kernels that were fused - joules of the fused kernel

Bytes are those of the kernel's time, from the same function: of an array that works in blocks, what
is read again for each block counts here too, and SRAM and main memory are read each by itself.

Energies of kernels add up to the network's. Where data passes once, a fused kernel never costs
more: what it keeps in registers is cheaper there. Tensors at its border lie where they lay before:
what does not fit beside each other for the fused kernel did not fit before, because each waits for
the others. Where an array reads in blocks, the best blocks of a fused kernel may be others than
before. Kept bytes are counted at the register's price both when they are written and when they are
read.
"""
_ASSUMED = """For every other chip the energies are those of this reference, and are said to be
assumed: no document of those chips that was opened gives any. Latencies are a chip's own where its
documents give them. An `int8` multiply-accumulate is taken as {int8:g} pJ, `fp16` as {fp16:g} pJ,
`fp32` as {fp32:g} pJ.
"""
_SOURCES = """## Documents of the chips

Each number of a description has a source, and each source says whether the document was opened when
the number was entered. "Not opened" means that the number is from memory, or quoted by others, and
was compared with nothing. "Chosen" is what a reference design sets, or what is computed here.
"""


def figures_of(part: object) -> Iterator[Figure]:
    """Every number with a source, anywhere in a description."""
    if isinstance(part, Figure):
        yield part
    elif isinstance(part, tuple | list):
        for one in part:
            yield from figures_of(one)
    elif is_dataclass(part):
        for field in fields(part):
            yield from figures_of(getattr(part, field.name))


def states_of(soc: SocDescription) -> Counter[str]:
    """How many of a chip's numbers come from documents of each state."""
    return Counter(soc.source_of(one).state for one in figures_of(soc))


def energy_sections() -> list[str]:
    """Formulas, and the ladder of the reference chip."""
    soc = soc_named(REFERENCE)
    lines = [
        "| memory | pJ a byte | times a register | times SRAM | latency | from |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {one.title} | {one.picojoules_per_byte:g} | {one.times_register:.1f} | "
        f"{one.times_sram:.2f} | {one.latency_ns:g} ns | {one.energy_source.title} "
        f"({one.energy_source.state}); latency: {one.latency_source.title} |"
        for one in energy_ladder(soc)
    ]
    prices = {one: operation_cost(soc, one).picojoules for one in ("int8", "fp16", "fp32")}
    return [_ENERGY, *lines, "", _ASSUMED.format(**prices)]


def source_sections() -> list[str]:
    """For each chip, how many numbers are from where, and which documents were not opened."""
    lines = [
        "| chip | numbers from opened documents | not opened | chosen | documents not opened |",
        "|---|---|---|---|---|",
    ]
    total: Counter[str] = Counter()
    for soc in load_socs():
        found = states_of(soc)
        total += found
        closed = "; ".join(one.title for one in soc.sources.values() if one.state == "not opened")
        lines.append(
            f"| {soc.title} | {found['opened']} | {found['not opened']} | {found['chosen']} | "
            f"{closed or 'none'} |"
        )
    summary = (
        f"Of {total.total()} numbers, {total['opened']} are from documents that were opened, "
        f"{total['not opened']} are not, and {total['chosen']} are chosen or computed here."
    )
    return [_SOURCES, *lines, "", summary, ""]
