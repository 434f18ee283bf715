"""The body of a vectorised loop, value by value: its first lane for subscripts, else all lanes."""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler_core.loop.analyses.lanes import LanePlan
from compiler_core.loop.ir.building import new_instruction
from compiler_core.loop.ir.printer import instruction_text
from compiler_core.loop.ir.types import Type
from compiler_core.loop.ir.values import Block, Function, Instruction, Value
from compiler_core.loop.passes.infrastructure import Journal
from compiler_core.loop.passes.main_loop import MainLoop, before_loop

LANES = 4


@dataclass(slots=True, kw_only=True)
class Widening:
    """The main loop while it is filled."""

    function: Function
    """That which is vectorised."""
    plan: LanePlan
    """What is known of the old loop: accesses, inductions, reductions."""
    main: MainLoop
    """The new loop, which does LANES rounds at once."""
    body: Block
    """The new loop's block to which instructions are appended."""
    journal: Journal
    """Takes the moments of the algorithm for the page."""
    scalars: dict[Value, Value] = field(default_factory=dict)
    """For values of the old loop, their value in the first lane."""
    vectors: dict[Value, Value] = field(default_factory=dict)
    """For values of the old loop, the value with all lanes."""

    def emit(
        self, opcode: str, *operands: Value, like: Instruction, type_: Type | None = None
    ) -> Instruction:
        """An instruction of the main loop that does the work of `like`."""
        instruction = new_instruction(
            self.function,
            opcode,
            operands,
            type_=type_,
            hint=like.name,
            callee=like.callee,
            place=like.place,
            span=like.span,
        )
        self.body.instructions.append(instruction)
        self.journal.moment(
            f"{instruction_text(like)} becomes {instruction_text(instruction)}",
            [like],
            lanes_known_of=self.vectors,
        )
        return instruction


def first_lane(work: Widening, value: Value) -> Value:
    """The value in the first lane, for subscripts: as before, on the main loop's counter."""
    if not isinstance(value, Instruction) or work.plan.counted.loop.invariant(value):
        return value
    if value not in work.scalars:
        operands = [first_lane(work, operand) for operand in value.operands]
        work.scalars[value] = work.emit(value.opcode, *operands, like=value, type_=value.type)
    return work.scalars[value]


def all_lanes(work: Widening, value: Value) -> Value:
    """The value in each lane."""
    if value in work.vectors:
        return work.vectors[value]
    counted = work.plan.counted
    if not isinstance(value, Instruction) or counted.loop.invariant(value):
        hint = f"{value.name or 'constant'}.lanes"
        lanes = new_instruction(
            work.function, "splat", (value,), hint=hint, type_=value.type.with_lanes(LANES)
        )
        counted.preheader.insert_before_terminator(lanes)
        work.vectors[value] = lanes
    else:
        work.vectors[value] = _widened(work, value)
    return work.vectors[value]


def _widened(work: Widening, instruction: Instruction) -> Value:
    """A value of the loop: a counter is a ramp, everything else the operation on all lanes."""
    type_ = instruction.type.with_lanes(LANES)
    induction = next((known for known in work.plan.inductions if known.phi is instruction), None)
    if induction is not None:
        step = induction.step
        if induction.sign < 0:
            step = before_loop(work.function, work.plan.counted, "neg", step, hint="step")
        return work.emit("ramp", work.main.phis[instruction], step, like=instruction, type_=type_)
    operands = [all_lanes(work, operand) for operand in instruction.operands]
    return work.emit(instruction.opcode, *operands, like=instruction, type_=type_)


def widen_access(work: Widening, access: Instruction) -> None:
    """Loads and stores keep their order; a load that never moves is done once and spread."""
    type_ = access.array.element.with_lanes(LANES)
    subscript = first_lane(work, access.subscript)
    if access.opcode == "store":
        work.emit("vstore", subscript, all_lanes(work, access.stored), like=access)
    elif access in work.plan.still:
        element = work.emit("load", subscript, like=access, type_=access.type)
        spread = new_instruction(work.function, "splat", (element,), type_=type_, hint=access.name)
        work.body.instructions.append(spread)
        work.vectors[access] = spread
    else:
        work.vectors[access] = work.emit("vload", subscript, like=access, type_=type_)
