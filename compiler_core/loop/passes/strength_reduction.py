"""Strength reduction: a multiplication by the loop's counter becomes an addition per round.

If i advances by c in every round, i * k advances by c * k. So the product gets a phi of its own: it
starts as start * k, computed before the loop, and each round adds c * k. Integers wrap the same way
either way; floats round at every addition, so for them the rewrite would be wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.loop.analyses.dominators import dominators_of
from compiler_core.loop.analyses.induction import Induction, inductions_of
from compiler_core.loop.analyses.loops import Loop, loops_of
from compiler_core.loop.ir.building import new_instruction
from compiler_core.loop.ir.editing import remove_instructions, replace_values
from compiler_core.loop.ir.printer import instruction_text
from compiler_core.loop.ir.types import wrap
from compiler_core.loop.ir.values import Block, Constant, Function, Instruction, Module, Value
from compiler_core.loop.passes.infrastructure import Journal, Pass


@dataclass(frozen=True, eq=False, slots=True)
class Product:
    """instruction = induction variable * factor, the factor from outside the loop."""

    instruction: Instruction
    induction: Induction
    factor: Value


def product_of(instruction: Instruction, loop: Loop, inductions: list[Induction]) -> Product | None:
    """The product that an instruction is; None if it is none of an induction variable."""
    if (
        instruction.opcode not in ("mul", "shl")
        or not instruction.type.is_integer
        or instruction.type.is_vector
    ):
        return None
    first, second = instruction.operands
    by_phi: dict[Value, Induction] = {induction.phi: induction for induction in inductions}
    if instruction.opcode == "shl":
        if first not in by_phi or not isinstance(second, Constant):
            return None
        factor = Constant(
            instruction.type,
            wrap(1 << (int(second.value) % instruction.type.bits), instruction.type),
        )
        return Product(instruction, by_phi[first], factor)
    if second in by_phi and loop.invariant(first):
        first, second = second, first
    if first in by_phi and loop.invariant(second):
        return Product(instruction, by_phi[first], second)
    return None


def why_not(instruction: Instruction, loop: Loop, inductions: list[Induction]) -> str:
    """Why a multiplication stays; empty if it has nothing to do with a counter."""
    phis = [induction.phi for induction in inductions]
    counters = [value for value in instruction.operands if value in phis]
    converted = [
        value
        for value in instruction.operands
        if isinstance(value, Instruction)
        and value.opcode == "convert"
        and value.operands[0] in phis
    ]
    if instruction.opcode == "mul" and instruction.type.is_float and converted:
        return "adding floats round by round would round in every round, a product rounds once"
    if instruction.opcode != "mul" or not counters:
        return ""
    other = next(
        (value for value in instruction.operands if value not in counters), instruction.operands[0]
    )
    return f"{other.text} changes inside {loop.title}, so the product advances unevenly"


def multiply(function: Function, block: Block, factor: Value, other: Value, hint: str) -> Value:
    """The product at the end of a block; computed now if both are constants."""
    if isinstance(factor, Constant) and isinstance(other, Constant):
        return Constant(factor.type, wrap(int(factor.value) * int(other.value), factor.type))
    for value, rest in ((factor, other), (other, factor)):
        if isinstance(value, Constant) and value.value in (0, 1):
            return rest if value.value == 1 else value
    product = new_instruction(function, "mul", (factor, other), hint=hint)
    block.insert_before_terminator(product)
    return product


def reduce(function: Function, loop: Loop, product: Product, journal: Journal) -> Instruction:
    """Give the product a phi; returns it."""
    assert loop.preheader is not None
    old, induction = product.instruction, product.induction
    start = multiply(function, loop.preheader, induction.start, product.factor, f"{old.name}.start")
    step = multiply(function, loop.preheader, induction.step, product.factor, f"{old.name}.step")
    # The variable keeps the product's name: readers meet the value they know.
    function.names.discard(old.name)
    phi = new_instruction(function, "phi", (), type_=old.type, hint=old.name)
    opcode = "add" if induction.sign > 0 else "sub"
    following = new_instruction(function, opcode, (phi, step), hint=f"{old.name}.next")
    phi.targets, phi.operands = [loop.preheader, loop.latches[0]], [start, following]
    phi.span = following.span = old.span
    loop.header.instructions.insert(len(loop.header.phis), phi)
    loop.latches[0].insert_before_terminator(following)
    journal.change(
        "replaced",
        old,
        f"becomes an addition: {induction.phi.text} advances by {induction.step_text} each round, "
        f"so {instruction_text(old).partition(' = ')[2]} starts at {start.text} and advances by "
        f"{'-' if induction.sign < 0 else ''}{step.text}",
        after=[phi, following],
    )
    return phi


def reduce_loop(function: Function, loop: Loop, journal: Journal) -> None:
    """All products of one loop; a product's own phi may make further products."""
    pending = [instruction for instruction in loop.instructions() if not instruction.is_phi]
    for candidate in pending:
        inductions = inductions_of(loop)
        product = product_of(candidate, loop, inductions)
        if candidate.opcode in ("mul", "shl"):
            journal.moment(
                f"{instruction_text(candidate)}: "
                + ("a counter times an invariant value" if product else "not such a product"),
                [candidate],
                induction_variables=[induction.phi for induction in inductions],
            )
        if product is None:
            reason = why_not(candidate, loop, inductions)
            if reason:
                journal.refuse(candidate, reason)
            continue
        phi = reduce(function, loop, product, journal)
        remove_instructions(function, [candidate])
        replace_values(function, {candidate: phi})


class StrengthReduction(Pass):
    name = "strength-reduction"
    title = "Strength reduction"
    concept = "induction"

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        for loop in loops_of(function, dominators_of(function)):
            if loop.preheader is None or len(loop.latches) != 1:
                journal.refuse(loop.title, "it needs one preheader and one latch")
                continue
            reduce_loop(function, loop, journal)
