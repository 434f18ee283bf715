"""Two measured variants of a loop: how many instructions fewer, where, and whether the same came
out; and what a reader foretold of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from compiler_core.soc.profiling.loops.elsewhere import library_work, removed_loop
from compiler_core.soc.profiling.loops.measured import (
    CLASSES,
    InstructionClass,
    MeasuredLoop,
    SameOutput,
    outputs_compared,
)

Guess = Literal["fewer", "same", "more"]
GUESSES: tuple[Guess, ...] = get_args(Guess)
# A difference below this part is start and end of the function, not the loop.
_SAME = 0.01


@dataclass(frozen=True, slots=True)
class ClassChange:
    """Instructions of one class before and after."""

    kind: InstructionClass
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopComparison:
    """Two measured variants of a loop beside each other."""

    before: int
    """Instructions of the first variant, library code included."""
    after: int
    """Instructions of the second variant, library code included."""
    faster: float
    """Instructions before over instructions after."""
    happened: Guess
    """What a reader could foretell."""
    classes: tuple[ClassChange, ...]
    """One for each of CLASSES, of the loop's own code."""
    output: SameOutput
    """Whether the same came out."""
    sentence: str
    """How many instructions became how many, and whether the output is the same."""
    reason: str
    """The class that changed most."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """A reader's guess before the numbers were shown."""

    guess: Guess
    right: bool
    said: str


def loops_compared(before: MeasuredLoop, after: MeasuredLoop) -> LoopComparison:
    """The second beside the first."""
    first, second = before.instructions, after.instructions  # Library code included.
    classes = tuple(ClassChange(kind, _of(before, kind), _of(after, kind)) for kind in CLASSES)
    output = outputs_compared(before, after)
    happened = _happened(first, second)
    return LoopComparison(
        before=first,
        after=second,
        faster=first / second,
        happened=happened,
        classes=classes,
        output=output,
        sentence=f"{_counted(first, second, happened)}{_outside(before, after)} "
        f"Output: {output.words.rstrip('.')}.",
        reason=f"{_own_code(before, after)}{_reason(classes)}{_outside(before, after)}",
    )


def _own_code(before: MeasuredLoop, after: MeasuredLoop) -> str:
    """Classes are known of the loop's own code alone."""
    return "In its own code: " if library_work(before) or library_work(after) else ""


def _outside(before: MeasuredLoop, after: MeasuredLoop) -> str:
    """What is not in the loop's own code any more, or is no more elsewhere."""
    removed = removed_loop(after)
    if removed:
        return f" {removed}"
    then, now = library_work(before), library_work(after)
    if now is None:
        return f" Before, {then.words}." if then else ""
    own = f"{after.own_instructions:,} of its own"
    return f" The work is not all in the loop: {own}, {now.words}."


def foretold(comparison: LoopComparison, guess: Guess) -> Foretold:
    """The guess beside what was measured."""
    words = {
        "fewer": "it takes fewer instructions",
        "same": "it takes as many as before, within one in a hundred",
        "more": "it takes more instructions",
    }
    right = guess == comparison.happened
    return Foretold(guess, right, f"Measured: {words[comparison.happened]}. {comparison.reason}")


def _of(measured: MeasuredLoop, kind: InstructionClass) -> int:
    return next((count.instructions for count in measured.classes if count.kind == kind), 0)


def _happened(before: int, after: int) -> Guess:
    if abs(before - after) <= _SAME * before:
        return "same"
    return "fewer" if after < before else "more"


def _counted(before: int, after: int, happened: Guess) -> str:
    counts = f"{before:,} instructions became {after:,}"
    if happened == "fewer":
        return f"✓ {counts}: {before / after:.2f} times as few."
    if happened == "more":
        return f"✗ {counts}: {after / before:.2f} times as many. This try made it worse."
    return f"= {counts}: nothing changed that counts."


_CLASS_WORDS: dict[InstructionClass, str] = {
    "load": "loads",
    "store": "stores",
    "branch": "branches",
    "vector": "vector instructions",
    "float": "scalar floating-point instructions",
    "integer": "integer instructions (counting, indices, comparisons)",
}


def _reason(classes: tuple[ClassChange, ...]) -> str:
    changed = sorted(classes, key=lambda row: -abs(row.after - row.before))
    said = [
        f"{_CLASS_WORDS[change.kind]} {change.before:,} → {change.after:,}"
        for change in changed[:3]
        if change.before != change.after
    ]
    if not said:
        return "No class of instructions changed its number."
    text = "; ".join(said)
    return f"{text[0].upper()}{text[1:]}."
