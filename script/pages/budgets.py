"""Which pages are measured, and how large each may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.soc.every_view import VIEWS
from compiler_core.graph.stages import STAGE_NAMES
from compiler_core.lessons.reading import load_lessons
from compiler_core.llm.stages import STAGE_NAMES as LANGUAGE_STAGE_NAMES

_WITHOUT_BUDGET = ("trust",)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBudget:
    """The most a page may have; 0 where nothing is bound."""

    height: int = 0
    """In pixels at 1280 wide."""
    narrow: int = 0
    """Height in pixels at 360 wide."""
    words: int = 0
    """That are visible in the page's main part."""
    tables: int = 0
    """That are visible."""
    action: int = 0
    """From the top to where its scene and its form end."""
    kilobytes: int = 0
    """On the wire, all files of a first visit."""
    assembly: int = 0
    """Pixels from the top to the first line of the listing."""
    task: int = 50
    """Milliseconds of the longest task while a scene is stepped through."""


@dataclass(frozen=True, slots=True)
class MeasuredPage:
    """name: as a reader of the table gives it."""

    name: str
    address: str
    budget: PageBudget


STAGE = PageBudget(height=1600, narrow=2600, words=350, tables=2, action=900, kilobytes=120)
FIRST = PageBudget(words=350, kilobytes=200)
EXPLORER = PageBudget(assembly=200)
LESSON = PageBudget()
ANSWER = PageBudget(kilobytes=200)
WORKED_OUT_FIRST = (
    f"/model/residual/{STAGE_NAMES[-1]}",
    f"/model/workshop/{LANGUAGE_STAGE_NAMES[-1]}",
)
"""The server works on later stages while an earlier one is looked at, which lengthens its tasks."""
_LOOP = "/loop?example=saxpy&compiler=clang&flags=-O3"
ANSWERS = (
    ("formula", f"{_LOOP}&pane=step"),
    ("slice", f"{_LOOP}&pane=step&element=y%5B5%5D"),
    ("ledger", f"{_LOOP}&pane=passes&ledger=1"),
    ("counted graph", f"{_LOOP}&pane=run"),
    ("port pressure", f"{_LOOP}&pane=cycles"),
    ("every compiler", f"{_LOOP}&pane=compilers"),
    ("verdict broken", f"{_LOOP}&pane=why"),
    ("claim broken", "/learn/break/same-type-store-stays?compiler=gcc"),
    ("folklore", "/learn/folklore"),
    ("two models", "/model/residual/compare-models?other=plain"),
    ("element", "/model/residual/why"),
    ("token", "/model/workshop/why"),
)
"""Where a reader asks whether a sentence is true, and what answers."""


def pages() -> Iterator[MeasuredPage]:
    """Stages of a network and of a language model, chip pages, the first ones, what answers whether
    a sentence is true, all lessons."""
    for model, names in (("residual", STAGE_NAMES), ("workshop", LANGUAGE_STAGE_NAMES)):
        for stage in names:
            yield MeasuredPage(f"{model}/{stage}", f"/model/{model}/{stage}", STAGE)
    for view in VIEWS:
        if view.name not in _WITHOUT_BUDGET:
            yield MeasuredPage(f"soc/{view.name}", f"/soc/{view.name}", STAGE)
    yield MeasuredPage("/", "/", FIRST)
    yield MeasuredPage("/loop", "/loop?example=axpy-restrict", EXPLORER)
    for name, address in ANSWERS:
        yield MeasuredPage(name, address, ANSWER)
    for lesson in load_lessons():
        yield MeasuredPage(f"learn/{lesson.id}", f"/learn/{lesson.id}", LESSON)
