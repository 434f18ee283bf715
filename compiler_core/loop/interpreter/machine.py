"""The interpreter: runs a function on an input and counts what it executes.

Each instruction becomes one small step that reads and writes numbered registers; a block is the
list of its steps. Counting happens once per block entered, because a block runs from its top to its
end or stops the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from compiler_core.loop.interpreter.arithmetic import Trap
from compiler_core.loop.interpreter.memory import ArrayRegion, Memory
from compiler_core.loop.interpreter.steps import MEMORY_REGISTER, Registers, Step, prepare_step
from compiler_core.loop.ir.types import Type
from compiler_core.loop.ir.values import (
    Block,
    Constant,
    Function,
    Instruction,
    Module,
    Number,
)

OPERATION_LIMIT = 300_000
TOO_MANY_OPERATIONS = "too many operations"
MAXIMUM_CALL_DEPTH = 16
NOT_COUNTED = ("phi", "jump")


@dataclass(frozen=True, slots=True)
class Input:
    """What a function is run on: scalars by name, where each array lies, and memory's bytes."""

    scalars: Mapping[str, Number]
    regions: Mapping[str, ArrayRegion]
    memory: bytes


@dataclass(frozen=True, slots=True)
class Run:
    """What a run did.

    result: None for void, or if it trapped. memory: the bytes afterwards, without local arrays.
    trap: why it stopped early, else empty; then neither result nor memory mean anything. counts:
    how often each line ran, by key; by_kind: the same by operation; operations: the sum without
    phis and jumps, which only say where values and control come from.
    """

    result: Number | None
    memory: bytes
    trap: str
    counts: dict[str, int]
    by_kind: dict[str, int]

    @property
    def operations(self) -> int:
        return sum(times for kind, times in self.by_kind.items() if kind not in NOT_COUNTED)


@dataclass(slots=True)
class _Ready:
    """One function, prepared.

    registers: the number of each value, array and slot; register 0 holds the memory. steps: of each
    block. moves: from which register into which phi, for each way. constants: what registers start
    with.
    """

    registers: dict[object, int] = field(default_factory=lambda: {Memory: MEMORY_REGISTER})
    steps: dict[Block, list[Step]] = field(default_factory=dict)
    moves: dict[tuple[Block, Block], list[tuple[int, int]]] = field(default_factory=dict)
    constants: list[tuple[int, Number]] = field(default_factory=list)


def run_function(
    module: Module, name: str, given: Input, operation_limit: int = OPERATION_LIMIT
) -> Run:
    """Run one function once; see `Machine.run`."""
    return Interpreter(module).run(name, given, operation_limit)


class Interpreter:
    """Runs functions of one module, any number of times while the module stays as it is."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._ready: dict[str, _Ready] = {}
        self._memory = Memory(b"")
        self._left = 0
        self._depth = 0

    def run(self, name: str, given: Input, operation_limit: int = OPERATION_LIMIT) -> Run:
        """Run one function. A trap, or more operations than the limit, is a run too and says so.

        Operations of called functions count towards the limit, not in `counts`.
        """
        self._memory, self._left, self._depth = Memory(given.memory), operation_limit, 0
        result, trap = None, ""
        entered: dict[Block, int] = {}
        try:
            result = self._call(self._module.functions[name], given.scalars, given.regions, entered)
        except Trap as stop:
            trap = stop.kind if stop.kind == TOO_MANY_OPERATIONS else str(stop)
        memory = bytes(self._memory.data[: len(given.memory)])
        return Run(result, memory, trap, *_counts(entered))

    def _call(
        self,
        function: Function,
        scalars: Mapping[str, Number],
        regions: Mapping[str, ArrayRegion],
        entered: dict[Block, int],
    ) -> Number | None:
        """One call; adds to `entered` how often each block was."""
        ready = self._ready.get(function.name) or self._prepare(function)
        top = len(self._memory.data)
        registers: Registers = [0] * len(ready.registers)
        registers[MEMORY_REGISTER] = self._memory
        for position, value in ready.constants:
            registers[position] = value
        for parameter in function.scalars:
            registers[ready.registers[parameter]] = scalars[parameter.name]
        for array in function.arrays:
            registers[ready.registers[array]] = (
                regions[array.name]
                if array.extent is None
                else self._memory.add_region(array.element, array.extent)
            )
        result = self._follow(function.blocks[0], ready, registers, entered)
        del self._memory.data[top:]
        return result

    def _follow(
        self, block: Block, ready: _Ready, registers: Registers, entered: dict[Block, int]
    ) -> Number | None:
        """From block to block until the function returns."""
        while True:
            entered[block] = entered.get(block, 0) + 1
            self._left -= len(block.instructions)
            if self._left < 0:
                raise Trap(TOO_MANY_OPERATIONS)
            for step in ready.steps[block]:
                step(registers)
            last = block.instructions[-1]
            if last.opcode == "return":
                return registers[ready.registers[last.operands[0]]] if last.operands else None
            taken = last.targets[0]
            if last.opcode == "branch" and not registers[ready.registers[last.operands[0]]]:
                taken = last.targets[1]
            moves = ready.moves[block, taken]
            if moves:
                # All phis of a block change at once: read every operand before writing any.
                values = [registers[source] for source, _ in moves]
                for (_, target), value in zip(moves, values, strict=True):
                    registers[target] = value
            block = taken

    def _prepare(self, function: Function) -> _Ready:
        ready = self._ready[function.name] = _Ready()
        for instruction in function.instructions():
            for value in (instruction, *instruction.operands):
                _register(ready, value)
        for parameter in function.parameters:
            _register(ready, parameter)
        for array in function.local_arrays:
            _register(ready, array)
        for slot in function.slots:
            _register(ready, slot)
            ready.constants.append((ready.registers[slot], zero_of(slot.type)))
        for block in function.blocks:
            ready.steps[block] = [
                prepare_step(operation, ready.registers, self._callee(operation))
                for operation in block.body
            ]
            for target in block.successors:
                ready.moves[block, target] = _moves(ready, block, target)
        return ready

    def _callee(self, call: Instruction) -> Callable[..., Number | None] | None:
        """What a call of a function of this module does."""
        function = self._module.functions.get(call.callee) if call.opcode == "call" else None
        if function is None:
            return None
        names = [parameter.name for parameter in function.parameters]

        def called(*values: Number) -> Number | None:
            if self._depth >= MAXIMUM_CALL_DEPTH:
                raise Trap(TOO_MANY_OPERATIONS)
            self._depth += 1
            result = self._call(function, dict(zip(names, values, strict=True)), {}, {})
            self._depth -= 1
            return result

        return called


def _counts(entered: Mapping[Block, int]) -> tuple[dict[str, int], dict[str, int]]:
    """How often each line ran, by key and by operation."""
    by_key: dict[str, int] = {}
    by_kind: dict[str, int] = {}
    for block, times in entered.items():
        for instruction in block.instructions:
            by_key[instruction.key] = times
            by_kind[instruction.opcode] = by_kind.get(instruction.opcode, 0) + times
    return by_key, by_kind


def zero_of(type_: Type) -> Number:
    """What a variable holds before its first assignment; C leaves that open."""
    if type_.is_float:
        return 0.0
    return False if type_.kind == "bool" else 0


def _register(ready: _Ready, value: object) -> None:
    if value not in ready.registers:
        ready.registers[value] = len(ready.registers)
        if isinstance(value, Constant):
            ready.constants.append((ready.registers[value], value.value))


def _moves(ready: _Ready, source: Block, target: Block) -> list[tuple[int, int]]:
    return [
        (ready.registers[phi.operands[phi.targets.index(source)]], ready.registers[phi])
        for phi in target.phis
    ]
