"""A convolution as a matrix product: positions × reduction times reduction × channels.

The three tactics `gemm`, `im2col` and `direct` differ only in where a position's inputs lie; from
there on they are the same loops over tiles, written here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from compiler_core.graph.kernels.arithmetic import LANES, Arithmetic
from compiler_core.graph.kernels.c_text import counted_loop, nested
from compiler_core.graph.kernels.default_tile import default_tile, loaded_together
from compiler_core.graph.kernels.finish import C_TYPES, LOOK_UP, Finish, lengthened
from compiler_core.graph.kernels.matrix_tile import TileText, tile_function
from compiler_core.graph.kernels.reduction import Reduction, Segments
from compiler_core.graph.kernels.request import KernelRequest, Tile
from compiler_core.graph.records import KernelText

_SHORT_EPILOGUE = 2
# Passes of GCC. Scheduling before registers are given moves loads up until there are none left.
IN_ORDER = ("schedule-insns",)
# MEASURED with GCC 12: with variables made one before registers are given, it copies three of
# twenty sums of a tile to other registers and back in each step.
IN_REGISTERS = (*IN_ORDER, "tree-coalesce-vars")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Where the inputs of each output position lie. Sizes and strides in elements.

    images × bands × lines × width positions.
    """

    pointer: str
    """C name of the first element of the first position of a band, or of the input, to which
    image_stride belongs."""
    segments: Segments
    """Where the numbers of one position's sum lie, from the position's first element on."""
    images: int
    """How many pictures the batch has."""
    image_stride: int
    """From one picture to the next."""
    lines: int
    """Lines of output in a band."""
    line_stride: int
    """From the inputs of one line to those of the next."""
    width: int
    """Positions of a line."""
    width_stride: int
    """From the inputs of one position to those of the next."""
    group_stride: int = 0
    """From one group of channels to the next."""
    bands: int = 1
    """Parts of a picture that are computed one after another; 1 where it is not cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """One matrix product of a kernel: what it reads, how it multiplies, in which tiles."""

    request: KernelRequest
    """The convolution that is written."""
    finish: Finish
    """What is done to each sum before it is stored."""
    arithmetic: Arithmetic
    """By which instruction it multiplies."""
    rows: Rows
    """Where the inputs lie."""
    tile: Tile
    """How many rows and channels are computed at once."""
    before: tuple[str, ...] = ()
    """C lines that prepare scratch memory once for the whole kernel; empty for none."""
    before_band: tuple[str, ...] = ()
    """C lines that prepare scratch memory for each band of output lines; empty for none."""
    before_group: tuple[str, ...] = ()
    """C lines that prepare scratch memory for each group of channels of a band; empty for none."""
    scratch_bytes: int = 0
    """Memory that the kernel needs while it runs, beyond registers."""

    @property
    def reduction(self) -> Reduction:
        return Reduction(self.rows.segments, self.arithmetic.packing, self.arithmetic.step)

    @property
    def block(self) -> int:
        """Channels of a whole block."""
        return min(self.tile.vectors * LANES, _rounded(self.request.channels_per_group))

    @property
    def tile_rows(self) -> int:
        return min(self.tile.rows, self.rows.width)


def own_tile(request: KernelRequest, finish: Finish, arithmetic: Arithmetic, rows: Rows) -> Tile:
    """The tile of a product when nobody tuned it: with a table at the end of its epilogue, as many
    channels at once as one look-up takes."""
    reduction = Reduction(rows.segments, arithmetic.packing, arithmetic.step)
    steps = rows.segments.count * reduction.padded / arithmetic.step
    look_ups = LOOK_UP / steps if finish.looks_up else 0.0
    together = loaded_together(arithmetic, rows.segments.count)
    return default_tile(arithmetic, rows.width, request.channels_per_group, look_ups, together)


def product_kernel(product: Product, tactic: str) -> KernelText:
    """The whole kernel: its tile functions and the loops that call them."""
    request = product.request
    constants = product_constants(product)
    parameters, arguments = _shared_parameters(product.finish, constants)
    tiles = "\n".join(tile_function(tile, parameters) for tile in _tiles(product))
    body = ["(void)scratch;", *product.before, *_loops_over_tiles(product, arguments)]
    functions = kernel_functions(product.finish, request, constants, body, _passes_off(product))
    return KernelText(
        function_name=request.name,
        text=f"{tiles}\n{functions}",
        constants=constants,
        scratch_bytes=product.scratch_bytes,
        features=product.arithmetic.features,
        tactic=tactic,
    )


def _passes_off(product: Product) -> tuple[str, ...]:
    """MEASURED with GCC 12: where a filter has lines, short epilogues of float32 lose by keeping
    their loads in order what long ones gain."""
    finish = product.finish
    if product.rows.segments.count == 1 and finish.sum_type == "float32":
        return IN_REGISTERS
    in_order = finish.sum_type == "int32" or len(finish.steps) > _SHORT_EPILOGUE
    return IN_ORDER if in_order else ()


def kernel_functions(
    finish: Finish,
    request: KernelRequest,
    constants: tuple[tuple[str, np.ndarray], ...],
    body: list[str],
    passes_off: tuple[str, ...] = (),
) -> str:
    """The loops as a function of their own, and the kernel that calls it.

    passes_off: passes of GCC that the loops do without.

    The constants become restricted parameters: the compiler then knows that no store of a byte
    changes them, and reads them once.
    """
    element, name = C_TYPES[request.shape.element_type], request.name
    given = [f"const {element} *restrict input"]
    given += [f"{kind}{operand}" for kind, operand in finish.operands]
    tables = [f"{constant_type(array)}restrict {table}" for table, array in constants]
    ends = [f"{finish.c_output} *output", "void *scratch"]
    options = ", ".join(f'"no-{name}"' for name in passes_off)
    attributes = f"noinline, optimize({options})" if options else "noinline"
    loops = nested(
        f"static __attribute__(({attributes})) void {name}_run("
        f"{', '.join((*given, *tables, *ends))})",
        body,
    )
    operands = [operand for _, operand in finish.operands]
    arguments = ["input", *operands, *(table for table, _ in constants), "output", "scratch"]
    parameters = [f"const {element} *input", ends[0], *given[1:], "void *scratch"]
    kernel = nested(
        f"static void {name}({', '.join(parameters)})", [f"{name}_run({', '.join(arguments)});"]
    )
    return "\n".join((*loops, "", *kernel)) + "\n"


def constant_type(array: np.ndarray) -> str:
    return f"const {C_TYPES[array.dtype.name]} *"


def product_constants(product: Product) -> tuple[tuple[str, np.ndarray], ...]:
    """Packed weights, bias and the epilogue's tables, lengthened to whole vectors."""
    request, name = product.request, product.request.name
    channels = request.shape.channels_out + LANES
    matrices = request.weights.transpose(0, 2, 3, 1).reshape(
        request.shape.groups, request.channels_per_group, -1
    )
    packed = [product.reduction.pack(matrix, product.block) for matrix in matrices]
    return (
        (f"{name}_weights", packed[0] if len(packed) == 1 else np.concatenate(packed)),
        (f"{name}_bias", lengthened(product.finish.bias, channels)),
        *product.finish.constants(channels),
    )


def _loops_over_tiles(product: Product, arguments: tuple[str, ...]) -> list[str]:
    """Loops over images, bands, groups of channels, lines, tiles of positions and blocks."""
    inside = [*product.before_group, *_ordered(product, arguments)]
    groups = counted_loop("group", product.request.shape.groups, inside)
    bands = counted_loop("band", product.rows.bands, [*product.before_band, *groups])
    return counted_loop("image", product.rows.images, bands)


def _shared_parameters(
    finish: Finish, constants: tuple[tuple[str, np.ndarray], ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a tile needs besides its place: operands, the epilogue's tables, the output."""
    tables = constants[2:]
    declared = [f"{kind}{name}" for kind, name in finish.operands]
    declared += [f"{constant_type(array)}{name}" for name, array in tables]
    names = [name for _, name in finish.operands] + [name for name, _ in tables]
    return (*declared, f"{finish.c_output} *output"), (*names, "output")


def _tiles(product: Product) -> list[TileText]:
    """One function per size of tile that occurs: whole ones, and the rest at either border."""
    width, channels = product.rows.width, product.request.channels_per_group
    heights = [product.tile_rows, width % product.tile_rows]
    widths = [product.block, channels % product.block] if channels >= product.block else [channels]
    return [
        TileText(
            finish=product.finish,
            arithmetic=product.arithmetic,
            reduction=product.reduction,
            rows=rows,
            channels=wide,
            row_stride=product.rows.width_stride,
            output_stride=product.request.step_out,
            unroll=product.tile.unroll,
        )
        for rows in heights
        for wide in widths
        if rows and wide
    ]


def _ordered(product: Product, arguments: tuple[str, ...]) -> list[str]:
    if product.tile.order == "channels":
        return _over_blocks(
            product,
            lambda block: _over_positions(
                product, lambda rows, column: _call(product, rows, column, block, arguments)
            ),
        )
    return _over_positions(
        product,
        lambda rows, column: _over_blocks(
            product, lambda block: _call(product, rows, column, block, arguments)
        ),
    )


def _over_positions(product: Product, inside: Callable[[int, str], list[str]]) -> list[str]:
    rows, step = product.rows, product.tile_rows
    whole = rows.width // step * step
    body = counted_loop("x", whole, inside(step, "x"), step)
    if rows.width % step:
        body += inside(rows.width % step, str(whole))
    return counted_loop("y", rows.lines, body)


def _over_blocks(product: Product, inside: Callable[[tuple[int, str]], list[str]]) -> list[str]:
    channels, block = product.request.channels_per_group, product.block
    whole = channels // block
    lines = counted_loop("block", whole, inside((block, "block"))) if whole else []
    if channels % block:
        lines += inside((channels % block, str(whole)))
    return lines


def _call(
    product: Product, rows: int, column: str, block: tuple[int, str], arguments: tuple[str, ...]
) -> list[str]:
    wide, number = block
    where, reduction = product.rows, product.reduction
    per_group = product.request.channels_per_group
    packed_group = reduction.block_elements(_rounded(per_group))
    channel = f"group * {per_group} + {number} * {product.block}"
    line = f"(image * {where.bands} + band) * {where.lines} + y"
    pixel = f"({line}) * {where.width} + {column}"
    row = (
        f"{where.pointer} + image * {where.image_stride} + y * {where.line_stride}"
        f" + {column} * {where.width_stride} + group * {where.group_stride}"
    )
    weights = f"{product.request.name}_weights + group * {packed_group}"
    weights += f" + {number} * {reduction.block_elements(product.block)}"
    own = (
        row,
        weights,
        f"{product.request.name}_bias + {channel}",
        channel,
        f"({pixel}) * {product.request.step_out} + {channel}",
    )
    return [f"{product.request.name}_tile_{rows}x{wide}({', '.join((*own, *arguments))});"]


def _rounded(channels: int) -> int:
    return -(-channels // LANES) * LANES
