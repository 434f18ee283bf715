"""A reader's function as C and as a block program, on the same bytes: what does each leave?

What stands around the loop is computed here, as whoever starts a kernel does: how many rounds there
are, and how the parts of blocks make a total. Floats are added up in the order of the blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.atlas.own_loop.driving import LoopInput, differing, input_of, run_versions
from compiler_core.atlas.triton.from_loop.asking import interpret_kernel
from compiler_core.atlas.triton.from_loop.loop_kernel import LoopKernel
from compiler_core.atlas.triton.from_loop.totals import Total
from compiler_core.loop.interpreter.arithmetic import round_float
from compiler_core.loop.interpreter.memory import decode, encode
from compiler_core.loop.interpreter.steps import evaluate
from compiler_core.loop.ir.types import VOID, Type, wrap
from compiler_core.loop.ir.values import Array, Constant, Instruction, Number, Value
from compiler_core.source import SourceFile

_LEVEL = "-O1"
_RESULT_BYTES = 8
_APART = 64


@dataclass(frozen=True, slots=True)
class LoopBytes:
    """from_c, from_kernel: memory, then the result, as each leaves them. rounds: of the loop."""

    from_c: bytes
    from_kernel: bytes
    rounds: int
    programs: int

    @property
    def differing(self) -> int:
        return differing(self.from_c, self.from_kernel)


def both_ways(
    source: SourceFile, kernel: LoopKernel, size: int, block: int, overlap: int
) -> LoopBytes:
    """size, overlap: as of `input_of`. Raises InputError where one does not end; ToolMissing for
    Triton, Clang and the emulator."""
    given = input_of(kernel.function, size, overlap)
    known = _before(kernel, given)
    rounds = _rounds(kernel, known)
    programs = -(-rounds // block)
    memory, places = _with_parts(kernel, given, programs)
    values = [
        places[slot.name]
        if slot.of is None
        else given.places[slot.of.name][0]
        if isinstance(slot.of, Array)
        else given.scalars[slot.of.name]
        for slot in kernel.parameters
    ]
    left = interpret_kernel(kernel, block, programs, memory, values)
    for total, offset in zip(kernel.totals, places.values(), strict=True):
        size_of = total.phi.type.bytes
        parts = decode(total.phi.type, left[offset : offset + programs * size_of])
        known[total.phi] = _collected(total, _value(total.start, known), parts)
    result = _result(kernel, known)
    from_c = run_versions(source, kernel.function, given, _LEVEL)[0].left
    return LoopBytes(from_c, left[: len(given.memory)] + result, rounds, programs)


def _before(kernel: LoopKernel, given: LoopInput) -> dict[Value, Number]:
    known: dict[Value, Number] = {
        argument: given.scalars[argument.name] for argument in kernel.function.scalars
    }
    for instruction in kernel.of.before:
        known[instruction] = evaluate(
            instruction, [_value(each, known) for each in instruction.operands]
        )
    return known


def _value(value: Value, known: Mapping[Value, Number]) -> Number:
    return value.value if isinstance(value, Constant) else known[value]


def _rounds(kernel: LoopKernel, known: dict[Value, Number]) -> int:
    counted = kernel.of.counted
    for instruction in counted.loop.header.body:
        operands = instruction.operands
        if all(isinstance(each, Constant) or each in known for each in operands):
            known[instruction] = evaluate(instruction, [_value(each, known) for each in operands])
    start, end = int(_value(counted.induction.start, known)), int(_value(counted.end, known))
    span = (end - start if counted.step > 0 else start - end) + counted.closed
    return max(-(-span // abs(counted.step)), 0)


def _with_parts(
    kernel: LoopKernel, given: LoopInput, programs: int
) -> tuple[bytes, dict[str, int]]:
    """Behind the arrays lies where blocks leave their parts; places by the parameter's name."""
    memory = bytearray(given.memory)
    places: dict[str, int] = {}
    parts = [parameter for parameter in kernel.parameters if parameter.of is None]
    for part, total in zip(parts, kernel.totals, strict=True):
        places[part.name] = len(memory)
        memory += bytes(programs * total.phi.type.bytes)
        memory += bytes(-len(memory) % _APART + _APART)
    return bytes(memory), places


def _collected(total: Total, start: Number, parts: list[Number]) -> Number:
    collected = start
    for part in parts:
        if total.kind == "sum":
            collected = _in_type(collected + part, total.phi.type)
        else:
            collected = min(collected, part) if total.kind == "min" else max(collected, part)
    return collected


def _in_type(value: Number, type_: Type) -> Number:
    return round_float(value, type_) if type_.is_float else wrap(int(value), type_)


def _result(kernel: LoopKernel, known: dict[Value, Number]) -> bytes:
    type_ = kernel.function.result
    if type_ == VOID:
        return bytes(_RESULT_BYTES)
    for value in kernel.of.behind:
        if isinstance(value, Instruction) and value.opcode == "return":
            return encode(type_, [_value(value.operands[0], known)]).ljust(_RESULT_BYTES, b"\0")
        known[value] = evaluate(value, [_value(each, known) for each in value.operands])
    return bytes(_RESULT_BYTES)
