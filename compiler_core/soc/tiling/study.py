"""All that is known of one choice of tiles: its cost beside the best, the choices around it."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.tiling.chips import TilingChip
from compiler_core.soc.tiling.chosen import ChosenTile, TileSpace, chosen_tile, tile_space
from compiler_core.soc.tiling.cost import (
    ORDERS,
    Order,
    Tile,
    all_loads,
    extents_of,
    steps_of,
    traffic_of,
)
from compiler_core.soc.tiling.operations import Convolution, GroupedConvolution
from compiler_core.soc.tiling.records import Operand, Tiling, TilingMachine
from compiler_core.soc.tiling.search import TilingSearch
from compiler_core.soc.tiling.steps import TileStep, step_count, tile_step


@dataclass(frozen=True, slots=True, kw_only=True)
class TileStudy:
    """All that is known of one choice of tiles."""

    layer: GroupedConvolution
    """One group of it is tiled; all its groups take so many times as long."""
    chip: TilingChip
    """The machine that the tiles are chosen for."""
    choice: ChosenTile
    """The reader's tiles and order of loops."""
    search: TilingSearch | None
    """All tilings that were looked at, None where nothing fits or it is not done."""
    best: ChosenTile | None
    """The fastest choice that the search found, None without a search."""
    times_as_long: float | None
    """Cycles of the choice over those of the best, None where one of them is missing."""
    least_traffic: dict[Operand, int]
    """Bytes of each operand if all that is used came in or went out once."""
    space: TileSpace
    """Choices around the reader's, for the map."""
    step: TileStep
    """One of the steps, of a choice that is refused too."""

    def seconds(self, cycles: int) -> float:
        """Of all groups of the layer."""
        return cycles * self.layer.groups / self.chip.clock_hertz


def study(
    layer: GroupedConvolution,
    chip: TilingChip,
    choice: tuple[Tile, Order],
    search: TilingSearch | None,
    step: int,
) -> TileStudy:
    """step: from 0; beyond the last it is the last. Raises InputError as `chosen_tile` does."""
    convolution, machine = layer.one, chip.machine
    tile, order = choice
    chosen = chosen_tile(convolution, machine, tile, order)
    best = chosen_tile(convolution, machine, *tile_of(search.best)) if search else None
    return TileStudy(
        layer=layer,
        chip=chip,
        choice=chosen,
        search=search,
        best=best,
        times_as_long=_times_as_long(chosen.tiling, best.tiling if best else None),
        least_traffic=least_traffic(convolution),
        space=tile_space(convolution, machine, tile, order, best.tile if best else tile),
        step=tile_step(convolution, chosen.extents, min(step, step_count(chosen.extents) - 1)),
    )


def tile_of(tiling: Tiling) -> tuple[Tile, Order]:
    """The choice that a tiling is of."""
    loops = tuple(extent.loop for extent in tiling.extents)
    orders: list[Order] = [order for order, known in ORDERS.items() if known == loops]
    return Tile(**{str(extent.loop): extent.tile for extent in tiling.extents}), orders[0]


def smallest_tile(layer: Convolution, machine: TilingMachine) -> Tile:
    """The least room that a legal tile takes."""
    lengths = {
        str(loop): min(step, getattr(layer, loop)) for loop, step in steps_of(machine).items()
    }
    return Tile(**lengths)


def least_traffic(layer: Convolution) -> dict[Operand, int]:
    """Bytes if everything that is used came in or went out once. Pixels that a window steps over
    are not used; within a tile they come along."""
    whole = Tile(layer.rows, layer.columns, layer.channels_out, layer.channels_in)
    extents = extents_of(layer, whole, "pixels_first")
    pixels = _used(layer.rows, layer.kernel_rows, layer.stride) * _used(
        layer.columns, layer.kernel_columns, layer.stride
    )
    traffic = traffic_of(layer, extents, all_loads(layer, extents))
    traffic["input"] = pixels * layer.channels_in * layer.input_bytes
    return traffic


def _used(steps: int, window: int, stride: int) -> int:
    """Rows or columns of the input under any window."""
    return window + (steps - 1) * min(stride, window)


def _times_as_long(tiling: Tiling | None, best: Tiling | None) -> float | None:
    return tiling.cycles / best.cycles if tiling and best else None
