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
    """Source and assembly side by side, as a figure."""

    setting: str
    """Compiler and flags as a sentence."""
    headline: str
    """What the compiler made of it, in a sentence."""
    sources: tuple[SourceView, ...]
    """The left side: one file or two, line by line."""
    pane: ListingPane
    """The right side: the assembly."""
    omitted: str
    """What is too long to show."""
    command: str
    """Reproduces it at home."""
    address: str
    """The explorer with this state."""
    notes: tuple[str, ...]
    """Plain sentences about the result."""
    keys: tuple[str, ...]
    """Those of source lines that have code."""


def figure_view(
    sources: Sequence[SourceFile], compilation: Compilation, address: str
) -> FigureView:
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
