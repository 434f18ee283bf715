"""Sentences about loops: gone, vectorised, unrolled, shorter, guarded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from compiler_core.host.canonical import instruction_of
from compiler_core.host.comparison.address_checks import compares_addresses
from compiler_core.host.comparison.call_sentences import MEMORY_FUNCTIONS, calls_of
from compiler_core.host.comparison.function_pairs import FunctionPair, Matching
from compiler_core.host.comparison.loop_pairs import LoopPair, loop_name, loop_pairs, lost_lines
from compiler_core.host.comparison.loop_rates import (
    adds_in_order,
    bytes_per_iteration,
    loop_rates,
    vector_kind,
)
from compiler_core.host.comparison.values import FunctionValues
from compiler_core.host.comparison.wording import counted, decimal, listed
from compiler_core.host.compilation import FunctionListing, ListingLine, Loop, LoopRole
from compiler_core.host.effects import effects_of
from compiler_core.host.metrics import is_stack_access


def changed_loop_set(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """Source loops that only one side repeats in code."""
    if len(loop_pairs(pair)) == 1 and loop_pairs(pair)[0].name == "the loop":
        return
    for line in lost_lines(pair.left, pair.right):
        yield _loop_is_gone(pair.left, pair.right, line)
    for line in lost_lines(pair.right, pair.left):
        name = loop_name(line)
        yield f"{name[0].upper()}{name[1:]} appears: the left side does not repeat its code."


def _loop_is_gone(left: FunctionListing, right: FunctionListing, line: int | None) -> str:
    start = f"The loop of line {line}"
    before, after = calls_of(left), calls_of(right)
    new = [name for name in MEMORY_FUNCTIONS if after[name] > before[name]]
    if new:
        return f"{start} is replaced by a call of {listed(new)}."
    if _is_written_out(left, right, line):
        return f"{start} is unrolled completely: its steps stand one after another."
    return f"{start} is gone: the code no longer repeats it."


def _is_written_out(left: FunctionListing, right: FunctionListing, line: int | None) -> bool:
    """The right side's code for the body's source lines moves the bytes of several iterations."""
    blocks = {block for loop in left.loops if loop.source_line == line for block in loop.blocks}
    body = [code_line for code_line in left.lines if code_line.block in blocks]
    lines = {code_line.source_line for code_line in body if code_line.source_line is not None}
    once = _bytes_moved(body)
    whole = _bytes_moved([code_line for code_line in right.lines if code_line.source_line in lines])
    return once > 0 and whole >= 2 * once


def _bytes_moved(lines: Sequence[ListingLine]) -> int:
    """Bytes loaded and stored, stack accesses left out."""
    instructions = [instruction_of(line) for line in lines if line.kind == "instruction"]
    return sum(
        effects_of(instruction).memory_bytes or 0
        for instruction in instructions
        if not is_stack_access(instruction)
    )


def changed_vectors(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """Scalar, NEON, SVE: what the main body works on."""
    for loops in loop_pairs(pair):
        before = vector_kind(loops.left_function, loops.left)
        after = vector_kind(loops.right_function, loops.right)
        if before == after:
            continue
        if after == "scalar":
            yield f"{loops.sentence_start} is no longer vectorised: scalar instead of {before}."
        elif before == "scalar":
            width, order = _width(after, loops.right), _order(loops)
            yield f"{loops.sentence_start} is vectorised with {after}{width}{order}."
        else:
            width = _width(after, loops.right)
            yield f"{loops.sentence_start} works with {after} instead of {before}{width}."


def _width(kind: str, loop: Loop) -> str:
    if kind == "SVE":
        return ", as many lanes as the machine's vectors have"
    step = bytes_per_iteration(loop)
    return f", {step} bytes per iteration" if step else ""


def _order(loops: LoopPair) -> str:
    """Vectors of products, but a sum whose order the language fixes."""
    in_order = adds_in_order(loops.right_function, loops.right)
    return "; it still adds one value after another" if in_order else ""


def changed_bodies(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """Length of the main body and bytes per iteration."""
    for loops in loop_pairs(pair):
        before, after = loops.left, loops.right
        facts = []
        if before.instructions != after.instructions:
            facts.append(f"body {before.instructions} to {after.instructions} instructions")
        steps = bytes_per_iteration(before), bytes_per_iteration(after)
        if all(steps) and steps[0] != steps[1]:
            facts.append(f"{steps[0]} to {steps[1]} bytes per iteration")
        if facts:
            yield f"{loops.sentence_start}: {', '.join(facts)}."


def changed_unrolling(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """One iteration does the work of several, with the same kind of registers."""
    for loops in loop_pairs(pair):
        before, after = loops.left, loops.right
        same_kind = vector_kind(loops.left_function, before) == vector_kind(
            loops.right_function, after
        )
        if not same_kind or not before.step_bytes or not after.step_bytes:
            continue
        if after.step_bytes % before.step_bytes == 0 and after.step_bytes > before.step_bytes:
            factor = after.step_bytes // before.step_bytes
            if _has_more_accesses(before, after, factor):
                what = f"one iteration does the work of {factor}"
                yield f"{loops.sentence_start} is unrolled by {factor}: {what}."
        elif before.step_bytes % after.step_bytes == 0 and before.step_bytes > after.step_bytes:
            factor = before.step_bytes // after.step_bytes
            if _has_more_accesses(after, before, factor):
                yield f"{loops.sentence_start} is no longer unrolled by {factor}."


def _has_more_accesses(once: Loop, unrolled: Loop, factor: int) -> bool:
    """Unrolling moves more bytes per iteration; a larger stride alone does not."""
    moved, before = (
        unrolled.bytes_stored or unrolled.bytes_loaded,
        once.bytes_stored or once.bytes_loaded,
    )
    return bool(moved and before and moved >= before * factor)


def changed_element_loads(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """Load instructions and bytes loaded for one element."""
    for loops in loop_pairs(pair):
        before = loop_rates(loops.left, matching.left_rounds.of(loops.left_function, loops.left))
        after = loop_rates(loops.right, matching.right_rounds.of(loops.right_function, loops.right))
        facts = []
        for key, what in (
            ("loop_loads_per_element", "load instructions"),
            ("loop_bytes_loaded_per_element", "bytes loaded"),
        ):
            if key in before and key in after and before[key] != after[key]:
                facts.append(f"{decimal(before[key])} to {decimal(after[key])} {what}")
        if facts:
            where = "" if loops.name == "the loop" else f" in {loops.name}"
            yield f"Per element{where}: {', '.join(facts)}."


def changed_versions(pair: FunctionPair, matching: Matching) -> Iterable[str]:
    """Run-time checks that choose which loop runs, and loops for what remains."""
    before = _check_name(pair.left, pair.left_values)
    after = _check_name(pair.right, pair.right_values)
    if after and not before:
        yield f"{after} appears before the loop: it chooses which version of the loop runs."
    elif before and not after:
        yield f"{before} before the loop is gone, and with it the choice between two versions."
    rest_before = _copies(pair.left, "remainder", "epilogue")
    rest_after = _copies(pair.right, "remainder", "epilogue")
    if rest_after and not rest_before:
        yield f"The last elements get code of their own: {counted(rest_after, 'further loop')}."
    elif rest_before and not rest_after:
        yield "The loop for the last elements is gone."


def _copies(function: FunctionListing, *roles: str) -> int:
    return sum(loop.innermost and loop.role in roles for loop in function.loops)


def _check_name(function: FunctionListing, values: FunctionValues) -> str:
    """Empty without evidence: two loops to choose from, and a comparison that chooses."""
    if _copies(function, *get_args(LoopRole)) > 1 and compares_addresses(function, values):
        return "A run-time check for overlapping arrays"
    return "A run-time check" if _copies(function, "versioned copy") else ""
