"""`max-pool`: the largest of a window, vectors over channels (NHWC).

A border at the sides is left out of the window, which is what a value smaller than all others would
do; above and below there is none: whoever calls it writes one.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.kernels.c_text import FLOAT_NEON, counted_loop, either, nested
from compiler_core.graph.kernels.finish import C_TYPES
from compiler_core.graph.records import ElementType, KernelText

# Elements of a vector, the ends of NEON's names for the type, and its vector type.
_VECTORS = {"int8": (16, "s8", "int8x16_t"), "float32": (4, "f32", "float32x4_t")}
LOWEST = {"int8": "-128", "float32": "-INFINITY"}


@dataclass(frozen=True, slots=True)
class PoolShape:
    """Windows of a pool; sizes in elements. left: columns of border before the image."""

    channels: int
    width_in: int
    width_out: int
    kernel: tuple[int, int]
    strides: tuple[int, int]
    left: int
    element_type: ElementType


def max_pool_kernel(name: str, shape: PoolShape, rows: int) -> KernelText:
    """The kernel for so many output rows."""
    kind = C_TYPES[shape.element_type]
    lanes = _VECTORS[shape.element_type][0]
    whole = shape.channels // lanes * lanes
    columns = [
        f"const long place = (row * {shape.width_out} + column) * {shape.channels};",
        f"const long start = column * {shape.strides[1]} - {shape.left};",
        "const long first = start < 0 ? 0 : start;",
        f"const long end = start + {shape.kernel[1]} > {shape.width_in} ? {shape.width_in} : "
        f"start + {shape.kernel[1]};",
        "long channel = 0;",
        *either(FLOAT_NEON, _vectors(shape, whole), []),
        *nested(f"for (; channel < {shape.channels}; channel++)", _scalar(shape, kind)),
    ]
    body = counted_loop("row", rows, counted_loop("column", shape.width_out, columns))
    head = f"static void {name}(const {kind} *input, {kind} *output, void *scratch)"
    text = "\n".join(nested(head, ["(void)scratch;", *body])) + "\n"
    return KernelText(name, text, (), 0, (), "max-pool")


def _window(shape: PoolShape, body: list[str]) -> list[str]:
    """All elements of the window at `at`."""
    line = f"(row * {shape.strides[0]} + down) * {shape.width_in}"
    inner = [f"const long at = ({line} + across) * {shape.channels} + channel;", *body]
    across = nested("for (long across = first; across < end; across++)", inner)
    return counted_loop("down", shape.kernel[0], across)


def _vectors(shape: PoolShape, whole: int) -> list[str]:
    lanes, suffix, kind = _VECTORS[shape.element_type]
    body = [
        f"{kind} largest = vdupq_n_{suffix}({LOWEST[shape.element_type]});",
        *_window(shape, [f"largest = vmaxq_{suffix}(largest, vld1q_{suffix}(input + at));"]),
        f"vst1q_{suffix}(output + place + channel, largest);",
    ]
    return nested(f"for (; channel < {whole}; channel += {lanes})", body) if whole else []


def _scalar(shape: PoolShape, kind: str) -> list[str]:
    return [
        f"{kind} largest = {LOWEST[shape.element_type]};",
        *_window(shape, ["largest = input[at] > largest ? input[at] : largest;"]),
        "output[place + channel] = largest;",
    ]
