"""Do the counts agree with the code? What an instruction's form says must be what was measured.

Two independent sources: the plugin saw addresses, the forms know what each instruction does. Where
they differ, one of them is wrong, and so is the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compiler_core.host.compilation import ListingLine
from compiler_core.host.counting.record import CodeCounts, LineCount
from compiler_core.host.counting.regions import Listings
from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.instruction import Instruction, Register, parse_instruction


def disagreements(units: Sequence[Listings], counts: CodeCounts) -> tuple[str, ...]:
    """A sentence for each line whose counts its own text contradicts; none is what is wanted."""
    shown = {
        (unit, line.id): line
        for unit, listings in enumerate(units)
        for function in listings
        for line in function.lines
    }
    found: list[str] = []
    for count in counts.per_line:
        line = shown.get((count.unit, count.line))
        if line is not None and line.kind == "instruction" and count.totals.unseen == 0:
            found += _about(line, count)
    sums = sum(count.totals.instructions for count in counts.per_line)
    if sums != counts.totals.instructions:
        found.append(f"The lines add up to {sums}, the total is {counts.totals.instructions}.")
    return tuple(found)


def _about(line: ListingLine, count: LineCount) -> Iterator[str]:
    instruction = parse_instruction(line.text)
    effects, totals = effects_of(instruction), count.totals
    reads, writes = _reads(instruction, effects), effects.memory == "store"
    if totals.loads != (count.executions if reads else 0):
        yield f"{line.text}: ran {count.executions} times, loaded {totals.loads} times."
    if totals.stores != (count.executions if writes else 0):
        yield f"{line.text}: ran {count.executions} times, stored {totals.stores} times."
    if effects.memory_bytes is None or _is_predicated(instruction):
        return
    expected = count.executions * effects.memory_bytes
    if reads and totals.bytes_loaded != expected:
        yield f"{line.text}: loaded {totals.bytes_loaded} bytes, its form says {expected}."
    if writes and totals.bytes_stored != expected:
        yield f"{line.text}: stored {totals.bytes_stored} bytes, its form says {expected}."


def _reads(instruction: Instruction, effects: Effects) -> bool:
    """Atomic updates count as stores in the forms; they read too."""
    updates = instruction.mnemonic.startswith(("swp", "cas", "ldadd", "ldclr", "ldeor", "ldset"))
    return effects.memory == "load" or (effects.memory == "store" and updates)


def _is_predicated(instruction: Instruction) -> bool:
    """Only active lanes move; how many they are is not in the text."""
    return any(isinstance(one, Register) and one.kind == "p" for one in instruction.operands)
