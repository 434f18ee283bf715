"""The home page: one sentence, one live figure, two doors, what one can do, the tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from app.loop_request import LoopRequest
from app.view_models.explorer import ListingPane
from app.view_models.figure import FigureView, figure_view
from app.view_models.listing import LineRow
from app.view_models.registers import register_order, role_class
from app.view_models.soc.chip import headline
from app.view_models.track_picture import TrackPicture
from compiler_core.host.comparison.diff import Comparison
from compiler_core.host.comparison.matrix import DEFAULT_SETTINGS
from compiler_core.host.compilation import Compilation
from compiler_core.soc.reading import soc_named
from compiler_core.source import SourceFile

_CHIP = "generic"
BAR_ROW = 20
BAR_START = 40
BAR_STEP = 22


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
    says why. tracks: the ways through the machine, stage by stage.
    """

    title: str
    figure: FigureView | None
    problem: str
    abilities: tuple[AbilityView, ...]
    tracks_title: str
    tracks: tuple[TrackPicture, ...]


def home_page(
    request: LoopRequest,
    sources: Sequence[SourceFile],
    compilation: Compilation | None,
    comparison: Comparison | None,
    problem: str,
    tracks: tuple[TrackPicture, ...],
) -> HomePage:
    """The page from a live compilation of the first example, or from the reason why none ran."""
    figure = figure_view(sources, compilation, request.address()) if compilation else None
    return HomePage(
        title="See what the compiler makes of your loop, and of your network",
        figure=figure,
        problem=problem,
        abilities=_abilities(request, figure, compilation, comparison),
        tracks_title="From what you wrote to what the machine runs",
        tracks=tracks,
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
        _chip_ability(),
        AbilityView(
            "Keep and show it",
            "Share a permanent link, embed it in slides, save one file that opens offline.",
            "Use it from a program",
            "/docs",
            words=(compilation.command,) if compilation else (),
        ),
    )


def _chip_ability() -> AbilityView:
    soc = soc_named(_CHIP)
    return AbilityView(
        "Put it on a chip",
        "Chips as data, every number with its source: rooflines, kernels, tokens a second.",
        "See the chip and change it",
        "/soc",
        sentences=(headline(soc, soc),),
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
