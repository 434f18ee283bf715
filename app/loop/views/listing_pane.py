"""The listing as a pane: functions, constants, notation, and what else can be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.loop.views.listing import (
    FunctionView,
    LineRow,
    first_choice,
    function_view,
    plain_rows,
)
from app.loop.views.source_map import SourceMap
from compiler_core.host.compilation import Compilation, FunctionListing, LegendEntry

FILTER_TITLES = {
    "directives": "Directives",
    "comments": "Comments",
    "unused_labels": "Unused labels",
    "library_functions": "Library code",
}


@dataclass(frozen=True, slots=True)
class FilterView:
    """One kind of line that can be shown: name, title, whether it is shown now."""

    name: str
    title: str
    shown: bool


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


def units_of(ids: Sequence[int], first: int = 0) -> list[int]:
    """Which file each line comes from, counting from `first`: ids start again with each file."""
    units: list[int] = []
    unit = first
    for position, number in enumerate(ids):
        if position and number <= ids[position - 1]:
            unit += 1
        units.append(unit)
    return units


def unit_prefix(prefix: str, unit: int) -> str:
    """The prefix of a file's element ids; that of the first one is plain."""
    return prefix if unit == 0 else f"{prefix}{unit + 1}-"


def first_data_unit(placed: Sequence[tuple[int, FunctionListing]]) -> int:
    """The first file whose code names something that is not code: its constants come first."""
    for unit in sorted({unit for unit, _ in placed}):
        functions = [function for own_unit, function in placed if own_unit == unit]
        own = {line.id for function in functions for line in function.lines}
        targets = {
            label.target
            for function in functions
            for line in function.lines
            for label in line.labels
            if label.target is not None
        }
        if targets - own:
            return unit
    return 0


def listing_pane(
    compilation: Compilation, places: SourceMap, shown: Sequence[str] = (), prefix: str = "i"
) -> ListingPane:
    """The listing of a compilation; also the home figure, the embed view and the offline file."""
    units = units_of([function.lines[0].id for function in compilation.functions if function.lines])
    placed = list(zip(units, (body for body in compilation.functions if body.lines), strict=True))
    chosen = first_choice([function for _, function in placed], places)
    functions = tuple(
        function_view(
            function,
            places,
            unit_prefix(prefix, unit),
            chosen.id if chosen is not None and chosen in function.lines else None,
        )
        for unit, function in placed
    )
    legend: dict[str, LegendEntry] = {}
    for function in compilation.functions:
        legend.update({entry.notation: entry for entry in function.legend})
    filters = tuple(FilterView(name, title, name in shown) for name, title in FILTER_TITLES.items())
    data_units = units_of([line.id for line in compilation.data], first_data_unit(placed))
    data = tuple(
        row
        for unit, line in zip(data_units, compilation.data, strict=True)
        for row in plain_rows([line], places, unit_prefix(prefix, unit))
    )
    return ListingPane(functions, data, tuple(legend.values()), filters, chosen is not None)
