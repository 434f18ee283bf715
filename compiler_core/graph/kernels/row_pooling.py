"""`max-pool`: the largest of a window, vectors over channels (NHWC).

A border is left out of the window, which is what a value smaller than all others would do: where a
window starts and ends is found once for all channels of a place. In a chain of rows there is no
border above and below: the chain writes one.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.kernels.c_text import FLOAT_NEON, counted_loop, either, nested
from compiler_core.graph.kernels.finish import C_TYPES
from compiler_core.graph.records import ElementType, KernelText

# Elements of a vector, the ends of NEON's names for the type, and its vector type.
_VECTORS = {"int8": (16, "s8", "int8x16_t"), "float32": (4, "f32", "float32x4_t")}
LOWEST = {"int8": "-128", "float32": "-INFINITY"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolShape:
    """Windows of a pool; sizes in elements."""

    channels: int
    """Of the picture that is read, and of the result."""
    width_in: int
    """Columns of the picture that is read."""
    width_out: int
    """Columns of the result."""
    kernel: tuple[int, int]
    """Height and width of a window."""
    strides: tuple[int, int]
    """Down and across."""
    left: int
    """Columns of border in front of the picture."""
    element_type: ElementType
    """Of picture and result."""
    top: int = 0
    """Rows of border above the picture."""
    height_in: int = 0
    """0 where all rows of every window exist."""
    input_step: int = 0
    """Elements from one position of the picture to the next; 0 where nothing lies between."""
    output_step: int = 0
    """Elements from one position of the result to the next; 0 where nothing lies between."""


def max_pool_kernel(name: str, shape: PoolShape, rows: int) -> KernelText:
    """The kernel for so many output rows."""
    kind = C_TYPES[shape.element_type]
    lanes = _VECTORS[shape.element_type][0]
    columns = [
        f"const long place = (row * {shape.width_out} + column) * "
        f"{shape.output_step or shape.channels};",
        f"const long start = column * {shape.strides[1]} - {shape.left};",
        "const long first = start < 0 ? 0 : start;",
        f"const long end = start + {shape.kernel[1]} > {shape.width_in} ? {shape.width_in} : "
        f"start + {shape.kernel[1]};",
        "long channel = 0;",
        *either(FLOAT_NEON, _blocks(shape, lanes), []),
        *nested(f"for (; channel < {shape.channels}; channel++)", _scalar(shape, kind)),
    ]
    lines = [*_rows(shape), *counted_loop("column", shape.width_out, columns)]
    body = counted_loop("row", rows, lines)
    head = f"static void {name}(const {kind} *input, {kind} *output, void *scratch)"
    text = "\n".join(nested(head, ["(void)scratch;", *body])) + "\n"
    return KernelText(
        function_name=name, text=text, constants=(), scratch_bytes=0, features=(), tactic="max-pool"
    )


def _rows(shape: PoolShape) -> list[str]:
    """Rows of the window that exist."""
    top = f"const long above = row * {shape.strides[0]} - {shape.top};"
    if not shape.height_in:
        return [top, "const long upper = above;", f"const long lower = above + {shape.kernel[0]};"]
    return [
        top,
        "const long upper = above < 0 ? 0 : above;",
        f"const long lower = above + {shape.kernel[0]} > {shape.height_in} ? {shape.height_in} : "
        f"above + {shape.kernel[0]};",
    ]


def _window(shape: PoolShape, body: list[str]) -> list[str]:
    """All elements of the window at `at`."""
    line = f"down * {shape.width_in}"
    step = shape.input_step or shape.channels
    inner = [f"const long at = ({line} + across) * {step} + channel;", *body]
    across = nested("for (long across = first; across < end; across++)", inner)
    return nested("for (long down = upper; down < lower; down++)", across)


def _blocks(shape: PoolShape, lanes: int) -> list[str]:
    """Many channels at a time while they last: a window is walked over once for each block."""
    lines: list[str] = []
    for vectors in (8, 4, 2, 1):
        if shape.channels >= vectors * lanes:
            lines += _vectors(shape, vectors, lanes)
    return lines


def _vectors(shape: PoolShape, vectors: int, lanes: int) -> list[str]:
    _, suffix, kind = _VECTORS[shape.element_type]
    lowest = f"vdupq_n_{suffix}({LOWEST[shape.element_type]})"
    largest = [f"largest{index}" for index in range(vectors)]
    body = [f"{kind} {name} = {lowest};" for name in largest]
    body += _window(
        shape,
        [
            f"{name} = vmaxq_{suffix}({name}, vld1q_{suffix}(input + at + {index * lanes}));"
            for index, name in enumerate(largest)
        ],
    )
    body += [
        f"vst1q_{suffix}(output + place + channel + {index * lanes}, {name});"
        for index, name in enumerate(largest)
    ]
    test = f"channel + {vectors * lanes} <= {shape.channels}"
    return nested(f"for (; {test}; channel += {vectors * lanes})", body)


def _scalar(shape: PoolShape, kind: str) -> list[str]:
    return [
        f"{kind} largest = {LOWEST[shape.element_type]};",
        *_window(shape, ["largest = input[at] > largest ? input[at] : largest;"]),
        "output[place + channel] = largest;",
    ]
