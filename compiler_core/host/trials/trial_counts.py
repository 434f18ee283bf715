"""What the function around a trial's loop executes, before and after: instructions, loads, stores.

Both versions run once on the same inputs, in the emulator with its counting plugin. Their outputs
are compared bit by bit, because a suggestion may change results: a sum in another order does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from compiler_core.amounts import three_digits
from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.counting.record import library_instructions
from compiler_core.host.running.compare_outputs import (
    ArrayDifference,
    difference_sentence,
    different_arrays,
)
from compiler_core.host.running.count import counts_and_outputs
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.outputs import Outputs
from compiler_core.host.running.record import Counts
from compiler_core.host.running.target import name_at
from compiler_core.host.trials.side import TrialSide

# A difference below this part is start and end of the function, not the loop.
_SAME = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCost:
    """What one version executed, in the whole function; None where it was not counted.

    The figures per element are None too where no loop bound says how many elements there are.
    """

    instructions: int | None
    """Executed by the functions of the source, library code left out; None where the version was
    not counted."""
    loads: int | None
    """Of the executed instructions, those that read memory; None where the version was not
    counted."""
    stores: int | None
    """Of the executed instructions, those that wrote memory; None where the version was not
    counted."""
    instructions_per_element: float | None
    """Instructions divided by the elements that the loops go through; None where these are not
    known or nothing was counted."""
    loads_per_element: float | None
    """Loads divided by the elements that the loops go through; None where these are not known or
    nothing was counted."""
    stores_per_element: float | None
    """Stores divided by the elements that the loops go through; None where these are not known
    or nothing was counted."""
    message: str
    """Why there are no figures, else empty."""
    library: int = 0
    """Instructions of library code that it called, in no other figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialCounts:
    """A function counted before and after."""

    function: str
    """Name of the function around the loop, qualified in C++: `axpy`."""
    n: int | None
    """What the loop bounds became in both runs; None if neither ran."""
    elements: int | None
    """Rounds that this makes of the loops that n bounds; None where not known or neither ran."""
    seed: int
    """What the contents of arrays were drawn from, the same for both runs."""
    sve_bits: int
    """Length of the emulated SVE vectors in bits, the same for both runs."""
    before: RunCost
    """What the source as it was executed."""
    after: RunCost
    """What the edited source, or the source with the changed flags, executed."""
    same_bits: bool | None
    """All outputs are equal bit for bit; None unless both have outputs that can be compared."""
    largest_ulp: int | None
    """Over all floating-point outputs, 0 for equal ones, None for none to compare."""
    differences: tuple[ArrayDifference, ...]
    """How each output differs, in order, equal ones too; empty where the two versions have no
    outputs that can be compared."""
    statement: str
    """What was counted and how."""
    sentence: str
    """The instructions compared, empty without two figures."""
    output_sentences: tuple[str, ...]
    """Whether the results are the same, and how they differ."""
    asked: str = ""
    """The name under which it was asked for."""

    @property
    def compared(self) -> tuple[int, int] | None:
        """Instructions before and after, with library code where not as much of it is called: a
        loop that became a call still does its work. None without two figures."""
        return _compared(self.before, self.after)


@dataclass(frozen=True, slots=True)
class _Run:
    """One version's run: no counts when it could not be made, and why."""

    cost: RunCost
    counts: Counts | None = None
    outputs: Outputs | None = None


def trial_counts(before: TrialSide, after: TrialSide, experiment: Experiment) -> TrialCounts:
    """Run both sides on the inputs of the experiment; its function is that of the trial's loop.

    A side that cannot run says why. Raises Overloaded and JailBroken.
    """
    function = before.verdict.function if before.verdict is not None else ""
    run_before = _run(before, function, experiment)
    if run_before.counts is not None:
        # The edit may suggest another n; only the same one compares.
        experiment = replace(experiment, n=run_before.counts.n)
    two = _run(after, function, experiment)
    differences = _differences(run_before.outputs, two.outputs)
    known = run_before.counts or two.counts
    return TrialCounts(
        function=function,
        n=known.n if known else None,
        elements=known.elements if known else None,
        seed=experiment.seed,
        sve_bits=experiment.sve_bits,
        before=run_before.cost,
        after=two.cost,
        same_bits=_same_bits(run_before.outputs, two.outputs),
        largest_ulp=_largest_ulp(differences),
        differences=differences or (),
        statement=_statement(known, before, after) if known and known.ok else "",
        sentence=_sentence(run_before.cost, two.cost),
        output_sentences=tuple(_output_sentences(run_before.outputs, two.outputs, differences)),
        asked=_name(before, function),
    )


def _run(side: TrialSide, function: str, experiment: Experiment) -> _Run:
    name = _name(side, function)
    try:
        counts, outputs = counts_and_outputs(
            (side.source,), side.compiler, side.flags, replace(experiment, function=name)
        )
    except (InputError, ToolMissing) as error:
        return _Run(_no_cost(str(error)))
    return _Run(_cost(counts), counts, outputs)


def _name(side: TrialSide, function: str) -> str:
    """How the function around the loop is asked for, told from others of its name by its line."""
    if side.verdict is None:
        return function
    return name_at((side.source,), side.verdict.source_line) or function


def _no_cost(message: str) -> RunCost:
    return RunCost(
        instructions=None,
        loads=None,
        stores=None,
        instructions_per_element=None,
        loads_per_element=None,
        stores_per_element=None,
        message=message,
    )


def _cost(counts: Counts) -> RunCost:
    if not counts.ok:
        return _no_cost(counts.message)
    totals, each = counts.totals, counts.per_element
    return RunCost(
        instructions=totals.instructions,
        loads=totals.loads,
        stores=totals.stores,
        instructions_per_element=each.instructions if each else None,
        loads_per_element=each.loads if each else None,
        stores_per_element=each.stores if each else None,
        message="",
        library=library_instructions(counts.functions),
    )


def _differences(
    before: Outputs | None, after: Outputs | None
) -> tuple[ArrayDifference, ...] | None:
    """Output by output; None where there are not the same outputs on both sides."""
    if before is None or after is None or _shape(before) != _shape(after):
        return None
    return tuple(different_arrays(before, after))


def _shape(outputs: Outputs) -> list[tuple[str, str, int, int]]:
    return [(array.name, array.kind, array.size, array.count) for array in outputs.arrays]


def _same_bits(before: Outputs | None, after: Outputs | None) -> bool | None:
    if before is None or after is None or _shape(before) != _shape(after):
        return None
    return before.digest == after.digest


def _largest_ulp(differences: tuple[ArrayDifference, ...] | None) -> int | None:
    ulps = [difference.largest for difference in differences or () if difference.unit == "ULP"]
    return max(ulps, default=None)


def _statement(counts: Counts, before: TrialSide, after: TrialSide) -> str:
    """What the figures are of: the whole function, on which inputs, by which emulator."""
    sides = [side.verdict for side in (before, after) if side.verdict is not None]
    vectors = ""
    if any(verdict.scalable for verdict in sides):
        vectors = f", SVE vectors of {counts.sve_bits} bits"
    each = ""
    if counts.elements:
        each = f", in all and for each of {counts.elements:,} elements,"
    inputs = f"n = {counts.n:,}, seed {counts.seed}{vectors}"
    return f"The whole of {counts.function}{each} on seeded inputs ({inputs}), {counts.measured}."


def _compared(base: RunCost, two: RunCost) -> tuple[int, int] | None:
    if not base.instructions or not two.instructions:
        return None
    if base.library == two.library:
        return base.instructions, two.instructions
    return base.instructions + base.library, two.instructions + two.library


def _sentence(base: RunCost, two: RunCost) -> str:
    compared = _compared(base, two)
    if compared is None:
        return ""
    before, after = compared
    figures = f"{before:,} instructions before, {after:,} now"
    if base.library != two.library:
        figures += f" ({base.library:,} and {two.library:,} of them in library code that is called)"
    if before == after:
        return f"{figures}: the same."
    if abs(before - after) <= _SAME * before:
        return f"{figures}: nearly the same."
    if after < before:
        return f"{figures}: {three_digits(before / after)} times fewer."
    return f"{figures}: {three_digits(after / before)} times as many."


def _output_sentences(
    before: Outputs | None, after: Outputs | None, differences: tuple[ArrayDifference, ...] | None
) -> Iterator[str]:
    if before is None or after is None or differences == ():
        return
    if differences is None:
        yield "The two versions have different outputs, so their bits cannot be compared."
        return
    if before.digest == after.digest:
        yield "Both versions computed the same bits in every output."
    for difference in differences:
        if difference.different:
            yield difference_sentence(difference)
    if before.outside != after.outside:
        yield "They wrote beside the arrays at different places."
