"""`direct`: a convolution without a patch matrix, vectors over output channels (NHWC).

A line of the filter meets neighbouring elements of the image, kernel width × channels of them, so
the sum of one output is as many stretches as the filter has lines. Only the border needs a copy.
"""

from __future__ import annotations

from compiler_core.graph.kernels.arithmetic import Arithmetic
from compiler_core.graph.kernels.finish import finish_of
from compiler_core.graph.kernels.matrix_product import Product, Rows, own_tile, product_kernel
from compiler_core.graph.kernels.padding import copy_lines, first_lines, padded_band
from compiler_core.graph.kernels.reduction import Segments
from compiler_core.graph.kernels.request import KernelRequest
from compiler_core.graph.records import ConvolutionShape, KernelText


def direct_kernel(request: KernelRequest, arithmetic: Arithmetic) -> KernelText:
    """The kernel for any NHWC shape."""
    shape, copies = request.shape, any(request.shape.pads)
    rows = _copied_rows(shape) if copies else _input_rows(request)
    finish = finish_of(request)
    tile = request.tile or own_tile(request, finish, arithmetic, rows)
    band, value = padded_band(shape), request.input_zero_point
    product = Product(
        request=request,
        finish=finish,
        arithmetic=arithmetic,
        rows=rows,
        tile=tile,
        before=tuple(first_lines(shape, band, value)) if copies else (),
        before_band=tuple(copy_lines(request, band)) if copies else (),
        scratch_bytes=direct_scratch_bytes(shape),
    )
    return product_kernel(product, f"direct-{arithmetic.name}")


def direct_segments(shape: ConvolutionShape) -> Segments:
    """The stretches of one output's sum."""
    copies = any(shape.pads)
    width = padded_band(shape).width if copies else shape.width_in
    return _segments(shape, width * shape.channels_in, beyond=copies)


def direct_scratch_bytes(shape: ConvolutionShape) -> int:
    """Memory for the bordered copy of a band, if there is a border."""
    return padded_band(shape).bytes if any(shape.pads) else 0


def _copied_rows(shape: ConvolutionShape) -> Rows:
    band = padded_band(shape)
    line = band.line_elements
    return Rows(
        pointer="padded",
        segments=_segments(shape, line, beyond=True),
        images=shape.batch,
        image_stride=0,
        lines=band.outputs,
        line_stride=shape.strides[0] * line,
        width=shape.width_out,
        width_stride=shape.strides[1] * shape.channels_in,
        group_stride=shape.channels_in // shape.groups,
        bands=band.count,
    )


def _input_rows(request: KernelRequest) -> Rows:
    shape, step = request.shape, request.step_in
    line = shape.width_in * step
    return Rows(
        pointer="input",
        segments=_segments(shape, line, beyond=False, step=step),
        images=shape.batch,
        image_stride=shape.height_in * line,
        lines=shape.height_out,
        line_stride=shape.strides[0] * line,
        width=shape.width_out,
        width_stride=shape.strides[1] * step,
        group_stride=shape.channels_in // shape.groups,
    )


def _segments(shape: ConvolutionShape, line: int, *, beyond: bool, step: int = 0) -> Segments:
    """A line of the filter is one stretch where nothing lies between its columns.

    step: elements from column to column of the image, 0 for its channels.
    """
    (height, width), (down, across) = shape.kernel, shape.dilations
    step = step or shape.channels_in
    if shape.groups == 1 and (width == 1 or (across == 1 and step == shape.channels_in)):
        return Segments(
            run=width * shape.channels_in, outer=height, outer_stride=down * line, beyond=beyond
        )
    per_group = shape.channels_in // shape.groups
    return Segments(
        run=per_group,
        outer=height,
        outer_stride=down * line,
        inner=width,
        inner_stride=across * step,
        beyond=beyond,
    )
