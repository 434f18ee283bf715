"""The home page: one sentence, one live figure, one door, what one can do, the pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from app.loop_request import LoopRequest
from app.view_models.explorer import ListingPane
from app.view_models.figure import FigureView, figure_view
from app.view_models.listing import LineRow
from app.view_models.registers import register_order, role_class
from compiler_core.host.comparison.diff import Comparison
from compiler_core.host.comparison.matrix import DEFAULT_SETTINGS
from compiler_core.host.compilation import Compilation
from compiler_core.source import SourceFile

STAGE_WIDTH = 236
STAGE_GAP = 36
BAR_ROW = 20
BAR_START = 40
BAR_STEP = 22


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage of the pipeline: title, one line of text, address, left edge and middle in pixels."""

    title: str
    text: str
    address: str
    x: int
    arrow: bool


@dataclass(frozen=True, slots=True)
class ReadingView:
    """One instruction of the figure with its sentence."""

    code: Markup
    sentence: str


@dataclass(frozen=True, slots=True)
class LifeView:
    """One live range of the small register drawing, in pixels.

    name: the register, on its first range only; y_text: the name's base line.
    """

    name: str
    y: int
    y_text: int
    x: int
    width: int
    role: str
    title: str


@dataclass(frozen=True, slots=True)
class AbilityView:
    """One thing a visitor can do: title, text, address of a real example of it.

    reading, lives, sentences, words: a picture of it from the live result; only one is set. box:
    the drawing's view box.
    """

    title: str
    text: str
    link: str
    address: str
    reading: ReadingView | None = None
    lives: tuple[LifeView, ...] = ()
    box: str = ""
    sentences: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HomePage:
    """title: of the document. figure: the live example, None if no compiler can run; problem then
    says why. abilities, stages: the list and the pipeline; stage_width, width: of its drawing.
    """

    title: str
    figure: FigureView | None
    problem: str
    abilities: tuple[AbilityView, ...]
    stages: tuple[StageView, ...]
    stage_width: int
    width: int


def home_page(
    request: LoopRequest,
    sources: Sequence[SourceFile],
    compilation: Compilation | None,
    comparison: Comparison | None,
    problem: str,
) -> HomePage:
    """The page from a live compilation of the first example, or from the reason why none ran."""
    figure = figure_view(sources, compilation, request.address()) if compilation else None
    stages = _stages(request)
    return HomePage(
        title="See what the compiler makes of your loop",
        figure=figure,
        problem=problem,
        abilities=_abilities(request, figure, compilation, comparison),
        stages=stages,
        stage_width=STAGE_WIDTH,
        width=stages[-1].x + STAGE_WIDTH,
    )


def _stages(request: LoopRequest) -> tuple[StageView, ...]:
    compare = replace(request, pane="diff").address()
    texts = (
        ("Source", "a C or C++ loop", "/examples"),
        ("Compile", "GCC or Clang, run here", "/about"),
        ("Listing", "every line explained", request.address()),
        ("Compare", "what a flag changes", compare),
    )
    step = STAGE_WIDTH + STAGE_GAP
    return tuple(
        StageView(title, text, address, number * step, number > 0)
        for number, (title, text, address) in enumerate(texts)
    )


def _abilities(
    request: LoopRequest,
    figure: FigureView | None,
    compilation: Compilation | None,
    comparison: Comparison | None,
) -> tuple[AbilityView, ...]:
    lives, box = _lives(compilation)
    return (
        AbilityView(
            "Read every line",
            "Each instruction says in one sentence what it does with its own operands.",
            "Read this loop",
            request.address(),
            reading=_reading(figure.pane) if figure else None,
        ),
        AbilityView(
            "Follow the registers",
            "See which register holds what, from the line that writes it to its last use.",
            "See the register map",
            replace(request, pane="registers").address(),
            lives=lives,
            box=box,
        ),
        AbilityView(
            "Compare two settings",
            "The difference comes as sentences first, then as aligned lines.",
            "Compare -O2 with -O3",
            replace(request, pane="diff").address(),
            sentences=comparison.summary[:2] if comparison else (),
        ),
        AbilityView(
            "Try all flags at once",
            "One table shows what each optimisation level and target makes of your loop.",
            "Open the flag matrix",
            replace(request, pane="matrix").address(),
            words=tuple(setting.title for setting in DEFAULT_SETTINGS),
        ),
        AbilityView(
            "Keep and show it",
            "Share a permanent link, embed it in slides, save one file that opens offline.",
            "Use it from a program",
            "/docs",
            words=(compilation.command,) if compilation else (),
        ),
    )


def _reading(pane: ListingPane) -> ReadingView | None:
    """The line that is explained first."""
    for function in pane.functions:
        for row in function.rows:
            if isinstance(row, LineRow) and "chosen" in row.classes:
                return ReadingView(row.explanation.line, row.explanation.sentence)
    return None


def _lives(compilation: Compilation | None) -> tuple[tuple[LifeView, ...], str]:
    """Live ranges of the first function, one row per register, time from left to right."""
    if compilation is None or not compilation.functions:
        return (), ""
    function = compilation.functions[0]
    names = sorted({use.register for use in function.registers}, key=register_order)
    uses = sorted(function.registers, key=lambda use: (names.index(use.register), use.first))
    lives = tuple(
        LifeView(
            name=use.register
            if position == 0 or uses[position - 1].register != use.register
            else "",
            y=names.index(use.register) * BAR_ROW + 4,
            y_text=names.index(use.register) * BAR_ROW + 15,
            x=BAR_START + use.first * BAR_STEP,
            width=(use.last - use.first + 1) * BAR_STEP - 2,
            role=role_class(use.role),
            title=f"{use.register}: {use.holds}",
        )
        for position, use in enumerate(uses)
    )
    return lives, f"0 0 {BAR_START + len(function.lines) * BAR_STEP} {len(names) * BAR_ROW}"
