"""`im2col`: copy every output's inputs into a row of a patch matrix, then one matrix product.

The matrix repeats each input as often as filters cover it, kernel height × width ÷ strides times;
that memory is the price for a sum that is one unbroken stretch. It holds a band of output lines.
"""

from __future__ import annotations

from compiler_core.graph.kernels.arithmetic import Arithmetic
from compiler_core.graph.kernels.c_text import counted_loop, nested
from compiler_core.graph.kernels.finish import C_TYPES, finish_of
from compiler_core.graph.kernels.matrix_product import Product, Rows, own_tile, product_kernel
from compiler_core.graph.kernels.padding import BEYOND_BYTES, ELEMENT_BYTES, lines_per_band
from compiler_core.graph.kernels.reduction import Segments
from compiler_core.graph.kernels.request import KernelRequest
from compiler_core.graph.records import ConvolutionShape, KernelText


def im2col_kernel(request: KernelRequest, arithmetic: Arithmetic) -> KernelText:
    """The kernel for any NHWC shape."""
    shape = request.shape
    length, lines = patch_length(shape), patch_lines(shape)
    positions, bands = lines * shape.width_out, shape.height_out // lines
    rows = Rows(
        pointer="patches",
        segments=Segments(run=length, beyond=True),
        images=shape.batch,
        image_stride=0,
        lines=1,
        line_stride=0,
        width=positions,
        width_stride=length,
        bands=bands,
    )
    finish = finish_of(request)
    tile = request.tile or own_tile(request, finish, arithmetic, rows)
    product = Product(
        request=request,
        finish=finish,
        arithmetic=arithmetic,
        rows=rows,
        tile=tile,
        before=(f"{C_TYPES[shape.element_type]} *patches = scratch;",),
        before_group=tuple(_patches(request)),
        scratch_bytes=patch_bytes(shape),
    )
    return product_kernel(product, f"im2col-{arithmetic.name}")


def patch_length(shape: ConvolutionShape) -> int:
    """Elements of one row of the patch matrix."""
    return shape.kernel[0] * shape.kernel[1] * shape.channels_in // shape.groups


def patch_lines(shape: ConvolutionShape) -> int:
    """Output lines of one band: as many as fit the budget and divide the output's height."""
    line = shape.width_out * patch_length(shape) * ELEMENT_BYTES[shape.element_type]
    return lines_per_band(shape.height_out, 1, 1, line)


def patch_bytes(shape: ConvolutionShape) -> int:
    """Bytes of the patch matrix, with the vector behind it that may be read."""
    elements = patch_lines(shape) * shape.width_out * patch_length(shape)
    return elements * ELEMENT_BYTES[shape.element_type] + BEYOND_BYTES


def _patches(request: KernelRequest) -> list[str]:
    """Copy the channels of one place of the filter at a time."""
    shape, value, per_group = request.shape, request.input_zero_point, request.inputs_per_group
    size = per_group * ELEMENT_BYTES[shape.element_type]
    source = (
        f"input + ((image * {shape.height_in} + line) * {shape.width_in} + column)"
        f" * {request.step_in} + group * {per_group}"
    )
    inside = f"line >= 0 && line < {shape.height_in} && column >= 0 && column < {shape.width_in}"
    tap_lines = [
        f"const long column = x * {shape.strides[1]} + across * {shape.dilations[1]}"
        f" - {shape.pads[1]};",
        *nested(f"if ({inside})", [f"memcpy(patch, {source}, {size});"]),
        *nested("else", [f"memset(patch, {value}, {size});"]),
        f"patch += {per_group};",
    ]
    down = [
        f"const long line = (band * {patch_lines(shape)} + y) * {shape.strides[0]}"
        f" + down * {shape.dilations[0]} - {shape.pads[0]};",
        *counted_loop("across", shape.kernel[1], tap_lines),
    ]
    body = counted_loop("down", shape.kernel[0], down)
    for name, end in (("x", shape.width_out), ("y", patch_lines(shape))):
        body = counted_loop(name, end, body)
    return [f"{C_TYPES[shape.element_type]} *patch = patches;", *body]
