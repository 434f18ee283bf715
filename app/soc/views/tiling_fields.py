"""What can be chosen about tiles: the layer, the lengths of a tile, the order of the loops."""

from __future__ import annotations

from dataclasses import replace

from app.addresses.chips import SocRequest
from app.soc.views.context import SocContext
from app.soc.views.fields import Field, menu, number, stepped
from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.tiling.chips import tiling_precisions
from compiler_core.soc.tiling.cost import ORDERS, Order, Tile, steps_of
from compiler_core.soc.tiling.operations import VALUE_BYTES, Convolution, with_values
from compiler_core.soc.tiling.records import Loop, TilingMachine
from compiler_core.soc.tiling.search import TilingSearch
from compiler_core.soc.tiling.study import TileStudy, smallest_tile, tile_of

OWN = "own sizes"
BEST = "best"
CHOSEN = "own"
MODES = (CHOSEN, BEST)
BUFFERS = ("2", "1")
RESIDUALS = ("0", "1")
ORDER_TITLES: dict[Order, str] = {
    "pixels_first": "each tile of pixels, all its channels",
    "channels_first": "each tile of channels, all its pixels",
}
TILE_NAMES: dict[Loop, str] = {
    "rows": "tile_rows",
    "columns": "tile_columns",
    "channels_out": "tile_out",
    "channels_in": "tile_in",
}
_LABELS: dict[Loop, str] = {
    "rows": "Rows of a tile",
    "columns": "Columns of a tile",
    "channels_out": "Channels out of a tile",
    "channels_in": "Channels in of a tile",
}
LARGEST_PICTURE = 512
LARGEST_CHANNELS = 4096
LARGEST_WINDOW = 15
LARGEST_STRIDE = 8
_OWN_SIZES = (
    ("rows", "Rows of the output", 56, LARGEST_PICTURE),
    ("columns", "Columns of the output", 56, LARGEST_PICTURE),
    ("channels_in", "Channels in", 128, LARGEST_CHANNELS),
    ("channels_out", "Channels out", 128, LARGEST_CHANNELS),
    ("window", "Window", 3, LARGEST_WINDOW),
    ("stride", "Stride", 1, LARGEST_STRIDE),
)
_LONGEST_TILE = 1 << 30
_MOST_STEPS = 64


def chosen_precision(request: SocRequest, soc: SocDescription) -> Precision:
    """What is asked for if the chip's array can do it, else the first that it can.

    Raises InputError for what is no precision at all, and for a chip without any speed.
    """
    known = tiling_precisions(soc)
    if not known:
        raise InputError(f"No speed of {soc.title} is described.", "Choose another chip.")
    wanted = request.one_of("precision", (*known[:1], *VALUE_BYTES))
    precisions: list[Precision] = [precision for precision in known if precision == wanted]
    return precisions[0] if precisions else known[0]


def own_layer(request: SocRequest, precision: Precision) -> Convolution:
    """The reader's own sizes. Raises InputError for what no layer has."""
    sizes = {name: request.whole(name, usual, 1, most) for name, _, usual, most in _OWN_SIZES}
    window = sizes.pop("window")
    size = VALUE_BYTES[precision]
    added = size * int(request.one_of("residual", RESIDUALS))
    layer = Convolution(name="your own layer", kernel_rows=window, kernel_columns=window, **sizes)
    return with_values(replace(layer, residual_bytes=added), size)


def wanted_tile(
    request: SocRequest, layer: Convolution, machine: TilingMachine, search: TilingSearch | None
) -> tuple[Tile, Order]:
    """The lengths in the address, the best ones where it gives none. One that is longer than the
    layer is all of it: it was chosen for another layer. Raises InputError for what is no length.
    """
    usual, order = _usual(layer, machine, search)
    if request.one_of("tiles", MODES) == BEST:
        return usual, order
    lengths = {
        str(loop): min(
            request.whole(name, getattr(usual, loop), 1, _LONGEST_TILE), getattr(layer, loop)
        )
        for loop, name in TILE_NAMES.items()
    }
    orders: tuple[str, ...] = (order, *(other for other in ORDERS if other != order))
    wanted = request.one_of("order", orders)
    return Tile(**lengths), next(loop_order for loop_order in ORDERS if loop_order == wanted)


def _usual(
    layer: Convolution, machine: TilingMachine, search: TilingSearch | None
) -> tuple[Tile, Order]:
    if search is None:
        return smallest_tile(layer, machine), "pixels_first"
    return tile_of(search.best)


def tiling_fields(
    context: SocContext, layers: tuple[Layer, ...], chosen: str, study: TileStudy
) -> tuple[Field, ...]:
    """Of the layer, then of its tiles. chosen: name of the layer, or OWN."""
    request = context.asked
    precisions = [(precision, precision) for precision in tiling_precisions(context.soc)]
    numbers = menu("precision", "Numbers", study.chip.precision, precisions)
    return (*_layer_fields(request, layers, chosen), numbers, *_tile_fields(request, study))


def _layer_fields(request: SocRequest, layers: tuple[Layer, ...], chosen: str) -> tuple[Field, ...]:
    choices = [(layer.name, layer_title(layer)) for layer in layers]
    field = menu("kernel", "Layer", chosen, [*choices, (OWN, "Your own sizes")], reloads=True)
    if chosen != OWN:
        return (field,)
    sizes = (
        number(name, label, request.value(name, str(usual)), "1", str(most), step="1")
        for name, label, usual, most in _OWN_SIZES
    )
    added = [("0", "nothing"), ("1", "a residual")]
    residual = menu("residual", "Added to the output", request.one_of("residual", RESIDUALS), added)
    return (field, *sizes, residual)


def layer_title(layer: Layer) -> str:
    """`conv1: 3 × 3, 64 to 128 channels, 56 × 56`."""
    if layer.kind == "dense":
        pixels = layer.rows * layer.columns
        product = f"{pixels:,} × {layer.channels_in:,} by {layer.channels_in:,}"
        return f"{layer.name}: matrix product, {product} × {layer.channels_out:,}"
    rows, columns = layer.window
    groups = f", {layer.groups:,} groups" if layer.groups > 1 else ""
    channels = f"{layer.channels_in * layer.groups:,} to {layer.channels_out:,} channels"
    pixels = f"{layer.rows:,} × {layer.columns:,}"
    added = ", residual added" if layer.residual_elements else ""
    return f"{layer.name}: {rows} × {columns}, {channels}, {pixels}{groups}{added}"


def _tile_fields(request: SocRequest, study: TileStudy) -> tuple[Field, ...]:
    mode = request.one_of("tiles", MODES)
    modes = [(CHOSEN, "your own choice"), (BEST, "the best, by search")]
    buffers = list(zip(BUFFERS, ("two: one loads, one is used", "one"), strict=True))
    chosen = study.choice
    fields = [menu("tiles", "Tiles", mode, modes, reloads=True)]
    if mode == CHOSEN:
        orders = list(ORDER_TITLES.items())
        fields += [_length(study, loop) for loop in TILE_NAMES]
        fields.append(menu("order", "Order", chosen.order, orders))
    fields.append(menu("buffers", "Buffers", str(study.chip.machine.buffers), buffers))
    return tuple(fields)


def _length(study: TileStudy, loop: Loop) -> Field:
    layer, machine = study.layer.one, study.chip.machine
    length, whole = getattr(study.choice.tile, loop), getattr(layer, loop)
    best = getattr(study.best.tile, loop) if study.best else whole
    lengths = offered_lengths(whole, steps_of(machine)[loop], {length, best})
    choices = [(str(size), f"all {size:,}" if size == whole else f"{size:,}") for size in lengths]
    return stepped(TILE_NAMES[loop], _LABELS[loop], str(length), choices)


def offered_lengths(whole: int, step: int, lengths: set[int]) -> tuple[int, ...]:
    """About _MOST_STEPS, evenly; between legal ones stand some that are not, to see why."""
    between = max(step // 4, 1)
    while whole // between > _MOST_STEPS:
        between *= 2
    return tuple(sorted({*range(between, whole, between), whole, *lengths}))


def tile_address(request: SocRequest, tile: Tile, order: Order) -> str:
    """The address of this choice of tiles for the same layer."""
    lengths = {name: str(getattr(tile, loop)) for loop, name in TILE_NAMES.items()}
    return request.with_values(**lengths, order=order, tiles="", step="").address()
