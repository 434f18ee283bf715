"""`planes`: a direct convolution in NCHW float32, vectors over neighbouring positions of a line.

In NCHW the neighbours of an element are of the same channel, so one weight multiplies a vector of
positions. With three channels in, as a first layer has, this fills vectors that NHWC cannot.
Several channels out share each load of the image.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.kernels.arithmetic import LANES
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
    store_positions,
    store_scalars,
)
from compiler_core.graph.kernels.matrix_product import constant_type, kernel_functions
from compiler_core.graph.kernels.padding import BEYOND_BYTES, PaddedBand, lines_per_band, read_width
from compiler_core.graph.kernels.request import KernelRequest, Tile
from compiler_core.graph.records import ConvolutionShape, KernelText

DEFAULT_TILE = Tile(4, 4)


@dataclass(frozen=True, slots=True)
class _Planes:
    """One kernel. shape: with a 1×1 filter the whole plane counts as one line. tile: rows are
    channels out, vectors are of positions."""

    request: KernelRequest
    finish: Finish
    shape: ConvolutionShape
    tile: Tile

    @property
    def copies(self) -> bool:
        return _copies(self.shape)

    @property
    def band(self) -> PaddedBand:
        return planes_band(self.shape)

    @property
    def lines(self) -> int:
        """Output lines per band; without a copy the whole plane is one."""
        return self.band.outputs if self.copies else self.shape.height_out

    @property
    def line(self) -> int:
        """Elements of a line of what the loops read."""
        return self.band.width if self.copies else self.shape.width_in

    @property
    def plane(self) -> int:
        """Elements from one channel to the next."""
        return (self.band.height if self.copies else self.shape.height_in) * self.line

    @property
    def rows(self) -> int:
        return min(self.tile.rows, self.request.channels_per_group)


def planes_kernel(request: KernelRequest) -> KernelText:
    """The kernel for any NCHW float32 shape."""
    kernel = _Planes(
        request, finish_of(request), _flattened(request.shape), request.tile or DEFAULT_TILE
    )
    constants = _constants(kernel)
    heights = [kernel.rows, request.channels_per_group % kernel.rows]
    loops = kernel_functions(kernel.finish, request, constants, _body(kernel, constants))
    functions = [_line_function(kernel, rows, constants) for rows in heights if rows]
    return KernelText(
        function_name=request.name,
        text="\n".join((*functions, loops)),
        constants=constants,
        scratch_bytes=planes_scratch_bytes(kernel.shape),
        features=(),
        tactic="planes",
    )


def planes_scratch_bytes(shape: ConvolutionShape) -> int:
    """Memory for the bordered copy, with room behind it for the last vectors."""
    return planes_band(shape).bytes + BEYOND_BYTES if _copies(shape) else 0


def planes_band(shape: ConvolutionShape) -> PaddedBand:
    """A bordered band of every channel."""
    reach, width = (shape.kernel[0] - 1) * shape.dilations[0] + 1, read_width(shape)
    outputs = lines_per_band(
        shape.height_out, reach, shape.strides[0], width * shape.channels_in * 4
    )
    height = (outputs - 1) * shape.strides[0] + reach
    return PaddedBand(
        count=shape.height_out // outputs,
        outputs=outputs,
        height=height,
        width=width,
        step=outputs * shape.strides[0],
        channels=1,
        element_bytes=4,
        planes=shape.channels_in,
    )


def _copies(shape: ConvolutionShape) -> bool:
    """A border needs a copy; so do strides: vectors are then read past the last element."""
    return any(shape.pads) or shape.strides[1] > 1


def _flattened(shape: ConvolutionShape) -> ConvolutionShape:
    if shape.kernel != (1, 1) or shape.strides != (1, 1) or any(shape.pads):
        return shape
    positions = shape.height_in * shape.width_in
    return ConvolutionShape(
        shape.batch,
        shape.channels_in,
        1,
        positions,
        shape.channels_out,
        1,
        positions,
        (1, 1),
        (1, 1),
        (1, 1),
        (0, 0, 0, 0),
        shape.groups,
        "NCHW",
        "float32",
    )


def _constants(kernel: _Planes) -> tuple[tuple[str, np.ndarray], ...]:
    """Weights in the order of the sum, neighbouring channels out as neighbours."""
    name, channels = kernel.request.name, kernel.shape.channels_out
    per_group, rows = kernel.request.channels_per_group, kernel.rows
    blocks: list[np.ndarray] = []
    for group in range(kernel.shape.groups):
        weights = kernel.request.weights[group * per_group : (group + 1) * per_group]
        for first in range(0, per_group, rows):
            block = weights[first : first + rows]
            blocks.append(block.reshape(len(block), -1).T.reshape(-1))
    packed = np.concatenate([*blocks, np.zeros(LANES, np.float32)])
    return (
        (f"{name}_weights", packed),
        (f"{name}_bias", lengthened(kernel.finish.bias, channels)),
        *kernel.finish.constants(channels),
    )


def _body(kernel: _Planes, constants: tuple[tuple[str, np.ndarray], ...]) -> list[str]:
    shape, name = kernel.shape, kernel.request.name
    per_group, inputs = kernel.request.channels_per_group, kernel.request.inputs_per_group
    given = [*(text for _, text in kernel.finish.operands), *(text for text, _ in constants[2:])]
    terms = inputs * shape.kernel[0] * shape.kernel[1]
    source = "padded"
    if not kernel.copies:
        source = f"input + image * {shape.channels_in * kernel.plane}"

    def call(rows: int, block: str) -> list[str]:
        first = f"group * {per_group} + {block} * {kernel.rows}"
        where = f"{source} + group * {inputs * kernel.plane} + y * {shape.strides[0] * kernel.line}"
        weights = f"{name}_weights + ({first}) * {terms}"
        line = f"band * {kernel.lines} + y"
        own = (where, weights, f"{name}_bias", first, "image", line)
        return [f"{name}_line_{rows}({', '.join((*own, *given, 'output'))});"]

    whole, rest = per_group // kernel.rows, per_group % kernel.rows
    blocks = counted_loop("block", whole, call(kernel.rows, "block"))
    if rest:
        blocks += call(rest, str(whole))
    loops = counted_loop("group", shape.groups, counted_loop("y", kernel.lines, blocks))
    bands = counted_loop("band", shape.height_out // kernel.lines, [*_copy(kernel), *loops])
    return [*_first(kernel), *counted_loop("image", shape.batch, bands)]


def _first(kernel: _Planes) -> list[str]:
    if not kernel.copies:
        return ["(void)scratch;"]
    size = planes_scratch_bytes(kernel.shape)
    return ["float *padded = scratch;", f"memset(padded, 0, {size});"]


def _copy(kernel: _Planes) -> list[str]:
    """Copy the lines of one band, channel by channel."""
    shape, band = kernel.shape, kernel.band
    width = min(shape.width_in, kernel.line - shape.pads[1])
    if not kernel.copies or width <= 0:
        return []
    source = (
        f"input + ((image * {shape.channels_in} + plane) * {shape.height_in} + from)"
        f" * {shape.width_in}"
    )
    body = [
        f"const long from = band * {band.step} + line - {shape.pads[0]};",
        f"float *to = padded + plane * {kernel.plane} + line * {kernel.line} + {shape.pads[1]};",
        *nested(
            f"if (from >= 0 && from < {shape.height_in})", [f"memcpy(to, {source}, {width * 4});"]
        ),
        *nested("else", [f"memset(to, 0, {width * 4});"]),
    ]
    lines = nested(f"for (long line = 0; line < {band.height}; line++)", body)
    return counted_loop("plane", shape.channels_in, lines)


def _line_function(
    kernel: _Planes, rows: int, constants: tuple[tuple[str, np.ndarray], ...]
) -> str:
    parameters = (
        "const float *from",
        "const float *weights",
        "const float *bias",
        "long channel",
        "long image",
        "long y",
        *(f"{kind}{name}" for kind, name in kernel.finish.operands),
        *(f"{constant_type(array)}{name}" for name, array in constants[2:]),
        f"{kernel.finish.c_output} *output",
    )
    width, body = kernel.shape.width_out, []
    step = min(kernel.tile.vectors, max(1, width // LANES)) * LANES
    whole = width // step * step
    vectors: list[str] = []
    if width >= step:
        vectors += counted_loop("x", whole, _tile(kernel, rows, step // LANES, "x"), step)
        middle = (width - whole) // LANES
        if middle:
            vectors += nested("", _tile(kernel, rows, middle, str(whole)))
        whole += middle * LANES
        body = either(
            FLOAT_NEON,
            [*vectors, *_plain(kernel, rows, whole)],
            _plain(kernel, rows, 0),
        )
    else:
        body = _plain(kernel, rows, 0)
    return inline_function("void", f"{kernel.request.name}_line_{rows}", parameters, body)


def _tile(kernel: _Planes, rows: int, vectors: int, x: str) -> list[str]:
    shape = kernel.shape
    lines = ["const float *factors = weights;"]
    for row in range(rows):
        lines += [
            f"float32x4_t sum{row}_{vector} = vdupq_n_f32(bias[channel + {row}]);"
            for vector in range(vectors)
        ]
    address = (
        f"from + inner * {kernel.plane} + down * {shape.dilations[0] * kernel.line}"
        f" + across * {shape.dilations[1]} + {x} * {shape.strides[1]}"
    )
    body = [f"const float *at = {address};"]
    body += [
        f"const float32x4_t x{vector} = {_vector(kernel, vector)};" for vector in range(vectors)
    ]
    body += _products(rows, vectors)
    loops = _over_filter(kernel, [*body, f"factors += {rows};"])
    stores = [
        line
        for row in range(rows)
        for vector in range(vectors)
        for line in store_positions(
            kernel.finish,
            f"sum{row}_{vector}",
            f"(channel + {row})",
            _position(kernel, row, f"{x} + {vector * LANES}"),
        )
    ]
    return [*lines, *loops, *stores]


def _products(rows: int, vectors: int) -> list[str]:
    """Four channels' weights are one vector, used lane by lane."""
    lines: list[str] = []
    for row in range(rows):
        if row % LANES == 0:
            lines.append(f"const float32x4_t w{row // LANES} = vld1q_f32(factors + {row});")
        lines += [
            f"sum{row}_{vector} = vfmaq_laneq_f32(sum{row}_{vector}, x{vector}, "
            f"w{row // LANES}, {row % LANES});"
            for vector in range(vectors)
        ]
    return lines


def _vector(kernel: _Planes, vector: int) -> str:
    stride = kernel.shape.strides[1]
    if stride == 1:
        return f"vld1q_f32(at + {vector * LANES})"
    if stride == 2:
        return f"vld2q_f32(at + {vector * LANES * 2}).val[0]"
    start = vector * LANES * stride
    return "{" + ", ".join(f"at[{start + lane * stride}]" for lane in range(LANES)) + "}"


def _over_filter(kernel: _Planes, body: list[str]) -> list[str]:
    """Loops over channels in, lines and columns of the filter."""
    height, width = kernel.shape.kernel
    inside = nested(f"for (long across = 0; across < {width}; across++)", body)
    down = nested(f"for (long down = 0; down < {height}; down++)", inside)
    inputs = kernel.request.inputs_per_group
    return nested(f"for (long inner = 0; inner < {inputs}; inner++)", down)


def _plain(kernel: _Planes, rows: int, start: int) -> list[str]:
    """Positions from `start` on, one by one, in plain C."""
    shape = kernel.shape
    if start >= shape.width_out:
        return []
    value = (
        f"from[inner * {kernel.plane} + down * {shape.dilations[0] * kernel.line}"
        f" + across * {shape.dilations[1]} + x * {shape.strides[1]}]"
    )
    term = f"((inner * {shape.kernel[0]} + down) * {shape.kernel[1]} + across) * {rows} + row"
    body = [
        "float total[1] = {bias[channel + row]};",
        *_over_filter(kernel, [f"total[0] += {value} * weights[{term}];"]),
        *store_scalars(kernel.finish, "total", "(channel + row)", _position(kernel, "row", "x"), 1),
    ]
    loop = nested(f"for (long x = {start}; x < {shape.width_out}; x++)", body)
    return nested(f"for (long row = 0; row < {rows}; row++)", loop)


def _position(kernel: _Planes, row: int | str, x: str) -> str:
    shape = kernel.shape
    plane = f"image * {shape.channels_out} + channel + {row}"
    return f"((({plane}) * {shape.height_out} + y) * {shape.width_out} + {x})"
