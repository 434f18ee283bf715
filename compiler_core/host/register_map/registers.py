"""The register map: what each register holds, over which lines, and what is spilled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.assembly import AssemblyFunction
from compiler_core.host.compilation import BasicBlock, Loop, RegisterUse
from compiler_core.host.register_map.code import Code
from compiler_core.host.register_map.context import Context
from compiler_core.host.register_map.finding import Part, RegisterFinding, Stage
from compiler_core.host.register_map.interface_rules import INTERFACE_RULES
from compiler_core.host.register_map.lane_rules import LANE_RULES
from compiler_core.host.register_map.liveness import Range, Web, solve
from compiler_core.host.register_map.loop_rules import BOUND_RULES, LOOP_RULES
from compiler_core.host.register_map.spills import spills_of
from compiler_core.host.register_map.value_rules import (
    CONSTANT_RULES,
    MASK_RULES,
    MEMORY_RULES,
)
from compiler_core.host.source_reading.signature import Signature
from compiler_core.host.work import spend

__all__ = ["ROLES", "RULES", "RegisterRole", "register_uses", "spills_of"]

NO_CALLEES: Mapping[str, Signature] = {}


@dataclass(frozen=True, slots=True)
class RegisterRole:
    """A role a register can have, and what that means, for the page's legend."""

    name: str
    explanation: str


ROLES = (
    RegisterRole("argument", "A parameter, in the register it arrived in, or a copy of it."),
    RegisterRole("return value", "The function's result, ready for the caller."),
    RegisterRole("induction variable", "Changes by the same amount in every iteration of a loop."),
    RegisterRole("accumulator", "Carries a result from one iteration of a loop to the next."),
    RegisterRole("address", "Where in memory to read or write."),
    RegisterRole("constant", "A fixed number."),
    RegisterRole("broadcast constant", "One value, the same in every lane of a vector."),
    RegisterRole("loaded value", "Read from memory and not yet used up."),
    RegisterRole("loop bound", "What the loop's end test compares with."),
    RegisterRole("lane mask", "Says for each lane of a vector whether it takes part."),
    RegisterRole("tail count", "How far the vectors go, or how much they leave for the tail."),
    RegisterRole("call argument", "Put in place for a function that is about to be called."),
    RegisterRole("call result", "What a called function gave back."),
    RegisterRole("scratch", "An intermediate value between two instructions."),
    RegisterRole("saved", "Belongs to the caller or the frame and must be there on return."),
    RegisterRole("stack pointer", "The end of the stack: this function's frame starts here."),
)
RULES: tuple[Callable[[Context, Part], RegisterFinding | None], ...] = (
    *INTERFACE_RULES,
    *MASK_RULES,
    *LANE_RULES,
    *LOOP_RULES,
    *CONSTANT_RULES,
    *BOUND_RULES,
    *MEMORY_RULES,
)


def register_uses(
    function: AssemblyFunction,
    blocks: tuple[BasicBlock, ...],
    loops: tuple[Loop, ...],
    signature: Signature | None,
    callees: Mapping[str, Signature] = NO_CALLEES,
) -> tuple[RegisterUse, ...]:
    """One row per register and stretch of lines, by first line; the flags are left out.

    Rows of one register may touch at a line that reads the old value and writes the new one, and
    overlap nowhere else. callees: signatures by symbol, for the arguments of calls.
    """
    if not blocks:
        return ()
    code = Code(function, blocks, signature, callees)
    context = Context(code, solve(code), loops)
    rows = [row for web in context.flow.webs for row in _rows(context, web)]
    rows.extend(_stack_pointer(code))
    return tuple(sorted(rows, key=lambda row: (row.first, row.last, _order(row.register))))


def _order(register: str) -> tuple[str, int]:
    digits = register.lstrip("xvps")
    return register.rstrip("0123456789"), int(digits) if digits.isdigit() else 99


def _rows(context: Context, web: Web) -> list[RegisterUse]:
    carrying = context.carrying(web)
    spend(1 + len(web.written) + len(web.uses) + len(web.ranges))
    loop = max(carrying, key=lambda loop: loop.depth, default=None)
    outermost = min(carrying, key=lambda loop: loop.depth, default=None)
    lanes = context.lanes(web)
    findings: dict[str, RegisterFinding] = {}
    rows = []
    for stage, first, last in _stretches(context, web, outermost):
        if stage not in findings:
            findings[stage] = describe(context, Part(web, stage, loop))
        finding = findings[stage]
        rows.append(
            RegisterUse(
                register=web.register,
                role=finding.role,
                holds=finding.holds,
                first=first,
                last=last,
                lanes=lanes,
            )
        )
    return rows


def describe(context: Context, part: Part) -> RegisterFinding:
    """Role and phrase by the first rule that knows; what no rule knows is `scratch`."""
    for rule in RULES:
        finding = rule(context, part)
        if finding is not None:
            return finding
    return RegisterFinding("scratch", _made_by(context, part.web))


def _made_by(context: Context, web: Web) -> str:
    mnemonics = dict.fromkeys(instruction.mnemonic for instruction in context.written_by(web))
    subject = context.subject(web)
    source = f", from {subject}" if subject else ""
    return f"intermediate value, made by {' and '.join(mnemonics)}{source}"


def _stretches(context: Context, web: Web, loop: Loop | None) -> list[tuple[Stage, int, int]]:
    """Stage, first and last position of each stretch without a gap; `loop` is the outermost."""
    if len(web.ranges) == 1 and loop is None:
        return [("whole", web.ranges[0].first, web.ranges[0].last)]
    ranges = sorted(web.ranges, key=lambda span: span.first)
    stages: list[Stage] = [_stage(context, web, loop, span) for span in ranges]
    if web.from_entry and loop is not None and "before" not in stages:
        stages = [_entered(stage) for stage in stages]
    return _joined(context.code, web, list(zip(ranges, stages, strict=True)))


def _entered(stage: Stage) -> Stage:
    return "entered" if stage == "inside" else stage


def _joined(
    code: Code, web: Web, staged: Sequence[tuple[Range, Stage]]
) -> list[tuple[Stage, int, int]]:
    """A range that is live where its block starts goes on from the one right before it."""
    joined: list[tuple[Stage, int, int]] = []
    for span, stage in staged:
        if joined and joined[-1][0] == stage and _goes_on(code, web, joined[-1][2], span):
            joined[-1] = (stage, joined[-1][1], span.last)
        else:
            joined.append((stage, span.first, span.last))
    return joined


def _goes_on(code: Code, web: Web, last: int, span: Range) -> bool:
    live_at_start = span.block in web.entered and span.first == code.first_of(span.block)
    return live_at_start and code.rank[span.first] == code.rank[last] + 1


def _stage(context: Context, web: Web, loop: Loop | None, span: Range) -> Stage:
    """Where a range lies: inside the loop that changes the web, before it, or after it."""
    if loop is None:
        return "whole"
    if context.holds(loop, span.block):
        return "inside"
    reached = context.reached_from(loop, span.block)
    if context.is_returned(web) and (reached or not context.leads_to(loop, span.block)):
        return "after"
    return "before" if web.from_entry and not reached else "inside"


def _stack_pointer(code: Code) -> list[RegisterUse]:
    """One row over all lines that use the stack pointer."""
    used = [
        position
        for position in code.positions
        if "sp" in code.effect(position).reads or "sp" in code.effect(position).writes
    ]
    if not used:
        return []
    holds = "lowest address of this function's frame"
    return [
        RegisterUse(
            register="sp", role="stack pointer", holds=holds, first=used[0], last=used[-1], lanes=""
        )
    ]
