"""A chip's figures, part by part, with where each comes from."""

from __future__ import annotations

from dataclasses import dataclass

from app.soc.request import SocRequest
from compiler_core.soc.description import SocDescription
from compiler_core.soc.editing import keyed_figures


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure."""

    part: str
    name: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class ChipView:
    """The chip."""

    sentence: str
    rows: tuple[FigureRow, ...]


def chip_view(asked: SocRequest, soc: SocDescription) -> ChipView:
    """The view of this chip."""
    rows = tuple(
        FigureRow(one.part, one.field, f"{one.figure.value:g}", one.figure.source)
        for one in keyed_figures(soc)
    )
    return ChipView(f"{soc.title}: {len(rows)} figures.", rows)
