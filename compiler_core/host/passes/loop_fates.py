"""Sentences about a whole loop: it became a library call, a formula, or nothing at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.measures import Measures
from compiler_core.host.passes.steps import PassStep

Fate = Literal["call", "formula", "gone"]
_CALL = re.compile(
    r"(?:@|= |^\s*)(?:llvm\.|__builtin_)?(?P<name>mem(?:set|cpy|move)\w*|str(?:len|cpy))\b"
)
# The value that leaves a loop has a join of its own with one way in.
_GIMPLE_RESULT = re.compile(r"^\s*# \w+ = PHI <[^,<>]+>$")
_LLVM_RESULT = re.compile(r"^\s*%[\w.]+ = phi \S+ \[ [^\]]*\]$")
_FORMULA_PASSES = ("sccp", "IndVarSimplifyPass")
_LOOP_CALL_PASSES = ("ldist", "LoopIdiomRecognizePass")
_REMOVING_CONCEPTS = ("remove-dead", "canonical-loop")
_AFTER: dict[Fate, str] = {
    "call": "the call does its work",
    "formula": "the formula gives its result",
    "gone": "nothing that it computes is needed",
}


def fate_of(
    step: PassStep, before: Measures, after: Measures, earlier: Fate | None
) -> tuple[Fate, str] | None:
    """What this step did to a loop as a whole, and the sentence; None if it did nothing such.

    earlier: what an earlier step of the same function did to a loop, which explains why one goes.
    """
    name = step.dump.pass_name
    if name in _LOOP_CALL_PASSES and (calls := _new_calls(step)):
        gone = before.loops - after.loops
        loops = f"{gone} loops" if gone > 1 else "A loop"
        made = "calls" if calls.total() > 1 else "a call"
        return "call", f"{loops} became {made} of {_listed(sorted(calls))}."
    if name in _FORMULA_PASSES and (results := _results_lost(step)):
        values = "1 value" if results == 1 else f"{results} values"
        return "formula", (
            f"{values} that the loop computed round by round "
            f"{'is' if results == 1 else 'are'} now computed by a formula after it."
        )
    concept = step.concept.key if step.concept is not None else ""
    if concept in _REMOVING_CONCEPTS and after.loops < before.loops:
        gone = before.loops - after.loops
        loops = "The loop is" if gone == 1 else f"{gone} loops are"
        statements = before.statements - after.statements
        size = f", {statements} statements fewer" if statements > 1 else ""
        return "gone", f"{loops} gone{size}: {_AFTER[earlier or 'gone']}."
    return None


def replaced_calls(step: PassStep) -> str:
    """A call for memory that became another one, outside loops: memcpy to memmove."""
    new, lost = _new_calls(step), _calls(step.before) - _calls(step.after)
    if not new:
        return ""
    if lost:
        return f"A call of {_listed(sorted(lost))} became one of {_listed(sorted(new))}."
    return f"Stores became a call of {_listed(sorted(new))}."


def _new_calls(step: PassStep) -> Counter[str]:
    return _calls(step.after) - _calls(step.before)


def _calls(dump: Dump | None) -> Counter[str]:
    lines = dump.lines if dump is not None else None
    matches = (_CALL.search(line.text) for line in lines or () if not _declares(line.text))
    return Counter(match["name"] for match in matches if match is not None)


def _declares(text: str) -> bool:
    return text.startswith("declare ")


def _results_lost(step: PassStep) -> int:
    """Values that left a loop before the step and do so no longer."""
    return max(_results(step.before) - _results(step.after), 0)


def _results(dump: Dump | None) -> int:
    pattern = _LLVM_RESULT if dump is not None and dump.level == "LLVM IR" else _GIMPLE_RESULT
    lines = dump.lines if dump is not None else None
    return sum(pattern.match(line.text) is not None for line in lines or ())


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
