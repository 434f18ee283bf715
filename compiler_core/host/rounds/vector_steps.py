"""By how much a loop's vectors of indices move in a round: `add v3.4s, v3.4s, v5.4s`, all of v5 4.

A vectorised loop that touches no memory has nothing else to tell its rounds by: GCC's own counter
there counts rounds and not elements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Immediate, Instruction, Register
from compiler_core.host.rounds.constants import Entry

_OPERANDS = 3


def vector_steps(
    plain: Mapping[int, Instruction], inside: Sequence[int], entry: Entry
) -> frozenset[int]:
    """Steps of NEON registers that a round changes by nothing but adding the same constant to every
    lane, as positive numbers."""
    written = Counter(name for position in inside for name in effects_of(plain[position]).writes)
    added: dict[str, list[int | None]] = {}
    for position in inside:
        addition = _added(plain[position])
        if addition is not None:
            target, constant = addition
            known = None if written[constant] else _all_lanes(entry.writer(constant))
            added.setdefault(target, []).append(known)
    sums = [
        sum(step or 0 for step in steps)
        for name, steps in added.items()
        if None not in steps and len(steps) == written[name]
    ]
    return frozenset(abs(step) for step in sums if step)


def _added(instruction: Instruction) -> tuple[str, str] | None:
    """The register that is moved, and the one added to it."""
    registers = [operand for operand in instruction.operands if isinstance(operand, Register)]
    if instruction.mnemonic != "add" or len(registers) != _OPERANDS:
        return None
    target, *terms = registers
    if any(register.kind != "v" for register in registers):
        return None
    names = [term.canonical for term in terms]
    if target.canonical not in names or names[0] == names[1]:
        return None
    names.remove(target.canonical)
    return target.canonical, names[0]


def _all_lanes(instruction: Instruction | None) -> int | None:
    """The number that `movi v5.4s, 0x4` puts into every lane."""
    if instruction is None or instruction.mnemonic != "movi" or len(instruction.operands) != 2:
        return None
    value = instruction.operands[1]
    if not isinstance(value, Immediate) or not isinstance(value.value, int):
        return None
    return value.value
