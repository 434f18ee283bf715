"""Vectorisation: four rounds of the loop at once, one in each lane of a vector.

`analyses/lanes.py` says whether that computes the same. If so, a main loop takes steps of four:
neighbouring elements are loaded and stored together, counters become ramps, values from outside are
spread over the lanes, totals are kept in four parts and added up behind the loop. What is left over
runs in the old loop.
"""

from __future__ import annotations

from compiler_core.loop.analyses.counting import counted_loop
from compiler_core.loop.analyses.dominators import dominators_of
from compiler_core.loop.analyses.induction import Induction
from compiler_core.loop.analyses.lanes import IDENTITIES, LanePlan, lane_plan
from compiler_core.loop.analyses.loops import innermost, loops_of
from compiler_core.loop.ir.building import new_instruction
from compiler_core.loop.ir.types import Type, wrap
from compiler_core.loop.ir.values import Block, Constant, Function, Instruction, Module, Value
from compiler_core.loop.passes.infrastructure import Journal, Pass
from compiler_core.loop.passes.main_loop import (
    append,
    before_loop,
    close_main_loop,
    open_main_loop,
)
from compiler_core.loop.passes.widening import LANES, Widening, all_lanes, widen_access


def open_totals(work: Widening) -> dict[Instruction, Instruction]:
    """A phi of four partial totals for each reduction."""
    counted = work.plan.counted
    totals = {}
    for chain in work.plan.reductions:
        type_ = chain.phi.type.with_lanes(LANES)
        neutral = Constant(chain.phi.type, _neutral(chain.update.opcode, chain.phi.type))
        start = new_instruction(
            work.function, "splat", (neutral,), type_=type_, hint=f"{chain.phi.name}.start"
        )
        counted.preheader.insert_before_terminator(start)
        total = new_instruction(
            work.function,
            "phi",
            (start,),
            type_=type_,
            hint=chain.phi.name,
            targets=(counted.preheader,),
        )
        work.main.header.instructions.insert(0, total)
        totals[chain.phi] = work.vectors[chain.phi] = total
    return totals


def _neutral(opcode: str, type_: Type) -> int | float:
    number = IDENTITIES[opcode]
    return float(number) if type_.is_float else wrap(number, type_)


def close_totals(work: Widening, totals: dict[Instruction, Instruction]) -> None:
    """Behind the main loop: what the remainder starts with is the old start and the parts."""
    jump = work.main.exit.instructions.pop()
    for reduction in work.plan.reductions:
        total = totals[reduction.phi]
        total.targets.append(work.body)
        total.operands.append(all_lanes(work, reduction.update))
        before = reduction.phi.operands[reduction.phi.targets.index(work.main.exit)]
        parts = append(
            work.function,
            work.main.exit,
            f"reduce_{reduction.update.opcode}",
            total,
            hint=f"{reduction.phi.name}.lanes",
        )
        together = append(
            work.function,
            work.main.exit,
            reduction.update.opcode,
            before,
            parts,
            hint=f"{reduction.phi.name}.total",
        )
        reduction.phi.operands[reduction.phi.targets.index(work.main.exit)] = together
    work.main.exit.instructions.append(jump)


def advance(work: Widening, induction: Induction) -> Value:
    """The variable after four rounds."""
    step, type_ = induction.step, induction.phi.type
    if isinstance(step, Constant):
        group: Value = Constant(type_, wrap(int(step.value) * LANES, type_))
    else:
        group = before_loop(
            work.function, work.plan.counted, "mul", step, Constant(type_, LANES), hint="group.step"
        )
    opcode = "add" if induction.sign > 0 else "sub"
    return append(
        work.function,
        work.body,
        opcode,
        work.main.phis[induction.phi],
        group,
        hint=induction.following.name,
    )


def vectorise(function: Function, plan: LanePlan, journal: Journal) -> None:
    """Carry out a plan without problems."""
    title, counted = counted_title(plan), plan.counted
    phis = [induction.phi for induction in plan.inductions]
    main = open_main_loop(function, counted, LANES, "vector", phis)
    body = Block(function.fresh_block_name("vector.body"))
    work = Widening(
        function=function, plan=plan, main=main, body=body, journal=journal, scalars=dict(main.phis)
    )
    totals = open_totals(work)
    for planned in plan.body:
        if planned.opcode in ("load", "store"):
            widen_access(work, planned)
    close_totals(work, totals)
    following: dict[Value, Value] = {
        variable.phi: advance(work, variable) for variable in plan.inductions
    }
    append(function, body, "jump", targets=(main.header,))
    close_main_loop(function, main, [body], following)
    journal.change(
        "vectorised",
        title,
        f"does {LANES} rounds at once: no round needs what another of its group writes, all "
        f"accesses move by one element or none, and {counted.bound.text} is known before",
        before=plan.body,
        after=body.instructions,
    )
    for planned in plan.reductions:
        how = (
            "integers wrap, so the order does not matter"
            if planned.phi.type.is_integer
            else "another order of rounding was allowed"
        )
        journal.change("split", planned.phi, f"is kept as {LANES} partial totals: {how}")


def counted_title(plan: LanePlan) -> str:
    return plan.counted.loop.title


class Vectorisation(Pass):
    name = "vectorisation"
    title = "Vectorisation"
    concept = "vectorise"
    reassociate = False

    def rewrite(self, function: Function, module: Module, journal: Journal) -> None:
        for loop in innermost(loops_of(function, dominators_of(function))):
            counted = counted_loop(loop)
            if isinstance(counted, str):
                journal.refuse(loop.title, counted)
                continue
            plan, problems = lane_plan(counted, LANES, self.reassociate)
            for subject, reason in problems:
                journal.refuse(subject, reason)
            if not problems:
                vectorise(function, plan, journal)


class ReassociatingVectorisation(Vectorisation):
    """The same with float totals in four parts, which changes their last bits."""

    name = "vectorisation-reassociating"
    title = "Vectorisation with reassociation of float sums"
    reassociate = True
