"""Two operators as one kernel, a band of rows at a time: what is between them stays small.

The second operator sees an image without border above and below: rows outside the tensor between
are written there as the value that counts as nothing. Rows that the next band reads again are moved
to the front, so that no row is computed twice where the border allows it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from compiler_core.graph.kernels.c_text import counted_loop, nested
from compiler_core.graph.kernels.finish import C_TYPES
from compiler_core.graph.kernels.padding import ELEMENT_BYTES
from compiler_core.graph.records import KernelText

# What lies between the two operators takes at most so much, unless a single band is larger. Higher
# bands save less than one instruction in a hundred.
BETWEEN_BYTES = 1 << 10
MOST_ROWS = 8
_ALIGNMENT = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class RowStage:
    """One of the two operators. Rows in elements, of all channels (NHWC)."""

    rows_in: int
    """How many the image that it reads has."""
    row_in: int
    """Elements of one row that it reads."""
    rows_out: int
    """How many its whole result has."""
    row_out: int
    """Elements of one row that it makes."""
    reach: int
    """Input rows that one output row reads."""
    stride: int
    """Input rows from one output row to the next."""
    top: int
    """Rows of border above the image."""
    element_in: str
    """Type of what it reads: `float32` or `int8`."""
    element_out: str
    """Type of what it makes: `float32` or `int8`."""
    outside: str
    """C text of the value there."""
    build: Callable[[str, int], KernelText]
    """The kernel under a C name for so many output rows, without border above and below."""
    operands: tuple[str, ...] = ()
    """C types of tensors that its epilogue reads."""

    def rows_read(self, rows: int) -> int:
        """Input rows that so many output rows read."""
        return (rows - 1) * self.stride + self.reach

    @property
    def reads_outside(self) -> bool:
        """Whether some output row reads above or below the image."""
        return self.top > 0 or self.rows_read(self.rows_out) - self.top > self.rows_in


@dataclass(frozen=True, slots=True)
class Bands:
    """rows: of the result in one band. between: rows that the second operator reads for them.

    kept: of these, rows that the band before computed. start: the first row to compute in the first
    band. computed: rows of the first operator in one call.
    """

    rows: int
    between: int
    kept: int
    start: int
    computed: int


def bands_of(first: RowStage, second: RowStage) -> Bands:
    """As high as the memory between allows, all of the same height."""
    row_bytes = first.row_out * ELEMENT_BYTES[first.element_out]
    fitting = [
        rows
        for rows in range(1, MOST_ROWS + 1)
        if second.rows_out % rows == 0 and second.rows_read(rows) * row_bytes <= BETWEEN_BYTES
    ]
    rows = max(fitting, default=1)
    between = second.rows_read(rows)
    overlap = max(0, second.reach - second.stride)
    if overlap <= second.top:
        # The rows kept from before the first band are border, so every band computes as many.
        return Bands(rows, between, overlap, overlap, between - overlap)
    return Bands(rows, between, overlap, 0, 1)


def chain_kernel(name: str, first: RowStage, second: RowStage) -> KernelText:
    """The kernel that computes both under this C name."""
    bands = bands_of(first, second)
    parts = (
        first.build(f"{name}_first", bands.computed),
        second.build(f"{name}_second", bands.rows),
    )
    between = _aligned(bands.between * first.row_out * ELEMENT_BYTES[first.element_out])
    copied = first.rows_read(bands.computed) * first.row_in * ELEMENT_BYTES[first.element_in]
    outside = first.reads_outside or second.reads_outside
    places = (between, between + _aligned(copied if outside else 0))
    body = _body(name, first, second, bands, places)
    operands = [f"const {kind} *operand_{at}" for at, kind in enumerate(second.operands)]
    given = [f"const {C_TYPES[first.element_in]} *input", f"{C_TYPES[second.element_out]} *output"]
    head = f"static void {name}({', '.join((*given, *operands, 'void *scratch'))})"
    return KernelText(
        function_name=name,
        text="\n".join([parts[0].text, parts[1].text, *nested(head, body)]) + "\n",
        constants=(*parts[0].constants, *parts[1].constants),
        scratch_bytes=places[1] + max(part.scratch_bytes for part in parts),
        features=tuple(sorted({feature for part in parts for feature in part.features})),
        tactic=f"{parts[0].tactic} + {parts[1].tactic}",
    )


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _body(
    name: str, first: RowStage, second: RowStage, bands: Bands, places: tuple[int, int]
) -> list[str]:
    memory = "(unsigned char *)scratch"
    between, image = C_TYPES[first.element_out], C_TYPES[first.element_in]
    outside = first.reads_outside or second.reads_outside
    advance = bands.rows * second.stride
    result = f"band * {bands.rows * second.row_out}"
    operands = [f"operand_{at} + {result}" for at in range(len(second.operands))]
    arguments = ", ".join(("between", f"output + {result}", *operands, "rest"))
    band = [
        f"const long top = band * {advance} - {second.top};",
        *_moved(first, bands, advance),
        *_computed(name, first, bands, outside),
        *_bordered(first, second, bands),
        f"{name}_second({arguments});",
    ]
    return [
        f"{between} *const between = ({between} *)({memory});",
        *([f"{image} *const image = ({image} *)({memory} + {places[0]});"] if outside else []),
        f"void *const rest = {memory} + {places[1]};",
        f"for (long band = 0; band < {second.rows_out // bands.rows}; band++) {{",
        *nested("", band)[1:],
    ]


def _moved(first: RowStage, bands: Bands, advance: int) -> list[str]:
    if not bands.kept:
        return []
    size = bands.kept * first.row_out * ELEMENT_BYTES[first.element_out]
    return [f"if (band > 0) memmove(between, between + {advance * first.row_out}, {size});"]


def _computed(name: str, first: RowStage, bands: Bands, outside: bool) -> list[str]:
    """Calls of the first operator. outside: some read rows that are not in the image."""
    needed = first.rows_read(bands.computed)
    element, source = C_TYPES[first.element_in], f"input + from * {first.row_in}"
    within = f"from >= 0 && from + {needed} <= {first.rows_in}"
    given = [
        f"const {element} *rows = image;",
        *nested(f"if ({within})", [f"rows = {source};"]),
        *nested("else", _copied(first, needed)),
    ]
    body = [
        f"const long from = (top + row) * {first.stride} - {first.top};",
        *(given if outside else [f"const {element} *rows = {source};"]),
        f"{name}_first(rows, between + row * {first.row_out}, rest);",
    ]
    start = f"band > 0 ? {bands.kept} : {bands.start}"
    return nested(f"for (long row = {start}; row < {bands.between}; row += {bands.computed})", body)


def _copied(first: RowStage, needed: int) -> list[str]:
    """The rows from `from` on, with the border, to `image`."""
    line = f"line * {first.row_in}"
    size = first.row_in * ELEMENT_BYTES[first.element_in]
    copied = [f"memcpy(image + {line}, input + (from + line) * {first.row_in}, {size});"]
    filled = counted_loop("at", first.row_in, [f"image[{line} + at] = {first.outside};"])
    inside = f"if (from + line >= 0 && from + line < {first.rows_in})"
    return counted_loop("line", needed, [*nested(inside, copied), *nested("else", filled)])


def _bordered(first: RowStage, second: RowStage, bands: Bands) -> list[str]:
    """Rows that are outside the tensor between count as nothing."""
    if not second.reads_outside:
        return []
    fill = counted_loop(
        "at", first.row_out, [f"between[row * {first.row_out} + at] = {second.outside};"]
    )
    outside = nested(f"if (top + row < 0 || top + row >= {first.rows_out})", fill)
    return counted_loop("row", bands.between, outside)


def with_reads(kernel: KernelText, names: tuple[str, ...]) -> KernelText:
    """The kernel with the values that its call passes: the input, then the epilogue's tensors."""
    return replace(kernel, reads=names)
