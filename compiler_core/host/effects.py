"""What an instruction reads, writes and does to memory and control flow, from its form's record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from compiler_core.host.forms.form import LETTERS, BranchKind, Form, MemoryKind
from compiler_core.host.forms.matching import match_form
from compiler_core.host.forms.shapes import FoldedOperand, Shifted
from compiler_core.host.instruction import (
    Immediate,
    Instruction,
    Memory,
    Register,
    RegisterList,
    Symbol,
)

# AAPCS64, 6.1.1 and 6.1.2: what a call may change. v8 to v15 keep their low 64 bits only.
CALL_CLOBBERS = (
    *(f"x{number}" for number in range(19)),
    "x30",
    *(f"v{number}" for number in (*range(8), *range(16, 32))),
    "nzcv",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What one instruction does."""

    reads: tuple[str, ...]
    """Canonical registers (`x0`, `v3`, `p1`, `sp`, the flags as `nzcv`), never xzr."""
    writes: tuple[str, ...]
    """Canonical registers that it changes (`x0`, `v3`, `nzcv`), never xzr; of a call all it may
    change."""
    memory: MemoryKind = ""
    """The kind of access; an atomic update counts as a store."""
    memory_bytes: int | None = None
    """Bytes accessed; None if there is no access or the vector length decides (SVE)."""
    branch: BranchKind = ""
    """The kind of branch."""
    target: str = ""
    """The label it names. A call writes what AAPCS64 lets it change; which argument registers it
    reads is not to be seen in the line, so they are not listed."""


@lru_cache(maxsize=65536)
def effects_of(instruction: Instruction) -> Effects:
    """The effects of one instruction; for an unknown form, a guess: first operand written."""
    form_match = match_form(instruction)
    if form_match is None:
        return _guess(instruction)
    form, folded = form_match
    reads, writes = _registers(form, folded)
    reads.extend(form.implied)
    writes.extend(form.implied_writes)
    if form.reads_flags:
        reads.append("nzcv")
    if form.writes_flags:
        writes.append("nzcv")
    if form.branch == "call":
        writes.extend(CALL_CLOBBERS)
    if form.branch == "return" and not folded:
        reads.append("x30")
    return Effects(
        reads=_unique(reads),
        writes=_unique(writes),
        memory=form.memory,
        memory_bytes=_memory_bytes(form, folded),
        branch=form.branch,
        target=_target(form, instruction),
    )


def changes_nothing(instruction: Instruction) -> bool:
    """Whether its form says that every register and every byte of memory stays as it is: hints,
    barriers, prefetches."""
    form_match = match_form(instruction)
    if form_match is None or form_match[0].formula or form_match[0].beyond:
        return False
    effects = effects_of(instruction)
    return not effects.writes and not effects.branch and effects.memory in ("", "prefetch")


def _registers(form: Form, folded: list[FoldedOperand]) -> tuple[list[str], list[str]]:
    reads: list[str] = []
    writes: list[str] = []
    for letter, operand in zip(LETTERS, folded, strict=False):
        if isinstance(operand, Memory):
            _memory_registers(operand, reads, writes)
            continue
        names = list(_names(operand))
        if letter in form.writes:
            writes.extend(names)
        if letter not in form.unread and (letter not in form.writes or form.keeps):
            reads.extend(names)
    return reads, writes


def _memory_registers(memory: Memory, reads: list[str], writes: list[str]) -> None:
    reads.append(memory.base.canonical)
    if isinstance(memory.offset, Register):
        reads.append(memory.offset.canonical)
    if memory.mode != "offset":
        writes.append(memory.base.canonical)


def _names(operand: FoldedOperand) -> Iterator[str]:
    if isinstance(operand, Shifted):
        operand = operand.operand
    if isinstance(operand, Register):
        yield operand.canonical
    elif isinstance(operand, RegisterList):
        yield from (register.canonical for register in operand.registers)


def _unique(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in names if name != "xzr"))


def _memory_bytes(form: Form, folded: list[FoldedOperand]) -> int | None:
    if not form.memory or form.memory == "prefetch":
        return None
    if form.total:
        return form.total if form.total > 0 else None
    wanted = form.data or (form.writes if form.memory == "load" else "")
    total = 0
    for letter, operand in zip(LETTERS, folded, strict=False):
        if wanted and letter not in wanted:
            continue
        for register in _transferred(operand):
            if register.kind in ("z", "p", "pn"):
                return None
            total += _bytes_of(form, register)
    return total


def _transferred(operand: FoldedOperand) -> tuple[Register, ...]:
    if isinstance(operand, Register):
        return (operand,)
    return operand.registers if isinstance(operand, RegisterList) else ()


def _bytes_of(form: Form, register: Register) -> int:
    if form.unit > 0:
        return form.unit
    if form.unit < 0:
        return register.element_bits // 8
    return register.element_bits * (register.element_count or 1) // 8


def _target(form: Form, instruction: Instruction) -> str:
    if not form.branch:
        return ""
    last = instruction.operands[-1] if instruction.operands else None
    return last.name if isinstance(last, Symbol) else ""


def _guess(instruction: Instruction) -> Effects:
    reads: list[str] = []
    writes: list[str] = []
    for position, operand in enumerate(instruction.operands):
        if isinstance(operand, Memory):
            _memory_registers(operand, reads, writes)
        elif not isinstance(operand, Immediate):
            (reads if position else writes).extend(_names(operand))
    return Effects(reads=_unique(reads), writes=_unique(writes))
