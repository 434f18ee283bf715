"""A function that is one loop, or a nest, whose rounds know nothing of each other: else refused
by its line.

Around the loop only numbers may be computed, without memory and without a decision: that is done by
whoever starts the kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.atlas.own_loop.shape import CountedLoop, LoopShape, refused, shape_of
from compiler_core.atlas.triton.from_loop.nests import Nest, check_nest
from compiler_core.errors import InputError
from compiler_core.loop.analyses.dependence import Dependence, dependence_of
from compiler_core.loop.analyses.dominators import Dominators, dominators_of
from compiler_core.loop.ir.types import BOOL
from compiler_core.loop.ir.values import Array, Block, Function, Instruction, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class OneLoop:
    """A function that is one loop, or one nest, whose rounds know nothing of each other."""

    function: Function
    """In our own intermediate form."""
    shape: LoopShape
    """Its loops, those within the outermost too."""
    nest: Nest
    """The outermost loop, whose rounds are done side by side, and those in it."""
    dominators: Dominators
    """Which blocks of the function have to be passed before which."""
    before: tuple[Instruction, ...]
    """What is computed in front of the loop, in order."""
    behind: tuple[Instruction, ...]
    """What is computed behind the loop, in order."""
    promised: tuple[tuple[str, str], ...]
    """Pairs of arrays that are taken to be apart although C does not say so."""

    @property
    def counted(self) -> CountedLoop:
        """The outermost."""
        return self.nest.outer

    @property
    def users(self) -> Mapping[Value, list[Instruction]]:
        return self.shape.users


def one_loop_of(function: Function, file: str) -> OneLoop:
    """Raises OutsideSubset with the line of what has no place in a block program; InputError."""
    for array in function.arrays:
        if array.element == BOOL:
            raise refused(
                file,
                1,
                f"The elements of {array.name} are truth values.",
                "Make them unsigned char: a kernel's pointer has no such type.",
            )
    shape = shape_of(function, file)
    if not shape.loops:
        raise InputError(f"{function.name} has no loop.", "Give a function with a for loop.")
    nest = _nest(shape, file)
    counted = nest.outer
    _check_counter(counted, file)
    check_nest(nest, file)
    for array in function.local_arrays:
        line = next((access.line for access in function.instructions() if access.place is array), 1)
        raise refused(
            file,
            line,
            f"The array {array.name} belongs to the function.",
            "Let the caller give it: in a block program it would be one for all rounds.",
        )
    header = counted.loop.header
    before = _straight(function.blocks[0], header, file)
    behind = _straight(counted.exit, None, file)
    return OneLoop(
        function=function,
        shape=shape,
        nest=nest,
        dominators=dominators_of(function),
        before=before,
        behind=behind,
        promised=_promised(nest, file),
    )


def _nest(shape: LoopShape, file: str) -> Nest:
    outermost = sorted(
        (counted_loop for counted_loop in shape.loops.values() if counted_loop.loop.depth == 1),
        key=lambda loop: loop.loop.line,
    )
    if len(outermost) > 1:
        raise refused(
            file, outermost[1].loop.line, "This is a second loop.", "Give it a function of its own."
        )
    outer = outermost[0]
    inner = {header: nested for header, nested in shape.loops.items() if nested is not outer}
    return Nest(outer, inner)


def _check_counter(counted: CountedLoop, file: str) -> None:
    line = counted.loop.line
    if counted.counter_outlives:
        raise refused(
            file,
            line,
            "The counter is read behind the loop.",
            "Compute its last value from the end: no round of a block program is the last.",
        )
    if counted.step < 0 and counted.counter.type.kind == "unsigned":
        raise refused(
            file,
            line,
            "An unsigned counter goes down.",
            "Let it be signed: rounds beyond the end would begin anew at the largest number.",
        )


def _straight(block: Block, stop: Block | None, file: str) -> tuple[Instruction, ...]:
    instructions: list[Instruction] = []
    while block is not stop:
        for instruction in block.body:
            if instruction.place is not None:
                raise refused(
                    file,
                    instruction.line,
                    "Memory is read or written outside of the loop.",
                    "Leave that to the caller, and give or return a number.",
                )
            instructions.append(instruction)
        ending = block.terminator
        if ending.opcode == "branch":
            raise refused(
                file,
                ending.line,
                "Something is decided outside of the loop.",
                "Decide it in the caller: a block program is the loop alone.",
            )
        if ending.opcode == "return":
            instructions.append(ending)
            break
        block = ending.targets[0]
    return tuple(instructions)


def _promised(nest: Nest, file: str) -> tuple[tuple[str, str], ...]:
    """Raises OutsideSubset where a round needs, or overwrites, what another one leaves."""
    loop = nest.outer.loop
    accesses = [access for access in loop.instructions() if isinstance(access.place, Array)]
    promised: dict[tuple[str, str], None] = {}
    for at, first in enumerate(accesses):
        for second in accesses[at:]:
            if "store" not in (first.opcode, second.opcode):
                continue
            if first.array is not second.array:
                if dependence_of(first, second, loop).verdict != "never":
                    promised[first.array.name, second.array.name] = None
                continue
            _check_pair(dependence_of(first, second, loop), nest, file)
    return tuple(promised)


def _check_pair(dependence: Dependence, nest: Nest, file: str) -> None:
    first, second = dependence.first, dependence.second
    apart = dependence.verdict == "never" or (
        dependence.verdict == "distance" and not dependence.distance
    )
    if dependence.verdict == "unknown" and nest.inner:
        apart = not nest.meets_itself(first, second)
    name, line = first.array.name, max(first.line, second.line)
    if apart:
        if dependence.verdict != "never" and nest.inner and not nest.is_same_place(first, second):
            raise refused(
                file,
                line,
                f"Within a round, {name} is written at one subscript and touched at another.",
                "Threads of a block do not wait for each other: keep what a later "
                "round of the inner loop needs in a variable.",
            )
        return
    if dependence.verdict == "distance":
        rounds = abs(dependence.distance)
        word = "round" if rounds == 1 else "rounds"
        what = (
            f"What one round writes into {name}, another one {rounds} {word} away reads or writes."
        )
    elif dependence.verdict == "every round":
        what = f"Every round writes the same element of {name}."
    else:
        what = f"Two rounds may meet in one element of {name}: {_reason(dependence, nest)}."
    raise refused(
        file,
        line,
        what,
        "The rounds of a block program are done side by side, and no block waits for another.",
    )


def _reason(dependence: Dependence, nest: Nest) -> str:
    if not nest.inner:
        return dependence.reason
    return "nothing says that an inner loop stays within what one round of the outer loop moves on"
