"""The choices around one as a table: cycles in each cell, the refused ones with their reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.addresses.chips import SocRequest
from app.soc.views.tiling_fields import tile_address
from compiler_core.soc.tiling.chosen import ChosenTile
from compiler_core.soc.tiling.cost import WORDS
from compiler_core.soc.tiling.records import Loop
from compiler_core.soc.tiling.study import TileStudy

Heat = Literal["best", "near", "far", "worse", "worst", "room", "shape"]
# Times as long as the best of the table, up to which a cell is of this heat.
_HEATS: tuple[tuple[float, Heat], ...] = (
    (1.0, "best"), (1.05, "near"), (1.25, "far"), (2.0, "worse"),
)  # fmt: skip
_THOUSAND = 1000
HEAT_KEYS: tuple[tuple[Heat, str], ...] = (
    ("best", "the fastest here"),
    ("near", "up to 5% longer"),
    ("far", "up to 25%"),
    ("worse", "up to twice"),
    ("worst", "longer"),
    ("room", "does not fit into SRAM"),
    ("shape", "no multiple of the array's side"),
)


@dataclass(frozen=True, slots=True)
class SpaceCell:
    """One choice. said: its time against the fastest, or why it is refused, in a word."""

    text: str
    said: str
    heat: Heat
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class SpaceRow:
    """Choices with one length of the loop that goes down."""

    length: str
    cells: tuple[SpaceCell, ...]


@dataclass(frozen=True, slots=True)
class HeatKey:
    """A colour of the table."""

    heat: Heat
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceTable:
    """The choices of tiles around one, as a table of their cycles."""

    caption: str
    """What is counted, and which lengths stay as they are."""
    across: str
    """The two loops whose lengths change; the others are as chosen."""
    down: str
    """The loop whose length changes from row to row, in words."""
    lengths: tuple[str, ...]
    """Of the loop that goes across, the headings of the columns."""
    rows: tuple[SpaceRow, ...]
    """One for each length of the loop that goes down."""
    keys: tuple[HeatKey, ...]
    """What the colours in this table mean."""


def space_table(request: SocRequest, study: TileStudy) -> SpaceTable:
    """Time over the lengths of two loops."""
    space = study.space
    cells = [point for row in space.cells for point in row]
    fastest = min((point.tiling.cycles for point in cells if point.tiling), default=0)
    rows = tuple(
        SpaceRow(f"{length:,}", tuple(_cell(request, study, point, fastest) for point in row))
        for length, row in zip(space.down_lengths, space.cells, strict=True)
    )
    heats = {cell.heat for row in rows for cell in row.cells}
    return SpaceTable(
        caption=_caption(study, (space.down, space.across)),
        across=WORDS[space.across],
        down=WORDS[space.down],
        lengths=tuple(f"{extent:,}" for extent in space.across_lengths),
        rows=rows,
        keys=tuple(HeatKey(heat, text) for heat, text in HEAT_KEYS if heat in heats),
    )


def _caption(study: TileStudy, moving: tuple[Loop, Loop]) -> str:
    tile = study.choice.tile
    still = [
        f"{getattr(tile, loop):,} {words}" for loop, words in WORDS.items() if loop not in moving
    ]
    return f"Thousands of cycles with {' and '.join(still)}, in the chosen order"


def _cell(request: SocRequest, study: TileStudy, point: ChosenTile, fastest: int) -> SpaceCell:
    heat, said = _heat(point, fastest)
    cycles = point.tiling.cycles * study.layer.groups if point.tiling else 0
    return SpaceCell(
        text=f"{cycles / _THOUSAND:,.1f}" if point.tiling else "×",
        said=said,
        heat=heat,
        address=tile_address(request, point.tile, point.order),
        is_chosen=point.tile == study.choice.tile,
    )


def _heat(point: ChosenTile, fastest: int) -> tuple[Heat, str]:
    if point.tiling is None:
        return (point.refusal.kind, point.refusal.reason) if point.refusal else ("room", "")
    times = point.tiling.cycles / fastest
    heat: Heat = "worst"
    for most, name in reversed(_HEATS):
        heat = name if times <= most else heat
    return heat, f"{point.tiling.cycles:,} cycles, {times:.2f} times the fastest here"
