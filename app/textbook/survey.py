"""The textbook beside GCC and Clang on many loops: compared in the background, shown as it ends."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from urllib.parse import urlencode

from app.serving.background import PATIENCE_SECONDS, Background, ready
from app.site.views.documentation import with_code
from app.textbook.request import PATH
from app.textbook.views.textbook_survey import SurveyPage, SurveyRowView, SurveyTable
from app.words import count
from compiler_core.errors import LoweringLabError
from compiler_core.host.passes.concepts import CONCEPTS
from compiler_core.loop.comparison.compare import COMPILERS, FLAGS, textbook_passes
from compiler_core.loop.comparison.survey import (
    SURVEYED_CONCEPTS,
    Agreement,
    SurveyedLoop,
    SurveyedSteps,
    SurveyRow,
    survey_loop,
    surveyed_loops,
)
from compiler_core.loop.passes.registry import PASSES
from compiler_core.toolchain.discovery import find_compiler

TITLE = "Textbook, GCC and Clang on the same loops"
WORKERS = 2
LOOPS_KEPT = 256
TEXTBOOK = "Textbook"
WORDS: Mapping[Agreement, tuple[str, str]] = {
    "same": ("✓", "The same."),
    "addresses": ("≈", "The same, but for addresses."),
    "differs": ("≠", "They differ."),
    "nothing": ("·", "Nothing to do."),
}
FAILED = ("!", "Not compared.")

Found = dict[str, SurveyedSteps | str]


def _is_settled(steps: SurveyedSteps) -> bool:
    """A compiler that gave no dumps may have met a limit."""
    return not any("gave no dumps" in text for row in steps.rows for text in row.differences)


_surveys: Background[SurveyedSteps] = Background(
    "survey", WORKERS, LOOPS_KEPT, _is_settled, most_waiting=LOOPS_KEPT
)


def survey_if_ready() -> Found:
    """What is compared by now, by the id of the loop; a text says why one could not be."""
    builds = tuple(find_compiler(name).build_id for name in COMPILERS)
    futures = {loop.id: _started(loop, builds) for loop in surveyed_loops()}
    end = time.monotonic() + PATIENCE_SECONDS
    done: Found = {}
    for name, future in futures.items():
        comparison = _ready(future, end - time.monotonic())
        if comparison is not None:
            done[name] = comparison
    return done


def _started(loop: SurveyedLoop, builds: tuple[str, ...]) -> Future[SurveyedSteps]:
    return _surveys.started((loop.id, builds), lambda: survey_loop(loop))


def _ready(future: Future[SurveyedSteps], patience: float) -> SurveyedSteps | str | None:
    try:
        return ready(future, patience)
    except LoweringLabError as error:
        return str(error)


def survey_page() -> SurveyPage:
    """The page; rows of loops that are still being compared are there without text."""
    loops = surveyed_loops()
    done = survey_if_ready()
    left = len(loops) - len(done)
    compilers = (TEXTBOOK, *(find_compiler(name).title for name in COMPILERS))
    return SurveyPage(
        title=TITLE,
        compilers=compilers,
        flags=FLAGS,
        done=len(done),
        total=len(loops),
        waiting=f"Comparing: {len(done)} of {count(len(loops), 'loop')} are done." if left else "",
        tables=tuple(_table(concept, loops, done, compilers) for concept in SURVEYED_CONCEPTS),
    )


def _table(
    concept: str, loops: Sequence[SurveyedLoop], survey: Found, compilers: tuple[str, ...]
) -> SurveyTable:
    known = next(candidate for candidate in CONCEPTS if candidate.key == concept)
    rows = {name: _row_of(steps, concept) for name, steps in survey.items()}
    return SurveyTable(
        anchor=concept,
        title=known.title,
        meaning=known.meaning,
        passes=", ".join(pass_.title for pass_ in PASSES if pass_.concept == concept),
        summary=_summary([row for row in rows.values() if isinstance(row, SurveyRow)]),
        rows=tuple(_row(loop, concept, rows.get(loop.id), compilers) for loop in loops),
    )


def _row_of(steps: SurveyedSteps | str, concept: str) -> SurveyRow | str:
    if isinstance(steps, str):
        return steps
    return next(row for row in steps.rows if row.concept == concept)


def _summary(rows: Sequence[SurveyRow]) -> str:
    """`On 16 loops they differ, on 12 …`."""
    counted = Counter(row.agreement for row in rows)
    parts = (
        ("same", "all three change the same operations"),
        ("addresses", "the same but for address computations, which the textbook leaves unsaid"),
        ("differs", "they differ"),
        ("nothing", "there is nothing to do"),
    )
    said = [f"on {counted[name]} {words}" for name, words in parts if counted[name]]
    sentence = "; ".join(said)
    return f"Of {count(len(rows), 'loop')}: {sentence}." if said else ""


def _row(
    loop: SurveyedLoop, concept: str, row: SurveyRow | str | None, compilers: tuple[str, ...]
) -> SurveyRowView:
    address = three_columns_address(loop, concept)
    if row is None:
        return SurveyRowView(loop.title, address, (), "pending", "", "", ())
    if isinstance(row, str):
        return SurveyRowView(loop.title, address, (), "failed", *FAILED, (with_code(row),))
    sign, word = WORDS[row.agreement]
    differences = row.differences if row.agreement != "nothing" else ()
    return SurveyRowView(
        title=loop.title,
        address=address,
        cells=tuple(row.did.get(name, "–") for name in compilers),
        mark=row.agreement,
        sign=sign,
        word=word,
        sentences=tuple(with_code(text) for text in differences),
    )


def three_columns_address(loop: SurveyedLoop, concept: str) -> str:
    """The playground with this loop, the passes up to this kind, and GCC and Clang beside it."""
    passes = textbook_passes(concept)
    fields = {"example": loop.id, "passes": ",".join(passes), "step": len(passes), "compare": 1}
    return f"{PATH}?{urlencode(fields)}#compare"
