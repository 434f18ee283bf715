"""A function's code as the register analyses read it: what each instruction reads and writes.

On top of an instruction's own effects stand those of its place: a call reads arguments and changes
all caller-saved registers, a return reads the result and the restored registers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler_core.host.assembly import AssemblyFunction
from compiler_core.host.compilation import BasicBlock
from compiler_core.host.effects import Effects
from compiler_core.host.instruction import Immediate, Instruction, Memory, Register, RegisterList
from compiler_core.host.loop_analysis.affine import slots_of
from compiler_core.host.loop_analysis.loop_values import body_of
from compiler_core.host.register_map.argument_passing import arguments_of, result_registers
from compiler_core.host.register_map.calling_convention import (
    CALLEE_SAVED,
    CALLER_SAVED,
    FRAME_POINTER,
    RETURN_ADDRESS,
    STACK,
    library_arguments,
)
from compiler_core.host.source_reading.signature import Signature

_NOT_TRACKED = frozenset(("nzcv", "sp", "xzr", "ffr"))
_RESULTS_OF_CALLS = frozenset(("x0", "x1", "v0"))


class Code:
    """One function. positions: of its instructions, in order; block_at: position -> block id.

    rank: position -> its number among the instructions.
    """

    def __init__(
        self,
        function: AssemblyFunction,
        blocks: tuple[BasicBlock, ...],
        signature: Signature | None,
        callees: Mapping[str, Signature],
    ) -> None:
        self.function = function
        self.blocks = blocks
        self.signature = signature
        self.body = body_of(function, blocks)
        self.effects = self.body.effects
        self._number_positions()
        self.predecessors = self.body.graph.predecessors
        self.order = self.body.graph.order
        self.entries = self.body.graph.entries
        self._callees = callees
        self.results = result_registers(signature)
        listed = arguments_of(signature) if signature is not None else None
        self.arguments = listed
        self.own_arguments = tuple(
            argument.register
            for argument in (listed.arguments if listed is not None else ())
            if argument.register != STACK
        )
        self.registers = self._mentioned()
        self._reads = {position: self._find_reads(position) for position in self.positions}
        self._writes = {position: self._find_writes(position) for position in self.positions}

    def _number_positions(self) -> None:
        self.block_at = {
            position: block
            for block, inside in enumerate(self.body.positions)
            for position in inside
        }
        self.positions = tuple(sorted(self.block_at))
        self.rank = {position: number for number, position in enumerate(self.positions)}
        self._slots: dict[int, tuple[tuple[Register, str], ...]] = {}

    def positions_of(self, block: int) -> Sequence[int]:
        """Positions of a block's instructions."""
        return self.body.positions[block]

    def slots(self, position: int) -> tuple[tuple[Register, str], ...]:
        """Registers moved here to or from stack slots, with the slots."""
        if not self.effects[position].memory:
            return ()
        if position not in self._slots:
            self._slots[position] = slots_of(self.instruction(position))
        return self._slots[position]

    def first_of(self, block: int) -> int:
        """Position of a block's first instruction."""
        return self.body.positions[block][0]

    def instruction(self, position: int) -> Instruction:
        """The instruction at a position that has one."""
        parsed = self.function.lines[position].instruction
        assert parsed is not None
        return parsed

    def effect(self, position: int) -> Effects:
        """The instruction's own effects."""
        return self.effects[position]

    def reads(self, position: int) -> tuple[str, ...]:
        """Registers read here, without the arguments of a call."""
        return self._reads[position]

    def writes(self, position: int) -> tuple[str, ...]:
        """Registers written here."""
        return self._writes[position]

    def is_call(self, position: int) -> bool:
        """True for `bl` and `blr`."""
        return self.effects[position].branch == "call"

    def is_return(self, position: int) -> bool:
        """True for `ret`."""
        return self.effects[position].branch == "return"

    def leaves_by_jump(self, position: int) -> bool:
        """True for a tail call: a jump out of the function."""
        effect = self.effects[position]
        return (
            effect.branch in ("unconditional", "indirect")
            and not self.blocks[self.block_at[position]].successors
        )

    def passes_arguments(self, position: int) -> bool:
        """True for calls and tail calls."""
        return self.is_call(position) or self.leaves_by_jump(position)

    def known_arguments(self, position: int) -> tuple[str, ...] | None:
        """Registers in which a call passes arguments, if the callee is known."""
        target = self.effects[position].target
        signature = self._callees.get(target)
        if signature is None:
            return library_arguments(target)
        listed = arguments_of(signature)
        if listed.stopped_at is not None:
            return None
        return tuple(passed.register for passed in listed.arguments if passed.register != STACK)

    def implicitly_read(self, position: int) -> tuple[str, ...]:
        """Registers an instruction changes in part: `fmla v0…`, `movk x0…`, `mov v0.s[1]…`."""
        effect = self.effects[position]
        both = [register for register in effect.writes if register in effect.reads]
        if not both or effect.branch:
            return ()
        named = _source_registers(self.instruction(position))
        return tuple(register for register in both if register not in named)

    def frame_size(self) -> int:
        """Bytes the entry block takes off the stack pointer."""
        size = 0
        for position in self.positions_of(0):
            instruction = self.instruction(position)
            for operand in instruction.operands:
                if isinstance(operand, Memory) and operand.mode == "pre":
                    size += _taken(operand.base, operand.offset)
            if instruction.mnemonic == "sub" and len(instruction.operands) > 2:
                target, _, amount = instruction.operands[:3]
                size -= _taken(target, amount)
        return size

    def _mentioned(self) -> frozenset[str]:
        """Registers the code names, and those of its arguments and result."""
        registers = {RETURN_ADDRESS, *self.own_arguments}
        for effect in self.effects.values():
            registers.update(effect.reads)
            registers.update(effect.writes)
            if effect.branch == "call":
                registers.update(_RESULTS_OF_CALLS)
        return frozenset(registers - _NOT_TRACKED)

    def _find_reads(self, position: int) -> tuple[str, ...]:
        effect = self.effects[position]
        registers = [register for register in effect.reads if register not in _NOT_TRACKED]
        if self.is_return(position):
            registers.extend(register for register in self.results if register in self.registers)
        if self.is_return(position) or self.leaves_by_jump(position):
            registers.extend(sorted(CALLEE_SAVED & self.registers))
            registers.append(RETURN_ADDRESS)
        if self.is_call(position):
            # The callee's frame record links to ours: the frame pointer is needed at every call.
            registers.extend({FRAME_POINTER} & self.registers)
            registers = [
                register
                for register in registers
                if register not in CALLER_SAVED or self._names(position)
            ]
        return tuple(dict.fromkeys(registers))

    def _names(self, position: int) -> bool:
        """True for `blr x8`, which reads its operand; `bl f` reads only arguments."""
        return any(isinstance(operand, Register) for operand in self.instruction(position).operands)

    def _find_writes(self, position: int) -> tuple[str, ...]:
        if self.is_call(position):
            return tuple(sorted(CALLER_SAVED & self.registers))
        writes = self.effects[position].writes
        return tuple(register for register in writes if register not in _NOT_TRACKED)


def _taken(base: object, amount: object) -> int:
    """Bytes a change of the stack pointer by `amount` takes; 0 if it is about something else."""
    if not isinstance(base, Register) or base.kind != "sp" or not isinstance(amount, Immediate):
        return 0
    return -int(amount.value)


def _source_registers(instruction: Instruction) -> frozenset[str]:
    """Registers named as sources: all operands but the first, and everything in an address."""
    registers: set[str] = set()
    for number, operand in enumerate(instruction.operands):
        if isinstance(operand, Memory):
            registers.add(operand.base.canonical)
            if isinstance(operand.offset, Register):
                registers.add(operand.offset.canonical)
        elif number and isinstance(operand, Register):
            registers.add(operand.canonical)
        elif number and isinstance(operand, RegisterList):
            registers.update(register.canonical for register in operand.registers)
    return frozenset(registers)
