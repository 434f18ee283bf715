"""Source and assembly side by side: the home figure, the embed view and the offline file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.loop.narrowing import narrowed
from app.loop.views.listing import headline
from app.loop.views.listing_pane import ListingPane, listing_pane
from app.loop.views.settings import sentence
from app.loop.views.source import SourceView
from app.loop.views.source_map import source_map
from compiler_core.host.compilation import Compilation
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureView:
    """setting: compiler and flags as a sentence. headline: what came out. sources, pane: the two
    sides. omitted: what is too long to show. command: reproduces it. address: the explorer with
    this state. notes: plain sentences about the result. keys: of source lines that have code.
    """

    setting: str
    headline: str
    sources: tuple[SourceView, ...]
    pane: ListingPane
    omitted: str
    command: str
    address: str
    notes: tuple[str, ...]
    keys: tuple[str, ...]


def figure_view(
    sources: Sequence[SourceFile], compilation: Compilation, address: str
) -> FigureView:  # fmt: skip
    """The figure of a compilation that gave assembly."""
    places = source_map(sources, compilation.functions)
    visible = narrowed(compilation)
    views = places.views()
    return FigureView(
        setting=sentence(compilation.compiler_title, compilation.flags),
        headline=headline(compilation.functions),
        sources=views,
        pane=listing_pane(visible.compilation, places),
        omitted=visible.omitted,
        command=compilation.command,
        address=address,
        notes=compilation.notes,
        keys=tuple(row.key for view in views for row in view.rows if row.has_code),
    )
