"""The explorer page and its result: what the templates explorer.html and partials print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.loop_request import LoopRequest
from app.narrowing import narrowed
from app.source_map import SourceMap, source_map
from app.view_models.cycles import CyclesView
from app.view_models.diff import DiffView
from app.view_models.listing import (
    FunctionView,
    LineRow,
    first_choice,
    function_view,
    headline,
    plain_rows,
)
from app.view_models.matrix import MatrixView
from app.view_models.passes import PassesView
from app.view_models.registers import RegisterMapView, register_map
from app.view_models.settings import OptionView, SettingsView, sentence
from app.view_models.share import ShareView
from app.view_models.source import SourceView
from app.view_models.why import WhyView
from compiler_core.examples import Example
from compiler_core.host.compilation import Compilation, Diagnostic, FunctionListing, LegendEntry
from compiler_core.source import SourceFile

PANE_TITLES = {
    "listing": "Listing",
    "registers": "Registers",
    "diff": "Compare",
    "matrix": "Flag matrix",
    "passes": "Passes",
    "why": "Why",
    "cycles": "Cycles",
}
FILTER_TITLES = {
    "directives": "Directives",
    "comments": "Comments",
    "unused_labels": "Unused labels",
    "library_functions": "Library code",
}
STATUS_TITLES = {
    "rejected": "The compiler rejects this source",
    "crashed": "The compiler itself failed",
    "limited": "A limit ended the compilation",
    "refused": "This setting cannot be used",
}
STATUS_ADVICE = {
    "rejected": "Correct the lines below and compile again.",
    "crashed": "This is the compiler's fault, not yours. Try other flags or another version.",
    "limited": "Make the source smaller or use a lower optimisation level.",
}


@dataclass(frozen=True, slots=True)
class TabView:
    """A pane's tab: its name in the URL, its title, whether it is shown."""

    name: str
    title: str
    current: bool


@dataclass(frozen=True, slots=True)
class FilterView:
    """One kind of line that can be shown: name, title, whether it is shown now."""

    name: str
    title: str
    shown: bool


@dataclass(frozen=True, slots=True)
class DiagnosticView:
    """A compiler's message. severity: also its CSS class. place: `line 3, column 5`.

    anchor: the source line's element id, source_key: its key; both empty without a line.
    """

    severity: str
    place: str
    anchor: str
    key: str
    message: str


@dataclass(frozen=True, slots=True)
class AlertView:
    """Why there is no result: what, why, what to try."""

    title: str
    message: str
    advice: str


@dataclass(frozen=True, slots=True)
class ListingPane:
    """The listing. functions: their rows. data: constants they use. legend: notation on screen.

    filters: what else can be shown. has_choice: True when a line is chosen from the start.
    """

    functions: tuple[FunctionView, ...]
    data: tuple[LineRow, ...]
    legend: tuple[LegendEntry, ...]
    filters: tuple[FilterView, ...]
    has_choice: bool


@dataclass(frozen=True, slots=True)
class ResultView:
    """The right side of the explorer.

    state: `ok`, `empty`, `rejected`, `crashed`, `limited` or `refused`. sentence: the setting.
    headline: what came out, in one sentence. alert: set when there is no result. diagnostics: the
    compiler's messages. notes: plain sentences about the result. tabs: the panes; exactly one of
    listing, registers, diff, matrix, passes, why, cycles is set when state is `ok`. functions: to
    choose one of them, empty when there is only one. omitted: what is too long to show. timing: how
    long the compiler ran. command: reproduces it at home. address: of this state.
    """

    state: str
    sentence: str
    headline: str
    alert: AlertView | None
    diagnostics: tuple[DiagnosticView, ...]
    notes: tuple[str, ...]
    tabs: tuple[TabView, ...]
    pane: str
    functions: tuple[OptionView, ...]
    omitted: str
    listing: ListingPane | None
    registers: tuple[RegisterMapView, ...]
    diff: DiffView | None
    matrix: MatrixView | None
    passes: PassesView | None
    why: WhyView | None
    cycles: CyclesView | None
    timing: str
    command: str
    address: str


@dataclass(frozen=True, slots=True)
class StarterView:
    """A loop that an empty editor offers: title, what it teaches, its address."""

    title: str
    teaches: str
    address: str


@dataclass(frozen=True, slots=True)
class ExplorerPage:
    """The explorer. title: of the document. request: the state behind the form fields.

    settings: the row above. sources: for readers without JavaScript, the source with its links.
    result: the right side. starters: loops to start from, when the editor is empty. look_at: what
    an example shows, else empty. second_open: True when the second file is shown. share: the links
    of a shared loop. style_nonce: lets the editor bring its own style sheet.
    """

    title: str
    request: LoopRequest
    settings: SettingsView
    sources: tuple[SourceView, ...]
    result: ResultView
    starters: tuple[StarterView, ...]
    look_at: str
    second_open: bool
    share: ShareView | None
    style_nonce: str


def tabs_for(pane: str) -> tuple[TabView, ...]:
    """All panes, the current one marked."""
    return tuple(TabView(name, title, name == pane) for name, title in PANE_TITLES.items())


def empty_result(request: LoopRequest) -> ResultView:
    """Nothing to compile yet."""
    return _bare_result(request, "empty", None)


def refused_result(request: LoopRequest, message: str, advice: str) -> ResultView:
    """The setting or the source cannot be used."""
    return _bare_result(
        request, "refused", AlertView(STATUS_TITLES["refused"], message, advice)
    )  # fmt: skip


def _bare_result(request: LoopRequest, state: str, alert: AlertView | None) -> ResultView:
    return ResultView(
        state=state,
        sentence="",
        headline="",
        alert=alert,
        diagnostics=(),
        notes=(),
        tabs=tabs_for(request.pane),
        pane=request.pane,
        functions=(),
        omitted="",
        listing=None,
        registers=(),
        diff=None,
        matrix=None,
        passes=None,
        why=None,
        cycles=None,
        timing="",
        command="",
        address=request.address(),
    )


def result_view(
    request: LoopRequest,
    sources: Sequence[SourceFile],
    compilation: Compilation,
) -> ResultView:
    """The result of a compilation; listing and registers are filled in if they are asked for."""
    places = source_map(sources, compilation.functions)
    visible = narrowed(compilation, request.function)
    is_ok = compilation.ok
    pane = request.pane if is_ok else ""
    return ResultView(
        state="ok" if is_ok else compilation.status,
        sentence=sentence(compilation.compiler_title, compilation.flags),
        headline=headline(compilation.functions),
        alert=None if is_ok else _alert(compilation),
        diagnostics=tuple(_diagnostic(item, places) for item in compilation.diagnostics),
        notes=compilation.notes,
        tabs=tabs_for(request.pane),
        pane=pane,
        functions=(),
        omitted=visible.omitted if pane in ("listing", "registers") else "",
        listing=(
            listing_pane(visible.compilation, places, request.show) if pane == "listing" else None
        ),
        registers=_registers(visible.compilation) if pane == "registers" else (),
        diff=None,
        matrix=None,
        passes=None,
        why=None,
        cycles=None,
        timing=_timing(compilation),
        command=compilation.command,
        address=request.address(),
    )


def function_options(
    functions: Sequence[FunctionListing], chosen: str
) -> tuple[OptionView, ...]:  # fmt: skip
    """The functions to choose from; nothing when there is only one."""
    if len(functions) < 2:
        return ()
    options = (OptionView(found.name, found.name, found.name == chosen) for found in functions)
    return (OptionView("", "all functions", not chosen), *options)


def _registers(compilation: Compilation) -> tuple[RegisterMapView, ...]:
    return tuple(register_map(function) for function in compilation.functions)


def _alert(compilation: Compilation) -> AlertView:
    status = compilation.status
    title = STATUS_TITLES.get(status, "There is no result")
    return AlertView(title, compilation.message, STATUS_ADVICE.get(status, ""))


def _diagnostic(item: Diagnostic, places: SourceMap) -> DiagnosticView:
    line = item.line or None
    place = places.place(item.file, line) if line else ""
    if place and item.column:
        place = f"{place}, column {item.column}"
    nearest = places.nearest(item.file, line)
    anchor, key = places.anchor(item.file, nearest), places.key(item.file, nearest)
    return DiagnosticView(item.severity, place, anchor, key, item.message)


def listing_pane(
    compilation: Compilation, places: SourceMap, shown: Sequence[str] = (), prefix: str = "i"
) -> ListingPane:
    """The listing of a compilation; also the home figure, the embed view and the offline file."""
    chosen = first_choice(compilation.functions)
    functions = tuple(
        function_view(function, places, prefix, chosen) for function in compilation.functions
    )
    legend: dict[str, LegendEntry] = {}
    for function in compilation.functions:
        legend.update({entry.notation: entry for entry in function.legend})
    filters = tuple(
        FilterView(name, title, name in shown) for name, title in FILTER_TITLES.items()
    )  # fmt: skip
    data = plain_rows(compilation.data, places, prefix)
    return ListingPane(functions, data, tuple(legend.values()), filters, chosen is not None)


def _timing(compilation: Compilation) -> str:
    if compilation.cached:
        return "from the cache"
    return f"{compilation.seconds * 1000:,.0f} ms"


def starter_view(example: Example) -> StarterView:
    """An example as a place to start from."""
    return StarterView(example.title, example.teaches, f"/loop?example={example.id}")
