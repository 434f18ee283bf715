"""Passes in order, each with what it changed, computed from neighbouring dumps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.passes.concepts import Concept, concept_of
from compiler_core.host.passes.delta import Delta, Row, compare_dumps
from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.measures import Measures, measure
from compiler_core.host.passes.structure import Structure
from compiler_core.toolchain.outcome import Family


@dataclass(frozen=True, slots=True)
class PassStep:
    """One pass and its effect on one function.

    before and after index the timeline's dumps; both are the same dump where the pass printed none.
    delta is None where the compiler itself said that nothing changed, or where the texts are equal.
    hoisted: (line before, line after) of lines that left a loop.
    """

    number: int
    dump: Dump
    before: Dump | None
    after: Dump | None
    concept: Concept | None
    delta: Delta | None
    hoisted: tuple[tuple[int, int], ...] = ()
    measured_before: Measures | None = None
    measured_after: Measures | None = None

    @property
    def changed(self) -> bool:
        """True if the program differs by more than names."""
        return self.delta is not None and self.delta.changed

    @property
    def counts(self) -> dict[str, int]:
        """Rows by kind, without the unchanged ones."""
        rows = self.delta.rows if self.delta is not None else ()
        return dict(Counter(row.kind for row in rows if row.kind != "same"))


def steps_of(dumps: Sequence[Dump], family: Family) -> tuple[PassStep, ...]:
    """One step a dump; each is compared with the last dump before it that has a text."""
    steps: list[PassStep] = []
    last: Dump | None = None
    measured: Measures | None = None
    for dump in dumps:
        step = _step(len(steps), last, measured, dump, family)
        steps.append(step)
        if dump.lines is not None:
            last, measured = dump, step.measured_after if step.changed else measured
    return tuple(steps)


def _step(
    number: int, last: Dump | None, measured: Measures | None, dump: Dump, family: Family
) -> PassStep:
    concept = concept_of(family, dump.pass_name)
    after = dump if dump.lines is not None else last
    if last is None or dump.lines is None or _texts(last) == _texts(dump):
        return PassStep(number, dump, last, after, concept, None)
    delta = compare_dumps(last, dump)
    if not delta.changed:
        return PassStep(number, dump, last, after, concept, delta)
    one, two = measured or measure(last), measure(dump)
    hoisted = _hoisted(one.structure, two.structure, delta)
    return PassStep(number, dump, last, after, concept, delta, hoisted, one, two)


def _texts(dump: Dump) -> list[str]:
    return [line.text for line in dump.lines or ()]


def _hoisted(before: Structure, after: Structure, delta: Delta) -> tuple[tuple[int, int], ...]:
    return tuple(
        (one, two) for one, two in delta.moves if before.depth_of[one] > after.depth_of[two]
    )


def visible_rows(step: PassStep, context: int = 3) -> tuple[Row, ...]:
    """Changed rows with a few unchanged neighbours; all rows if little is left out."""
    rows = step.delta.rows if step.delta is not None else ()
    near = {
        position + offset
        for position, row in enumerate(rows)
        if row.kind != "same"
        for offset in range(-context, context + 1)
    }
    return tuple(row for position, row in enumerate(rows) if position in near)
