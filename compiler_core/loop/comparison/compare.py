"""Three columns for one kind of step, and sentences on how they differ.

Every sentence is computed from the three traces: what the textbook changed, what the passes of the
same kind in GCC and Clang changed, and, where a compiler's pass found nothing left to do, which of
its earlier passes had already rewritten that operation.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from compiler_core.errors import UnknownName
from compiler_core.host.passes.concepts import CONCEPTS
from compiler_core.host.passes.timeline import Timeline, pass_timeline
from compiler_core.loop.comparison.columns import (
    Column,
    compiler_column,
    described,
    textbook_column,
)
from compiler_core.loop.comparison.explanations import where_instead, why_not_hoisted
from compiler_core.loop.comparison.invariance import kind_of_work
from compiler_core.loop.passes.registry import PASSES, USUAL_PASSES
from compiler_core.loop.pipeline import compile_textbook
from compiler_core.source import SourceFile

COMPILERS = ("gcc", "clang")
FLAGS = "-O2"
ADDRESSES = ", where the textbook's subscripts leave addresses unsaid"
# What has to run before a pass so that it finds its subject in the usual form.
_PREPARATION = {
    "promote-to-ssa": (),
    "fold": ("promotion",),
    "reuse": ("promotion",),
    "hoist": ("promotion",),
    "rotate": ("promotion",),
    "induction": ("promotion", "loop-invariant-code-motion"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeColumns:
    """One kind of step in three compilers."""

    concept: str
    """Key of the kind of step, as in `host.passes.concepts`."""
    title: str
    """Of the concept, as in `host.passes.concepts`."""
    function: str
    """Name of the compared function."""
    flags: str
    """Flags that GCC and Clang were given, as one text: `-O2`. The textbook takes none."""
    columns: tuple[Column, ...]
    """Three, in the order textbook, GCC, Clang."""
    differences: tuple[str, ...]
    """One or more sentences."""
    passes: tuple[str, ...] = ()
    """The textbook's pipeline, in order."""


def comparable_concepts() -> tuple[str, ...]:
    """The concepts for which there is a textbook pass."""
    known = {known_pass.concept for known_pass in PASSES}
    return tuple(concept.key for concept in CONCEPTS if concept.key in known)


def compare_with_compilers(
    source: SourceFile,
    function: str,
    pass_concept: str,
    flags: str = FLAGS,
    passes: tuple[str, ...] = (),
) -> ThreeColumns:
    """The three columns for one function (the first with a loop if empty).

    passes: the textbook's pipeline; without one, what is usual up to the passes of this kind.
    Raises UnknownName for a concept without a textbook pass, and what `compile_textbook` and
    `pass_timeline` raise.
    """
    if pass_concept not in comparable_concepts():
        raise UnknownName(
            f"There is no textbook pass of the kind {pass_concept}.",
            f"There are: {', '.join(comparable_concepts())}.",
        )
    pipeline = passes or textbook_passes(pass_concept)
    trace = compile_textbook(source, function, pipeline)
    textbook = textbook_column(trace, pass_concept)
    timelines = [pass_timeline(source, name, flags, trace.function) for name in COMPILERS]
    columns = [compiler_column(timeline, pass_concept) for timeline in timelines]
    title = next(concept.title for concept in CONCEPTS if concept.key == pass_concept)
    differences = [
        sentence
        for column, timeline in zip(columns, timelines, strict=True)
        for sentence in differences_of(textbook, column, timeline, pass_concept)
    ]
    return ThreeColumns(
        concept=pass_concept,
        title=title,
        function=trace.function,
        flags=flags,
        columns=(textbook, *columns),
        differences=tuple(differences),
        passes=pipeline,
    )


def textbook_passes(concept: str) -> tuple[str, ...]:
    """The pipeline that ends with the passes of this kind."""
    own = tuple(
        option.name
        for option in PASSES
        if option.concept == concept and option.name in USUAL_PASSES
    )
    own = own or tuple(known_pass.name for known_pass in PASSES if known_pass.concept == concept)
    known = _PREPARATION.get(concept)
    if known is None:
        first = min(USUAL_PASSES.index(name) for name in own)
        known = tuple(name for name in USUAL_PASSES[:first] if name not in own)
    return (*known, *own)


def differences_of(textbook: Column, column: Column, timeline: Timeline, concept: str) -> list[str]:
    """What one compiler did otherwise than the textbook, in sentences."""
    name = column.title
    if column.message:
        return [f"{name} gave no dumps: {column.message}"]
    if not textbook.subjects and not column.subjects:
        return [f"Neither the textbook nor {name} changes anything of this kind{_other(column)}."]
    if not textbook.subjects:
        hidden = ADDRESSES if "address computation" in column.subjects else ""
        return [
            f"{name} changes {described(column)} ({_passes(column)}){hidden}; {_left(textbook)}"
        ]
    why = _why(textbook, column, timeline, concept)
    if not column.subjects:
        return [
            f"The textbook changes {described(textbook)}, {name} nothing of this kind"
            f"{_other(column)}.{why}"
        ]
    if Counter(textbook.subjects) == Counter(column.subjects):
        return [f"{name} changes what the textbook changes: {described(textbook)}."]
    return [
        f"The textbook changes {described(textbook)}, {name} {described(column)} "
        f"({_passes(column)}).{why}"
    ]


def _passes(column: Column) -> str:
    return ", ".join(dict.fromkeys(step.pass_name for step in column.steps))


def _other(column: Column) -> str:
    if not column.steps:
        return ""
    names = _passes(column)
    return f"; {names} {'rewrite' if ', ' in names else 'rewrites'} other lines only"


def _left(textbook: Column) -> str:
    if textbook.refusals:
        return f"the textbook leaves it: {textbook.refusals[0]}."
    return "the textbook finds nothing to do."


def _why(textbook: Column, column: Column, timeline: Timeline, concept: str) -> str:
    """Where an operation is that only the textbook treats at this step."""
    rest = Counter(textbook.subjects) - Counter(column.subjects)
    missing = set(rest) - set(column.subjects)
    if concept == "hoist":
        done = {kind_of_work(word) for word in column.subjects}
        missing = {word for word in missing if kind_of_work(word) not in done}
        return why_not_hoisted(timeline, missing) if missing else ""
    if not missing:
        return ""
    if concept == "promote-to-ssa" and not column.subjects:
        return " Its plain variables are no memory from the start; the step only numbers them."
    return where_instead(timeline, missing, concept)
