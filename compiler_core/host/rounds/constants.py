"""Constants that a loop finds in registers, at one SVE vector length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from compiler_core.host.assembly_numbers import wrapped
from compiler_core.host.compilation import FunctionListing, Loop
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import (
    Immediate,
    Instruction,
    Keyword,
    Memory,
    Modifier,
    Operand,
    Register,
)
from compiler_core.host.loop_analysis.flow_graph import graph_of

_ELEMENT_BYTES = {"b": 1, "h": 2, "w": 4, "d": 8}
_LONGEST_CHAIN = 6


def written_out(instruction: Instruction, vector_bytes: int) -> Instruction:
    """The same with lengths as numbers: `incw x3` is `add x3, x3, 4` for 16 bytes.

    Offsets counted in vectors (`#1, mul vl`) are dropped: they shift an address and do not move it.
    Instructions whose amount a predicate or an unusual pattern decides stay as they are.
    """
    operands = tuple(_without_vector_offset(operand) for operand in instruction.operands)
    plain = replace(instruction, operands=operands)
    mnemonic = instruction.mnemonic
    last = operands[-1] if operands else None
    if mnemonic in ("addvl", "addpl") and len(operands) == 3 and isinstance(last, Immediate):
        unit = vector_bytes if mnemonic == "addvl" else vector_bytes // 8
        return _sum("add", operands[0], operands[1], unit * int(last.value))
    if operands and mnemonic[:3] in ("inc", "dec") and mnemonic[3:] in _ELEMENT_BYTES:
        count = _counted(mnemonic[3:], operands[1:], vector_bytes)
        if count is not None and isinstance(operands[0], Register) and operands[0].kind != "z":
            name = "add" if mnemonic.startswith("inc") else "sub"
            return _sum(name, operands[0], operands[0], count)
    return plain


class Entry:
    """The code on the way to a loop, at one vector length."""

    def __init__(
        self,
        listing: FunctionListing,
        loop: Loop,
        plain: Mapping[int, Instruction],
        vector_bytes: int,
    ) -> None:
        self.blocks = listing.blocks
        self.loop = loop
        self.plain = plain
        self.vector_bytes = vector_bytes
        self.predecessors = graph_of(listing.blocks).predecessors

    def constant(self, name: str) -> int | None:
        """The constant this register holds whenever the loop starts; None if that is not known.

        The loop itself must not write the register.
        """
        inside = frozenset(self.loop.blocks)
        outside = (block for block in self.predecessors[self.loop.header] if block not in inside)
        return self._agreed(self._definitions(list(outside), name), 0)

    def writer(self, name: str) -> Instruction | None:
        """The one instruction whose result this register holds whenever the loop starts, if that
        is certain. The loop itself must not write the register."""
        inside = frozenset(self.loop.blocks)
        outside = (block for block in self.predecessors[self.loop.header] if block not in inside)
        writes = self._definitions(list(outside), name)
        return self.plain[writes.pop()] if writes is not None and len(writes) == 1 else None

    def _definitions(self, blocks: list[int], name: str) -> set[int] | None:
        """Positions of the writes that reach the ends of these blocks; None: some way has none."""
        writes: set[int] = set()
        seen: set[int] = set()
        waiting = list(blocks)
        while waiting:
            block = waiting.pop()
            if block in seen:
                continue
            seen.add(block)
            position = self._last_write(block, self.blocks[block].last + 1, name)
            if position is not None:
                writes.add(position)
            elif not self.predecessors[block]:
                return None
            else:
                waiting.extend(self.predecessors[block])
        return writes

    def _last_write(self, block: int, before: int, name: str) -> int | None:
        for position in range(before - 1, self.blocks[block].first - 1, -1):
            instruction = self.plain.get(position)
            if instruction is not None and name in effects_of(instruction).writes:
                return position
        return None

    def _agreed(self, definitions: set[int] | None, depth: int) -> int | None:
        """The one value all these writes give."""
        if not definitions or depth > _LONGEST_CHAIN:
            return None
        values = {self._written(position, depth) for position in definitions}
        return values.pop() if len(values) == 1 else None

    def _before(self, position: int, name: str, depth: int) -> int | None:
        """What a register holds just before an instruction."""
        block = next(span.id for span in self.blocks if span.first <= position <= span.last)
        write = self._last_write(block, position, name)
        if write is not None:
            return self._agreed({write}, depth + 1)
        return self._agreed(self._definitions(list(self.predecessors[block]), name), depth + 1)

    def _written(self, position: int, depth: int) -> int | None:
        """The constant the instruction here computes."""
        instruction = self.plain[position]
        mnemonic, operands = instruction.mnemonic, instruction.operands
        if mnemonic[:3] == "cnt" and mnemonic[3:] in _ELEMENT_BYTES:
            return _counted(mnemonic[3:], operands[1:], self.vector_bytes)
        last = operands[-1] if operands else None
        if mnemonic == "rdvl" and isinstance(last, Immediate):
            return wrapped(self.vector_bytes * int(last.value))
        if mnemonic == "mov" and isinstance(last, Immediate) and isinstance(last.value, int):
            return last.value
        source = operands[1] if len(operands) > 1 else None
        if not isinstance(source, Register) or source.kind not in ("x", "w"):
            return None
        if mnemonic != "mov" and not isinstance(last, Immediate):
            return None
        value = self._before(position, source.canonical, depth)
        return value if value is None or mnemonic == "mov" else _computed(mnemonic, value, last)


def _computed(mnemonic: str, value: int, last: Operand | None) -> int | None:
    if not isinstance(last, Immediate) or not isinstance(last.value, int):
        return None
    if mnemonic in ("lsl", "lsr"):
        if not 0 <= last.value < 64:
            return None
        return wrapped(value << last.value) if mnemonic == "lsl" else value >> last.value
    if mnemonic == "add":
        return wrapped(value + last.value)
    return wrapped(value - last.value) if mnemonic == "sub" else None


def _counted(letter: str, rest: tuple[Operand, ...], vector_bytes: int) -> int | None:
    """Elements of a whole vector, times the multiplier; None for a pattern such as `vl8`."""
    count = vector_bytes // _ELEMENT_BYTES[letter]
    for operand in rest:
        if isinstance(operand, Modifier) and operand.name == "mul" and operand.amount is not None:
            count *= operand.amount
        elif not isinstance(operand, Keyword) or operand.name != "all":
            return None
    return count


def _sum(name: str, target: Operand, source: Operand, value: int) -> Instruction:
    return Instruction(name, (target, source, Immediate(str(value), value)))


def _without_vector_offset(operand: Operand) -> Operand:
    if not isinstance(operand, Memory) or operand.modifier is None:
        return operand
    if operand.modifier.name != "mul vl":
        return operand
    return replace(operand, offset=None, modifier=None)
