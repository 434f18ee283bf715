"""A function that is one loop whose rounds know nothing of each other: else refused by its line.

Around the loop only numbers may be computed, without memory and without a decision: that is done by
whoever starts the kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.atlas.own_loop.shape import CountedLoop, LoopShape, refused, shape_of
from compiler_core.errors import InputError
from compiler_core.loop.analyses.dependence import Dependence, dependence_of
from compiler_core.loop.analyses.dominators import Dominators, dominators_of
from compiler_core.loop.ir.types import BOOL
from compiler_core.loop.ir.values import Array, Block, Function, Instruction, Value


@dataclass(frozen=True, slots=True)
class OneLoop:
    """before, behind: what is computed around the loop, in order. promised: pairs of arrays that
    are taken to be apart although C does not say so."""

    function: Function
    shape: LoopShape
    counted: CountedLoop
    dominators: Dominators
    before: tuple[Instruction, ...]
    behind: tuple[Instruction, ...]
    promised: tuple[tuple[str, str], ...]

    @property
    def users(self) -> Mapping[Value, list[Instruction]]:
        return self.shape.users


def one_loop_of(function: Function, file: str) -> OneLoop:
    """Raises OutsideSubset with the line of what has no place in a block program; InputError."""
    for array in function.arrays:
        if array.element == BOOL:
            raise refused(
                file, 1, f"The elements of {array.name} are truth values.",
                "Make them unsigned char: a kernel's pointer has no such type.",
            )  # fmt: skip
    shape = shape_of(function, file)
    if not shape.loops:
        raise InputError(f"{function.name} has no loop.", "Give a function with a for loop.")
    counted = _only(shape, file)
    _check_counter(counted, file)
    for array in function.local_arrays:
        line = next((one.line for one in function.instructions() if one.place is array), 1)
        raise refused(
            file, line, f"The array {array.name} belongs to the function.",
            "Let the caller give it: in a block program it would be one for all rounds.",
        )  # fmt: skip
    header = counted.loop.header
    before = _straight(function.blocks[0], header, file)
    behind = _straight(counted.exit, None, file)
    return OneLoop(
        function, shape, counted, dominators_of(function), before, behind,
        _promised(counted, file),
    )  # fmt: skip


def _only(shape: LoopShape, file: str) -> CountedLoop:
    loops = sorted(shape.loops.values(), key=lambda one: (one.loop.depth, one.loop.line))
    if len(loops) == 1:
        return loops[0]
    second = loops[1]
    inner = second.loop.depth > 1
    raise refused(
        file, second.loop.line,
        "This loop stands in another one." if inner else "This is a second loop.",
        "A block program is made of one loop: write the inner rounds out, or give the inner loop a "
        "function of its own." if inner else "Give it a function of its own.",
    )  # fmt: skip


def _check_counter(counted: CountedLoop, file: str) -> None:
    line = counted.loop.line
    if counted.counter_outlives:
        raise refused(
            file, line, "The counter is read behind the loop.",
            "Compute its last value from the end: no round of a block program is the last.",
        )  # fmt: skip
    if counted.step < 0 and counted.counter.type.kind == "unsigned":
        raise refused(
            file, line, "An unsigned counter goes down.",
            "Let it be signed: rounds beyond the end would begin anew at the largest number.",
        )  # fmt: skip


def _straight(block: Block, stop: Block | None, file: str) -> tuple[Instruction, ...]:
    found: list[Instruction] = []
    while block is not stop:
        for one in block.body:
            if one.place is not None:
                raise refused(
                    file, one.line, "Memory is read or written outside of the loop.",
                    "Leave that to the caller, and give or return a number.",
                )  # fmt: skip
            found.append(one)
        ending = block.terminator
        if ending.opcode == "branch":
            raise refused(
                file, ending.line, "Something is decided outside of the loop.",
                "Decide it in the caller: a block program is the loop alone.",
            )  # fmt: skip
        if ending.opcode == "return":
            found.append(ending)
            break
        block = ending.targets[0]
    return tuple(found)


def _promised(counted: CountedLoop, file: str) -> tuple[tuple[str, str], ...]:
    """Raises OutsideSubset where a round needs, or overwrites, what another one leaves."""
    loop = counted.loop
    accesses = [one for one in loop.instructions() if isinstance(one.place, Array)]
    promised: dict[tuple[str, str], None] = {}
    for at, first in enumerate(accesses):
        for second in accesses[at:]:
            if "store" not in (first.opcode, second.opcode):
                continue
            if first.array is not second.array:
                if dependence_of(first, second, loop).verdict != "never":
                    promised[first.array.name, second.array.name] = None
                continue
            _check_pair(dependence_of(first, second, loop), file)
    return tuple(promised)


def _check_pair(found: Dependence, file: str) -> None:
    first, second = found.first, found.second
    if found.verdict == "never" or (found.verdict == "distance" and not found.distance):
        return
    name, line = first.array.name, max(first.line, second.line)
    if found.verdict == "distance":
        apart = abs(found.distance)
        rounds = "round" if apart == 1 else "rounds"
        what = (
            f"What one round writes into {name}, another one {apart} {rounds} away reads or writes."
        )
    elif found.verdict == "every round":
        what = f"Every round writes the same element of {name}."
    else:
        what = f"Two rounds may meet in one element of {name}: {found.reason}."
    raise refused(
        file, line, what,
        "The rounds of a block program are done side by side, and no block waits for another.",
    )  # fmt: skip
