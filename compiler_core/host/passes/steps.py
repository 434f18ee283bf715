"""Passes in order, each with what it changed, computed from neighbouring dumps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.passes.concepts import Concept, concept_named, concept_of
from compiler_core.host.passes.delta import Delta, DeltaRow, compare_dumps
from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.empty_blocks import differ_in_empty_blocks
from compiler_core.host.passes.loop_exits import with_lines_that_left_loops
from compiler_core.host.passes.measures import Measures, measure
from compiler_core.host.passes.structure import Structure
from compiler_core.toolchain.outcome import Family

_TOLD_EVERY = 25
Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassStep:
    """One pass and its effect on one function.

    before and after are the program around it; both are the same dump where the pass printed none.
    delta is None where the compiler itself said that nothing changed, or where the lines differ by
    no more than names and notes; it says itself whether its differences are a change.
    """

    number: int
    """Its number in the timeline, by which it is asked for."""
    dump: Dump
    """What the compiler printed after the pass."""
    before: Dump | None
    """The program before the pass; None for the first one printed."""
    after: Dump | None
    """The program after it, the same dump as before where the pass printed none."""
    concept: Concept | None
    """The row of the table of concepts that the pass belongs to; None for none."""
    delta: Delta | None
    """What differs, and whether that is a change; None where nothing does, or only names and
    notes."""
    hoisted: tuple[tuple[int, int], ...] = ()
    """(line before, line after) of lines that left a loop."""
    measured_before: Measures | None = None
    """Counts of the program before it; None unless the pass changed something."""
    measured_after: Measures | None = None
    """Counts of the program after it; None unless the pass changed something."""

    @property
    def changed(self) -> bool:
        """True if the program differs by more than names, notes and empty blocks."""
        return self.delta is not None and self.delta.changed

    @property
    def counts(self) -> dict[str, int]:
        """Rows by kind, without the unchanged ones."""
        rows = self.delta.rows if self.delta is not None else ()
        return dict(Counter(row.kind for row in rows if row.kind != "same"))


def unheard(_: int, __: int) -> None:
    """Where nobody asks how far it is."""


def steps_of(
    dumps: Sequence[Dump], family: Family, progress: Told = unheard
) -> tuple[PassStep, ...]:
    """One step a dump; each is compared with the last dump of its kind that has a text. progress:
    of every few how many there are, of how many.

    GCC's interprocedural passes print entries of a table and no code, so they are a line of their
    own beside the passes over code.
    """
    steps: list[PassStep] = []
    last: dict[bool, _Known] = {}
    for dump in dumps:
        known = last.get(dump.level == "IPA", _Known())
        step = _step(len(steps), known, dump, family)
        steps.append(step)
        if len(steps) % _TOLD_EVERY == 0:
            progress(len(steps), len(dumps))
        if dump.lines is not None:
            last[dump.level == "IPA"] = _Known(dump, step.measured_after)
    return tuple(steps)


@dataclass(frozen=True, slots=True)
class _Known:
    """The last dump with a text, and its measures if they were needed."""

    dump: Dump | None = None
    measured: Measures | None = None


def _step(number: int, known: _Known, dump: Dump, family: Family) -> PassStep:
    concept = concept_of(family, dump.pass_name)
    last = known.dump
    after = dump if dump.lines is not None else last
    if last is None or dump.lines is None or _texts(last) == _texts(dump):
        return PassStep(
            number=number, dump=dump, before=last, after=after, concept=concept, delta=None
        )
    delta = compare_dumps(last, dump)
    if not delta.changed:
        return PassStep(
            number=number, dump=dump, before=last, after=after, concept=concept, delta=None
        )
    shapes_loops = concept is not None and concept.key == "canonical-loop"
    if not shapes_loops and differ_in_empty_blocks(last, dump, delta):
        return PassStep(
            number=number,
            dump=dump,
            before=last,
            after=after,
            concept=concept,
            delta=replace(delta, changed=False),
        )
    measures, two = known.measured or measure(last), measure(dump)
    delta = with_lines_that_left_loops(delta, (last, dump), (measures.structure, two.structure))
    hoisted = _hoisted(measures.structure, two.structure, delta)
    if concept is not None and concept.key == "vectorise" and _drops_a_copy(measures, two):
        concept = concept_named("drop-copy")
    return PassStep(
        number=number,
        dump=dump,
        before=last,
        after=after,
        concept=concept,
        delta=delta,
        hoisted=hoisted,
        measured_before=measures,
        measured_after=two,
    )


def _drops_a_copy(before: Measures, after: Measures) -> bool:
    """What is left of the vectoriser's work on a loop that it could not vectorise after all."""
    return after.loops < before.loops and after.counts["vector"] <= before.counts["vector"]


def _texts(dump: Dump) -> list[str]:
    return [line.text for line in dump.lines or ()]


def _hoisted(before: Structure, after: Structure, delta: Delta) -> tuple[tuple[int, int], ...]:
    return tuple(
        (line, two) for line, two in delta.moves if before.depth_of[line] > after.depth_of[two]
    )


def visible_rows(step: PassStep, context: int = 3) -> tuple[DeltaRow, ...]:
    """Changed rows with a few unchanged neighbours; all rows if little is left out."""
    rows = step.delta.rows if step.delta is not None else ()
    near = {
        position + offset
        for position, row in enumerate(rows)
        if row.kind != "same"
        for offset in range(-context, context + 1)
    }
    return tuple(row for position, row in enumerate(rows) if position in near)
