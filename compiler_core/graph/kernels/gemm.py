"""`gemm`: a 1×1 convolution or a fully connected layer is a matrix product as it stands.

In NHWC the channels of one position are neighbours, so each position is a row of the left matrix
and nothing is copied.
"""

from __future__ import annotations

from compiler_core.graph.kernels.arithmetic import Arithmetic
from compiler_core.graph.kernels.finish import finish_of
from compiler_core.graph.kernels.matrix_product import Product, Rows, own_tile, product_kernel
from compiler_core.graph.kernels.reduction import Segments
from compiler_core.graph.kernels.request import KernelRequest
from compiler_core.graph.records import KernelText


def gemm_kernel(request: KernelRequest, arithmetic: Arithmetic) -> KernelText:
    """The kernel; the shape has a 1×1 filter and no border, in NHWC."""
    rows = _rows(request)
    finish = finish_of(request)
    tile = request.tile or own_tile(request, finish, arithmetic, rows)
    product = Product(request=request, finish=finish, arithmetic=arithmetic, rows=rows, tile=tile)
    return product_kernel(product, f"gemm-{arithmetic.name}")


def _rows(request: KernelRequest) -> Rows:
    shape, channels = request.shape, request.step_in
    image = shape.height_in * shape.width_in * channels
    per_group = request.inputs_per_group
    if shape.strides == (1, 1):
        positions = shape.batch * shape.height_out * shape.width_out
        return Rows(
            pointer="input",
            segments=Segments(run=per_group),
            images=1,
            image_stride=0,
            lines=1,
            line_stride=0,
            width=positions,
            width_stride=channels,
            group_stride=per_group,
        )
    return Rows(
        pointer="input",
        segments=Segments(run=per_group),
        images=shape.batch,
        image_stride=image,
        lines=shape.height_out,
        line_stride=shape.strides[0] * shape.width_in * channels,
        width=shape.width_out,
        width_stride=shape.strides[1] * channels,
        group_stride=per_group,
    )
