"""Sentences about code outside the shape of its loops: stack, arithmetic, branches, size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from compiler_core.host.canonical import instruction_of
from compiler_core.host.comparison.function_pairs import FunctionPair, Matching
from compiler_core.host.comparison.loop_pairs import loop_pairs
from compiler_core.host.comparison.loop_rates import loop_instructions, stack_accesses
from compiler_core.host.comparison.wording import counted, listed
from compiler_core.host.comparison.work_kinds import DIVIDE, FUSED, SELECT
from compiler_core.host.compilation import FunctionListing
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Instruction
from compiler_core.host.metrics import is_stack_access, registers_of
from compiler_core.host.register_map.calling_convention import CALLEE_SAVED, RETURN_ADDRESS

# What a function saves for its caller says nothing about its own variables.
_SAVED = frozenset((*CALLEE_SAVED, RETURN_ADDRESS))
MULTIPLY_HIGH = frozenset(("smulh", "umulh", "smull", "umull", "madd", "smaddl", "umaddl"))


def _mnemonics(function: FunctionListing) -> Counter[str]:
    return Counter(line.mnemonic for line in function.lines if line.kind == "instruction")


def _total(counts: Counter[str], names: Iterable[str]) -> int:
    return sum(counts[name] for name in names)


def variable_accesses(function: FunctionListing) -> int:
    """Stack accesses that do not save or restore registers of the caller."""
    return sum(
        is_stack_access(instruction)
        and not any(register.canonical in _SAVED for register in registers_of(instruction))
        for instruction in map(
            instruction_of, (line for line in function.lines if line.kind == "instruction")
        )
    )


def changed_stack_traffic(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """Variables in stack slots (the habit of -O0) against variables in registers."""
    before, after = variable_accesses(pair.left), variable_accesses(pair.right)
    change = f"{before} to {after} stack accesses{_change_in_loop(pair)}"
    if before >= 4 and after * 2 <= before:
        yield f"Variables move from stack slots to registers: {change}."
    elif after >= 4 and before * 2 <= after:
        yield f"Values go through the stack: {change}."


def _change_in_loop(pair: FunctionPair) -> str:
    pairs = loop_pairs(pair)
    if len(pairs) != 1:
        return ""
    before = stack_accesses(pair.left, pairs[0].left)
    after = stack_accesses(pair.right, pairs[0].right)
    return f" ({before} to {after} in the loop body)" if before or after else ""


def changed_arithmetic(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """Divisions replaced, multiplications and additions fused."""
    before, after = _mnemonics(pair.left), _mnemonics(pair.right)
    yield from _division_sentence(before, after)
    yield from _fusion_sentence(before, after)


def _division_sentence(before: Counter[str], after: Counter[str]) -> Iterable[str]:
    integer = [name for name in ("sdiv", "udiv") if before[name] and not after[name]]
    if not integer:
        return
    multiplies = [name for name in MULTIPLY_HIGH if after[name] > before[name]]
    if multiplies:
        instead = listed(sorted(multiplies))
        yield f"The division ({listed(integer)}) is replaced by multiplication ({instead})."
    elif not _total(after, DIVIDE):
        yield f"The division ({listed(integer)}) is gone."


def _fusion_sentence(before: Counter[str], after: Counter[str]) -> Iterable[str]:
    fused_before, fused_after = _total(before, FUSED), _total(after, FUSED)
    separate_before, separate_after = before["fmul"], after["fmul"]
    if fused_after and not fused_before and separate_before:
        names = listed(_present(after))
        yield f"Multiplication and addition are fused ({names}): one rounding instead of two."
    elif fused_before and not fused_after and separate_after:
        names = listed(_present(before))
        yield f"Multiplication and addition are no longer fused ({names}): two roundings each."


def _present(counts: Counter[str]) -> list[str]:
    return sorted(name for name in FUSED if counts[name])


def changed_selects(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """A conditional branch of the loop body that becomes a select, and the reverse."""
    for loops in loop_pairs(pair):
        before = loop_instructions(loops.left_function, loops.left)
        after = loop_instructions(loops.right_function, loops.right)
        branches = [_branches(before), _branches(after)]
        selects = [{i.mnemonic for i in body if i.mnemonic in SELECT} for body in (before, after)]
        new, lost = selects[1] - selects[0], selects[0] - selects[1]
        if branches[1] < branches[0] and new:
            yield f"A branch in {loops.name} becomes a select ({listed(sorted(new))})."
        elif branches[1] > branches[0] and lost:
            yield f"A select in {loops.name} ({listed(sorted(lost))}) becomes a branch."


def _branches(instructions: Sequence[Instruction]) -> int:
    return sum(effects_of(instruction).branch == "conditional" for instruction in instructions)


def changed_frame(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """The frame record (x29 and x30 on the stack), and the size of the frame."""
    before, after = pair.left.metrics, pair.right.metrics
    if before["frame_record"] and not after["frame_record"]:
        yield "The frame record is gone: x29 and x30 are no longer saved together."
    elif after["frame_record"] and not before["frame_record"]:
        yield "A frame record appears: x29 and x30 are saved, so that the frames form a chain."
    if before["frame_bytes"] != after["frame_bytes"]:
        yield f"Stack frame: {before['frame_bytes']} to {after['frame_bytes']} bytes."


def changed_size(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """The number of instructions of the whole function."""
    before, after = pair.left.metrics["instructions"], pair.right.metrics["instructions"]
    if before != after:
        word = "shorter" if after < before else "longer"
        yield f"The function is {word}: {before} to {counted(after, 'instruction')}."
