"""One variant of a loop, run once under the emulator: instructions by line, loop and class."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, get_args

from compiler_core.errors import InputError, LoweringLabError, Overloaded
from compiler_core.host.cycles.cycles import cycles_of_source
from compiler_core.host.cycles.record import LoopCycles, ModelAnswer
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Instruction, Register, RegisterList, parse_instruction
from compiler_core.host.running.compare_outputs import difference_sentence, different_arrays
from compiler_core.host.running.count import counts_and_outputs
from compiler_core.host.running.outputs import Outputs
from compiler_core.host.running.record import Counts
from compiler_core.host.running.refusal import why_no_counts, without_options
from compiler_core.soc.profiling.loops.program import LoopProgram, WrittenLoop, written
from compiler_core.toolchain.counting import CacheGeometry

InstructionClass = Literal["load", "store", "branch", "vector", "float", "integer"]
CLASSES: tuple[InstructionClass, ...] = get_args(InstructionClass)
_SCALAR_VIEWS = ("b", "h", "s", "d", "q", "v")


@dataclass(frozen=True, slots=True)
class ClassCount:
    """Executed instructions of one class; share: of all."""

    kind: InstructionClass
    instructions: int
    share: float


@dataclass(frozen=True, slots=True)
class MeasuredLoop:
    """program: which variant. written: what was compiled. outputs: what it wrote."""

    program: LoopProgram
    written: WrittenLoop
    counts: Counts
    outputs: Outputs
    classes: tuple[ClassCount, ...]

    @property
    def instructions(self) -> int:
        """Of the whole call, library code included."""
        return self.counts.everything

    @property
    def own_instructions(self) -> int:
        """Of the functions of the source."""
        return self.counts.instructions

    def share(self, kind: InstructionClass) -> float:
        """Of one class, among all instructions."""
        return next((count.share for count in self.classes if count.kind == kind), 0.0)


@dataclass(frozen=True, slots=True)
class SameOutput:
    """Two variants on the same inputs. same: bit for bit. words: that, or how they differ."""

    same: bool
    words: str


@dataclass(frozen=True, slots=True)
class Chain:
    """Cycles of the whole run in which a round waits for the one before. model: who says so. why:
    the sentence on the loop that waits longest; "" where none waits."""

    cycles: float
    model: str
    why: str


def measured_loop(program: LoopProgram) -> MeasuredLoop:
    """Compile and run the variant, on as many elements as the loop as given.

    Raises InputError for a loop that does not compile or does not run to its end, ToolMissing,
    Overloaded.
    """
    program = _on_same_inputs(program)
    code = written(program)
    counts, outputs = _counted(program, code)
    return MeasuredLoop(program, code, counts, outputs, instruction_classes(counts))


def last_cache_lines(measured: MeasuredLoop, geometry: CacheGeometry) -> int:
    """Lines that a cache of this size would fetch in the same run. Raises as `measured_loop`."""
    totals = measured.counts.totals
    if totals.misses <= totals.cache_lines:
        return totals.misses  # Each line came once: no larger cache has fewer to fetch.
    experiment = replace(measured.program.experiment, geometry=geometry)
    again = replace(measured.program, experiment=experiment)
    return _counted(again, measured.written)[0].totals.misses


def instruction_classes(counts: Counts) -> tuple[ClassCount, ...]:
    """Every class, the most frequent first. SVE and NEON arithmetic is `vector`; counting, indices
    and comparisons are `integer`."""
    totals = dict.fromkeys(CLASSES, 0)
    for line in counts.per_line:
        if line.instructions:
            totals[_class_of(parse_instruction(line.text))] += line.instructions
    whole = sum(totals.values()) or 1
    made = (ClassCount(kind, count, count / whole) for kind, count in totals.items())
    return tuple(sorted(made, key=lambda row: -row.instructions))


def outputs_compared(before: MeasuredLoop, after: MeasuredLoop) -> SameOutput:
    """The outputs of two variants, by their digests and element by element."""
    if not (before.outputs.arrays or after.outputs.arrays):
        return SameOutput(True, "there is no output to compare")
    if before.outputs.digest == after.outputs.digest:
        return SameOutput(True, f"the same bits in every output (digest {_short(after)})")
    try:
        arrays = list(different_arrays(before.outputs, after.outputs))
    except (InputError, ValueError):
        return SameOutput(False, "the two have different outputs, which cannot be compared")
    said = " ".join(difference_sentence(array) for array in arrays if array.different)
    return SameOutput(False, said or "they wrote beside their arrays at different places")


def chain_of(measured: MeasuredLoop, model: str) -> Chain | None:
    """How long rounds wait for the round before, by LLVM's model of a core; None where nobody can
    say: without llvm-mca, or for a loop it does not know. Raises Overloaded."""
    try:
        report = cycles_of_source(
            (measured.written.source,), measured.program.compiler, measured.written.flags, model
        )
    except Overloaded:
        raise
    except LoweringLabError:
        return None
    waits = list(_waits(measured.counts, report.loops))
    if not waits:
        return None
    longest = max(waits, key=lambda wait: wait[0])
    return Chain(sum(cycles for cycles, _ in waits), longest[1].model_title, _why(longest[1]))


def _waits(counts: Counts, loops: tuple[LoopCycles, ...]) -> Iterator[tuple[float, ModelAnswer]]:
    """Cycles of each innermost loop that ran, with the first model that answers."""
    rounds = {(row.function, row.loop): row.iterations for row in counts.loops if row.innermost}
    for loop in loops:
        answer = next((model for model in loop.models if model.dependency_bound is not None), None)
        if answer is not None and (loop.symbol, loop.loop) in rounds:
            yield (answer.dependency_bound or 0) * rounds[loop.symbol, loop.loop], answer


def _why(answer: ModelAnswer) -> str:
    said = next((phrase for phrase in answer.sentences if "waits for the one before" in phrase), "")
    return re.sub(r"`([^`]*)`", r"“\1”", said)


def _short(measured: MeasuredLoop) -> str:
    return measured.outputs.digest[:16]


def _on_same_inputs(program: LoopProgram) -> LoopProgram:
    """A change may suggest another size; only the same one compares."""
    if not program.changes or program.experiment.n is not None:
        return program
    first = program.with_changes(())
    counts, _ = _counted(first, written(first))
    return replace(program, experiment=replace(program.experiment, n=counts.n))


def _counted(program: LoopProgram, loop: WrittenLoop) -> tuple[Counts, Outputs]:
    try:
        counts, outputs = counts_and_outputs(
            (loop.source,), program.compiler, loop.flags, program.experiment
        )
    except InputError as error:
        error.advice = without_options(error.advice)
        raise
    if outputs is None or not counts.ok:
        sources = (loop.source,)
        why, advice = why_no_counts(sources, program.compiler, loop.flags, counts)
        usual = "Choose another change." if program.changes else "Mend the source."
        raise InputError(f"{_named(program)} gives nothing to measure: {why}", advice or usual)
    if not counts.instructions:
        raise InputError("The loop executes nothing.", "Choose another function or size.")
    return counts, outputs


def _named(program: LoopProgram) -> str:
    return f"The loop after “{program.title}”" if program.changes else "The loop"


def _class_of(instruction: Instruction) -> InstructionClass:
    effects = effects_of(instruction)
    if effects.branch:
        return "branch"
    if effects.memory in ("load", "store"):
        return "load" if effects.memory == "load" else "store"
    if any(_is_vector(operand) for operand in instruction.operands):
        return "vector"
    views = [operand for operand in instruction.operands if isinstance(operand, Register)]
    return "float" if any(view.kind in _SCALAR_VIEWS for view in views) else "integer"


def _is_vector(operand: object) -> bool:
    """A whole vector or a predicate, not one lane of it."""
    if isinstance(operand, RegisterList):
        return True
    if not isinstance(operand, Register):
        return False
    return operand.kind in ("z", "p") or (bool(operand.arrangement) and operand.lane is None)
