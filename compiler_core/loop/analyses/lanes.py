"""Can several rounds of a loop run at once, one in each lane?

Lane by lane, each instruction runs for all rounds of a group before the next one does. That is the
same as round by round if no round needs what an earlier round of its group writes later in the
body, if each access moves by one element per round or not at all, and if what rounds hand on is a
counter or a reduction: a total that only collects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.loop.analyses.affine import affine_of
from compiler_core.loop.analyses.counting import CountedLoop
from compiler_core.loop.analyses.dependence import dependence_of
from compiler_core.loop.analyses.induction import Induction, inductions_of
from compiler_core.loop.ir.editing import phi_operand
from compiler_core.loop.ir.intrinsics import intrinsic_named
from compiler_core.loop.ir.printer import place_text
from compiler_core.loop.ir.values import Instruction, Value

# What a total starts with in each lane, so that it does not change the sum.
IDENTITIES = {"add": 0, "mul": 1, "and": -1, "or": 0, "xor": 0}
Problem = tuple[Instruction | str, str]
# A value is widened after those it is computed from, as deep as the body is long.
LONGEST_BODY = 150


@dataclass(frozen=True, eq=False, slots=True)
class Reduction:
    """phi becomes `update` = phi opcode `given` each round, and nothing else reads it inside."""

    phi: Instruction
    update: Instruction
    given: Value


@dataclass(frozen=True, eq=False, slots=True)
class LanePlan:
    """What the rounds hand on; the body in program order; loads that never move."""

    counted: CountedLoop
    inductions: list[Induction]
    reductions: list[Reduction]
    body: list[Instruction]
    still: frozenset[Instruction]


def lane_plan(
    counted: CountedLoop, lanes: int, reassociate: bool
) -> tuple[LanePlan, list[Problem]]:
    """The plan, and every reason against it; it may be carried out only if there is none.

    reassociate: may sums of floats be added up in another order?
    """
    loop = counted.loop
    inductions = inductions_of(loop)
    others = [
        phi for phi in loop.header.phis if all(phi is not variable.phi for variable in inductions)
    ]
    reductions = [reduction for phi in others if (reduction := _reduction(phi, counted))]
    body = [instruction for block in loop.blocks for instruction in block.body]
    still = frozenset(
        load
        for load in body
        if load.opcode == "load" and affine_of(load.subscript, loop).per_round == 0
    )
    plan = LanePlan(counted, inductions, reductions, body, still)
    problems = [*_flow(counted), *_carried(others, reductions, reassociate)]
    problems += [problem for operation in body for problem in _operation(operation, counted)]
    if not problems:
        problems += _conflicts(body, counted, lanes)
    return plan, problems


def _flow(counted: CountedLoop) -> Iterator[Problem]:
    loop = counted.loop
    count = sum(len(block.body) for block in loop.blocks)
    if count > LONGEST_BODY:
        yield loop.title, f"its body has {count} instructions; more than {LONGEST_BODY} are left"
    for block in loop.blocks:
        if block is not loop.header and (len(block.successors) != 1 or block.phis):
            yield loop.title, f"its body branches in {block.name}; convert the branch first"


def _reduction(phi: Instruction, counted: CountedLoop) -> Reduction | None:
    loop = counted.loop
    update = phi_operand(phi, loop.latches[0])
    if not isinstance(update, Instruction) or update.opcode not in IDENTITIES:
        return None
    if phi.type.kind == "bool" or phi not in update.operands or update.operands.count(phi) > 1:
        return None
    readers = [instruction for instruction in loop.instructions() if phi in instruction.operands]
    further = [user for user in loop.instructions() if update in user.operands]
    if readers != [update] or further != [phi]:
        return None
    given = next(operand for operand in update.operands if operand is not phi)
    return Reduction(phi, update, given)


def _carried(
    phis: list[Instruction], reductions: list[Reduction], reassociate: bool
) -> Iterator[Problem]:
    by_phi = {reduction.phi: reduction for reduction in reductions}
    for phi in phis:
        if phi not in by_phi:
            yield phi, "each round needs its value from the round before, so rounds must wait"
        elif phi.type.is_float and not reassociate:
            update = by_phi[phi].update
            yield (
                phi,
                (
                    f"{update.opcode} on floats rounds each time, so four partial totals would end "
                    "in another last bit; reassociation must be allowed"
                ),
            )


def _operation(instruction: Instruction, counted: CountedLoop) -> Iterator[Problem]:
    if instruction.type.is_vector or instruction.opcode.startswith("v"):
        yield instruction, "it is a vector operation already"
    elif instruction.opcode in ("load", "store"):
        yield from _access(instruction, counted)
    elif instruction.opcode == "call" and intrinsic_named(instruction.callee) is None:
        yield instruction, f"{instruction.callee} has no form for several lanes"


def _access(access: Instruction, counted: CountedLoop) -> Iterator[Problem]:
    """Neighbouring rounds must touch neighbouring elements."""
    subscript = affine_of(access.subscript, counted.loop)
    varying = [value for value in subscript.terms if counted.loop.defines(value)]
    steps: dict[Value, str] = {
        variable.phi: variable.step_text for variable in inductions_of(counted.loop)
    }
    if varying and varying[0] in steps:
        yield access, f"it moves by {steps[varying[0]]} elements per round, which need not be 1"
    elif varying:
        yield access, f"its place depends on {varying[0].text}, which is no sum of counters"
    elif access.opcode == "store" and subscript.per_round == 0:
        yield access, f"all rounds write {place_text(access)}, and the last one must win"
    elif subscript.per_round not in (0, 1):
        yield (
            access,
            (
                f"it moves by {subscript.per_round} elements per round: lanes are neighbours, "
                "these are not"
            ),
        )


def _conflicts(body: list[Instruction], counted: CountedLoop, lanes: int) -> Iterator[Problem]:
    """Pairs of accesses that would meet in the wrong order."""
    accesses = [access for access in body if access.opcode in ("load", "store")]
    for position, earlier in enumerate(accesses):
        for later in accesses[position:]:
            if "store" not in (earlier.opcode, later.opcode):
                continue
            dependence = dependence_of(later, earlier, counted.loop)
            meet_late = dependence.verdict == "distance" and 0 < -dependence.distance < lanes
            if dependence.verdict in ("unknown", "every round") or meet_late:
                yield later, f"with {earlier.opcode} {place_text(earlier)}: {dependence.reason}"
