"""The textbook compiler's playground: from what was asked to its page."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from app.addresses.lessons import atlas_back
from app.serving.background import Background, ready
from app.textbook.request import PATH, TextbookRequest
from app.textbook.views.textbook import (
    PassRow,
    TextbookPage,
    ThreeColumnsView,
    addition_choices,
    awaited_columns,
    checked_words,
    failed_columns,
    function_choices,
    headline,
    loops_to_try,
    pass_row,
    problem_view,
    row_facts,
    three_columns_view,
)
from app.textbook.views.textbook_step import StepView, step_view
from compiler_core.errors import InputError, LoweringLabError, Overloaded, SourceTooLarge
from compiler_core.kept import Kept
from compiler_core.loop.comparison.compare import (
    ThreeColumns,
    comparable_concepts,
    compare_with_compilers,
)
from compiler_core.loop.errors import PassFailed
from compiler_core.loop.passes.registry import pass_named
from compiler_core.loop.pipeline import ProgramFacts, TextbookTrace, compile_textbook
from compiler_core.source import SourceFile

TITLE = "Textbook compiler"
TRACES_KEPT = 48
COMPARISONS_KEPT = 128
INTERESTING = ("hoisted", "vectorised", "removed", "replaced", "folded", "unrolled")


@dataclass(frozen=True, slots=True)
class TextbookAnswer:
    """The page and its HTTP status."""

    page: TextbookPage
    status: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A trace with the steps at their places in the list; a place that is off has none."""

    trace: TextbookTrace
    number_at: dict[int, int]


_traces: Kept[TextbookTrace] = Kept(TRACES_KEPT)


def _is_settled(comparison: ThreeColumns) -> bool:
    """A compiler that gave no dumps may have met a limit."""
    return not any(column.message for column in comparison.columns)


_comparisons: Background[ThreeColumns] = Background("columns", 2, COMPARISONS_KEPT, _is_settled)


def textbook_trace(source: SourceFile, function: str, passes: tuple[str, ...]) -> TextbookTrace:
    """The trace, kept while readers step through it. Raises as `compile_textbook` does."""
    return _traces.get_or_compute(
        (source, function, passes), lambda: compile_textbook(source, function, passes)
    )[0]


def textbook_answer(request: TextbookRequest) -> TextbookAnswer:
    """The page; a source or list that cannot be used gives a page that says so at its place.

    A pass of ours that fails is told the same way: the reader can switch it off. Raises
    SourceTooLarge.
    """
    try:
        trace = textbook_trace(request.file(), request.function, request.running)
    except SourceTooLarge:
        raise
    except (InputError, PassFailed) as error:
        return TextbookAnswer(_page(request, None, error), error.status)
    return TextbookAnswer(_page(request, _shown(request, trace), None), 200)


def _shown(request: TextbookRequest, trace: TextbookTrace) -> Shown:
    places = [position for position, pass_ in enumerate(request.passes, 1) if pass_.on]
    return Shown(trace, {0: 0, **{position: number for number, position in enumerate(places, 1)}})


def _page(
    request: TextbookRequest, shown: Shown | None, error: LoweringLabError | None
) -> TextbookPage:
    chosen = request.changed(step=_chosen(request, shown)) if shown is not None else request
    has_pass = shown is not None and chosen.step > 0
    compares = has_pass and _concept(chosen) in comparable_concepts()
    return TextbookPage(
        title=TITLE,
        source=request.source,
        functions=function_choices(request, shown.trace.functions if shown is not None else ()),
        passes=request.passes_text,
        step_kept=str(request.step) if request.step >= 0 else "",
        rows=_rows(chosen, shown),
        additions=addition_choices(),
        headline=headline(shown.trace) if shown is not None else "",
        problem=problem_view(error, request) if error is not None else None,
        step=_step(chosen, shown) if shown is not None else None,
        compare_address=chosen.changed(compare=True).address("compare")
        if compares and not request.compare
        else "",
        comparison=_comparison(chosen, shown.trace)
        if shown and compares and request.compare
        else None,
        command=_command(request),
        loops=loops_to_try(),
        atlas=atlas_back(PATH),
    )


def _chosen(request: TextbookRequest, shown: Shown | None) -> int:
    """The place asked for; else the first step that did something worth looking at."""
    if shown is None or request.step in shown.number_at:
        return max(request.step, 0)
    for kind in INTERESTING:
        for position, number in shown.number_at.items():
            if any(change.kind == kind for change in shown.trace.steps[number].changes):
                return position
    return 0


def _concept(request: TextbookRequest) -> str:
    return pass_named(request.passes[request.step - 1].name).concept


def _rows(request: TextbookRequest, shown: Shown | None) -> tuple[PassRow, ...]:
    rows = []
    for position, pass_ in enumerate(request.passes, 1):
        if shown is None or position not in shown.number_at:
            rows.append(pass_row(position, pass_, None, "", ("", "", False)))
            continue
        step = shown.trace.steps[shown.number_at[position]]
        address = request.changed(step=position, moment=0).address("step")
        facts = (
            row_facts(step, shown.trace),
            checked_words(step, shown.trace),
            position == request.step,
        )
        rows.append(pass_row(position, pass_, step, address, facts))
    return tuple(rows)


def _step(request: TextbookRequest, shown: Shown) -> StepView:
    number = shown.number_at[request.step]
    places = tuple(shown.number_at)
    around = (
        places[number - 1] if number > 0 else None,
        places[number + 1] if number + 1 < len(places) else None,
    )
    pass_ = pass_named(request.passes[request.step - 1].name) if request.step else None
    trace = shown.trace
    known = (trace.programs[number - 1] if number else ProgramFacts(), trace.programs[number])
    return step_view(
        request, trace.steps[number], pass_, trace.moments[number], around, known=known
    )


def _comparison(request: TextbookRequest, trace: TextbookTrace) -> ThreeColumnsView:
    """What GCC and Clang did; a compiler that is missing or busy costs only these columns."""
    source, concept = request.file(), _concept(request)
    try:
        future = _comparisons.started(
            (source, trace.function, concept, request.running),
            lambda: compare_with_compilers(source, trace.function, concept, passes=request.running),
        )
        columns = ready(future)
    except Overloaded as error:
        return awaited_columns(
            request.address(), f"{error.message} This page asks again by itself."
        )
    except LoweringLabError as error:
        return failed_columns(error)
    return (
        three_columns_view(columns) if columns is not None else awaited_columns(request.address())
    )


def _command(request: TextbookRequest) -> str:
    parts = ["lowlab", "passes", "loop.c", "--compiler", "textbook"]
    parts += ["--function", request.function] if request.function else []
    parts += ["--passes", ",".join(request.running)] if request.running else []
    return shlex.join(parts)
