"""A copy of some lines of the image with its border: the loops behind it need no test for the edge.

A band of output lines is computed at a time, from a copy of just the input lines it reads. The copy
stays in the first-level cache, and the arena need not hold a second image. Behind it lies one
vector more, so that the last elements may be read sixteen bytes at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.kernels.c_text import counted_loop, nested
from compiler_core.graph.kernels.finish import C_TYPES
from compiler_core.graph.kernels.request import KernelRequest
from compiler_core.graph.records import ConvolutionShape

ELEMENT_BYTES = {"float32": 4, "int8": 1}
BEYOND_BYTES = 16
# Half of the level-one data cache of a Cortex-A76 (64 KiB: Technical Reference Manual, A6.1).
BAND_BYTES = 32 << 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PaddedBand:
    """Input lines copied for `outputs` output lines; there are `count` bands in an image."""

    count: int
    """Bands of an image."""
    outputs: int
    """Output lines of a band; for Winograd lines of tiles of two."""
    height: int
    """Lines of the copy, border included."""
    width: int
    """Columns of the copy, border included."""
    step: int
    """Input lines from one band to the next."""
    channels: int
    """How many lie at each position of the copy; Winograd rounds them up."""
    element_bytes: int
    """Bytes of one element: 4 or 1."""
    planes: int = 1
    """Copies of one channel each (NCHW)."""

    @property
    def line_elements(self) -> int:
        return self.width * self.channels

    @property
    def plane_elements(self) -> int:
        return self.height * self.line_elements

    @property
    def bytes(self) -> int:
        return self.planes * self.plane_elements * self.element_bytes + BEYOND_BYTES


def read_width(shape: ConvolutionShape) -> int:
    """Columns of the bordered image that some output reads."""
    return (shape.width_out - 1) * shape.strides[1] + (shape.kernel[1] - 1) * shape.dilations[1] + 1


def padded_band(shape: ConvolutionShape) -> PaddedBand:
    """The copy that a convolution of this shape reads in NHWC."""
    reach = (shape.kernel[0] - 1) * shape.dilations[0] + 1
    line = read_width(shape) * shape.channels_in * ELEMENT_BYTES[shape.element_type]
    outputs = lines_per_band(shape.height_out, reach, shape.strides[0], line)
    return PaddedBand(
        count=shape.height_out // outputs,
        outputs=outputs,
        height=(outputs - 1) * shape.strides[0] + reach,
        width=read_width(shape),
        step=outputs * shape.strides[0],
        channels=shape.channels_in,
        element_bytes=ELEMENT_BYTES[shape.element_type],
    )


def lines_per_band(lines: int, reach: int, stride: int, line_bytes: int) -> int:
    """The largest divisor of `lines` whose input lines fit the budget; 1 if none does."""
    fitting = [
        count
        for count in range(1, lines + 1)
        if lines % count == 0 and ((count - 1) * stride + reach) * line_bytes <= BAND_BYTES
    ]
    return max(fitting, default=1)


def first_lines(shape: ConvolutionShape, band: PaddedBand, value: int) -> list[str]:
    """C lines that name the copy `padded` and fill all of it with what stands outside."""
    element = C_TYPES[shape.element_type]
    return [f"{element} *padded = scratch;", f"memset(padded, {value}, {band.bytes});"]


def copy_lines(request: KernelRequest, band: PaddedBand) -> list[str]:
    """C lines that copy the lines of band `band` of image `image`."""
    shape, value, step = request.shape, request.input_zero_point, request.step_in
    left = shape.pads[1]
    width = min(shape.width_in, band.width - left)
    if width <= 0:
        return []
    size = width * band.channels * band.element_bytes
    source = f"input + (image * {shape.height_in} + from) * {shape.width_in * step}"
    body = [
        f"const long from = band * {band.step} + line - {shape.pads[0]};",
        f"{C_TYPES[shape.element_type]} *to = padded + line * {band.line_elements}"
        f" + {left * band.channels};",
        *nested(
            f"if (from >= 0 && from < {shape.height_in})",
            _copied(request, band, width, source, size),
        ),
        *nested("else", [f"memset(to, {value}, {size});"]),
    ]
    return nested(f"for (long line = 0; line < {band.height}; line++)", body)


def _copied(
    request: KernelRequest, band: PaddedBand, width: int, source: str, size: int
) -> list[str]:
    if band.channels == request.step_in == request.shape.channels_in:
        return [f"memcpy(to, {source}, {size});"]
    pixel = request.shape.channels_in * band.element_bytes
    copy = f"memcpy(to + x * {band.channels}, {source} + x * {request.step_in}, {pixel});"
    return counted_loop("x", width, [copy])
