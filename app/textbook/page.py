"""The textbook compiler's playground: from what was asked to its page."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from threading import Lock

from cachetools import LRUCache

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


_traces: LRUCache[tuple[SourceFile, str, tuple[str, ...]], TextbookTrace] = LRUCache(TRACES_KEPT)
_lock = Lock()


def _is_settled(found: ThreeColumns) -> bool:
    """A compiler that gave no dumps may have met a limit."""
    return not any(column.message for column in found.columns)


_comparisons: Background[ThreeColumns] = Background("columns", 2, COMPARISONS_KEPT, _is_settled)


def textbook_trace(source: SourceFile, function: str, passes: tuple[str, ...]) -> TextbookTrace:
    """The trace, kept while readers step through it. Raises as `compile_textbook` does."""
    key = (source, function, passes)
    with _lock:
        kept = _traces.get(key)
    if kept is None:
        kept = compile_textbook(source, function, passes)
        with _lock:
            _traces[key] = kept
    return kept


def textbook_answer(asked: TextbookRequest) -> TextbookAnswer:
    """The page; a source or list that cannot be used gives a page that says so at its place.

    A pass of ours that fails is told the same way: the reader can switch it off. Raises
    SourceTooLarge.
    """
    try:
        trace = textbook_trace(asked.file(), asked.function, asked.running)
    except SourceTooLarge:
        raise
    except (InputError, PassFailed) as error:
        return TextbookAnswer(_page(asked, None, error), error.status)
    return TextbookAnswer(_page(asked, _shown(asked, trace), None), 200)


def _shown(asked: TextbookRequest, trace: TextbookTrace) -> Shown:
    places = [place for place, pass_ in enumerate(asked.passes, 1) if pass_.on]
    return Shown(trace, {0: 0, **{place: number for number, place in enumerate(places, 1)}})


def _page(
    asked: TextbookRequest, shown: Shown | None, error: LoweringLabError | None
) -> TextbookPage:
    chosen = replace(asked, step=_chosen(asked, shown)) if shown is not None else asked
    has_pass = shown is not None and chosen.step > 0
    compares = has_pass and _concept(chosen) in comparable_concepts()
    return TextbookPage(
        title=TITLE,
        source=asked.source,
        functions=function_choices(asked, shown.trace.functions if shown is not None else ()),
        passes=asked.passes_text,
        step_kept=str(asked.step) if asked.step >= 0 else "",
        rows=_rows(chosen, shown),
        additions=addition_choices(),
        headline=headline(shown.trace) if shown is not None else "",
        problem=problem_view(error, asked) if error is not None else None,
        step=_step(chosen, shown) if shown is not None else None,
        compare_address=replace(chosen, compare=True).address("compare")
        if compares and not asked.compare
        else "",
        comparison=_comparison(chosen, shown.trace)
        if shown and compares and asked.compare
        else None,
        command=_command(asked),
        loops=loops_to_try(),
        atlas=atlas_back(PATH),
    )


def _chosen(asked: TextbookRequest, shown: Shown | None) -> int:
    """The place asked for; else the first step that did something worth looking at."""
    if shown is None or asked.step in shown.number_at:
        return max(asked.step, 0)
    for kind in INTERESTING:
        for place, number in shown.number_at.items():
            if any(change.kind == kind for change in shown.trace.steps[number].changes):
                return place
    return 0


def _concept(asked: TextbookRequest) -> str:
    return pass_named(asked.passes[asked.step - 1].name).concept


def _rows(asked: TextbookRequest, shown: Shown | None) -> tuple[PassRow, ...]:
    rows = []
    for place, pass_ in enumerate(asked.passes, 1):
        if shown is None or place not in shown.number_at:
            rows.append(pass_row(place, pass_, None, "", ("", "", False)))
            continue
        step = shown.trace.steps[shown.number_at[place]]
        address = replace(asked, step=place, moment=0).address("step")
        facts = (
            row_facts(step, shown.trace),
            checked_words(step, shown.trace),
            place == asked.step,
        )
        rows.append(pass_row(place, pass_, step, address, facts))
    return tuple(rows)


def _step(asked: TextbookRequest, shown: Shown) -> StepView:
    number = shown.number_at[asked.step]
    places = tuple(shown.number_at)
    around = (
        places[number - 1] if number > 0 else None,
        places[number + 1] if number + 1 < len(places) else None,
    )
    pass_ = pass_named(asked.passes[asked.step - 1].name) if asked.step else None
    trace = shown.trace
    known = (trace.programs[number - 1] if number else ProgramFacts(), trace.programs[number])
    return step_view(asked, trace.steps[number], pass_, trace.moments[number], around, known=known)


def _comparison(asked: TextbookRequest, trace: TextbookTrace) -> ThreeColumnsView:
    """What GCC and Clang did; a compiler that is missing or busy costs only these columns."""
    source, concept = asked.file(), _concept(asked)
    try:
        future = _comparisons.started(
            (source, trace.function, concept, asked.running),
            lambda: compare_with_compilers(source, trace.function, concept, passes=asked.running),
        )
        columns = ready(future)
    except Overloaded as error:
        return awaited_columns(asked.address(), f"{error.message} This page asks again by itself.")
    except LoweringLabError as error:
        return failed_columns(error)
    return three_columns_view(columns) if columns is not None else awaited_columns(asked.address())


def _command(asked: TextbookRequest) -> str:
    parts = ["lowlab", "passes", "loop.c", "--compiler", "textbook"]
    parts += ["--function", asked.function] if asked.function else []
    parts += ["--passes", ",".join(asked.running)] if asked.running else []
    return shlex.join(parts)
