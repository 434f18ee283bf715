"""What changed between two settings, in plain sentences computed from the code.

Each rule looks at one fact on both sides and speaks only when the code shows it. The rules stand in
order of importance. A rule that cannot see its fact (an unknown step, a loop without partner) says
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from compiler_core.host.comparison.call_sentences import changed_calls, hosts_of_inlined
from compiler_core.host.comparison.code_sentences import (
    changed_arithmetic,
    changed_frame,
    changed_selects,
    changed_size,
    changed_stack_traffic,
)
from compiler_core.host.comparison.function_pairs import (
    FunctionPair,
    LoneFunction,
    Matching,
    instruction_positions,
)
from compiler_core.host.comparison.loop_sentences import (
    changed_bodies,
    changed_element_loads,
    changed_loop_set,
    changed_unrolling,
    changed_vectors,
    changed_versions,
)
from compiler_core.host.comparison.wording import counted, listed, short_names
from compiler_core.host.compilation import Compilation

IDENTICAL = "The code is identical once labels and registers are renamed."
SAME_TEXT = "The code is identical, line for line."

Rule = Callable[[FunctionPair, Matching], Iterable[str]]

RULES: tuple[Rule, ...] = (
    changed_loop_set,
    changed_vectors,
    changed_calls,
    changed_bodies,
    changed_unrolling,
    changed_element_loads,
    changed_versions,
    changed_stack_traffic,
    changed_arithmetic,
    changed_selects,
    changed_frame,
    changed_size,
)


def function_summary(item: FunctionPair | LoneFunction, matching: Matching) -> tuple[str, ...]:
    """Sentences about one function of the matching."""
    if isinstance(item, LoneFunction):
        return (_lone_function(item, matching),)
    if item.identical:
        return _identical(item)
    reordering = _only_reordered(item)
    if reordering:
        return (reordering,)
    sentences = tuple(sentence for rule in RULES for sentence in rule(item, matching))
    return (*sentences, *_other_differences(item, sentences))


def _lone_function(item: LoneFunction, matching: Matching) -> str:
    if item.side == "right":
        return "The function appears: the left side has no code for it."
    hosts = hosts_of_inlined(item.function, matching)
    if hosts:
        return f"The function is gone: its code is inlined into {listed(hosts)}."
    return "The function is gone: the right side has no code for it."


def _identical(pair: FunctionPair) -> tuple[str, ...]:
    texts = [line.text for line in pair.left.lines]
    if texts == [line.text for line in pair.right.lines]:
        return (SAME_TEXT,)
    return (IDENTICAL, *_other_arguments(pair), *_swapped_operands(pair))


def _other_arguments(pair: FunctionPair) -> Iterable[str]:
    """A renaming that touches what is handed over is legal only between different functions."""
    if pair.moved_arguments:
        renamed = listed([f"{register} became {other}" for register, other in pair.moved_arguments])
        yield f"Arguments or results stand in other registers: {renamed}."


def _swapped_operands(pair: FunctionPair) -> Iterable[str]:
    count = len(pair.alignment.swapped)
    if count:
        yield (
            f"In {counted(count, 'instruction')} two operands whose order does not matter "
            "have changed places."
        )


def _only_reordered(pair: FunctionPair) -> str:
    """All instructions have a partner that does the same, and some stand elsewhere."""
    paired_left = {i for i, _ in (*pair.alignment.same, *pair.alignment.moved)}
    paired_right = {j for _, j in (*pair.alignment.same, *pair.alignment.moved)}
    moved = sum(pair.left.lines[i].kind == "instruction" for i, _ in pair.alignment.moved)
    lost = [i for i in instruction_positions(pair.left) if i not in paired_left]
    new = [j for j in instruction_positions(pair.right) if j not in paired_right]
    if lost or new or not moved:
        return ""
    count = len(instruction_positions(pair.left))
    return (
        f"Only the order differs: the same {count} instructions, "
        f"{counted(moved, 'of them stands', 'of them stand')} elsewhere."
    )


def _other_differences(pair: FunctionPair, findings: Sequence[str]) -> Iterable[str]:
    """What no rule spoke about: lines that moved, and how many lines differ."""
    code = frozenset(instruction_positions(pair.left))
    moved = sum(i in code for i, _ in pair.alignment.moved)
    if moved:
        yield f"{counted(moved, 'instruction stands', 'instructions stand')} in another place."
    if findings:
        return
    changed = sum(i in code for i, _ in pair.alignment.changed)
    paired_left = {i for i, _ in pair.alignment.pairs}
    paired_right = {j for _, j in pair.alignment.pairs}
    removed = sum(i not in paired_left for i in code)
    added = sum(j not in paired_right for j in instruction_positions(pair.right))
    if not (changed or removed or added or moved):
        yield "The instructions are identical; only lines that are no code differ."
    elif changed or removed or added:
        facts = ((changed, "changed"), (removed, "removed"), (added, "added"))
        phrases = [f"{count} {what}" for count, what in facts if count]
        yield f"Single instructions differ: {listed(phrases)}."


def comparison_summary(matching: Matching, summaries: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The sentences of all functions; each names its function if there are several."""
    items = matching.items
    if len(items) == 1:
        return tuple(summaries[0])
    if all(item.identical for item in items):
        same_text = all(tuple(phrases) == (SAME_TEXT,) for phrases in summaries)
        return (SAME_TEXT if same_text else IDENTICAL,)
    names = short_names([item.name for item in items])
    sentences = [
        f"{name}: {_lowered(sentence)}"
        for name, item, summary in zip(names, items, summaries, strict=True)
        if not item.identical
        for sentence in summary
    ]
    same = [name for name, item in zip(names, items, strict=True) if item.identical]
    if same:
        sentences.append(f"Identical once labels and registers are renamed: {listed(same)}.")
    return tuple(sentences)


def _lowered(sentence: str) -> str:
    """The first word in lower case unless it is a number or all capitals."""
    first = sentence.split(" ", 1)[0]
    return sentence if first.isupper() else sentence[0].lower() + sentence[1:]


def failure_summary(left: Compilation, right: Compilation) -> tuple[str, ...]:
    """Why there is nothing to compare; empty if both sides have assembly."""
    return tuple(
        f"The {side} setting gave no assembly: {_reason(compilation)}"
        for side, compilation in (("left", left), ("right", right))
        if not compilation.ok or not compilation.functions
    )


def _reason(compilation: Compilation) -> str:
    errors = [error.message for error in compilation.diagnostics if error.severity == "error"]
    reasons = [compilation.message, *errors, *compilation.notes]
    return next((reason for reason in reasons if reason), "it holds no function.")
