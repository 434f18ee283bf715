"""What an instruction's form says where the emulator could not.

The execution log knows nothing of memory, and the plugin is not told of some accesses (qemu 7.2:
SVE loads and stores). Whether an instruction loads or stores is still known from its form, and how
much unless the vector length or a predicate decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.host.counting.regions import PlacedLine
from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.instruction import parse_instruction
from compiler_core.toolchain.counting import INSTRUCTION_BYTES, CountRun, Tally


def with_classes(run: CountRun, placed: Sequence[PlacedLine]) -> CountRun:
    """The run with loads and stores filled in wherever only the form can tell."""
    by_address = dict(run.by_address)
    for line in placed:
        if line.shown is None or line.shown.kind != "instruction":
            continue
        effects = effects_of(parse_instruction(line.shown.text))
        for address in range(line.span.first, line.span.end, INSTRUCTION_BYTES):
            tally = by_address.get(address)
            if tally is not None and (run.method == "execution log" or tally.unseen):
                by_address[address] = _classified(tally, effects, run.method == "execution log")
    return replace(run, by_address=by_address)


def _classified(tally: Tally, effects: Effects, bytes_known: bool) -> Tally:
    """bytes_known: the form's bytes may be taken, because every execution made the whole access."""
    executions = tally.executions
    if effects.memory not in ("load", "store"):
        return replace(tally, unseen=0)
    size = effects.memory_bytes if bytes_known else None
    moved = executions * (size or 0)
    unseen = executions if size is None else 0
    if effects.memory == "load":
        return replace(tally, loads=executions, bytes_loaded=moved, unseen=unseen)
    return replace(tally, stores=executions, bytes_stored=moved, unseen=unseen)
