"""Many loops, one comparison each: what the textbook, GCC and Clang did at the same kinds of step.

The loops are those of the gallery that the textbook's subset of C covers, and its own samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

from compiler_core.examples import load_examples
from compiler_core.loop.comparison.columns import described
from compiler_core.loop.comparison.compare import FLAGS, ThreeColumns, compare_with_compilers
from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.front_end.lowering import lower_source, main_function
from compiler_core.loop.samples import load_samples
from compiler_core.source import SourceFile

SURVEYED_CONCEPTS = ("hoist", "remove-dead", "reuse", "induction")
"""Moving invariant code, removing dead code, common subexpressions, strength reduction."""
Agreement = Literal["same", "addresses", "differs", "nothing"]
ADDRESS = "address computation"


@dataclass(frozen=True, slots=True)
class SurveyedLoop:
    """One loop: its id in the gallery or among the samples, title, source."""

    id: str
    title: str
    source: SourceFile


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRow:
    """One loop at one kind of step."""

    loop: str
    """Id of the loop, such as `sum`: an example of `/api/examples` or a sample of the textbook
    compiler."""
    title: str
    """Title of the loop in the gallery or among the samples."""
    concept: str
    """The kind of step: `hoist`, `remove-dead`, `reuse` or `induction`."""
    did: dict[str, str]
    """What was changed, by the title of the compiler."""
    agreement: Agreement
    """`nothing` if no one changed anything, `same` if all changed the same, `addresses` if they did
    but for address computations, which the textbook's subscripts leave unsaid."""
    differences: tuple[str, ...]
    """Sentences, one or more per compiler."""


@dataclass(frozen=True, slots=True)
class SurveyedSteps:
    """One loop at every surveyed kind of step."""

    loop: SurveyedLoop
    function: str
    flags: str
    rows: tuple[SurveyRow, ...]


@cache
def surveyed_loops() -> tuple[SurveyedLoop, ...]:
    """The loops, each source once. Raises ContentError."""
    gallery = [SurveyedLoop(piece.id, piece.title, piece.source) for piece in load_examples()]
    samples = [SurveyedLoop(sample.id, sample.title, sample.source) for sample in load_samples()]
    first = {loop.source.text: loop for loop in reversed([*gallery, *samples])}
    return tuple(
        loop
        for loop in (*gallery, *samples)
        if first[loop.source.text] is loop and _is_in_subset(loop.source)
    )


def _is_in_subset(source: SourceFile) -> bool:
    if source.language != "c":
        return False
    try:
        lower_source(source, main_function(source))
    except OutsideSubset:
        return False
    return True


def survey_loop(loop: SurveyedLoop) -> SurveyedSteps:
    """Takes seconds. Raises as `compare_with_compilers` does."""
    compared = [compare_with_compilers(loop.source, "", concept) for concept in SURVEYED_CONCEPTS]
    rows = tuple(_row(loop, comparison) for comparison in compared)
    return SurveyedSteps(loop, compared[0].function, FLAGS, rows)


def _row(loop: SurveyedLoop, comparison: ThreeColumns) -> SurveyRow:
    return SurveyRow(
        loop=loop.id,
        title=loop.title,
        concept=comparison.concept,
        did={column.title: column.message or described(column) for column in comparison.columns},
        agreement=agreement_of(comparison),
        differences=comparison.differences,
    )


def agreement_of(comparison: ThreeColumns) -> Agreement:
    """Whether all three changed the same operations; a compiler without dumps agrees with none."""
    if any(column.message for column in comparison.columns):
        return "differs"
    changed = [sorted(column.subjects) for column in comparison.columns]
    if not any(changed):
        return "nothing"
    if all(subjects == changed[0] for subjects in changed):
        return "same"
    values = [[word for word in words if word != ADDRESS] for words in changed]
    return "addresses" if all(value == values[0] for value in values) else "differs"
