"""`depthwise-fma`: every channel has a filter of its own, in float32 (NHWC).

A tile is several neighbouring outputs of two lines. An element of the image meets every output
whose filter covers it, in both directions, and is loaded once for all of them; of the filter the
tile holds the lines that meet the present line of the image, so that 5×5 taps leave registers for
the sums. Nothing is copied: tiles at the left and right border are written without the taps that
lie outside, and a line of the image that is not there is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import ceil

import numpy as np

from compiler_core.graph.kernels.c_text import (
    FLOAT_NEON,
    counted_loop,
    either,
    inline_function,
    nested,
)
from compiler_core.graph.kernels.finish import (
    Finish,
    finish_of,
    lengthened,
    store_channels,
    store_scalars,
)
from compiler_core.graph.kernels.matrix_product import IN_ORDER, constant_type, kernel_functions
from compiler_core.graph.kernels.request import KernelRequest, Tile
from compiler_core.graph.records import ConvolutionShape, KernelText

_LANES = 4
_REGISTERS = 32
# For elements of the image on their way.
_SPARE = 3
_MOST_LINES, _MOST_ROWS = 2, 8
# A budget of code: products of a tile, and kinds of tiles (at the left border, in the middle, at
# the right, the last). With more kinds, tiles at the border test each column while they run.
_MOST_PRODUCTS, _MOST_KINDS = 500, 4


@dataclass(frozen=True, slots=True)
class _Kernel:
    """tile: rows are neighbouring outputs of a line."""

    request: KernelRequest
    finish: Finish
    tile: Tile

    @property
    def shape(self) -> ConvolutionShape:
        return self.request.shape

    @property
    def rows(self) -> int:
        return min(self.tile.rows, self.shape.width_out)

    def blocks(self) -> list[tuple[int, int, int]]:
        """First channel, number of blocks, and channels of each. The last block may be less than a
        vector: it is loaded with channels before it, which are not stored."""
        channels, runs, first = self.shape.channels_out, list[tuple[int, int, int]](), 0
        for wide in (self.tile.vectors * _LANES, _LANES):
            count = (channels - first) // wide
            if count:
                runs.append((first, count, wide))
            first += count * wide
        return runs if first == channels else [*runs, (first, 1, channels - first)]


@dataclass(frozen=True, slots=True)
class _Part:
    """lines of outputs, of so many channels."""

    kernel: _Kernel
    lines: int
    channels: int

    @property
    def vectors(self) -> int:
        return ceil(self.channels / _LANES)

    @property
    def before(self) -> int:
        """Channels of the vector that belong to the block before."""
        return -self.channels % _LANES

    @property
    def whole(self) -> bool:
        """Whether there are channels for a whole vector."""
        return self.kernel.shape.channels_out >= _LANES

    @property
    def name(self) -> str:
        return f"{self.kernel.request.name}_lines_{self.lines}x{self.channels}"


def depthwise_lines_kernel(request: KernelRequest) -> KernelText:
    """The kernel; groups, channels in and channels out are the same number, NHWC."""
    kernel = _Kernel(request, finish_of(request), request.tile or lines_tile(request.shape))
    constants = _constants(kernel)
    widths = dict.fromkeys(channels for _, _, channels in kernel.blocks())
    parts = [_Part(kernel, lines, wide) for lines in _line_counts(kernel) for wide in widths]
    functions = "\n".join(_part_function(part, constants) for part in parts)
    body = ["(void)scratch;", *_body(kernel, constants)]
    loops = kernel_functions(kernel.finish, request, constants, body, IN_ORDER)
    return KernelText(
        function_name=request.name,
        text=f"{functions}\n{loops}",
        constants=constants,
        scratch_bytes=0,
        features=(),
        tactic="depthwise-fma",
    )


def lines_tile(shape: ConvolutionShape) -> Tile:
    """The tile with the fewest loads of the image, when nobody tuned it."""
    most = min(_MOST_ROWS, max(1, _MOST_PRODUCTS // (shape.kernel[0] * shape.kernel[1])))
    tiles = [Tile(rows, 1) for rows in range(1, most + 1)]
    return min(tiles, key=lambda tile: (loads_per_line(shape, tile), -tile.rows))


def loads_per_line(shape: ConvolutionShape, tile: Tile) -> float:
    """Vectors of image and filter that tiles load for a line of outputs of a block."""
    rows, lines = min(tile.rows, shape.width_out), lines_together(shape, tile)
    weights = shape.kernel[0] * shape.kernel[1] / 2
    image = len(_places(1, rows, shape)) * len(_places(0, lines, shape))
    return ceil(shape.width_out / rows) * (image + weights) * tile.vectors / lines


def lines_together(shape: ConvolutionShape, tile: Tile) -> int:
    """How many lines of outputs a tile of so many neighbouring outputs computes at once."""
    height, width = shape.kernel
    lines, rows = min(_MOST_LINES, shape.height_out), min(tile.rows, shape.width_out)
    while lines > 1 and (
        tile.vectors * lines * (rows + width) + _SPARE > _REGISTERS
        or tile.vectors * lines * rows * height * width > _MOST_PRODUCTS
    ):
        lines -= 1
    return lines


def _places(axis: int, outputs: int, shape: ConvolutionShape) -> dict[int, list[tuple[int, int]]]:
    """For each line (axis 0) or column of the image that outputs read: of which output, under which
    tap of the filter."""
    places: dict[int, list[tuple[int, int]]] = {}
    for output in range(outputs):
        for tap in range(shape.kernel[axis]):
            coordinate = output * shape.strides[axis] + tap * shape.dilations[axis]
            places.setdefault(coordinate, []).append((output, tap))
    return dict(sorted(places.items()))


def _line_counts(kernel: _Kernel) -> list[int]:
    together = lines_together(kernel.shape, kernel.tile)
    rest = kernel.shape.height_out % together
    return [together, rest] if rest else [together]


def _constants(kernel: _Kernel) -> tuple[tuple[str, np.ndarray], ...]:
    """Weights by blocks of channels; in each, line after line of the filter. A last block that is
    less than a vector has zeros in front."""
    name, channels = kernel.request.name, kernel.shape.channels_out
    weights = kernel.request.weights[:, 0]
    packed: list[np.ndarray] = []
    for first, count, wide in kernel.blocks():
        for start in range(first, first + count * wide, wide):
            block = weights[start : start + wide]
            zeros = np.zeros((-wide % _LANES, *block.shape[1:]), block.dtype)
            packed.append(np.concatenate([zeros, block]).transpose(1, 2, 0).reshape(-1))
    return (
        (f"{name}_weights", np.concatenate(packed)),
        (f"{name}_bias", lengthened(kernel.finish.bias, channels + _LANES)),
        *kernel.finish.constants(channels + _LANES),
    )


def _body(kernel: _Kernel, constants: tuple[tuple[str, np.ndarray], ...]) -> list[str]:
    shape, together = kernel.shape, lines_together(kernel.shape, kernel.tile)
    whole = shape.height_out // together * together
    lines = counted_loop("y", whole, _lines(kernel, together, "y", constants), together)
    if shape.height_out > whole:
        lines += nested("", _lines(kernel, shape.height_out - whole, str(whole), constants))
    return counted_loop("image", shape.batch, lines)


def _lines(
    kernel: _Kernel, lines: int, y: str, constants: tuple[tuple[str, np.ndarray], ...]
) -> list[str]:
    """Where the lines of the image are, then all blocks of channels."""
    shape, name, step = kernel.shape, kernel.request.name, kernel.request.step_in
    taps = shape.kernel[0] * shape.kernel[1]
    read, text = _places(0, lines, shape), list[str]()
    for line in read:
        position = f"{y} * {shape.strides[0]} + {line - shape.pads[0]}"
        source = f"input + (image * {shape.height_in} + place{line}) * {shape.width_in * step}"
        inside = f"place{line} >= 0 && place{line} < {shape.height_in}"
        text += [
            f"const long place{line} = {position};",
            f"const float *line{line} = {inside} ? {source} : NULL;",
        ]
    given = [*(text for _, text in kernel.finish.operands), *(text for text, _ in constants[2:])]
    for first, count, wide in kernel.blocks():
        channel = f"{first} + block * {wide}"
        packed = f"{name}_weights + ({channel}) * {taps}"
        own = [f"line{line}" for line in read]
        own += [packed, f"{name}_bias + {channel}", channel, "image", y]
        call = f"{name}_lines_{lines}x{wide}({', '.join((*own, *given, 'output'))});"
        text += counted_loop("block", count, [call])
    return text


def _part_function(part: _Part, constants: tuple[tuple[str, np.ndarray], ...]) -> str:
    kernel = part.kernel
    parameters = (
        *(f"const float *line{line}" for line in _places(0, part.lines, kernel.shape)),
        "const float *weights",
        "const float *bias",
        "long channel",
        "long image",
        "long y",
        *(f"{kind}{name}" for kind, name in kernel.finish.operands),
        *(f"{constant_type(array)}{name}" for name, array in constants[2:]),
        f"{kernel.finish.c_output} *output",
    )
    plain = _plain_body(part)
    body = either(FLOAT_NEON, _vector_body(part), plain) if part.whole else plain
    return inline_function("void", part.name, parameters, body)


def _vector_body(part: _Part) -> list[str]:
    """Tiles from left to right; neighbours that read the same columns are turns of a loop."""
    shape, rows = part.kernel.shape, part.kernel.rows
    tiles: list[tuple[int, frozenset[int] | None]] = []
    for x in range(0, shape.width_out, rows):
        size = min(rows, shape.width_out - x)
        start = x * shape.strides[1] - shape.pads[1]
        inside = (
            column for column in _places(1, size, shape) if 0 <= start + column < shape.width_in
        )
        tiles.append((size, frozenset(inside)))
    if len(list(groupby(tiles))) > _MOST_KINDS:
        tiles = [
            (size, columns if columns == frozenset(_places(1, size, shape)) else None)
            for size, columns in tiles
        ]
    text, first = list[str](), 0
    for (size, columns), run in groupby(tiles):
        turns = len(list(run))
        body = [f"const long x = {first} + turn * {size};", *_tile(part, size, columns)]
        text += counted_loop("turn", turns, body)
        first += turns * size
    return text


def _tile(part: _Part, rows: int, columns: frozenset[int] | None) -> list[str]:
    """columns: that lie inside the image, None where each is tested."""
    outputs = [(line, row) for line in range(part.lines) for row in range(rows)]
    text = [
        f"float32x4_t sum{line}_{row}_{vector} = vld1q_f32(bias + {vector * _LANES});"
        for line, row in outputs
        for vector in range(part.vectors)
    ]
    text += _products(part, rows, columns)
    for line, row in outputs:
        sums = [f"sum{line}_{row}_{vector}" for vector in range(part.vectors)]
        position = _position(part.kernel, str(line), f"x + {row}")
        text += store_channels(part.kernel.finish, sums, "channel", position, part.channels)
    return text


def _products(part: _Part, rows: int, columns: frozenset[int] | None) -> list[str]:
    kernel, shape, held = part.kernel, part.kernel.shape, set[int]()
    # GCC would load all weights before the loop over tiles, and lose them to memory there.
    text = ["const float *factors = weights;", '__asm__("" : "+r"(factors));']
    text.append(f"const long first = x * {shape.strides[1]} - {shape.pads[1]};")
    text.append("(void)first;")
    start = f"first * {kernel.request.step_in} + channel"
    read = {
        column: under
        for column, under in _places(1, rows, shape).items()
        if columns is None or column in columns
    }
    for line, covering in _places(0, part.lines, shape).items() if read else ():
        for down in sorted({down for _, down in covering} - held):
            text += _weights(part, down, {across for under in read.values() for _, across in under})
            held.add(down)
        body = [f"const float *at = line{line} + {start};"]
        for column, under in read.items():
            products = _column(part, column, covering, under)
            inside = f"first + {column} >= 0 && first + {column} < {shape.width_in}"
            body += nested(f"if ({inside})", products) if columns is None else products
        text += nested(f"if (line{line} != NULL)", body)
    return text


def _column(
    part: _Part, column: int, covering: list[tuple[int, int]], under: list[tuple[int, int]]
) -> list[str]:
    text: list[str] = []
    for vector in range(part.vectors):
        offset = column * part.kernel.request.step_in + vector * _LANES - part.before
        name = f"x{column}_{vector}"
        text.append(f"const float32x4_t {name} = {_moved(part, f'vld1q_f32(at + {offset})')};")
        text += [
            f"sum{own}_{row}_{vector} = vfmaq_f32(sum{own}_{row}_{vector}, {name}, "
            f"by{down}_{across}_{vector});"
            for own, down in covering
            for row, across in under
        ]
    return text


def _moved(part: _Part, loaded: str) -> str:
    """The lanes of a block that is less than a vector stand first."""
    if not part.before:
        return loaded
    return f"vextq_f32({loaded}, vdupq_n_f32(0), {part.before})"


def _weights(part: _Part, down: int, used: set[int]) -> list[str]:
    width = part.kernel.shape.kernel[1]
    lines: list[str] = []
    for across in sorted(used):
        for vector in range(part.vectors):
            offset = ((down * width + across) * part.vectors + vector) * _LANES
            loaded = _moved(part, f"vld1q_f32(factors + {offset})")
            lines.append(f"const float32x4_t by{down}_{across}_{vector} = {loaded};")
    return lines


def _position(kernel: _Kernel, line: str, x: str) -> str:
    shape = kernel.shape
    pixel = f"(image * {shape.height_out} + y + {line}) * {shape.width_out} + {x}"
    return f"(({pixel}) * {kernel.request.step_out} + channel)"


def _plain_body(part: _Part) -> list[str]:
    """Each output by itself; the lines of the image that its filter covers stand in an array."""
    kernel, shape = part.kernel, part.kernel.shape
    covering = {
        pair: line for line, pairs in _places(0, part.lines, shape).items() for pair in pairs
    }
    names = [
        ", ".join(f"line{covering[own, down]}" for down in range(shape.kernel[0]))
        for own in range(part.lines)
    ]
    column = f"x * {shape.strides[1]} + across * {shape.dilations[1]} - {shape.pads[1]}"
    weight = (
        f"weights[(down * {shape.kernel[1]} + across) * {part.vectors * _LANES}"
        f" + lane + {part.before}]"
    )
    pixel = f"from[own][down][column * {kernel.request.step_in} + channel + lane]"
    lanes = f"for (long lane = 0; lane < {part.channels}; lane++)"
    inside = f"if (from[own][down] != NULL && column >= 0 && column < {shape.width_in})"
    taps = [
        f"const long column = {column};",
        *nested(inside, nested(lanes, [f"sums[lane] += {pixel} * {weight};"])),
    ]
    body = [
        f"float sums[{part.channels}];",
        *nested(lanes, ["sums[lane] = bias[lane];"]),
        *nested(
            f"for (long down = 0; down < {shape.kernel[0]}; down++)",
            nested(f"for (long across = 0; across < {shape.kernel[1]}; across++)", taps),
        ),
        *store_scalars(
            kernel.finish, "sums", "channel", _position(kernel, "own", "x"), part.channels
        ),
    ]
    rows = f"const float *const from[{part.lines}][{shape.kernel[0]}]"
    return [
        f"{rows} = {{{', '.join(f'{{{row}}}' for row in names)}}};",
        *counted_loop("own", part.lines, counted_loop("x", shape.width_out, body)),
    ]
