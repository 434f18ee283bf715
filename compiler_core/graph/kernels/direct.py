"""`direct`: a convolution without a patch matrix, vectors over output channels (NHWC).

A line of the filter meets neighbouring elements of the image, kernel width × channels of them, so
the sum of one output is as many stretches as the filter has lines. Only the border needs a copy.
"""

from __future__ import annotations

from compiler_core.graph.kernels.arithmetic import Arithmetic
from compiler_core.graph.kernels.default_tile import default_tile
from compiler_core.graph.kernels.finish import finish_of
from compiler_core.graph.kernels.matrix_product import Product, Rows, product_kernel
from compiler_core.graph.kernels.padding import PaddedImage, copy_lines, padded_image
from compiler_core.graph.kernels.reduction import Segments
from compiler_core.graph.kernels.request import KernelRequest
from compiler_core.graph.records import ConvolutionShape, KernelText


def direct_kernel(request: KernelRequest, arithmetic: Arithmetic) -> KernelText:
    """The kernel for any NHWC shape."""
    shape, copies = request.shape, any(request.shape.pads)
    image = padded_image(shape)
    rows = _copied_rows(shape, image) if copies else _input_rows(shape)
    tile = request.tile or default_tile(arithmetic, rows.width, request.channels_per_group)
    product = Product(
        request, finish_of(request), arithmetic, rows, tile,
        before=tuple(copy_lines(shape, image, request.input_zero_point)) if copies else (),
        scratch_bytes=direct_scratch_bytes(shape),
    )  # fmt: skip
    return product_kernel(product, f"direct-{arithmetic.name}")


def direct_segments(shape: ConvolutionShape) -> Segments:
    """The stretches of one output's sum."""
    copies = any(shape.pads)
    width = padded_image(shape).width if copies else shape.width_in
    return _segments(shape, width * shape.channels_in, beyond=copies)


def direct_scratch_bytes(shape: ConvolutionShape) -> int:
    """Memory for the bordered copy, if there is a border."""
    return padded_image(shape).bytes if any(shape.pads) else 0


def _copied_rows(shape: ConvolutionShape, image: PaddedImage) -> Rows:
    return _rows_in(shape, "padded", image.height, image.width, beyond=True)


def _input_rows(shape: ConvolutionShape) -> Rows:
    return _rows_in(shape, "input", shape.height_in, shape.width_in, beyond=False)


def _rows_in(
    shape: ConvolutionShape, pointer: str, height: int, width: int, *, beyond: bool
) -> Rows:
    channels, line = shape.channels_in, width * shape.channels_in
    return Rows(
        pointer, _segments(shape, line, beyond=beyond), shape.batch, height * line,
        shape.height_out, shape.strides[0] * line, shape.width_out, shape.strides[1] * channels,
        channels // shape.groups,
    )  # fmt: skip


def _segments(shape: ConvolutionShape, line: int, *, beyond: bool) -> Segments:
    """A line of the filter is one stretch where nothing lies between its columns."""
    (height, width), (down, across) = shape.kernel, shape.dilations
    if shape.groups == 1 and (across == 1 or width == 1):
        return Segments(width * shape.channels_in, height, down * line, beyond=beyond)
    per_group = shape.channels_in // shape.groups
    return Segments(
        per_group, height, down * line, width, across * shape.channels_in, beyond=beyond
    )
