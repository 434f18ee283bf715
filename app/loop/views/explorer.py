"""The explorer page and its result: what the templates explorer.html and partials print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from app.loop.loop_request import LoopRequest, Pane
from app.loop.narrowing import narrowed
from app.loop.views.compilers import CompilersView
from app.loop.views.cycles import CyclesView
from app.loop.views.diff import DiffView
from app.loop.views.listing import headline
from app.loop.views.listing_pane import ListingPane, listing_pane
from app.loop.views.matrix import MatrixView
from app.loop.views.passes import PassesView
from app.loop.views.profile import ProfileView
from app.loop.views.registers import RegistersPane, register_map
from app.loop.views.run import RunView
from app.loop.views.settings import SettingsView, sentence
from app.loop.views.share import ShareView
from app.loop.views.source import SourceView
from app.loop.views.source_map import SourceMap
from app.loop.views.stepper import StepperView
from app.loop.views.whole import WholeView
from app.loop.views.why import WhyView
from app.site.views.setting_fields import SettingChoice, choices_of
from compiler_core.examples import Example
from compiler_core.host.compilation import Compilation, Diagnostic, FunctionListing
from compiler_core.host.other_language import LANGUAGE_TITLES, OtherLanguage
from compiler_core.source import SourceFile

FIRST_PANES: tuple[tuple[Pane, str], ...] = (
    ("listing", "Listing"),
    ("diff", "Compare"),
    ("passes", "Passes"),
    ("why", "Why"),
    ("cycles", "Cycles"),
    ("run", "Run"),
    ("step", "Step"),
)
MORE_PANES: tuple[tuple[Pane, str], ...] = (
    ("registers", "Registers"),
    ("matrix", "Flag matrix"),
    ("compilers", "All compilers"),
    ("whole", "Whole program"),
    ("profile", "Profile"),
)
_TITLES = dict(FIRST_PANES + MORE_PANES)
FOLDING_PANES: tuple[Pane, ...] = ("diff", "why", "cycles", "run", "matrix", "whole", "profile")
"""Those with parts that open by a click, or all at once."""
PaneView: TypeAlias = (
    ListingPane
    | RegistersPane
    | DiffView
    | MatrixView
    | CompilersView
    | PassesView
    | WhyView
    | CyclesView
    | RunView
    | StepperView
    | WholeView
    | ProfileView
)
ALWAYS_SHOWN = ("example", "source", "second", "language", "compiler", "flags", "pane")
"""Fields of the form that stand outside the result."""
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
class TabsView:
    """The panes in one row. more: those behind its last word, which is more_title: `More`, or
    `More: Registers` where one of them is shown.
    """

    first: tuple[TabView, ...]
    more: tuple[TabView, ...]
    more_title: str
    more_current: bool


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
class SwitchView:
    """A button that compiles the same text in the other language. value: the language, and the
    standard where one is needed."""

    value: str
    sentence: str
    button: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultView:
    """The right side of the explorer."""

    state: str
    """`ok`, `empty`, `rejected`, `crashed`, `limited` or `refused`."""
    tabs: TabsView
    """All panes, each as a tab."""
    pane: str
    """The one that is open; empty where the compiler gave no code."""
    address: str
    """The page with this state."""
    followed: str
    """Key of the one that is."""
    whole: bool
    """Whether the address alone brings everything back."""
    says: str = ""
    """Read out when it comes in place: the pane and what came out; empty without a result."""
    folds: bool = False
    """Whether the pane keeps parts closed."""
    unfolded: bool = False
    """Whether they are all open."""
    kept_run: tuple[tuple[str, str], ...] = ()
    """What runs are set to, for panes that do not show it; without a result, all that panes are set
    to."""
    sentence: str = ""
    """The setting as one reads it, such as `GCC 12.2.0 · -O3`; empty without a result."""
    headline: str = ""
    """What came out, in one sentence."""
    alert: AlertView | None = None
    """Set when there is no result."""
    switch: SwitchView | None = None
    """Where the compiler takes the text in the other language."""
    diagnostics: tuple[DiagnosticView, ...] = ()
    """What the compiler said of the source, in its order."""
    notes: tuple[str, ...] = ()
    """Plain sentences about the result."""
    functions: tuple[SettingChoice, ...] = ()
    """To choose one of them, empty when there is only one."""
    files: tuple[SettingChoice, ...] = ()
    """To choose one of two, where the pane speaks of one."""
    lines: tuple[SettingChoice, ...] = ()
    """Source lines to follow."""
    omitted: str = ""
    """What is too long to show."""
    timing: str = ""
    """How long the compiler ran."""
    command: str = ""
    """Reproduces it at home."""
    shown: PaneView | None = None
    """What `pane` shows; None without a result, and where a tool that it needs is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplorerPage:
    """The explorer."""

    title: str
    """Of the document."""
    request: LoopRequest
    """The state behind the form fields."""
    settings: SettingsView
    """The row of compiler, flags and menus above."""
    sources: tuple[SourceView, ...]
    """For readers without JavaScript, the source with its links."""
    result: ResultView
    """The right side: the panes, or why there is no result."""
    starters: tuple[Example, ...]
    """Loops to start from, when the editor is empty."""
    look_at: str
    """What an example shows, else empty."""
    second_open: bool
    """True when the second file is shown."""
    share: ShareView | None
    """The links of a shared loop."""
    reload: str
    """Where a browser without scripts finds the whole of what comes in parts, else empty."""
    style_nonce: str
    """Lets the editor bring its own style sheet."""


def tabs_for(pane: str) -> TabsView:
    """All panes, the current one marked."""
    first, more = (
        tuple(TabView(name, text, name == pane) for name, text in panes)
        for panes in (FIRST_PANES, MORE_PANES)
    )
    behind = next((tab.title for tab in more if tab.current), "")
    return TabsView(first, more, f"More: {behind}" if behind else "More", bool(behind))


def empty_result(request: LoopRequest) -> ResultView:
    """Nothing to compile yet."""
    return _bare_result(request, "empty", None)


def refused_result(request: LoopRequest, message: str, advice: str) -> ResultView:
    """The setting or the source cannot be used."""
    alert = AlertView(STATUS_TITLES["refused"], message, advice)
    return _bare_result(request, "refused", alert)


def _bare_result(request: LoopRequest, state: str, alert: AlertView | None) -> ResultView:
    return ResultView(
        state=state,
        tabs=tabs_for(request.pane),
        pane=request.pane,
        address=request.address(),
        followed=request.line,
        whole=request.fits_address,
        kept_run=_everything(request),
        alert=alert,
    )


def _everything(request: LoopRequest) -> tuple[tuple[str, str], ...]:
    """All that a result without panes has no fields for, so that a typing mistake loses nothing."""
    return tuple(pair for pair in request.query() if pair[0] not in ALWAYS_SHOWN)


def result_view(request: LoopRequest, places: SourceMap, compilation: Compilation) -> ResultView:
    """The result of a compilation; listing and registers are filled in if they are asked for."""
    visible = narrowed(compilation, request.function)
    is_ok = compilation.ok
    pane = request.pane if is_ok else ""
    is_code = pane in ("listing", "registers")
    return ResultView(
        state="ok" if is_ok else compilation.status,
        tabs=tabs_for(request.pane),
        pane=pane,
        address=request.address(),
        followed=request.line,
        whole=request.fits_address,
        says=f"{_TITLES[request.pane]}: {headline(compilation.functions)}" if is_ok else "",
        folds=pane in FOLDING_PANES,
        unfolded=bool(request.open),
        kept_run=tuple(request.run.query()) if is_ok else _everything(request),
        sentence=sentence(compilation.compiler_title, compilation.flags),
        headline=headline(compilation.functions),
        alert=None if is_ok else _alert(compilation),
        diagnostics=tuple(_diagnostic(item, places) for item in compilation.diagnostics),
        notes=compilation.notes,
        omitted=visible.omitted if is_code else "",
        shown=_code_pane(visible.compilation, places, request) if is_code else None,
        timing=_timing(compilation),
        command=compilation.command,
    )


def function_options(
    functions: Sequence[FunctionListing], chosen: str
) -> tuple[SettingChoice, ...]:
    """The functions to choose from; nothing when there is only one."""
    if len(functions) < 2:
        return ()
    options = (("", "all functions"), *((body.name, body.name) for body in functions))
    return choices_of(options, chosen)


def file_options(sources: Sequence[SourceFile], chosen: int) -> tuple[SettingChoice, ...]:
    """The files to choose from; nothing when there is only one."""
    if len(sources) < 2:
        return ()
    options = ((str(number), source.name) for number, source in enumerate(sources, 1))
    return choices_of(options, str(chosen))


def _code_pane(compilation: Compilation, places: SourceMap, request: LoopRequest) -> PaneView:
    if request.pane == "listing":
        return listing_pane(compilation, places, request.show)
    return RegistersPane(
        tuple(register_map(function, places) for function in compilation.functions)
    )


def _alert(compilation: Compilation) -> AlertView:
    status = compilation.status
    title = STATUS_TITLES.get(status, "There is no result")
    return AlertView(title, compilation.message, STATUS_ADVICE.get(status, ""))


def switch_view(shown: Compilation, other: OtherLanguage) -> SwitchView:
    """The way out of a rejection in the wrong language."""
    here = LANGUAGE_TITLES["c" if other.language == "c++" else "c++"]
    there = f"{other.title} with {other.standard}" if other.standard else other.title
    return SwitchView(
        f"{other.language} {other.standard}".strip(),
        f"{shown.compiler_title} rejects this text as {here} and takes it as {there}.",
        f"Compile it as {there}",
    )


def _diagnostic(item: Diagnostic, places: SourceMap) -> DiagnosticView:
    line = item.line or None
    location = places.place(item.file, line) if line else ""
    if location and item.column:
        location = f"{location}, column {item.column}"
    nearest = places.nearest(item.file, line)
    anchor, key = places.anchor(item.file, nearest), places.key(item.file, nearest)
    return DiagnosticView(item.severity, location, anchor, key, item.message)


def _timing(compilation: Compilation) -> str:
    if compilation.cached:
        return "from the cache"
    return f"{compilation.seconds * 1000:,.0f} ms"
