"""Basic blocks of a function, and which may follow which.

A block starts at the function's first instruction, at every label some branch or jump table names,
and after every instruction that leaves straight-line order; it ends before the next start. Labels
that nobody branches to (the compilers' marks for debug information) do not cut a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from compiler_core.host.assembly import AssemblyFunction, AssemblyLine
from compiler_core.host.compilation import BasicBlock
from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.instruction import Instruction, Memory, Operand, Register, Symbol
from compiler_core.host.work import spend

Tables = Mapping[str, tuple[str, ...]]
NO_TABLES: Tables = MappingProxyType({})
TRAPS = ("brk", "hlt", "udf")
# Functions of the C and C++ run-time libraries that never return to the caller.
NEVER_RETURNING = (
    "abort", "exit", "_exit", "_Exit", "quick_exit", "longjmp", "_longjmp", "siglongjmp",
    "__stack_chk_fail", "__assert_fail", "__chk_fail", "__fortify_fail", "_Unwind_Resume",
    "__cxa_throw", "__cxa_rethrow", "__cxa_bad_cast", "__cxa_throw_bad_array_new_length",
    "__cxa_pure_virtual", "__clang_call_terminate", "_ZSt9terminatev",
)  # fmt: skip
_THROWING = re.compile(r"_ZSt\d+__throw_\w+")
_SECTION = re.compile(r"\.(?:section|text|data|bss|pushsection|popsection|previous|subsection)\b")


def find_blocks(function: AssemblyFunction, tables: Tables = NO_TABLES) -> tuple[BasicBlock, ...]:
    """The basic blocks in the order of their lines; positions index `function.lines`.

    tables: jump-table label -> labels it may lead to (`Assembly.tables`). A block begins with its
    labels if it has some. Tail calls, returns, traps and calls that never return have no
    successors; any other call goes on to the next instruction and does not end a block.
    """
    spend(len(function.lines))
    code = _Code(
        function.lines,
        effects_by_position(function),
        tables,
        tuple(dict.fromkeys(_named_tables(function.lines, tables))),
    )
    spans = _cut(code)
    owner = _owners(code.lines, spans)
    return tuple(
        BasicBlock(number, first, last, _successors(code, spans, number, owner))
        for number, (first, last) in enumerate(spans)
    )


def effects_by_position(function: AssemblyFunction) -> dict[int, Effects]:
    """What each instruction reads, writes and branches to, by its position in `function.lines`."""
    return {
        position: effects_of(line.instruction)
        for position, line in enumerate(function.lines)
        if line.instruction is not None
    }


@dataclass(frozen=True, slots=True)
class _Code:
    """A function's lines with what its instructions do and where its jump tables lead.

    named: the tables that any of its instructions names, in order.
    """

    lines: tuple[AssemblyLine, ...]
    effects: dict[int, Effects]
    tables: Tables
    named: tuple[str, ...]

    def entered_labels(self) -> frozenset[str]:
        """Every label that a branch or a table leads to."""
        branched = (effect.target for effect in self.effects.values() if effect.branch)
        listed = (label for targets in self.tables.values() for label in targets)
        return frozenset((*branched, *listed)) - {""}

    def ends_block(self, position: int) -> bool:
        """True if the instruction here does not, or not always, go on to the next one."""
        effect = self.effects[position]
        if effect.branch == "call":
            return effect.target in NEVER_RETURNING or bool(_THROWING.match(effect.target))
        return bool(effect.branch) or _mnemonic(self.lines[position]) in TRAPS

    def falls_through(self, position: int) -> bool:
        """True if the next instruction may follow the one here."""
        return not self.ends_block(position) or self.effects[position].branch == "conditional"


def _mnemonic(line: AssemblyLine) -> str:
    return line.instruction.mnemonic if line.instruction is not None else ""


def _cut(code: _Code) -> list[tuple[int, int]]:
    """First and last position of every block; labels right before its code belong to it."""
    entered = code.entered_labels()
    spans: list[tuple[int, int]] = []
    start: int | None = None
    last = -1
    for position, line in enumerate(code.lines):
        cuts = line.label in entered or (line.kind == "directive" and _SECTION.match(line.text))
        if cuts and start is not None and last >= start:
            spans.append((start, last))
            start = None
        if line.label in entered or line.instruction is not None:
            start = position if start is None else start
        if line.instruction is None:
            continue
        last = position
        if code.ends_block(position):
            spans.append((start if start is not None else position, position))
            start = None
    if start is not None and last >= start:
        spans.append((start, last))
    return spans


def _owners(lines: Sequence[AssemblyLine], spans: Sequence[tuple[int, int]]) -> dict[str, int]:
    """Label -> the block it leads to: the first that ends at or after the label."""
    owners: dict[str, int] = {}
    number = 0
    for position, line in enumerate(lines):
        while number < len(spans) and spans[number][1] < position:
            number += 1
        if line.label and number < len(spans):
            owners[line.label] = number
    return owners


def _successors(
    code: _Code, spans: Sequence[tuple[int, int]], number: int, owner: Mapping[str, int]
) -> tuple[int, ...]:
    first, last = spans[number]
    successors: list[int] = []
    if number + 1 < len(spans) and code.falls_through(last):
        between = code.lines[last + 1 : spans[number + 1][0]]
        # Code that goes on in another section (a `.cold` part) is not reached by falling into it.
        if not any(_SECTION.match(line.text) for line in between):
            successors.append(number + 1)
    successors.extend(owner[label] for label in _targets(code, first, last) if label in owner)
    return tuple(dict.fromkeys(successors))


def _targets(code: _Code, first: int, last: int) -> tuple[str, ...]:
    """Labels the block's last instruction may branch to."""
    effect = code.effects[last]
    if effect.branch in ("conditional", "unconditional"):
        return (effect.target,)
    if effect.branch == "indirect":
        return _table_targets(code, first, last)
    return ()


def _table_targets(code: _Code, first: int, last: int) -> tuple[str, ...]:
    """Where an indirect branch leads: by the table its block names, else by any it can have read.

    The address of a table is often taken before a loop, and GCC may name its section's anchor
    instead. A branch to an address that was loaded without an index, or copied, is a tail call.
    """
    if _is_tail_call(code, first, last):
        return ()
    here = [*_named_tables(code.lines[first : last + 1], code.tables)]
    chosen = here[-1:] or code.named or tuple(code.tables)
    spend(sum(len(code.tables[label]) for label in chosen))
    return tuple(dict.fromkeys(target for label in chosen for target in code.tables[label]))


def _is_tail_call(code: _Code, first: int, last: int) -> bool:
    """True if this block sets the branch's register by a copy or a load without an index.

    A load from the stack does not count: unoptimised code keeps table addresses there.
    """
    register = code.effects[last].reads[:1]
    for position in range(last - 1, first - 1, -1):
        effect = code.effects.get(position)
        if effect is None or register[0:1] != effect.writes[0:1]:
            continue
        instruction = code.lines[position].instruction
        memory = [part for part in _operands(instruction) if isinstance(part, Memory)]
        fixed = memory and not any(_is_indexed(part) for part in memory)
        return bool(fixed) or _mnemonic(code.lines[position]) == "mov"
    return False


def _is_indexed(memory: Memory) -> bool:
    return isinstance(memory.offset, Register) or memory.base.canonical in ("sp", "x29")


def _named_tables(lines: Sequence[AssemblyLine], tables: Tables) -> Iterator[str]:
    if not tables:
        return
    for line in lines:
        for operand in _operands(line.instruction):
            if isinstance(operand, Symbol) and operand.name in tables:
                yield operand.name


def _operands(instruction: Instruction | None) -> tuple[Operand, ...]:
    return instruction.operands if instruction is not None else ()
