"""A copy of the image with its border, so that the loops behind it need no test for the edge.

Only what the output reads is copied. Behind the copy lies one vector more, so that the last
elements may be read sixteen bytes at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.kernels.c_text import counted_loop
from compiler_core.graph.kernels.finish import C_TYPES
from compiler_core.graph.records import ConvolutionShape

ELEMENT_BYTES = {"float32": 4, "int8": 1}
BEYOND_BYTES = 16


@dataclass(frozen=True, slots=True)
class PaddedImage:
    """Sizes of the copied image. channels: of one position, possibly rounded up."""

    images: int
    height: int
    width: int
    channels: int
    element_bytes: int

    @property
    def line_elements(self) -> int:
        return self.width * self.channels

    @property
    def image_elements(self) -> int:
        return self.height * self.line_elements

    @property
    def bytes(self) -> int:
        return self.images * self.image_elements * self.element_bytes + BEYOND_BYTES


def read_height(shape: ConvolutionShape) -> int:
    """Lines of the bordered image that some output reads."""
    return (
        (shape.height_out - 1) * shape.strides[0] + (shape.kernel[0] - 1) * shape.dilations[0] + 1
    )


def read_width(shape: ConvolutionShape) -> int:
    """Columns of the bordered image that some output reads."""
    return (shape.width_out - 1) * shape.strides[1] + (shape.kernel[1] - 1) * shape.dilations[1] + 1


def padded_image(shape: ConvolutionShape) -> PaddedImage:
    """The copy that a convolution of this shape reads."""
    return PaddedImage(
        shape.batch, read_height(shape), read_width(shape), shape.channels_in,
        ELEMENT_BYTES[shape.element_type],
    )  # fmt: skip


def copy_lines(shape: ConvolutionShape, image: PaddedImage, value: int) -> list[str]:
    """C lines that make the copy as `padded` in scratch memory; value: what stands outside."""
    element = C_TYPES[shape.element_type]
    top, left = shape.pads[0], shape.pads[1]
    height = max(0, min(shape.height_in, image.height - top))
    width = max(0, min(shape.width_in, image.width - left))
    source = f"input + (image * {shape.height_in} + y) * {shape.width_in * shape.channels_in}"
    place = f"padded + image * {image.image_elements} + (y + {top}) * {image.line_elements}"
    lines = [f"{element} *padded = scratch;", f"memset(padded, {value}, {image.bytes});"]
    if not height or not width:
        return lines
    if image.channels == shape.channels_in:
        size = width * shape.channels_in * image.element_bytes
        copy = [f"memcpy({place} + {left * image.channels}, {source}, {size});"]
    else:
        size = shape.channels_in * image.element_bytes
        place = f"{place} + (x + {left}) * {image.channels}"
        copy = counted_loop(
            "x", width, [f"memcpy({place}, {source} + x * {shape.channels_in}, {size});"]
        )
    return [*lines, *counted_loop("image", shape.batch, counted_loop("y", height, copy))]
