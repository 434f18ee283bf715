"""One instruction as one step of the interpreter: a function that changes the registers."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from compiler_core.loop.interpreter.arithmetic import convert, operation_function, round_float
from compiler_core.loop.ir.intrinsics import intrinsic_named
from compiler_core.loop.ir.types import Type
from compiler_core.loop.ir.values import Array, Instruction, Number

# Numbers, a vector being the tuple of its lanes; regions of arrays; the memory.
Registers = list
MEMORY_REGISTER = 0
Step = Callable[[Registers], None]


def prepare_step(
    instruction: Instruction, numbers: Mapping[object, int], callee: Callable[..., object] | None
) -> Step:
    """The step of any instruction that is neither phi nor terminator.

    numbers: the register of each value, array and slot; callee: what a call of a function of the
    module does.
    """
    inputs = [numbers[operand] for operand in instruction.operands]
    if isinstance(instruction.place, Array):
        return _array_step(instruction, inputs, numbers[instruction], numbers[instruction.place])
    if instruction.place is not None:
        slot = numbers[instruction.place]
        source, target = (
            (slot, numbers[instruction]) if instruction.opcode == "load" else (inputs[-1], slot)
        )
        return _move(source, target)
    return _apply(_callable(instruction, callee), inputs, numbers[instruction])


def evaluate(instruction: Instruction, values: Sequence[Number]) -> Number:
    """What an operation gives for these operands. Raises Trap. Not for memory and calls of ours."""
    return _callable(instruction, None)(*values)  # type: ignore[return-value]


def _move(source: int, target: int) -> Step:
    def step(registers: Registers) -> None:
        registers[target] = registers[source]

    return step


def _apply(function: Callable[..., object], inputs: list[int], target: int) -> Step:
    if len(inputs) == 2:
        first, second = inputs

        def step_of_two(registers: Registers) -> None:
            registers[target] = function(registers[first], registers[second])

        return step_of_two

    def step(registers: Registers) -> None:
        registers[target] = function(*[registers[number] for number in inputs])

    return step


def _array_step(instruction: Instruction, inputs: list[int], target: int, region: int) -> Step:
    name, type_, subscript = instruction.array.name, instruction.array.element, inputs[0]
    if instruction.opcode == "load":

        def load(registers: Registers) -> None:
            registers[target] = registers[MEMORY_REGISTER].load(
                registers[region], type_, registers[subscript], name
            )

        return load
    if instruction.opcode == "store":
        source = inputs[1]

        def store(registers: Registers) -> None:
            registers[MEMORY_REGISTER].store(
                registers[region], type_, registers[subscript], registers[source], name
            )

        return store
    return _vector_access(instruction, inputs, target, region)


def _vector_access(instruction: Instruction, inputs: list[int], target: int, region: int) -> Step:
    name, type_, subscript = instruction.array.name, instruction.array.element, inputs[0]

    def load(registers: Registers) -> None:
        memory, first = registers[MEMORY_REGISTER], registers[subscript]
        registers[target] = tuple(
            memory.load(registers[region], type_, first + lane, name)
            for lane in range(instruction.type.lanes)
        )

    def store(registers: Registers) -> None:
        memory, first = registers[MEMORY_REGISTER], registers[subscript]
        for lane, value in enumerate(registers[inputs[1]]):
            memory.store(registers[region], type_, first + lane, value, name)

    return load if instruction.opcode == "vload" else store


def _callable(
    instruction: Instruction, callee: Callable[..., object] | None
) -> Callable[..., object]:
    """What the operation computes from its operands."""
    opcode, type_ = instruction.opcode, instruction.type
    if opcode == "splat":
        return lambda value: (value,) * type_.lanes
    if opcode == "ramp":
        add, multiply = (operation_function(name, type_.scalar) for name in ("add", "mul"))
        return lambda first, step: tuple(
            add(first, multiply(lane, step)) for lane in range(type_.lanes)
        )
    if opcode.startswith("reduce_"):
        function = operation_function(opcode.removeprefix("reduce_"), type_)
        return lambda lanes: reduce(function, lanes)
    if opcode == "call":
        scalar = callee or _library_call(instruction)
    else:
        scalar = _scalar_function(opcode, instruction.operands[0].type.scalar, type_.scalar)
    if type_.is_vector:
        return lambda *vectors: tuple(map(scalar, *vectors))
    return scalar


def _scalar_function(opcode: str, operand: Type, result: Type) -> Callable[..., object]:
    if opcode == "copy":
        return operator.pos if operand.kind != "bool" else bool
    if opcode == "select":
        return lambda condition, first, second: first if condition else second
    if opcode == "convert":
        return lambda value: convert(value, operand, result)
    return operation_function(opcode, operand)


def _library_call(instruction: Instruction) -> Callable[..., object]:
    intrinsic = intrinsic_named(instruction.callee)
    assert intrinsic is not None
    evaluate = intrinsic.evaluate
    if not intrinsic.result.is_float:
        return evaluate
    return lambda *values: round_float(float(evaluate(*values)), intrinsic.result)
